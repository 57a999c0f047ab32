"""The MCP servers of an agent: filtered by its remit, started only where somebody agreed, without the user's environment."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from actors import Script, of, plan, run

from remit.enforcement.secrets.sources import Environment
from remit.errors import UsageError
from remit.running.killing import descendants

SERVER = str(Path(__file__).with_name("server.py"))


def inline(tools: str, **environment: str) -> str:
    entry = json.dumps({"command": sys.executable, "args": [SERVER], "env": environment})
    return f"tools: {tools}\nmcpServers:\n  - demo: {entry}"


def test_only_the_granted_tools_of_a_server_are_offered_and_callable(tmp_path: Path) -> None:
    script = Script([("mcp__demo__alpha", {"text": "x"}), ("mcp__demo__beta", {})], "done")
    result, events = run(plan(tmp_path, inline("Read, mcp__demo__alpha"), servers=True), script)
    assert script.offered == [["Read", "mcp__demo__alpha"]] * 2
    assert [event["result"] for event in of(events, "result")] == ["alpha x"]
    assert (result.outcome, result.refused, result.calls) == ("completed", 1, 1)
    assert not (tmp_path / "beta-ran").exists()
    assert not descendants(os.getpid())


def test_a_denial_wins_over_the_whole_server(tmp_path: Path) -> None:
    script = Script("done")
    fields = inline("mcp__demo__*") + "\ndisallowedTools: mcp__demo__b*"
    run(plan(tmp_path, fields, servers=True), script)
    assert script.offered == [["mcp__demo__alpha", "mcp__demo__seen"]]


def test_no_server_is_started_unasked(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has to be started") as told:
        plan(tmp_path, inline("Read, mcp__demo__alpha"))
    assert "--servers" in (told.value.hint or "")


def test_a_server_sees_its_own_variables_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "s3cret-value")
    calls = [("mcp__demo__seen", {"name": name}) for name in ("MY_TOKEN", "OWN")]
    _, events = run(plan(tmp_path, inline("mcp__demo__seen", OWN="yes"), servers=True), Script(calls, "done"))
    assert sorted(event["result"] for event in of(events, "result")) == ["nothing", "yes"]


def test_a_server_is_given_secrets_that_were_lent_and_the_agent_does_not_see_them(tmp_path: Path) -> None:
    made = plan(tmp_path, inline("mcp__demo__seen", KEY="${TOKEN}"), servers=True)
    made.agent.secrets = ["TOKEN"]
    script = Script(("mcp__demo__seen", {"name": "KEY"}), "done")
    _, events = run(made, script, source=Environment({"TOKEN": "s3cret-token-value"}), lent=["TOKEN"])
    assert of(events, "result")[0]["result"] == "[masked]"
    assert "s3cret" not in str(script.messages)


@pytest.mark.parametrize("command", ["no-such-program", "false"])
def test_a_server_that_does_not_start_ends_the_run_and_says_so(tmp_path: Path, command: str) -> None:
    fields = f"tools: mcp__demo__*\nmcpServers:\n  - demo: {{command: '{command}'}}"
    result, _ = run(plan(tmp_path, fields, servers=True), Script("done"))
    assert result.outcome == "error"
    assert "`demo`" in (result.reason or "")


def test_a_server_that_needs_what_the_agent_has_not_is_not_started(tmp_path: Path) -> None:
    result, _ = run(plan(tmp_path, inline("mcp__demo__seen", KEY="${HOME_TOKEN}"), servers=True), Script("done"))
    assert result.outcome == "error"
    assert "`HOME_TOKEN`" in (result.reason or "")
