"""How cost grows with kernels of extreme shapes: `python -m benchmarks.shapes [--statements N] [SHAPE...]`.

The kernels of models are all alike: some loads, some products, a store, in loops. What a rule or a walk does badly shows in kernels
that are much of one thing. Each shape is placed and verified at N and at four times N statements; a growth much above 4 is a mistake.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable

from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.verify import Verifier
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.opspecs import Specs, load_specs

from .kernels import TARGET
from .report import grid

TENSOR, TILE = "pl.Tensor[[16, 512], pl.BF16]", "pl.Tile[[16, 64], pl.BF16]"
PARAMS = f"x: {TENSOR}, w: pl.Tensor[[512, 64], pl.BF16], n: pl.Scalar[pl.INDEX], out: pl.Out[{TENSOR}]"
HEADER = "# pypto.program: Shape\nimport pypto.language as pl\n\n@pl.program\nclass Shape:\n"
CORE, CALLER = "pl.FunctionType.InCore", "pl.FunctionType.Orchestration"
MARK = 'attrs={"__compiler_tensor_to_tile_mat_bridge": True}'
GROWTH = 4

Lines = list[str]
Shape = Callable[[int], str]
"""A kernel of about so many statements."""


def function(name: str, kind: str, body: Lines, returned: str) -> str:
    """One function of a kernel, with the parameters that all of them have."""
    head = f"    @pl.function(type={kind})\n    def {name}(self, {PARAMS}) -> {TENSOR}:\n"
    return head + "".join([f"        {line}\n" for line in [*body, f"return {returned}"]])


def kernel(body: Lines, returned: str = "out", more: str = "") -> str:
    """A program of one function for a core, and of what is put behind it."""
    return HEADER + function("f", CORE, body, returned) + more


def load(name: str) -> str:
    """A load that leaves the memory open."""
    return f"{name}: {TILE} = pl.tile.load(x, [0, 0], [16, 64], [16, 64])"


def kept(number: int, tensor: str = "x", index: str = "i") -> Lines:
    """A marked load and the product that it goes into, whose other operand changes with each round of the loop."""
    return [
        f"    k{number}: {TILE} = pl.tile.load({tensor}, [0, {number % 8 * 64}], [16, 64], [16, 64], target_memory=pl.Mem.Mat, {MARK})",
        f"    p{number}: pl.Tile[[64, 64], pl.BF16] = pl.tile.load(w, [{index} * 64, 0], [64, 64], [64, 64])",
        f"    s{number}: pl.Tile[[16, 64], pl.FP32] = pl.tile.matmul(k{number}, p{number})",
    ]


def names(letter: str, count: int) -> str:
    """`count` names in a row, as a tuple of at least two has them."""
    return ", ".join([f"{letter}{number}" for number in range(count)])


def live(n: int) -> str:
    """All loads before all stores: everything is live at once."""
    half, last, body = n // 2, "out", [load(f"t{number}") for number in range(n // 2)]
    for number in range(half):
        body.append(f"o{number}: {TENSOR} = pl.tile.store(t{number}, [0, 0], {last})")
        last = f"o{number}"
    return kernel(body, last)


def chain(n: int) -> str:
    """Each tile is computed from the one before."""
    return kernel([load("t0"), *[f"t{number}: {TILE} = pl.tile.exp(t{number - 1})" for number in range(1, n)]])


def aliases(n: int) -> str:
    """Each tile is another name for the one before."""
    return kernel([load("t0"), *[f"t{number}: {TILE} = t{number - 1}" for number in range(1, n)]])


def views(n: int) -> str:
    """Each tile is a view of the one before, and the last one is wanted elsewhere."""
    body = [load("t0"), *[f"t{number}: {TILE} = pl.tile.reshape(t{number - 1}, [16, 64])" for number in range(1, n)]]
    body.append("w0: pl.Tile[[64, 64], pl.BF16] = pl.tile.load(w, [0, 0], [64, 64], [64, 64])")
    return kernel([*body, f"m: pl.Tile[[16, 64], pl.FP32] = pl.tile.matmul(t{n - 1}, w0)"])


def fan(n: int) -> str:
    """One tile is read by all the others."""
    return kernel([load("t0"), *[f"t{number}: {TILE} = pl.tile.exp(t0)" for number in range(1, n)]])


def branches(n: int) -> str:
    """One `if` after the other, each choosing from the one before."""
    body = [load("t0")]
    for number in range(1, n // 5):
        body += ["if n > 1:", f"    a{number}: {TILE} = pl.tile.exp(t{number - 1})", f"    t{number}: {TILE} = pl.yield_(a{number})"]
        body += ["else:", f"    b{number}: {TILE} = pl.tile.abs(t{number - 1})", f"    t{number}: {TILE} = pl.yield_(b{number})"]
    return kernel(body)


def loops(n: int) -> str:
    """One loop after the other, each carrying what the one before has made."""
    body = [load("t0")]
    for number in range(1, n // 3):
        body.append(f"for i{number}, (c{number},) in pl.range(4, init_values=(t{number - 1},)):")
        body += [f"    a{number}: {TILE} = pl.tile.exp(c{number})", f"    t{number}: {TILE} = pl.yield_(a{number})"]
    return kernel(body)


def carries(n: int) -> str:
    """One loop that carries many tiles, each of which becomes its neighbour."""
    count = n // 2
    body = [load(f"t{number}") for number in range(count)]
    body.append(f"for i, ({names('c', count)}) in pl.range(4, init_values=({names('t', count)})):")
    body += [f"    a{number}: {TILE} = pl.tile.exp(c{(number + 1) % count})" for number in range(count)]
    return kernel([*body, f"    {names('r', count)} = pl.yield_({names('a', count)})"])


def resident(n: int) -> str:
    """One loop with many marked loads."""
    return kernel(["for i in pl.range(8):", *[line for number in range(n // 3) for line in kept(number)]])


def written(n: int) -> str:
    """Marked loads in loops, from a tensor that is written between them."""
    body, last = [], "out"
    for number in range(n // 6):
        body += [f"for i{number} in pl.range(8):", *kept(number, last, f"i{number}"), load(f"v{number}")]
        body.append(f"o{number}: {TENSOR} = pl.tile.store(v{number}, [0, {number % 8 * 64}], {last})")
        last = f"o{number}"
    return kernel(body, last)


def calls(n: int) -> str:
    """One function that calls many others, half of them with storage of its own."""
    body, last = [f"y: {TENSOR} = pl.tensor.create([16, 512], dtype=pl.BF16)"], "out"
    each = n // 8
    more = "".join([function(f"g{number}", CORE, ["for i in pl.range(8):", *kept(0)], "out") for number in range(each)])
    for number in range(each):
        body.append(f"r{number}: {TENSOR} = self.g{number}({'xy'[number % 2]}, w, n, {last})")
        last = f"r{number}"
    return kernel([load("t")], more=more + function("main", CALLER, body, last))


SHAPES: tuple[Shape, ...] = (live, chain, aliases, views, fan, branches, loops, carries, resident, written, calls)


def measure(text: str, specs: Specs) -> tuple[float, float, float]:
    """CPU seconds to read, place and verify a kernel."""
    gc.collect()
    begun = time.process_time()
    program = parse_program(text, specs=specs)
    read = time.process_time()
    result = infer_tile_memory_space(TARGET, specs).run(program)
    placed = time.process_time()
    Verifier(TARGET, specs).run(result.program)
    return read - begun, placed - read, time.process_time() - placed


def main(words: Lines | None = None) -> int:
    """Measure the shapes that are asked for; the exit status."""
    known = {shape.__name__: shape for shape in SHAPES}

    def shape(name: str) -> Shape:
        if name not in known:
            raise argparse.ArgumentTypeError(f"no shape `{name}`; there are {', '.join(known)}")
        return known[name]

    parser = argparse.ArgumentParser(prog="python -m benchmarks.shapes", description=__doc__)
    parser.add_argument("shapes", nargs="*", type=shape, metavar="SHAPE", help=f"default: all of {', '.join(known)}")
    parser.add_argument("--statements", type=int, default=2000, metavar="N", help="of the smaller kernel; default: 2000")
    options = parser.parse_args(words)
    specs = load_specs()
    rows = [["shape", "read ms", "growth", "place ms", "growth", "verify ms", "growth"]]
    for made in options.shapes or SHAPES:
        small, large = (measure(made(size), specs) for size in (options.statements, GROWTH * options.statements))
        cells = [[f"{1000 * after:.0f}", f"{after / before:.1f}"] for before, after in zip(small, large, strict=True)]
        rows.append([made.__name__, *[cell for pair in cells for cell in pair]])
    print(f"{GROWTH * options.statements} statements, and how often the time of {options.statements}\n{grid(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
