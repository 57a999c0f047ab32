"""The findings of a check for people: what, where, the line with the place underlined, and what to do."""

from __future__ import annotations

import sys

from ..credentials import masked_line
from ..diagnostic import ERROR, INFO, WARNING
from ._visible import visible
from .terminal import Terminal, columns, narrow, shortener

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..checking import Checked
    from ..diagnostic import Diagnostic, Fix
    from ..fixing import Fixed

_STYLES = {ERROR: "bold red", WARNING: "bold yellow", INFO: "bold blue"}
_EXCERPT = 400
_BATCH = 256
"""Findings that are written together: a reader at the other end of a pipe sees the first while the last are made."""


class Findings:
    """A report of findings to standard output. `base` is the folder that paths are shown relative to."""

    def __init__(self, color: str = "auto", base: str | None = None) -> None:
        self.terminal = Terminal.of(color)
        self.path = shortener(base)
        self.mends = False
        """Whether the command that reports can mend what it finds."""

    def check(self, checked: Checked, *, quiet: bool = False, verbose: bool = False) -> None:
        """All that a check found, and how much that is."""
        self.mends = True
        shown = checked.diagnostics if verbose else [finding for finding in checked.diagnostics if finding.severity != INFO]
        self.write(shown)
        if quiet:
            return
        if checked.fixed is not None:
            self._fixed(checked.fixed, verbose)
        files = len(checked.files)
        looked = f"{files:,} file{'s' * (files != 1)}: "
        if not checked.diagnostics:
            sys.stdout.write(self.terminal.lines([(f"{looked}nothing to report", "bold green")]))
        else:
            self.totals(checked.diagnostics, looked, hidden=len(checked.diagnostics) - len(shown))
            self._fixable(checked.diagnostics)
        self.untold(checked)

    def _fixed(self, fixed: Fixed, verbose: bool) -> None:
        """What was mended before, and with `verbose` why the rest was not."""
        lines, made = self.terminal.lines, fixed.made
        refused = [(file, *one) for file in fixed.files for one in file.refused]
        for file, finding, fix, reason in refused if verbose else ():
            line, _ = finding.source.position(finding.start)
            place = f"{self.path(file.path)}:{line}: {finding.rule}: "
            sys.stdout.write(lines([("not mended ", "dim"), (f"{place}{visible(fix.title)}: {visible(reason)}", "")]))
        files = sum(file.problem is None for file in fixed.changed)
        words = (
            f"{made:,} finding{'s' * (made != 1)} mended in {files:,} file{'s' * (files != 1)}" if made else "nothing mended"
        )
        if refused:
            words += f"; {len(refused):,} proposal{'s' * (len(refused) != 1)} refused" + ("" if verbose else " (-v tells why)")
        sys.stdout.write(lines([(words, "bold")]))

    def _fixable(self, findings: list[Diagnostic]) -> None:
        """How many of the findings have a fix."""
        counts = dict.fromkeys(_OPTIONS, 0)
        for finding in findings:
            fix = finding.fix
            if fix is not None:
                counts[_option(fix)] += 1
        words: list[str] = []
        said = ""
        for option, count in counts.items():
            if count:
                words.append(f"{count:,} {'more with' if words else 'fixable with'} {option.removeprefix(said).strip()}")
                said = option
        if words:
            sys.stdout.write(self.terminal.lines([(", ".join(words), "")]))

    def write(self, found: Iterable[Diagnostic]) -> None:
        parts: list[str] = []
        for finding in found:
            parts.append(self.finding(finding))
            if len(parts) == _BATCH:
                sys.stdout.write("".join(parts))
                parts.clear()
        sys.stdout.write("".join(parts))

    def totals(self, findings: list[Diagnostic], lead: str = "", hidden: int = 0) -> None:
        """How many there are of each severity."""
        words = []
        severities = [finding.severity for finding in findings]
        for severity in (ERROR, WARNING, INFO):
            count = severities.count(severity)
            if count:
                words.append(f"{count:,} {severity}{'s' * (count != 1)}")
        tail = " (shown with -v)" if hidden else ""
        sys.stdout.write(self.terminal.lines([(lead + ", ".join(words) + tail, "bold")]))

    def untold(self, checked: Checked) -> None:
        """How much is not told, and why."""
        gone = sum(map(len, checked.gone.values()))
        words = [
            f"{len(checked.suppressed):,} held back by comments" if checked.suppressed else "",
            f"{len(checked.held):,} in the baseline" if checked.held else "",
            f"{gone:,} of the baseline no longer found (`--prune-baseline` takes them out)" if gone else "",
            f"{len(checked.excluded):,} file{'s' * (len(checked.excluded) != 1)} excluded" if checked.excluded else "",
        ]
        if any(words):
            sys.stdout.write(self.terminal.lines([(", ".join(filter(None, words)), "dim")]))

    def finding(self, finding: Diagnostic) -> str:
        """One finding, with an empty line after it."""
        severity = finding.severity
        style = _STYLES[severity]
        lines = self.terminal.lines
        fix = finding.fix if self.mends else None
        start, end = finding.span
        gutter = " " * len(str(max(start[0], 1)))
        text = [
            lines([(severity, style), (f"[{finding.rule}]", "dim"), (": ", ""), (visible(finding.message), "bold")]),
            lines([(f"{gutter}--> ", "blue"), (f"{self.path(finding.path)}:{start[0]}:{start[1]}", "")]),
        ]
        if not finding.secret and finding.source.data:
            text += self._excerpt(finding, start, end, gutter, style)
        for label in finding.related:
            line, column = label.source.position(label.start)
            place = f"{visible(label.message)}: {self.path(label.source.path)}:{line}:{column}"
            text.append(lines([(f"{gutter} = ", "blue"), (place, "")]))
        advice = finding.help
        if advice:
            text.append(lines([("help: ", "bold"), (visible(advice), "")], f"{gutter} = ", "blue"))
        if fix is not None:
            text.append(lines([("fix: ", "bold"), (f"{visible(fix.title)} ({_option(fix)})", "")], f"{gutter} = ", "blue"))
        text.append("\n")
        return "".join(text)

    def _excerpt(
        self, finding: Diagnostic, start: tuple[int, int], end: tuple[int, int], gutter: str, style: str
    ) -> tuple[str, ...]:
        number, column = start
        raw = masked_line(finding.source, number)
        if not raw and number > 1 and start == end:
            return ()
        stop = end[1] if end[0] == number else len(raw) + 1
        raw_start, raw_stop = max(column - 1, 0), max(stop - 1, column)
        room = max(self.terminal.width - len(gutter) - 5, 20)
        text, begin, finish = _window(raw[: _EXCERPT + raw_start], raw_start, raw_stop, room)
        mark = "^" * max(finish - begin, 1)
        lines = self.terminal.lines
        return (
            lines([(f"{gutter} |", "blue")]),
            lines([(f"{number} | ", "blue"), (text, "")]),
            lines([(f"{gutter} | ", "blue"), (" " * begin + mark, style)]),
        )


_OPTIONS = ("--fix", "--fix --unsafe")


def _option(fix: Fix) -> str:
    """What to say on the command line for a fix to be made."""
    return _OPTIONS[1 if fix.widens or fix.safety != "safe" else 0]


def _window(raw: str, start: int, stop: int, room: int) -> tuple[str, int, int]:
    """The part of a line around a place that fits the terminal, made visible, and the place in columns of that."""
    stop = min(max(stop, start + 1), max(len(raw), start + 1))
    plain = raw.isascii() and raw.isprintable()
    shown: Callable[[str], str] = str if plain else visible
    wide: Callable[[str], int] = len if plain else columns
    cut = 0
    if wide(shown(raw[:stop])) > room:
        cut = max(start - room // 3, 0)
        while wide(shown(raw[cut:start])) > room // 2:  # what stands for a character may be ten times as wide
            cut += 1
    lead = "…" if cut else ""
    before = lead + shown(raw[cut:start])
    inside = shown(raw[start:stop]) or " "
    text = _fitting(before + inside + shown(raw[stop:]), room)
    begin = wide(before)
    return text, begin, min(begin + wide(inside), max(columns(text), begin + 1))


def _fitting(text: str, room: int) -> str:
    if columns(text) <= room:
        return text
    if narrow(text):
        return text[: room - 1] + "…"
    text = text[: 2 * room]  # a character takes a column, more or less; the rest could only be joined to those before
    while text and columns(text) > room - 1:
        text = text[:-1]
    return text + "…"
