"""The environment of what a run starts: what every program needs, and nothing of the user's besides."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PLAIN = frozenset(
    """
    PATH HOME USER LOGNAME SHELL LANG LANGUAGE TERM TZ TMPDIR TEMP TMP COLUMNS LINES NO_COLOR SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT
    USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE
    """.split()
)
"""Variables that hold no secret and that programs do not work without."""


def plain(variables: Mapping[str, str], further: Iterable[str] = ()) -> dict[str, str]:
    """The plain ones of some variables, and those that somebody names."""
    named = frozenset(further)
    return {
        name: value for name, value in variables.items() if name.upper() in PLAIN or name.startswith("LC_") or name in named
    }
