"""Grants: a time that runs out, at exactly its end, whatever is asked in between."""

from __future__ import annotations

import copy
import gc
import json
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.enforcement.secrets.grants import ACTIVE, EXPIRED, SECRET, TOOL, UNLIMITED, Grant, Grants


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_grant_has_expired_at_exactly_its_time(clock: Clock) -> None:
    grants = Grants(clock)
    grants.grant_secret("key", 10)
    clock.now += 9.999
    assert grants.is_active(SECRET, "key")
    clock.now = 1010
    assert not grants.is_active(SECRET, "key")


def test_a_time_of_nothing_expires_at_once(clock: Clock) -> None:
    grants = Grants(clock)
    grants.grant_tool("Bash", 0)
    assert not grants.is_active(TOOL, "Bash")
    assert grants.check_tool("Bash") == EXPIRED


def test_adding_appends_and_the_first_that_runs_tells_the_end(clock: Clock) -> None:
    grants = Grants(clock)
    grants.grant_secret("key", 5)
    grants.grant_secret("key", 50)
    assert len(grants) == 2
    assert grants.expires_at(SECRET, "key") == 1005
    clock.now = 1005
    assert grants.expires_at(SECRET, "key") == 1050
    assert len(grants) == 1


def test_adding_does_not_sweep(clock: Clock) -> None:
    grants = Grants(clock)
    grants.add(Grant(SECRET, "a", 1, clock.now))
    clock.now += 5
    grants.add(Grant(SECRET, "b", 10, clock.now))
    assert len(grants) == 2
    grants.grant_secret("c", 10)
    assert len(grants) == 2


def test_names_are_exact(clock: Clock) -> None:
    grants = Grants(clock)
    grants.grant_secret("Key", 5)
    grants.grant_tool("bash", 5)
    assert not grants.is_active(SECRET, "key")
    assert not grants.is_active(TOOL, "Key")
    assert grants.check_tool("Bash") == UNLIMITED
    assert grants.check_tool("bash__x") == UNLIMITED


def test_a_tool_that_was_never_granted_for_a_time_is_not_limited_and_an_expired_one_stays_so(clock: Clock) -> None:
    grants = Grants(clock)
    assert grants.check_tool("Read") == UNLIMITED
    grants.grant_tool("Bash", 5)
    assert grants.check_tool("Bash") == ACTIVE
    clock.now += 5
    assert [grants.check_tool("Bash") for _ in range(3)] == [EXPIRED] * 3
    grants.grant_tool("Bash", 5)
    assert grants.check_tool("Bash") == ACTIVE


def test_revoking_ends_everything_for_good(clock: Clock) -> None:
    grants = Grants(clock)
    grants.grant_tool("Bash", 5)
    grants.grant_secret("key", 5)
    grants.revoke_all()
    assert len(grants) == 0
    assert grants.check_tool("Bash") == EXPIRED
    assert not grants.is_active(SECRET, "key")
    with pytest.raises(RuntimeError):
        grants.grant_secret("key", 5)
    assert len(grants) == 0


def test_leaving_a_run_by_an_exception_revokes() -> None:
    grants = Grants()
    with pytest.raises(ZeroDivisionError), grants:
        grants.grant_secret("key", 100)
        _ = 1 // 0
    assert grants.revoked
    assert len(grants) == 0


def test_dropping_what_still_runs_warns() -> None:
    grants = Grants()
    grants.grant_secret("key", 100)
    with pytest.warns(ResourceWarning, match="dropped before they were revoked"):
        del grants
        gc.collect()


def test_nothing_shows_a_key() -> None:
    grant = Grant(SECRET, "the-key", 5, 0)
    assert repr(grant) == "Grant(secret, <redacted>)"
    assert repr(Grant(TOOL, "shell", 5, 0)) == "Grant(tool, shell)"
    with Grants() as grants:
        grants.grant_secret("the-key", 5)
        assert "the-key" not in repr(grants)


@pytest.mark.parametrize("write", [pickle.dumps, copy.copy, copy.deepcopy, json.dumps])
def test_nothing_is_written_down(write: Callable[[object], object]) -> None:
    for one in (Grant(SECRET, "key", 5, 0), Grants()):
        with pytest.raises(TypeError):
            write(one)


def test_a_time_below_nothing_is_none() -> None:
    for ttl in (-1, float("nan")):
        with pytest.raises(ValueError, match="0 or more"):
            Grant(SECRET, "key", ttl, 0)
    with pytest.raises(ValueError, match="no kind"):
        Grant("file", "key", 1, 0)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("grant"), st.sampled_from("ab"), st.integers(0, 5)),
            st.tuples(st.just("wait"), st.just(""), st.integers(0, 4)),
            st.tuples(st.just("ask"), st.sampled_from("ab"), st.just(0)),
        )
    )
)
def test_a_grant_runs_exactly_while_one_of_its_kind_does(steps: list[tuple[str, str, int]]) -> None:
    """Whatever was asked and swept in between."""
    clock = Clock()
    granted: dict[str, list[tuple[float, int]]] = {"a": [], "b": []}
    with Grants(clock) as grants:
        for step, name, number in steps:
            if step == "grant":
                grants.grant_tool(name, number)
                granted[name].append((clock.now, number))
            elif step == "wait":
                clock.now += number
            running = {name: [at + ttl for at, ttl in times if clock.now - at < ttl] for name, times in granted.items()}
            for each in "ab":
                assert grants.is_active(TOOL, each) is bool(running[each])
                assert grants.expires_at(TOOL, each) == (running[each][0] if running[each] else None)
                assert grants.check_tool(each) == (ACTIVE if running[each] else EXPIRED if granted[each] else UNLIMITED)
