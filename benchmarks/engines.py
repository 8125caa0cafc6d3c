"""How long each engine takes on kernels of growing size: `python benchmarks/engines.py [FILE...]`.

Without files it makes kernels of its own: blocks that load two tiles, multiply them, scale the product and store it. With files it
takes those kernels. One line a kernel: lines, facts, and the best of three runs of each engine in processor time, every relation read.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from tilewhy.engine.engines import clingo, compare, pydatalog
from tilewhy.engine.model import Model
from tilewhy.engine.passes import PLACEMENT_RULES
from tilewhy.engine.rulebook import load_rulebook
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.extract import extract
from tilewhy.ir_facts.opspecs import load_specs
from tilewhy.ir_facts.spec_facts import spec_facts

TARGET = "ascend910b"
BLOCK = """\
        a_{n}: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        b_{n}: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 16], [16, 16], [16, 16])
        c_{n}: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(a_{n}, b_{n})
        d_{n}: pl.Tile[[16, 16], pl.FP32] = pl.tile.muls(c_{n}, 0.5)
        o_{n}: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(d_{n}, [0, 0], out)
"""
KERNEL = """\
# pypto.program: Growing
import pypto.language as pl

@pl.program
class Growing:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 32], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
{blocks}        return o_0
"""


def kernel(blocks: int) -> str:
    """A kernel of `blocks` times five statements."""
    return KERNEL.format(blocks="".join(BLOCK.format(n=n) for n in range(blocks)))


def best(run: Callable[[], Model]) -> tuple[float, Model]:
    """The shortest of three runs, in milliseconds of processor time, and its model."""
    times: list[float] = []
    for _ in range(3):
        start = time.process_time()
        model = run()
        times.append(1000 * (time.process_time() - start))
    return min(times), model


def main(paths: list[str]) -> None:
    """Measure the kernels at `paths`, or the grown ones."""
    specs, rulebook = load_specs(), load_rulebook(*PLACEMENT_RULES)
    texts = [Path(path).read_text("utf-8") for path in paths] or [kernel(blocks) for blocks in (10, 40, 80, 320, 1280)]
    print(f"{'lines':>7} {'facts':>7} {'clingo ms':>10} {'pydatalog ms':>13}")
    for text in texts:
        facts = extract(parse_program(text, specs=specs), specs)
        given = f"{facts.text}\n{spec_facts(specs, facts.ops.items(), TARGET).text}"

        def by_clingo(given: str = given) -> Model:
            model = clingo(rulebook, given)
            for relation in rulebook.relations:
                model.rows(relation)
            return model

        fast, model = best(by_clingo)
        slow, reference = best(lambda given=given: pydatalog(rulebook, given))
        compare(rulebook, model, reference)
        print(f"{len(text.splitlines()):7} {given.count(').'):7} {fast:10.0f} {slow:13.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
