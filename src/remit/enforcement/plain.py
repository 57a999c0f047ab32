"""Rulings as plain data for JSON, and back. What is not said is the default, so that a policy is short and its differences are readable."""

from __future__ import annotations

from ..policy import Origin, Rule
from ..ruling import Pinned, Ruling, Said, SessionRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Plain = dict[str, object]


class Malformed(Exception):
    """Data that is no ruling: `reason` is one phrase."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def to_plain(ruling: Ruling) -> Plain:
    """A ruling as JSON has it."""
    found: Plain = {"root": ruling.root, "home": ruling.home}
    if ruling.refused is not None:
        found["refused"] = _said(ruling.refused)
    found["granted"] = list(ruling.granted)
    for name in ("open", "folded", "caseless"):
        if getattr(ruling, name):
            found[name] = True
    if ruling.known and (ruling.open or ruling.rules is not None):  # nobody asks for it otherwise
        found["known"] = sorted(ruling.known)
    for name in ("taken", "never", "folders"):
        if getattr(ruling, name):
            found[name] = list(getattr(ruling, name))
    for name in ("names", "prefixes", "kinds"):
        if getattr(ruling, name):
            found[name] = dict(getattr(ruling, name))
    for name in ("why", "asked"):
        if getattr(ruling, name):
            found[name] = _grouped(getattr(ruling, name))
    if ruling.scopes:
        found["scopes"] = {tool: list(scopes) for tool, scopes in ruling.scopes.items()}
    if ruling.denied:
        found["denied"] = [list(row) for row in ruling.denied]
    if ruling.spawn is not None:
        found["spawn"] = {"tool": ruling.spawn[0], "fields": list(ruling.spawn[1])}
    if ruling.quiet is not None:
        found["quiet"] = _said(ruling.quiet)
    if ruling.session:
        found["session"] = [
            {"effect": rule.effect, "rule": rule.text, "base": rule.base, **_place(rule.origin)} for rule in ruling.session
        ]
    if ruling.rules is not None:
        found["host"] = ruling.host
        found["rules"] = _listed(ruling.rules)
        found["author"] = _listed(ruling.author)
    return found


def _said(said: Said) -> Plain:
    return {"because": said.because, **_place(said.origin)}


def _grouped(reasons: Mapping[str, Said]) -> list[Plain]:
    """The tools of each reason, as one reason is that of many."""
    found: dict[str, Plain] = {}
    for tool, said in reasons.items():
        plain = _said(said)
        tools = found.setdefault(repr(plain), {**plain, "tools": []})["tools"]
        assert isinstance(tools, list)
        tools.append(tool)
    return list(found.values())


def _place(origin: Origin | None) -> Plain:
    place = origin.place if origin is not None else None
    if origin is None or (origin.path is None and place is None):
        return {}
    return {"path": origin.path, **({"line": place[0], "column": place[1]} if place is not None else {})}


def _listed(rules: Iterable[Rule]) -> list[Plain]:
    return [
        {"tool": rule.tool, "pattern": rule.pattern, "effect": rule.effect, "label": rule.label, **_place(rule.origin)}
        for rule in rules
    ]


def from_plain(value: object) -> Ruling:
    """The ruling that `to_plain` wrote. Raises `Malformed`: what is not understood is no ruling, and never a wider one."""
    data = _map(value, "a ruling")
    for name in data:
        if name not in _NAMES:
            raise Malformed(f"a ruling has no `{name}`")
    home = data.get("home")
    if home is not None and not isinstance(home, str):
        raise Malformed("`home` is no text")
    ruling = Ruling(_text(data.get("root"), "root"), home)
    if "refused" in data:
        ruling.refused = _read_said(data["refused"])
    ruling.granted = _texts(data.get("granted"), "granted")
    for name in ("open", "folded", "caseless"):
        if name in data:
            if data[name] is not True:
                raise Malformed(f"`{name}` is either true or not there")
            setattr(ruling, name, True)
    for name in ("known", "taken", "never", "folders"):
        if name in data:
            setattr(ruling, name, _texts(data[name], name))
    for name in ("names", "prefixes", "kinds"):
        if name in data:
            setattr(ruling, name, {key: _text(one, name) for key, one in _map(data[name], name).items()})
    for name in ("why", "asked"):
        if name in data:
            setattr(ruling, name, _read_grouped(data[name], name))
    if "scopes" in data:
        ruling.scopes = {tool: list(_texts(scopes, "scopes")) for tool, scopes in _map(data["scopes"], "scopes").items()}
    for row in _list(data.get("denied", []), "denied"):
        tool, specifier, text = _three(_texts(row, "denied"))
        ruling.denied.append((tool, specifier, text))
    if "spawn" in data:
        spawn = _map(data["spawn"], "spawn")
        ruling.spawn = (_text(spawn.get("tool"), "spawn"), _texts(spawn.get("fields"), "spawn"))
    if "quiet" in data:
        ruling.quiet = _read_said(data["quiet"])
    ruling.session = tuple(_read_session(rule) for rule in _list(data.get("session", []), "session"))
    if "rules" in data:
        ruling.host = _text(data.get("host"), "host")
        ruling.rules = tuple(_read_rule(rule) for rule in _list(data["rules"], "rules"))
        ruling.author = tuple(_read_rule(rule) for rule in _list(data.get("author"), "author"))
    return ruling


_NAMES = frozenset(
    """
    root home refused granted open folded caseless known taken never folders names prefixes kinds why asked scopes denied spawn quiet session
    host rules author
    """.split()
)


def _three(row: tuple[str, ...]) -> tuple[str, str, str]:
    if len(row) != 3:
        raise Malformed("an entry of `denied` has three parts")
    return row[0], row[1], row[2]


def _map(value: object, name: str) -> Plain:
    if not isinstance(value, dict):
        raise Malformed(f"`{name}` is no object")
    return value


def _list(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise Malformed(f"`{name}` is no list")
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise Malformed(f"`{name}` is no text")
    return value


def _texts(value: object, name: str) -> tuple[str, ...]:
    return tuple(_text(one, name) for one in _list(value, name))


def _read_said(value: object) -> Said:
    data = _map(value, "because")
    return Said(_text(data.get("because"), "because"), _read_place(data))


def _read_grouped(value: object, name: str) -> dict[str, Said]:
    found: dict[str, Said] = {}
    for one in _list(value, name):
        said = _read_said(one)
        found |= dict.fromkeys(_texts(_map(one, name).get("tools"), name), said)
    return found


def _read_place(data: Plain) -> Origin | None:
    path, line, column = data.get("path"), data.get("line"), data.get("column")
    if path is None and line is None:
        return None
    place = (line, column) if isinstance(line, int) and isinstance(column, int) else None
    return Pinned(path if isinstance(path, str) else None, place)


def _effect(value: object) -> str:
    if value not in ("allow", "ask", "deny"):
        raise Malformed(f"`{value}` is no effect")
    return str(value)


def _read_session(value: object) -> SessionRule:
    data = _map(value, "session")
    base = data.get("base")
    text = _text(data.get("rule"), "rule")
    return SessionRule(_effect(data.get("effect")), text, None if base is None else _text(base, "base"), _read_place(data))


def _read_rule(value: object) -> Rule:
    data = _map(value, "rules")
    tool, pattern = _text(data.get("tool"), "tool"), _text(data.get("pattern"), "pattern")
    return Rule(tool, pattern, _effect(data.get("effect")), _read_place(data), _text(data.get("label", ""), "label"))
