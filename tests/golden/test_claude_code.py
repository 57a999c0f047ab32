"""Every recorded answer of Claude Code: which files load, as what, with which tools, and how the agent runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conftest import golden_folders
from remit.hosts import host
from remit.hosts.claude_code.resolving import client_fields
from remit.hosts.claude_code.running import Run
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session
from remit.source import Source

HOST = host("claude-code")
SERVERS = {"github": ("get_issue", "create_issue", "search"), "slack": ("post", "read")}
MODES = {"foreground": ("foreground", None), "background": ("background", None), "main": ("main", None)}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    section = {"test_tools": "tools", "test_parse": "parse", "test_fields": "fields"}.get(metafunc.function.__name__)
    if section is None:
        return
    rows, ids = [], []
    for folder in golden_folders(metafunc.config, "claude-code"):
        path = folder / "expected.json"
        if not path.is_file():
            continue
        data = json.loads(path.read_bytes())
        for name, answer in data.get(section, {}).items():
            rows.append((folder, data["client"], name, answer))
            ids.append(f"{name}")
    metafunc.parametrize(("folder", "client", "name", "answer"), rows, ids=ids)


def reading(folder: Path, answer: dict, version: str, name: str | None = None):
    data = (folder / answer["file"]).read_bytes()
    path = answer.get("path", answer["file"])
    stem = path.rpartition("/")[2].removesuffix(".md")
    return HOST.read(Source(data, path), HOST.version(version), "project", stem=stem)


def remit(found, version: str, mode: str, others: dict | None = None) -> Remit:
    session = Session(HOST, HOST.version(version), inventory=Inventory(None, SERVERS, others=others), mode=mode)
    return Remit(found.subject(), HOST.resolve(found.subject(), session))


def test_tools(folder: Path, client: str, name: str, answer: dict) -> None:
    asked = 0
    for key, value in answer.items():
        mode, _, version = key.partition("_")
        if mode not in MODES or not isinstance(value, dict):
            continue
        asked += 1
        got = remit(reading(folder, answer, version or client), version or client, mode)
        assert got.spawnable == (value["tools"] is not None), f"{key}: {value}"
        if got.spawnable:
            assert list(got.effective or ()) == value["tools"], key
    assert asked


def test_parse(folder: Path, client: str, name: str, answer: dict) -> None:
    found = reading(folder, answer, client)
    listed = found.loaded and answer["path"].endswith(".md")
    if not answer["listed"]:
        assert not listed or found.name != answer["probe_name"]
        return
    assert listed, found.why
    assert found.name == answer["listed_as"]
    description = found.host.description(found)
    shown = answer["description"]
    assert (description[:300] == shown[:300]) if shown else not description.strip()
    if answer["body_start"] is not None:
        assert found.host.prompt(found)[:120] == answer["body_start"][:120]
    advertised = ", ".join(entry.text for entry in found.host.listed(found, "tools") or ())
    if answer["advertised_tools"] not in (None, "All tools"):
        assert advertised == answer["advertised_tools"]


def test_fields(folder: Path, client: str, name: str, answer: dict) -> None:
    found = reading(folder, answer, client)
    assert found.loaded == answer["listed"], found.why
    if not found.loaded:
        return
    others = {}
    for server, tools in re.findall(r"- (\w+):\n(?:[^\n]*\n)*?\s+args: \[[^,\]]+, ([^\]]*)\]", answer["frontmatter"] + "\n"):
        others[server] = tuple(tool.strip() for tool in tools.split(","))
    effective = remit(found, client, "foreground", others).effective or ()
    run = Run(client_fields(found))
    assert run.model == answer["model"]
    assert run.effort == answer["effort"]
    assert run.background == answer["backgrounded"]
    assert run.claude_md == answer["claude_md"]
    assert (run.memory is not None) == answer["memory"]
    assert run.worktree == answer["worktree"]
    assert [run.cache_ttl] == answer["cache_ttl"]
    if isinstance(answer["tools"], list):
        assert sorted(effective) == sorted(answer["tools"])
    elif answer["tools"] is not None:
        assert len(effective) == answer["tools"], effective
