# pypto.program: Resume
import pypto.language as pl

@pl.program
class Resume:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def resume(sums: pl.Tensor[[128, 128], pl.FP32], a: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]) -> pl.Tensor[[128, 128], pl.FP32]:
        before: pl.Tile[[128, 128], pl.FP32, pl.Mem.SBUF] = pl.nki.load(sums, [0, 0], [128, 128])
        rows: pl.Tile[[128, 128], pl.BF16, pl.Mem.SBUF] = pl.nki.load(a, [0, 0], [128, 128])
        before_PSUM: pl.Tile[[128, 128], pl.FP32, pl.Mem.PSUM] = pl.nki.tensor_copy(before, buffer=pl.Mem.PSUM)
        after: pl.Tile[[128, 128], pl.FP32, pl.Mem.PSUM] = pl.nki.nc_matmul_acc(before_PSUM, rows, rows)
        after_SBUF: pl.Tile[[128, 128], pl.FP32, pl.Mem.SBUF] = pl.nki.tensor_copy(after, buffer=pl.Mem.SBUF)
        result: pl.Tensor[[128, 128], pl.FP32] = pl.nki.store(after_SBUF, [0, 0], out)
        return result
