"""Remarks as YAML in the shape in which LLVM and MLIR write them, one document each, so that their viewers can read it.

    --- !Missed
    Pass:            infer-tile-memory-space
    Name:            LoadNotHoisted
    DebugLoc:        { File: "kernel.py", Line: 14, Column: 13 }
    Function:        "project"
    Args:
      - Load:            "tokens_mat"
      - String:          " is loaded in every iteration of loop "
      - Loop:            "step"
      - Reason:          "external_storage: ..."
      - Suggestion:      "..."
    ...

Every text is a double-quoted ASCII scalar, so that no reader takes it for a number, a truth value or a tag, and none chokes on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .remarks import Remark

PASS = "infer-tile-memory-space"
"""The name of the pass in every remark."""


def remarks_yaml(remarks: Iterable[Remark], path: str) -> str:
    """One document for each of `remarks`, which speak of the file `path`."""
    return "".join([_document(remark, path) for remark in remarks])


def _document(remark: Remark, path: str) -> str:
    lines = [f"--- !{remark.kind}", _pair("Pass", PASS), _pair("Name", remark.name)]
    if remark.span is not None:
        place = f"{{ File: {quoted(path)}, Line: {remark.span.line}, Column: {remark.span.column + 1} }}"
        lines.append(_pair("DebugLoc", place))
    lines += [_pair("Function", quoted(remark.function)), "Args:"]
    lines += [f"  - {_pair(key, quoted(value))}" for key, value in remark.args]
    return "\n".join([*lines, "...", ""])


def _pair(key: str, value: str) -> str:
    return f"{key + ':':<16} {value}"


def quoted(text: str) -> str:
    """`text` as a double-quoted scalar of printable ASCII."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(letter: str) -> str:
    code = ord(letter)
    if letter in '"\\':
        return f"\\{letter}"
    if 0x20 <= code < 0x7F:
        return letter
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
