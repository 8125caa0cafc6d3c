"""One call in an otherwise empty kernel: what tests of types say, in the words of printed IR."""

from __future__ import annotations

from tilewhy.ir_facts import parse_program, print_program
from tilewhy.ir_facts.nodes import Assign, Call, Expr, Program
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.record import replace
from tilewhy.ir_facts.results import rebuild, result_type, retarget
from tilewhy.ir_facts.types import TileType, Type
from tilewhy.ir_facts.walk import variable_types

SPECS = load_specs()

BOXED_VEC = "pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)"
FLAT_MAT = "pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)"
TURNED_MAT = "pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)"
ROW_MAJOR = "pl.TileView(blayout=pl.TileLayout.row_major)"

HEAD = """\
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def kernel({params}):
        result: {type} = {call}"""


def kernel(call: str, params: dict[str, str], type: str = "pl.UnknownType", specs: Specs = SPECS) -> Program:
    signature = ", ".join(f"{name}: {annotation}" for name, annotation in params.items())
    return parse_program(HEAD.format(params=signature, call=call, type=type), specs=specs)


def assignment(program: Program) -> Assign:
    body = program.functions[0].body
    assert body is not None and isinstance(body[-1], Assign)
    return body[-1]


def printed(program: Program, type: Type) -> str:
    """`type` as it prints on the assignment of `program`."""
    function = program.functions[0]
    typed = replace(program, functions=(replace(function, body=(replace(assignment(program), type=type),)),))
    line = print_program(typed, specs=SPECS).rpartition("\n")[2]
    return line.strip().removeprefix("result: ").partition(" = ")[0]


def result(call: str, specs: Specs = SPECS, **params: str) -> str:
    """The type that is deduced for `call`, whose operands are parameters of the given types."""
    program = kernel(call, params, specs=specs)
    types = variable_types(program.functions[0])
    return printed(program, result_type(assignment(program).value, lambda var: types[var], specs))


def rebuilt(call: str, old: str, **params: str) -> str:
    """The type of `call` after its operands took the given types, when it was `old` before."""
    program = kernel(call, params, old)
    types = variable_types(program.functions[0])
    value = assignment(program).value
    assert isinstance(value, Call)
    return printed(program, rebuild(value, assignment(program).type, lambda var: types[var], SPECS))


def retargeted(call: str, old: str, space: str, **params: str) -> str:
    """The type of a load or create of type `old` that is sent to `space`."""
    program = kernel(call, params, old)
    types = variable_types(program.functions[0])
    value, before = assignment(program).value, assignment(program).type
    assert isinstance(value, Call) and isinstance(before, TileType)
    return printed(program, retarget(value, before, space, lambda var: types[var], SPECS))


def types_of(**params: str) -> dict[str, Type]:
    """The types of parameters, by name."""
    program = kernel("0", params)
    return {param.var.name: param.type for param in program.functions[0].params}


def expression(text: str, **params: str) -> tuple[Expr, dict[Expr, Type]]:
    """An expression over scalar parameters, and the types of its variables."""
    program = kernel(text, params)
    return assignment(program).value, dict(variable_types(program.functions[0]))


def tile(rest: str, shape: str = "[16, 64]", dtype: str = "FP16") -> str:
    return f"pl.Tile[{shape}, pl.{dtype}{', ' if rest else ''}{rest}]"


def tensor(shape: str, dtype: str = "FP16", rest: str = "") -> str:
    return f"pl.Tensor[{shape}, pl.{dtype}{', ' if rest else ''}{rest}]"


VEC = tile("pl.Mem.Vec")
