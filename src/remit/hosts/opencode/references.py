"""The agents that OpenCode's definitions and settings name: whom `permission.task` is about, and the agent that a session begins with.

Source: OpenCode 1.18.33 and its documentation, 2026-11-30.
"""

from __future__ import annotations

from ...policy import DENY, Origin
from ...syntax.nodes import Mapping, Scalar
from ..base import Mention
from .js_values import entries_of, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Reading
    from .layers import Settings


def mentions(reading: Reading) -> Iterator[Mention]:
    """The agents in a definition's map for `task`, without patterns."""
    if reading.definition is None or "permission" not in reading.definition.extra:
        return  # told from memory: most files need not be read again
    root = reading.document.root
    permission = root.get("permission") if root is not None else None
    task = permission.get("task") if isinstance(permission, Mapping) else None
    if not isinstance(task, Mapping):
        return
    for name, (key, value) in entries_of(task).items():
        if not any(char in name for char in "*?"):
            where = Origin(reading.document.source, key.start, key.end)
            denies = isinstance(value, Scalar) and value_of(value) == DENY
            yield Mention(name, where, "permission.task", denies=denies)


def settings_mentions(settings: Settings) -> Iterator[Mention]:
    """The agent of `default_agent`, of the strongest file that has one."""
    for config in reversed(settings.configs):
        root = config.document.root
        node = root.get("default_agent") if root is not None else None
        if config.default_agent is not None and node is not None:
            yield Mention(config.default_agent, Origin(config.source, node.start, node.end), "default_agent", begins=True)
            return
