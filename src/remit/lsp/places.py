"""Which files an editor hands to the language server: those in hosts' places, and Markdown in folders for agents.

Editors want to know before the server runs, so what stands here is written into their files too (`editors/`); a test holds them together.
"""

from __future__ import annotations

from ..hosts import all_hosts


def patterns() -> list[str]:
    """The files, as glob patterns from the workspace's root."""
    found = []
    for host in all_hosts():
        for folder in host.folders:
            ending = host.format_of(f"{folder}/agent.md") or "md"
            found.append(f"**/{folder}/**/*.{ending}")
        found += [f"**/{name}" for name in host.files]
        found += [f"**/*{ending}" for ending in host.suffixes]
    return sorted({*found, "**/agents/**/*.md"})


def activations() -> list[str]:
    """What shows that a workspace has agents of some host."""
    found = [f"**/{folder}/*" for host in all_hosts() for folder in host.folders]
    found += [f"**/{name}" for host in all_hosts() for name in (*host.files, *(f"*{ending}" for ending in host.suffixes))]
    return sorted({*found, "**/remit.toml"})
