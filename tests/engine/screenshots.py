"""The pictures in README.md, drawn anew: `python -m tests.engine.screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tilewhy.engine.cli import main

from ..conftest import ROOT
from .browser import Page, started

IMAGES = ROOT / "docs" / "images"
PICTURES = {
    "report-why": "tile=scaled_matmul.a_k&near=Acc&theme=light",
    "report-graph": "tile=scaled_matmul.total&tab=graph&theme=light",
    "report-memory": "line=17&tab=memory&theme=dark",
}


def draw(folder: Path) -> None:
    """Write one file for each of `PICTURES`."""
    report = Path(tempfile.mkdtemp()) / "matmul.html"
    main(["report", str(ROOT / "examples" / "matmul.py"), "-o", str(report), "--target", "ascend910b"])
    folder.mkdir(parents=True, exist_ok=True)
    for browser in started():
        browser.set_window_size(1240, 760)
        page = Page(browser)
        for name, fragment in PICTURES.items():
            page.open(report, fragment)
            page.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            browser.save_screenshot(str(folder / f"{name}.png"))


if __name__ == "__main__":
    draw(IMAGES)
