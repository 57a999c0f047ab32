"""Every recorded answer of OpenCode: the resolved rules in order, the tools that are on, and what makes the program refuse."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from conftest import golden_folders
from remit.hosts import host
from remit.hosts.base import MAIN, Surroundings
from remit.hosts.opencode.layers import Settings
from remit.hosts.opencode.resolving import Data, tool_map
from remit.session import Session

HOST = host("opencode")
VERSION = HOST.version(None)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" not in metafunc.fixturenames:
        return
    cases = [
        case for folder in golden_folders(metafunc.config, "opencode") for case in sorted(folder.iterdir()) if case.is_dir()
    ]
    if metafunc.function.__name__ == "test_refusal":
        cases = [case for case in cases if (case / "expected.err").is_file()]
    else:
        cases = [case for case in cases if (case / "expected.json").is_file()]
    metafunc.parametrize("case", cases, ids=[f"{case.parent.name}/{case.name}" for case in cases])


class World:
    """A case laid out on the disk: a project with its home."""

    def __init__(self, case: Path, tmp_path: Path) -> None:
        self.case = case
        self.project, self.home = tmp_path / "proj", tmp_path / "home"
        self.meta = json.loads((case / "case.json").read_text()) if (case / "case.json").is_file() else {}
        for name, target in (("project", self.project), ("home", self.home)):
            if (case / name).is_dir():
                shutil.copytree(case / name, target)
            target.mkdir(exist_ok=True)
        if (case / "t.md").is_file():
            (self.project / ".opencode" / "agents").mkdir(parents=True, exist_ok=True)
            shutil.copy(case / "t.md", self.project / ".opencode" / "agents" / "t.md")
        if (case / "opencode.json").is_file():
            shutil.copy(case / "opencode.json", self.project / "opencode.json")
        if self.meta.get("git", True):
            (self.project / ".git").mkdir()
        for folder in self.meta.get("repositories", ()):
            (tmp_path / folder.replace("project", "proj", 1) / ".git").mkdir()
        environment = {name: self.full(value) for name, value in self.meta.get("env", {}).items()}
        self.around = Surroundings(
            str(self.project / self.meta.get("cwd", "")).rstrip("/"), str(self.home), environment=environment
        )
        self.settings = HOST.settings(self.around, VERSION)
        assert isinstance(self.settings, Settings)
        self.agent = self.meta.get("agent", "t")

    def full(self, text: str) -> str:
        return text.replace("$PROJ", str(self.project)).replace("$HOME", str(self.home))

    def session(self) -> Session:
        return Session(HOST, VERSION, settings=self.settings, mode=MAIN)

    def definition(self):
        """The agent's definition as a session finds it: the strongest file of that name, an entry of a JSON file, or a built-in."""
        for place in HOST.places(self.around, VERSION):
            path = Path(place.path)
            files = (
                [path]
                if path.is_file()
                else sorted(path.rglob("*.md") if place.recursive else path.glob("*.md"))
                if path.is_dir()
                else []
            )
            for file in reversed(files):
                stem = file.relative_to(path).with_suffix("").as_posix() if path.is_dir() else file.stem
                for reading in HOST.entries(source(file), VERSION, place.scope, stem):
                    if reading.loaded and reading.name == self.agent:
                        return reading.subject()
        return next((one for one in HOST.builtin_agents(VERSION) if one.name == self.agent), None)


def source(path: Path):
    from remit.source import Source

    return Source(path.read_bytes(), str(path))


def test_answer(case: Path, tmp_path: Path) -> None:
    world = World(case, tmp_path)
    expected = json.loads((case / "expected.json").read_text())
    definition = world.definition()
    assert definition is not None
    if case.name == "fence-js-word":
        # Only running the file would tell.
        assert definition.reading.definition is None
        assert any(finding.rule == "runs-code" for finding in definition.reading.findings)
        return
    resolution = HOST.resolve(definition, world.session())
    assert isinstance(resolution.data, Data)
    got = [(rule.tool, rule.pattern, rule.effect) for rule in resolution.data.rules]
    assert got == [(rule["permission"], world.full(rule["pattern"]), rule["action"]) for rule in expected["permission"]]
    assert tool_map(resolution.data.rules, expected["tools"]) == expected["tools"]
    offered = {name for name, on in expected["tools"].items() if on and name != "invalid"}
    assert resolution.effective == tuple(sorted(offered))
    if not expected["native"]:
        merged = world.settings.merged(world.agent)
        assert (merged.mode or "all") == expected["mode"]
        assert merged.prompt == expected.get("prompt", "")


def test_refusal(case: Path, tmp_path: Path) -> None:
    world = World(case, tmp_path)
    text = re.sub(r"\x1b\[[0-9]*m", "", (case / "expected.err").read_text())
    if "not found" in text:
        definition = world.definition()
        resolution = HOST.resolve(definition, world.session()) if definition is not None else None
        assert resolution is None or resolution.effective is None
        return
    assert world.settings.problem is not None
    at = re.search(r"Configuration is invalid at (\S+)", text)
    if at is None:
        return
    path = Path(world.full(at[1]))
    wanted = [line.removeprefix("\u21b3 ") for line in text.splitlines() if line.startswith("\u21b3")]
    lines = []
    for reading in HOST.entries(source(path), VERSION, "project", path.stem):
        assert not reading.loaded
        assert reading.definition is None
        lines += [issue.line for issue in reading.view.issues] if reading.view is not None else []
        for finding in reading.findings:
            if finding.rule == "permissions-of-version-2":
                lines.append(finding.rule)
            elif finding.rule == "refuses-to-start" and finding.data["line"] not in lines:
                lines += [str(finding.data["line"])] * wanted.count(str(finding.data["line"]))
    if wanted == ["Expected Config, got [] "]:
        assert [one.rule for one in reading.diagnostics] == ["front-matter-not-a-map"]
    elif "V2 permissions" in text:
        assert lines == ["permissions-of-version-2"]
    else:
        assert lines == wanted
