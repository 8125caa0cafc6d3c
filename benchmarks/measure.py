"""One kernel in, its times by stage and its peak memory out. Run in a process of its own: `python -m benchmarks.measure`.

Reads a kernel as JSON from standard input and writes the figures as JSON to standard output.
"""

from __future__ import annotations

import ast
import gc
import json
import sys
import time
from statistics import median
from typing import Any

from tilewhy.engine import marker, passes, residency, solver_clingo
from tilewhy.ir_facts import reader
from tilewhy.ir_facts.nodes import Program
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.walk import statements

from .edits import edits
from .kernels import TARGET
from .stopwatch import REST, Stopwatch

STAGES = ("parse", "read", "extract", "solve", "mutate", "residency", "fit", REST, "print")
PASS = ("extract", "solve", "mutate", "residency", "fit", REST)
"""The stages between IR and IR."""

LONGEST = 20.0
"""Seconds of CPU after which no further round is begun."""


def measure(text: str, overlays: tuple[str, ...], rounds: int) -> dict[str, Any]:
    """Seconds by stage (medians of `rounds` runs), those of `ast.parse` alone, the peak of memory in MB and the size of the text."""
    specs = load_specs(*overlays)
    started = peak_memory()
    seconds, program = _run(text, specs)
    peak = peak_memory()
    runs, parses = [seconds], [_parse(text)]
    begun = time.process_time()
    while len(runs) < rounds and time.process_time() - begun < LONGEST:
        parses.append(_parse(text))
        runs.append(_run(text, specs)[0])
    return {
        "lines": text.count("\n") + 1,
        "statements": sum(1 for function in program.functions for _ in statements(function.body)),
        "rounds": len(runs),
        "ast_parse": median(parses),
        "stages": {stage: median(run.get(stage, 0.0) for run in runs) for stage in STAGES},
        "peak_mb": peak,
        "start_mb": started,
        "edits": edits(text, specs) if len(runs) > 1 and text.startswith(reader.HEADER) else None,
    }


def _parse(text: str) -> float:
    """`ast.parse` alone, with the collector off: the fastest that it can be."""
    gc.collect()
    gc.disable()
    begun = time.process_time()
    tree = ast.parse(text)
    seconds = time.process_time() - begun
    gc.enable()
    del tree
    return seconds


def _run(text: str, specs: Specs) -> tuple[dict[str, float], Program]:
    """Text to text as a user's program does it, with the collector as Python sets it."""
    watch = Stopwatch()
    gc.collect()
    infer = passes.infer_tile_memory_space(TARGET, specs)
    stages = (
        (reader, "parse_python", "parse"),
        (passes, "extract", "extract"),
        (passes, "extract_structure", "extract"),
        (passes, "spec_facts", "extract"),
        (passes, "structure_spec_facts", "extract"),
        (solver_clingo, "solve", "solve"),
        (passes.InferTileMemorySpace, "place", "mutate"),
        (passes, "bears_marker", "residency"),
        (passes.InferTileMemorySpace, "residency", "residency"),
        (residency, "apply_residency", "residency"),
        (marker, "strip_marker", "residency"),
        (passes.InferTileMemorySpace, "afterwards", "fit"),
    )
    with watch.watching(*stages, inner=("parse",)):
        program = watch.run("read", lambda: reader.parse_program(text, specs=specs))
        result = watch.run(REST, lambda: infer.run(program))
    watch.run("print", lambda: str(result.program))
    return watch.seconds, program


def peak_memory() -> float:
    """The most memory that this process has had so far, in MB. Linux tells it exactly; elsewhere it is what `getrusage` says."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024**2 if sys.platform == "darwin" else peak / 1024


def main() -> None:
    """Measure what standard input says."""
    asked = json.load(sys.stdin)
    json.dump(measure(asked["text"], tuple(asked["overlays"]), asked["rounds"]), sys.stdout)


if __name__ == "__main__":
    main()
