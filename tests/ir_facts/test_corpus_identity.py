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
