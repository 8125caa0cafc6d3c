"""A session: the pass for somebody who edits a kernel and wants the answer again and again (an editor, a notebook).

In come texts of a kernel, out come the rewritten text and its warnings: always those of a full run, which a law holds
(`tests/laws/test_sessions.py`). Of the dump of a pass only the functions whose text has changed are read and placed again; residency,
which depends on who calls a function with what, is derived again for the kernels of which any of that has changed. Everything else
(hand-written text, a kernel that is refused) is a full run with the op specs and rules that the session keeps.
"""

from __future__ import annotations

from copy import copy

from ..ir_facts.collecting import without_collecting
from ..ir_facts.diagnostic import Diagnostic, DiagnosticError, Label
from ..ir_facts.nodes import Function, Program, Source, Span
from ..ir_facts.opspecs import Specs
from ..ir_facts.pieces import Dump, Piece, cut, excerpt
from ..ir_facts.printer import print_program
from ..ir_facts.read_module import print_order
from ..ir_facts.reader import parse_program
from ..ir_facts.record import record, replace
from ..ir_facts.residency_scan import Roles, Scan
from .marker import strip_marker
from .passes import InferTileMemorySpace, infer_tile_memory_space
from .residency import apply_residency
from .verdicts import together


@record
class Answer:
    """The rewritten kernel, what its author should know, and the functions that were read and placed for it."""

    text: str
    diagnostics: tuple[Diagnostic, ...]
    placed: tuple[str, ...]


class Session:
    """Op specs, rules and answers, kept. `specs` default to the built-in ones; for `target` and `strict` see the pass."""

    def __init__(self, target: str = "none", specs: Specs | None = None, strict: bool = False) -> None:
        self.infer = infer_tile_memory_space(target, specs, strict)
        self._header = ""
        self._known: dict[str, _Known] = {}

    @without_collecting
    def run(self, text: str, path: str = "<text>") -> Answer:
        """The answer for `text`. Raises DiagnosticError as reading and the pass do."""
        dump = cut(text, {name: known.piece for name, known in self._known.items()})
        if dump is None or not dump.pieces:
            return self._whole(text, path)
        update = _Update(self.infer, dump, self._known if dump.header == self._header else {}, Source(path, text))
        try:
            answer = update.answer()
        except (DiagnosticError, _Irregular):
            return self._whole(text, path)
        self._header, self._known = dump.header, update.known
        return answer

    def _whole(self, text: str, path: str) -> Answer:
        program = parse_program(text, path=path, specs=self.infer.specs)
        result = self.infer.run(program)
        return Answer(str(result.program), result.diagnostics, tuple([function.name for function in program.functions]))


class _Irregular(Exception):
    """Something that only a full run can tell."""


class _Known:
    """What is known of one function.

    `program` is what it was read in, when it stood on line `line`; `placed` is the function with its tiles placed, `result` without
    what leaves its loops. `context` is what the residency of its callees depends on, `provenance` what its own does. `told` and `fits`
    are its warnings, about placement and about the room of the target, as of that line.
    """

    __slots__ = ("callees", "context", "fits", "kernel", "line", "piece", "placed", "printed", "program", "provenance", "result", "told")

    def __init__(self, piece: Piece, program: Program, placed: Function, told: list[Diagnostic], scan: Scan) -> None:
        self.piece = piece
        self.line = piece.line
        self.program = program
        self.placed = placed
        self.told = told
        self.kernel = scan.bridged
        self.callees = frozenset([call.callee for call in scan.invocations])
        self.context: object = None
        self.provenance: tuple[object, ...] = ()
        self.result: Function | None = None
        self.printed = ""
        self.fits: list[Diagnostic] = []

    def at(self, piece: Piece) -> _Known:
        """The same function where it stands now."""
        moved = copy(self)
        moved.piece = piece
        return moved


class _Update:
    """One text of a session, on top of what is known of the text before it. `known` is what is known afterwards."""

    def __init__(self, infer: InferTileMemorySpace, dump: Dump, before: dict[str, _Known], source: Source) -> None:
        self._infer = infer
        self._dump = dump
        self._source = source
        self._changed = [name for name, piece in dump.pieces.items() if name not in before or before[name].piece.text != piece.text]
        self.known = {name: before[name].at(piece) for name, piece in dump.pieces.items() if name in before}

    def answer(self) -> Answer:
        """The answer for the whole text. Raises DiagnosticError and _Irregular where a full run has to be made."""
        if self._changed:
            self._read()
        callers = self._callers()
        self._finish(self._resident(callers))
        order = print_order({name: list(one.callees) for name, one in self.known.items()})
        text = "\n".join([_header(self.known[order[0]].program), *[self.known[name].printed for name in order]])
        told = together([self._here(found, one) for one in self.known.values() for found in one.told])
        fits = together([self._here(found, one) for one in self.known.values() for found in one.fits])
        return Answer(text, (*told, *fits), tuple(self._changed))

    # ---------------------------------------------------------------------------------------- placement

    def _read(self) -> None:
        """Read and place the functions that have changed."""
        wanted = set(self._changed)
        program = parse_program(excerpt(self._dump, wanted), path=self._source.path, specs=self._infer.specs)
        functions = [function for function in program.functions if function.name in wanted]
        empty = replace(program, functions=())
        placed, told = self._place(empty, functions)
        # A message may speak of several functions at once, of which one may change: so each is asked alone.
        alone = {function.name: self._place(empty, [function])[1] for function in functions} if told else {}
        roles, marker = Roles(self._infer.specs), self._infer.specs.residency.marker
        for function in placed:
            name, scan = function.name, Scan(function, roles, marker)
            self.known[name] = _Known(self._dump.pieces[name], empty, function, alone.get(name, []), scan)

    def _place(self, program: Program, functions: list[Function]) -> tuple[tuple[Function, ...], list[Diagnostic]]:
        derived = self._infer.derive(replace(program, functions=tuple(functions)))
        told = self._infer.complaints(derived)
        if any(one.severity == "error" for one in told):
            raise _Irregular
        return self._infer.place(derived).functions, told

    # ---------------------------------------------------------------------------------------- residency

    def _callers(self) -> dict[str, list[str]]:
        """Which functions enter each function."""
        callers: dict[str, list[str]] = {}
        for name, one in self.known.items():
            for callee in one.callees:
                if callee not in self.known:
                    raise _Irregular
                callers.setdefault(callee, []).append(name)
        return callers

    def _resident(self, callers: dict[str, list[str]]) -> dict[str, Function]:
        """The kernels whose residency had to be derived again, with what leaves their loops in front of them."""
        if not self._infer.specs.targets[self._infer.target].capacity:
            return {}
        for name, one in self.known.items():
            context = one.piece.text, name in callers, [self.known[callee].piece.signature for callee in sorted(one.callees)]
            if context != one.context:
                one.context = context
        stale: list[str] = []
        for name, one in self.known.items():
            if one.kernel:
                # All that the residency of a kernel depends on: its text, those of its callers, the heads of all functions that these
                # call, and whether its callers are called. A context that has not changed is the same object, and quickly compared.
                provenance = tuple([self.known[each].context for each in (name, *callers.get(name, ()))])
                if provenance != one.provenance:
                    one.provenance = provenance
                    stale.append(name)
        if not stale:
            return {}
        whole = set(stale)
        for _ in range(2):  # whether a caller is itself called matters, and not what happens there
            whole.update([caller for name in whole for caller in callers.get(name, ())])
        called = whole.union(*[self.known[name].callees for name in whole])
        part = [one.placed if name in whole else replace(one.placed, body=None) for name, one in self.known.items() if name in called]
        placed = replace(self.known[stale[0]].program, functions=tuple(part))
        moved = apply_residency(placed, self._infer.residency(placed))
        return {function.name: function for function in moved.functions if function.name in stale}

    # ---------------------------------------------------------------------------------------- results

    def _finish(self, moved: dict[str, Function]) -> None:
        """Bring every function that is new, or that was moved about in, to its result: without marker, checked and printed."""
        marker = self._infer.specs.residency.marker
        for name, one in self.known.items():
            if one.result is None or name in moved:
                clean = strip_marker(replace(one.program, functions=(moved.get(name, one.placed),)), marker)
                one.result = clean.functions[0]
                one.fits = self._infer.afterwards(clean)
                one.printed = print_program(clean)[len(_header(one.program)) + 1 :]

    def _here(self, diagnostic: Diagnostic, one: _Known) -> Diagnostic:
        """A message about a function as it stands in the text of this update."""
        down = one.piece.line - one.line
        labels = [_lower(label, down) if label.source in (None, diagnostic.source) else label for label in diagnostic.labels]
        return replace(diagnostic, labels=tuple(labels), source=self._source)


def _lower(label: Label, down: int) -> Label:
    line, column, end_line, end_column = label.span
    return Label(Span(line + down, column, end_line + down, end_column), label.text)


def _header(program: Program) -> str:
    """What prints above the functions."""
    return print_program(replace(program, functions=()))
