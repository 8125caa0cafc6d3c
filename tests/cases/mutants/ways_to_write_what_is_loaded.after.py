# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def a_part(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z: pl.Tile[[16, 128], pl.BF16, pl.Mem.Vec] = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        v: pl.Tensor[[16, 128], pl.BF16] = pl.tensor.slice(lhs, [16, 128], [0, 0])
        w: pl.Tensor[[16, 128], pl.BF16] = pl.tile.store(z, [0, 0], v)
        rhs_mat: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(rhs, [0, 0], [128, 128], [128, 128], target_memory=pl.Mem.Mat)
        rhs_mat_Right: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.tile.move(rhs_mat, target_memory=pl.Mem.Right)
        for n in pl.range(2):
            lhs_mat: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(lhs, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
            lhs_mat_Left: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            c: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(lhs_mat_Left, rhs_mat_Right)
        return out
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def another_look(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z: pl.Tile[[16, 128], pl.BF16, pl.Mem.Vec] = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        v: pl.Tensor[[16, 128], pl.BF16, pl.TensorView(stride=[128, 1], layout=pl.TensorLayout.ND)] = pl.tensor.view(lhs, [16, 128])
        w: pl.Tensor[[16, 128], pl.BF16, pl.TensorView(stride=[128, 1], layout=pl.TensorLayout.ND)] = pl.tile.store(z, [0, 0], v)
        rhs_mat: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(rhs, [0, 0], [128, 128], [128, 128], target_memory=pl.Mem.Mat)
        rhs_mat_Right: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.tile.move(rhs_mat, target_memory=pl.Mem.Right)
        for n in pl.range(2):
            lhs_mat: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(lhs, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
            lhs_mat_Left: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            c: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(lhs_mat_Left, rhs_mat_Right)
        return out
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def computed_in_place(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z: pl.Tile[[16, 128], pl.BF16, pl.Mem.Vec] = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        w: pl.Tensor[[16, 128], pl.BF16] = pl.tile.store(z, [0, 0], pl.tensor.slice(other, [16, 128], [0, 0]))
        for n in pl.range(2):
            lhs_mat: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(lhs, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
            rhs_mat: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(rhs, [0, 0], [128, 128], [128, 128], target_memory=pl.Mem.Mat)
            lhs_mat_Left: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            rhs_mat_Right: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.tile.move(rhs_mat, target_memory=pl.Mem.Right)
            c: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(lhs_mat_Left, rhs_mat_Right)
        return out
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def else_branch(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z: pl.Tile[[16, 128], pl.BF16, pl.Mem.Vec] = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        if True:
            v: pl.Tensor[[16, 128], pl.BF16] = pl.yield_(other)
        else:
            v: pl.Tensor[[16, 128], pl.BF16] = pl.yield_(lhs)
        w: pl.Tensor[[16, 128], pl.BF16] = pl.tile.store(z, [0, 0], v)
        rhs_mat: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(rhs, [0, 0], [128, 128], [128, 128], target_memory=pl.Mem.Mat)
        rhs_mat_Right: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.tile.move(rhs_mat, target_memory=pl.Mem.Right)
        for n in pl.range(2):
            lhs_mat: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(lhs, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
            lhs_mat_Left: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            c: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(lhs_mat_Left, rhs_mat_Right)
        return out
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def first_round(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z: pl.Tile[[16, 128], pl.BF16, pl.Mem.Vec] = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        for i, (v,) in pl.range(2, init_values=(lhs,)):
            w: pl.Tensor[[16, 128], pl.BF16] = pl.tile.store(z, [0, 0], v)
            r: pl.Tensor[[16, 128], pl.BF16] = pl.yield_(other)
        rhs_mat: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(rhs, [0, 0], [128, 128], [128, 128], target_memory=pl.Mem.Mat)
        rhs_mat_Right: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.tile.move(rhs_mat, target_memory=pl.Mem.Right)
        for n in pl.range(2):
            lhs_mat: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(lhs, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
            lhs_mat_Left: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            c: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(lhs_mat_Left, rhs_mat_Right)
        return out
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def next_round(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z: pl.Tile[[16, 128], pl.BF16, pl.Mem.Vec] = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        for i, (v,) in pl.range(2, init_values=(other,)):
            w: pl.Tensor[[16, 128], pl.BF16] = pl.tile.store(z, [0, 0], v)
            r: pl.Tensor[[16, 128], pl.BF16] = pl.yield_(lhs)
        rhs_mat: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(rhs, [0, 0], [128, 128], [128, 128], target_memory=pl.Mem.Mat)
        rhs_mat_Right: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.tile.move(rhs_mat, target_memory=pl.Mem.Right)
        for n in pl.range(2):
            lhs_mat: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(lhs, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
            lhs_mat_Left: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            c: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(lhs_mat_Left, rhs_mat_Right)
        return out
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def other_name(lhs: pl.Tensor[[16, 128], pl.BF16], rhs: pl.Tensor[[128, 128], pl.BF16], other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        z: pl.Tile[[16, 128], pl.BF16, pl.Mem.Vec] = pl.tile.create([16, 128], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        v: pl.Tensor[[16, 128], pl.BF16] = lhs
        w: pl.Tensor[[16, 128], pl.BF16] = pl.tile.store(z, [0, 0], v)
        rhs_mat: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(rhs, [0, 0], [128, 128], [128, 128], target_memory=pl.Mem.Mat)
        rhs_mat_Right: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.tile.move(rhs_mat, target_memory=pl.Mem.Right)
        for n in pl.range(2):
            lhs_mat: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(lhs, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
            lhs_mat_Left: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs_mat, target_memory=pl.Mem.Left)
            c: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(lhs_mat_Left, rhs_mat_Right)
        return out
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, other: pl.Out[pl.Tensor[[16, 128], pl.BF16]], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        fresh: pl.Tensor[[16, 128], pl.BF16] = pl.tensor.create([16, 128], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        weights: pl.Tensor[[128, 128], pl.BF16] = pl.tensor.create([128, 128], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        r0: pl.Tensor[[16, 128], pl.FP32] = self.else_branch(fresh, weights, other, out)
        r1: pl.Tensor[[16, 128], pl.FP32] = self.first_round(fresh, weights, other, r0)
        r2: pl.Tensor[[16, 128], pl.FP32] = self.next_round(fresh, weights, other, r1)
        r3: pl.Tensor[[16, 128], pl.FP32] = self.other_name(fresh, weights, other, r2)
        r4: pl.Tensor[[16, 128], pl.FP32] = self.a_part(fresh, weights, other, r3)
        r5: pl.Tensor[[16, 128], pl.FP32] = self.another_look(fresh, weights, other, r4)
        r6: pl.Tensor[[16, 128], pl.FP32] = self.computed_in_place(fresh, weights, other, r5)
        return r6
