"""The properties of programs that the pass speaks of, as the specification states them, and every check that there is.

A property is the name of a check: a program has it where `verify` finds no violation of that check.
"""

from __future__ import annotations

REQUIRED = ("SSAForm", "IncoreTileOps", "SplitIncoreOrch", "NormalizedStmtStructure")
"""What the pass needs of its input. Checked before it starts."""

PRODUCED = ("SSAForm", "TileMemoryInferred", "NormalizedStmtStructure", "AivSplitValid", "AccToGmStoreValid")
"""What the pass promises of its output. Checked afterwards on request."""

INVALIDATED = ("AivSplitValid",)
"""What may hold before and not after; it is produced again."""

VIOLATION = "violation"
"""The relation `violation(Check, Where)`, whose rows must be none (`rules/verify*.lp`)."""

FITS = ("FitsTarget",)
"""Whether what is live at once fits the memories of the target."""

CHECKS = (
    *dict.fromkeys((*REQUIRED, *PRODUCED)),
    "AssignTypeSymmetry",
    "TileTypeCoherence",
    "MoveLegal",
    "ProducerWrites",
    "JoinsAgree",
    "TargetSupports",
    *FITS,
)
"""Every check: PyPTO's properties under their names, and then those that PyPTO does not have."""
