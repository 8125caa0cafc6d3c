"""A dump without its header is read as a hand-written file, and prints as the dump does. Needs the corpus.

A sample of the kernels, unless TILEWHY_CORPUS=full. Extents that a dump names without declaring them are declared here first: in a
hand-written file an undeclared name is an error. Two kinds of lines may differ, and are counted:

    extents     the extents of a tensor that a program function returned, and of what is made of it. Inlining leaves the caller's names
                in the annotations; here such a type follows from what the function declares (ir_text.md 11.1, 15).
    number      a number beside the elements of an integer tile that stands there without their dtype. No front end leaves it so
                (ir_text.md 9.4): PyPTO's tests built these kernels node by node.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tilewhy.ir_facts import parse_program, print_program
from tilewhy.ir_facts.opspecs import Specs, load_specs

FULL = os.environ.get("TILEWHY_CORPUS") == "full"
EVERY = {"unit": 20, "unset": 20, "fuzz": 20, "model": 12}
"""One of so many kernels of a set is in the sample."""

EXPLAINED = {"unit": {"number": 5}, "unset": {"number": 5}, "fuzz": {}, "model": {"extents": 83}}

EXTENTS = re.compile(r"pl\.Tensor\[\[([^][]*)\]")
TYPED = re.compile(r"pl\.const\((-?\d+), pl\.U?INT(?:8|16|32|64)\)")


@pytest.mark.parametrize("group", EXPLAINED)
def test_a_dump_without_its_header_prints_as_the_dump_does(corpus: Path, group: str) -> None:
    specs = load_specs()
    explained: Counter[str] = Counter()
    wrong: list[str] = []
    paths = sorted((corpus / group).glob("*.before.py"))
    for path in paths if FULL else paths[:: EVERY[group]]:
        for dumped, printed in differences(path, specs):
            why = explanation(dumped, printed)
            explained[why] += 1
            if not why:
                wrong.append(f"{path.name}:\n- {dumped}\n+ {printed}")
    assert wrong == []
    assert not FULL or explained == EXPLAINED[group]


def differences(path: Path, specs: Specs) -> list[tuple[str, str]]:
    """The lines of a dump, and those that are printed for it when it is read as a hand-written file, where they differ."""
    text = path.read_text()
    program = parse_program(text, path=path.name, specs=specs)
    undeclared = sorted(set(program.free_dims) - set(program.dynamics))
    authored = "".join(f'{name} = pl.dynamic("{name}")\n' for name in undeclared)
    authored = text.partition("\n")[2].replace("\n@pl.program", f"{authored}\n@pl.program", 1)
    printed = print_program(parse_program(authored, path=path.name, specs=specs), specs=specs)
    before, after = (body.partition("@pl.program")[2].split("\n") for body in (text, printed))
    assert len(before) == len(after), path.name
    return [(one.strip(), other.strip()) for one, other in zip(before, after, strict=True) if one != other]


def explanation(dumped: str, printed: str) -> str:
    """Why two lines may differ; empty where they may not."""
    if TYPED.sub(r"\1", printed) == dumped:
        return "number"
    return "extents" if EXTENTS.sub(ranks, printed) == EXTENTS.sub(ranks, dumped) else ""


def ranks(extents: re.Match[str]) -> str:
    return f"pl.Tensor[{extents[1].count(',') + 1}]"
