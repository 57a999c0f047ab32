"""Every recorded answer of Gemini CLI's loader: which files it takes, and as what."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conftest import golden_folders
from remit.catalog import Entry
from remit.gathering import discover
from remit.definition import Definition
from remit.hosts.gemini import HOST


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rows, ids = [], []
    for folder in golden_folders(metafunc.config, "gemini"):
        data = json.loads((folder / "expected.json").read_bytes())
        for name, answer in data["cases"].items():
            rows.append((folder, answer))
            ids.append(name)
    metafunc.parametrize(("folder", "answer"), rows, ids=ids)


@pytest.fixture
def entries(folder: Path, answer: dict, tmp_path: Path) -> list[Entry]:
    """What is found where the client found the file; nothing where it does not look."""
    path = tmp_path / "project" / answer["path"]
    path.parent.mkdir(parents=True)
    path.write_bytes((folder / answer["file"]).read_bytes())
    version = re.findall(r"[0-9][0-9.]*", folder.name)[0]
    return list(discover(tmp_path / "project", f"gemini@{version}", home=tmp_path / "home", below=False))


def as_recorded(entry: Entry, definition: Definition) -> dict:
    """A definition in the words of the recording."""
    assert entry.reading is not None
    extra = definition.extra
    kind = extra.get("kind", "local")
    found = {"name": definition.name, "kind": kind, "file": Path(definition.path or "").name, "tools": "INHERIT"}
    if kind == "local":
        temperature = extra.get("temperature", 1)
        found |= {
            "tools": "INHERIT" if definition.tools is None else list(definition.tools),
            "model": definition.model or "inherit",
            "temp": None if temperature == float("inf") else temperature,
            "turns": definition.max_turns,
            "mins": (definition.timeout_secs or 0) / 60,
            "promptLen": len(HOST.prompt(entry.reading)),
        }
        if definition.mcp_servers:
            assert isinstance(definition.mcp_servers, dict)
            found["mcp"] = list(definition.mcp_servers)
    if "display_name" in extra:
        found["displayName"] = extra["display_name"]
    return found


def test_loaded(entries: list[Entry], answer: dict) -> None:
    loaded = [entry for entry in entries if entry.status == "active"]
    assert bool(loaded) == answer["loaded"], [entry.reason for entry in entries]
    errors = [finding for entry in entries for finding in entry.diagnostics if finding.severity == "error"]
    if not answer["loaded"]:
        # What the loader complains of is an error here; what it passes over in silence is none.
        assert bool(errors) == (answer["error"] is not None)


def test_agent(entries: list[Entry], answer: dict) -> None:
    if not answer["loaded"]:
        return
    (entry,) = entries
    assert entry.identity == answer["agent"]["name"]
    if entry.definition is None:
        # remit loads less than the client: nothing that cannot be read for certain.
        assert any(finding.refuses for finding in entry.diagnostics)
        return
    assert as_recorded(entry, entry.definition) == answer["agent"]
