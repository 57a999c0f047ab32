"""A policy that is only glanced at says the same as one that is read as a whole."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_compiling import agent

from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.glance import Glance, glance, places_in
from remit.enforcement.plain import to_plain
from remit.enforcement.policy import Held, Policy, PolicyError
from remit.enforcement.policy import load as read_policy
from remit.enforcement.system import mark_of, read_piece
from remit.enforcement.verified import load

COMMON = {"root": "/", "home": None}
RULING = {"granted": ["Read"]}
names = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["session", "agents", '"agents": {', "\n   }", "a\n    b", "ruling", "hosts", "\\", '"', "b: {"]
)


def told(held: Held | None) -> object:
    return None if held is None else (held.name, held.path, held.max_turns, to_plain(held.ruling))


@given(hosts=st.dictionaries(names, st.dictionaries(names, names, max_size=4), max_size=3), asked=names, in_order=st.booleans())
def test_any_policy(
    tmp_path_factory: pytest.TempPathFactory, hosts: dict[str, dict[str, str]], asked: str, in_order: bool
) -> None:
    data: dict[str, object] = {
        "schema": "remit/policy/1",
        "hosts": {
            host: {
                "common": COMMON,
                "session": RULING,
                "agents": {
                    name: {"path": path, "ruling": RULING}
                    for name, path in (sorted(agents.items()) if in_order else agents.items())
                },
            }
            for host, agents in hosts.items()
        },
        "sources": {},
    }
    text = text_of(data)
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(text)
    for host in [*hosts, asked]:
        for name in [*hosts.get(host, ()), asked]:
            whole = Policy(json.loads(text))
            quick = glance(str(path), mark_of(str(path)), places_in(text.encode(), whole))
            assert quick is not None
            try:
                wanted: object = (told(whole.agent(host, name)), told(whole.session(host)), whole.agents(host))
            except PolicyError as problem:
                wanted = problem.reason
            try:
                found: object = (told(quick.agent(host, name)), told(quick.session(host)), quick.agents(host))
            except PolicyError as problem:
                found = problem.reason
            assert found == wanted


def test_only_a_policy_that_was_read_as_a_whole_is_glanced_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, state = tmp_path / "project", str(tmp_path / "state")
    path = tmp_path / "policy.json"
    agent(root, "a", "tools: Read\n")
    path.write_text(text_of(compiled(str(root), "claude-code")))
    assert not isinstance(load(str(path), state), Glance)
    assert not isinstance(load(str(path), state), Glance), "the files are too new"
    moment = time.time() + 10
    monkeypatch.setattr(time, "time", lambda: moment)
    assert not isinstance(load(str(path), state), Glance)
    policy = load(str(path), state)
    assert isinstance(policy, Glance)
    held = policy.agent("claude-code", "a")
    assert held is not None
    assert held.ruling.granted == ("Read",)
    text = path.read_text()
    path.write_text(text[: len(text) // 2])
    with pytest.raises(PolicyError, match="cut off"):
        load(str(path), state)
    path.write_text(text)
    assert not isinstance(load(str(path), state), Glance)
    agent(root, "a", "tools: Bash\n")
    with pytest.raises(PolicyError, match="changed since"):
        load(str(path), state)


@given(count=st.integers(1, 300), long=st.integers(0, 9000), in_order=st.booleans())
@settings(max_examples=25)
def test_policies_of_any_size(tmp_path_factory: pytest.TempPathFactory, count: int, long: int, in_order: bool) -> None:
    """Agents that lie in other pieces of the file than their names are found like all others."""
    path = tmp_path_factory.getbasetemp() / "large.json"
    names = [f"agent-{number}" + "x" * (long if number % 7 == 3 else 0) for number in range(count)]
    agents = {name: {"path": name + "é" * (number % 5 * 700), "ruling": RULING} for number, name in enumerate(names)}
    host = {"common": COMMON, "session": RULING, "agents": dict(sorted(agents.items())) if in_order else agents}
    path.write_text(text_of({"schema": "remit/policy/1", "hosts": {"a": host}, "sources": {}}))
    whole = read_policy(str(path))
    quick = glance(str(path), mark_of(str(path)), places_in(path.read_bytes(), whole))
    assert quick is not None
    for name in [*names[:: 1 + count // 20], names[-1], "agent-", "zzz", ""]:
        assert told(quick.agent("a", name)) == told(whole.agent("a", name))


def test_of_a_large_policy_little_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, path = tmp_path / "project", tmp_path / "policy.json"
    for number in range(400):
        agent(root, f"agent{number}", "tools: Read, Bash(git diff:*)\n")
    path.write_text(text_of(compiled(str(root), "claude-code")))
    quick = glance(str(path), mark_of(str(path)), places_in(path.read_bytes(), read_policy(str(path))))
    assert quick is not None
    taken = 0

    def counting(file: int, start: int, end: int) -> bytes:
        nonlocal taken
        taken += end - start
        return read_piece(file, start, end)

    monkeypatch.setattr("remit.enforcement.glance.read_piece", counting)
    held = quick.agent("claude-code", "agent123")
    assert held is not None
    assert held.ruling.scopes == {"Bash": ["git diff:*"]}
    assert quick.agent("claude-code", "nobody") is None
    assert taken < path.stat().st_size / 3


def test_a_policy_that_is_written_over_meanwhile_is_none(tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    host = {"common": COMMON, "session": RULING, "agents": {"x": {"path": None, "ruling": RULING}}}
    path.write_text(text_of({"schema": "remit/policy/1", "hosts": {"a": host}, "sources": {}}))
    mark, places = mark_of(str(path)), places_in(path.read_bytes(), read_policy(str(path)))
    quick = glance(str(path), mark, places)
    assert quick is not None
    path.write_text(path.read_text().replace("Read", "Bash") + " ")
    with pytest.raises(PolicyError, match="while it was read"):
        quick.agent("a", "x")
    assert glance(str(path), mark, places) is None
    path.unlink()
    assert glance(str(path), mark, places) is None
