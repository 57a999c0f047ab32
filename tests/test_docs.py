"""The pages that are made from the code are up to date, and every rule has a whole page."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from remit.hosts import all_hosts
from remit.rules import CONFIDENCES, PERSONAS, TOPICS, Rule, all_rules, rule

DOCS = Path(__file__).parent.parent / "docs"


def tool(name: str) -> ModuleType:
    """A script of the docs folder."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_up_to_date() -> None:
    assert tool("generate").stale() == []


def test_every_rule_is_reported_somewhere() -> None:
    reporters = tool("reporters")
    assert [rule.name for rule in all_rules() if not reporters.hosts_of(rule)] == []
    assert [host.name for host in reporters.hosts_of(rule("unenforced-field"))] == ["zeph"]
    assert [host.name for host in reporters.hosts_of(rule("missing-instructions"))] == ["codex"]
    assert reporters.everywhere(rule("yaml-syntax"))
    assert not reporters.everywhere(rule("front-matter-cut"))


@pytest.mark.parametrize("one", list(all_rules()), ids=lambda one: one.name)
def test_a_rule_has_a_whole_page(one: Rule) -> None:
    for heading in ("## What it finds", "## Why it matters", "## Evidence"):
        assert heading in one.page, heading
    assert one.title
    assert one.severity in ("error", "warning", "info")
    assert one.persona in PERSONAS
    assert one.confidence in CONFIDENCES
    assert one.topic in TOPICS


@pytest.mark.parametrize("host", list(all_hosts()), ids=lambda host: host.name)
def test_a_host_has_evidence(host) -> None:
    assert host.facts
    for fact in host.facts:
        assert fact.text.endswith(".")
        assert fact.source
        assert len(fact.verified) == 10
    for name, field in host.fields.items():
        assert field.name == name
        assert field.doc
        assert field.evidence, name


def test_every_command_has_a_page() -> None:
    from remit.cli import COMMANDS

    for command in COMMANDS:
        assert (DOCS / "commands" / f"{command}.md").read_text().startswith(f"# remit {command}")


def transcript(text: str, folder: Path) -> None:
    """Runs the commands of a session in a folder, and holds their answers to those that are shown."""
    shown = "\n".join(re.findall(r"^```console\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL))
    parts = re.split(r"^\$ ", shown, flags=re.MULTILINE)[1:]
    assert parts
    environment = {**os.environ, "COLUMNS": "96", "PYTHONUTF8": "1", "REMIT_NO_CACHE": "1", "HOME": str(folder / "nobody")}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    for part in parts:
        command, _, answer = part.partition("\n")
        words = [sys.executable, "-m", *shlex.split(command)]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
        assert done.stdout.rstrip() == answer.rstrip(), done.stderr


def test_the_transcript_of_the_readme_is_true() -> None:
    transcript((DOCS.parent / "README.md").read_text(), DOCS.parent)


def test_the_session_of_the_guide_is_true(tmp_path: Path) -> None:
    shutil.copytree(DOCS.parent / "examples" / "shop", tmp_path / "shop")
    transcript((DOCS / "guide.md").read_text(), tmp_path / "shop")
