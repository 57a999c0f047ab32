"""Which hosts a rule is reported for, read off the code: a rule's name stands in the room of each host that reports it.

What is reported outside of the hosts, or looked for by the rule itself, is told for every host.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import remit
from remit.hosts import all_hosts
from remit.hosts.base import Host
from remit.rules import Rule, names

_SOURCE = Path(remit.__file__).parent
_LOOKERS = ("in_document", "in_agent", "in_catalog")


@cache
def _mentions() -> dict[str, set[str]]:
    """The rules by the rooms that name them: a host's name, or `""` for all that no host has for itself."""
    known = set(names())
    rooms = {host.name.replace("-", "_"): host.name for host in all_hosts()}
    found: dict[str, set[str]] = {name: set() for name in known}
    for path in sorted(_SOURCE.rglob("*.py")):
        parts = path.relative_to(_SOURCE).parts
        if parts[0] in ("rules", "cli", "reports", "lsp"):
            continue
        room = rooms.get(parts[1].removesuffix(".py"), "") if parts[0] == "hosts" else ""
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        for name in _reported(tree, known, texts):
            found[name].add(room)
    return found


def _reported(node: ast.AST, known: set[str], texts: set[str]) -> Iterator[str]:
    """The rules that a piece of code may report. What a finding's rule is compared with, or looked up in, is not reported there.

    A name that is put together, such as `f"missing-{field}"`, is any whose rest stands among the file's `texts`.
    """
    if isinstance(node, ast.Compare) or _names_alone(node, known):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)" for part in node.values]
        made = [re.fullmatch("".join(parts), name) for name in known] if parts[0] != "(.+)" else []
        yield from (match[0] for match in made if match and texts.issuperset(match.groups()))
    for child in ast.iter_child_nodes(node):
        yield from _reported(child, known, texts)


def _names_alone(node: ast.AST, known: set[str]) -> bool:
    """Whether a piece of code is a collection of rules' names."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set) or not node.elts:
        return False
    return all(isinstance(part, ast.Constant) and part.value in known for part in node.elts)


def everywhere(rule: Rule) -> bool:
    """Whether the rule is for every host."""
    return "" in _mentions()[rule.name] or any(rule.looker(kind) is not None for kind in _LOOKERS)


def hosts_of(rule: Rule) -> list[Host]:
    """The hosts that the rule is reported for."""
    return [host for host in all_hosts() if everywhere(rule) or host.name in _mentions()[rule.name]]
