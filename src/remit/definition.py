"""A definition: one agent as its author wrote it and one host's format means it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping as Map
    from typing import TypedDict, Unpack

    from .hosts.base import Reading

    class Fields(TypedDict, total=False):
        """The keyword arguments of a `Definition`."""

        tools: tuple[str, ...] | None
        disallowed_tools: tuple[str, ...]
        max_turns: int | None
        model: str | None
        permission_mode: str | None
        skills: Skills
        secrets: tuple[str, ...]
        background: bool | None
        timeout_secs: int | None
        ttl_secs: int | None
        memory: str | None
        hooks: object
        mcp_servers: object
        host: str | None
        host_version: str | None
        path: str | None
        extra: Map[str, object] | None


class Skills:
    """Which skills an agent sees: `include` and `exclude`, tuples of names or patterns."""

    __slots__ = ("exclude", "include")

    def __init__(self, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> None:
        self.include = include
        self.exclude = exclude

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Skills) and (self.include, self.exclude) == (other.include, other.exclude)

    def __hash__(self) -> int:
        return hash((self.include, self.exclude))

    def __repr__(self) -> str:
        return f"Skills(include={self.include!r}, exclude={self.exclude!r})"


NO_SKILLS = Skills()


class Definition:
    """An agent definition, frozen.

    A field that the file leaves out is `None` unless the host gives it a default.

    * `name`, `description`: text as read, not trimmed.
    * `tools`: the allowlist as a tuple of entries as written, `()` for none at all, `None` = inherit.
    * `disallowed_tools`: the denylist, a tuple.
    * `max_turns`: requests to the model at most; `timeout_secs`, `ttl_secs`: seconds.
    * `model`, `permission_mode`, `memory`: text.
    * `skills`: a `Skills`; `secrets`: names of secrets the agent may ask for.
    * `background`: whether it runs beside the session.
    * `hooks`, `mcp_servers`: as read, plain values.
    * `host`, `host_version`, `path`: whose definition this is and where it came from.
    * `extra`: every field that this model does not name, as read.

    `system_prompt` is the body without blanks around it. The body of a file in a large catalog is not held: it is read when asked for.
    """

    __slots__ = ("_fields", "reading")

    reading: Reading | None

    def __init__(
        self,
        name: str,
        description: str = "",
        system_prompt: str | None = None,
        *,
        reading: Reading | None = None,
        **fields: Unpack[Fields],
    ) -> None:
        values: dict[str, object] = {"name": name, "description": description}
        if system_prompt is not None:
            values["system_prompt"] = system_prompt
        for field, value in fields.items():
            if field not in _DEFAULTS:
                raise TypeError(f"a Definition has no field {field!r}")
            if value is not None:
                values[field] = value
        _put(self, "_fields", values)
        _put(self, "reading", reading)

    @classmethod
    def of(cls, values: dict[str, object], reading: Reading) -> Definition:
        """A definition whose values are known to be of the right types; the dictionary becomes its own."""
        made = cls.__new__(cls)
        _put(made, "_fields", values)
        _put(made, "reading", reading)
        return made

    @property
    def system_prompt(self) -> str:
        prompt = self._fields.get("system_prompt")
        if prompt is not None:
            return str(prompt)
        return self.reading.prompt() if self.reading is not None else ""

    @property
    def path(self) -> str | None:
        given = self._fields.get("path")
        return str(given) if given is not None else self.reading.path if self.reading is not None else None

    @property
    def host(self) -> str:
        given = self._fields.get("host")
        return str(given) if given is not None else self.reading.host.name if self.reading is not None else "claude-code"

    @property
    def host_version(self) -> str:
        given = self._fields.get("host_version")
        return str(given) if given is not None else self.reading.version.text if self.reading is not None else ""

    if TYPE_CHECKING:
        _fields: dict[str, object]

        @property
        def name(self) -> str: ...
        @property
        def description(self) -> str: ...
        @property
        def tools(self) -> tuple[str, ...] | None: ...
        @property
        def disallowed_tools(self) -> tuple[str, ...]: ...
        @property
        def max_turns(self) -> int | None: ...
        @property
        def model(self) -> str | None: ...
        @property
        def permission_mode(self) -> str | None: ...
        @property
        def skills(self) -> Skills: ...
        @property
        def secrets(self) -> tuple[str, ...]: ...
        @property
        def background(self) -> bool | None: ...
        @property
        def timeout_secs(self) -> int | None: ...
        @property
        def ttl_secs(self) -> int | None: ...
        @property
        def memory(self) -> str | None: ...
        @property
        def hooks(self) -> object: ...
        @property
        def mcp_servers(self) -> object: ...
        @property
        def extra(self) -> Map[str, object]: ...
    else:

        def __getattr__(self, name: str) -> object:
            try:
                return self._fields[name]
            except KeyError:
                if name in _DEFAULTS:
                    return _DEFAULTS[name]
                raise AttributeError(f"a Definition has no field {name!r}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Definition is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Definition is frozen: cannot delete {name!r}")

    def values(self) -> dict[str, object]:
        """Every field by name, the system prompt included, without where it came from."""
        fields = {name: getattr(self, name) for name in _DEFAULTS if name != "path"}
        fields["name"] = self.name
        fields["description"] = self.description
        fields["system_prompt"] = self.system_prompt
        return fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Definition) and self.path == other.path and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((self.host, self.path, self.name, self.tools, self.disallowed_tools))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, ({**self.values(), "path": self.path},)

    def __repr__(self) -> str:
        return f"Definition({self.name!r}, host={self.host!r}, path={self.path!r}, tools={self.tools!r})"


_put = object.__setattr__


def _restored(values: dict[str, object]) -> Definition:
    """A definition from its values: copies and those sent to another process leave the reading behind."""
    made = Definition.__new__(Definition)
    _put(made, "_fields", {name: value for name, value in values.items() if value is not None})
    _put(made, "reading", None)
    return made


class _Nothing(dict[str, object]):
    """The empty `extra` that definitions share."""

    def __setitem__(self, key: str, value: object) -> None:
        raise TypeError("a Definition is frozen")


_DEFAULTS: dict[str, object] = {
    "tools": None,
    "disallowed_tools": (),
    "max_turns": None,
    "model": None,
    "permission_mode": None,
    "skills": NO_SKILLS,
    "secrets": (),
    "background": None,
    "timeout_secs": None,
    "ttl_secs": None,
    "memory": None,
    "hooks": None,
    "mcp_servers": None,
    "host": None,
    "host_version": None,
    "path": None,
    "extra": _Nothing(),
}
"""What stands for a field that the file leaves out; a definition holds only the others."""


def effective_tools(definition: Definition, all_tools: list[str] | tuple[str, ...]) -> list[str]:
    """The reference function: the allowlist if it is a non-empty list, else all tools; minus every entry of the denylist.

    Deny wins, the order of the starting list is kept. It compares names literally and knows nothing of a host, so `tools: []` inherits
    everything here; what a real host hands over is `remit.resolve`.
    """
    denied = set(definition.disallowed_tools)
    return [tool for tool in (definition.tools or all_tools) if tool not in denied]
