# An op outside of tile.* that makes a tile puts it into Vec.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, far: pld.DistributedTensor[[16, 32], pl.FP32], peer: pl.Scalar[pl.INT32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 32], pl.FP32] = pld.tile.remote_load(far, peer, [0, 0], [16, 32])
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(t, [0, 0], out)
        return result
