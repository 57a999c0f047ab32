"""A compiled policy, read back: what each agent of each host is held to, and whether the files it came from are still the same.

Reading fails closed: a policy that is missing, cut off, of another version or out of date is none. Nothing slow to start is imported.
"""

from __future__ import annotations

from .event import Fault
from .plain import Malformed, from_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..ruling import Ruling

SCHEMA = "remit/policy/1"


class PolicyError(Fault):
    """A policy that cannot be used."""

    hint: str

    def __init__(self, reason: str, hint: str | None = None, *, path: str | None = None) -> None:
        super().__init__(reason, hint or f"compile it anew, in its project: `remit compile -o {_quoted(path or 'FILE')}`")


class OutOfDate(PolicyError):
    """A policy of which a source has changed. The hint is what to type."""

    def __init__(self, source: str, policy: str | None) -> None:
        super().__init__(
            f"{source} has changed since the policy was compiled",
            f"compile it again: `remit compile --again {_quoted(policy or 'FILE')}`",
        )


def _quoted(path: str) -> str:
    """A path as a word of a shell's line. What `shlex` would do, which is slow to load."""
    plain = path.isascii() and all(char.isalnum() or char in "@%+=:,./-_\\" for char in path)
    return path if plain else "'" + path.replace("'", "'\"'\"'") + "'"


class Held:
    """One agent of a policy: its ruling and its limits, `None` where it has none. Times are in seconds."""

    __slots__ = ("background", "max_turns", "mode", "model", "name", "path", "ruling", "secrets", "skills", "timeout", "ttl")

    def __init__(self, name: str, ruling: Ruling, data: Mapping[str, object]) -> None:
        self.name = name
        self.ruling = ruling
        self.path = _text(data, "path")
        self.max_turns = _number(data, "maxTurns")
        self.timeout = _number(data, "timeoutSeconds")
        self.ttl = _number(data, "ttlSeconds")
        self.mode = _text(data, "mode")
        self.model = _text(data, "model")
        self.background = data.get("background") is True
        self.secrets = tuple(_texts(data.get("secrets", []), "secrets"))
        skills = data.get("skills", {})
        if not isinstance(skills, dict):
            raise Malformed("`skills` is no object")
        self.skills = (_texts(skills.get("include", []), "skills"), _texts(skills.get("exclude", []), "skills"))


def _text(data: Mapping[str, object], name: str) -> str | None:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise Malformed(f"`{name}` is no text")
    return value


def _number(data: Mapping[str, object], name: str) -> int | None:
    value = data.get(name)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise Malformed(f"`{name}` is no whole number")
    return value


def _texts(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Malformed(f"`{name}` is no list of texts")
    return tuple(value)


class Policy:
    """All agents of a session, as `compiling` wrote them. An agent is taken apart when somebody asks for it."""

    def __init__(self, data: object, path: str | None = None) -> None:
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise PolicyError(f"{path or 'this'} is no policy of the form `{SCHEMA}`", path=path)
        hosts, sources = data.get("hosts"), data.get("sources")
        if not isinstance(hosts, dict) or not isinstance(sources, dict):
            raise PolicyError(f"{path or 'the policy'} is cut off or was changed by hand", path=path)
        self.path = path
        self.sources: dict[str, object] = sources
        self._hosts = hosts
        self._held: dict[tuple[str, str | None], Held] = {}

    @property
    def hosts(self) -> list[str]:
        """The hosts that the policy speaks of."""
        return list(self._hosts)

    def settings(self) -> list[str]:
        """The settings that it was compiled from: the files of which only some values count."""
        return [path for path, known in self.sources.items() if isinstance(known, dict) and known.get("only")]

    def agents(self, host: str) -> list[str]:
        """The names of a host's agents."""
        return list(self._agents(host))

    def agent(self, host: str, name: str) -> Held | None:
        """The agent of that name, `None` where the policy has none: it is then held to what the session is."""
        if name not in self._agents(host):
            return None
        return self._one(host, name, self._agents(host)[name])

    def session(self, host: str) -> Held:
        """What the session itself, and an agent that nobody knows, is held to."""
        return self._one(host, None, {"ruling": self._host(host).get("session")})

    def _common(self, host: str) -> object:
        """What all rulings of a host have in common."""
        return self._host(host).get("common", {})

    def _one(self, host: str, name: str | None, data: object) -> Held:
        held = self._held.get((host, name))
        if held is None:
            try:
                if not isinstance(data, dict):
                    raise Malformed("an agent is no object")
                common, own = self._common(host), data.get("ruling")
                if not isinstance(common, dict) or not isinstance(own, dict):
                    raise Malformed("a ruling is no object")
                if not common.keys().isdisjoint(own):
                    raise Malformed("what all agents share is said of one as well")
                held = Held(name or "", from_plain({**common, **own}), data)
            except Malformed as fault:
                said = f"the policy says of `{name or 'the session'}` what cannot be: {fault.reason}"
                raise PolicyError(said, path=self.path) from None
            held.ruling.agent = name or ""
            self._held[(host, name)] = held
        return held

    def _host(self, host: str) -> dict[str, object]:
        found = self._hosts.get(host)
        if not isinstance(found, dict):
            raise PolicyError(
                f"the policy says nothing of the host `{host}`", f"compile it for that host: `remit compile --host {host}`"
            )
        return found

    def _agents(self, host: str) -> dict[str, object]:
        found = self._host(host).get("agents")
        if not isinstance(found, dict):
            raise PolicyError("the policy is cut off or was changed by hand", path=self.path)
        return found


def check_sources(policy: Policy) -> None:
    """Raises `PolicyError` where a file or folder that the policy was compiled from is no longer the same."""
    from .digests import changed

    path = changed(policy.sources)
    if path is not None:
        raise OutOfDate(path, policy.path)


def load(path: str, *, fresh: bool = True) -> Policy:
    """The policy in a file. `fresh` says whether one that is out of date is refused. Raises `PolicyError`."""
    from .json_text import loads
    from .system import read_file, reason_of

    try:
        data = read_file(path, LIMIT)
        if data is None:
            raise PolicyError(f"{path} is larger than {LIMIT >> 20} MiB", path=path)
        policy = Policy(loads(data), path)
    except OSError as problem:
        raise PolicyError(f"{path}: {reason_of(problem)}", path=path) from None
    except ValueError:
        raise PolicyError(f"{path} is cut off or no JSON", path=path) from None
    if fresh:
        check_sources(policy)
    return policy


LIMIT = 64 << 20
"""Size in bytes above which a policy is not read: 64 MiB."""
