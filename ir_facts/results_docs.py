"""The reference of the result-rule language, from the words' own declarations. In: `WORDS`. Out: Markdown on stdout.

python -m tilewhy.ir_facts.results_docs > docs/result_rules.md
"""

from __future__ import annotations

from .results_rules import KINDS, RESULTS
from .results_vocabulary import WORDS

INTRODUCTION = """\
# How the type of a result follows from the operands

An op's `result:` in `opspecs.yaml` (or in a file of your own) says the type of its result. tilewhy reads it where a type is not
written in the text, and again when the pass has moved an operand. This document is generated:
`python -m tilewhy.ir_facts.results_docs > docs/result_rules.md`.

```yaml
ops:
  tile.softcap:
    args: [tile, cap: Scalar]
    inputs: {tile: Vec}
    output: Vec
    result: {view: inherit(tile)}        # shape, dtype and valid shape are those of `tile`

  tile.outer:
    args: [lhs, rhs]
    inputs: {lhs: Vec, rhs: Vec}
    output: Vec
    result:
      view: row_major/none_box/512       # block layout / layout inside a box / bytes of a box
      shape: "[lhs[-1], rhs[-1]]"
      dtype: promote(lhs, rhs)
      require:
      - dtype(lhs) in (FP16, FP32)
      - that: rank(lhs) == 2 and lhs[0] == 1
        says: lhs must be a row
```

An op without `result:` keeps the type that the text writes, in the memory that its `output:` says.

## What the result is

Exactly one of these keys says it, and the others refine it. `require:` may stand beside any of them.

| key | the result is | other keys |
|---|---|---|
"""

MEANINGS = {
    "view": "a tile with this layout",
    "tensor": "a tensor",
    "type": "of the same type as this operand",
    "scalar": "a scalar of this dtype",
    "array": "an array of this many elements",
    "marker": "a type by its printed name, such as `pl.Ptr` or `pl.UnknownType`",
    "tuple": "several results, each with a rule of its own",
}

LANGUAGE = """
What a template of an operand (`inherit(x)`, `effective(x)`, `keeps(x)`) leaves open, shape, dtype and valid shape, is that
operand's. A tile whose rule has no `space:` takes the memory that the op's `output:` says; if its view is then just the flat one
of its shape, it turns into the layout of that memory.

## Values

A value is an expression, or a list of rows `{when: condition, then: value}` of which the first that holds counts; where none
does, the value counts as left out. Expressions are a small part of Python's, and never executed:

| form | meaning |
|---|---|
| `lhs` | an operand by its name in `args`: its shape, dtype or value, as the place asks |
| `target_memory` | a keyword by its name in `kwargs`: its value, or nothing |
| `[lhs[0], 16]`, `lhs[:-1] + [1]` | a shape of extents; part of a shape, and more |
| `lhs[-1] * 2`, `+ - // %` | arithmetic on extents; constants are folded |
| `x if condition else y`, `x or y` | a choice; `y` where the keyword `x` is not given |
| `== != < <= > >=`, `in (A, B)`, `and or not` | conditions; extents are compared by the prover, which may not know |
| `Vec`, `FP16`, `row_major`, `ND`, `zero` | a memory, a dtype, a member of an enum; `unset` is none |
| `full` | the result's own shape |

A requirement holds only where its condition is provably true; `possible(...)` asks only that it is not provably false.

## Words
"""

GROUPS = {
    "view": "layouts of a tile",
    "tensor": "kinds of tensors",
    "shape": "shapes",
    "dim": "extents",
    "dtype": "dtypes",
    "symbol": "names",
    "triple": "whole layouts",
    "test": "conditions",
}


def document() -> str:
    """The whole document."""
    lines = [INTRODUCTION.rstrip("\n")]
    for key, refined in RESULTS.items():
        others = ", ".join(f"`{other}`" for other in KINDS if other in refined)
        more = ", ".join(f"`{other}`" for other in sorted(refined - set(KINDS)))
        lines.append(f"| `{key}` | {MEANINGS[key]} | {', '.join(part for part in (others, more) if part) or '-'} |")
    lines.append(LANGUAGE.rstrip("\n"))
    for kind, title in GROUPS.items():
        lines += ["", f"### For {title}", "", "| word | meaning |", "|---|---|"]
        words = sorted((word for word in WORDS.values() if word.kind == kind), key=lambda word: word.name)
        lines += [f"| `{word.signature}` | {' '.join(word.says.split())} |" for word in words]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(document(), end="")
