"""A baseline: the findings that an old project has already, so that a check tells of new ones alone.

The file is JSON and made to be committed: sorted, one finding a line, without line numbers and without a word of the files. Its paths are
relative to its own folder.
"""

from __future__ import annotations

import json
import os

from .errors import UsageError
from .fingerprint import VERSION, fingerprints, told_path
from .source import Unreadable, read_bytes, replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .diagnostic import Diagnostic

SCHEMA = "remit/baseline/1"
NAME = "remit-baseline.json"
"""What the file is called where nobody says otherwise."""
LIMIT = 64 << 20
"""Size in bytes above which a baseline is not read: 64 MiB."""


class Known:
    """One finding of a baseline."""

    __slots__ = ("fingerprint", "path", "rule")

    def __init__(self, path: str, rule: str, fingerprint: str) -> None:
        self.path = path
        self.rule = rule
        self.fingerprint = fingerprint

    def _order(self) -> tuple[str, str, str]:
        return self.path, self.rule, self.fingerprint

    def __lt__(self, other: Known) -> bool:
        return self._order() < other._order()


class Baseline:
    """The findings in the file at `path`, by fingerprint."""

    __slots__ = ("known", "path")

    def __init__(self, path: str, known: Iterable[Known] = ()) -> None:
        self.path = path
        self.known = {one.fingerprint: one for one in known}

    @property
    def folder(self) -> str:
        """What the paths are relative to."""
        return os.path.dirname(os.path.abspath(self.path))

    def __len__(self) -> int:
        return len(self.known)

    @classmethod
    def of(cls, findings: Sequence[Diagnostic], path: str) -> Baseline:
        """The baseline of these findings, for a file at `path`."""
        made = cls(path)
        for finding, fingerprint in zip(findings, fingerprints(findings, made.folder), strict=True):
            made.known[fingerprint] = Known(told_path(finding.path, made.folder), finding.rule, fingerprint)
        return made

    @classmethod
    def read(cls, path: str) -> Baseline:
        """The baseline in a file. Raises `UsageError` where it is none."""
        try:
            value = json.loads(read_bytes(path, LIMIT))
        except Unreadable as problem:
            raise UsageError(f"{path}: {problem.reason}", "`remit check --write-baseline` makes a baseline") from None
        except (ValueError, RecursionError) as problem:
            raise UsageError(f"{path}: not JSON ({problem})", "`remit check --write-baseline` makes a baseline anew") from None
        if not isinstance(value, dict) or value.get("schema") != SCHEMA or not isinstance(value.get("findings"), list):
            raise UsageError(f"{path}: not a baseline of remit", f"it is an object with `schema`: `{SCHEMA}` and `findings`")
        if value.get("fingerprints") != VERSION:
            raise UsageError(
                f"{path}: its fingerprints are of another kind than `{VERSION}`",
                "`remit check --write-baseline` makes the baseline anew",
            )
        known = []
        for number, one in enumerate(value["findings"], 1):
            parts = [one.get(key) for key in ("path", "rule", "fingerprint")] if isinstance(one, dict) else []
            texts = [part for part in parts if isinstance(part, str)]
            if len(texts) != 3:
                raise UsageError(f"{path}: finding {number} lacks a `path`, a `rule` or a `fingerprint`")
            known.append(Known(*texts))
        return cls(path, known)

    def text(self) -> str:
        """The file's text: the same for the same findings."""
        lines = [
            json.dumps({"path": one.path, "rule": one.rule, "fingerprint": one.fingerprint})
            for one in sorted(self.known.values())
        ]
        listed = "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"
        return f'{{\n  "schema": "{SCHEMA}",\n  "fingerprints": "{VERSION}",\n  "findings": {listed}\n}}\n'

    def write(self) -> None:
        """Writes the file, whole or not at all. Raises `UsageError` where that cannot be done."""
        try:
            replace_file(self.path, self.text().encode())
        except OSError as error:
            raise UsageError(f"{self.path}: {(error.strerror or str(error)).lower()}", "the baseline was not written") from None

    def hold(self, findings: Sequence[Diagnostic]) -> tuple[list[Diagnostic], set[str]]:
        """The findings that are in the baseline, and their fingerprints."""
        told = fingerprints(findings, self.folder)
        held = [finding for finding, fingerprint in zip(findings, told, strict=True) if fingerprint in self.known]
        return held, self.known.keys() & set(told)

    def without(self, gone: Iterable[Known]) -> Baseline:
        """The baseline without findings that no longer occur."""
        left = {one.fingerprint for one in gone}
        return Baseline(self.path, (one for one in self.known.values() if one.fingerprint not in left))
