"""Findings as an editor shows them."""

from __future__ import annotations

from lsprotocol import types

from ..rules import rule
from .buffers import uri_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..configuration import InvalidConfiguration
    from ..diagnostic import Diagnostic
    from .desk import Desk
    from .positions import Text

SOURCE = "remit"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
MOST = 500
"""Findings of one file that are sent."""


def shown(desk: Desk, view: Text, findings: list[Diagnostic]) -> list[types.Diagnostic]:
    """The findings of a text, the first of very many. Those about another source of the file stand at its beginning."""
    return [_shown(desk, view, finding) for finding in findings[:MOST]]


def _shown(desk: Desk, view: Text, finding: Diagnostic) -> types.Diagnostic:
    from ..reports._visible import visible

    advice = finding.help
    message = visible(finding.message) + (f"\n{visible(advice)}" if advice else "")
    here = finding.source is view.source or finding.source.data == view.source.data
    start, end = (finding.start, finding.end) if here else (0, 0)
    return types.Diagnostic(
        range=view.range(start, end),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=types.CodeDescription(href=page(finding.rule)),
        source=SOURCE,
        message=message,
        tags=_tags(finding.rule) or None,
        related_information=_related(desk, finding) or None,
        data={"rule": finding.rule, "start": start, "end": end},
    )


def page(name: str) -> str:
    """The rule's page: the file of the rule itself, which begins with it. It is there wherever remit is."""
    return uri_of(rule(name).path)


_TAGS = {"unnecessary": types.DiagnosticTag.Unnecessary, "deprecated": types.DiagnosticTag.Deprecated}


def _tags(name: str) -> list[types.DiagnosticTag]:
    mark = rule(name).mark
    return [_TAGS[mark]] if mark in _TAGS else []


def _related(desk: Desk, finding: Diagnostic) -> list[types.DiagnosticRelatedInformation]:
    return [
        types.DiagnosticRelatedInformation(
            location=types.Location(
                uri=desk.uri_of(label.source.path), range=desk.text_of(label.source).range(label.start, label.end)
            ),
            message=label.message,
        )
        for label in finding.related
        if label.source.path is not None
    ]


def mistakes(desk: Desk, problem: InvalidConfiguration) -> list[types.Diagnostic]:
    """The mistakes of a configuration, where they stand."""
    view = desk.text_of(problem.source)
    return [
        types.Diagnostic(
            range=view.range(one.start, one.start),
            severity=types.DiagnosticSeverity.Error,
            source=SOURCE,
            message=one.message + (f"\n{one.help}" if one.help else ""),
        )
        for one in problem.mistakes[:MOST]
    ]
