"""A kernel with one bridge load in a loop, and callers for it, as text that tests put together."""

from __future__ import annotations

from tilewhy.engine.passes import InferTileMemorySpace, Result, infer_tile_memory_space
from tilewhy.ir_facts import parse_program

BRIDGE = 'attrs={"__compiler_tensor_to_tile_mat_bridge": True}'
TOKENS = "pl.Tensor[[32, 64], pl.BF16]"
SCORES = "pl.Tensor[[32, 96], pl.FP32]"
LOAD = f"tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, {BRIDGE})"
STAGE = "tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)"
PRODUCT = "product = pl.tile.matmul(tokens_left, weights_right)"


def function(name: str, params: str, body: str, kind: str = "Orchestration", returns: str = SCORES) -> str:
    """A function of the program; `body` is indented as at the margin."""
    inside = "\n".join(f"        {line}" for line in body.strip("\n").split("\n"))
    return f"    @pl.function(type=pl.FunctionType.{kind})\n    def {name}(self, {params}) -> {returns}:\n{inside}\n"


def kernel(loop: str = f"{LOAD}\n{STAGE}\n{PRODUCT}", extra: str = "", before: str = "", after: str = "") -> str:
    """The kernel `project`: its `tokens` are loaded in the loop `step`, its `weights` stand ready."""
    params = f"tokens: {TOKENS}, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[{SCORES}]{extra}"
    inside = "\n".join(f"    {line}" for line in loop.split("\n"))
    body = f"""\
weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
{before}
for step in pl.range(4):
{inside}
{after}
return scores"""
    return function("project", params, body, kind="InCore")


def caller(body: str = "tokens = pl.create_tensor([32, 64], dtype=pl.BF16)", extra: str = "", call: str = "tokens, weights, scores") -> str:
    """An orchestration that does `body` and then calls the kernel."""
    params = f"weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[{SCORES}]{extra}"
    return function("main", params, f"{body}\ndone = self.project({call})\nreturn done")


def program(*functions: str) -> str:
    """A whole file."""
    return "import pypto.language as pl\n\n\n@pl.program\nclass Program:\n" + "\n".join(functions)


def placed(text: str, target: str = "ascend910b") -> tuple[InferTileMemorySpace, Result]:
    """The pass and what it gives for `text`."""
    infer = infer_tile_memory_space(target)
    return infer, infer.run(parse_program(text, path="kernel.py"))


def rows(text: str, relation: str, target: str = "ascend910b") -> list[tuple[str | int, ...]]:
    """The rows of a relation of the second round."""
    infer, result = placed(text, target)
    return list((result.residency or infer.residency(result.placed)).model.rows(relation))


def reasons(text: str, load: str = "project.tokens_mat", target: str = "ascend910b") -> list[str | int]:
    """Why the load stays in its loop; nothing if it leaves."""
    return [row[2] for row in rows(text, "declined", target) if row[0] == load]
