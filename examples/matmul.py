# A matrix product in steps along K, scaled at the end. No tile says in which memory it lives; the pass decides.
#
#   tilewhy infer examples/matmul.py            the placed kernel
#   tilewhy infer examples/matmul.py --diff     what the pass changed

import pypto.language as pl

M = 64
K = 256
N = 64
STEP = 64


@pl.program
class ScaledMatmul:
    @pl.function(type=pl.FunctionType.InCore)
    def scaled_matmul(
        self,
        a: pl.Tensor[[M, K], pl.BF16],
        b: pl.Tensor[[K, N], pl.BF16],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ) -> pl.Tensor[[M, N], pl.FP32]:
        a_first = pl.load(a, [0, 0], [M, STEP])
        b_first = pl.load(b, [0, 0], [STEP, N])
        started = pl.matmul(a_first, b_first)
        for k, (partial,) in pl.range(STEP, K, STEP, init_values=(started,)):
            a_k = pl.load(a, [0, k], [M, STEP])
            b_k = pl.load(b, [k, 0], [STEP, N])
            total = pl.matmul_acc(partial, a_k, b_k)
            product = pl.yield_(total)
        # The product is in the accumulator; scaling is a vector operation, so the tile has to travel.
        scaled = pl.mul(product, 0.125)
        result = pl.store(scaled, [0, 0], out)
        return result

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[M, K], pl.BF16], b: pl.Tensor[[K, N], pl.BF16]) -> pl.Tensor[[M, N], pl.FP32]:
        out = pl.create_tensor([M, N], dtype=pl.FP32)
        result = self.scaled_matmul(a, b, out)
        return result
