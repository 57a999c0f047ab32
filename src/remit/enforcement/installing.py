"""Installing: writing the guard into a host's settings, finding it there, and taking it out again, with every other byte as it was."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from importlib import import_module

from ..errors import UsageError
from ..source import Unreadable, read_bytes, replace_file
from ..syntax.json_edits import append, take
from ..syntax.jsonc import read as read_json
from ..syntax.nodes import SyntaxFault
from ..syntax.schema import plain
from .registrations._shell import words as split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    class Registration(Protocol):
        """A file of `registrations`."""

        SCOPES: tuple[str, ...]
        BASE: str
        NOTE: str | None

        @staticmethod
        def file(scope: str, root: str, home: str) -> str: ...

        @staticmethod
        def entries(command: Sequence[str]) -> Iterator[tuple[tuple[str, ...], object]]: ...


LIMIT = 4 << 20
START = os.path.join(os.path.dirname(os.path.abspath(__file__)), "start.py")
"""What a host starts."""


def hosts() -> list[str]:
    """The hosts that the guard can be written into."""
    folder = os.path.join(os.path.dirname(__file__), "registrations")
    return sorted(
        name[:-3].replace("_", "-") for name in os.listdir(folder) if name.endswith(".py") and not name.startswith("_")
    )


def registration(host: str) -> Registration:
    """How the guard is written into a host's settings. Raises `UsageError`."""
    if host not in hosts():
        raise UsageError(f"the guard cannot be installed for `{host}`", f"it can for {', '.join(hosts())}")
    found: Registration = import_module(f"{__package__}.registrations.{host.replace('-', '_')}")  # type: ignore[assignment]
    return found


def command(host: str, policy: str, state: str, *, observe: bool = False) -> list[str]:
    """What the host is to start: this interpreter by its full path, isolated, with the hook."""
    words = [sys.executable, "-I", "-S", START, "--host", host, "--policy", policy, "--state", state]
    return [*words, "--observe"] if observe else words


def state_folder(policy: str, environment: dict[str, str], home: str) -> str:
    """Where the guard of a policy keeps its journal and ledgers: in the user's folder for such, not in the project."""
    base = environment.get("XDG_STATE_HOME") or environment.get("LOCALAPPDATA") or os.path.join(home, ".local", "state")
    name = hashlib.sha256(os.path.abspath(policy).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return os.path.join(base, "remit", "guard", name)


class Installed:
    """A guard in a settings file: the words it is started with."""

    __slots__ = ("path", "words")

    def __init__(self, path: str, words: list[str]) -> None:
        self.path = path
        self.words = words

    def option(self, name: str) -> str | None:
        """What stands behind an option: `policy`, `state`, `host`."""
        flag = f"--{name}"
        return self.words[self.words.index(flag) + 1] if flag in self.words[:-1] else None

    @property
    def observes(self) -> bool:
        return "--observe" in self.words


def install(host: str, path: str, words: Sequence[str]) -> bool:
    """Writes the guard into a settings file, in place of one that is there. Says whether anything changed. Raises `UsageError`."""
    old = _text(path)
    text = old if old is not None and old.strip("\ufeff \t\r\n") else registration(host).BASE
    try:
        text = _without(host, text)
        for route, item in registration(host).entries(words):
            text = append(text, route, item)
    except SyntaxFault as fault:
        raise UsageError(f"{path}: {fault.problem}", "mend the settings file first; nothing was written") from None
    return _write(path, old, text)


def compile_to(policy: str, root: str, home: str, managed: str | None) -> None:
    """Compiles the policy of a project, of all its hosts, into a file. Raises `UsageError`."""
    from .compiling import compiled, text_of

    _write(policy, None, text_of(compiled(root, home=home, managed=managed, environment=dict(os.environ))))


def renewed(policy: str) -> None:
    """Compiles a policy anew in its place. Raises `UsageError`."""
    from .compiling import recompiled, text_of
    from .policy import PolicyError

    try:
        data = recompiled(json.loads(read_bytes(policy, LIMIT * 16)), dict(os.environ))
        replace_file(policy, text_of(data).encode())
    except (Unreadable, PolicyError) as problem:
        raise UsageError(f"{policy}: {problem.reason}") from None
    except (OSError, ValueError) as problem:
        raise UsageError(f"{policy}: {problem}") from None


def uninstall(host: str, path: str) -> bool:
    """Takes the guard out of a settings file, and the file away where nothing else is in it. Says whether it was there. Raises `UsageError`."""
    old = _text(path)
    if old is None:
        return False
    try:
        text = _without(host, old)
        if text != old and text == registration(host).BASE:
            os.unlink(path)
            return True
        return _write(path, old, text)
    except OSError as problem:
        raise UsageError(f"{path}: {(problem.strerror or str(problem)).lower()}") from None
    except SyntaxFault as fault:
        raise UsageError(f"{path}: {fault.problem}", "mend the settings file first; nothing was written") from None


def installed(host: str, path: str) -> Installed | None:
    """The guard in a settings file, `None` where it is not whole: every event that it listens to must be there."""
    text = _text(path)
    if text is None:
        return None
    try:
        value = plain(read_json(text))
    except SyntaxFault:
        return None
    words: list[str] | None = None
    for route, _ in registration(host).entries([""]):
        own = next((found for item in _items(value, route) if (found := _words(item)) is not None), None)
        if own is None or (words is not None and own != words):
            return None
        words = own
    return Installed(path, words) if words is not None else None


def _without(host: str, text: str) -> str:
    for route, _ in registration(host).entries([""]):
        text = take(text, route, lambda item: _words(item) is not None)
    return text


def _items(value: object, route: tuple[str, ...]) -> list[object]:
    for name in route:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, list) else []


def _words(item: object) -> list[str] | None:
    """The words of the guard in an entry that is only it, `None` for any other."""
    hooks = item.get("hooks") if isinstance(item, dict) and "hooks" in item else [item]
    if not isinstance(hooks, list) or len(hooks) != 1 or not isinstance(hooks[0], dict):
        return None
    hook = hooks[0]
    program = next((hook[name] for name in ("command", "bash", "powershell") if isinstance(hook.get(name), str)), None)
    if program is None:
        return None
    arguments = hook.get("args")
    words = [program, *map(str, arguments)] if isinstance(arguments, list) else split(program)
    return words if any(word.replace("\\", "/").endswith("/remit/enforcement/start.py") for word in words) else None


def _text(path: str) -> str | None:
    try:
        return read_bytes(path, LIMIT).decode()
    except Unreadable as problem:
        if problem.kind == "missing":
            return None
        raise UsageError(f"{path}: {problem.reason}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8", "mend the settings file first; nothing was written") from None


def _write(path: str, old: str | None, text: str) -> bool:
    if text == old:
        return False
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        replace_file(path, text.encode())
    except OSError as problem:
        raise UsageError(f"{path}: {(problem.strerror or str(problem)).lower()}") from None
    return True
