"""Every key of an op-spec file: what may stand there, and the sentence that documents it.

The one source for validation, for the JSON Schema and for the reference in the docs. In: nothing. Out: `FILE`, the shape
of a whole file. Never: what the values lead to (`opspecs_link`).
"""

from __future__ import annotations

from .opspecs_shapes import Field, Fields, Flag, Forms, Free, ListOf, Literal, MapOf, Name, Number, Text, Word

KINDS = ("Tile", "Tensor", "Tuple", "Scalar", "Array", "Ptr", "Handle", "Any")
"""What an operand can be."""

SPACE = Name("space")
DTYPE = Name("dtype")
LANE = Word(("cube", "vector", "shared"), "lane")
BLOCK_LAYOUT = Word(("row_major", "col_major", "none_box"), "layout")
LAYOUT = Fields(
    {
        "blayout": Field(
            Word(("row_major", "col_major", "from_shape"), "layout"),
            "block layout; `from_shape` is row_major, but col_major for a constant [N, 1]",
            True,
        ),
        "slayout": Field(BLOCK_LAYOUT, "layout inside a box", True),
        "fractal": Field(Number(), "bytes of an inner box", True),
    },
    "a layout {blayout, slayout, fractal}",
)

SPACES = MapOf(
    Fields(
        {
            "is": Field(Text(), "one line about the memory"),
            "layout": Field(LAYOUT, "how a tile lies there when its type says nothing", True),
            "lane": Field(Word(("cube", "vector"), "lane"), "the core that works there", True),
            "permissive": Field(Flag(), "where a tile goes when nothing asks for anything"),
            "off_chip": Field(Flag(), "no place for a tile"),
            "tiles": Field(Flag(), "false where no op puts a tile, so that `tilewhy ops check` does not wonder"),
        }
    )
)

MOVES = Fields(
    {
        "op": Field(Name("op"), "the op that moves a tile", True),
        "kwarg": Field(Text(), "its keyword that names the destination", True),
        "legal": Field(
            ListOf(
                Fields(
                    {
                        "from": Field(ListOf(SPACE, single=True), "where the tile is", True),
                        "to": Field(ListOf(SPACE, single=True), "where it goes", True),
                        "with": Field(MapOf(BLOCK_LAYOUT), "keywords that such a move carries"),
                        "through": Field(SPACE, "an intermediate space: two moves, the first carries `with`"),
                        "targets": Field(ListOf(Name("target"), single=True), "only on these targets"),
                    }
                )
            ),
            "the pairs that the hardware can do",
            True,
        ),
    }
)

TARGETS = MapOf(
    Fields(
        {
            "is": Field(Text(), "one line about the chip"),
            "arch": Field(Text(), "its name in PTO"),
            "capacity": Field(MapOf(Number(), "space"), "bytes per memory"),
            "alignment": Field(Number(), "every buffer starts at a multiple of this"),
            "row_alignment": Field(MapOf(MapOf(Number()), "space"), "rows are rounded up, by dtype"),
            "store_dtypes": Field(MapOf(ListOf(DTYPE), "space"), "what a store out of this memory can write"),
            "excludes": Field(ListOf(Name("op")), "ops that the chip does not have"),
            "layouts": Field(
                Fields(
                    {
                        layout: Field(MapOf(ListOf(Text()), "op"), f"op -> operands that must be {layout}")
                        for layout in ("row_major", "col_major", "none_box")
                    }
                ),
                "block layout that an op requires of its operands",
            ),
            "layout_adds": Field(MapOf(MapOf(BLOCK_LAYOUT), "space"), "what a move there says besides a required block layout"),
        }
    )
)

BUILDERS = MapOf(
    Fields(
        {"result_space": Field(SPACE, "where shape= and dtype= type the result")},
        rest=Fields(
            {
                "default": Field(SPACE, "the value of an absent keyword"),
                "by_layout": Field(MapOf(SPACE), "the value when the tensor operand has this layout"),
            }
        ),
    )
)

RESIDENCY = Fields(
    {
        "panel": Field(SPACE, "the memory in which resident operands wait", True),
        "marker": Field(Text(), "the attribute that marks a load that may stay", True),
    }
)

OUTPUT = Forms(
    word=Name("output"),
    mapping=Fields(
        {
            "kwarg": Field(Text(), "the keyword that says where"),
            "default": Field(SPACE, "where, without the keyword"),
            "place": Field(SPACE, "placed there although the op itself names no space"),
        },
        "a mapping {kwarg, default} or {place}",
    ),
)

ARGUMENTS = ListOf(Text())
KWARG_TYPES = ("int", "bool", "float", "string", "dtype", "space", "tile_layout", "tensor_layout", "pad")

OP = Fields(
    {
        "is": Field(Text(), "one line about the op"),
        "like": Field(Name("op"), "starts as a copy of that op; the other keys override it"),
        "override": Field(Flag(), "this entry changes an op of the files below; `tilewhy ops check` wants that said"),
        "category": Field(Name("category"), "overrides the namespace's category"),
        "args": Field(
            ListOf(
                Forms(word=Text(), mapping=MapOf(ListOf(Word(KINDS, "kind"), single=True), expected="a single `name: Kind`", single=True))
            ),
            "the operands in order: `name`, `name: Kind`, `(name)` optional, `name...` any number",
        ),
        "kwargs": Field(MapOf(Word(KWARG_TYPES, "type")), "keyword: type"),
        "inputs": Field(MapOf(ListOf(SPACE, single=True)), "operand: the spaces it may be in, preferred first"),
        "output": Field(OUTPUT, "where the result is"),
        "result": Field(Free(), "the type of the result"),
        "memory_access": Field(Word(("functional", "none", "unspecified"), "access"), "what executing the op touches"),
        "reuses": Field(Text(), "the operand whose buffer the result shares"),
        "view": Field(Flag(), "the result is another look at the first operand's buffer"),
        "writes": Field(ARGUMENTS, "operands that are written"),
        "updates": Field(ARGUMENTS, "operands that are read and written"),
        "storage": Field(
            Forms(
                word=Word(("fresh",), "storage"),
                mapping=Fields(
                    {
                        "of": Field(Text(), "the operand whose memory the result is", True),
                        "joins": Field(Word(("itself", "root", "unknown"), "word"), "what is known of it where control flow merges", True),
                    },
                    "a mapping {of, joins}",
                ),
            ),
            "which tensor's memory the result is",
        ),
        "effect": Field(Flag(), "ends the hoistable part of a loop body"),
        "boundary": Field(Flag(), "nothing moves across it; overrides the category's"),
        "lane": Field(
            Forms(
                word=Word(("cube", "vector", "shared", "transfer"), "lane"),
                mapping=Fields({"otherwise": Field(LANE, "the lane of any other value", True)}, rest=MapOf(LANE)),
            ),
            "the core it runs on, or {keyword: {value: core}, otherwise: core}",
        ),
        "hoisted": Field(Flag(), "belongs to no core of a split region"),
        "crossing": Field(
            Fields(
                {
                    "kind": Field(Word(("shard", "gather"), "kind"), "shard: cube to vector; gather: back", True),
                    "operand": Field(SPACE, "where the operand must be"),
                    "result": Field(SPACE, "where the result must be"),
                }
            ),
            "the op is the gate of a split region",
        ),
        "reduces": Field(Word(("first", "last"), "axis"), "the axis it folds"),
        "stores": Field(MapOf(Text()), "{tile: destination}, judged by the target's store_dtypes"),
        "residency": Field(Word(("load", "stage", "view", "reserve"), "part"), "its part in a resident chain"),
        "stationary": Field(ARGUMENTS, "matrix operands that may stay resident"),
        "literals": Field(
            MapOf(Text()),
            "operand: the dtype of a number written there: that of an operand (`signed x`: its signed twin), of a keyword, or a dtype",
        ),
    }
)

CASE = {
    "when": Field(MapOf(ListOf(Literal(), single=True)), "parameter: what it must be"),
    "op": Field(Text(), "the op it stands for"),
    "args": Field(ListOf(Literal()), "its operands"),
    "kwargs": Field(
        ListOf(Forms(word=Text(), mapping=MapOf(Literal(), expected="a single `name: value`", single=True))),
        "its keywords, in stored order",
    ),
    "numbers": Field(MapOf(Text()), "parameter: the dtype of a number that is written as its keyword"),
    "words": Field(MapOf(ListOf(Text())), "parameter: the words that stand for 0, 1, ..."),
    "scalar": Field(Text(), "no op but this scalar expression"),
    "rejected": Field(Text(), "the reason why it is refused"),
    "typed_by": Field(ARGUMENTS, "the parameters that give the result its shape and dtype"),
}

SPELLINGS = ListOf(
    Fields(
        {
            "names": Field(ListOf(Text()), "the spellings", True),
            "same": Field(Text(), "another name of that spelling"),
            "params": Field(ARGUMENTS, "the signature: `x`, `(x)`, `x!`, `x = default`"),
            "cases": Field(ListOf(Fields(CASE)), "what it can mean; the first that fits counts"),
            **CASE,
        }
    )
)

DSL_FILE = Fields(
    {
        "version": Field(Word(("1",), "version"), "the version of this format", True),
        "dsl": Field(SPELLINGS, "Python spellings of ops", True),
    }
)

FILE = Fields(
    {
        "version": Field(Word(("1",), "version"), "the version of this format", True),
        "extends": Field(ListOf(Text(), single=True), "what this file is laid over: `builtin:NAME`, or files by their path from this one"),
        "standalone": Field(Flag(), "a machine of its own: neither the built-in file nor anything else below this file counts"),
        "spellings": Field(Word(("pypto",), "set of spellings"), "the spellings of ops that hold here besides those under `dsl`"),
        "spaces": Field(SPACES, "the memories", True),
        "unplaced": Field(LAYOUT, "how a tile without a space lies", True),
        "moves": Field(MOVES, "how a tile gets from one memory to another", True),
        "staging": Field(MapOf(SPACE, "space"), "where a load stops for a demand", True),
        "targets": Field(TARGETS, "the chips", True),
        "builders": Field(BUILDERS, "what Python builders add"),
        "residency": Field(RESIDENCY, "how loop-invariant operands stay resident", True),
        "dtypes": Field(
            MapOf(
                Fields(
                    {
                        "kind": Field(Word(("float", "signed", "unsigned", "bool", "handle"), "kind"), "what it counts as", True),
                        "bits": Field(Number(), "its width", True),
                    }
                )
            ),
            "element types",
            True,
        ),
        "namespaces": Field(
            MapOf(
                Fields(
                    {
                        "kind": Field(Word(KINDS, "kind"), "what an operand is that says no kind", True),
                        "category": Field(Name("category"), "the category of its ops", True),
                    }
                )
            ),
            "what the first word of an op's name says",
            True,
        ),
        "categories": Field(
            MapOf(
                Fields({"is": Field(Text(), "one line about it"), "boundary": Field(Flag(), "nothing moves across its ops")}),
            ),
            "kinds of ops",
            True,
        ),
        "ops": Field(MapOf(OP), "the operators", True),
        "dsl": Field(SPELLINGS, "Python spellings of ops, looked up before those of `spellings`"),
    }
)

DECLARES = {"space": "spaces", "target": "targets", "dtype": "dtypes", "category": "categories", "op": "ops"}
"""The kinds of names that a file declares, and the section that declares them."""
