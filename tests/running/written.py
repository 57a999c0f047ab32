"""Definitions of every host for the runner's tests, and plans made of them."""

from __future__ import annotations

from pathlib import Path

from remit.gathering import discover
from remit.hosts.base import FOREGROUND
from remit.resolving import Remit
from remit.running.plan import Plan
from remit.running.preparing import Wishes, meant, plan_of

PLACES = {
    "claude-code": ".claude/agents/{}.md",
    "codex": ".codex/agents/{}.toml",
    "copilot": ".github/agents/{}.agent.md",
    "gemini": ".gemini/agents/{}.md",
    "opencode": ".opencode/agents/{}.md",
    "zeph": ".zeph/agents/{}.md",
}


def write(root: Path, host: str, fields: str, name: str = "a", body: str = "Do it.", description: str = "d") -> None:
    """An agent of a host with these further lines."""
    path = root / PLACES[host].format(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".toml":
        path.write_text(f'name = "{name}"\ndescription = "{description}"\ndeveloper_instructions = "{body}"\n{fields}\n')
    else:
        own = "" if host == "opencode" else f"name: {name}\n"
        path.write_text(f"---\n{own}description: {description}\n{fields}\n---\n{body}\n")


def planned(root: Path, host: str, name: str = "a", mode: str = FOREGROUND, **wishes: object) -> Plan:
    """The plan of a run of an agent of a project."""
    catalog = discover(root, host, home=str(root / "home"), below=False)
    entry = next(entry for entry in catalog.find(name) if entry.host.name == host and entry.status == "active")
    definition = meant(entry.reading)
    session = catalog.session(entry.host, entry.version)
    session.mode = mode
    remit = Remit(definition, entry.host.resolve(definition, session))
    wishes.setdefault("usual", "openai-chat:m")
    return plan_of(remit, str(root), Wishes(**wishes))


def plan_with(root: Path, host: str, fields: str, **wishes: object) -> Plan:
    write(root, host, fields)
    return planned(root, host, **wishes)
