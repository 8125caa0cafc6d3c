"""Text of a program -> IR. In: what PyPTO prints, and what people write (`reference/ir_text.md`). Out: a `Program`.

Goes through Python's `ast` and never executes anything. A text whose first line is PyPTO's header comment is the dump of a pass
and read literally; anything else is brought into the form in which PyPTO would print it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .collecting import without_collecting
from .diagnostic import DiagnosticError
from .nodes import Program, Source
from .read_branches import if_
from .read_calls import call, op_call
from .read_comments import Comments, find_comments
from .read_expr import EXPRESSIONS
from .read_functions import function
from .read_loops import for_, while_
from .read_module import read_module
from .read_scopes import with_
from .read_source import deepest, parse_python, split_lines, too_deep
from .read_state import Reading
from .read_statements import STATEMENTS

if TYPE_CHECKING:
    from .opspecs import Specs
    from .read_state import ExprReader, StmtReader

HEADER = "# pypto.program: "

DUMP_EXPRESSIONS: dict[type[ast.AST], ExprReader] = {**EXPRESSIONS, ast.Call: call}
DUMP_STATEMENTS: dict[type[ast.AST], StmtReader] = {
    **STATEMENTS,
    ast.If: if_,
    ast.For: for_,
    ast.While: while_,
    ast.With: with_,
}


@without_collecting
def parse_program(text: str, *, path: str = "<text>", specs: Specs | None = None) -> Program:
    """Read one program. `path` names it in messages; `specs` defaults to the built-in op specs.

    Raises `DiagnosticError` with codes TW01xx for anything that is no program.
    """
    if specs is None:
        from .opspecs import load_specs

        specs = load_specs()
    return _parse(Source(path, text.removeprefix("\ufeff")), specs)


def _parse(source: Source, specs: Specs) -> Program:
    tree = parse_python(source)
    lines = split_lines(source.text)
    # Blank lines above the header of a dump do not make it hand-written.
    first = next((line for line in lines if line.strip()), "")
    r = Reading(source, lines, specs, Comments(find_comments(source.text, lines)), first.startswith(HEADER))
    if r.dump:
        r.title = first[len(HEADER) :]
        r.expressions, r.statements, r.op_call = DUMP_EXPRESSIONS, DUMP_STATEMENTS, op_call
    else:
        from .authored import install

        install(r)
    try:
        return read_module(r, tree, function)
    except RecursionError:
        raise DiagnosticError(too_deep(source, deepest(tree))) from None
    except DiagnosticError as error:
        raise error.located_in(source) from None
