"""What is odd about Claude Code's settings and its `.mcp.json`: rules that never decide a call, hooks that never run, servers that do not start.

Source: permission rules of the client 2.1.332, recorded 2026-11-30; documentation of 2026-08-22 for modes, hooks and servers.
"""

from __future__ import annotations

import os
import re

from ...diagnostic import ERROR, WARNING, Diagnostic
from ...document import Document
from ...permissions.grave import given_by
from ...permissions.rule import ToolRule
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ...tools import MCP, nearest
from ..base import configuration
from .hooks import faults_in_hooks, faults_unchecked
from .servers import lacking
from .settings import EFFECTS, Settings
from .vocabulary import ALIASES, PERMISSION_MODES, RETIRED, SUCCESSORS, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TITLE = "Claude Code"
_NAMES = frozenset((*TOOLS, *ALIASES, "Cd"))
"""The tools that a rule may name; `Cd` is one of rules alone."""
_BY_LOWER = {name.lower(): name for name in _NAMES}
_BY_EDIT = ("Write", "NotebookEdit", "MultiEdit")
"""Tools whose paths are decided by the rules for `Edit`."""
_PLAIN = re.compile(r"[A-Za-z]+").fullmatch


def faults(settings: Settings) -> Iterator[Diagnostic]:
    """The findings about every settings file of a session, and about the project's `.mcp.json`."""
    for path in settings.files:
        document = configuration(path)
        if document is not None and document.root is not None:
            yield from _questions(document, document.root)
            yield from _duplicates(document)
            yield from _permissions(document, document.root)
            yield from _hooks(document, document.root)
    document = configuration(os.path.join(settings.root, ".mcp.json"))
    if document is not None:
        if document.root is not None:
            yield from _servers(document, document.root)
        yield from document.diagnostics


def configurations(settings: Settings) -> Iterator[Document]:
    """The settings files of a session and the project's `.mcp.json`."""
    for path in (*settings.files, os.path.join(settings.root, ".mcp.json")):
        document = configuration(path)
        if document is not None:
            yield document


def _questions(document: Document, root: Mapping) -> Iterator[Diagnostic]:
    """Settings with which nobody is asked any more."""
    permissions = root.get("permissions")
    mode = permissions.get("defaultMode") if isinstance(permissions, Mapping) else None
    if isinstance(mode, Scalar) and mode.typed == "bypassPermissions":
        words: dict[str, object] = {"field": "permissions.defaultMode", "value": mode.text}
        yield Diagnostic("bypass-mode", document.source, mode.start, mode.end, words)
    approved = root.get("enableAllProjectMcpServers")
    if isinstance(approved, Scalar) and approved.typed is True:
        field = {"field": "enableAllProjectMcpServers", "host": _TITLE}
        yield Diagnostic("servers-approved-unseen", document.source, approved.start, approved.end, {**field})


def _duplicates(document: Document) -> Iterator[Diagnostic]:
    return (finding for finding in document.diagnostics if finding.rule == "duplicate-key")


def _permissions(document: Document, root: Mapping) -> Iterator[Diagnostic]:
    permissions = root.get("permissions")
    if not isinstance(permissions, Mapping):
        return
    for effect in EFFECTS:
        listed = permissions.get(effect)
        for item in listed.items if isinstance(listed, Sequence) else ():
            if isinstance(item, Scalar) and isinstance(item.typed, str):
                given = _gives(item.typed) if effect == "allow" else None
                if given is not None:
                    yield Diagnostic("dangerous-grant", document.source, item.start, item.end, {"gives": (given,)})
                problem = _without_effect(item.typed, effect)
                if problem is not None:
                    data: dict[str, object] = {"rule": item.typed, "effect": effect, "host": _TITLE}
                    data["problem"], data["instead"] = problem
                    severity = WARNING if effect == "allow" else ERROR
                    yield Diagnostic("permission-without-effect", document.source, item.start, item.end, data, severity)
    mode = permissions.get("defaultMode")
    if isinstance(mode, Scalar) and mode.typed not in PERMISSION_MODES:
        words: dict[str, object] = {
            "field": "permissions.defaultMode",
            "value": mode.text,
            "forms": "one of the words",
            "then": "the field is ignored",
            "choices": PERMISSION_MODES,
            "nearest": nearest(mode.text, PERMISSION_MODES) if isinstance(mode.typed, str) else None,
            "host": _TITLE,
        }
        yield Diagnostic("invalid-value", document.source, mode.start, mode.end, words, WARNING)


def _gives(text: str) -> str | None:
    """What an allowed rule comes to where that is grave; `None` where it is not."""
    rule = ToolRule.parse(text)
    if not rule.valid or rule.tool != "Bash":
        return None
    scope = "*" if rule.specifier is None else rule.specifier
    if not scope.endswith("*"):
        return None
    prefix = scope.removesuffix("*").removesuffix(":")
    return given_by(prefix) if "*" not in prefix else None


def _without_effect(text: str, effect: str) -> tuple[str, str | None] | None:
    """Why a rule never decides a call, and what to write instead; `None` for one that may."""
    rule = ToolRule.parse(text)
    if not rule.valid:
        return ("its brackets do not close" if rule.problem == "brackets" else "it names no tool"), None
    name = rule.tool
    if name.startswith(MCP):
        if rule.specifier is not None:
            return "a rule about an MCP tool takes nothing in brackets", name
        return None
    if "*" in name:
        return ("a `*` for the tool's name counts only where a rule denies or asks", None) if effect == "allow" else None
    tail = "" if rule.specifier is None else f"({rule.specifier})"
    if name in _BY_EDIT and rule.specifier not in (None, "*"):
        return f"paths of `{name}` are decided by the rules for `Edit`", f"Edit{tail}"
    if name not in _NAMES:
        exact = _BY_LOWER.get(name.lower())
        if exact is not None:
            return "the case of a tool's name counts", exact + tail
        if name in RETIRED:
            successor = SUCCESSORS.get(name)
            return f"there is no tool `{name}` any more", successor + tail if successor else None
        if _PLAIN(name):
            close = nearest(name, TOOLS, cutoff=0.75)
            return f"there is no tool `{name}`", close + tail if close else None
        return None
    if rule.specifier == "":
        return "empty brackets match no call", name
    if name == "Bash" and rule.specifier and ":*" in rule.specifier.removesuffix(":*"):
        return "`:*` counts only at the end", None
    return None


def _hooks(document: Document, root: Mapping) -> Iterator[Diagnostic]:
    hooks = root.get("hooks")
    if hooks is None:
        return
    told: set[int] = set()
    for at, problem in (*faults_in_hooks(hooks), *faults_unchecked(hooks)):
        if at.start not in told:
            told.add(at.start)
            data: dict[str, object] = {"problem": problem, "host": _TITLE, "then": "runs no such hook"}
            yield Diagnostic("hook-without-effect", document.source, at.start, at.end, data, WARNING)


def _servers(document: Document, root: Mapping) -> Iterator[Diagnostic]:
    servers = root.get("mcpServers")
    for name, server in servers.entries if isinstance(servers, Mapping) else ():
        for part, shape in (("args", Sequence), ("env", Mapping), ("headers", Mapping)):
            value = server.get(part) if isinstance(server, Mapping) else None
            if isinstance(name, Scalar) and value is not None and not isinstance(value, shape):
                words: dict[str, object] = {
                    "name": name.text,
                    "part": part,
                    "forms": "a list" if shape is Sequence else "a map",
                }
                yield Diagnostic("invalid-server", document.source, value.start, value.end, words, WARNING)
        lacks, other = lacking(server)
        if isinstance(name, Scalar) and (lacks or other is not None):
            at: Node = name
            kind = server.get("type") if isinstance(server, Mapping) else None
            if isinstance(kind, Scalar) and kind.typed == _ALSO_HTTP:
                continue
            data: dict[str, object] = {"name": name.text, "lacks": lacks, "kind": other}
            if other and kind is not None:
                at = kind
            yield Diagnostic("invalid-server", document.source, at.start, at.end, data, WARNING)


_ALSO_HTTP = "streamable-http"
"""Another word for `http` in public files; whether every version takes it was not seen."""
