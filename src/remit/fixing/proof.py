"""The proof of edits: the file is read and resolved with them and without, and what must not differ is compared.

Edits are refused where

* a host hands the agent a tool that it does not hand it now, or it reaches one through other agents, or asks less before a call;
* a host has the agent only with the edits (it was dropped before) and hands it more than the author's text says: that is what repairing
  means, and how far it goes;
* the file could be read and no longer can, or an error appears that was not there;
* something outside the edits reads differently: another field, another entry, the prompt;
* the finding is still there;
* another host, which has no such finding, gives the agent other tools than before.

Asking for a tool by a misspelt name gives an agent nothing, so the right name would give it more than it has. Such a fix is proved only
with `widen`, where a person has chosen it.
"""

from __future__ import annotations

from collections import Counter

from ..diagnostic import Edit
from ..mending.written import SAFE
from ..policy import ALLOW, ASK
from ..source import Source, encode
from ..syntax.edits.blocks import KEY
from ..syntax.edits.lines import next_line
from .untouched import elsewhere
from .views import State, View, view_alone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..diagnostic import Diagnostic, Fix
    from ..examining import Examiner
    from ..resolving import Remit


class Proof:
    """The outcome: `source` is the file with the edits, `refusal` one phrase why they must not be made, or `None`."""

    __slots__ = ("refusal", "source")

    def __init__(self, source: Source | None, refusal: str | None) -> None:
        self.source = source
        self.refusal = refusal

    def __bool__(self) -> bool:
        return self.refusal is None


class Ground:
    """What a proof stands on: the views of a file, their states as it is, the rules that look for themselves, and whether an agent may get a
    tool that it asks for by a wrong name."""

    __slots__ = ("before", "examiner", "views", "widen")

    def __init__(
        self, views: list[View], before: list[list[State]], examiner: Examiner | None = None, widen: bool = False
    ) -> None:
        self.views = views
        self.before = before
        self.examiner = examiner
        self.widen = widen


def apply(source: Source, edits: Iterable[Edit]) -> Source | None:
    """The file with the edits; `None` where two of them meet or one lies outside."""
    text = source.text
    parts: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not position <= edit.start <= edit.end <= len(text):
            return None
        parts += [text[position : edit.start], edit.text]
        position = edit.end
    parts.append(text[position:])
    return Source(encode("".join(parts)), source.path)


def proved(
    source: Source,
    fix: Fix,
    *,
    finding: Diagnostic | None = None,
    views: list[View] | None = None,
    host: str | None = None,
    widen: bool = False,
) -> Proof:
    """The proof of one fix of a file, in the views of the hosts that read it; by default in that of `host`, or of the file's own."""
    looked = views or [view_alone(source, host)]
    about = [(finding, fix)] if finding is not None else []
    return prove(source, fix.edits, Ground(looked, [view.see(source) for view in looked], widen=widen), about)


def prove(source: Source, edits: list[Edit], ground: Ground, about: list[tuple[Diagnostic, Fix]]) -> Proof:
    """The proof of edits together; `about` are the findings that must be gone."""
    changed = apply(source, edits)
    if changed is None:
        return Proof(None, "its edits overlap")
    gone = Counter(finding.rule for finding, _ in about)
    guessed = any(fix.safety != SAFE for _, fix in about)
    left: list[Counter[str]] = []
    reporting = [any(_reports(states, finding, ground.examiner) for finding, _ in about) for states in ground.before]
    for view, states, reports in zip(ground.views, ground.before, reporting, strict=True):
        after = view.see(changed)
        concerned = reports or not any(reporting)
        refusal = _matched(states, after) or next(
            (
                why
                for old, new in zip(states, after, strict=True)
                if (why := _refusal(old, new, edits, concerned, ground.widen, guessed))
            ),
            None,
        )
        if refusal is None and states:
            refusal = elsewhere(states[0].reading.document, after[0].reading.document, edits)
        if refusal is not None:
            return Proof(changed, refusal)
        if concerned:
            left.append(_still(states, after, gone, ground.examiner))
    for rule in gone:
        if left and all(count[rule] > 0 for count in left):
            return Proof(changed, "the finding would still be there")
    return Proof(changed, None)


def _reports(states: list[State], finding: Diagnostic, examiner: Examiner | None) -> bool:
    """Whether the view is one that has the finding."""
    return any(
        one.rule == finding.rule and (one.start, one.end) == (finding.start, finding.end)
        for state in states
        for one in state.findings(examiner)
    )


def _matched(before: list[State], after: list[State]) -> str | None:
    if len(before) != len(after):
        return "the file would hold another number of agents"
    return None


def _still(before: list[State], after: list[State], gone: Counter[str], examiner: Examiner | None) -> Counter[str]:
    """How many findings too many of each rule that should be gone are left."""
    old = Counter(finding.rule for state in before for finding in state.findings(examiner))
    new = Counter(finding.rule for state in after for finding in state.findings(examiner))
    return Counter({rule: max(new[rule] - max(old[rule] - count, 0), 0) for rule, count in gone.items() if old[rule]})


def _refusal(before: State, after: State, edits: list[Edit], reports: bool, widen: bool, guessed: bool) -> str | None:
    """Why one host's view forbids the edits."""
    title = before.view.host.title
    if before.reading.loaded and not after.reading.loaded:
        return f"{title} would no longer load the file"
    if after.refused and not before.refused:
        return "the file could no longer be read for certain"
    new = _new_faults(before, after, guessed and reports)
    if new is not None:
        return f"`{new}` would be found"
    lost = _lost_security(before, after, edits)
    if lost is not None:
        return f"`{lost}` would no longer be a field"
    taken = _name_taken(before, after)
    if taken is not None:
        return f"another definition is called `{taken}`"
    return _wider(before, after, reports, widen)


def _new_faults(before: State, after: State, guessed: bool) -> str | None:
    """An error that was not there; of a guess anything as grave as what it mends. Where the file becomes readable, what else is wrong with
    it is only now to be seen."""
    if not before.refused:
        more = Counter(after.errors()) - Counter(before.errors())
        if guessed and not more and after.weight() >= before.weight():
            more = Counter(finding.rule for finding in after.findings(None))
            more -= Counter(finding.rule for finding in before.findings(None))
    elif after.refused:
        more = Counter(after.refusals()) - Counter(before.refusals())
    else:
        return None
    return next(iter(more), None)


def _lost_security(before: State, after: State, edits: list[Edit]) -> str | None:
    """A field that keeps something away, which the text has at its left edge and the mended file has not, where no edit is about its key."""
    if not before.refused or after.refused:
        return None
    text = before.reading.source.text
    document = before.reading.document
    end = document.offset + len(document.front) if document.has_front_matter else len(text)
    root = after.reading.document.root
    keys = set(root.keys()) if root is not None else set()
    fields = {name.partition(".")[0] for name, field in before.view.host.fields.items() if field.security}
    at = 0
    while at < end:
        found = KEY(text, at)
        name = found[1].strip("\"'") if found is not None else ""
        if name in fields and name not in keys and not any(edit.start <= at < edit.end for edit in edits):
            return name
        at = next_line(text, at)
    return None


def _name_taken(before: State, after: State) -> str | None:
    """A name that the edits give the agent and that another one has."""
    name, catalog = after.reading.name, before.view.session.catalog
    if catalog is None or name is None or name == before.reading.name or not before.reading.loaded:
        return None
    taken = any(
        one == name and definition.path != after.reading.path for one, definition in catalog.agents(before.view.host.name)
    )
    return name if taken else None


def _wider(before: State, after: State, reports: bool, widen: bool) -> str | None:
    """What the agent would get that it has not, or lose in the eyes of a host that has nothing to say against it."""
    old, new = before.remit, after.remit
    title = before.view.host.title
    if new.effective is None:
        return None
    if old.effective is None:
        for bound in (new, new if before.refused or widen else old):
            asked = {*(bound.enforced or ()), *_given(new)}
            more = [tool for tool in new.effective if tool not in asked]
            if more:
                return f"{title} would give the agent {_listed(more)}, which the file does not ask for"
        return None
    if not reports and old.effective != new.effective:
        return f"{title} would give the agent other tools"
    had, reached = set(old.effective), set(old.reachable or ())
    if widen:
        more = [tool for tool in new.effective if tool not in had and tool not in (new.enforced or ())]
        if more:
            return f"{title} would give the agent {_listed(more)}, which the file does not ask for"
        return None if before.refused else _asks_less(before, after)
    more = [tool for tool in new.effective if tool not in had] or [tool for tool in new.reachable or () if tool not in reached]
    if more:
        return f"{title} would give the agent {_listed(more)}, which it has not now"
    if new.spawnable and not old.spawnable and new.effective:
        return f"{title} would start the agent with {_listed(list(new.effective))}"
    return None if before.refused else _asks_less(before, after)


def _given(remit: Remit) -> tuple[str, ...]:
    """What the host gives every agent; not what it adds for the sake of a memory or a server that the file names."""
    definition = remit.definition
    return () if definition.memory or definition.mcp_servers else remit.resolution.added


def _asks_less(before: State, after: State) -> str | None:
    """A call that is asked about now and would no longer be, or a mode that asks less."""
    old, new = before.remit, after.remit
    for tool in new.effective or ():
        if new.decide(tool).effect == ALLOW and old.decide(tool).effect == ASK:
            return f"`{tool}` would be allowed where it is asked about now"
    mode, former = new.definition.permission_mode, old.definition.permission_mode
    host = before.view.host
    if mode is None or mode == former or mode in host.cautious_modes:
        return None
    if former is not None and host.stricter_mode(former, mode) == mode == host.stricter_mode(mode, former):
        return None
    return f"the agent would run in the mode `{mode}`"


def _listed(tools: list[str]) -> str:
    shown = ", ".join(f"`{tool}`" for tool in tools[:4])
    return shown + (f" and {len(tools) - 4} more" if len(tools) > 4 else "")
