"""Answers as JSON objects of the contract: `{"schema": "remit/<command>/1", …}`, keys in camelCase, lines and columns from 1."""

from __future__ import annotations

import json
import sys
from json.encoder import encode_basestring

from ..diagnostic import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..catalog import Catalog, Entry
    from ..checking import Checked
    from ..diagnostic import Diagnostic
    from ..fixing import Fixed
    from ..policy import Decision, Origin
    from ..resolving import Remit

Object = dict[str, object]


def write(value: Object) -> None:
    """Prints an answer to standard output."""
    sys.stdout.write(_told(value))


def render(checked: Checked, base: str) -> str:
    """The answer of a check. Its paths are those that were given."""
    return _told(check(checked))


def _told(value: Object) -> str:
    text = written(value)
    return text.encode("utf-8", "replace").decode() + "\n" if _odd(text) else text + "\n"


def written(value: object, margin: str = "\n") -> str:
    """What `json.dumps(value, ensure_ascii=False, indent=2)` gives, in a third of its time: indenting, the library leaves its C code."""
    if isinstance(value, str):
        return encode_basestring(value)
    below = margin + "  "
    if isinstance(value, dict):
        pairs = [f"{encode_basestring(key)}: {written(inner, below)}" for key, inner in value.items()]
        return f"{{{below}{f',{below}'.join(pairs)}{margin}}}" if pairs else "{}"
    if isinstance(value, list | tuple):
        items = [written(inner, below) for inner in value]
        return f"[{below}{f',{below}'.join(items)}{margin}]" if items else "[]"
    return json.dumps(value)


def _odd(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)


def place(position: tuple[int, int]) -> Object:
    return {"line": position[0], "column": position[1]}


def diagnostic(finding: Diagnostic) -> Object:
    start, end = finding.span
    fix = finding.shown_fix
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        "help": finding.help,
        "path": finding.path,
        "start": place(start),
        "end": place(end),
        "related": [
            {
                "message": label.message,
                "path": label.source.path,
                "start": place(label.source.position(label.start)),
                "end": place(label.source.position(label.end)),
            }
            for label in finding.related
        ],
        "fix": None
        if fix is None
        else {
            "title": fix.title,
            "safety": fix.safety,
            "edits": [
                {
                    "start": place(finding.source.position(edit.start)),
                    "end": place(finding.source.position(edit.end)),
                    "text": edit.text,
                }
                for edit in fix.edits
            ],
        },
    }


def _because(origin: Origin | None) -> Object:
    position = origin.place if origin is not None else None
    return {
        "path": origin.path if origin is not None else None,
        "line": position[0] if position else None,
        "column": position[1] if position else None,
    }


def show(entry: Entry, remit: Remit | None, version: str, diagnostics: list[Diagnostic]) -> Object:
    definition = remit.definition if remit is not None else entry.definition
    resolution = remit.resolution if remit is not None else None

    def listed(names: tuple[str, ...] | None) -> list[str] | None:
        return None if names is None else list(names)

    return {
        "schema": "remit/show/1",
        "name": entry.identity or (definition.name if definition is not None else None),
        "host": entry.host.name,
        "hostVersion": version,
        "path": entry.path,
        "scope": entry.scope,
        "status": entry.status,
        "model": definition.model if definition is not None else None,
        "limits": {
            "maxTurns": definition.max_turns if definition is not None else None,
            "timeoutSeconds": definition.timeout_secs if definition is not None else None,
            "ttlSeconds": definition.ttl_secs if definition is not None else None,
        },
        "declaredTools": listed(resolution.declared) if resolution is not None else None,
        "effectiveTools": listed(resolution.effective) if resolution is not None else None,
        "reachableTools": listed(remit.reachable) if remit is not None else None,
        "enforcedTools": listed(resolution.enforced) if resolution is not None else None,
        "spawnable": resolution.spawnable if resolution is not None else False,
        "reasons": [
            {"tool": reason.tool, "granted": reason.granted, "because": reason.because, **_because(reason.origin)}
            for reason in (resolution.reasons if resolution is not None else [])
        ],
        "reachablePaths": {}
        if remit is None or remit.effective is None
        else {tool: list(path) for tool, path in remit.paths.items() if len(path) > 1},
        "diagnostics": [diagnostic(finding) for finding in diagnostics],
    }


def catalog(found: Catalog, *, skipped: bool = False) -> Object:
    return {
        "schema": "remit/list/1",
        "definitions": [
            {
                "name": entry.identity,
                "host": entry.host.name,
                "scope": entry.scope,
                "path": entry.path,
                "status": entry.status,
                "shadowedBy": entry.shadowed_by,
                "reason": entry.reason,
                "origin": entry.origin,
            }
            for entry in found
            if entry.status != "skipped"
        ],
        "skipped": [{"path": entry.path, "reason": entry.reason} for entry in found if entry.status == "skipped"],
    }


def check(checked: Checked) -> Object:
    return {
        "schema": "remit/check/1",
        "files": checked.files,
        "diagnostics": [diagnostic(finding) for finding in checked.diagnostics],
        "summary": {
            "files": len(checked.files),
            "errors": checked.count(ERROR),
            "warnings": checked.count(WARNING),
            "infos": checked.count(INFO),
        },
        "untold": {
            "suppressed": len(checked.suppressed),
            "inBaseline": len(checked.held),
            "excludedFiles": len(checked.excluded),
        },
        **({} if checked.fixed is None else {"fixed": fixed(checked.fixed)}),
    }


def fixed(found: Fixed) -> list[Object]:
    """What was mended, file by file: the fixes made, those that a proof refused, and why a file could not be written."""
    return [
        {
            "path": file.path,
            "written": file.changed and file.problem is None,
            "problem": file.problem,
            "made": [{"rule": finding.rule, "title": fix.title, "safety": fix.safety} for finding, fix in file.made],
            "refused": [
                {"rule": finding.rule, "title": fix.title, "safety": fix.safety, "reason": reason}
                for finding, fix, reason in file.refused
            ],
        }
        for file in found.files
    ]


def can(tool: str, value: object, decision: Decision) -> Object:
    origin = decision.because
    return {
        "schema": "remit/can/1",
        "tool": tool,
        "input": value,
        "effect": decision.effect,
        "reason": decision.reason,
        "because": None if origin is None or origin.place is None else _because(origin),
    }
