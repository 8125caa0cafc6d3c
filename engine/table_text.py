"""Answers of queries as text for people, as JSON and as CSV. In: a `Table`. Out: text; nothing is looked up here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .proof_json import place_json
from .snippet import visible

if TYPE_CHECKING:
    from .query import Table

WHERE = "where"
"""The title of the column with the places."""


def table_text(table: Table) -> str:
    """Aligned columns with the places of each row; `yes` or `no` for a query without variables."""
    notes = "".join(f"\nnote: {note}" for note in table.notes)
    if not table.columns:
        return ("yes" if table.rows else "no") + notes
    if not table.rows:
        return "no answer" + notes
    lines = [[*table.columns, WHERE]]
    lines += [[*(visible(str(value)) for value in row), table.where(index)] for index, row in enumerate(table.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    count = len(table.rows)
    return "\n".join([*shown, "", f"{count} answer{'s' * (count != 1)}"])


def table_json(table: Table) -> dict[str, Any]:
    """`{"columns", "rows", "places", "notes"}`; a place for each value, null where it has none."""
    return {
        "columns": list(table.columns),
        "rows": [list(row) for row in table.rows],
        "places": [[place_json(place) for place in places] for places in table.places],
        "notes": list(table.notes),
    }


def table_csv(table: Table) -> str:
    """CSV with a header line; the last column holds the places."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*table.columns, WHERE])
    for index, row in enumerate(table.rows):
        writer.writerow([*row, table.where(index)])
    return out.getvalue()
