"""Gemini CLI: `.gemini/agents/*.md`, YAML front matter with a strict schema, one allowlist.

Newest client asked: 0.61.0. See `facts` for the evidence.
"""

from __future__ import annotations

from ..base import IDLE, NEEDED, PROJECT, TEMPERATURE, Host, Place, Reading, Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...definition import Definition
    from ...document import Document
    from ...inventory import Inventory
    from ...ruling import Ruling
    from ...session import Resolution, Session
    from ...source import Source
    from ..base import Fact, Field, Surroundings


class Gemini(Host):
    name = "gemini"
    title = "Gemini CLI"
    aliases = ("gemini-cli",)
    latest = "0.61.0"
    versions = ("0.61.0",)
    folders = (".gemini/agents",)
    settings_files = (".gemini/settings.json",)
    spawn_tool = "invoke_agent"
    at_run = {  # noqa: RUF012
        "temperature": TEMPERATURE,
        "display_name": IDLE,
        **dict.fromkeys(("kind", "agent_card_url", "agent_card_json", "auth"), NEEDED),
    }
    harmless = frozenset(("local",))

    @property
    def fields(self) -> dict[str, Field]:
        from .fields import FIELDS

        return FIELDS

    @property
    def tool_names(self) -> dict[str, str]:
        from .vocabulary import TOOL_NAMES

        return TOOL_NAMES

    def refuses_keys(self, version: Version, section: str = "") -> bool:
        return True

    def conditions(self, version: Version) -> list[dict[str, object]]:
        from .shapes import ONE_KIND

        return [ONE_KIND]

    def server_entry(self, server: str, tool: str = "*") -> str:
        return f"mcp_{server}_{tool}"

    @property
    def meant(self) -> dict[str, str]:
        from .fields import MEANT

        return MEANT

    @property
    def facts(self) -> tuple[Fact, ...]:
        from .facts import FACTS

        return FACTS

    def speaks(self, document: Document) -> bool:
        """Fields that only this host has, or a list of its own tools."""
        data = document.source.data
        if not any(
            word in data
            for word in (b"timeout_mins", b"mcp_servers", b"max_turns", b"agent_card_", b"read_file", b"grep_search")
        ):
            return False
        from .telling import is_geminis

        return is_geminis(document.root)

    def read(self, source: Source, version: Version, scope: str = PROJECT, *, stem: str | None = None) -> Reading:
        from .reading import read_all

        return read_all(self, source, version, scope, stem)[0]

    def entries(self, source: Source, version: Version, scope: str, stem: str | None) -> Iterator[Reading]:
        from .reading import read_all

        yield from read_all(self, source, version, scope, stem)

    def prompt(self, reading: Reading) -> str:
        """The system prompt as the client takes it: nothing where something follows the closing fence on its line."""
        from .accepting import block_of

        data = reading.source.data
        block = block_of(data)
        return (
            ""
            if block is None or block.lost >= 0
            else data[block.end :].partition(b"---")[2].decode("utf-8", "replace").strip()
        )

    def places(self, around: Surroundings, version: Version) -> Iterable[Place]:
        from .places import places

        return places(around)

    def project_place(self, path: str, origin: str, version: Version) -> Place:
        return Place(path, PROJECT, 0, recursive=False, links=False, origin=origin)

    def given_place(self, folder: str, version: Version) -> Place:
        return Place(folder, PROJECT, 0, recursive=False, links=False)

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

    def resolve(self, definition: Definition, session: Session) -> Resolution:
        from .resolving import resolve

        return resolve(definition, session)

    def ruling(self, definition: Definition, resolution: Resolution) -> Ruling:
        from .ruling import ruling

        return ruling(definition, resolution)


HOST = Gemini()

__all__ = ["HOST", "Gemini"]
