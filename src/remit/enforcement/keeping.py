"""What holds an agent to its remit is not its own to write: the policy, the ledgers and the journal, the settings that the policy comes from.

This is of the tools that write files. What a command does with a file nobody can tell from it.
"""

from __future__ import annotations

from .links import TooManyLinks, joined, real_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .policy import Policy


def holds(path: str, cwd: str, home: str | None, policy: Policy, state: str) -> bool:
    """Whether what a path leads to is what the guard goes by. It counts as such where nobody knows where it leads."""
    if home is not None and (path == "~" or path.startswith("~/")):
        path = home + path[1:]
    try:
        real = real_path(joined(cwd, path))
        folder = real_path(state)
        return real == folder or real.startswith(f"{folder}/") or real in _real((policy.path or "", *policy.settings()))
    except (TooManyLinks, ValueError):
        return True


def _real(paths: Iterable[str]) -> list[str]:
    return [real_path(path) for path in paths if path]
