# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        t__tmp_v1: pl.Scalar[pl.FP32] = pl.tile.read(t, [0, 0])
        t__tmp_v2: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [n, 0], [1, 64], [1, 64], target_memory=pl.Mem.Vec)
        t__tmp_v3: pl.Scalar[pl.FP32] = pl.tile.read(t__tmp_v2, [0, 0])
        if t__tmp_v1 + t__tmp_v3 < 2.0:
            t__tmp_v4: pl.Scalar[pl.FP32] = pl.tile.read(t, [0, 1])
            t__tmp_v5: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(t, t__tmp_v4)
            u: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(t__tmp_v5)
        else:
            u: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(t)
        t__tmp_v0: pl.Scalar[pl.FP32] = pl.tensor.read(out, [0, 0])
        return pl.tile.store(pl.tile.adds(u, t__tmp_v0), [0, 0], out)
