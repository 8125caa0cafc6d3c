"""The expressions of `result:` entries, compiled once. In: text such as `valid(lhs)[:-1] + [1]`. Out: functions of a call.

A tiny subset of Python's expression syntax, read with `ast` and never executed: operand and keyword names of the op,
whole numbers, lists of extents, `+ - * // %`, indexing and slicing, `x if condition else y`, comparisons, `and or not in`,
calls of the words in `results_words`, and layouts such as `row_major/none_box/512`. What a name means follows from what is
expected at its place:

    shape    an operand's extents: a tile's shape, the items of a tuple         `full` is the result's own shape
    dim      a scalar operand, an integer keyword, a number
    dtype    an operand's element type, a dtype keyword, a dtype                `x or y`: y where x is absent
    symbol   a memory space, layout, pad or compact mode, or a keyword's value  `unset` is none
    view     a layout or a template (`results_views`)
    test     true, false or unknown; a comparison of extents is answered by the prover

Errors are `RuleError`s with the column in the text.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, TypeAlias

from . import results_shapes, results_views
from .record import record
from .results_syntax import MEMBERS, RuleError, all_or_any, constant, parse, pick, whole_number, word_kind
from .results_vocabulary import WORDS
from .results_words import arithmetic_dim, compare_dims, compare_shapes
from .spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .opspecs import Specs
    from .results_context import Context

Evaluate: TypeAlias = "Callable[[Context], Any]"

DECLARING = (results_shapes, results_views)
"""Modules whose words exist because they are imported here; those of `results_words` come with its functions."""

ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
OPERANDS: dict[str, tuple[str, ...]] = {
    "operand": (),
    "tile": ("Tile",),
    "shaped": ("Tile", "Tensor"),
    "shape": ("Tile", "Tensor", "Tuple"),
    "dim": ("Scalar",),
    "dtype": ("Tile", "Tensor", "Scalar", "Array"),
}
"""What an operand must be, one of these, where it is read in this way; nothing for anything."""

POSSIBLE = "possible"
"""The word around a comparison that may also be undecided."""

COMPARISONS: dict[type[ast.cmpop], str] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


@record
class Test:
    """A condition: its text, its answer, and the two sides of a plain comparison for the message when it fails."""

    text: str
    holds: Evaluate
    sides: tuple[Evaluate, Evaluate] | None


class Compiler:
    """Compiles the texts of one op's rule. `reads` collects what they look at: shape, valid, dtype, layout, space.

    Where `kinds` says what an operand can be, reading it as anything else is an error.
    """

    def __init__(
        self, args: Iterable[str], kwargs: Iterable[str], specs: Specs, kinds: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        self.args = {name: index for index, name in enumerate(args)}
        self.kinds = kinds or {}
        self.kwargs = frozenset(kwargs)
        self.specs = specs
        self.reads: set[str] = set()
        self.base: int | None = None
        self._by_kind: dict[str, Callable[[ast.expr], Evaluate]] = {
            "dim": self._dim,
            "shape": self._shape,
            "dtype": self._named,
            "symbol": self._named,
            "view": self._view,
            "triple": self._view,
            "test": self._test,
            "tensor": self._tensor,
        }

    def compile(self, text: str | int, kind: str) -> Evaluate:
        return self._by_kind[kind](parse(text))

    def test(self, text: str) -> Test:
        node = whole = parse(text)
        sides = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == POSSIBLE and len(node.args) == 1:
            node = node.args[0]
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
            kind = self._common_kind(node, node.left, node.comparators[0])
            if kind != "value":
                sides = (self._by_kind[kind](node.left), self._by_kind[kind](node.comparators[0]))
        return Test(text if node is whole else ast.unparse(node), self._test(whole), sides)

    def operand(self, text: str) -> int:
        return self._operand(parse(text))

    # ------------------------------------------------------------------------------------------ what names mean

    def _operand(self, node: ast.expr, read_as: str = "operand") -> int:
        if isinstance(node, ast.Name) and node.id in self.args:
            self._check_kind(node, read_as)
            return self.args[node.id]
        raise self._unknown(node, "operand", self.args)

    def _check_kind(self, node: ast.Name, read_as: str) -> None:
        wanted, kinds = OPERANDS[read_as], self.kinds.get(node.id, ("Any",))
        if wanted and "Any" not in kinds and not set(wanted) & set(kinds):
            read = " or a ".join(wanted)
            raise RuleError(node.col_offset, f"`{node.id}` is read as a {read}, but it is a {' or a '.join(kinds)}")

    def _unknown(self, node: ast.expr, what: str, known: Iterable[str]) -> RuleError:
        text = ast.unparse(node)
        names = sorted(known)
        advice = did_you_mean(text, names) or f"known: {', '.join(names)}"
        return RuleError(node.col_offset, f"`{text}` is not {'an' if what[0] in 'aeiou' else 'a'} {what}", advice)

    def _kind(self, node: ast.expr) -> str:
        """What a side of a comparison is, as far as the side alone tells; `value` is a keyword."""
        if isinstance(node, ast.Constant):
            return "dim"
        if isinstance(node, ast.List):
            return "shape"
        if isinstance(node, ast.Subscript):
            return "shape" if isinstance(node.slice, ast.Slice) else "dim"
        if isinstance(node, ast.BinOp):
            return "triple" if isinstance(node.op, ast.Div) else self._kind(node.left)
        if isinstance(node, ast.IfExp):
            return self._kind(node.body)
        if isinstance(node, ast.BoolOp):
            return self._kind(node.values[-1])
        called = word_kind(node)
        if called is not None:
            return called
        if isinstance(node, ast.Name):
            if node.id in self.kwargs:
                return "value"
            if node.id in self.args:
                advice = f"write shape({node.id}), dtype({node.id}) or {node.id}[0]"
                raise RuleError(node.col_offset, f"`{node.id}` alone cannot be compared", advice)
            return "dtype" if node.id in self.specs.dtypes else "symbol"
        raise RuleError(node.col_offset, f"`{ast.unparse(node)}` cannot be compared")

    def _common_kind(self, node: ast.Compare, left: ast.expr, right: ast.expr) -> str:
        one, other = self._kind(left), self._kind(right)
        if one == other:
            return one
        if "value" in (one, other) and "shape" not in (one, other):
            return "value"
        raise RuleError(node.col_offset, f"a {one} and a {other} cannot be compared")

    # ------------------------------------------------------------------------------------------ by kind

    def _dim(self, node: ast.expr) -> Evaluate:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return constant(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return constant(whole_number(node))
        if isinstance(node, ast.Name):
            name = node.id
            if name in self.args:
                index = self._operand(node, "dim")
                return lambda c: c.dim(index)
            if name in self.kwargs:
                return lambda c: c.keyword_dim(name)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            shape, place = self._shape(node.value), whole_number(node.slice)
            return lambda c: pick(shape(c), place)
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            op, left, right = ARITHMETIC[type(node.op)], self._dim(node.left), self._dim(node.right)
            return lambda c: arithmetic_dim(op, left(c), right(c))
        return self._common(node, "dim", "extent")

    def _shape(self, node: ast.expr) -> Evaluate:
        if isinstance(node, ast.Name):
            if node.id in self.args:
                index = self._operand(node, "shape")
                self.reads.add("shape")
                return lambda c: c.dims(index)
            if node.id == "full":
                return lambda c: c.shape
        if isinstance(node, ast.List):
            dims = [self._dim(item) for item in node.elts]
            return lambda c: tuple([dim(c) for dim in dims])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self._shape(node.left), self._shape(node.right)
            return lambda c: left(c) + right(c)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.step is None:
            shape = self._shape(node.value)
            lower, upper = node.slice.lower, node.slice.upper
            cut = slice(None if lower is None else whole_number(lower), None if upper is None else whole_number(upper))
            return lambda c: shape(c)[cut]
        return self._common(node, "shape", "shape")

    def _named(self, node: ast.expr) -> Evaluate:
        """A dtype or a symbol: both are names, and an operand stands for its dtype."""
        if isinstance(node, ast.Name):
            name = node.id
            if name in self.args:
                index = self._operand(node, "dtype")
                self.reads.add("dtype")
                return lambda c: c.dtype(index)
            if name in self.kwargs:
                return lambda c: c.keyword(name)
            if name == "unset":
                return constant(None)
            constants = (*self.specs.dtypes, *self.specs.spaces, *MEMBERS)
            if name in constants:
                return constant(name)
            if name not in WORDS:
                raise self._unknown(node, "name that stands for anything here", (*self.args, *self.kwargs, *constants))
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            choices = [self._named(value) for value in node.values]
            return lambda c: next((found for found in (choice(c) for choice in choices) if found is not None), None)
        return self._common(node, "dtype" if word_kind(node) == "dtype" else "symbol", "name")

    def _view(self, node: ast.expr) -> Evaluate:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            pair = node.left
            if not isinstance(pair, ast.BinOp) or not isinstance(pair.op, ast.Div):
                raise RuleError(node.col_offset, f"`{ast.unparse(node)}` is no layout", "write it as row_major/none_box/512")
            return constant((self._member(pair.left), self._member(pair.right), whole_number(node.right)))
        return self._common(node, "triple" if word_kind(node) == "triple" else "view", "view")

    def _tensor(self, node: ast.expr) -> Evaluate:
        return self._common(node, "tensor", "kind of tensor")

    def _test(self, node: ast.expr) -> Evaluate:
        if isinstance(node, ast.BoolOp):
            parts = [self._test(value) for value in node.values]
            decides = isinstance(node.op, ast.Or)
            return lambda c: all_or_any(parts, c, decides)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self._test(node.operand)
            return lambda c: None if (answer := inner(c)) is None else not answer
        if isinstance(node, ast.Name) and node.id in self.kwargs:
            name = node.id
            return lambda c: bool(c.keyword(name))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._comparison(node, node.left, node.ops[0], node.comparators[0])
        return self._common(node, "test", "condition")

    def _comparison(self, node: ast.Compare, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Evaluate:
        if isinstance(op, (ast.In, ast.NotIn)):
            if not isinstance(right, (ast.Tuple, ast.List)):
                raise RuleError(right.col_offset, "`in` needs a list of names", "write `x in (A, B)`")
            value = self._value(left)
            choices = frozenset(self._member(item) for item in right.elts)
            wanted = isinstance(op, ast.In)
            return lambda c: (value(c) in choices) is wanted
        word = COMPARISONS.get(type(op))
        if word is None:
            raise RuleError(node.col_offset, f"`{ast.unparse(node)}` is no comparison")
        kind = self._common_kind(node, left, right)
        if kind == "dim":
            one, other = self._dim(left), self._dim(right)
            return lambda c: compare_dims(c, word, one(c), other(c))
        if kind == "shape" and word in ("==", "!="):
            first, second = self._shape(left), self._shape(right)
            return lambda c: compare_shapes(c, word, first(c), second(c))
        if word not in ("==", "!="):
            raise RuleError(node.col_offset, f"a {kind} has no order", "compare with == or !=")
        equal = word == "=="
        this, that = (self._view(left), self._view(right)) if kind == "triple" else (self._value(left), self._value(right))
        return lambda c: (this(c) == that(c)) is equal

    def _member(self, node: ast.expr) -> int | str:
        """A constant: a number, or the name of a dtype, a space or an enum member."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        known = (*self.specs.dtypes, *self.specs.spaces, *MEMBERS)
        if isinstance(node, ast.Name) and node.id in known:
            return node.id
        raise self._unknown(node, "constant", known)

    def _value(self, node: ast.expr) -> Evaluate:
        """A plain value: a number, a name, or a keyword's value."""
        if isinstance(node, ast.Constant):
            return constant(node.value)
        return self._named(node)

    # ------------------------------------------------------------------------------------------ words

    def _common(self, node: ast.expr, kind: str, what: str) -> Evaluate:
        """What every kind shares: a choice, and the words of that kind."""
        if isinstance(node, ast.IfExp):
            test, then, otherwise = self._test(node.test), self._by_kind[kind](node.body), self._by_kind[kind](node.orelse)
            return lambda c: then(c) if test(c) is True else otherwise(c)
        head = node.func if isinstance(node, ast.Call) else node
        words = [name for name, word in WORDS.items() if word.kind == kind]
        if not isinstance(head, ast.Name) or head.id not in words:
            if isinstance(head, ast.Name) and isinstance(node, ast.Call):
                raise self._unknown(head, f"word for a {what}", words)
            raise RuleError(node.col_offset, f"`{ast.unparse(node)}` is no {what}", f"words for a {what}: {', '.join(words)}")
        return self._call(head.id, node)

    def _call(self, name: str, node: ast.expr) -> Evaluate:
        word = WORDS[name]
        given = node.args if isinstance(node, ast.Call) else []
        required = sum(not param.endswith("?") for param in word.params)
        if len(given) < required or (word.rest is None and len(given) > len(word.params)) or (isinstance(node, ast.Call) and node.keywords):
            raise RuleError(node.col_offset, f"`{name}` takes {word.signature}")
        self.reads.update(word.reads)
        params = [*word.params, *([word.rest] * (len(given) - len(word.params)) if word.rest else [])]
        parts = [self._argument(item, kind) for item, kind in zip(given, params)]  # noqa: B905  # optional ones may be missing
        make = word.make
        if word.kind in ("view", "tensor") and word.params and word.params[0] in OPERANDS:
            self.base = self._operand(given[0])
        if not parts:
            return make
        if len(parts) == 1:
            (only,) = parts
            return lambda c: make(c, only(c))
        return lambda c: make(c, *[part(c) for part in parts])

    def _argument(self, node: ast.expr, kind: str) -> Evaluate:
        optional = kind.endswith("?")
        kind = kind.rstrip("?")
        if kind in ("operand", "tile", "shaped"):
            return constant(self._operand(node, kind))
        if kind == "whole":
            return constant(whole_number(node))
        if kind == "given":
            name = node.id if isinstance(node, ast.Name) else ""
            if name in self.kwargs:
                return lambda c: name in c.kwargs
            index = self._operand(node)
            return lambda c: c.given(index)
        made = self._by_kind[kind](node)
        if optional and isinstance(node, ast.Name) and node.id in self.args:
            place = self.args[node.id]
            return lambda c: made(c) if c.given(place) else None
        return made
