"""Every kernel in `tests/verify` breaks what the file beside it says, and nothing else. How: `tests/verify_runner.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewhy.engine.properties import CHECKS

from .case_runner import difference
from .verify_runner import FOLDER, expectation, kernels, violations


@pytest.mark.parametrize("kernel", kernels(), ids=lambda kernel: kernel.relative_to(FOLDER).with_suffix("").as_posix())
def test_kernel(kernel: Path) -> None:
    said = expectation(kernel)
    if wrong := difference(said.read_text(encoding="utf-8"), violations(kernel), said):
        pytest.fail(wrong, pytrace=False)


@pytest.mark.parametrize("kernel", kernels()[::4], ids=lambda kernel: kernel.stem)
def test_both_engines_say_the_same(kernel: Path) -> None:
    assert violations(kernel, "both") == expectation(kernel).read_text(encoding="utf-8")


def test_folders_are_checks() -> None:
    assert {folder.name for folder in FOLDER.iterdir()} <= set(CHECKS)
