"""Another word in the place of one: a tool, a key, a value."""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic, Edit, Fix
from ..syntax.edits import entries, lists, scalars
from ..syntax.nodes import Scalar
from ..tools import distance, fold
from .lists import dropped_entry
from .written import SAFE, UNSAFE, Written, denies, proposal, written

_QUIET = re.compile(r"[\w.*/(){}\[\]@+=:~ -]+").fullmatch
"""Names that may stand inside any text without a thought for its quotes."""


def reworded(finding: Diagnostic, word: object, safety: str = SAFE, *, widens: bool = False) -> Fix | None:
    """Another word in the place of a finding: a value, an entry of a list, or a key."""
    name = str(word or "")
    file = written(finding)
    scalar = file.scalar(finding.start)
    if not name or scalar is None or file.text[finding.start : finding.end] == name:
        return None
    edits = _reworded(file, scalar, (finding.start, finding.end), name)
    return proposal(f"write `{name}`", edits, safety, widens=widens)


def _reworded(file: Written, scalar: Scalar, place: tuple[int, int], name: str) -> list[Edit] | None:
    entry = file.entry(place[0])
    if entry is not None and entry[1] is scalar:
        taken = any(isinstance(key, Scalar) and key.text == name for key, _ in entry[0].entries)
        return None if taken else entries.renamed(file.text, scalar, name)
    low, high = lists.content(file.text, scalar)
    if place in ((scalar.start, scalar.end), (low, high)):
        return scalars.respelt(file.text, scalar, name)
    if not low <= place[0] < place[1] <= high or not _QUIET(name) or ": " in name:
        return None
    if scalar.style == "" and place[0] == low and name[0] in "*&!%@`[{>|-?,":
        return None
    return [Edit(*place, name)]


def tool_renamed(finding: Diagnostic, name: object, *, near: bool = False) -> Fix | None:
    """A tool by the name that was meant. In a denylist that is safe; in an allowlist of an agent that the host has it would be one more
    tool, so that a person has to choose it. `near` says that the name is a guess from the letters."""
    word = str(name or "")
    safety = SAFE if denies(finding) else UNSAFE
    if near and distance(str(finding.data["entry"]).lower(), word.lower(), 2) > 2:
        safety = UNSAFE
    present = safety if near else SAFE
    return _renamed(finding, word, safety, present, widens=not denies(finding) and not finding.refuses)


def alias_renamed(finding: Diagnostic, name: object) -> Fix | None:
    """The same tool by its present name."""
    entry = str(finding.data["entry"])
    head, bracket, rest = entry.partition("(")
    return _renamed(finding, str(name) + bracket + rest if bracket and head else str(name), SAFE, SAFE)


def _renamed(finding: Diagnostic, word: str, safety: str, present_safety: str, *, widens: bool = False) -> Fix | None:
    """The entry by the other name; where the list has that already, the entry goes, which is as safe as `present_safety`."""
    file = written(finding)
    present = file.text[finding.start : finding.end].strip("\"'")
    entry = str(finding.data["entry"])
    if not word or present != entry:
        return None
    node = file.listed(finding.start, finding.end)
    if node is not None and any(text == word for text, _, _ in file.names(node)):
        return dropped_entry(finding, present_safety, title=f"remove `{entry}`: `{word}` is there")
    return reworded(finding, word, safety, widens=widens)


def key_meant(finding: Diagnostic) -> Fix | None:
    """A key by the name that was meant, where that belongs into the same map."""
    key, meant = str(finding.data["key"]), str(finding.data.get("meant") or "")
    section, _, name = meant.rpartition(".")
    if not name or " " in meant or section != str(finding.data.get("section") or ""):
        return None
    close = fold(key) == fold(name) or distance(key.lower(), name.lower(), 2) <= 2
    # Another word for a field that keeps something away can be meant for nothing else, and holding the agent to it never widens.
    return reworded(finding, name, SAFE if close or finding.data.get("security") else UNSAFE)


def word_meant(finding: Diagnostic) -> Fix | None:
    """A value by the word that was meant."""
    value = str(finding.data.get("value") or "").strip("\"'")
    choices = finding.data.get("choices")
    same = (one for one in choices if fold(str(one)) == fold(value)) if isinstance(choices, tuple | list) else iter(())
    word = str(finding.data.get("nearest") or next(same, ""))
    return reworded(finding, word, SAFE if fold(value) == fold(word) else UNSAFE)


def key_and_value(finding: Diagnostic, name: str, value: object) -> Fix | None:
    """An entry by a newer name, with the value that says the same there."""
    file = written(finding)
    entry = file.entry(finding.start)
    if entry is None or not isinstance(value, str) or not isinstance(entry[2], Scalar):
        return None
    if any(isinstance(key, Scalar) and key.text == name for key, _ in entry[0].entries):
        return None
    renamed = entries.renamed(file.text, entry[1], name)
    if renamed is None or file.text[entry[2].start : entry[2].end] != entry[2].text:
        return None
    return proposal(f"write `{name}: {value}`", [*renamed, Edit(entry[2].start, entry[2].end, value)])


def portable(name: str) -> str:
    """A name in small letters, digits and `-`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") if name.isascii() else ""
