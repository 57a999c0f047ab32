"""Findings that only show once a definition meets a session."""

from __future__ import annotations

from ...diagnostic import ERROR, INFO, WARNING, Diagnostic
from .policy import ALLOW, Policy, match, name_of
from .vocabulary import BYPASS, MEMORY_TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...inventory import Inventory
    from ...session import Resolution
    from .agent import Data
    from .reading import ZephReading


def advise(
    resolution: Resolution, data: Data, reading: ZephReading, hosts: Policy, pool: list[str], inventory: Inventory
) -> None:
    """Adds the findings of a resolution to it."""
    source = reading.document.source
    agent = data.agent
    values = reading.values
    title = reading.host.title

    def report(rule: str, at: tuple[int, int], words: dict[str, object], severity: str = WARNING) -> None:
        resolution.diagnostics.append(Diagnostic(rule, source, *at, {**words, "host": title}, severity))

    if data.mode == BYPASS and data.stopped is not None:
        origin = agent.place("permissions.permission_mode")
        report("not-started", (origin.start, origin.end) if origin else (0, 3), {"why": data.stopped}, ERROR)
    if agent.memory is not None and values is not None and data.folded:
        key, node = values.nodes["memory"]
        at = (key.start, node.end)
        if resolution.added:
            report(
                "memory-adds-tools",
                at,
                {"tools": resolution.added, "cure": "deny them in `tools.except` if the agent is only to read"},
            )
            ceiling = resolution.session.ceiling
            if ceiling is not None:
                names = {name_of(tool) for tool in ceiling}
                back = tuple(tool for tool in resolution.added if name_of(tool) not in names)
                if back:
                    report("memory-passes-ceiling", at, {"tools": back}, ERROR)
        elif all(match(agent.policy.denied, tool) is not None for tool in MEMORY_TOOLS):
            report("memory-without-tools", at, {"tools": MEMORY_TOOLS}, INFO)
    if agent.policy.kind != ALLOW or not agent.policy.entries or data.stopped is not None:
        return
    entries = agent.policy.entries
    if inventory.complete:
        known = [entry for entry in entries if any(match([entry], tool, data.folded) is not None for tool in pool)]
        for entry in entries:
            name = name_of(entry.text, data.folded)
            if entry not in known and not any(tool.endswith("__*") and name.startswith(tool[:-1]) for tool in pool):
                words: dict[str, object] = {"entry": entry.text, "granted": len(known), "of": len(entries)}
                report("unavailable-tool", (entry.start, entry.end), words)
    if not resolution.effective:
        words = {"entries": tuple(entry.text for entry in entries), "then": "the agent runs without tools"}
        report("tools-resolve-to-nothing", (entries[0].start, entries[-1].end), words, ERROR)


__all__ = ["advise"]
