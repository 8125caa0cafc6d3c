"""The rows of a round as files for other tools: CSV, Parquet (with pyarrow), and fact files with declarations for Souffle.

In comes a round, out go one file for each relation that has rows, named after it. What the columns hold is seen from the rows: a
column of numbers only is one of numbers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, TypeAlias

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from .model import Row
from .output import make_folder, write_file
from .rulebook import Relation, spelt
from .stages import Stage

Writer: TypeAlias = "Callable[[str, list[tuple[Relation, tuple[Row, ...]]]], None]"


def write_relations(stage: Stage, folder: str, form: str, derived: bool) -> int:
    """Write the given relations of `stage`, and the `derived` ones too, into `folder`; returns the number of relations.

    Raises DiagnosticError TW0607 for what cannot be written, TW0613 where `form` needs a package that is missing.
    """
    chosen = [
        (relation, rows)
        for relation in stage.rulebook.relations.values()
        if (derived or relation.given) and (rows := stage.model.rows(relation.name))
    ]
    write = FORMATS[form]
    make_folder(folder)
    write(folder, chosen)
    return len(chosen)


def _csv(folder: str, chosen: list[tuple[Relation, tuple[Row, ...]]]) -> None:
    import csv
    import io

    for relation, rows in chosen:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(relation.columns)
        writer.writerows(rows)
        write_file(os.path.join(folder, f"{relation.name}.csv"), out.getvalue())


def _souffle(folder: str, chosen: list[tuple[Relation, tuple[Row, ...]]]) -> None:
    """Tab-separated `NAME.facts` files, and `relations.dl` with what declares and reads them."""
    declared: list[str] = []
    for relation, rows in chosen:
        columns = ", ".join(f"{name}: {'number' if numeric else 'symbol'}" for name, numeric in _columns(relation, rows))
        declared += [f"// {spelt(relation.means)}"]
        declared += [f".decl {relation.name}({columns})", f".input {relation.name}", ""]
        lines = "".join("\t".join(map(str, row)) + "\n" for row in rows)
        write_file(os.path.join(folder, f"{relation.name}.facts"), lines)
    write_file(os.path.join(folder, "relations.dl"), "\n".join(declared))


def _parquet(folder: str, chosen: list[tuple[Relation, tuple[Row, ...]]]) -> None:
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        message = "--format parquet needs pyarrow, which is not installed"
        raise DiagnosticError(Diagnostic("TW0613", message, help="pip install 'tilewhy[parquet]'")) from None
    for relation, rows in chosen:
        columns = {
            name: arrow.array([row[index] if numeric else str(row[index]) for row in rows], arrow.int64() if numeric else arrow.string())
            for index, (name, numeric) in enumerate(_columns(relation, rows))
        }
        path = os.path.join(folder, f"{relation.name}.parquet")
        try:
            parquet.write_table(arrow.table(columns), path)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise DiagnosticError(Diagnostic("TW0607", f"cannot write {path}: {reason}")) from error


def _columns(relation: Relation, rows: tuple[Row, ...]) -> Iterator[tuple[str, bool]]:
    """Each column, and whether it holds numbers only."""
    for index, name in enumerate(relation.columns):
        yield name, all(isinstance(row[index], int) for row in rows)


FORMATS: dict[str, Writer] = {"csv": _csv, "parquet": _parquet, "souffle": _souffle}
"""What can be written, by the name of the format."""
