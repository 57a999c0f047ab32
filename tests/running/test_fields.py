"""Every field of every host: the test that proves its effect in a run, or why it has none, which is proved as well.

A host that gains a field fails here until somebody has said which of the two it is.
"""

from __future__ import annotations

import ast
import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from actors import Script, of, run
from endpoint import service
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from test_command import call
from test_limits import STUBBORN, Clock
from written import plan_with, planned, write

from remit.errors import UsageError
from remit.hosts import all_hosts
from remit.hosts.base import MAIN
from remit.running.engine import Run
from remit.running.models import exact
from remit.running.process import run as run_process

HERE = Path(__file__).parent


class Row:
    """A field that has no effect, with lines that set it: `kind` says what becomes of it."""

    def __init__(self, kind: str, lines: str) -> None:
        self.kind = kind
        self.lines = lines


def told(lines: str) -> Row:
    """It is not carried out, and the run says so before it begins."""
    return Row("told", lines)


def refused(lines: str) -> Row:
    """It would hold the agent back and cannot be carried out, so the agent is not run unless somebody wants it without."""
    return Row("refused", lines)


def idle(lines: str) -> Row:
    """It means nothing where remit runs the agent: the plan is the same without it."""
    return Row("idle", lines)


OFFERED = "test_fields::test_the_tools_that_are_offered"
NAMED = "test_fields::test_an_agent_is_started_by_its_name_and_known_by_its_description"
PROMPT = "test_fields::test_the_prompt_is_the_models"
MODEL = "test_fields::test_the_model_is_the_definitions"
ASKED = "test_fields::test_what_the_model_is_asked_with"
SERVERS = "test_fields::test_the_servers_of_a_definition"
HOOKS = "test_fields::test_a_hook_refuses_in_every_hosts_form"
TURNS = "test_fields::test_the_turns_are_counted"
TIME = "test_fields::test_the_time_is_a_wall"
SKILLS = "test_hooks_and_secrets::test_skills_are_those_that_the_definition_lets_it_see"
GIVEN = "test_fields::test_skills_that_are_named_are_put_before_the_agent"
MEMORY = "test_memory::test_an_agent_remembers"
STARTERS = "test_fields::test_who_may_start_it"

ROWS: dict[str, dict[str, str | Row]] = {
    "claude-code": {
        "name": NAMED,
        "description": NAMED,
        "tools": OFFERED,
        "disallowedTools": OFFERED,
        "model": MODEL,
        "permissionMode": "test_offering::test_plan_mode_writes_nothing",
        "maxTurns": TURNS,
        "skills": GIVEN,
        "mcpServers": SERVERS,
        "hooks": HOOKS,
        "memory": MEMORY,
        "background": "test_fields::test_a_definition_that_says_so_runs_as_a_job",
        "effort": ASKED,
        "isolation": refused("isolation: worktree"),
        "color": idle("color: red"),
        "initialPrompt": "test_fields::test_the_words_before_the_task",
        "omitClaudeMd": idle("omitClaudeMd: true"),
        "experimental": told("experimental:\n  cacheTtl: 1h"),
        "autoCompactWindow": told("autoCompactWindow: 200000"),
        "observer": told("observer: other"),
        "observerMessage": told("observerMessage: look"),
    },
    "codex": {
        "name": NAMED,
        "description": NAMED,
        "developer_instructions": PROMPT,
        "nickname_candidates": idle('nickname_candidates = ["Bob"]'),
        "model": MODEL,
        "model_reasoning_effort": ASKED,
        "sandbox_mode": refused('sandbox_mode = "read-only"'),
        "web_search": told('web_search = "live"'),
        "mcp_servers": SERVERS,
    },
    "copilot": {
        "description": NAMED,
        "name": NAMED,
        "tools": OFFERED,
        "model": MODEL,
        "disable-model-invocation": STARTERS,
        "user-invocable": idle("user-invocable: false"),
        "infer": STARTERS,
        "mcp-servers": SERVERS,
        "hooks": HOOKS,
        "skills": GIVEN,
        "target": idle("target: vscode"),
        "metadata": idle("metadata: {a: b}"),
    },
    "gemini": {
        "name": NAMED,
        "description": NAMED,
        "kind": "test_fields::test_an_agent_that_is_elsewhere_is_not_run_here",
        "display_name": idle("display_name: Bob"),
        "tools": OFFERED,
        "mcp_servers": SERVERS,
        "model": MODEL,
        "temperature": ASKED,
        "max_turns": TURNS,
        "timeout_mins": TIME,
        "agent_card_url": "test_fields::test_an_agent_that_is_elsewhere_is_not_run_here",
        "agent_card_json": "test_fields::test_an_agent_that_is_elsewhere_is_not_run_here",
        "auth": "test_fields::test_an_agent_that_is_elsewhere_is_not_run_here",
    },
    "opencode": {
        "model": MODEL,
        "variant": ASKED,
        "temperature": ASKED,
        "top_p": ASKED,
        "prompt": "test_fields::test_the_prompt_in_a_configuration",
        "tools": OFFERED,
        "disable": "test_fields::test_an_agent_that_is_switched_off_is_not_run",
        "description": NAMED,
        "mode": idle("mode: subagent"),
        "hidden": idle("hidden: true"),
        "options": told("options: {a: 1}"),
        "color": idle("color: '#ffffff'"),
        "steps": TURNS,
        "maxSteps": TURNS,
        "permission": OFFERED,
        "name": "test_fields::test_an_agent_is_called_as_it_says",
    },
    "zeph": {
        "name": NAMED,
        "description": NAMED,
        "model": MODEL,
        "tools": OFFERED,
        "tools.allow": OFFERED,
        "tools.deny": OFFERED,
        "tools.except": OFFERED,
        "permissions": TURNS,
        "permissions.secrets": "test_hooks_and_secrets::test_a_secret_is_lent_when_somebody_agrees_and_seen_by_nobody",
        "permissions.max_turns": TURNS,
        "permissions.background": "test_fields::test_a_definition_that_says_so_runs_as_a_job",
        "permissions.timeout_secs": TIME,
        "permissions.ttl_secs": "test_limits::test_a_run_whose_grants_have_expired_ends_as_such",
        "permissions.permission_mode": "test_fields::test_a_mode_that_blocks_every_call_runs_nothing",
        "permissions.max_history_messages": told("permissions:\n  max_history_messages: 3"),
        "permissions.worktree": refused("permissions:\n  worktree: true"),
        "skills": SKILLS,
        "skills.include": SKILLS,
        "skills.exclude": SKILLS,
        "hooks": HOOKS,
        "memory": MEMORY,
    },
}


def rows(kind: str) -> list:
    return [
        pytest.param(host, field, row.lines, id=f"{host}-{field}")
        for host, fields in ROWS.items()
        for field, row in fields.items()
        if isinstance(row, Row) and row.kind == kind
    ]


@pytest.mark.parametrize("host", list(all_hosts()), ids=lambda host: host.name)
def test_every_field_has_its_row(host: object) -> None:
    assert list(ROWS[host.name]) == list(host.fields)  # type: ignore[attr-defined]


def test_the_tests_that_rows_name_are_there() -> None:
    named = {row for fields in ROWS.values() for row in fields.values() if isinstance(row, str)}
    for name in named:
        module, _, test = name.partition("::")
        tree = ast.parse((HERE / f"{module}.py").read_text())
        assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, name


@pytest.mark.parametrize(("host", "field", "lines"), rows("told"))
def test_what_is_not_carried_out_is_said(tmp_path: Path, host: str, field: str, lines: str) -> None:
    assert plan_with(tmp_path, host, lines).notes == [f"`{field.rpartition('.')[2]}` of `a` is not carried out"]


@pytest.mark.parametrize(("host", "field", "lines"), rows("refused"))
def test_what_would_hold_an_agent_back_keeps_it_from_being_run(tmp_path: Path, host: str, field: str, lines: str) -> None:
    name = field.rpartition(".")[2]
    with pytest.raises(UsageError, match=f"`{name}` of `a` holds it back") as problem:
        plan_with(tmp_path, host, lines)
    assert f"--without {name}" in (problem.value.hint or "")
    assert planned(tmp_path, host, without=[name]).notes == [f"`{name}` of `a` is not carried out"]


@pytest.mark.parametrize(("host", "field", "lines"), rows("idle"))
def test_what_means_nothing_changes_nothing(tmp_path: Path, host: str, field: str, lines: str) -> None:
    assert plan_with(tmp_path, host, lines).to_json() == plan_with(tmp_path, host, "").to_json()


def test_what_is_not_carried_out_is_said_by_the_command(tmp_path: Path) -> None:
    write(tmp_path, "claude-code", "observer: other\nmodel: openai-chat:m")
    said = "`observer` of `a` is not carried out"
    assert f"note: {said}\n" in call(tmp_path, "a", "--dry-run").stdout
    with service("done") as model:
        assert call(tmp_path, "a", "go", **model.variables()).stderr == f"remit: {said}\n"


@pytest.mark.parametrize(
    ("host", "lines", "has", "has_not"),
    [
        ("claude-code", "tools: Read, Bash\ndisallowedTools: Bash", {"Read"}, {"Bash", "Write"}),
        ("copilot", "tools: [read, execute]", {"view", "bash"}, {"create", "edit", "write_bash"}),
        ("gemini", "tools: [read_file, glob]", {"read_file", "glob"}, {"write_file", "run_shell_command"}),
        ("opencode", "tools: {write: false}", {"read", "bash"}, {"write", "edit"}),
        ("opencode", "permission: {'*': deny, read: allow}", {"read"}, {"bash", "write"}),
        ("zeph", "tools: {allow: [read, bash], except: [bash]}", {"read"}, {"bash", "write"}),
        ("zeph", "tools: {deny: [bash]}", {"read", "write"}, {"bash"}),
    ],
)
def test_the_tools_that_are_offered(tmp_path: Path, host: str, lines: str, has: set[str], has_not: set[str]) -> None:
    script = Script([(tool, {"command": "touch x", "file_path": "x", "content": "y"}) for tool in sorted(has_not)], "done")
    _, events = run(plan_with(tmp_path, host, lines), script)
    assert has <= set(script.offered[0])
    assert not has_not & set(script.offered[0])
    assert {event["tool"] for event in of(events, "refused")} == has_not
    assert not (tmp_path / "x").exists()


STARTING = {"claude-code": "tools: Agent, Read", "copilot": "tools: [agent, read]", "opencode": "permission: {task: allow}"}


@pytest.mark.parametrize("host", ["claude-code", "copilot", "opencode"])
def test_an_agent_is_started_by_its_name_and_known_by_its_description(tmp_path: Path, host: str) -> None:
    write(tmp_path, host, STARTING[host], body="top")
    write(tmp_path, host, "", name="helper", body="helper", description="finds needles")
    seen: list[str] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen.extend(tool.description or "" for tool in info.function_tools)
        return ModelResponse(parts=[TextPart("done")])

    made = planned(tmp_path, host, mode=MAIN)
    asyncio.run(Run(made, FunctionModel(model)).main("go"))
    assert any("- helper: finds needles" in words for words in seen)
    assert made.agent.spawn is not None
    start = (made.agent.spawn[0], {made.agent.spawn[1][0]: "helper", "prompt": "go"})
    _, events = run(made, Script(top=[start, "done"], helper=["found"]))
    assert [event["agent"] for event in of(events, "began")] == ["a", "helper"]


@pytest.mark.parametrize(("host", "lines"), [("copilot", "disable-model-invocation: true"), ("copilot", "infer: false")])
def test_who_may_start_it(tmp_path: Path, host: str, lines: str) -> None:
    write(tmp_path, host, STARTING[host], body="top")
    write(tmp_path, host, lines, name="helper", body="helper")
    made = planned(tmp_path, host)
    assert "helper" not in made.agent.starts
    assert made.agent.spawn is not None
    tool, fields = made.agent.spawn
    _, events = run(made, Script(top=[(tool, {fields[0]: "helper", "prompt": "go"}), "done"], helper=["found"]))
    assert [event["agent"] for event in of(events, "began")] == ["a"]


@pytest.mark.parametrize("host", ROWS)
def test_the_prompt_is_the_models(tmp_path: Path, host: str) -> None:
    write(tmp_path, host, "", body="Sing of needles.")
    script = Script("done")
    run(planned(tmp_path, host), script)
    assert (script.messages[0][0].instructions or "").startswith("Sing of needles.")


def test_the_prompt_in_a_configuration(tmp_path: Path) -> None:
    (tmp_path / "opencode.json").write_text(json.dumps({"agent": {"a": {"description": "d", "prompt": "Sing of needles."}}}))
    script = Script("done")
    run(planned(tmp_path, "opencode"), script)
    assert script.messages[0][0].instructions == "Sing of needles."


def test_an_agent_that_is_switched_off_is_not_run(tmp_path: Path) -> None:
    write(tmp_path, "opencode", "disable: true")
    done = call(tmp_path, "a", "go", "--host", "opencode", "--model", "openai-chat:m")
    assert done.returncode == 2
    assert "a" in done.stderr


def test_an_agent_is_called_as_it_says(tmp_path: Path) -> None:
    write(tmp_path, "opencode", "name: other")
    assert planned(tmp_path, "opencode", "other").main == "other"


def served(made: object, *steps: object, variables: pytest.MonkeyPatch) -> list[dict]:
    """The requests of a run on the model that its plan names, over HTTP."""
    with service(*steps) as endpoint:
        for name, value in endpoint.variables().items():
            variables.setenv(name, value)
        result = asyncio.run(Run(made, exact(made.agent.model)).main("go"))  # type: ignore[attr-defined]
    assert result.outcome == "completed", result.reason
    return endpoint.requests


@pytest.mark.parametrize(
    ("host", "model"),
    [(host, "openai-chat/own" if host == "opencode" else "openai-chat:own") for host in ROWS]
    + [("claude-code", "claude-own-5"), ("opencode", "anthropic/claude-own-5"), ("copilot", "claude-own-5")],
)
def test_the_model_is_the_definitions(tmp_path: Path, host: str, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = plan_with(tmp_path, host, f'model = "{model}"' if host == "codex" else f"model: {model}")
    requests = served(made, "done", variables=monkeypatch)
    assert requests[0]["model"] == ("own" if model.startswith("openai") else "claude-own-5")


@pytest.mark.parametrize(
    ("host", "lines", "key", "value"),
    [
        ("claude-code", "effort: high", "reasoning_effort", "high"),
        ("codex", 'model_reasoning_effort = "low"', "reasoning_effort", "low"),
        ("opencode", "variant: medium", "reasoning_effort", "medium"),
        ("opencode", "temperature: 0.25", "temperature", 0.25),
        ("opencode", "top_p: 0.5", "top_p", 0.5),
        ("gemini", "temperature: 0.25", "temperature", 0.25),
    ],
)
def test_what_the_model_is_asked_with(
    tmp_path: Path, host: str, lines: str, key: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = "gpt-5" if key == "reasoning_effort" else "m"
    made = plan_with(tmp_path, host, lines, model=f"openai-chat:{model}")
    assert made.notes == []
    assert served(made, "done", variables=monkeypatch)[0][key] == value
    other = plan_with(tmp_path, host, "", model=f"openai-chat:{model}")
    assert served(other, "done", variables=monkeypatch)[0].get(key) != value


@pytest.mark.parametrize("lines", ["effort: 50", "effort: enormous"])
def test_an_effort_that_no_model_knows_is_told(tmp_path: Path, lines: str) -> None:
    assert plan_with(tmp_path, "claude-code", lines).notes == (["`effort` of `a` is not carried out"])


SERVER = str(HERE / "server.py")
DESCRIBED = {
    "claude-code": "tools: Read, mcp__demo__alpha\nmcpServers:\n  - demo: {entry}",
    "copilot": "tools: [read, demo/alpha]\nmcp-servers: {{demo: {entry}}}",
    "gemini": "tools: [read_file, mcp_demo_alpha]\nmcp_servers: {{demo: {entry}}}",
    "codex": '[mcp_servers.demo]\ncommand = "{python}"\nargs = ["{server}"]\nenabled_tools = ["alpha"]',
}


@pytest.mark.parametrize("host", DESCRIBED)
def test_the_servers_of_a_definition(tmp_path: Path, host: str) -> None:
    entry = {"command": sys.executable, "args": [SERVER], **({"tools": ["*"], "type": "local"} if host == "copilot" else {})}
    lines = DESCRIBED[host].format(entry=json.dumps(entry), python=sys.executable, server=SERVER)
    with pytest.raises(UsageError, match="`demo` has to be started"):
        plan_with(tmp_path, host, lines)
    script = Script(("mcp__demo__alpha", {"text": "x"}), "done")
    _, events = run(planned(tmp_path, host, servers=True), script)
    offered = [tool for tool in script.offered[0] if tool.startswith("mcp__")]
    assert offered == ["mcp__demo__alpha"]
    assert [event["result"] for event in of(events, "result")] == ["alpha x"]


def test_a_server_of_which_it_has_no_tool_is_not_started_and_told(tmp_path: Path) -> None:
    made = plan_with(tmp_path, "gemini", "tools: [read_file]\nmcp_servers: {demo: {command: x}}", servers=True)
    assert made.notes == ["the MCP server `demo` of `a` is not started: the agent has none of its tools"]


HOOKED = {
    "claude-code": ("hooks: {{PreToolUse: [{{matcher: Bash, hooks: [{{type: command, command: {command}}}]}}]}}", "Bash"),
    "copilot": ("hooks: {{preToolUse: [{{type: command, bash: {command}}}]}}", "bash"),
    "zeph": ("hooks: {{PreToolUse: [{{matcher: bash, hooks: [{{type: command, command: {command}}}]}}]}}", "bash"),
}
LOOKS = {
    "claude-code": 'grep -q \'"tool_input": {"command": "touch x"}\' && echo no touching >&2 && exit 2; exit 0',
    "copilot": (
        'grep -q \'"toolArgs": {"command": "touch x"}\' && echo \'{"permissionDecision": "deny", '
        '"permissionDecisionReason": "no touching"}\'; exit 0'
    ),
    "zeph": 'case "$ZEPH_TOOL_ARGS_JSON" in *touch*) echo no touching >&2; exit 2;; esac',
}


@pytest.mark.parametrize("host", HOOKED)
def test_a_hook_refuses_in_every_hosts_form(tmp_path: Path, host: str) -> None:
    form, tool = HOOKED[host]
    lines = form.format(command=json.dumps(LOOKS[host]))
    with pytest.raises(UsageError, match="hooks that guard its calls"):
        plan_with(tmp_path, host, lines)
    script = Script((tool, {"command": "touch x"}), (tool, {"command": "echo y"}), "done")
    _, events = run(planned(tmp_path, host, hooks=True), script)
    assert ["no touching" in event["reason"] for event in of(events, "refused")] == [True]
    assert [event["result"] for event in of(events, "result")] == ["y"]
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("host", "lines"),
    [
        ("claude-code", "maxTurns: 2"),
        ("gemini", "max_turns: 2"),
        ("opencode", "steps: 2"),
        ("opencode", "maxSteps: 2"),
        ("zeph", "permissions: {max_turns: 2}"),
    ],
)
def test_the_turns_are_counted(tmp_path: Path, host: str, lines: str) -> None:
    made = plan_with(tmp_path, host, lines)
    reader = next(tool for tool, kind in made.agent.tools.items() if kind == "Read")
    script = Script((reader, {"file_path": "."}))
    result, _ = run(made, script)
    assert (result.outcome, script.turns) == ("max_turns", 2)


@pytest.mark.parametrize(
    ("host", "lines", "seconds"), [("gemini", "timeout_mins: 2", 120), ("zeph", "permissions: {timeout_secs: 120}", 120)]
)
def test_the_time_is_a_wall(tmp_path: Path, host: str, lines: str, seconds: int) -> None:
    clock = Clock()
    os.mkfifo(tmp_path / "begun")

    def tell(event: dict) -> None:
        if event["event"] == "call":
            (tmp_path / "begun").read_text()
            clock.jump()

    made = plan_with(tmp_path, host, lines)
    shell = next(tool for tool, kind in made.agent.tools.items() if kind == "Bash")
    with service((shell, {"command": STUBBORN})) as model:
        result = run_process(made, "go", environment={**os.environ, **model.variables()}, tell=tell, clock=clock)
    assert (result.outcome, result.reason) == ("timeout", f"the {seconds} seconds of `a` are over")


@pytest.mark.parametrize(("host", "lines"), [("claude-code", "skills: [deploy]"), ("copilot", "skills: [deploy]")])
def test_skills_that_are_named_are_put_before_the_agent(tmp_path: Path, host: str, lines: str) -> None:
    folder = {"claude-code": ".claude", "copilot": ".github"}[host]
    for name in ("deploy", "other"):
        (tmp_path / folder / "skills" / name).mkdir(parents=True)
        (tmp_path / folder / "skills" / name / "SKILL.md").write_text(f"---\nname: {name}\ndescription: d\n---\nhow to {name}")
    script = Script("done")
    run(plan_with(tmp_path, host, lines), script)
    said = script.messages[0][0].instructions or ""
    assert "how to deploy" in said
    assert "how to other" not in said


def test_the_words_before_the_task(tmp_path: Path) -> None:
    write(tmp_path, "claude-code", "tools: Agent", body="top")
    write(tmp_path, "claude-code", "initialPrompt: Look around first.", name="low", body="low")
    for name, expected in (("low", "Look around first.\n\ngo"), ("a", "go")):
        script = Script(top=[("Agent", {"subagent_type": "low", "prompt": "go"}), "done"], low=["done"])
        run(planned(tmp_path, "claude-code", name), script)
        tasks = [messages[0].parts[0].content for messages in script.messages]  # type: ignore[union-attr]
        assert set(tasks) == {expected}  # whoever is started by another has its task alone


@pytest.mark.parametrize(("host", "lines"), [("claude-code", "background: true"), ("zeph", "permissions: {background: true}")])
def test_a_definition_that_says_so_runs_as_a_job(tmp_path: Path, host: str, lines: str) -> None:
    write(tmp_path, host, f"{lines}\nmodel: openai-chat:m")
    with service("the answer") as model:
        identity = call(tmp_path, "a", "go", "--host", host, **model.variables()).stdout.strip()
        done = call(tmp_path, "jobs", "result", identity, "--wait")
    assert (len(identity), done.stdout) == (8, "the answer\n")


def test_a_mode_that_blocks_every_call_runs_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="in mode `plan` every call is blocked"):
        plan_with(tmp_path, "zeph", "permissions: {permission_mode: plan}")


@pytest.mark.parametrize(
    "lines",
    [
        "kind: remote\nagent_card_url: https://example.com/card",
        "kind: remote\nagent_card_json: '{}'",
        "kind: remote\nagent_card_url: https://example.com/card\nauth: {type: apiKey, key: x}",
    ],
)
def test_an_agent_that_is_elsewhere_is_not_run_here(tmp_path: Path, lines: str) -> None:
    with pytest.raises(UsageError):
        plan_with(tmp_path, "gemini", lines)
