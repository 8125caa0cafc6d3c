"""`python -m benchmarks`: measures, prints the tables, keeps the figures; `--compare OLD NEW` holds two results side by side."""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from . import kernels, report, startup
from .kernels import Kernel

SIZES = (1_000, 10_000, 50_000, 200_000)


def main(words: list[str] | None = None) -> int:
    """Measure what the arguments ask for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="KERNEL", help="kernels to measure instead of the usual ones")
    parser.add_argument("--sizes", type=_sizes, metavar="N,N", help="statements of the generated kernels (default: 1,000 to 200,000)")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="runs of each kernel, of which the median counts; default: 7")
    parser.add_argument("--no-start-up", action="store_true", help="leave out what is paid once and the start of whole processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE, `-` for standard output instead of tables")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"), help="measure nothing; compare two such files")
    options = parser.parse_args(words)
    if options.compare:
        old, new = (json.loads(path.read_text("utf-8")) for path in options.compare)
        print(report.comparison(old, new), end="")
        return 0
    figures = _measured(options)
    text = json.dumps(figures, indent=1)
    if options.json is not None and str(options.json) != "-":
        options.json.write_text(f"{text}\n", "utf-8")
    print(text if str(options.json) == "-" else report.tables(figures), end="\n" if str(options.json) == "-" else "")
    return 0


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.replace("_", "").split(",") if number)


def _measured(options: argparse.Namespace) -> dict[str, Any]:
    chosen = [Kernel(path.name, path.read_text("utf-8")) for path in options.files]
    if not chosen:
        chosen = kernels.chosen() if options.sizes is None else []
        chosen += [Kernel(f"generated {size}", kernels.generated(size)) for size in (SIZES if options.sizes is None else options.sizes)]
    if options.sizes is None and not options.files:
        chosen.append(Kernel("one function 10000", kernels.generated(10_000, function=10_000)))
    try:
        product = version("tilewhy")
    except PackageNotFoundError:
        product = "from a checkout"
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "tilewhy": product,
        "kernels": [_of_kernel(kernel, options.rounds) for kernel in chosen],
        "once": {} if options.no_start_up else startup.once(max(options.rounds, 3)),
        "start_up": {} if options.no_start_up else startup.start_up(max(3 * options.rounds, 3)),
    }


def _of_kernel(kernel: Kernel, rounds: int) -> dict[str, Any]:
    """The figures of one kernel, measured in a process that does nothing else."""
    if sys.stderr.isatty():
        print(f"\r\033[K{kernel.name}", end="", file=sys.stderr, flush=True)
    asked = json.dumps({"text": kernel.text, "overlays": kernel.overlays, "rounds": rounds})
    words = [sys.executable, "-m", "benchmarks.measure"]
    done = subprocess.run(words, input=asked, stdout=subprocess.PIPE, text=True, check=True, cwd=kernels.ROOT)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return {"name": kernel.name, **json.loads(done.stdout)}


if __name__ == "__main__":
    sys.exit(main())
