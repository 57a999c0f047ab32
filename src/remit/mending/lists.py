"""Lists without an entry, with fewer, or written as a list at all."""

from __future__ import annotations

from ..diagnostic import Diagnostic, Edit, Fix
from ..syntax.edits import entries, lists
from ..syntax.nodes import Mapping, Scalar, Sequence
from .written import SAFE, UNSAFE, Place, denies, proposal, written

_NOTHING = frozenset(("none", "no", "nothing", "null", "-", "n/a", "empty", "no tools"))


def dropped_entry(finding: Diagnostic, safety: str = SAFE, *, at: Place | None = None, title: str | None = None) -> Fix | None:
    """A list without an entry, by default the finding's; `None` where it is the only one."""
    file = written(finding)
    place = at or (finding.start, finding.end)
    node = file.listed(*place)
    if node is None:
        return None
    edits = lists.without(file.text, node, [place])
    return proposal(title or f"remove `{file.text[slice(*place)]}`", edits, safety)


def star_alone(finding: Diagnostic) -> Fix | None:
    """The whole list as the one entry `*`."""
    file = written(finding)
    entry = file.entry(finding.start)
    if entry is None:
        return None
    node = entry[2]
    if isinstance(node, Scalar) and node.style in ("", "'", '"'):
        quote = node.style or '"'
        return proposal("keep the `*` alone", [Edit(node.start, node.end, f"{quote}*{quote}")], UNSAFE)
    others = [(start, end) for text, start, end in file.names(node) if text != "*"]
    return proposal("keep the `*` alone", lists.without(file.text, node, others), UNSAFE)


def star_removed(finding: Diagnostic) -> Fix | None:
    """A denylist without the `*` that cancels it; where that is all of it, an allowlist without tools in its place."""
    fix = dropped_entry(finding, title="remove the `*`")
    file = written(finding)
    entry = file.entry(finding.start)
    if fix is not None or entry is None:
        return fix
    mapping, key, value = entry
    names = [name for name, _, _ in file.names(value)]
    if names != ["*"] or "tools" in list(mapping.keys()) or mapping.flow:
        return None
    renamed = entries.renamed(file.text, key, "tools")
    if renamed is None or not (isinstance(value, Scalar) or (isinstance(value, Sequence) and value.flow)):
        return None
    return proposal("write `tools: []`", [*renamed, Edit(value.start, value.end, "[]")], UNSAFE)


def empty_list(finding: Diagnostic) -> Fix | None:
    """An empty list in place of a word that says there is nothing."""
    file = written(finding)
    entry = file.entry(finding.start)
    if entry is None or not isinstance(entry[2], Scalar) or entry[2].style not in ("", "'", '"'):
        return None
    if entry[2].text.strip().lower() not in _NOTHING:
        return None
    return proposal("write `[]`", [Edit(entry[2].start, entry[2].end, "[]")], UNSAFE)


def filled_list(finding: Diagnostic) -> Fix | None:
    """A list that was left empty: an allowlist says `[]`, a denylist goes."""
    from .fields import dropped_key

    file = written(finding)
    entry = file.entry(finding.start)
    if entry is None or not file.yaml:
        return None
    _, key, value = entry
    if key.text not in ("tools", "allow"):
        return dropped_key(finding)
    if not isinstance(value, Scalar) or file.text[value.start : value.end].strip("\"' ").lower() not in ("", "~", "null"):
        return None
    if value.end > value.start:
        return proposal("write `[]`", [Edit(value.start, value.end, "[]")], UNSAFE)
    colon = file.text.find(":", key.end)
    return proposal("write `[]`", [Edit(colon + 1, colon + 1, " []")] if colon >= 0 else None, UNSAFE)


def lines_as_list(finding: Diagnostic) -> Fix | None:
    """A text with one name on each line, as a list."""
    file = written(finding)
    scalar = file.scalar(finding.start)
    entry = file.entry(finding.start)
    if scalar is None or entry is None or entry[2] is not scalar:
        return None
    names = [name.strip() for text, _, _ in file.names(scalar) for name in text.splitlines() if name.strip()]
    return proposal(
        "write a list", lists.as_items(file.text, scalar, names), widens=not denies(finding) and not finding.refuses
    )


def merged_entries(finding: Diagnostic, *heads: str) -> Fix | None:
    """Several entries `Agent(…)` of a list as one, in the place of the first."""
    file = written(finding)
    entry = file.entry(finding.start)
    if entry is None or isinstance(entry[2], Mapping):
        return None
    same = [one for one in file.names(entry[2]) if one[0].startswith(heads) and one[0].endswith(")")]
    if len(same) < 2:
        return None
    inner = [text[text.index("(") + 1 : -1].strip() for text, _, _ in same]
    first, start, end = same[0]
    if not all(inner) or any(set(text) & set("\"'\n") for text in inner):
        return None
    node = file.listed(start, end)
    rest = [(begin, stop) for _, begin, stop in same[1:]]
    if node is None or any(file.listed(*place) is not node for place in rest):
        return None
    scalar = file.scalar(start)
    if isinstance(node, Sequence) and (node.flow and (scalar is None or scalar.style == "")):
        return None  # a comma would end the item
    removed = lists.without(file.text, node, rest)
    if removed is None:
        return None
    merged = f"{first[: first.index('(')]}({', '.join(dict.fromkeys(inner))})"
    return proposal("write one entry", [Edit(start, end, merged), *removed])


def separated_names(finding: Diagnostic) -> Fix | None:
    """Commas between names that another sign stands between."""
    file = written(finding)
    names, scalar = finding.data.get("names"), file.scalar(finding.start)
    if scalar is None or not isinstance(names, tuple) or not names or scalar.style in ("|", ">"):
        return None
    low, high = lists.content(file.text, scalar)
    present = file.text[finding.start : finding.end]
    if (
        present != str(finding.data["entry"])
        or not low <= finding.start < finding.end <= high
        or set(present) & set("\"'[]{}\\")
    ):
        return None
    node = file.listed(finding.start, finding.end)
    if isinstance(node, Sequence) and not (node.flow and scalar.style == ""):
        return None  # a comma in an item does not part it for every host
    more = file.text[finding.end : high].strip()
    text = ", ".join(str(name) for name in names) + ("," if more and not more.startswith(",") else "")
    return proposal(
        "write commas", [Edit(finding.start, finding.end, text)], widens=not denies(finding) and not finding.refuses
    )


def closed_scope(finding: Diagnostic) -> Fix | None:
    """The bracket of an entry closed before the next comma."""
    file = written(finding)
    entry = str(finding.data["entry"])
    if file.text[finding.start : finding.end] != entry:
        return None
    comma = entry.find(",")
    at = finding.start + len(entry[: comma if comma >= 0 else len(entry)].rstrip())
    return proposal("close the bracket", [Edit(at, at, ")")], UNSAFE, widens=not denies(finding) and not finding.refuses)
