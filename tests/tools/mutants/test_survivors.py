"""The list of survivors: a written list is read back, and each survivor has its reason."""

from tests.sources import ROOT
from tests.tools.mutants.scope import SCOPE
from tests.tools.mutants.survivors import PATH, Survivor, read, renew, write

ONE = Survivor("a.py", "A.b", ("- x = 1", "+ x = 2"))
TWO = Survivor("a.py", "f", ("- return", "+ if y:", "+ return None"))
OTHER = Survivor("b.py", "f", ("- x = 1", "+ x = 2"))


def test_a_list_of_survivors_is_parsed_to_itself() -> None:
    reasons = {ONE: "`x` is a Roman.\n\nHe is.", TWO: "", OTHER: "So is this."}
    assert read(write(reasons)) == reasons
    assert list(read(write(reasons))) == list(reasons)


def test_only_tried_mutants_are_replaced_in_a_list() -> None:
    reasons = {OTHER: "stays", ONE: "known", TWO: "killed by now"}
    new = ONE._replace(function="A.c")
    assert list(renew(reasons, ["a.py"], [new, ONE]).items()) == [
        (new, ""),
        (ONE, "known"),
        (OTHER, "stays"),
    ]


def test_every_survivor_has_a_reason_and_every_module_its_tests() -> None:
    reasons = read(PATH.read_text())
    assert all(reasons.values()) and {known.module for known in reasons} <= set(SCOPE)
    for module, tests in SCOPE.items():
        assert all((ROOT / path).is_file() for path in [module, *tests])
