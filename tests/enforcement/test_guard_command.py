"""`remit guard` and `remit log` as a user runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_compiling import agent

import remit

SOURCE = str(Path(remit.__file__).parent.parent)


class Project:
    """A project with agents, a home and the program."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.home = folder / "home"
        self.root.mkdir()
        self.home.mkdir()
        self.settings = self.root / ".claude" / "settings.local.json"
        self.state = folder / "state"

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "HOME": str(self.home), "PYTHONPATH": SOURCE, "XDG_STATE_HOME": str(self.state)}
        program = [sys.executable, "-m", "remit", *words]
        return subprocess.run(program, cwd=self.root, env=environment, capture_output=True, text=True, check=False)

    def compile(self) -> None:
        assert self.run("compile", "-o", ".remit/policy.json").returncode == 0

    def hook(self, event: str) -> list[str]:
        """What the settings say to start at an event."""
        (group,) = json.loads(self.settings.read_text())["hooks"][event]
        (hook,) = group["hooks"]
        assert hook["onFailure"] == "block"
        return [hook["command"], *hook["args"]]

    def say(self, event: str, **more: object) -> str:
        data = {
            "hook_event_name": event,
            "session_id": "s",
            "agent_id": "a",
            "agent_type": "reviewer",
            "tool_input": {},
            **more,
        }
        done = subprocess.run(self.hook(event), input=json.dumps(data), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Project:
    found = Project(tmp_path)
    agent(found.root, "reviewer", "tools: Read, Grep, Bash(git diff:*)\n")
    return found


def test_from_install_to_log(project: Project) -> None:
    project.compile()
    assert project.run("guard", "status").returncode == 1
    done = project.run("guard", "install")
    assert done.returncode == 0, done.stderr
    assert project.run("guard", "status").returncode == 0
    done = project.run("guard", "selftest")
    assert done.returncode == 0, done.stdout
    assert "ok  a tool that `reviewer` has not is refused" in done.stdout
    assert project.run("log").returncode == 2, "a self-test is not in the journal"

    assert '"deny"' in project.say("PreToolUse", tool_name="Write")
    assert project.say("PreToolUse", tool_name="Read") == ""
    assert project.say("PostToolUse", tool_name="Read") == ""
    done = project.run("log", "--format", "json")
    told = json.loads(done.stdout)
    assert told["schema"] == "remit/log/1"
    assert told["agents"]["reviewer"]["tools"]["Read"]["used"] == 1
    assert told["agents"]["reviewer"]["tools"]["Write"]["refused"] == 1
    assert told["agents"]["reviewer"]["unused"] == ["Bash", "Glob"] or set(told["agents"]["reviewer"]["unused"]) == {
        "Grep",
        "Bash",
    }
    shown = project.run("log").stdout
    assert "never used in 30 days" in shown
    assert "the journal begins on" in shown
    assert len(project.run("log", "--lines").stdout.splitlines()) == 3

    assert project.run("guard", "uninstall").returncode == 0
    assert project.run("guard", "status").returncode == 1


OWN = '{\n\t"permissions": {"allow": ["Read"]}, // mine\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{"matcher": "Bash", "hooks": []} // theirs\n\t\t]\n\t}\n}\n'


@pytest.mark.parametrize("text", [OWN, OWN.replace("\n", "\r\n"), "\ufeff" + OWN, '{"a": 1}'])
def test_other_settings_stay_as_they_are(project: Project, text: str) -> None:
    project.settings.parent.mkdir(exist_ok=True)
    project.settings.write_bytes(text.encode())
    project.compile()
    for _ in range(2):
        assert project.run("guard", "install").returncode == 0
        assert project.run("guard", "status").returncode == 0
    assert project.run("guard", "uninstall").returncode == 0
    assert project.settings.read_bytes() == text.encode()
    assert "was not there" in project.run("guard", "uninstall").stdout


def test_what_cannot_be_installed_is_said(project: Project) -> None:
    done = project.run("guard", "install")
    assert done.returncode == 2
    assert "`remit guard install --compile`" in done.stderr
    project.compile()
    project.settings.parent.mkdir(exist_ok=True)
    for broken in ("{", "[]", '{"hooks": []}'):
        project.settings.write_text(broken)
        done = project.run("guard", "install")
        assert done.returncode == 2, broken
        assert "nothing was written" in done.stderr
        assert project.settings.read_text() == broken
    assert "no scope" in project.run("guard", "install", "--scope", "moon").stderr
    assert "cannot be installed for" in project.run("guard", "install", "--host", "zeph").stderr
    assert project.run("guard", "selftest").returncode == 2


def test_what_is_said_is_what_there_is_to_do(project: Project) -> None:
    done = project.run("guard", "selftest", "--host", "codex", "--scope", "user")
    assert "`remit guard install --host codex --scope user`" in done.stderr
    done = project.run("guard", "install", "--host", "gemini", "--compile")
    assert done.returncode == 2
    assert "no agent of gemini" in done.stderr
    for action in ("install", "status", "selftest", "uninstall"):
        done = project.run("guard", action, "--root", "nowhere", *(["--compile"] if action == "install" else []))
        assert done.returncode == 2, action
        assert "no such directory" in done.stderr
    assert not (project.root / "nowhere").exists()


def test_the_settings_that_have_the_guard_are_found(project: Project) -> None:
    for scope in ("user", "project"):
        assert project.run("guard", "install", "--compile", "--scope", scope).returncode == 0
        assert project.run("guard", "selftest").returncode == 0
        done = project.run("guard", "uninstall")
        assert "is gone" in done.stdout
    assert project.run("guard", "status").returncode == 1


def test_a_guard_that_only_observes_is_told_apart(project: Project) -> None:
    project.compile()
    done = project.run("guard", "install", "--observe")
    assert done.returncode == 0
    assert "it refuses nothing" in done.stdout
    done = project.run("guard", "status")
    assert done.returncode == 1
    assert "only observes" in done.stdout
    assert project.run("guard", "selftest").returncode == 1
    assert project.say("PreToolUse", tool_name="Write") == ""


def test_a_policy_that_is_out_of_date_is_told_and_mended(project: Project) -> None:
    project.compile()
    assert project.run("guard", "install").returncode == 0
    agent(project.root, "reviewer", "tools: Read\n")
    done = project.run("guard", "status")
    assert done.returncode == 1
    assert "refuses everything" in done.stdout
    assert project.run("compile", "--check", ".remit/policy.json").returncode == 1
    assert project.run("guard", "selftest").returncode == 1
    assert project.run("compile", "--again", ".remit/policy.json").returncode == 0
    assert project.run("guard", "status").returncode == 0
    done = project.run("compile", "--again", str(project.settings))
    assert done.returncode == 2
    assert "does not say what it was compiled from" in done.stderr


def test_a_guard_whose_interpreter_is_gone_is_found(project: Project) -> None:
    project.compile()
    assert project.run("guard", "install").returncode == 0
    text = project.settings.read_text()
    project.settings.write_text(text.replace(json.dumps(sys.executable), '"/nowhere/python"'))
    assert project.run("compile", "--again", ".remit/policy.json").returncode == 0
    done = project.run("guard", "selftest")
    assert done.returncode == 1
    assert "it does not start" in done.stdout
