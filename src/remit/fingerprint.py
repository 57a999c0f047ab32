"""What a finding is known by when its file changes around it: the rule, the file, and what stands on the line.

A fingerprint survives lines that move, line ends, indentation and another wording of the message. It does not survive a change of the line
itself: who edits a line has looked at it, and whatever is then wrong with it is told as new. Baselines and SARIF use the same one.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .diagnostic import Diagnostic

VERSION = "remit/v1"
"""The name of the way fingerprints are made. Another way gets another name, so that nobody compares the two."""

Key = tuple[str, str, str, str]


def fingerprints(findings: Sequence[Diagnostic], base: str) -> list[str]:
    """The fingerprint of each finding, in their order; `base` is the folder that paths are told relative to.

    Findings that agree in everything are numbered from the top of their file, so that no two have the same fingerprint.
    """
    from hashlib import sha256

    keys = [_key(finding, base) for finding in findings]
    numbers = [0] * len(keys)
    seen: dict[Key, int] = {}
    for at in sorted(range(len(keys)), key=lambda at: (keys[at], findings[at].start, findings[at].end)):
        numbers[at] = seen[keys[at]] = seen.get(keys[at], -1) + 1
    return [
        sha256("\0".join((VERSION, *key, str(number))).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        for key, number in zip(keys, numbers, strict=True)
    ]


def told_path(path: str | None, base: str) -> str:
    """A path as other machines can read it: relative to `base`, with `/`; empty for a text without one."""
    if path is None:
        return ""
    absolute = os.path.abspath(path)
    try:
        relative = os.path.relpath(absolute, base)
    except ValueError:  # another drive
        relative = absolute
    return relative.replace(os.sep, "/")


def _key(finding: Diagnostic, base: str) -> Key:
    """Rule, file, the line where the finding begins, and what of this line is marked.

    Of a line with a secret nothing is taken: whoever has a digest of it could try out passwords.
    """
    if finding.secret:
        return finding.rule, told_path(finding.path, base), "", ""
    (line, column), (last, stop) = finding.span
    text = finding.source.line(line)
    marked = text[column - 1 : stop - 1 if last == line else None]
    return finding.rule, told_path(finding.path, base), text.strip(), marked.strip()
