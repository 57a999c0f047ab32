"""A summary in Markdown, for the page of a CI run or a comment: counts, and a table of findings with their places.

Definitions are texts of strangers: nothing they say becomes markup, a link, or the mention of somebody.
"""

from __future__ import annotations

import re

from ..diagnostic import ERROR, INFO, SEVERITIES, WARNING
from ..fingerprint import told_path
from ._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..checking import Checked
    from ..diagnostic import Diagnostic

MOST = 500
"""Rows of the table: a page of a CI run holds one megabyte."""

_LONGEST = 600
"""Characters of one message."""

_MARKS = {ERROR: "❌", WARNING: "⚠️", INFO: "ℹ️"}
_MARKUP = re.compile(r"[&<>|`*_~\[\]\\$#@\"']|(?<=[A-Za-z]):(?=//)|(?<=\bwww)\.")


def render(checked: Checked, base: str) -> str:
    """The whole summary."""
    files = len(checked.files)
    counts = [f"{count:,} {severity}{'s' * (count != 1)}" for severity in SEVERITIES if (count := checked.count(severity))]
    lines = ["## remit", "", f"{files:,} file{'s' * (files != 1)}: {', '.join(counts) or 'nothing to report'}"]
    if checked.diagnostics:
        lines += ["", "| | rule | place | what |", "|---|---|---|---|"]
        findings = sorted(checked.diagnostics, key=lambda finding: SEVERITIES.index(finding.severity))
        lines += [_row(finding, base) for finding in findings[:MOST]]
        if len(findings) > MOST:
            lines += ["", f"… and {len(findings) - MOST:,} more."]
    return "\n".join(lines) + "\n"


def _row(finding: Diagnostic, base: str) -> str:
    line, column = finding.span[0]
    place = f"<code>{escaped(told_path(finding.path, base) or '<text>')}:{line}:{column}</code>"
    what = prose(finding.message)
    advice = finding.help
    if advice:
        what += f"<br>→ {prose(advice)}"
    return f"| {_MARKS[finding.severity]} {finding.severity} | <code>{finding.rule}</code> | {place} | {what} |"


def prose(text: str) -> str:
    """A message with what stands in backticks as code, all else as plain text."""
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 1] + "…"
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escaped(text)
    return "".join(f"<code>{escaped(part)}</code>" if odd % 2 and part else escaped(part) for odd, part in enumerate(parts))


def escaped(text: str) -> str:
    """A text of which Markdown and HTML make nothing but the text, and GitHub no mention of a person or an issue."""
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};" + ("<!-- -->" if found[0] in "@#" else ""), visible(text))
