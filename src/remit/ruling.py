"""A ruling: what one agent is held to, as plain data, and the decision about any call.

A host says once what it makes of a definition in a session (`Host.ruling`); from then on neither the file nor the host's reader is needed.
`show`, `can`, the compiled policy, the hook, the gate and the runner all decide by the same ruling. This module imports nothing that is slow to
start: a hook asks it before every call of a tool.
"""

from __future__ import annotations

from .policy import ALLOW, ASK, DENY, Decision, Origin, Rule, stricter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .permissions.paths import Where

    Json = dict[str, object]

MCP = "mcp__"
WITHIN = "within the agent's remit"
UNREADABLE = "the definition cannot be read for certain, so nothing is allowed"


class Pinned(Origin):
    """An origin that is known by its line and column alone, as in a policy that was compiled before."""

    __slots__ = ("_path", "_place")

    def __init__(self, path: str | None, place: tuple[int, int] | None) -> None:
        super().__init__(None)
        self._path = path
        self._place = place

    @property
    def path(self) -> str | None:
        return self._path

    @property
    def place(self) -> tuple[int, int] | None:
        return self._place


class Said:
    """Why a tool is refused or asked for, and the place that says so."""

    __slots__ = ("because", "origin")

    def __init__(self, because: str, origin: Origin | None = None) -> None:
        self.because = because
        self.origin = origin


class SessionRule:
    """A permission rule of the session's settings, in Claude Code's grammar. `base` is the folder that its `/path` patterns count from."""

    __slots__ = ("base", "effect", "origin", "text")

    def __init__(self, effect: str, text: str, base: str | None = None, origin: Origin | None = None) -> None:
        self.effect = effect
        self.text = text
        self.base = base
        self.origin = origin


class Ruling:
    """What one agent is held to.

    * `refused`: why nothing at all is allowed, or `None`.
    * `granted`: the tools it has, `mcp__server__*` for all of a server. `open`: whether a tool that is not among `known` (the session's at
      the time of the ruling) is granted as well, as for an agent that inherits everything; `taken`: patterns that are never granted.
    * `names`: other names of tools, each with the one in the lists; `prefixes`: how the tools of servers whose tools are not known are
      shown, each with its prefix in the lists. `folded`: names are compared without case and without what stands in brackets;
      `caseless`: the other names are written in lower case and mean any.
    * `why`: for tools that are not granted, what to say. `asked`: tools for which each call is to be asked for.
    * `scopes`: the only calls that are granted, by tool. `denied`: calls that are taken away again, as (tool, specifier, entry as
      written). `kinds`: the names that scopes know the tools by, where the host has other ones.
    * `spawn`: the tool that starts agents, and the names of its field for the agent. `never`: agents it must not start.
    * `quiet`: why nothing may be written or changed, or `None` (a plan mode).
    * `rules` and `author`: the lists of a host that decides by the last rule that applies: as it applies them, and as the author wrote.
    * `session`: the permission rules of the settings. `root`, `home`, `folders`: where it works.
    """

    agent = ""
    host = ""
    version = ""
    refused: Said | None = None
    granted: tuple[str, ...] = ()
    open = False
    known: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    folded = False
    caseless = False
    spawn: tuple[str, tuple[str, ...]] | None = None
    never: tuple[str, ...] = ()
    quiet: Said | None = None
    session: tuple[SessionRule, ...] = ()
    rules: tuple[Rule, ...] | None = None
    author: tuple[Rule, ...] = ()
    folders: tuple[str, ...] = ()

    def __init__(self, root: str = "/project", home: str | None = None) -> None:
        self.root = root
        self.home = home
        self.names: Mapping[str, str] = {}
        self.prefixes: Mapping[str, str] = {}
        self.why: dict[str, Said] = {}
        self.asked: dict[str, Said] = {}
        self.scopes: dict[str, list[str]] = {}
        self.denied: list[tuple[str, str, str]] = []
        self.kinds: Mapping[str, str] = {}

    def name_of(self, tool: str) -> str:
        """The name under which the lists know a tool."""
        if self.folded:
            tool = folded(tool)
        written = tool.lower() if self.caseless else tool
        found = self.names.get(written)
        if found is not None:
            return found
        for shown, prefix in self.prefixes.items():
            if written.startswith(shown) and len(written) > len(shown):
                return prefix + tool[len(shown) :]
        return tool

    def has(self, tool: str) -> bool:
        """Whether the agent has the tool at all, for some call."""
        return self.refused is None and self._has(self.name_of(tool))

    def _has(self, name: str) -> bool:
        if any(covers(pattern, name) for pattern in self.taken):
            return False
        if name in self.granted or _of_server(name, self.granted):
            return True
        return self.open and name not in self.known and not _of_server(name, self.known)

    def decide(self, tool: str, value: object = None, cwd: str | None = None) -> Decision:
        """May the agent call `tool` with this input (a dictionary, or the text of its main field)? `cwd` is where it works, `root` by
        default. The agent's own remit first, then the session's rules; the stricter of the two counts."""
        if self.refused is not None:
            return Decision(DENY, self.refused.because, self.refused.origin)
        if self.rules is not None:
            from .hosts import host

            return host(self.host).decide_by_rules(self, tool, value, cwd)
        name = self.name_of(tool)
        own = self._own(tool, name, value, cwd)
        if own.effect == DENY or not self.session:
            return own
        return stricter(own, self._in_session(name, value, cwd))

    def _own(self, tool: str, name: str, value: object, cwd: str | None) -> Decision:
        if not self._has(name):
            said = self.why.get(name)
            if said is not None:
                return Decision(DENY, said.because, said.origin)
            return Decision(DENY, f"`{tool}` is not in the agent's remit")
        scopes = self.scopes.get(name)
        if scopes is not None:
            kind, called = self._called(name, value)
            if not self._inside(scopes, kind, called, cwd):
                shown = " or ".join(f"`{name}({scope})`" for scope in scopes)
                return Decision(DENY, f"outside {shown}, the only calls of `{name}` in the agent's remit")
        for pattern, specifier, text in self.denied:
            if covers(pattern, name) and self._denies(specifier, *self._called(name, value), cwd):
                return Decision(DENY, f"denied by `{text}`, an entry of its own denylist")
        if self.spawn is not None and name == self.spawn[0] and self.never:
            target = target_of(value, self.spawn[1])
            if target is not None and any(loose(target) == loose(other) for other in self.never):
                return Decision(DENY, f"`{target}` is not to be started by another agent")
        if self.quiet is not None:
            effect = self._changes(name, value, cwd)
            if effect != ALLOW:
                return Decision(effect, self.quiet.because, self.quiet.origin)
        said = self.asked.get(name)
        if said is not None:
            return Decision(ASK, said.because, said.origin)
        return Decision(ALLOW, WITHIN)

    def _inside(self, scopes: list[str], kind: str, value: object, cwd: str | None) -> bool:
        """Whether a call lies inside one of the scopes."""
        if "*" in scopes:
            return True
        from .permissions import SHELLS, line_of

        if kind in SHELLS:
            from .permissions.simple import within_line

            line = line_of(value)
            return line is not None and within_line(scopes, line)
        from .permissions.declared import within_any

        return within_any(scopes, kind, value, where=self._where(cwd))

    def _denies(self, specifier: str, kind: str, value: object, cwd: str | None) -> bool:
        """Whether the specifier of an entry that takes away speaks of a call, or may."""
        if specifier in ("", "*"):
            return True
        from .permissions import SHELLS, line_of

        if kind in SHELLS:
            from .permissions.denied_lines import line_denied

            return line_denied(specifier, line_of(value))
        from .permissions.declared import denied_by

        return denied_by(specifier, kind, value, where=self._where(cwd))

    def _changes(self, name: str, value: object, cwd: str | None) -> str:
        """What becomes of a call where nothing may be changed: a shell command passes that certainly only reads, and of an MCP tool
        nobody knows."""
        from .permissions import SHELLS
        from .permissions.defaults import EDITORS

        kind, value = self._called(name, value)
        if kind in SHELLS:
            from .permissions.line import reads_only

            return ALLOW if reads_only(value, self._where(cwd)) else DENY
        return DENY if kind in EDITORS else ASK if name.startswith(MCP) else ALLOW

    def _called(self, name: str, value: object) -> tuple[str, object]:
        """A call in the words of the scopes."""
        kind = self.kinds.get(name, name)
        if isinstance(value, dict) and "file_path" not in value and "path" in value and kind in ("Read", "Write", "Edit"):
            value = {**value, "file_path": value["path"]}
        return kind, value

    def _where(self, cwd: str | None) -> Where:
        from .permissions.paths import Where

        return Where(cwd or self.root, self.home, self.root, self.folders)

    def _in_session(self, name: str, value: object, cwd: str | None) -> Decision:
        from .permissions import claude_code as permissions

        rules = [permissions.Rule(rule.effect, rule.text, rule, rule.base) for rule in self.session]
        outcome = permissions.decide(rules, name, value, where=self._where(cwd))
        effect = DENY if outcome.effect == permissions.REMOVED else outcome.effect
        if isinstance(outcome.because, SessionRule):
            word = {ALLOW: "allowed", ASK: "to be asked", DENY: "denied"}[effect]
            return Decision(effect, f"{word} by `{outcome.because.text}` in the settings", outcome.because.origin)
        if effect == ASK:
            return Decision(ASK, "no rule of the settings decides, so the host asks")
        return Decision(effect, "within the agent's remit, and no rule of the settings is against it")

    def writes(self, tool: str) -> bool:
        """Whether a tool writes files that its input names."""
        from .permissions.defaults import EDITORS

        name = self.name_of(tool)
        return self.kinds.get(name, name) in EDITORS

    def quietly(self, said: Said) -> Ruling:
        """The same ruling where, besides, nothing may be written or changed."""
        found = Ruling.__new__(Ruling)
        found.__dict__.update(self.__dict__)
        found.quiet = self.quiet or said
        return found

    def __repr__(self) -> str:
        return f"Ruling({self.agent!r}, {self.granted!r})"


def _of_server(name: str, listed: Iterable[str]) -> bool:
    """Whether a list has the tool of a server as one of several: of all, `mcp__server__*`, or of those that a `*` in the name means."""
    return name.startswith(MCP) and any("*" in other and _glob(other, name) for other in listed if other.startswith(MCP))


def folded(tool: str) -> str:
    """A tool's name without case, blanks around it, and what stands in brackets."""
    return tool.partition("(")[0].strip().lower()


def loose(name: str) -> str:
    """An agent's name as hosts look it up: case, blanks, dashes and underscores do not count."""
    return "".join(char for char in name if char not in "-_" and not char.isspace()).lower()


def target_of(value: object, fields: Iterable[str]) -> str | None:
    """The agent that a call starts: the text itself, or the first of the fields that holds one."""
    if isinstance(value, dict):
        value = next((value[field] for field in fields if isinstance(value.get(field), str)), None)
    return value if isinstance(value, str) and value else None


def covers(tool: str, name: str) -> bool:
    """Whether an entry without its specifier, read as its author means it, is about the tool `name`: its name, `*`, `mcp__server`,
    `mcp__server__*`, `mcp__*`, or a `*` within an MCP tool's name."""
    if tool in (name, "*"):
        return True
    if not tool.startswith(MCP) or not name.startswith(MCP):
        return False
    rest = tool[len(MCP) :]
    if rest == "*":
        return True
    if rest.endswith("__*"):
        rest = rest[:-3]
    if "*" not in rest:
        return name.startswith(f"{MCP}{rest}__") or (name.endswith("__*") and tool.startswith(name[:-1]))
    return _glob(tool, name)


def _glob(pattern: str, name: str) -> bool:
    head, *middle, tail = pattern.split("*")
    if not name.startswith(head) or not name.endswith(tail) or len(name) < len(head) + len(tail):
        return False
    at, end = len(head), len(name) - len(tail)
    for part in middle:
        found = name.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
