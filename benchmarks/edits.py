"""What an edit costs in a session: one function after the other is changed, and each time the whole kernel is answered for."""

from __future__ import annotations

import time
from statistics import median

from tilewhy.engine.session import Session
from tilewhy.ir_facts.opspecs import Specs

from .kernels import TARGET

FUNCTION = "\n    @pl.function"
STATEMENT = "        edited_here: pl.Scalar[pl.INDEX] = 3"
EDITED = 15
"""How many functions are edited, evenly spread over the kernel; the longest one besides."""


def edits(text: str, specs: Specs) -> dict[str, float] | None:
    """CPU seconds of an answer to an edit: the median, and that in the longest function. None where there is only one to edit."""
    head, *functions = text.split(FUNCTION)
    candidates = [number for number, function in enumerate(functions) if "\n        " in function and "..." not in function]
    if len(candidates) < 2:
        return None
    longest = max(candidates, key=lambda number: functions[number].count("\n"))
    chosen = candidates[:: max(len(candidates) // EDITED, 1)]
    session = Session(TARGET, specs)
    session.run(text)
    seconds: dict[int, float] = {}
    for number in dict.fromkeys([*chosen, longest]):
        first, colon, rest = functions[number].partition(":\n")
        edited = FUNCTION.join([head, *functions[:number], f"{first}{colon}{STATEMENT}\n{rest}", *functions[number + 1 :]])
        begun = time.process_time()
        answer = session.run(edited)
        seconds[number] = time.process_time() - begun
        assert len(answer.placed) == 1, "one function was edited"
        session.run(text)
    return {"functions": len(functions), "median": median(seconds[number] for number in chosen), "longest": seconds[longest]}
