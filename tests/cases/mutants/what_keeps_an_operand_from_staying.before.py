# target: ascend910b
# One kernel for each of some rare reasons why an operand is loaded in every iteration.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def marked_create(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def computed_source(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(pl.tensor.slice(lhs, [16, 128], [0, 0]), [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def read_in_an_expression(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            lhs_left = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            c = pl.tile.matmul(lhs_left, rhs_mat)
            again = pl.tile.matmul(pl.tile.move(lhs_mat, target_memory=pl.Mem.Left), rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def no_step(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        for n in pl.range(0, 2, 0):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def closed_in_steps(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        for n in pl.range(0, 2, 1):
            z = pl.tile.create([16, 128], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            first = pl.tile.store(z, [0, 0], out)
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            second = pl.tile.store(z, [0, 0], first)
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, rhs: pl.Tensor[[128, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        fresh = pl.create_tensor([16, 128], dtype=pl.BF16)
        weights = pl.create_tensor([128, 128], dtype=pl.BF16)
        a = self.marked_create(fresh, weights, out)
        b = self.computed_source(fresh, weights, a)
        c = self.read_in_an_expression(fresh, weights, b)
        d = self.no_step(fresh, weights, c)
        e = self.closed_in_steps(fresh, weights, d)
        return e
