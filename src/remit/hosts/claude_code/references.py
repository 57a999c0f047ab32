"""What a definition or a session of Claude Code refers to by name: agents, skills, MCP servers; and where skills lie.

Source: documentation of 2026-08-22 (skills and commands are one thing; a plugin's carry its name), the client 2.1.332, recorded 2026-11-30.
"""

from __future__ import annotations

import os

from ...discovery import ancestors, repository_root
from ...policy import DENY, Origin
from ...source import Unreadable, read_bytes
from ...syntax.nodes import Scalar
from ...tools import Entry, ToolPattern
from ..base import Mention
from .servers import server_items
from .settings import Settings, config_folder
from .tools import canonical
from .vocabulary import BUNDLED_SKILLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...definition import Definition
    from ..base import Reading, Surroundings
    from .client import Fields

PER_FOLDER = 2_000
"""Skills that are looked at in one folder."""


def names_agents(definition: Definition) -> bool:
    """Whether a definition can name an agent, told from what is in memory: most files need not be read again for it."""
    return "observer" in definition.extra or any(
        entry.startswith(("Agent(", "Task(")) for entry in (*(definition.tools or ()), *definition.disallowed_tools)
    )


def mentions(reading: Reading, fields: Fields) -> Iterator[Mention]:
    """The agents that `Agent(a, b)` in a list and `observer` name."""
    from .lists import entries

    source = reading.document.source
    for field in ("tools", "disallowedTools"):
        node = fields[field][1] if field in fields else None
        for entry in entries(node, source.text) or ():
            pattern = ToolPattern.parse(entry.text)
            if pattern.specifier and canonical(pattern.tool) == "Agent":
                yield from _parts(pattern.specifier, entry, len(pattern.tool) + 1, Origin(source), field)
    observer = fields.get("observer")
    if observer is not None and isinstance(observer[1], Scalar):
        node = observer[1]
        yield from _parts(node.text, Entry(node.text, node.start, node.end), 0, Origin(source), "observer")


def _parts(text: str, entry: Entry, offset: int, where: Origin, field: str) -> Iterator[Mention]:
    written = entry.end - entry.start == len(entry.text)
    at = offset
    for part in text.split(","):
        name = part.strip()
        start = entry.start + at + len(part) - len(part.lstrip())
        at += len(part) + 1
        if name and "*" not in name:
            place = (start, start + len(name)) if written else (entry.start, entry.end)
            yield Mention(name, Origin(where.source, *place), field, denies=field == "disallowedTools")


def settings_mentions(settings: Settings) -> Iterator[Mention]:
    """The agent that a session begins with, and those that the permissions deny."""
    if settings.agent is not None:
        yield Mention(settings.agent[0], settings.agent[1], "agent", begins=True)
    for rule in settings.of(DENY):
        pattern = ToolPattern.parse(rule.text)
        if canonical(pattern.tool) == "Agent" and pattern.specifier and not set("*:") & set(pattern.specifier):
            yield Mention(pattern.specifier.strip(), rule.origin, "permissions.deny", denies=True)


def wanted_skills(reading: Reading, fields: Fields) -> list[Entry]:
    from .lists import entries

    return entries(fields["skills"][1], reading.document.source.text) or [] if "skills" in fields else []


def wanted_servers(fields: Fields) -> list[Entry]:
    """The servers that `mcpServers` only names."""
    items = server_items(fields["mcpServers"][1]) if "mcpServers" in fields else []
    return [Entry(item.name, item.start, item.end) for item in items if item.valid and not item.inline]


def skills(around: Surroundings) -> Iterator[str]:
    """The names of the skills, and of the commands that count as skills: the project's, the user's, added folders', the plugins'."""
    yield from BUNDLED_SKILLS
    top = repository_root(around.root)
    roots = []
    for folder in ancestors(around.root):
        if top is None and folder == around.home and folder != around.root:
            break
        roots.append(os.path.join(folder, ".claude"))
        if folder == top:
            break
    roots += [os.path.join(folder, ".claude") for folder in around.extra]
    config = config_folder(around)
    for root in (*roots, *((config,) if config else ())):
        yield from _in(root)
    for plugin in around.plugins:
        from .places import plugin_name

        yield from (f"{plugin_name(plugin)}:{name}" for name in _in(plugin))


def _in(root: str) -> Iterator[str]:
    folder = os.path.join(root, "skills")
    for name in _names(folder):
        path = os.path.join(folder, name, "SKILL.md")
        if os.path.isfile(path):
            yield name
            written = _written_name(path)
            if written is not None:
                yield written
    for name in _names(os.path.join(root, "commands")):
        yield name.removesuffix(".md")


def _names(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as found:
            return sorted(entry.name for entry, _ in zip(found, range(PER_FOLDER), strict=False))
    except OSError:
        return []


def _written_name(path: str) -> str | None:
    """The `name` in a skill's front matter, where it is a plain line."""
    try:
        head = read_bytes(path)[:4096].decode("utf-8", "replace")
    except Unreadable:
        return None
    for line in head.splitlines()[1:40]:
        if line.startswith("name:"):
            return line[5:].strip().strip("\"'") or None
        if line.startswith("---"):
            return None
    return None
