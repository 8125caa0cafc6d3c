"""A result that cannot be deduced, before it is known for which call. In: nothing. Out: the exception that the leaves raise.

The functions that compute shapes and views know neither the op nor its place in the text. They raise a `Refusal`;
`results` turns it into a `DiagnosticError` that names the call. It never reaches a caller outside of this package.
"""

from __future__ import annotations


class Refusal(Exception):
    """`code` is the diagnostic's code (TW015x), `message` completes the sentence "<op>: ...", `help` says the way out."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
