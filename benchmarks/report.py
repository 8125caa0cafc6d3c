"""Figures in, tables out: of one run, or of two runs side by side."""

from __future__ import annotations

from typing import Any

from .measure import PASS, STAGES

Figures = dict[str, Any]


def tables(figures: Figures) -> str:
    """The tables of one run."""
    parts = [f"Python {figures['python']} on {figures['machine']}, tilewhy {figures['tilewhy']}"]
    kernels = figures["kernels"]
    if kernels:
        parts.append("CPU time as a ratio to ast.parse of the same text in the same process\n" + grid(_ratios(kernels)))
        parts.append("CPU time for each statement in microseconds, and the peak of memory\n" + grid(_per_statement(kernels)))
        parts.append("An edit in one function, answered by a session, as a share of a full run\n" + grid(_edits(kernels)))
    if figures["once"]:
        rows = [["once in a process", "ms"], *([name, f"{1000 * seconds:.2f}"] for name, seconds in figures["once"].items())]
        parts.append(grid(rows))
    if figures["start_up"]:
        idle = next(iter(figures["start_up"].values()))
        rows = [["a whole process", "CPU ms", "ratio"]]
        rows += [[name, f"{1000 * seconds:.1f}", f"{seconds / idle:.2f}"] for name, seconds in figures["start_up"].items()]
        parts.append(grid(rows))
    return "\n\n".join(parts) + "\n"


def _ratios(kernels: list[Figures]) -> list[list[str]]:
    rows = [["kernel", "lines", "stmts", "parse ms", *STAGES, "pass", "text to text"]]
    for kernel in kernels:
        base = kernel["ast_parse"]
        cells = [f"{kernel['stages'][stage] / base:.2f}" for stage in STAGES]
        size = [str(kernel["lines"]), str(kernel["statements"]), f"{1000 * base:.1f}"]
        rows.append([kernel["name"], *size, *cells, f"{pass_ratio(kernel):.2f}", f"{text_ratio(kernel):.2f}"])
    return rows


def _per_statement(kernels: list[Figures]) -> list[list[str]]:
    rows = [["kernel", "stmts", "ast.parse", *STAGES, "all", "MB", "runs"]]
    for kernel in kernels:
        count = max(kernel["statements"], 1)
        micro = [1e6 * seconds / count for seconds in (kernel["ast_parse"], *(kernel["stages"][stage] for stage in STAGES))]
        memory = [f"{kernel['peak_mb']:.0f}", str(kernel["rounds"])]
        rows.append([kernel["name"], str(count), *(f"{time:.1f}" for time in micro), f"{per_statement(kernel):.1f}", *memory])
    return rows


def _edits(kernels: list[Figures]) -> list[list[str]]:
    rows = [["kernel", "functions", "full ms", "median ms", "share", "longest ms", "share"]]
    for kernel in kernels:
        found, full = kernel["edits"], sum(kernel["stages"].values())
        if found is not None:
            cells = [cell for key in ("median", "longest") for cell in (f"{1000 * found[key]:.1f}", f"{found[key] / full:.3f}")]
            rows.append([kernel["name"], str(found["functions"]), f"{1000 * full:.0f}", *cells])
    return rows


def pass_ratio(kernel: Figures) -> float:
    """What lies between IR and IR, in times of `ast.parse`."""
    return float(sum(kernel["stages"][stage] for stage in PASS) / kernel["ast_parse"])


def text_ratio(kernel: Figures) -> float:
    """Text to text, in times of `ast.parse`."""
    return float(sum(kernel["stages"].values()) / kernel["ast_parse"])


def per_statement(kernel: Figures) -> float:
    """Microseconds for each statement, text to text."""
    return float(1e6 * sum(kernel["stages"].values()) / max(kernel["statements"], 1))


def comparison(old: Figures, new: Figures) -> str:
    """What both runs measured, side by side. Ratios and memory, which a change of machine leaves comparable, and times."""
    rows = [["kernel", "figure", "before", "now", "change"]]
    before = {kernel["name"]: kernel for kernel in old["kernels"]}
    for kernel in new["kernels"]:
        known = before.get(kernel["name"])
        if known is None:
            continue
        for label, figure in (("pass / ast.parse", pass_ratio), ("text / ast.parse", text_ratio), ("us / statement", per_statement)):
            rows.append([kernel["name"], label, *_change(figure(known), figure(kernel))])
        rows.append([kernel["name"], "peak MB", *_change(known["peak_mb"], kernel["peak_mb"])])
        if known["edits"] and kernel["edits"]:
            rows.append([kernel["name"], "edit, ms", *_change(1000 * known["edits"]["median"], 1000 * kernel["edits"]["median"])])
    for part, unit in (("once", "ms"), ("start_up", "CPU ms")):
        for name, seconds in new[part].items():
            if name in old[part]:
                rows.append([name, unit, *_change(1000 * old[part][name], 1000 * seconds)])
    return grid(rows) + "\n"


def _change(old: float, new: float) -> list[str]:
    return [f"{old:.2f}", f"{new:.2f}", f"{100 * (new / old - 1):+.0f} %" if old else ""]


def grid(rows: list[list[str]]) -> str:
    """Columns of equal width: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    words = [not any(character.isdigit() for character in cell[:1]) for cell in rows[-1]]
    lines = [
        "  ".join(cell.ljust(width) if left else cell.rjust(width) for cell, width, left in zip(row, widths, words, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(lines)
