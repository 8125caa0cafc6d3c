# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(mxa: pl.Tensor[[16, 64], pl.FP8E4M3FN], sa: pl.Tensor[[16, 2], pl.FP8E8M0, pl.TensorView(stride=[], layout=pl.TensorLayout.MX_A_ZZ)], mxb: pl.Tensor[[64, 32], pl.FP8E4M3FN], sb: pl.Tensor[[2, 32], pl.FP8E8M0, pl.TensorView(stride=[], layout=pl.TensorLayout.MX_B_NN)], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP8E4M3FN, pl.Mem.Mat] = pl.tile.load(mxa, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
        ts: pl.Tile[[16, 2], pl.FP8E8M0, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, fractal=32)] = pl.tile.load(sa, [0, 0], [16, 2], [16, 2], target_memory=pl.Mem.Mat)
        w: pl.Tile[[64, 32], pl.FP8E4M3FN, pl.Mem.Mat] = pl.tile.load(mxb, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
        ws: pl.Tile[[2, 32], pl.FP8E8M0, pl.Mem.Mat, pl.TileView(slayout=pl.TileLayout.col_major, fractal=32)] = pl.tile.load(sb, [0, 0], [2, 32], [2, 32], target_memory=pl.Mem.Mat)
        t_Left: pl.Tile[[16, 64], pl.FP8E4M3FN, pl.Mem.Left] = pl.tile.move(t, target_memory=pl.Mem.Left)
        ts_LeftScale: pl.Tile[[16, 2], pl.FP8E8M0, pl.Mem.LeftScale] = pl.tile.move(ts, target_memory=pl.Mem.LeftScale)
        w_Right: pl.Tile[[64, 32], pl.FP8E4M3FN, pl.Mem.Right] = pl.tile.move(w, target_memory=pl.Mem.Right)
        ws_RightScale: pl.Tile[[2, 32], pl.FP8E8M0, pl.Mem.RightScale] = pl.tile.move(ws, target_memory=pl.Mem.RightScale)
        z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_mx(t_Left, ts_LeftScale, w_Right, ws_RightScale)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(z, [0, 0], out)
        return result
