"""The page: one HTML file that holds its data, its styles and its scripts, and asks nothing of anybody.

In come payloads, out comes the text of the file. The scripts are plain ES modules in `assets/`; here they are put in order and made one,
so that a report needs no server and using tilewhy needs no build.
"""

from __future__ import annotations

import html
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .colours import styles

ASSETS = Path(__file__).resolve().parent / "assets"
MAIN = "main"

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_SLOT = re.compile(r"^@(\w+)@$|(?<=>)@(\w+)@(?=<)", re.MULTILINE)


def page(payloads: Sequence[dict[str, Any]], title: str) -> str:
    """The HTML file that shows one run, or a run and the one it is held against."""
    parts = {
        "title": html.escape(title),
        "style": f"{styles(max(len(each['spaces']) for each in payloads))}\n{_asset('page.css')}",
        "data": "\n".join(f'<script type="application/octet-stream">{packed(each)}</script>' for each in payloads),
        "licence": _asset("vendor/dagre.LICENSE.txt").strip(),
        "library": _asset("vendor/dagre.min.js").strip(),
        "script": script(),
    }
    return _SLOT.sub(lambda slot: parts[slot[1] or slot[2]], _asset("page.html"))


def packed(payload: dict[str, Any]) -> str:
    """Data as compact JSON, deflated, in base64; `assets/decode.js` is the way back."""
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


@cache
def script() -> str:
    """All modules of the page in one, each in a scope of its own and after those that it imports."""
    found: dict[str, str] = {}

    def bring(name: str) -> None:
        text = _asset(f"{name}.js")
        for _, imported in _IMPORT.findall(text):
            if imported not in found:
                bring(imported)
        exported = ", ".join(name for _, name in _EXPORT.findall(text))
        body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(r"const \1 = module_\2;", text))
        found[name] = f"const module_{name} = (() => {{\n{body}return {{{exported}}};\n}})();\n"

    bring(MAIN)
    return "\n".join(found.values())


def _asset(name: str) -> str:
    return (ASSETS / name).read_text("utf-8")
