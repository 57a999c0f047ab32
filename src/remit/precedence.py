"""Precedence: who of several definitions of one name counts, and which names people would take for one another.

What a file says is read once; what its name means among the others is settled here, and again whenever one of them has changed.
"""

from __future__ import annotations

from .diagnostic import ERROR, INFO, WARNING, Diagnostic
from .hosts.base import LOOSE, PLUGIN
from .loose import ACTIVE, BROKEN, SHADOWED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .catalog import Catalog, Entry
    from .hosts.base import Reading


def settle(catalog: Catalog) -> None:
    """Settles the status of every entry, from what was read alone: settling twice gives the same."""
    groups: dict[tuple[str, str, str | None], list[Entry]] = {}
    for entry in catalog.entries:
        if entry.settled:
            entry.settled = ()
        if entry.status == SHADOWED:
            entry.status, entry.shadowed_by = ACTIVE, None
        if entry.session is not None and entry.status == ACTIVE:
            groups.setdefault((entry.host.name, entry.identity or "", entry.session), []).append(entry)
    for group in groups.values():
        if len(group) > 1:
            _among(group)
    _loose(catalog)
    _near(catalog)
    _gaps(catalog)


def _among(group: list[Entry]) -> None:
    """Who of several definitions of one name counts: the strongest place, and within it the host's own rule."""
    best = min(entry.place.rank for entry in group)
    strongest = [entry for entry in group if entry.place.rank == best]
    host, version = strongest[0].host, strongest[0].version
    readings = [(entry.place, entry.path, entry.reading) for entry in strongest if entry.reading is not None]
    won = strongest[host.winner(readings, version) if len(strongest) > 1 else 0]
    for entry in group:
        if entry is won:
            continue
        entry.status, entry.shadowed_by = SHADOWED, won.path
        same = entry.place.rank == best
        rule = "duplicate-name" if same else "shadowed"
        data: dict[str, object] = {"name": entry.identity, "by": won.path, "scope": won.scope, "host": host.title}
        data["merges"] = host.merges
        finding = _about_name(entry, rule, data, ERROR if same else INFO)
        other = won.reading
        if finding is not None and other is not None:
            start, end = name_span(other)
            finding.relate("this one counts", other.document.source, start, end)
    others = [entry for entry in strongest if entry is not won]
    if others:
        words: dict[str, object] = {"name": won.identity, "wins": True, "host": host.title, "merges": host.merges}
        finding = _about_name(won, "duplicate-name", {**words, "by": others[0].path}, WARNING)
        for entry in others:
            if finding is not None and entry.reading is not None:
                finding.relate("and here", entry.reading.document.source, *name_span(entry.reading))


def _loose(catalog: Catalog) -> None:
    """Definitions in no host's place that lie in one folder and have one name: where they are put, only one of them can count."""
    folders: dict[tuple[str, str, str], list[Entry]] = {}
    for entry in catalog.entries:
        if entry.scope == LOOSE and entry.status == ACTIVE and entry.identity is not None:
            folders.setdefault((entry.host.name, entry.place.path, entry.identity), []).append(entry)
    for group in folders.values():
        for entry in group if len(group) > 1 else ():
            other = next(one for one in group if one is not entry)
            words: dict[str, object] = {"name": entry.identity, "by": other.path, "host": entry.host.title, "loose": True}
            finding = _about_name(entry, "duplicate-name", words, WARNING)
            if finding is not None and other.reading is not None:
                finding.relate("and here", other.reading.document.source, *name_span(other.reading))


def _near(catalog: Catalog) -> None:
    """Names that people would take for one another, plugins' agents of one short name, and built-ins that a file replaces."""
    from .tools import fold

    active = [
        entry for entry in catalog.entries if entry.status == ACTIVE and entry.identity is not None and entry.scope != LOOSE
    ]
    by_fold: dict[tuple[str, str], list[Entry]] = {}
    by_short: dict[tuple[str, str], list[Entry]] = {}
    for entry in active:
        identity = entry.identity or ""
        by_fold.setdefault((entry.host.name, fold(identity)), []).append(entry)
        if entry.scope == PLUGIN:
            by_short.setdefault((entry.host.name, identity.rpartition(":")[2]), []).append(entry)
        if identity in entry.host.builtin_names:
            _about_name(entry, "replaces-builtin", {"name": identity, "host": entry.host.title}, WARNING)
        else:
            folded = fold(identity)
            close = tuple(name for name in entry.host.builtin_names if fold(name) == folded)
            if close:
                _about_name(
                    entry, "near-duplicate-name", {"name": identity, "others": close, "host": entry.host.title}, WARNING
                )
    for group in by_fold.values():
        names = sorted({entry.identity or "" for entry in group})
        for entry in group if len(names) > 1 else ():
            others = tuple(name for name in names if name != entry.identity)
            _about_name(
                entry, "near-duplicate-name", {"name": entry.identity, "others": others, "host": entry.host.title}, WARNING
            )
    for (_, short), group in by_short.items():
        for entry in group if len(group) > 1 else ():
            names = sorted({other.identity or "" for other in group} - {entry.identity})
            data: dict[str, object] = {"name": short, "others": tuple(names), "host": entry.host.title}
            _about_name(entry, "ambiguous-name", data, WARNING)


def _gaps(catalog: Catalog) -> None:
    """Files that do not load and whose name another file takes: an author edits the one and runs the other."""
    active = {
        (entry.host.name, entry.identity): entry for entry in catalog.entries if entry.status == ACTIVE and entry.scope != LOOSE
    }
    for entry in catalog.entries:
        if entry.status != BROKEN or entry.reading is None or entry.scope == LOOSE:
            continue
        other = active.get((entry.host.name, entry.identity))
        if other is not None:
            data: dict[str, object] = {"name": other.identity, "path": other.path, "host": entry.host.title}
            _about_name(entry, "broken-gives-way", data, WARNING)


def _about_name(entry: Entry, rule: str, data: dict[str, object], severity: str) -> Diagnostic | None:
    if entry.reading is None:
        return None
    start, end = name_span(entry.reading)
    finding = Diagnostic(rule, entry.reading.document.source, start, end, data, severity)
    entry.settled = [*entry.settled, finding]
    return finding


def name_span(reading: Reading) -> tuple[int, int]:
    """Where the name stands in the file; its beginning where the file has none."""
    root = reading.document.root
    if root is not None:
        for key, value in root.entries:
            if getattr(key, "text", None) == "name":
                return value.start, value.end
    return 0, 0
