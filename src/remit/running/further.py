"""The fields that a `Definition` has only among its `extra`: which of them a run carries out, which it does without and says so, and without which
it is not started."""

from __future__ import annotations

from ..errors import UsageError
from ..hosts.base import EFFORT, IDLE, NEEDED, OPENING, TEMPERATURE, TOP_P

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ..definition import Definition
    from ..hosts.base import Host, Version
    from .plan import AgentPlan

EFFORTS = ("minimal", "low", "medium", "high", "xhigh", "max")
"""The words for how hard a model thinks, which engine and hosts have in common."""


def carry(found: AgentPlan, definition: Definition, host: Host, version: Version, without: Container[str]) -> Iterator[str]:
    """Puts into a plan what is carried out, and gives a line for each field that is not. Raises `UsageError` for one that would hold the agent
    back, unless somebody wants it run without (`without`)."""
    known = {name.rpartition(".")[2] for name in (*host.fields, *host.further_keys(version))}
    for name, value in definition.extra.items():
        if name not in known or host.at_run.get(name) == IDLE:
            continue
        kind = host.at_run.get(name)
        if kind == NEEDED and not _holds_back(value, host):
            continue
        if kind == NEEDED and name not in without:
            raise UsageError(
                f"`{name}` of `{found.name}` holds it back, and the runner cannot",
                f"run it all the same, where that does no harm: --without {name}",
            )
        if kind is None or kind == NEEDED or not _carried(found, kind, value):
            yield f"`{name}` of `{found.name}` is not carried out"


def _holds_back(value: object, host: Host) -> bool:
    return value not in (None, False, "") and not (isinstance(value, str) and value in host.harmless)


def _carried(found: AgentPlan, kind: str, value: object) -> bool:
    """Whether the value says something that can be carried out, which then is in the plan."""
    if kind in (TEMPERATURE, TOP_P):
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        found.settings[kind] = value
        return True
    if not isinstance(value, str):
        return False
    if kind == OPENING:
        found.opening = value
        return True
    word = value.strip().lower()
    if kind != EFFORT or word not in (*EFFORTS, "none"):
        return False
    found.settings["thinking"] = False if word == "none" else word
    return True
