# pypto.program: Matmul
import pypto.language as pl

@pl.program
class Matmul:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def matmul(lhs_t: pl.Tensor[[512, 128], pl.BF16], rhs: pl.Tensor[[512, 512], pl.BF16], out: pl.Out[pl.Tensor[[128, 512], pl.FP32]]) -> pl.Tensor[[128, 512], pl.FP32]:
        zero: pl.Tile[[128, 512], pl.FP32, pl.Mem.PSUM] = pl.nki.memset([128, 512], 0.0, dtype=pl.FP32, buffer=pl.Mem.PSUM)
        for k, (partial,) in pl.range(0, 512, 128, init_values=(zero,)):
            stationary: pl.Tile[[128, 128], pl.BF16, pl.Mem.SBUF] = pl.nki.load(lhs_t, [k, 0], [128, 128])
            moving: pl.Tile[[128, 512], pl.BF16, pl.Mem.SBUF] = pl.nki.load(rhs, [k, 0], [128, 512])
            total: pl.Tile[[128, 512], pl.FP32, pl.Mem.PSUM] = pl.nki.nc_matmul_acc(partial, stationary, moving)
            product: pl.Tile[[128, 512], pl.FP32, pl.Mem.PSUM] = pl.yield_(total)
        product_SBUF: pl.Tile[[128, 512], pl.FP32, pl.Mem.SBUF] = pl.nki.tensor_copy(product, buffer=pl.Mem.SBUF)
        result: pl.Tensor[[128, 512], pl.FP32] = pl.nki.store(product_SBUF, [0, 0], out)
        return result
