"""The skills that an agent sees: a tool that names them and gives the text of one."""

from __future__ import annotations

import os

from ..document import Document
from ..source import Source
from .work.place import Failed, bounded, read_text, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..definition import Skills
    from ..hosts.base import Host

    Json = dict[str, object]

PER_FOLDER = 2_000
"""Skills that are looked at in one folder."""
SCHEMA: Json = {
    "type": "object",
    "properties": {"skill": {"type": "string", "description": "The skill's name."}},
    "required": ["skill"],
}


def told(skills: Mapping[str, str]) -> str:
    """The words with which the tool is offered."""
    return "Gives the instructions of a skill. There are: " + ", ".join(skills)


def body(skills: Mapping[str, str], value: Json) -> str:
    """The text of a skill. Raises `Failed`; a skill that the agent does not see is none."""
    name = value.get("skill", value.get("name"))
    path = skills.get(name) if isinstance(name, str) else None
    if path is None:
        raise Failed(f"there is no skill `{name}`")
    return bounded(_text(path, str(name)))


def _text(path: str, name: str) -> str:
    """What a skill says, without its front matter. Raises `Failed`."""
    return Document(Source.of(shown(read_text(path, name)), path)).body.strip()


MOST = 48_000
"""Characters of skills that go into a prompt where the definition names none of them: about 12,000 tokens."""


def installed(host: Host, root: str, home: str | None) -> dict[str, str]:
    """The skills that lie beside the host's agents, in the project and then at home: names with their files."""
    found: dict[str, str] = {}
    for base in (root, home):
        for folder in host.folders if base is not None else ():
            place = os.path.join(base or "", os.path.dirname(folder), "skills")
            try:
                names = sorted(os.listdir(place))[:PER_FOLDER]
            except OSError:
                continue
            for name in names:
                path = os.path.join(place, name, "SKILL.md")
                if os.path.isfile(path):
                    found.setdefault(name, path)
    return found


def preloaded(skills: Skills, visible: Mapping[str, str], *, tool: bool) -> str:
    """What is added to a prompt: the skills that the definition names; where there is no tool for them, all that it sees, as many as have
    room."""
    if tool and not skills.include:
        return ""
    said, size, left = "", 0, 0
    for name, path in visible.items():
        try:
            part = f"\n\n# Skill `{name}`\n\n{_text(path, name)}"
        except Failed:
            continue
        if not skills.include and size + len(part) > MOST:
            left += 1
            continue
        said += part
        size += len(part)
    return said + (f"\n\n[skill budget: {len(visible) - left}/{len(visible)} skills included]" if left else "")
