"""GitHub Copilot CLI: `.github/agents/**/*.agent.md`, YAML front matter, one allowlist of aliases, no denylist.

It also reads the agents of `.claude/agents` in place. Newest client asked: 1.0.102. See `facts` for the evidence.
"""

from __future__ import annotations

from ..base import IDLE, PROJECT, Host, Place, Reading, Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...definition import Definition
    from ...inventory import Inventory
    from ...ruling import Ruling
    from ...session import Resolution, Session
    from ...source import Source
    from ...tools import Entry
    from ..base import Fact, Field, Mention, Surroundings


class Copilot(Host):
    name = "copilot"
    title = "GitHub Copilot CLI"
    aliases = ("github-copilot", "copilot-cli", "github-copilot-cli")
    latest = "1.0.102"
    versions = ("1.0.102",)
    prompt_limit = (30_000, "the cloud agent on GitHub")
    folders = (".github/agents",)
    suffixes = (".agent.md", ".chatmode.md")
    spawn_tool = "task"
    at_run = {  # noqa: RUF012
        **dict.fromkeys(("metadata", "target", "disable-model-invocation", "infer", "user-invocable"), IDLE),
        "model": IDLE,  # a list, of which the first counts
    }
    starting_fields = ("disable-model-invocation", "infer", "user-invocable")

    @property
    def fields(self) -> dict[str, Field]:
        from .fields import FIELDS

        return FIELDS

    @property
    def tool_names(self) -> dict[str, str]:
        from .vocabulary import TOOL_NAMES

        return TOOL_NAMES

    def server_entry(self, server: str, tool: str = "*") -> str:
        return f"{server}/{tool}"

    @property
    def meant(self) -> dict[str, str]:
        from .fields import MEANT

        return MEANT

    @property
    def facts(self) -> tuple[Fact, ...]:
        from .facts import FACTS

        return FACTS

    def claims(self, path: str) -> bool:
        """Also the user's own folder, and that of VS Code's old chat modes, which this client does not read."""
        slashed = "/" + path
        return super().claims(path) or "/.copilot/agents/" in slashed or "/.github/chatmodes/" in slashed

    def read(self, source: Source, version: Version, scope: str = PROJECT, *, stem: str | None = None) -> Reading:
        from .reading import read

        return read(self, source, version, scope, stem)

    def places(self, around: Surroundings, version: Version) -> Iterable[Place]:
        from .places import places

        return places(around)

    def in_use(self, around: Surroundings) -> bool:
        from .places import in_use

        return in_use(around)

    def project_place(self, path: str, origin: str, version: Version) -> Place:
        from .places import SUFFIXES

        return Place(path, PROJECT, 1, suffixes=SUFFIXES, origin=origin)

    def given_place(self, folder: str, version: Version) -> Place:
        from .places import SUFFIXES

        return Place(folder, PROJECT, 0, suffixes=SUFFIXES)

    def winner(self, readings: list[tuple[Place, str, Reading]], version: Version) -> int:
        from .places import winner

        return winner(readings)

    def inventory(self, around: Surroundings | None, version: Version) -> Inventory:
        from ...inventory import Inventory
        from .places import inventory

        return Inventory(None, {}) if around is None else inventory(around)

    def builtin_agents(self, version: Version) -> tuple[Definition, ...]:
        from ...definition import Definition
        from .vocabulary import BUILTIN_AGENTS

        return tuple(
            Definition(name, tools=tools, host=self.name, host_version=version.text, system_prompt="")
            for name, tools in BUILTIN_AGENTS.items()
        )

    def allowlist(self, reading: Reading) -> list[Entry]:
        from .accepting import seen
        from .values import entries

        fields = seen(reading.document).fields or {}
        return entries(fields["tools"][1], reading.source.text) or [] if "tools" in fields else []

    def mentions(self, reading: Reading) -> Iterable[Mention]:
        from .references import mentions

        return mentions(reading)

    def starters(self, definition: Definition) -> tuple[bool, bool]:
        from .references import starters

        return starters(definition)

    def resolve(self, definition: Definition, session: Session) -> Resolution:
        from .resolving import resolve

        return resolve(definition, session)

    def ruling(self, definition: Definition, resolution: Resolution) -> Ruling:
        from .ruling import ruling

        return ruling(definition, resolution)


HOST = Copilot()

__all__ = ["HOST", "Copilot"]
