"""Every recorded answer of Codex: which roles it offers its model, and what it warns of."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conftest import golden_folders
from remit.catalog import Entry
from remit.gathering import discover
from remit.hosts import host
from remit.session import Session

HOST = host("codex")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rows, ids = [], []
    for folder in golden_folders(metafunc.config, "codex"):
        data = json.loads((folder / "expected.json").read_bytes())
        for name, answer in data["cases"].items():
            rows.append((folder, answer))
            ids.append(name)
    metafunc.parametrize(("folder", "answer"), rows, ids=ids)


@pytest.fixture
def entry(folder: Path, answer: dict, tmp_path: Path) -> Entry:
    """The file where the client found it."""
    path = tmp_path / "project" / answer["path"]
    path.parent.mkdir(parents=True)
    path.write_bytes((folder / answer["file"]).read_bytes())
    version = re.findall(r"[0-9][0-9.]*", folder.name)[0]
    (found,) = discover(tmp_path / "project", f"codex@{version}", home=tmp_path / "home", below=False)
    return found


def offered(entry: Entry) -> dict[str, str]:
    """The roles as the client's own tool describes them."""
    definition = entry.definition
    if entry.status != "active" or definition is None:
        return {}
    text = definition.description
    effort = definition.extra.get("model_reasoning_effort")
    if definition.model is not None and effort is not None:
        text += f"\n- This role's model is set to `{definition.model}` and its reasoning effort is set to `{effort}`."
        text += " These settings cannot be changed."
    elif definition.model is not None:
        text += f"\n- This role's model is set to `{definition.model}` and cannot be changed."
    elif effort is not None:
        text += f"\n- This role's reasoning effort is set to `{effort}` and cannot be changed."
    return {definition.name: text}


def test_roles(entry: Entry, answer: dict) -> None:
    got = offered(entry)
    assert set(got) == set(answer["roles"]), entry.reason
    for name, text in answer["roles"].items():
        if "These settings" not in got[name]:
            assert got[name] == text


def test_warnings(entry: Entry, answer: dict) -> None:
    """What the client warns of is an error here, about the field that it names."""
    errors = [finding for finding in entry.diagnostics if finding.severity == "error"]
    assert bool(entry.reason) == bool(answer["warnings"])
    for warning in answer["warnings"]:
        named = re.search(r"unknown field `(\w+)`|must define (?:a non-empty )?`(\w+)`|\.toml\.(\w+) ", warning)
        assert errors, warning
        if named is not None:
            field = next(name for name in named.groups() if name)
            assert any(field in finding.message for finding in errors), [finding.message for finding in errors]


def test_a_role_has_every_tool_of_its_session(entry: Entry, answer: dict) -> None:
    assert entry.reading is not None
    got = HOST.resolve(entry.reading.subject(), Session(HOST, entry.version, depth=0))
    assert (got.effective is not None) == bool(answer["roles"])
    if got.effective is not None:
        from remit.hosts.codex.vocabulary import SESSION

        assert got.effective == SESSION
