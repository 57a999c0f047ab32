"""Random definitions, asked of the real client and of remit: the two must agree on which load and which tools each gets.

Opt in with `--oracle DIR` (the folder whose `claude-code/oracle.py` starts the client); `REMIT_ORACLE_COUNT` says how many definitions,
`REMIT_ORACLE_SEED` which.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from oracle.generate import Generator
from remit.hosts import host
from remit.hosts.claude_code.settings import from_value
from remit.inventory import Inventory
from remit.session import Session
from remit.source import Source

COUNT = int(os.environ.get("REMIT_ORACLE_COUNT", "360"))
SEED = int(os.environ.get("REMIT_ORACLE_SEED", "1"))
LAUNCH = 60
HOST = host("claude-code")
DENIALS = ([], [], ["Bash"], ["mcp__*"], ["B*"], ["Agent(worker)"], ["mcp__github__get_*"], ["Write", "Edit"], ["Read(./x)"])


@pytest.fixture(scope="module")
def oracle(request: pytest.FixtureRequest) -> ModuleType:
    folder = Path(request.config.getoption("--oracle")) / "claude-code"
    sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("oracle_claude_code", folder / "oracle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.oracle
@pytest.mark.parametrize("mode", ["foreground", "background"])
@pytest.mark.parametrize("version", ["2.1.332", "2.1.197"])
def test_random_definitions(oracle: ModuleType, mode: str, version: str) -> None:
    generator = Generator(SEED * 1000 + ("foreground", "background").index(mode) * 10 + ("2.1.332", "2.1.197").index(version))
    share = COUNT // 4
    differences = []
    for first in range(0, share, LAUNCH):
        names = [f"c{SEED}x{index}" for index in range(first, min(first + LAUNCH, share))]
        files = {name: generator.definition(name) for name in names}
        denials = DENIALS[generator.random.randrange(len(DENIALS))]
        settings = {"permissions": {"deny": denials}} if denials else None
        run = oracle.launch(
            [(f"{name}.md", data) for name, data in files.items()], [(name, name) for name in names],
            version=version, mode=mode, mcp=True, timeout=180, settings=settings,
        )  # fmt: skip
        assert run.rc == 0, run.stderr
        listed = set(run.init.get("agents", []))
        rules = from_value(settings) if settings else None
        for name, data in files.items():
            real = run.tools(name) if name in listed else None
            found = HOST.read(Source(data, f"{name}.md"), HOST.version(version), "project", stem=name)
            inventory = Inventory(None, {server: tuple(tools) for server, tools in oracle.MCP_SERVERS.items()})
            session = Session(HOST, HOST.version(version), inventory=inventory, mode=mode, settings=rules)
            answer = HOST.resolve(found.subject(), session)
            ours = list(answer.effective) if found.loaded and found.name == name and answer.spawnable else None
            if (found.loaded and found.name == name) != (name in listed) or ours != real:
                differences.append(
                    f"{data!r} deny={denials}\n   client {name in listed} {real}\n   remit  {found.loaded} {found.name!r} {ours} {found.why}"
                )
    report = os.environ.get("REMIT_ORACLE_REPORT")
    if report:
        with Path(report).open("a") as stream:
            stream.write(f"{version} {mode}: {len(differences)} of {share}\n" + "\n".join(differences) + "\n")
    assert not differences, f"{len(differences)} of {share} differ:\n" + "\n".join(differences[:20])
