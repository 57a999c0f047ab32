"""The sieve of a check: which rules run for a file, and which of its findings are told.

Not told are findings of rules that are not selected, those that a comment of the file holds back, and all of files that the configuration
excludes. Nothing here changes what an agent is or gets.
"""

from __future__ import annotations

from .examining import Examiner
from .suppressions import Suppressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .configuration import Configuration, Configurations
    from .diagnostic import Diagnostic
    from .document import Document
    from .selection import Selection


class _Comments:
    """The suppressions of one file, and whether the file was looked at closely enough to call one of them unused."""

    __slots__ = ("suppressions", "whole")

    def __init__(self, suppressions: Suppressions | None) -> None:
        self.suppressions = suppressions
        self.whole = False


class Sieve:
    """The sieve for one subject of a check: a folder `root` with all below it, or single files where it is `None`.

    `suppressed` are the findings that comments hold back. Without `comments` none is heeded.
    """

    def __init__(self, configurations: Configurations, root: str | None = None, comments: bool = True) -> None:
        self.configurations = configurations
        self.root = root
        self.suppressed: list[Diagnostic] = []
        self._heeds = comments
        self._selections: dict[str | None, Selection] = {}
        self._comments: dict[str | None, _Comments] = {}

    def configuration(self, path: str) -> Configuration:
        """The configuration that counts for a file."""
        return self.configurations.below(path, self.root) if self.root is not None else self.configurations.of(path)

    def selection(self, path: str | None) -> Selection:
        """The selection for a file; a text without a path is taken as lying in the working folder."""
        found = self._selections.get(path)
        if found is None:
            place = path or "."
            found = self._selections[path] = self.configuration(place).selection(place, self.configurations.command)
        return found

    def examiner(self, path: str | None) -> Examiner:
        """The examiner with the rules that are selected for a file."""
        return self.configuration(path or ".").examiner(self.selection(path))

    def together(self, paths: Iterable[str]) -> Examiner:
        """The examiner with the rules that are selected for any of these files, for what they are together."""
        selections = {id(selection): selection for selection in map(self.selection, paths)}
        settings = self.configurations.of(self.root or ".").rules
        return Examiner(frozenset[str]().union(*(selection.names for selection in selections.values())), settings)

    def excludes(self, path: str) -> bool:
        """Whether a file is not to be checked; the folder's own configuration and the file's nearest both may say so."""
        outer = self.configurations.of(self.root).excluded(path) if self.root is not None else None
        return outer is not None or self.configuration(path).excluded(path) is not None

    def sift(self, findings: Iterable[Diagnostic], document: Document | None, *, whole: bool = False) -> list[Diagnostic]:
        """The findings that are told, each with the severity that the selection gives it.

        `document` is the file that they are about. `whole` says that all its findings are among them that it has in its surroundings.
        """
        comments = self._of(document) if document is not None else None
        if comments is not None:
            comments.whole |= whole
        told = []
        for finding in findings:
            selection = self.selection(finding.path)
            if finding.rule not in selection.names:
                continue
            severity = selection.severity(finding.rule)
            if severity is not None:
                finding._severity = severity
            suppressions = comments.suppressions if comments is not None else None
            about = document is not None and finding.path == document.source.path
            if suppressions is not None and about and suppressions.hold(finding):
                self.suppressed.append(finding)
            else:
                told.append(finding)
        return told

    def _of(self, document: Document) -> _Comments:
        path = document.source.path
        found = self._comments.get(path)
        if found is None or path is None:
            found = self._comments[path] = _Comments(Suppressions.of(document) if self._heeds else None)
        return found

    def forget(self, path: str) -> None:
        """Lets go of the comments of a file that says something else now."""
        self._comments.pop(path, None)

    def ran(self, name: str, path: str | None) -> bool:
        """Whether a rule ran for a file, and with all around it that it looks at."""
        from .rules import names, rule

        if name not in names():
            return True  # there is no such rule any more
        return name in self.selection(path).names and (self.root is not None or not rule(name).surroundings)

    def rest(self, path: str | None) -> list[Diagnostic]:
        """The findings about the comments of a file themselves, once all its other findings have been sifted."""
        comments = self._comments.get(path)
        if comments is None or comments.suppressions is None:
            return []
        whole = comments.whole
        return self.sift(comments.suppressions.findings(lambda name: whole and self.ran(name, path)), None)
