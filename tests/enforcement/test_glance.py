"""A policy that is only glanced at says the same as one that is read as a whole."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_compiling import agent

from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.glance import Glance, hosts_in
from remit.enforcement.plain import to_plain
from remit.enforcement.policy import Held, Policy, PolicyError
from remit.enforcement.verified import load

COMMON = {"root": "/", "home": None}
RULING = {"granted": ["Read"]}
names = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["session", "agents", '"agents": {', "\n   }", "a\n    b", "ruling", "hosts", "\\", '"', "b: {"]
)


def told(held: Held | None) -> object:
    return None if held is None else (held.name, held.path, held.max_turns, to_plain(held.ruling))


@given(hosts=st.dictionaries(names, st.dictionaries(names, names, max_size=4), max_size=3), asked=names)
def test_any_policy(hosts: dict[str, dict[str, str]], asked: str) -> None:
    data: dict[str, object] = {
        "schema": "remit/policy/1",
        "hosts": {
            host: {
                "common": COMMON,
                "session": RULING,
                "agents": {name: {"path": path, "ruling": RULING} for name, path in agents.items()},
            }
            for host, agents in hosts.items()
        },
        "sources": {},
    }
    text = text_of(data)
    for host in [*hosts, asked]:
        for name in [*hosts.get(host, ()), asked]:
            whole, glance = Policy(json.loads(text)), Glance(text, "p", hosts_in(text, hosts))
            try:
                wanted: object = (told(whole.agent(host, name)), told(whole.session(host)), whole.agents(host))
            except PolicyError as problem:
                wanted = problem.reason
            try:
                found: object = (told(glance.agent(host, name)), told(glance.session(host)), glance.agents(host))
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
