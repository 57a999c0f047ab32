"""Hooks that guard an agent's calls, secrets that are lent to it, and skills that it sees."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from actors import Script, of, plan, run
from hypothesis import given
from hypothesis import strategies as st

from remit.enforcement.secrets.sources import Environment
from remit.errors import UsageError
from remit.running.hooks import matches

VALUE = "s3cret-token-value"
SECRETS = "tools:\n  allow: [bash]\npermissions:\n  secrets: [TOKEN]"


def hooked(command: str, matcher: str = "Bash") -> str:
    return (
        "tools: Bash, Read\nhooks:\n  PreToolUse:\n"
        f"    - matcher: {matcher!r}\n      hooks:\n        - type: command\n          command: {json.dumps(command)}"
    )


def test_an_agent_with_a_guard_is_not_run_without_it_unasked(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="hooks"):
        plan(tmp_path, hooked("exit 0"))
    assert plan(tmp_path, hooked("exit 0"), hooks=False).notes == ["the hooks of `a` are not run"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("echo not now >&2; exit 2", "not now"),
        ("exit 1", "exit code 1"),
        ("no-such-program", "exit code 127"),
        ('echo \'{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "by json"}}\'', "by json"),
        ("grep -q touch && echo saw it >&2 && exit 2", "saw it"),
    ],
)
def test_a_hook_refuses_and_the_model_is_told_why(tmp_path: Path, command: str, said: str) -> None:
    script = Script(("Bash", {"command": "touch x"}), "done")
    result, _ = run(plan(tmp_path, hooked(command), hooks=True), script)
    assert (result.outcome, result.refused, result.calls) == ("completed", 1, 0)
    assert said in str(script.messages[1][-1].parts)
    assert not (tmp_path / "x").exists()


def test_a_model_that_insists_against_a_hook_ends(tmp_path: Path) -> None:
    result, _ = run(plan(tmp_path, hooked("exit 2"), hooks=True), Script(("Bash", {"command": "touch x"})))
    assert result.outcome == "denied"


def test_a_hook_that_is_content_lets_pass(tmp_path: Path) -> None:
    script = Script([("Bash", {"command": "touch x"}), ("Read", {"file_path": "."})], "done")
    result, _ = run(plan(tmp_path, hooked("echo ran >> log"), hooks=True), script)
    assert (result.refused, result.calls) == (0, 2)
    assert (tmp_path / "log").read_text() == "ran\n"  # for Bash alone
    assert (tmp_path / "x").exists()


@given(st.text(), st.sampled_from(["Bash", "read", "mcp__a__b"]))
def test_any_text_may_be_a_matcher(matcher: str, tool: str) -> None:
    assert isinstance(matches(matcher, tool), bool)
    assert matches(tool, tool)


def test_a_secret_is_lent_when_somebody_agrees_and_seen_by_nobody(tmp_path: Path) -> None:
    encoded = base64.b64encode(VALUE.encode()).decode()
    script = Script(
        "[REQUEST_SECRET: TOKEN]",
        ("bash", {"command": 'printf %s "$TOKEN" | wc -c; echo $TOKEN; printf %s $TOKEN | base64'}),
        ("bash", {"command": "printf %s ${TOKEN%??????????}"}),
        ("bash", {"command": "printf %s ${TOKEN#????????}"}),
        "done",
    )
    asked: list[object] = []
    result, events = run(
        plan(tmp_path, SECRETS, host="zeph"),
        script,
        source=Environment({"TOKEN": VALUE}),
        ask=lambda *call: not asked.append(call),
    )
    assert result.outcome == "completed"
    assert len(asked) == 1
    everything = str(events) + str(script.messages)
    assert VALUE not in everything
    assert encoded not in everything
    results = [event["result"] for event in of(events, "result")]
    assert results[0].split("\n")[0].strip() == str(len(VALUE))  # the command had it
    assert VALUE not in "".join(results)


def test_a_secret_that_nobody_lends_is_not_there(tmp_path: Path) -> None:
    script = Script("[REQUEST_SECRET: TOKEN]", "[REQUEST_SECRET: OTHER]", ("bash", {"command": "echo [$TOKEN]"}), "done")
    result, events = run(plan(tmp_path, SECRETS, host="zeph"), script, source=Environment({"TOKEN": VALUE, "OTHER": VALUE}))
    assert result.outcome == "completed"
    assert len(of(events, "refused")) == 2
    assert of(events, "result")[0]["result"] == "[]"


def test_asking_for_secrets_takes_turns(tmp_path: Path) -> None:
    made = plan(tmp_path, SECRETS + "\n  max_turns: 3", host="zeph")
    script = Script("[REQUEST_SECRET: TOKEN]")
    result, _ = run(made, script)
    assert (result.outcome, script.turns) == ("max_turns", 3)


def test_in_the_background_nobody_is_asked(tmp_path: Path) -> None:
    script = Script("[REQUEST_SECRET: TOKEN]", "done")
    made = plan(tmp_path, SECRETS, host="zeph")
    _, events = run(made, script, source=Environment({"TOKEN": VALUE}), background=True, ask=lambda *call: True)
    assert "background" in of(events, "refused")[0]["reason"]


def test_skills_are_those_that_the_definition_lets_it_see(tmp_path: Path) -> None:
    for name in ("git-commit", "git-push", "rust-fmt"):
        (tmp_path / ".zeph" / "skills" / name).mkdir(parents=True)
        (tmp_path / ".zeph" / "skills" / name / "SKILL.md").write_text(f"how to {name}")
    fields = "tools:\n  allow: [read]\nskills:\n  include: ['git-*']\n  exclude: ['*-push']"
    prompt = plan(tmp_path, fields, host="zeph").agent.prompt
    assert "how to git-commit" in prompt
    assert "how to git-push" not in prompt
    assert "how to rust-fmt" not in prompt


def test_the_tool_for_skills_gives_their_text(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "skills" / "deploy").mkdir(parents=True)
    (tmp_path / ".claude" / "skills" / "deploy" / "SKILL.md").write_text("push the button")
    script = Script(("Skill", {"skill": "deploy"}), ("Skill", {"skill": "../deploy"}), "done")
    _, events = run(plan(tmp_path, "tools: Read, Skill"), script)
    assert script.offered[0] == ["Read", "Skill"]
    assert [event["result"] for event in of(events, "result")] == ["push the button"]
    assert len(of(events, "failed")) == 1


def rewriting(**wanted: object) -> str:
    said = {"hookSpecificOutput": {"permissionDecision": "allow", "updatedInput": wanted}}
    return f"echo '{json.dumps(said)}'"


def test_a_call_that_a_hook_writes_anew_is_made_as_it_wrote_it(tmp_path: Path) -> None:
    script = Script(("Bash", {"command": "touch x"}), "done")
    result, events = run(plan(tmp_path, hooked(rewriting(command="touch y")), hooks=True), script)
    assert (result.refused, result.calls) == (0, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["y"]
    assert of(events, "call")[0]["input"] == {"command": "touch x"}
    assert of(events, "changed")[0]["input"] == {"command": "touch y"}


@pytest.mark.parametrize("command", ["touch x", "git diff; touch x", "git diff $(touch x)"])
def test_what_a_hook_writes_is_decided_again(tmp_path: Path, command: str) -> None:
    fields = hooked(rewriting(command=command)).replace("tools: Bash", "tools: Bash(git diff:*)")
    result, events = run(plan(tmp_path, fields, hooks=True), Script(("Bash", {"command": "git diff"}), "done"))
    assert (result.refused, result.calls) == (1, 0)
    assert "outside `Bash(git diff:*)`" in of(events, "refused")[0]["reason"]
    assert not (tmp_path / "x").exists()


def test_a_hook_that_wants_another_input_and_gives_none_refuses(tmp_path: Path) -> None:
    said = json.dumps({"hookSpecificOutput": {"updatedInput": "touch y"}})
    result, _ = run(plan(tmp_path, hooked(f"echo '{said}'"), hooks=True), Script(("Bash", {"command": "touch x"}), "done"))
    assert result.refused == 1
    assert not list(tmp_path.iterdir())


def test_hooks_of_one_event_see_what_those_before_wrote(tmp_path: Path) -> None:
    second = "grep -q 'touch y' || exit 2"
    fields = hooked(rewriting(command="touch y")) + f"\n        - type: command\n          command: {json.dumps(second)}"
    result, _ = run(plan(tmp_path, fields, hooks=True), Script(("Bash", {"command": "touch x"}), "done"))
    assert result.calls == 1


def test_events_that_are_none_of_a_runs_are_told(tmp_path: Path) -> None:
    made = plan(tmp_path, hooked("exit 0") + "\n  Stop:\n    - hooks: [{type: command, command: 'true'}]", hooks=True)
    assert made.notes == ["the hooks of `a` for `Stop` are not run"]
    made = plan(tmp_path, "tools: Read\nhooks:\n  Stop:\n    - hooks: [{type: command, command: 'true'}]")
    assert made.notes == ["the hooks of `a` are not run"]


def test_a_request_for_permission_is_a_guard_too(tmp_path: Path) -> None:
    answer = json.dumps({"hookSpecificOutput": {"decision": {"behavior": "deny", "message": "never"}}})
    fields = hooked(f"echo '{answer}'").replace("PreToolUse", "PermissionRequest")
    with pytest.raises(UsageError, match="hooks that guard"):
        plan(tmp_path, fields)
    result, events = run(plan(tmp_path, fields, hooks=True), Script(("Bash", {"command": "touch x"}), "done"))
    assert result.refused == 1
    assert "never" in of(events, "refused")[0]["reason"]
