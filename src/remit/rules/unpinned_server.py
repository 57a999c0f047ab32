"""A server is fetched in whatever version is newest.

## What it finds

An MCP server that is started through `npx`, `bunx`, `uvx`, `pipx run`, `pnpm dlx` or `docker run` without a version, or with `latest`.

## Why it matters

Each start may fetch another program. Whoever takes over the package has the agent, and the secrets of the server's environment.

## Example

    mcpServers:
      files:
        command: npx
        args: [-y, "@modelcontextprotocol/server-filesystem", .]

## Instead

    mcpServers:
      files:
        command: npx
        args: [-y, "@modelcontextprotocol/server-filesystem@2025.8.21", .]

## Fix safety

None: which version is meant only the author knows.

## Evidence

CWE-494; documentation of npm's `npx`, of uv's `uvx` and of Docker, read 2026-11-30.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic
from ..launches import SERVER, Launch, launches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog
    from ..document import Document
    from ..examining import Agent

SEVERITY = "warning"
PERSONA = "strict"
TOPIC = "security"

_RUNNERS = {
    "npx": 0,
    "bunx": 0,
    "pnpx": 0,
    "uvx": 0,
    "pnpm": 1,
    "yarn": 1,
    "npm": 1,
    "pipx": 1,
    "bun": 1,
    "uv": 2,
    "docker": 1,
    "podman": 1,
}
"""Programs that fetch what they run, with the number of words before their options."""
_SECOND = frozenset(("dlx", "exec", "x", "run", "tool"))
_TAKES = frozenset(
    (
        "-e",
        "--env",
        "-v",
        "--volume",
        "--mount",
        "-p",
        "--publish",
        "--name",
        "--network",
        "--platform",
        "-u",
        "--user",
        "-w",
        "--python",
        "--with",
        "--index",
        "--registry",
        "--entrypoint",
    )
)
_NAMES = frozenset(("--package", "--from", "-p"))
_VERSION = re.compile(r".(?:@|==|:)v?[0-9][\w.+-]*$|@sha256:[0-9a-f]{12,}$").search
_NAME = re.compile(r"[@A-Za-z0-9][\w./@:=~^+-]*").fullmatch


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    if agent.definition.mcp_servers is not None:
        yield from _in(agent.document)


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    for document in catalog.configurations():
        yield from _in(document)


def _in(document: Document) -> Iterator[Diagnostic]:
    for launch in launches(document.root) if document.root is not None else ():
        package = _package(launch) if launch.kind == SERVER else None
        if package is not None and _VERSION(package) is None:
            node = next((word for word in launch.words if package in word.text), launch.command)
            data: dict[str, object] = {"package": package, "runner": launch.line[0].rpartition("/")[2]}
            yield Diagnostic("unpinned-server", document.source, node.start, node.end, data)


def _package(launch: Launch) -> str | None:
    """The package or image that is fetched, `None` where nothing is, or where it cannot be told."""
    words = launch.line
    runner = words[0].rpartition("/")[2].removesuffix(".cmd") if words else ""
    if runner not in _RUNNERS:
        return None
    skip = _RUNNERS[runner]
    if any(word not in _SECOND for word in words[1 : 1 + skip]) or len(words) <= 1 + skip:
        return None
    images = runner in ("docker", "podman")
    rest = iter(words[1 + skip :])
    for word in rest:
        name, equals, value = word.partition("=")
        if name in _NAMES and not images:
            package = value if equals else next(rest, "")
            return package if _NAME(package) else None
        if word in _TAKES:
            next(rest, None)
        elif not word.startswith("-"):
            return word if _NAME(word) and not word.startswith((".", "/")) else None
    return None


def message(data: dict[str, object]) -> str:
    return f"`{data['runner']}` fetches `{data['package']}` in whatever version is newest when the server starts"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the version behind the name"
