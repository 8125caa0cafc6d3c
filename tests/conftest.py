"""What several test files share: where the checkout is, and where the corpus is, if it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def corpus_dir() -> Path:
    """The folder of real kernels that may lie beside a checkout. Skips the calling test, visibly, where it is absent."""
    folder = ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("no ../shared/corpus beside this checkout")
    return folder


@pytest.fixture(scope="session")
def corpus() -> Path:
    """`corpus_dir()` as a fixture."""
    return corpus_dir()
