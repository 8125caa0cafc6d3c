"""`python -m benchmarks.answers [KERNEL]`: what the first `why` costs beside `infer`, and what further answers of a session cost.

CPU time of one process, text to text: `infer` reads, places and prints the kernel; `why` reads it, derives, proves and words one
story. Tiles are drawn with a fixed seed. Without a kernel: the largest one of the corpus, or the shipped example where that is not there.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tilewhy.engine.answers import Answers
from tilewhy.engine.asking import LIKELY
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.opspecs import load_specs

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
OVERLAY = ROOT / "tests" / "overlays" / "pypto-2026-08.yaml"
TARGET = "ascend910b"

TILES, FURTHER, ROUNDS = 9, 200, 5
"""How many tiles get a first answer, how many a further one, and how often the first ones are measured."""


def largest() -> tuple[str, str]:
    """Name and text of the kernel to measure."""
    found = sorted((CORPUS / "model").glob("*.before.py"), key=lambda path: path.stat().st_size)
    path = found[-1] if found else ROOT / "examples" / "matmul.py"
    return path.name, path.read_text("utf-8")


def main(words: list[str]) -> int:
    """Measure and print."""
    name, text = (words[0], Path(words[0]).read_text("utf-8")) if words else largest()
    specs = load_specs(str(OVERLAY))

    def inferred() -> str:
        return str(infer_tile_memory_space(TARGET, specs).run(parse_program(text, path=name, specs=specs)).program)

    def asked(tile: str) -> Answers:
        infer = infer_tile_memory_space(TARGET, specs)
        derived = infer.derive(parse_program(text, path=name, specs=specs), LIKELY)
        infer.complaints(derived)
        answers = Answers(infer, derived)
        str(answers.why(tile))
        return answers

    plain = min(_seconds(inferred)[0] for _ in range(ROUNDS))
    answers = asked(line_of_a_tile(text, specs))
    tiles = [str(row[0]) for row in answers.placement.model.rows("tile")]
    drawn = random.Random(0).sample(tiles, min(TILES, len(tiles)))
    ratios = [min(_seconds(lambda tile=tile: asked(tile))[0] for _ in range(ROUNDS)) / plain for tile in drawn]
    chosen = random.Random(1).choices(tiles, k=FURTHER)
    later = [_seconds(lambda tile=tile: str(answers.why(tile)))[0] * 1000 for tile in chosen]
    print(f"kernel                 {name}: {text.count(chr(10)) + 1} lines, {len(tiles)} tiles")
    print(f"infer                  {plain * 1000:.0f} ms")
    print(f"first why / infer      median {median(ratios):.2f}, least {min(ratios):.2f}, most {max(ratios):.2f} ({len(ratios)} tiles)")
    print(f"further answers        median {median(later):.2f} ms, 9 of 10 below {quantiles(later, n=10)[-1]:.2f} ms ({FURTHER} answers)")
    return 0


def line_of_a_tile(text: str, specs: Any) -> str:
    """Some tile of the kernel, by name."""
    infer = infer_tile_memory_space(TARGET, specs)
    return str(infer.derive(parse_program(text, specs=specs)).model.rows("tile")[0][0])


def _seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
