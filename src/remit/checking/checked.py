"""What a check was told, what it looked at and what it found."""

from __future__ import annotations

import os

from ..diagnostic import SEVERITIES, Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..baseline import Known
    from ..catalog import Catalog
    from ..fixing import Fixed
    from ..inventory import Inventory
    from ..sieve import Sieve
    from ..source import Source
    from .bench import Bench


class CommandLine:
    """What the host's own command line says of a session: `settings` are files, `plugins` and `extra` folders, `agents` is a text that
    defines agents."""

    __slots__ = ("agents", "extra", "plugins", "settings")

    def __init__(
        self,
        settings: Iterable[str] = (),
        plugins: Iterable[str] = (),
        extra: Iterable[str] = (),
        agents: Source | None = None,
    ) -> None:
        self.settings = tuple(settings)
        self.plugins = tuple(plugins)
        self.extra = tuple(extra)
        self.agents = agents


class Checked:
    """What a check looked at and found. `files` are the paths of every file that was read, in order.

    `diagnostics` are the findings that are told, `failing` those of them that make the check fail. `suppressed` are held back by comments,
    `held` by a baseline; `gone` are the findings of baselines that no longer occur, by the baseline's path. `excluded` are the files that
    the configuration keeps from being checked. `benches` are where the files of folders were checked, `alone` is how each file was that was
    checked by itself, `given` the sources of documents in memory. `fixed` is what was mended before, `None` where nothing was to be.
    """

    __slots__ = (
        "_seen", "_told", "alone", "benches", "catalogs", "diagnostics", "excluded", "failing", "files", "fixed", "given", "gone", "held",
        "suppressed",
    )  # fmt: skip

    def __init__(self) -> None:
        self.files: list[str] = []
        self.diagnostics: list[Diagnostic] = []
        self.catalogs: list[Catalog] = []
        self.failing: list[Diagnostic] = []
        self.suppressed: list[Diagnostic] = []
        self.held: list[Diagnostic] = []
        self.gone: dict[str, list[Known]] = {}
        self.excluded: list[str] = []
        self.benches: list[Bench] = []
        self.alone: dict[str, Alone] = {}
        self.given: dict[str, Source] = {}
        self.fixed: Fixed | None = None
        self._seen: set[str] = set()
        self._told: set[tuple[str, str | None, int, int]] = set()

    def sees(self, path: str) -> bool:
        """Notes that a file is looked at. Whether it is for the first time, however its path is written."""
        before = len(self._seen)
        self._seen.add(os.path.abspath(path))
        return len(self._seen) > before

    def afresh(self, findings: list[Diagnostic]) -> list[Diagnostic]:
        """Those of the findings around the files of a subject that were not told before: several subjects may have the same settings."""
        keys = [(one.rule, one.path and os.path.abspath(one.path), one.start, one.end) for one in findings]
        new = [one for one, key in zip(findings, keys, strict=True) if key not in self._told]
        self._told.update(keys)
        return new

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.diagnostics)

    def worst(self) -> str | None:
        """The gravest severity among the findings, `None` where there are none."""
        found = {finding.severity for finding in self.diagnostics}
        return next((severity for severity in SEVERITIES if severity in found), None)


class Alone:
    """How a file is checked that nothing stands around: as which host's, told by itself where that is `None`, and with which tools."""

    __slots__ = ("host", "inventory", "mode", "sieve")

    def __init__(self, host: str | None, inventory: Inventory | None, mode: str, sieve: Sieve) -> None:
        self.host = host
        self.inventory = inventory
        self.mode = mode
        self.sieve = sieve
