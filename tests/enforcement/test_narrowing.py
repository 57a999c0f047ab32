"""A child within its parent."""

from __future__ import annotations

import pytest
from definitions import CALLS, ENTRIES, HOSTS, inventories, lists, remit_of
from hypothesis import given
from hypothesis import strategies as st

from remit.enforcement.narrowing import OTHERS, Narrowed, beyond
from remit.inventory import Inventory
from remit.policy import ALLOW, ASK, DENY
from remit.ruling import Ruling

STRICT = {ALLOW: 0, ASK: 1, DENY: 2}


def ruling(allow: list[str] | None, deny: list[str] | None = None, mode: str | None = None) -> Ruling:
    return remit_of("claude-code", allow, deny or [], mode, None).ruling


@pytest.mark.parametrize(
    ("child", "parent", "more"),
    [
        (["Read"], ["Read", "Write"], []),
        (["Read", "Bash"], ["Read"], ["Bash"]),
        (["Bash(git diff:*)"], ["Bash"], []),
        (["Bash"], ["Bash(git diff:*)"], ["Bash"]),
        (["Bash(git diff:*)"], ["Bash(git diff:*)", "Bash(git log:*)"], []),
        (["Bash(git push:*)"], ["Bash(git diff:*)"], ["Bash"]),
        (["mcp__new__x"], None, []),
        (None, None, []),
        ([], ["Read"], []),
    ],
)
def test_what_a_child_would_have_beyond_its_parent(child: list[str] | None, parent: list[str] | None, more: list[str]) -> None:
    assert beyond(ruling(child), ruling(parent)) == more


def test_a_child_that_inherits_everything_is_wider_than_a_list() -> None:
    assert beyond(ruling(None), ruling(["Read"]))


def test_what_a_parent_denies_counts() -> None:
    assert beyond(ruling(["Bash"]), ruling(None, ["Bash"])) == ["Bash"]
    assert beyond(ruling(["Bash"]), ruling(None, ["Bash(rm:*)"])) == ["Bash"]
    assert beyond(ruling(None), ruling(None, ["mcp__new"])) == [OTHERS]
    assert beyond(ruling(["Write"]), ruling(None, mode="plan")) == ["Write"]


@given(st.sampled_from(HOSTS), lists, st.lists(st.sampled_from(ENTRIES), max_size=2), inventories)
def test_a_child_that_is_as_its_parent_is_not_beyond_it(
    name: str, allow: list[str] | None, denied: list[str], inventory: Inventory | None
) -> None:
    first, second = (remit_of(name, allow, denied, None, inventory) for _ in range(2))
    assert beyond(first.ruling, second.ruling) == []


@given(lists, st.lists(st.sampled_from(ENTRIES), max_size=2), lists, st.lists(st.sampled_from(ENTRIES), max_size=2))
def test_a_child_that_is_not_beyond_may_nothing_that_its_parent_may_not(
    child: list[str] | None, refused: list[str], parent: list[str] | None, denied: list[str]
) -> None:
    own, above = ruling(child, refused), ruling(parent, denied)
    if not beyond(own, above):
        for tool, value in CALLS:
            if own.decide(tool, value).effect == ALLOW:
                assert above.decide(tool, value).effect == ALLOW, (tool, value)


@given(lists, lists, lists)
def test_each_generation_only_narrows(first: list[str] | None, second: list[str] | None, third: list[str] | None) -> None:
    one = Narrowed(ruling(first))
    two = one.below(ruling(second))
    three = two.below(ruling(third))
    for tool, value in CALLS:
        steps = [
            STRICT[one.decide(tool, value).effect],
            STRICT[two.decide(tool, value).effect],
            STRICT[three.decide(tool, value).effect],
        ]
        assert steps == sorted(steps), (tool, value)
        assert not three.has(tool) or two.has(tool)
