"""SARIF 2.1.0: the findings for code scanning, with rules, places, fixes, and fingerprints that survive lines that move.

No report holds a piece of a file: who shows a finding has the file, and a secret is in fewer places. Columns count Unicode characters, a byte
order mark has none.
"""

from __future__ import annotations

import json
import os

from .._version import __version__
from ..diagnostic import ERROR, INFO, SEVERITIES, WARNING
from ..fingerprint import VERSION, fingerprints, told_path
from ..rules import SECURITY, rule
from ._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..checking import Checked
    from ..diagnostic import Diagnostic, Edit, Fix
    from ..rules import Rule
    from ..source import Source

Object = dict[str, object]

MOST = 25_000
"""Results that code scanning takes of one run. Of more the gravest are told, and that some are not."""

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS = {ERROR: "error", WARNING: "warning", INFO: "note"}
_SCORES = {ERROR: "8.0", WARNING: "5.5", INFO: "3.0"}
"""How grave a finding about security is, on the scale of 10 that code scanning takes: high, medium, low."""


def render(checked: Checked, base: str) -> str:
    """The whole log, JSON."""
    return json.dumps(log(checked, base), ensure_ascii=False, indent=2) + "\n"


def log(checked: Checked, base: str) -> Object:
    """A log with one run. Paths are told relative to `base`."""
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_Run(checked, base).whole()]}


class _Run:
    """One run while it is put together: rules and files get their numbers as findings name them."""

    def __init__(self, checked: Checked, base: str) -> None:
        self.checked = checked
        self.base = os.path.abspath(base)
        self.artifacts: dict[str, int] = {}
        self.rules: dict[str, int] = {}
        for path in checked.files:
            self._artifact(path)

    def whole(self) -> Object:
        findings = self.checked.diagnostics
        marks = fingerprints(findings, self.base)
        told = sorted(range(len(findings)), key=lambda at: (SEVERITIES.index(findings[at].severity), at))[:MOST]
        told.sort()
        self.rules = {name: at for at, name in enumerate(sorted({findings[at].rule for at in told}))}
        results = [self._result(findings[at], marks[at]) for at in told]
        invocation: Object = {"executionSuccessful": True}
        if len(told) < len(findings):
            left = f"a run holds {MOST:,} findings: the gravest are here, {len(findings) - len(told):,} are left out"
            invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": left}}]
        return {
            "tool": {
                "driver": {
                    "name": "remit",
                    "semanticVersion": __version__,
                    "rules": [descriptor(rule(name)) for name in self.rules],
                }
            },
            "automationDetails": {"id": "remit/"},
            "columnKind": "unicodeCodePoints",
            "newlineSequences": ["\r\n", "\n", "\r"],
            "originalUriBaseIds": {_ROOT: {"description": {"text": "the root of the checkout"}}},
            "invocations": [invocation],
            "artifacts": [{"location": self._uri(path), "roles": ["analysisTarget"]} for path in self.artifacts],
            "results": results,
        }

    def _artifact(self, path: str) -> int:
        return self.artifacts.setdefault(path, len(self.artifacts))

    def _uri(self, path: str) -> Object:
        """A file below the root relative to it, another by its whole path."""
        from urllib.parse import quote

        told = told_path(path, self.base)
        inside = not os.path.isabs(told) and told != ".." and not told.startswith("../")
        if inside:
            return {"uri": quote(told.encode("utf-8", "surrogateescape"), safe="/"), "uriBaseId": _ROOT}
        absolute = os.path.abspath(path).replace(os.sep, "/")
        return {"uri": "file://" + quote(("/" + absolute.lstrip("/")).encode("utf-8", "surrogateescape"), safe="/:")}

    def _file(self, path: str) -> Object:
        told = self._uri(path)
        told["index"] = self._artifact(path)
        return told

    def _location(self, source: Source, start: int, end: int) -> Object:
        """A place in a file; none for a text without a path."""
        if source.path is None:
            return {}
        return {"physicalLocation": {"artifactLocation": self._file(source.path), "region": region(source, start, end)}}

    def _result(self, finding: Diagnostic, mark: str) -> Object:
        location = self._location(finding.source, finding.start, finding.end)
        advice = finding.help
        text = finding.message + (f". {advice[:1].upper()}{advice[1:]}" if advice else "")
        result: Object = {
            "ruleId": finding.rule,
            "ruleIndex": self.rules[finding.rule],
            "level": _LEVELS[finding.severity],
            "message": {"text": _plain(text)},
            "locations": [location] if location else [],
            "partialFingerprints": {VERSION: mark},
        }
        related = [
            {"id": number, **self._location(label.source, label.start, label.end), "message": {"text": _plain(label.message)}}
            for number, label in enumerate(finding.related)
        ]
        if related:
            result["relatedLocations"] = related
        fix = finding.shown_fix
        if fix is not None and fix.edits and finding.path is not None:
            result["fixes"] = [self._fix(fix, finding.source, finding.path)]
        return result

    def _fix(self, fix: Fix, source: Source, path: str) -> Object:
        return {
            "description": {"text": _plain(fix.title)},
            "artifactChanges": [
                {
                    "artifactLocation": self._file(path),
                    "replacements": [_replacement(source, edit) for edit in fix.edits],
                }
            ],
            "properties": {"safety": fix.safety},
        }


def region(source: Source, start: int, end: int) -> Object:
    """Characters `start` to `end` of a file as lines and columns, the end exclusive."""
    (line, column), (last, stop) = source.position(start), source.position(end)
    return {"startLine": line, "startColumn": column, "endLine": last, "endColumn": stop}


def _replacement(source: Source, edit: Edit) -> Object:
    found: Object = {"deletedRegion": region(source, edit.start, edit.end)}
    if edit.text:
        found["insertedContent"] = {"text": edit.text.encode("utf-8", "replace").decode()}
    return found


def descriptor(about: Rule) -> Object:
    """A rule with its page."""
    properties: Object = {"precision": {"high": "very-high", "medium": "high", "low": "medium"}[about.confidence]}
    tags = [about.topic, about.persona]
    if about.topic == SECURITY or about.secret:
        properties["security-severity"] = _SCORES[about.severity]
        tags += [] if about.topic == SECURITY else [SECURITY]
    properties["tags"] = tags
    return {
        "id": about.name,
        "name": "".join(word.capitalize() for word in about.name.split("-")),
        "shortDescription": {"text": about.title},
        "fullDescription": {"text": about.section("What it finds") or about.title},
        "help": {"text": about.page, "markdown": f"# {about.name}\n\n{about.page}"},
        "defaultConfiguration": {"level": _LEVELS[about.severity]},
        "properties": properties,
    }


def _plain(text: str) -> str:
    """A message in which a stranger's text makes no link: `[text](target)` is one in a SARIF message."""
    return visible(text).replace("](", "] (")
