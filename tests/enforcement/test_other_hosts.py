"""The guard in hosts other than Claude Code: what they tell the hook, as their clients were seen to, and what they are answered."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from test_guard_command import Project

ROLE = 'name = "reader"\ndescription = "Reads"\ndeveloper_instructions = "Read."\nsandbox_mode = "read-only"\n'
CUSTOM = "---\nname: reader\ndescription: Reads\ntools: [view, search]\n---\nRead.\n"
LOCAL = "---\nname: reader\ndescription: Reads\ntools: [read_file]\n---\nRead.\n"
HOSTS = {
    "codex": (".codex/agents/reader.toml", ROLE, ".codex/hooks.json", "PreToolUse"),
    "copilot": (".github/agents/reader.agent.md", CUSTOM, ".github/hooks/remit-guard.json", "preToolUse"),
    "gemini": (".gemini/agents/reader.md", LOCAL, ".gemini/settings.json", "BeforeTool"),
}


class Elsewhere(Project):
    """A project of another host, with the guard in its settings."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder)
        path, text, settings, self.event = HOSTS[name]
        self.name = name
        self.settings = self.root / settings
        (self.root / path).parent.mkdir(parents=True)
        (self.root / path).write_text(text)

    def guard(self, action: str, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run("guard", action, "--host", self.name, *words)

    def line(self, event: str | None = None) -> str:
        """What the settings say a shell is to start."""
        (entry,) = json.loads(self.settings.read_text())["hooks"][event or self.event]
        hook = entry["hooks"][0] if "hooks" in entry else entry
        return str(hook.get("command") or hook.get("bash") or hook.get("powershell"))

    def ask(self, data: dict, line: str | None = None) -> tuple[int, dict, str]:
        done = subprocess.run(
            line or self.line(), shell=True, input=json.dumps(data), capture_output=True, text=True, check=False
        )
        return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


@pytest.fixture(params=HOSTS)
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path, request.param)


def test_from_install_to_uninstall(project: Elsewhere) -> None:
    assert project.guard("install").returncode == 2
    done = project.guard("install", "--compile")
    assert done.returncode == 0, done.stderr
    assert project.guard("status").returncode == 0
    done = project.guard("selftest")
    assert done.returncode == 0, done.stdout
    text = project.settings.read_text()
    assert project.guard("install").returncode == 0
    assert project.settings.read_text() == text
    assert project.guard("uninstall").returncode == 0
    assert not project.settings.exists()


def test_other_hooks_stay(project: Elsewhere) -> None:
    project.settings.parent.mkdir(parents=True, exist_ok=True)
    own = '{\n\t"version": 1,\n\t"hooks": {"' + project.event + '": [ {"command": "mine"} ]}\n}\n'
    project.settings.write_text(own)
    assert project.guard("install", "--compile").returncode == 0
    assert project.guard("uninstall").returncode == 0
    assert project.settings.read_text() == own


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
def test_what_cannot_be_started_refuses(project: Elsewhere) -> None:
    assert project.guard("install", "--compile").returncode == 0
    program = project.line().split()[0]
    assert project.ask({}, project.line().replace(program, "/nowhere/python", 1))[0] == 2
    assert project.ask({}, project.line().replace(program, "kill -9 $$;", 1))[0] != 0
    assert project.ask({})[0] == 2


def test_codex(tmp_path: Path) -> None:
    project = Elsewhere(tmp_path, "codex")
    assert "/hooks" in project.guard("install", "--compile").stdout
    call = {
        "session_id": "s",
        "turn_id": "t",
        "transcript_path": "/x.jsonl",
        "cwd": str(project.root),
        "hook_event_name": "PreToolUse",
    }
    call |= {"model": "m", "permission_mode": "default", "tool_use_id": "c1"}
    reader = {"agent_id": "a", "agent_type": "reader"}
    shell = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
    patch = {"tool_name": "apply_patch", "tool_input": {"command": "*** Begin Patch"}}
    assert project.ask({**call, **shell}) == (0, {}, "")
    assert project.ask({**call, **reader, **shell}) == (0, {}, ""), "it only reads"
    for command in ("touch x", "ls; touch x", "ls > x", "cat $(touch x)", "apply_patch <<'E'\nE", "python x.py"):
        _, said, _ = project.ask({**call, **reader, **shell, "tool_input": {"command": command}})
        assert "can ask nobody" in said["hookSpecificOutput"]["permissionDecisionReason"], command
    assert project.ask({**call, **reader, "tool_name": "multi_agent_v1wait_agent", "tool_input": {}})[0] == 0
    code, said, _ = project.ask({**call, **reader, **patch})
    assert code == 0
    assert set(said) == {"hookSpecificOutput"}, "a field too many and the client lets the call pass"
    assert said["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "read-only" in said["hookSpecificOutput"]["permissionDecisionReason"]


def test_copilot(tmp_path: Path) -> None:
    project = Elsewhere(tmp_path, "copilot")
    assert "--agent" in project.guard("install", "--compile").stdout
    call = {"sessionId": "a", "timestamp": 1, "cwd": str(project.root)}
    reader = {"agentId": "a", "agentType": "reader", "parentAgentId": "s"}
    assert project.ask({**call, "toolName": "bash", "toolArgs": {"command": "ls"}}) == (0, {}, "")
    assert project.ask({**call, **reader, "toolName": "view", "toolArgs": {"path": "x"}}) == (0, {}, "")
    for arguments in ({"command": "ls"}, '{"command": "ls"}'):
        code, said, _ = project.ask({**call, **reader, "toolName": "bash", "toolArgs": arguments})
        assert code == 0
        assert said["permissionDecision"] == "deny"
        assert "outside the remit of `reader`" in said["permissionDecisionReason"]
    assert project.ask({**call, "toolArgs": {}})[0] == 2
    assert project.ask({**call, "toolName": "bash", "toolArgs": "{"})[0] == 2
    assert project.ask({**call, **reader, "toolName": "bash", "toolArgs": {}, "toolResult": {"resultType": "success"}}) == (
        0,
        {},
        "",
    )
    assert project.ask({**call, **reader, "agentName": "reader", "agentDisplayName": "reader"}) == (0, {}, "")


def test_an_agent_that_nobody_knows_is_not_spoken_to(tmp_path: Path) -> None:
    project = Elsewhere(tmp_path, "copilot")
    path = project.root / ".github/agents/lead.agent.md"
    path.write_text(CUSTOM.replace("reader", "lead").replace("[view, search]", "[view, agent]"))
    assert project.guard("install", "--compile").returncode == 0
    call = {
        "sessionId": "a",
        "cwd": str(project.root),
        "toolName": "write_agent",
        "toolArgs": {"agent_id": "n", "message": "go on"},
    }
    assert project.ask(call) == (0, {}, ""), "the session speaks to whom it likes"
    _, said, _ = project.ask({**call, "agentId": "a", "agentType": "lead"})
    assert "speaks to none that reaches further" in said["permissionDecisionReason"]


def test_gemini_holds_the_session_as_a_whole(tmp_path: Path) -> None:
    project = Elsewhere(tmp_path, "gemini")
    assert project.run("compile", "--host", "gemini", "--tools", "read_file,glob", "-o", ".remit/policy.json").returncode == 0
    done = project.guard("install")
    assert "does not tell a hook which agent makes a call" in done.stdout
    assert "does not tell" in project.guard("status").stdout
    call = {
        "session_id": "s",
        "transcript_path": "/x",
        "cwd": str(project.root),
        "hook_event_name": "BeforeTool",
        "timestamp": "t",
    }
    assert project.ask({**call, "tool_name": "read_file", "tool_input": {}, "agent_type": "reader"}) == (0, {}, "")
    code, said, _ = project.ask({**call, "tool_name": "run_shell_command", "tool_input": {"command": "ls"}})
    assert code == 0
    assert said["decision"] == "deny"
    assert "outside what this session may do" in said["reason"]


def test_a_host_whose_agents_remit_does_not_read_is_refused(tmp_path: Path) -> None:
    project = Elsewhere(tmp_path, "codex")
    project.name = "cursor"
    done = project.guard("install", "--compile")
    assert done.returncode == 2
    assert "cannot be installed for `cursor`" in done.stderr
