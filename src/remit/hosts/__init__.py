"""The hosts. Each is one module or package here, loaded when it is asked for; the folder is the register."""

from __future__ import annotations

import os
from importlib import import_module

from ..errors import UsageError
from .base import Host, Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document

_LOADED: dict[str, Host] = {}
_NAMES: list[str] = []


def names() -> tuple[str, ...]:
    """The names of all hosts, the most used first, then alphabetically."""
    if _NAMES:
        return tuple(_NAMES)
    found = set()
    for entry in os.listdir(os.path.dirname(__file__)):
        stem, dot, suffix = entry.partition(".")
        if not stem.startswith("_") and stem != "base" and (not dot or suffix == "py"):
            found.add(stem.replace("_", "-"))
    _NAMES.extend(sorted(found, key=lambda name: (name != DEFAULT, name)))
    return tuple(_NAMES)


DEFAULT = "claude-code"
"""The host of a `---` definition that nothing else places."""


def host(name: str) -> Host:
    """The host of that name or alias. Raises `UsageError`."""
    known = _LOADED.get(name)
    if known is not None:
        return known
    if name in names():
        module = import_module(f"{__name__}.{name.replace('-', '_')}")
        found: Host = module.HOST
        _LOADED[name] = found
        return found
    for other in names():
        candidate = host(other)
        if name.lower() in candidate.aliases:
            return candidate
    from ..tools import nearest

    close = nearest(name, names())
    hint = f"did you mean `{close}`?" if close else "known hosts: " + ", ".join(names())
    raise UsageError(f"unknown host `{name}`", hint)


def select(text: str | None) -> tuple[Host, Version] | None:
    """The host and version of `NAME[@VERSION]`. Raises `UsageError`."""
    if text is None:
        return None
    name, _, version = text.partition("@")
    found = host(name)
    return found, found.version(version or None)


def all_hosts() -> Iterator[Host]:
    for name in names():
        yield host(name)


def tell(path: str | None, document: Document | None = None) -> Host:
    """The host a file belongs to: by its place, else by its fences and fields, else the default."""
    if path is not None:
        slashed = path.replace(os.sep, "/")
        for candidate in all_hosts() if _tells(slashed) else ():
            if candidate.claims(slashed):
                return candidate
    if document is not None and not host(DEFAULT).speaks(document):
        for candidate in all_hosts():
            if candidate.speaks(document):
                return candidate
    return host(DEFAULT)


def _tells(path: str) -> bool:
    """Whether a path can be any host's by itself: hosts keep definitions below a folder with a dot, or under an ending or a name of their
    own. Most files that are asked about alone are none of that, and no host need be loaded to say so."""
    name = path[path.rfind("/") + 1 :]
    return "/." in "/" + path or not name.endswith(".md") or name.find(".") < len(name) - 3


def by_ending(name: str) -> Host | None:
    """The host that alone uses the ending of a file's name, where there is one."""
    if name.find(".") == len(name) - 3:
        return None  # the one dot of `.md`
    if not _ENDINGS:
        _ENDINGS.update({ending: found for found in all_hosts() for ending in found.suffixes})
    for ending, found in _ENDINGS.items():
        if name.endswith(ending):
            return found
    return None


_ENDINGS: dict[str, Host] = {}
_FOREIGN_TOOLS: dict[str, dict[str, tuple[str, str]]] = {}
_FOREIGN_FIELDS: dict[str, dict[str, str]] = {}


def foreign_tools(own: Host) -> dict[str, tuple[str, str]]:
    """The tools of all other hosts that this one has not: the owner's title, and what this work is called in remit's vocabulary."""
    found = _FOREIGN_TOOLS.get(own.name)
    if found is None:
        found = _FOREIGN_TOOLS[own.name] = {}
        mine = own.tool_names
        for other in all_hosts():
            for name, meaning in other.tool_names.items() if other is not own else ():
                if name not in mine:
                    found.setdefault(name, (other.title, meaning))
    return found


def foreign_fields(own: Host) -> dict[str, str]:
    """The fields of all other hosts that this one has not, each with its owner's title."""
    found = _FOREIGN_FIELDS.get(own.name)
    if found is None:
        found = _FOREIGN_FIELDS[own.name] = {}
        for other in all_hosts():
            for name in other.fields if other is not own else ():
                if name not in own.fields:
                    found.setdefault(name, other.title)
    return found
