# pypto.program: Chain
import pypto.language as pl

@pl.program
class Chain:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def chain(q: pl.Tensor[[128, 64], pl.BF16], out: pl.Out[pl.Tensor[[128, 128], pl.BF16]]) -> pl.Tensor[[128, 128], pl.BF16]:
        rows: pl.Tile[[128, 64], pl.BF16, pl.Mem.SBUF] = pl.nki.load(q, [0, 0], [128, 64])
        turned: pl.Tile[[64, 128], pl.BF16, pl.Mem.PSUM] = pl.nki.nc_transpose(rows)
        turned_SBUF: pl.Tile[[64, 128], pl.BF16, pl.Mem.SBUF] = pl.nki.tensor_copy(turned, buffer=pl.Mem.SBUF)
        product: pl.Tile[[128, 128], pl.FP32, pl.Mem.PSUM] = pl.nki.nc_matmul(turned_SBUF, turned_SBUF)
        halved: pl.Tile[[128, 128], pl.BF16, pl.Mem.SBUF] = pl.nki.activation(product, op='copy', scale=0.5, dtype=pl.BF16)
        result: pl.Tensor[[128, 128], pl.BF16] = pl.nki.store(halved, [0, 0], out)
        return result
