"""What an agent is offered, and what becomes of calls that it may not make, through the real loop."""

from __future__ import annotations

from pathlib import Path

import pytest
from actors import Script, of, plan, plan_in, run, write_agent

from remit.errors import UsageError


def test_only_effective_tools_are_offered(tmp_path: Path) -> None:
    script = Script("done")
    result, _ = run(plan(tmp_path, "tools: Read, Write, Bash\ndisallowedTools: Write"), script)
    assert script.offered == [["Bash", "Read"]]
    assert result.outcome == "completed"
    assert result.text == "done"
    assert not result.partial


def test_a_model_that_insists_on_a_hidden_tool_gets_nothing(tmp_path: Path) -> None:
    script = Script(("Write", {"file_path": "x", "content": "y"}))
    result, events = run(plan(tmp_path, "tools: Read"), script)
    assert result.outcome == "denied"
    assert "`Write`" in (result.reason or "")
    assert result.refused == len(of(events, "refused")) == script.turns
    assert not (tmp_path / "x").exists()


def test_a_model_that_insists_on_a_call_outside_its_scope_gets_nothing(tmp_path: Path) -> None:
    script = Script(("Bash", {"command": "touch x"}))
    result, _ = run(plan(tmp_path, "tools: Bash(git diff:*)"), script)
    assert result.outcome == "denied"
    assert "Bash(git diff:*)" in (result.reason or "")
    assert result.calls == 0
    assert not (tmp_path / "x").exists()


def test_a_refusal_says_why_and_the_model_can_go_on(tmp_path: Path) -> None:
    script = Script(("Bash", {"command": "touch x"}), "I may not")
    result, events = run(plan(tmp_path, "tools: Bash(git diff:*)"), script)
    assert result.outcome == "completed"
    assert [event["tool"] for event in of(events, "refused")] == ["Bash"]
    assert "Bash(git diff:*)" in str(script.messages[1][-1].parts)


ESCAPES = [
    "echo ok; touch x",
    "echo ok && touch x",
    "echo ok || touch x",
    "echo ok | touch x",
    "echo ok & touch x",
    "echo $(touch x)",
    "echo `touch x`",
    "echo ok\ntouch x",
    "A=1 touch x",
    "env touch x",
    "command touch x",
    "nohup touch x",
    "timeout 9 touch x",
    "xargs touch x",
    "/usr/bin/touch x",
    "/bin/echo ok",
    "sh -c 'touch x'",
    "echo ok > x",
    "echo <(touch x)",
    "$(echo touch) x",
    "\\touch x",
]


@pytest.mark.parametrize("line", ESCAPES)
def test_no_way_leads_out_of_a_scoped_shell(tmp_path: Path, line: str) -> None:
    result, events = run(plan(tmp_path, "tools: Bash(echo:*)"), Script(("Bash", {"command": line}), "no"))
    assert len(of(events, "refused")) == 1
    assert result.calls == 0
    assert not list(tmp_path.iterdir())


def test_a_scoped_shell_does_what_it_may(tmp_path: Path) -> None:
    _, events = run(plan(tmp_path, "tools: Bash(echo:*)"), Script(("Bash", {"command": "echo hello | echo you"}), "done"))
    assert [event["result"] for event in of(events, "result")] == ["you"]


def test_plan_mode_writes_nothing(tmp_path: Path) -> None:
    script = Script(("Write", {"file_path": "x", "content": "y"}), ("Bash", {"command": "touch x"}), "no")
    result, _ = run(plan(tmp_path, "tools: Read, Write, Bash\npermissionMode: plan"), script)
    assert result.refused == 2
    assert not (tmp_path / "x").exists()


def test_a_listed_tool_that_the_runner_has_not_is_told_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="`NotebookEdit`"):
        plan(tmp_path, "tools: Read, NotebookEdit")
    assert plan(tmp_path, "tools: Read, NotebookEdit", without=["NotebookEdit"]).agent.elsewhere == ["NotebookEdit"]


def test_an_inherited_tool_that_the_runner_has_not_is_not_offered(tmp_path: Path) -> None:
    made = plan(tmp_path, "disallowedTools: Write")
    script = Script("done")
    run(made, script)
    assert "CronCreate" in made.agent.elsewhere
    assert {"Read", "Edit", "Bash"} <= set(script.offered[0])
    assert not {"CronCreate", "Write"} & set(script.offered[0])


def test_other_hosts_tools_go_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("hello\n")
    script = Script(("read", {"path": "f"}), "done")
    _, events = run(plan(tmp_path, "tools:\n  allow: [read, grep]", host="zeph"), script)
    assert script.offered[0] == ["grep", "read"]
    assert "hello" in of(events, "result")[0]["result"]


def test_what_searches_does_not_show_what_reading_may_not(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("KEY=secret-value\n")
    (tmp_path / "a.txt").write_text("KEY=plain\n")
    script = Script(("Grep", {"pattern": "KEY"}), ("Read", {"file_path": ".env"}), "done")
    _, events = run(plan(tmp_path, "tools: Read, Grep\ndisallowedTools: Read(.env)"), script)
    assert [event["result"] for event in of(events, "result")] == ["a.txt:1:KEY=plain"]
    assert len(of(events, "refused")) == 1


def test_a_link_opens_no_scope(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "secret").write_text("s3cret")
    (tmp_path / "src" / "link").symlink_to(tmp_path / "secret")
    result, events = run(plan(tmp_path, "tools: Read(src/**)"), Script(("Read", {"file_path": "src/link"}), "done"))
    assert result.refused == 1
    assert not of(events, "result")


@pytest.mark.parametrize("path", ["../outside", "/etc/hostname", "~/x", "link/outside", "sub/../../outside"])
def test_nothing_leaves_the_working_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "outside").write_text("s3cret")
    work = tmp_path / "work"
    work.mkdir()
    (work / "link").symlink_to(tmp_path)
    steps = [
        (tool, {"file_path": path, "content": "x", "old_string": "s", "new_string": "t"}) for tool in ("Read", "Write", "Edit")
    ]
    script = Script(steps, [("Glob", {"pattern": "*", "path": path}), ("Grep", {"pattern": ".", "path": path})], "done")
    result, events = run(plan(work, "tools: Read, Write, Edit, Glob, Grep"), script)
    assert len(of(events, "failed")) + len(of(events, "refused")) == 5
    assert result.outcome == "completed"
    assert (tmp_path / "outside").read_text() == "s3cret"


def test_a_child_is_held_to_all_above_it_over_three_generations(tmp_path: Path) -> None:
    write_agent(tmp_path, "top", "tools: Agent, Read, Bash(echo:*)", "top")
    write_agent(tmp_path, "middle", "tools: Agent, Read, Bash, Write", "middle")
    write_agent(tmp_path, "low", "tools: Read, Bash, Write, Edit", "low")

    def start(name: str) -> tuple[str, dict]:
        return "Agent", {"subagent_type": name, "prompt": "go"}

    script = Script(
        top=[start("middle"), "top done"],
        middle=[start("low"), "middle done"],
        low=[
            ("Bash", {"command": "touch x"}),
            ("Bash", {"command": "echo fine"}),
            ("Write", {"file_path": "x", "content": ""}),
            "low done",
        ],
    )
    result, events = run(plan_in(tmp_path, "top"), script)
    assert result.text == "top done"
    assert script.offered[2] == ["Bash", "Read"]  # low: no Write, for the top has none
    assert [(event["agent"], event["tool"]) for event in of(events, "refused")] == [("low", "Bash"), ("low", "Write")]
    assert [event["result"] for event in of(events, "result")] == ["fine", "low done", "middle done"]
    assert not (tmp_path / "x").exists()


def test_agents_start_agents_as_deep_as_they_may(tmp_path: Path) -> None:
    write_agent(tmp_path, "again", "tools: Agent, Read", "again")
    script = Script(again=[("Agent", {"subagent_type": "again", "prompt": "go"})] * 2 + ["done"] * 9)
    result, events = run(plan_in(tmp_path, "again", depth=2), script)
    assert result.outcome == "completed"
    assert [event["above"] for event in of(events, "began")] == [0, 1, 2]
    assert "Agent" not in script.offered[2]


def test_an_agent_starts_only_those_it_may(tmp_path: Path) -> None:
    for name in ("helper", "other"):
        write_agent(tmp_path, name, "tools: Read", name)
    write_agent(tmp_path, "top", "tools: Agent(helper), Read", "top")
    made = plan_in(tmp_path, "top")
    assert made.agent.starts == ["helper"]
    script = Script(top=[("Agent", {"subagent_type": "other", "prompt": "go"}), "done"], other=["x"], helper=["x"])
    result, events = run(made, script)
    assert result.refused == 1
    assert [event["agent"] for event in of(events, "began")] == ["top"]


def test_calls_to_be_asked_for_are_made_only_when_somebody_agrees(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text('{"permissions": {"ask": ["Bash"]}}')
    write_agent(tmp_path, "a", "tools: Bash")
    steps = [("Bash", {"command": "touch x"}), "done"]
    refused, _ = run(plan_in(tmp_path, "a"), Script(*steps))
    assert refused.refused == 1
    assert not (tmp_path / "x").exists()
    asked: list[object] = []
    agreed, _ = run(plan_in(tmp_path, "a"), Script(*steps), ask=lambda *call: not asked.append(call))
    assert agreed.calls == len(asked) == 1
    assert (tmp_path / "x").exists()
