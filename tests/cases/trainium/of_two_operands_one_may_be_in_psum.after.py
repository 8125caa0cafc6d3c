# pypto.program: Sum
import pypto.language as pl

@pl.program
class Sum:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def add(a: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]) -> pl.Tensor[[128, 128], pl.FP32]:
        rows: pl.Tile[[128, 128], pl.BF16, pl.Mem.SBUF] = pl.nki.load(a, [0, 0], [128, 128])
        one: pl.Tile[[128, 128], pl.FP32, pl.Mem.PSUM] = pl.nki.nc_matmul(rows, rows)
        other: pl.Tile[[128, 128], pl.FP32, pl.Mem.PSUM] = pl.nki.nc_matmul(rows, rows)
        other_SBUF: pl.Tile[[128, 128], pl.FP32, pl.Mem.SBUF] = pl.nki.tensor_copy(other, buffer=pl.Mem.SBUF)
        total: pl.Tile[[128, 128], pl.FP32, pl.Mem.SBUF] = pl.nki.tensor_tensor(one, other_SBUF, op='add')
        result: pl.Tensor[[128, 128], pl.FP32] = pl.nki.store(total, [0, 0], out)
        return result
