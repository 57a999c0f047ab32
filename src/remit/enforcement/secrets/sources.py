"""Where the values of secrets come from: the environment, a `.env` file, the system's keyring, a command.

A source is written `env`, `file:PATH`, `keyring:SERVICE` or `command:WORDS`, and asked for one key at a time. No error names a value, and none
names the keys that a source has.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Mapping, Sequence

LIMIT = 1 << 20
"""Bytes above which a `.env` file, or what a command says, is not read: 1 MiB."""
PATIENCE = 30.0
"""Seconds that a command has to tell a value: some ask a person."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class SourceError(Exception):
    """A source that cannot be asked: `reason` is one phrase without any value."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Source:
    """Something that knows values of secrets."""

    def value(self, key: str) -> str | None:
        """The value, `None` where it has none. Raises `SourceError`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def variable(key: str) -> str:
    """The environment variable that stands for a secret: its key, or, where that cannot be the name of one, the key in capitals with
    underscores: `GITHUB_TOKEN` for `github-token`."""
    return key if _NAME.fullmatch(key) else re.sub(r"[^A-Z0-9_]", "_", key.upper())


class Environment(Source):
    """Variables, by the key itself or by what it is called as a variable."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def value(self, key: str) -> str | None:
        return self._variables.get(key) or self._variables.get(variable(key)) or None


class EnvFile(Source):
    """A `.env` file, read by python-dotenv anew for every value. Nothing in it is expanded: a value with `${` stands for itself."""

    def __init__(self, path: str) -> None:
        self._path = path

    def value(self, key: str) -> str | None:
        import io

        from ...source import Unreadable, read_bytes

        try:
            from dotenv import dotenv_values
        except ImportError:
            raise SourceError("a `.env` file is read by python-dotenv: `pip install 'remit[secrets]'`") from None
        try:
            text = read_bytes(self._path, LIMIT).decode("utf-8-sig")
        except Unreadable as problem:
            raise SourceError(f"{self._path}: {problem.reason}") from None
        except UnicodeDecodeError:
            raise SourceError(f"{self._path}: not UTF-8") from None
        found = dotenv_values(stream=io.StringIO(text), interpolate=False)
        return Environment({name: value for name, value in found.items() if value is not None}).value(key)


class Keyring(Source):
    """The system's keyring, by the `keyring` library: the password of the user `KEY` under a service."""

    def __init__(self, service: str = "remit") -> None:
        self._service = service

    def value(self, key: str) -> str | None:
        try:
            import keyring
            from keyring.errors import KeyringError
        except ImportError:
            raise SourceError("the system's keyring is asked by keyring: `pip install 'remit[secrets]'`") from None
        try:
            found: str | None = keyring.get_password(self._service, key)
        except KeyringError as fault:
            raise SourceError(f"the keyring cannot be asked ({type(fault).__name__})") from None
        return found


class Command(Source):
    """A command that is called with the key as its last word and prints the value. No shell reads it; what it says on standard error goes
    nowhere, as it might hold the value."""

    def __init__(self, words: Sequence[str], patience: float = PATIENCE) -> None:
        if not words:
            raise SourceError("the command has no words")
        self._words = list(words)
        self._patience = patience

    def value(self, key: str) -> str | None:
        if key.startswith("-"):
            raise SourceError("a key that looks like an option is not handed to a command")
        name = self._words[0]
        code, said = self._told([*self._words, key])
        if code != 0:
            raise SourceError(f"{name} ended with exit code {code}")
        if len(said) > LIMIT:
            raise SourceError(f"{name} said more than {LIMIT >> 20} MiB")
        try:
            return said.decode().removesuffix("\n").removesuffix("\r") or None
        except UnicodeDecodeError:
            raise SourceError(f"what {name} said is not UTF-8") from None

    def _told(self, words: list[str]) -> tuple[int, bytes]:
        import subprocess

        try:
            process = subprocess.Popen(  # noqa: S603 (the user's own words, no shell)
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as problem:
            raise SourceError(f"{words[0]}: {(problem.strerror or str(problem)).lower()}") from None
        try:
            said, _ = process.communicate(timeout=self._patience)
            return process.returncode, said
        except subprocess.TimeoutExpired:
            raise SourceError(f"{words[0]} told no value within {self._patience:g} seconds") from None
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends what is left of a command, its children too, which would hold its pipe."""
    try:
        os.killpg(process.pid, 9)
    except (OSError, AttributeError):
        process.kill()
    if process.stdout is not None:
        process.stdout.close()
    process.wait()


class Sources(Source):
    """Several sources, of which the first that has a value counts."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = tuple(sources)

    def value(self, key: str) -> str | None:
        for source in self._sources:
            found = source.value(key)
            if found:
                return found
        return None


def source_of(text: str, variables: Mapping[str, str] | None = None) -> Source:
    """The source that somebody wrote on a command line. Raises `SourceError`."""
    kind, _, rest = text.partition(":")
    if kind == "env" and not rest:
        return Environment(os.environ if variables is None else variables)
    if kind == "file" and rest:
        return EnvFile(rest)
    if kind == "keyring":
        return Keyring(rest or "remit")
    if kind == "command" and rest:
        import shlex

        try:
            return Command(shlex.split(rest))
        except ValueError:
            raise SourceError("the command's quotes do not close") from None
    raise SourceError(f"`{kind}` is no source of secrets: write `env`, `file:PATH`, `keyring:SERVICE` or `command:WORDS`")
