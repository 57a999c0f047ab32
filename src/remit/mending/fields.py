"""Fields taken out, or moved to where the host reads them."""

from __future__ import annotations

from ..diagnostic import Diagnostic, Edit, Fix
from ..syntax.edits import entries, lists
from ..syntax.edits.lines import line_start, newline_at
from ..syntax.nodes import Mapping, Node, Scalar
from ..syntax.schema import core, plain
from .written import SAFE, UNSAFE, Written, proposal, written


def dropped_key(finding: Diagnostic, safety: str = UNSAFE) -> Fix | None:
    """A map without the entry of a finding, its lines with it."""
    file = written(finding)
    found = file.entry(finding.start)
    if found is None:
        return None
    mapping, key, _ = found
    return proposal(f"remove `{key.text}`", entries.without_entry(file.text, mapping, key), safety)


def dropped_duplicate(finding: Diagnostic) -> Fix | None:
    """One of two entries of the same key: the second where both say the same, otherwise the first."""
    file = written(finding)
    second = file.entry(finding.start)
    first = file.entry(finding.related[0].start) if finding.related else None
    if second is None or first is None or first[0] is not second[0] or first[1] is second[1]:
        return None
    same = repr(plain(first[2])) == repr(plain(second[2]))
    gone = second if same else first
    edits = entries.without_entry(file.text, gone[0], gone[1])
    title = f"remove the {'second' if same else 'first'} `{gone[1].text}`"
    return proposal(title, edits, SAFE if same else UNSAFE)


def asked_before_env(finding: Diagnostic) -> Fix | None:
    """A plain `read: allow` as a map that keeps the question before files with secrets."""
    file = written(finding)
    found = file.entry(finding.start)
    if found is None or not file.yaml or found[0].flow or found[1].text != "read":
        return None
    _, key, value = found
    if not isinstance(value, Scalar) or core(value) != "allow":
        return None
    start = line_start(file.text, key.start)
    indent = file.text[start : key.start]
    if indent.strip(" "):
        return None
    newline = newline_at(file.text, key.start)
    rules = ('"*": allow', '"*.env": ask', '"*.env.*": ask', '"*.env.example": allow')
    begin = value.start
    while file.text[begin - 1] in " \t":
        begin -= 1
    below = "".join(f"{newline}{indent}  {rule}" for rule in rules)
    return proposal("ask before `.env` files", [Edit(begin, value.end, below)], UNSAFE)


def moved_denial(finding: Diagnostic, safety: str) -> Fix | None:
    """What a key of another host denies, in the words and the place of this one.

    `denied` are the names in this host's words, `into` the field: a list (`disallowedTools`), or a map of actions (`permission`).
    """
    denied, into = finding.data.get("denied"), str(finding.data.get("into") or "")
    file = written(finding)
    found = file.entry(finding.start)
    if not isinstance(denied, tuple) or not denied or not into or found is None or not file.yaml or found[0].flow:
        return None
    mapping, key, value = found
    if mapping is not file.root or any(isinstance(one, Scalar) and one.text == into for one, _ in mapping.entries):
        return None
    newline = newline_at(file.text, key.start)
    if finding.data.get("mapped"):
        lines = newline.join([f"{into}:", *(f"  {name}: deny" for name in denied)])
    else:
        lines = f"{into}: {', '.join(denied)}"
    return proposal(f"write it as `{into}`", [Edit(key.start, _stop(file, key, value), lines)], safety)


def as_permissions(finding: Diagnostic) -> Fix | None:
    """Another host's allowlist as a map of permissions: all else is denied. `allowed` are the permissions."""
    allowed = finding.data.get("allowed")
    file = written(finding)
    found = file.entry(finding.start)
    if (
        not isinstance(allowed, tuple)
        or not allowed
        or found is None
        or not file.yaml
        or found[0] is not file.root
        or found[0].flow
    ):
        return None
    mapping, key, value = found
    if key.text != "tools" or "permission" in list(mapping.keys()):
        return None
    newline = newline_at(file.text, key.start)
    rules = ['"*": deny', *(f"{name}: allow" for name in allowed)]
    lines = newline.join(["permission:", *(f"  {rule}" for rule in rules)])
    return proposal("write it as `permission`", [Edit(key.start, _stop(file, key, value), lines)], UNSAFE)


def _stop(file: Written, key: Scalar, value: Node) -> int:
    colon = file.text.find(":", key.end)
    return max(colon + 1, value.end)


def narrowed_list(finding: Diagnostic) -> Fix | None:
    """An allowlist without the entries that a denylist, which the host does not know, takes away. `granting` are their places."""
    granting = finding.data.get("granting")
    file = written(finding)
    found = file.entry(finding.start)
    if not isinstance(granting, tuple) or not granting or found is None or file.root is None:
        return None
    mapping, key, _ = found
    tools = next((value for one, value in mapping.entries if isinstance(one, Scalar) and one.text == "tools"), None)
    if tools is None or isinstance(tools, Mapping):
        return None
    nodes = [file.listed(*place) for place in granting]
    if any(node is not tools for node in nodes):
        return None
    without = lists.without(file.text, tools, list(granting))
    dropped = entries.without_entry(file.text, mapping, key)
    if without is None or dropped is None:
        return None
    return proposal("take the denied tools out of `tools`", [*without, *dropped], UNSAFE)
