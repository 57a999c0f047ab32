"""Code actions: the fixes of findings, all safe fixes of a file at once, and holding a finding back with a comment."""

from __future__ import annotations

from lsprotocol import types

from ..diagnostic import Edit
from ..document import JSON
from ..syntax import fences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostic import Diagnostic
    from ..document import Document
    from .buffers import Buffer
    from .projects import Project

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.remit"
KINDS = [types.CodeActionKind.QuickFix, FIX_ALL]
MOST = 50
"""Findings whose actions are offered at one place."""


class Request:
    """What a client asks actions for: characters `start` to `end` of a buffer, and the kinds that it wants, `None` for all.
    `automatic` says that nobody asked: the cursor has moved, and what costs much can wait."""

    def __init__(
        self,
        buffer: Buffer,
        start: int,
        end: int,
        kinds: list[str] | None,
        shown: list[types.Diagnostic],
        versioned: bool,
        automatic: bool = False,
    ) -> None:
        self.buffer = buffer
        self.start = start
        self.end = end
        self.kinds = kinds
        self.shown = shown
        self.versioned = versioned
        self.automatic = automatic

    def wants(self, kind: str) -> bool:
        return self.kinds is None or any(kind == one or kind.startswith(one + ".") or one == "" for one in self.kinds)

    def edit(self, edits: list[Edit]) -> types.WorkspaceEdit:
        view = self.buffer.view
        changes = [types.TextEdit(range=view.range(one.start, one.end), new_text=one.text) for one in edits]
        if not self.versioned:
            return types.WorkspaceEdit(changes={self.buffer.uri: changes})
        identifier = types.OptionalVersionedTextDocumentIdentifier(self.buffer.uri, self.buffer.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(text_document=identifier, edits=list(changes))])

    def diagnostics(self, finding: Diagnostic) -> list[types.Diagnostic] | None:
        """The client's own diagnostics for a finding, so that it can show the action beside them."""
        place = self.buffer.view.range(finding.start, finding.end)
        return [one for one in self.shown if one.code == finding.rule and one.range.start == place.start] or None


def actions(request: Request, project: Project, findings: list[Diagnostic], document: Document) -> list[types.CodeAction]:
    """The actions for the findings that touch the place, and for the whole file."""
    found: list[types.CodeAction] = []
    if request.wants(types.CodeActionKind.QuickFix.value):
        here = [one for one in findings if one.start <= request.end and request.start <= max(one.end, one.start)]
        for finding in here[:MOST]:
            found += _fixes(request, project, finding)
        for finding in here[:MOST]:
            found += _suppressions(request, finding, document)
    if request.wants(FIX_ALL) and not request.automatic:
        source = request.buffer.source
        edit = difference(source.text, project.mended(source).text)
        if edit is not None:
            found.append(types.CodeAction(title="remit: fix all that is safe", kind=FIX_ALL, edit=request.edit([edit])))
    return found


def _fixes(request: Request, project: Project, finding: Diagnostic) -> Iterator[types.CodeAction]:
    """The fix of a finding, where it is proved to do what it says."""
    fix = finding.fix
    if fix is None or not fix.edits or not project.proves(request.buffer.source, finding, fix):
        return
    safe = fix.safety == "safe"
    note = "" if safe else " (gives the agent what it asks for)" if fix.widens else " (a guess: look at it)"
    yield types.CodeAction(
        title=fix.title + note,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=request.diagnostics(finding),
        is_preferred=safe,
        edit=request.edit(fix.edits),
    )


def difference(before: str, after: str) -> Edit | None:
    """What turns one text into another: all between what they begin and end with alike. `None` where they are the same."""
    if before == after:
        return None
    start = _alike(before, after)
    rest = _alike(before[start:][::-1], after[start:][::-1])
    return Edit(start, len(before) - rest, after[start : len(after) - rest])


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((count for count, (left, right) in pairs if left != right), min(len(one), len(other)))


def _suppressions(request: Request, finding: Diagnostic, document: Document) -> Iterator[types.CodeAction]:
    edit = suppression(finding, document)
    if edit is not None:
        yield types.CodeAction(
            title=f"Hold back `{finding.rule}` here, with a reason",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=request.diagnostics(finding),
            edit=request.edit([edit]),
        )


def suppression(finding: Diagnostic, document: Document) -> Edit | None:
    """A comment on a line of its own above the finding; about the whole file where the finding stands before anything can."""
    source = document.source
    line, _ = source.position(finding.start)
    newline = source.newline if source.newline in ("\n", "\r\n", "\r") else "\n"
    starts = source.starts
    begin = starts[line - 1]
    if document.whole:
        sign = "// {}" if document.kind == JSON else "# {}"
        first = document.kind != JSON and line == 1
        if document.kind == JSON and line == 1:
            return None
    elif begin >= document.body_offset and document.has_front_matter:
        sign, first = "<!-- {} -->", False
    elif document.kind in (fences.YAML, fences.TOML):
        sign, first = "# {}", begin < document.offset or begin > document.offset + len(document.front)
    else:
        return None
    word = "ignore-file" if first else "ignore"
    at = document.offset if first and not document.whole else begin
    text = source.line(line)
    blanks = "" if first else text[: len(text) - len(text.lstrip(" \t"))]
    return Edit(at, at, blanks + sign.format(f"remit: {word}[{finding.rule}] why") + newline)
