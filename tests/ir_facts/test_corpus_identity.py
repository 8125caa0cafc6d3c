"""Reading and printing a dump is the identity, comments included (ir_text.md section 16). Needs the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewhy.ir_facts import parse_program, print_program
from tilewhy.ir_facts.opspecs import load_specs


@pytest.mark.parametrize("pattern", ["unit/*.py", "unset/*.py", "fuzz/*.py", "model/*.py", "written/*.after.py"])
def test_reading_and_printing_a_dump_gives_the_same_text(corpus: Path, pattern: str) -> None:
    specs = load_specs()
    files = sorted(corpus.glob(pattern))
    assert files
    changed = [path.name for path in files if print_program(parse_program(path.read_text(), specs=specs), specs=specs) != path.read_text()]
    assert changed == []


def test_hand_written_kernels_print_in_a_form_that_stays(corpus: Path) -> None:
    """What is printed reads the same, as a dump and (without its header) as a hand-written file."""
    specs = load_specs()
    for path in sorted(corpus.glob("written/*.before.py")):
        text = print_program(parse_program(path.read_text(), path=path.name, specs=specs), specs=specs)
        for again in (text, text.partition("\n")[2]):
            assert print_program(parse_program(again, specs=specs), specs=specs) == text, path.name
