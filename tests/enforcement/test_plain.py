"""A ruling that was written and read decides as before."""

from __future__ import annotations

import json

import pytest
from definitions import CALLS, ENTRIES, HOSTS, inventories, lists, remit_of
from hypothesis import given
from hypothesis import strategies as st

from remit.enforcement.plain import Malformed, from_plain, to_plain
from remit.inventory import Inventory
from remit.policy import Decision


def told(decision: Decision) -> tuple[object, ...]:
    because = decision.because
    return decision.effect, decision.reason, because.path if because else None, because.place if because else None


@given(
    st.sampled_from(HOSTS), lists, st.lists(st.sampled_from(ENTRIES), max_size=3), st.sampled_from([None, "plan"]), inventories
)
def test_what_was_written_decides_as_before(
    name: str, allow: list[str] | None, deny: list[str], mode: str | None, inventory: Inventory | None
) -> None:
    ruling = remit_of(name, allow, deny, mode, inventory).ruling
    plain = to_plain(ruling)
    again = from_plain(json.loads(json.dumps(plain)))
    assert to_plain(again) == plain
    for tool, value in CALLS:
        assert told(again.decide(tool, value)) == told(ruling.decide(tool, value)), tool
        assert again.has(tool) == ruling.has(tool), tool


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["root", "granted", "open", "scopes", "denied", "rules", "why", "spawn", "x"]),
                inner,
                max_size=6,
            )
        ),
        max_leaves=12,
    )
)
def test_other_data_is_no_ruling(value: object) -> None:
    try:
        from_plain(value)
    except Malformed as problem:
        assert problem.reason


@pytest.mark.parametrize(
    "change", [{"open": 1}, {"granted": "Read"}, {"more": True}, {"denied": [["Bash", "x"]]}, {"why": {"x": {}}}]
)
def test_a_ruling_with_a_fault_is_refused(change: dict) -> None:
    plain = to_plain(remit_of("claude-code", ["Read"], [], None, None).ruling)
    with pytest.raises(Malformed):
        from_plain({**plain, **change})
