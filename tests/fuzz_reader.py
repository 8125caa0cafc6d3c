"""Mutated kernels against reader, pass, printer and verifiers: each is read and placed, or refused with a diagnostic.

    python -m tests.fuzz_reader --minutes 60 --out DIR [--first SEED]      the long run; findings go to DIR, smallest form first
    python -m tests.fuzz_reader --replay SEED                              one mutant again, with the traceback

A mutant is a function of its seed: which file, which mutations. What counts as a finding: any exception but `DiagnosticError`, a
diagnostic that cannot be rendered, a result that cannot be read back or prints differently then, more than 10 seconds, more than
2 GB. Mutations work on bytes (flip, drop, repeat, splice, truncate), on tokens (drop, repeat, exchange, replace) and on lines.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from tilewhy.engine.diagnostics import render
from tilewhy.engine.passes import InferTileMemorySpace, infer_tile_memory_space
from tilewhy.engine.verify import Verifier
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError
from tilewhy.ir_facts.nodes import Source
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.read_source import decode

from .conftest import ROOT

SECONDS, BYTES, LARGE = 10, 2 << 30, 12_000
TARGETS = ("none", "ascend910b", "ascend950")
TOKEN = re.compile(r"\s+|[A-Za-z_]\w*|\d+(?:\.\d+)?|\"[^\"\n]*\"|'[^'\n]*'|[^\w\s]")
WORDS = (
    "0", "1", "-1", "2", "16", "64", "1.5", "1e400", "9223372036854775808", "None", "True", "...", "''", '"a"', "[]", "()", "{}",
    "(", ")", "[", "]", ",", ":", "=", ".", "*", "**", "//", "%", "<<", "@", "->", ":=", "#", "\\", "\t", "\n", "\x0c", "é", "𝒳",
    "pl", "self", "pl.Mem.Acc", "pl.Mem.Vec", "pl.FP32", "pl.INDEX", "pl.dynamic", "pl.const", "pl.yield_", "pl.min", "lambda", "if",
    "else", "for", "while", "with", "return", "yield", "await", "async", "del", "global", "pass", "break", "continue", "import",
    "class", "def", "not", "and", "in", "is", "raise", "assert", "x", "attrs", "init_values",
)  # fmt: skip


class Finding(Exception):
    """What should never happen, in one line."""


@cache
def corpus() -> tuple[bytes, ...]:
    """The files that are mutated, in the order of their paths: cases, verified kernels, examples, small corpus files."""
    folders = [ROOT / "tests" / "cases", ROOT / "tests" / "verify", ROOT / "examples", ROOT.parent / "shared" / "corpus"]
    paths = sorted(path for folder in folders if folder.is_dir() for path in folder.rglob("*.py"))
    return tuple(path.read_bytes() for path in paths if path.stat().st_size <= LARGE)


@cache
def _specs() -> Specs:
    return load_specs()


@cache
def _pass(target: str) -> InferTileMemorySpace:
    return infer_tile_memory_space(target, _specs())


@cache
def _verifier(target: str) -> Verifier:
    return Verifier(target, _specs())


# ---------------------------------------------------------------------------------------------- mutants


def mutant(seed: int) -> bytes:
    """The mutated file of a seed."""
    rng = random.Random(seed)
    data = rng.choice(corpus())
    for _ in range(rng.choice((1, 1, 1, 1, 1, 2, 2, 3, 6))):
        data = rng.choice((_alike, _alike, _alike, _alike, _tokens, _tokens, _lines, _lines, _bytes))(data, rng)
    return data


def _bytes(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return data
    at, length = rng.randrange(len(data)), rng.choice((1, 1, 2, 5, 20, 200))
    other = rng.choice(corpus())
    start = rng.randrange(len(other))
    return rng.choice(
        (
            lambda: data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :],
            lambda: data[:at] + data[at + length :],
            lambda: data[:at] + data[at : at + length] * rng.choice((2, 3, 50)) + data[at + length :],
            lambda: data[:at] + other[start : start + length] + data[at:],
            lambda: data[:at] + rng.randbytes(rng.choice((1, 2, 4))) + data[at:],
            lambda: data[:at],
        )
    )()


def _tokens(data: bytes, rng: random.Random) -> bytes:
    tokens = TOKEN.findall(data.decode("utf-8", "replace"))
    if not tokens:
        return data
    words = [index for index, token in enumerate(tokens) if not token.isspace()] or [0]
    # Most of the interesting text stands below the signature of the first function.
    at, with_ = rng.choice(words), rng.choice(words)
    kind = rng.randrange(8)
    if kind == 0:
        del tokens[at]
    elif kind == 1:
        tokens.insert(at, tokens[at])
    elif kind == 2:
        tokens[at], tokens[with_] = tokens[with_], tokens[at]
    elif kind == 3:
        tokens[at] = tokens[with_]
    elif kind == 4:
        tokens[at] = rng.choice(WORDS)
    elif kind == 5:
        tokens.insert(at, rng.choice(WORDS))
    elif kind == 6:
        other = TOKEN.findall(rng.choice(corpus()).decode("utf-8", "replace"))
        start = rng.randrange(len(other) or 1)
        tokens[at:at] = other[start : start + rng.choice((1, 3, 10, 40))]
    else:
        old, new = tokens[at], rng.choice((tokens[with_], *WORDS[:8], "y__ssa_v0"))
        tokens = [new if token == old else token for token in tokens]
    return "".join(tokens).encode("utf-8", "surrogatepass")


def _alike(data: bytes, rng: random.Random) -> bytes:
    """A name for a name, a number for a number: what comes out is often a program that means something else."""
    tokens = TOKEN.findall(data.decode("utf-8", "replace"))
    kinds = [[index for index, token in enumerate(tokens) if fits(token)] for fits in (_is_word, str.isdecimal)]
    places = rng.choice([kind for kind in kinds if kind] or [[]])
    if not places:
        return data
    at = rng.choice(places)
    numbers = ("0", "1", "2", "3", "7", "16", "17", "512", "4096", "65536", "1000000000000")
    tokens[at] = rng.choice(numbers) if tokens[at].isdecimal() and rng.random() < 0.5 else tokens[rng.choice(places)]
    return "".join(tokens).encode("utf-8", "surrogatepass")


def _is_word(token: str) -> bool:
    return token.isidentifier()


def _lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(to, lines[at])
    elif kind == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 3:
        lines[at] = b"    " + lines[at]
    elif kind == 4:
        lines[at] = lines[at].removeprefix(b"    ")
    elif kind == 5:
        other = rng.choice(corpus()).split(b"\n")
        lines.insert(at, rng.choice(other))
    else:
        lines[at : at + rng.choice((2, 5, 20))] = []
    return b"\n".join(lines)


# ---------------------------------------------------------------------------------------------- one run


def examine(data: bytes, target: str) -> str:
    """Read, place, print, read back and verify `data`: `placed`, `refused`, or `unread`. Raises whatever should never happen."""
    try:
        text = decode(data, "kernel.py").replace("\r\n", "\n").replace("\r", "\n")
        program = parse_program(text, path="kernel.py", specs=_specs())
    except DiagnosticError as refused:
        _tell(refused.diagnostics, None)
        return "unread"
    try:
        _verifier(target).run(program)
        result = _pass(target).run(program)
    except DiagnosticError as refused:
        _tell(refused.diagnostics, program.source)
        return "refused"
    _tell(result.diagnostics, program.source)
    printed = str(result.program)
    try:
        again = str(parse_program(printed, path="placed.py", specs=_specs()))
    except DiagnosticError as refused:
        raise Finding(f"the result cannot be read back: {refused}") from None
    if again != printed:
        line = next(number for number, (one, two) in enumerate(zip(printed.split("\n"), again.split("\n"), strict=False), 1) if one != two)
        raise Finding(f"the result prints differently when it is read back: line {line}: {printed.split(chr(10))[line - 1].strip()}")
    return "placed"


def _tell(diagnostics: tuple[Diagnostic, ...], source: Source | None) -> None:
    for one in diagnostics:
        told = render(one)
        if not told or (one.source is None and not (one.labels and one.labels[0].source)):
            raise Finding(f"a diagnostic without a file: {told}")


def check(seed: int) -> str:
    """`examine` the mutant of a seed for one of the targets."""
    return examine(mutant(seed), TARGETS[seed % len(TARGETS)])


# ---------------------------------------------------------------------------------------------- the long run


def signature(error: BaseException) -> str:
    """What tells one finding from another: where it was raised, or what it says."""
    if isinstance(error, Finding):
        return re.sub(r"`[^`]*`|[\d.]+|line.*|:.*", "", str(error))[:60]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/tests/" not in frame.filename]
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    return f"{type(error).__name__} {place}"


def smallest(data: bytes, fails: Callable[[bytes], bool], seconds: float = 60) -> bytes:
    """`data` without the lines, and then the tokens, that a failure does not need."""
    until = time.monotonic() + seconds
    for split, join in (
        (lambda d: d.split(b"\n"), b"\n"),
        (lambda d: [t.encode() for t in TOKEN.findall(d.decode("utf-8", "replace"))], b""),
    ):
        parts = split(data)
        size = max(len(parts) // 2, 1)
        while size >= 1 and time.monotonic() < until:
            at, removed = 0, False
            while at < len(parts) and time.monotonic() < until:
                fewer = parts[:at] + parts[at + size :]
                if fails(join.join(fewer)):
                    parts, removed = fewer, True
                else:
                    at += size
            size = size if removed and size == 1 else size // 2
        data = join.join(parts)
    return data


def _limited(seed: int) -> str:
    def expire(*_: object) -> None:
        raise Finding(f"more than {SECONDS} seconds")

    signal.signal(signal.SIGALRM, expire)
    signal.alarm(SECONDS)
    try:
        return check(seed)
    finally:
        signal.alarm(0)


def _batch(seeds: range, out: Path) -> None:
    """Check seeds in this process; write each new kind of finding to `out` in its smallest form."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    for seed in seeds:
        (out / "running").write_text(str(seed))
        try:
            kind = _limited(seed)
        except Exception as error:
            kind = "finding"
            _keep(seed, error, out)
        with (out / "count").open("a") as count:
            count.write(f"{kind}\n")


def _keep(seed: int, error: Exception, out: Path) -> None:
    mark = signature(error)
    folder = out / re.sub(r"\W+", "_", mark)
    if folder.exists():
        (folder / "more").open("a").write(f"{seed}\n")
        return
    folder.mkdir()
    target = TARGETS[seed % len(TARGETS)]

    def fails(data: bytes) -> bool:
        try:
            examine(data, target)
        except Exception as other:
            return signature(other) == mark
        return False

    data = mutant(seed)
    (folder / "mutant.py").write_bytes(data)
    (folder / "smallest.py").write_bytes(smallest(data, fails))
    (folder / "told").write_text(f"seed {seed}\ntarget {target}\n" + "".join(traceback.format_exception(error)))


def _preload() -> None:
    """Import everything that is imported lazily, so that a long run examines one state of the code."""
    import tilewhy

    for module in walk_packages(tilewhy.__path__, "tilewhy."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def main() -> int:
    """The long run, or one mutant again."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_reader", description="Mutated kernels against the reader and the pass.")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--out", type=Path, help="where findings go")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--replay", type=int, metavar="SEED", help="run one mutant in this process")
    options = parser.parse_args()
    if options.replay is not None:
        sys.stdout.write(mutant(options.replay).decode("utf-8", "replace") + "\n")
        print(check(options.replay))
        return 0
    _preload()
    options.out.mkdir(parents=True, exist_ok=True)
    until, seed, batch = time.monotonic() + 60 * options.minutes, options.first, 200
    while time.monotonic() < until:
        child = os.fork()
        if child == 0:
            _batch(range(seed, seed + batch), options.out)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            died = int((options.out / "running").read_text())
            (options.out / f"died_{died}").write_text(f"status {status}\n")
            seed = died + 1
        else:
            seed += batch
    kinds = (options.out / "count").read_text().split()
    print(f"seeds {options.first} to {seed}: " + ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
