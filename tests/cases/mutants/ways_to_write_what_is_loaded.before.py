# target: ascend910b
# Ways in which a kernel may write what it loads; in each of them the operand is loaded in every iteration.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def else_branch(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        if True:
            v = pl.yield_(other)
        else:
            v = pl.yield_(lhs)
        w = pl.tile.store(z, [0, 0], v)
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def first_round(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        for i, (v,) in pl.range(2, init_values=(lhs,)):
            w = pl.tile.store(z, [0, 0], v)
            r = pl.yield_(other)
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def next_round(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        for i, (v,) in pl.range(2, init_values=(other,)):
            w = pl.tile.store(z, [0, 0], v)
            r = pl.yield_(lhs)
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def other_name(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        v = lhs
        w = pl.tile.store(z, [0, 0], v)
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def a_part(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        v = pl.tensor.slice(lhs, [16, 128], [0, 0])
        w = pl.tile.store(z, [0, 0], v)
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def another_look(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        v = pl.tensor.view(lhs, [16, 128])
        w = pl.tile.store(z, [0, 0], v)
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def computed_in_place(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        w = pl.tile.store(z, [0, 0], pl.tensor.slice(other, [16, 128], [0, 0]))
        for n in pl.range(0, 2, 1):
            lhs_mat = pl.tile.load(lhs, [0, 0], [16, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            rhs_mat = pl.tile.load(rhs, [0, 0], [128, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            c = pl.tile.matmul(lhs_mat, rhs_mat)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        fresh = pl.create_tensor([16, 128], dtype=pl.BF16)
        weights = pl.create_tensor([128, 128], dtype=pl.BF16)
        r0 = self.else_branch(fresh, weights, other, out)
        r1 = self.first_round(fresh, weights, other, r0)
        r2 = self.next_round(fresh, weights, other, r1)
        r3 = self.other_name(fresh, weights, other, r2)
        r4 = self.a_part(fresh, weights, other, r3)
        r5 = self.another_look(fresh, weights, other, r4)
        r6 = self.computed_in_place(fresh, weights, other, r5)
        return r6
