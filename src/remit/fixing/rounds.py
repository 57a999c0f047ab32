"""Fixes of one file in rounds: those that do not meet are applied together, the others wait; a bad one holds up none of the others."""

from __future__ import annotations

from ..diagnostic import Edit
from ..mending.written import SAFE
from .proof import Ground, apply, prove
from .views import State, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix
    from ..sieve import Sieve
    from ..source import Source

MOST_ROUNDS = 24
"""Each round mends something, and what it mends is not found again; a file that needs more has too many faults to mend unseen."""
MOST_FIXES = 256
"""Fixes of one file that are looked at in a round: each costs a reading of the file where one of them is bad."""

Proposal = tuple["Diagnostic", "Fix"]


class Wanted:
    """The findings of a file that are to be mended: those that its check tells, without those that a baseline `held`."""

    __slots__ = ("_held", "examiner", "path", "sieve")

    def __init__(self, sieve: Sieve, path: str | None, held: list[Diagnostic] | None = None) -> None:
        self.sieve = sieve
        self.path = path
        self.examiner = sieve.examiner(path)
        self._held = {_known_by(finding) for finding in held or ()}

    def among(self, before: list[list[State]]) -> list[Diagnostic]:
        """The wanted findings of all views, each once."""
        if self.path is not None:
            self.sieve.forget(self.path)
        found: dict[tuple[str, int, int], Diagnostic] = {}
        source = None
        for states in before:
            for state in states:
                source = state.reading.source
                told = self.sieve.sift(state.findings(self.examiner), state.reading.document, whole=not state.refused)
                for finding in told:
                    if finding.source is source:
                        found.setdefault((finding.rule, finding.start, finding.end), finding)
        for finding in self.sieve.rest(self.path):
            found.setdefault((finding.rule, finding.start, finding.end), finding)
        return [finding for finding in found.values() if _known_by(finding) not in self._held]


def _known_by(finding: Diagnostic) -> tuple[str, str]:
    """What a finding is known by while lines around it change."""
    return finding.rule, finding.source.line(finding.span[0][0])


class Outcome:
    """What became of a file: the text now, the fixes that were made, and those that were refused, with why."""

    __slots__ = ("made", "refused", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.made: list[Proposal] = []
        self.refused: list[tuple[Diagnostic, Fix, str]] = []


def mend(
    source: Source,
    views: list[View],
    wanted: Wanted,
    *,
    unsafe: bool = False,
    widen: bool = False,
) -> Outcome:
    """Applies every fix that is proved, until there is none left."""
    outcome = Outcome(source)
    for _ in range(MOST_ROUNDS):
        before = [view.see(outcome.source) for view in views]
        proposals = _proposals(before, wanted, unsafe)
        made = _round(outcome, Ground(views, before, wanted.examiner, widen), proposals)
        if not made:
            break
        changed = apply(outcome.source, _edits(made))
        assert changed is not None
        outcome.source = changed
        outcome.made += made
    return outcome


def _round(outcome: Outcome, ground: Ground, waiting: list[Proposal]) -> list[Proposal]:
    """The fixes that are made in one round. One that is refused gives way to those that it met."""
    outcome.refused = []
    while waiting:
        group = _apart(waiting)
        made = _settle(outcome, ground, [], group)
        if made:
            return made
        waiting = [one for one in waiting if one not in group]
    return []


def _proposals(before: list[list[State]], wanted: Wanted, unsafe: bool) -> list[Proposal]:
    """The fixes of all views in the order of the file, each finding once."""
    found: list[Proposal] = []
    for finding in wanted.among(before):
        fix = finding.fix
        if fix is not None and fix.edits and (unsafe or fix.safety == SAFE):
            found.append((finding, fix))
    # Of two that begin at one place the one that says more mends more.
    found.sort(key=lambda one: (one[1].safety != SAFE, min(edit.start for edit in one[1].edits), -len(one[1].edits)))
    return found[:MOST_FIXES]


def _apart(proposals: list[Proposal]) -> list[Proposal]:
    """As many of them as do not meet, the safe ones first."""
    taken: list[Edit] = []
    chosen: list[Proposal] = []
    for finding, fix in proposals:
        if not any(one.start <= edit.end and edit.start <= one.end for edit in fix.edits for one in taken):
            taken += fix.edits
            chosen.append((finding, fix))
    return chosen


def _edits(proposals: list[Proposal]) -> list[Edit]:
    return [edit for _, fix in proposals for edit in fix.edits]


def _settle(outcome: Outcome, ground: Ground, made: list[Proposal], group: list[Proposal]) -> list[Proposal]:
    """The proposals of a group that are proved together with those already made; halves are tried where the whole is not."""
    if not group:
        return made
    together = [*made, *group]
    proof = prove(outcome.source, _edits(together), ground, together)
    if proof:
        return together
    if len(group) == 1:
        outcome.refused.append((*group[0], proof.refusal or ""))
        return made
    middle = len(group) // 2
    made = _settle(outcome, ground, made, group[:middle])
    return _settle(outcome, ground, made, group[middle:])
