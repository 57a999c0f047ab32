"""Answers for people: aligned, wrapped to the terminal, coloured where it is one. Findings are shown by `reports.findings`."""

from __future__ import annotations

import os
import sys
from typing import TextIO, cast

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..credentials import masked
from ..policy import ALLOW, ASK
from ._visible import visible
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..catalog import Catalog, Entry
    from ..definition import Definition
    from ..diagnostic import Diagnostic
    from ..policy import Decision, Origin
    from ..resolving import Remit
    from ..session import Reason

_STATUS = {"active": ("●", "green"), "shadowed": ("○", "dim"), "broken": ("✗", "red"), "skipped": ("·", "dim")}
_EFFECTS = {ALLOW: "bold green", ASK: "bold yellow"}
_NARROW = 60


class _Trimmed:
    """A stream that leaves out the blanks at line ends which tables are padded with: they are noise in a file and in a pipe."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write("\n".join(line.rstrip(" ") for line in text.split("\n")))

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


class Report:
    """A report to standard output. `base` is the folder that paths are shown relative to."""

    def __init__(self, color: str = "auto", base: str | None = None) -> None:
        self.console = Console(
            file=cast("TextIO", _Trimmed(sys.stdout)),
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
            force_terminal={"always": True, "never": False}.get(color),
            no_color=color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR"))),
            width=None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 120,
        )
        self._findings = Findings(color, base)
        self.path = self._findings.path
        unicode = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")
        self.marks = (
            (lambda mark: mark)
            if unicode
            else (lambda mark: {"●": "*", "○": "o", "✗": "x", "✓": "+", "·": ".", "→": "->"}.get(mark, mark))
        )

    # What every command prints

    def line(self, *parts: str | Text | tuple[str, str]) -> None:
        self.console.print(Text.assemble(*parts))

    def findings(self, found: list[Diagnostic]) -> None:
        """Findings and their number."""
        self._findings.write(found)
        self._findings.totals(found)

    # list

    def catalog(self, found: Catalog, gets: dict[int, Remit], *, verbose: bool = False, quiet: bool = False) -> None:
        """The definitions of a catalog in groups by host, scope and folder. `gets` has the remits of the active ones, by `id(entry)`."""
        groups: dict[tuple[str, str, str], list[Entry]] = {}
        for entry in found:
            if entry.status == "skipped" and not verbose:
                continue
            groups.setdefault((entry.host.title, entry.scope, entry.place.path), []).append(entry)
        for (title, scope, folder), entries in groups.items():
            origin = entries[0].origin
            where = f", for sessions in {self.path(origin)}" if origin else ""
            self.line(
                (title, "bold"),
                (f" {self.marks('·')} {scope} {self.marks('·')} ", "dim"),
                (self.path(folder), "cyan"),
                (where, "dim"),
            )
            self._rows(entries, gets, verbose)
            self.console.print()
        if not quiet:
            self._summary(found)

    def _rows(self, entries: list[Entry], gets: dict[int, Remit], verbose: bool) -> None:
        rows = []
        for entry in entries:
            mark, style = _STATUS[entry.status]
            name = visible(entry.identity or "(no name)")
            inside = os.path.relpath(entry.path, entry.place.path) if os.path.isabs(entry.path) else self.path(entry.path)
            cells = [Text(f"  {self.marks(mark)}", style), Text(name, "" if entry.status == "active" else style)]
            if self.console.width >= _NARROW:
                cells.append(Text(visible(inside), "dim"))
            rows.append([*cells, self._note(entry, gets.get(id(entry)))])
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=3, no_wrap=True)
        left = self.console.width - 5
        for column in range(1, len(rows[0]) - 1):
            width = min(max(row[column].cell_len for row in rows), max(self.console.width // 3, 8))
            left -= width + 2
            table.add_column(width=width, overflow="fold")
        table.add_column(width=max(left, 10), overflow="fold" if verbose else "ellipsis", no_wrap=not verbose)
        for row in rows:
            table.add_row(*row)
        self.console.print(table)

    def _note(self, entry: Entry, remit: Remit | None) -> Text:
        if entry.status == "shadowed":
            return Text(f"shadowed by {self.path(entry.shadowed_by)}", "dim")
        if entry.status in ("broken", "skipped"):
            return Text(visible(entry.reason or ""), "red" if entry.status == "broken" else "dim")
        definition = entry.definition
        note = Text()
        if remit is not None and remit.effective is not None:
            note = self._difference(remit)
        if definition is None:
            note.append("remit does not load it", "yellow")
        elif definition.tools is None and remit is not None and (rules := _rules_of(entry, definition)):
            names = ", ".join(remit.declared or ())
            note.append(f"by `{rules[0]}`: {visible(names) or 'no tools'}")
        elif definition.tools is None:
            note.append("inherits every tool", "yellow")
            if definition.disallowed_tools:
                note.append(f", {len(definition.disallowed_tools)} denied", "yellow")
        else:
            note.append(visible(", ".join(definition.tools)) or "no tools")
        return note

    def _difference(self, remit: Remit) -> Text:
        """What the host gives beyond, or short of, what the author asks for."""
        effective, asked = set(remit.effective or ()), set(remit.enforced or ())
        if not remit.spawnable:
            return Text("not startable: ", "bold red")
        more = len(effective - asked)
        if more and remit.enforced is not None:
            return Text(f"+{more} tool{'s' * (more != 1)} by the host: ", "bold red")
        return Text()

    def _summary(self, found: Catalog) -> None:
        counts = dict.fromkeys(("active", "shadowed", "broken", "skipped"), 0)
        for entry in found:
            counts[entry.status] += 1
        total = counts["active"] + counts["shadowed"] + counts["broken"]
        words = [f"{total:,} definition{'s' * (total != 1)}: {counts['active']:,} active"]
        if counts["shadowed"]:
            words.append(f"{counts['shadowed']:,} shadowed")
        if counts["broken"]:
            words.append(f"{counts['broken']:,} broken")
        tail = f"; {counts['skipped']:,} other file{'s' * (counts['skipped'] != 1)} looked at" if counts["skipped"] else ""
        self.line((", ".join(words) + tail, "bold"))

    # show

    def show(
        self,
        entry: Entry,
        remit: Remit | None,
        version: str,
        findings: list[Diagnostic],
        *,
        mode: str,
        verbose: bool = False,
        quiet: bool = False,
    ) -> None:
        """One agent: the three sets, its limits, and why."""
        definition = entry.definition
        name = visible(entry.identity or "(no name)")
        dot = f" {self.marks('·')} "
        self.line(
            (name, "bold"), (f"  {entry.host.title} {version}{dot}{entry.scope}{dot}", "dim"), (self.path(entry.path), "cyan")
        )
        if definition is not None and definition.description:
            self.console.print(Text(_short(visible(masked(definition.description)), 300), "italic"))
        if entry.status == "broken":
            self.line((f"{self.marks('✗')} {entry.host.title} does not have this agent: ", "red"), visible(entry.reason or ""))
        elif entry.status == "shadowed":
            self.line((f"shadowed by {self.path(entry.shadowed_by)}", "yellow"))
        self.console.print()
        if remit is not None:
            self._sets(remit, mode)
            self._limits(remit)
            if not quiet:
                self._reasons(remit, verbose)
        if findings and not quiet:
            self.findings(findings)

    def _sets(self, remit: Remit, mode: str) -> None:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold")
        table.add_column(overflow="fold")
        table.add_row("declared", _names(remit.declared, "not certain: remit does not load this file"))
        effective = _names(remit.effective, "the host does not have this agent")
        if remit.effective is not None and not remit.spawnable:
            effective = Text("the host refuses to start it: nothing in its list is a tool", "red")
        table.add_row("effective", effective)
        further = [tool for tool, path in remit.paths.items() if len(path) > 1] if remit.effective is not None else []
        if further:
            more = Text("the effective, and ")
            more.append_text(_names(tuple(further), ""))
            table.add_row("reachable", more)
            for path, tools in _routes(remit).items():
                arrow = f" {self.marks('→')} "
                table.add_row(
                    "", Text(f"{arrow.join(visible(name) for name in path)}{arrow}{_short(', '.join(tools), 90)}", "dim")
                )
        elif remit.effective is not None:
            table.add_row("reachable", Text("nothing beyond the effective", "dim"))
        table.add_row(
            "runs",
            Text(
                {"foreground": "in the foreground", "background": "in the background", "main": "as the main thread"}[mode],
                "dim",
            ),
        )
        self.console.print(table)

    def _limits(self, remit: Remit) -> None:
        definition = remit.definition
        limits = []
        if definition.max_turns is not None:
            limits.append(f"{definition.max_turns} turns")
        if definition.timeout_secs is not None:
            limits.append(f"{definition.timeout_secs} s")
        if definition.ttl_secs is not None:
            limits.append(f"grants {definition.ttl_secs} s")
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold", min_width=9)
        table.add_column(overflow="fold")
        table.add_row("limits", Text(", ".join(limits) if limits else "none", "" if limits else "dim"))
        table.add_row("model", Text(visible(definition.model or "the session's"), "" if definition.model else "dim"))
        if definition.permission_mode:
            table.add_row("mode", Text(visible(definition.permission_mode)))
        self.console.print(table)
        self.console.print()

    def _reasons(self, remit: Remit, verbose: bool) -> None:
        granted = [reason for reason in remit.reasons if reason.granted]
        dropped = [reason for reason in remit.reasons if not reason.granted]
        rows: list[tuple[str, str, str, str]] = []
        for reasons, mark, style in ((granted, "✓", "green"), (dropped, "✗", "red")):
            for because, members in _grouped(reasons, verbose):
                tools = ", ".join(visible(reason.tool) for reason in members)
                rows.append((mark, style, tools, f"{because}\0{self._origin(members[0].origin)}"))
        if not rows:
            return
        self.line(("why", "bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold", max_width=max(self.console.width // 3, 16))
        table.add_column(overflow="fold")
        for mark, style, tools, words in rows:
            because, _, place = words.partition("\0")
            reason_text = Text(visible(because))
            if place:
                reason_text.append(f"  {place}", "dim cyan")
            table.add_row(Text(f"  {self.marks(mark)}", style), Text(_short(tools, 600)), reason_text)
        self.console.print(table)
        self.console.print()

    def _origin(self, origin: Origin | None) -> str:
        position = origin.place if origin is not None else None
        return "" if origin is None or position is None else f"{self.path(origin.path)}:{position[0]}:{position[1]}"

    # can

    def decision(self, entry: Entry, tool: str, value: object, decision: Decision) -> None:
        """The answer for one call, with the place that decided."""
        shown = "" if value is None else f" {visible(value if isinstance(value, str) else repr(value))}"
        self.line(
            (decision.effect, _EFFECTS.get(decision.effect, "bold red")),
            ("  " + visible(entry.identity or entry.path), "bold"),
            f"  {visible(tool)}{_short(shown, 200)}",
        )
        place = self._origin(decision.because)
        self.console.print(
            Padding(Text.assemble(visible(decision.reason), (f"  {place}" if place else "", "dim cyan")), (0, 0, 0, 2))
        )


def _names(names: tuple[str, ...] | None, otherwise: str) -> Text:
    if names is None:
        return Text(otherwise, "red")
    return Text(", ".join(visible(name) for name in names)) if names else Text("none", "dim")


def _routes(remit: Remit) -> dict[tuple[str, ...], list[str]]:
    routes: dict[tuple[str, ...], list[str]] = {}
    for tool, path in remit.paths.items():
        if len(path) > 1:
            routes.setdefault(path, []).append(tool)
    return routes


def _grouped(reasons: list[Reason], verbose: bool) -> list[tuple[str, list[Reason]]]:
    """Reasons that say the same together, in the order of the first of each."""
    if verbose:
        return [(reason.because, [reason]) for reason in reasons]
    groups: dict[tuple[str, object], list[Reason]] = {}
    for reason in reasons:
        place = reason.origin.place if reason.origin is not None else None
        groups.setdefault((reason.because, place), []).append(reason)
    return [(because, members) for (because, _), members in groups.items()]


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _rules_of(entry: Entry, definition: Definition) -> list[str]:
    """The fields of a definition beside the two lists that narrow its tools, for hosts that have such. A truth value narrows none."""
    fields = entry.host.fields
    return [
        name
        for name, value in definition.extra.items()
        if name in fields and fields[name].security and value not in (True, False)
    ]
