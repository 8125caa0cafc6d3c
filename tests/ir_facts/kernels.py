"""Small programs around a few lines of body, and what those lines become when they are read and printed."""

from __future__ import annotations

from textwrap import indent

from tilewhy.ir_facts import parse_program, print_program

SIGNATURE = (
    "a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]"
)


def written(body: str, *, kind: str = "InCore", signature: str = SIGNATURE, head: str = "", returns: str = "") -> str:
    """A hand-written file whose one function `f` has this body."""
    return (
        "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n"
        f"{head}\n"
        "@pl.program\nclass Demo:\n"
        f"    @pl.function(type=pl.FunctionType.{kind})\n"
        f"    def f(self, {signature}){returns}:\n" + indent(body.strip("\n"), "        ") + "\n"
    )


def dump(body: str, *, signature: str = SIGNATURE, head: str = "") -> str:
    """The same as the dump of a pass."""
    declared = f"{head}\n\n" if head else ""
    return (
        "# pypto.program: Demo\nimport pypto.language as pl\n\n"
        f"{declared}@pl.program\nclass Demo:\n"
        "    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)\n"
        f"    def f({signature}):\n" + indent(body.strip("\n"), "        ", lambda line: True)
    )


def reprinted(text: str) -> str:
    """What printing makes of a text; what is printed must read and print the same again."""
    once = print_program(parse_program(text))
    assert print_program(parse_program(once)) == once
    return once


def body_of(text: str, name: str = "f") -> str:
    """The body of one function of a printed program, without its indentation."""
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith(f"    def {name}("):
            break
    body: list[str] = []
    for line in lines:
        if line.startswith("    @"):
            break
        body.append(line[8:])
    return "\n".join(body)


def canonical(body: str, **options: str) -> str:
    """The lines that PyPTO would print for hand-written ones."""
    return body_of(reprinted(written(body, **options)))
