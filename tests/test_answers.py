"""What commands answer in JSON is what the schemas of answers say, for good agents and for bad ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from remit.answers import ANSWERS, answer

ROOT = Path(__file__).parent.parent
SHOP = ("--root", "examples/shop", "--home", "examples/home", "--plugins", "examples/plugins")


def remit(*words: str, cwd: Path = ROOT) -> dict:
    environment = {**os.environ, "PYTHONUTF8": "1", "REMIT_NO_CACHE": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "remit", *words, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment, encoding="utf-8")
    return json.loads(done.stdout)


@pytest.mark.parametrize("command", list(ANSWERS))
def test_a_schema_is_one(command: str) -> None:
    jsonschema.Draft7Validator.check_schema(answer(command))


@pytest.mark.parametrize(
    "words",
    [
        ("list", *SHOP),
        ("check", "examples/shop", "--persona", "auditor"),
        ("show", "lead", *SHOP),
        ("show", "release-notes", *SHOP),
        ("show", "examples/shop/.zeph/agents/linter.md"),
        ("can", "reviewer", "Bash", "git push", *SHOP),
        ("can", "reviewer", "Bash", '{"command": "git diff"}', *SHOP),
        ("can", "reviewer", "Read", *SHOP),
        ("jobs", "--home", "examples/home"),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_an_answer_is_as_its_schema_says(words: tuple[str, ...]) -> None:
    jsonschema.Draft7Validator(answer(words[0])).validate(remit(*words))


@pytest.mark.parametrize("agent", ["lead", "reviewer"])
def test_a_plan_is_as_its_schema_says(agent: str) -> None:
    jsonschema.Draft7Validator(answer("run-plan")).validate(remit("run", agent, "--dry-run", *SHOP))


BROKEN = ("", "---\nname: [\n---\n", "---\ntools: true\n---\nx\n", "+++\nname = 1\n+++\n", "\ufeff---\r\nname: a\r\n---\r\n")


@pytest.mark.parametrize("text", BROKEN)
def test_an_answer_about_a_broken_agent(tmp_path: Path, text: str) -> None:
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(text)
    (folder / "gone.md").symlink_to(tmp_path / "nowhere.md")
    for words in (("list",), ("check",), ("show", ".claude/agents/a.md")):
        jsonschema.Draft7Validator(answer(words[0])).validate(remit(*words, cwd=tmp_path))
