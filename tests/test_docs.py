"""The pages that are made from the code are up to date, and every rule has a whole page."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from remit.hosts import all_hosts
from remit.rules import CONFIDENCES, PERSONAS, TOPICS, Rule, all_rules

DOCS = Path(__file__).parent.parent / "docs"


def test_generated_pages_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.stale() == []


@pytest.mark.parametrize("rule", list(all_rules()), ids=lambda rule: rule.name)
def test_a_rule_has_a_whole_page(rule: Rule) -> None:
    for heading in ("## What it finds", "## Why it matters", "## Evidence"):
        assert heading in rule.page, heading
    assert rule.title
    assert rule.severity in ("error", "warning", "info")
    assert rule.persona in PERSONAS
    assert rule.confidence in CONFIDENCES
    assert rule.topic in TOPICS


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


def test_the_transcript_of_the_readme_is_true() -> None:
    readme = (DOCS.parent / "README.md").read_text()
    parts = re.split(r"^\$ ", readme.partition("```console\n")[2].partition("```")[0], flags=re.MULTILINE)[1:]
    assert parts
    for part in parts:
        command, _, shown = part.partition("\n")
        words = [sys.executable, "-m", *shlex.split(command)]
        environment = {**os.environ, "COLUMNS": "96", "PYTHONUTF8": "1"}
        done = subprocess.run(
            words, cwd=DOCS.parent, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
        )
        assert done.stdout.rstrip() == shown.rstrip(), done.stderr
