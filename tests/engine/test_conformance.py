"""Both engines pass the core suites of the PyPI package `datalog-conformance` that lie in our fragment.

The suites of defeasible logic are another language. Of the core suites, `SKIPPED` lists what is left out, and why.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

pytest.importorskip("datalog_conformance", reason="datalog-conformance needs Python 3.11")

from datalog_conformance.plugin import get_tests_dir  # only after the check above
from datalog_conformance.runner import YamlTestRunner
from datalog_conformance.schema import TestCase as Case

from .conformance import Clingo, Pydatalog

CORE = ("basic", "errors", "negation", "recursion")
ARITHMETIC = "arithmetic in a head is outside of the fragment"
PROJECTED = (
    "a variable that occurs only under `not` is outside of the fragment: clingo calls it unsafe, as does errors/review_v2_unsafe_negation"
)
LARGE = "tens of thousands of facts: reading the YAML alone takes longer than all other cases together"
SKIPPED = {
    "basic/review_v2_parser_identity::subtraction_chains_are_left_associative": ARITHMETIC,
    "basic/souffle_evaluation_plus": ARITHMETIC,
    "errors/crepe_unbound_variable": ARITHMETIC,
    "negation/nemo_negation": PROJECTED,
    "recursion/souffle_example_lubm": LARGE,
    "recursion/souffle_example_hmmer": LARGE,
}
"""A file, or one case of a file, and the reason why it is not run."""


def _cases() -> list:
    found = []
    for path in sorted(path for suite in CORE for path in (get_tests_dir() / suite).glob("*.yaml")):
        name = f"{path.parent.name}/{path.stem}"
        if name in SKIPPED:
            found.append(pytest.param(None, id=name, marks=pytest.mark.skip(reason=SKIPPED[name])))
            continue
        for case in _load(path):
            ident = f"{name}::{case.name}"
            marks = [pytest.mark.skip(reason=SKIPPED[ident])] if ident in SKIPPED else []
            found.append(pytest.param(case, id=ident, marks=marks))
    return found


def _load(path: Path) -> list[Case]:
    """The cases of one file; what stands above `tests:` counts for each of them."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml where it is there: the suites are large
    raw = yaml.load(path.read_text(encoding="utf-8"), loader)
    if "tests" not in raw:
        return [Case.from_dict(raw)]
    shared = {key: raw[key] for key in ("source", "verification") if key in raw}
    return [Case.from_dict({**shared, **entry, "tags": [*raw.get("tags", ()), *entry.get("tags", ())]}) for entry in raw["tests"]]


@pytest.mark.parametrize("evaluator", [Clingo(), Pydatalog()], ids=lambda evaluator: evaluator.engine)
@pytest.mark.parametrize("case", _cases())
def test_conforms(case: Case, evaluator: object) -> None:
    YamlTestRunner(evaluator).run_test_case(case)


def test_every_skipped_case_exists() -> None:
    names = {f"{path.parent.name}/{path.stem}" for suite in CORE for path in (get_tests_dir() / suite).glob("*.yaml")}
    assert {name.partition("::")[0] for name in SKIPPED} <= names
