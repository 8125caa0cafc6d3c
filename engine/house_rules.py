"""A user's own rules on top of the built-in ones: `--rules house.lp`.

In come a rulebook and the user's files, out comes a rulebook with both. New relations are free, and need no declaration: columns are
then called as in the head of the first rule. A built-in relation may be derived in other ways only if the file says so,

    %!replaces staged_through_mat          the built-in rules of this relation do not count

or if the relation is open to everybody (`%!open`, as `violation` is). Every fault is told with its place in the user's file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError, Label
from ..ir_facts.nodes import Source, Span
from ..ir_facts.spelling import did_you_mean
from .rulebook import Relation, Rulebook, Template
from .rules_ast import Literal, Rule, Variable

REPLACES = "%!replaces "


def with_house_rules(book: Rulebook, files: Sequence[Source]) -> Rulebook:
    """`book` with the rules of `files` on top. Raises DiagnosticError TW0701 to TW0705, TW0721 to TW0723."""
    if not files:
        return book
    house = Rulebook(tuple(files))
    replaced = _replaced(book, files)
    for rule in house.rules:
        builtin = book.relations.get(rule.head.relation)
        if builtin is not None and not builtin.open and builtin.name not in replaced:
            raise _redefines(builtin, rule, files)
    declared = {**book.relations, **house.relations}
    kept = tuple(_without(source, replaced) for source in book.sources)
    both = Rulebook((*kept, *files), tuple(_undeclared(house.rules, declared)))
    _check_sentences(both, files)
    both.check()
    return both


def house_books(books: tuple[Rulebook, Rulebook, Rulebook], files: Sequence[Source]) -> tuple[Rulebook, Rulebook, Rulebook]:
    """Each of `books` with those of the user's files on top that fit it. Raises DiagnosticError when a file fits none of them."""
    if not files:
        return books
    if not any(fits(book, files) for book in books):
        raise _fits_nowhere(books, files)
    first, second, third = (with_house_rules(book, files) if fits(book, files) else book for book in books)
    return first, second, third


def fits(book: Rulebook, files: Iterable[Source]) -> bool:
    """Whether `book` knows every relation that the files replace, or look at without deriving it themselves."""
    house = Rulebook(tuple(files))
    own = {*house.relations, *house.by_head}
    named = [name for source in house.sources for _, name in _named_by(source)]
    return all(name in book.relations or name in own for _, name in _read(house)) and all(name in book.relations for name in named)


def _read(house: Rulebook) -> list[tuple[Rule, str]]:
    """Every relation that a rule looks at, with the rule."""
    return [(rule, item.atom.relation) for rule in house.rules for item in rule.body if isinstance(item, Literal)]


def _fits_nowhere(books: Sequence[Rulebook], files: Sequence[Source]) -> DiagnosticError:
    """Why no round can take the files: a relation that nobody knows, or relations of different rounds."""
    house = Rulebook(tuple(files))
    own = {*house.relations, *house.by_head}
    known = {name for book in books for name in book.relations}
    for source in files:
        for number, name in _named_by(source):
            if name not in known:
                return _unknown_replaced(name, number, source, known)
    for rule, name in _read(house):
        if name not in known and name not in own:
            help_ = did_you_mean(name, known | own) or "`tilewhy relations` lists all relations"
            return _at_rule("TW0703", f"{name} is declared nowhere", rule, files, help_)
    rule, name = next((rule, name) for rule, name in _read(house) if name not in books[0].relations and name not in own)
    message = f"{name} is not known in the round that the other relations of these rules belong to"
    return _at_rule("TW0720", message, rule, files, "write rules about one round at a time: `tilewhy relations` tells them apart")


def _named_by(source: Source) -> list[tuple[int, str]]:
    """The relations that a file says it replaces, with their lines."""
    lines = enumerate(source.text.splitlines(), 1)
    return [(number, line[len(REPLACES) :].strip()) for number, line in lines if line.startswith(REPLACES)]


def _replaced(book: Rulebook, files: Sequence[Source]) -> set[str]:
    """The built-in relations whose rules the files replace."""
    found: set[str] = set()
    for source in files:
        for number, name in _named_by(source):
            relation = book.relations.get(name)
            if relation is None or relation.given:
                raise _unknown_replaced(name, number, source, book.relations, relation is not None)
            found.add(name)
    return found


def _unknown_replaced(name: str, line: int, source: Source, known: Iterable[str], given: bool = False) -> DiagnosticError:
    message = f"{name} is given, not derived, so there is nothing to replace" if given else f"no built-in relation is called {name}"
    span = Span(line, len(REPLACES), line, len(REPLACES) + len(name))
    return DiagnosticError(Diagnostic("TW0722", message, (Label(span),), "" if given else did_you_mean(name, known), source=source))


def _redefines(builtin: Relation, rule: Rule, files: Sequence[Source]) -> DiagnosticError:
    if builtin.given:
        message, help_ = f"{builtin.name} is given with the kernel, so no rule may derive it", "call your relation something else"
    else:
        message = f"{builtin.name} is built in ({builtin.path}:{builtin.line})"
        help_ = f"call your relation something else, or write `{REPLACES}{builtin.name}` if the built-in rules are not to count"
    return _at_rule("TW0721", message, rule, files, help_)


def _at_rule(code: str, message: str, rule: Rule, files: Sequence[Source], help_: str) -> DiagnosticError:
    source = next(source for source in files if source.path == rule.path)
    width = len(source.text.splitlines()[rule.line - 1])
    return DiagnosticError(Diagnostic(code, message, (Label(Span(rule.line, 0, rule.line, width)),), help_, source=source))


def _without(source: Source, replaced: set[str]) -> Source:
    """A built-in file without the rules of the replaced relations, every other rule on its line."""
    rules = Rulebook((source,)).rules if replaced else ()
    gone = [rule for rule in rules if rule.head.relation in replaced]
    if not gone:
        return source
    lines = source.text.splitlines()
    for rule in gone:
        last = next(number for number in range(rule.line, len(lines) + 1) if lines[number - 1].rstrip().endswith("."))
        lines[rule.line - 1 : last] = [""] * (last - rule.line + 1)
    return Source(source.path, "\n".join(lines))


def _undeclared(rules: Iterable[Rule], declared: dict[str, Relation]) -> list[Relation]:
    """A declaration for each relation that the user's rules derive without one."""
    made: dict[str, Relation] = {}
    for rule in rules:
        name = rule.head.relation
        if name not in declared and name not in made:
            columns: list[str] = []
            for index, term in enumerate(rule.head.terms, 1):
                column = term.name if isinstance(term, Variable) else f"Column{index}"
                columns.append(column if column not in columns else f"{column}{index}")
            means: Template = (f"{name}({', '.join('%' for _ in columns)})", tuple(columns))
            at = next(
                (c for c, term in zip(columns, rule.head.terms, strict=True) if isinstance(term, Variable)), columns[0] if columns else ""
            )
            made[name] = Relation(name, tuple(columns), means, at, False, rule.path, rule.line)
    return list(made.values())


def _check_sentences(book: Rulebook, files: Sequence[Source]) -> None:
    """A sentence may only speak of what its rule or its relation knows, once for each `%`."""
    by_path = {source.path: source for source in files}
    said = [(r.path, r.line, r.says, _names(r), f"the rule of {r.head.relation}") for r in book.rules]
    said += [(r.path, r.line, r.means, set(r.columns), r.name) for r in book.relations.values()]
    for path, line, (sentence, names), known, whose in said:
        if path not in by_path:
            continue
        unknown = next((name for name in names if name not in known), None)
        if unknown is not None:
            message = f"the sentence of {whose} speaks of {unknown}, which it does not know"
        elif sentence.count("%") != len(names):
            message = f"the sentence of {whose} has {sentence.count('%')} places (%) for {len(names)} variables"
        else:
            continue
        width = len(by_path[path].text.splitlines()[line - 1])
        label = Label(Span(line, 0, line, width))
        raise DiagnosticError(Diagnostic("TW0723", message, (label,), did_you_mean(unknown or "", known), source=by_path[path]))


def _names(rule: Rule) -> set[str]:
    atoms = [rule.head, *(item.atom for item in rule.body if isinstance(item, Literal))]
    return {term.name for atom in atoms for term in atom.terms if isinstance(term, Variable)}
