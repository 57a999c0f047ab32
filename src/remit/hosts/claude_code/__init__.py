"""Claude Code: `.claude/agents/**/*.md`, YAML front matter, an allowlist and a denylist; deny overrides.

Newest client asked: 2.1.332; differences in 2.1.197 are kept by version. See `facts` for the evidence.
"""

from __future__ import annotations

from ...inventory import Inventory
from ...syntax.nodes import Mapping
from ..base import (
    EFFORT,
    IDLE,
    LOOSE,
    NEEDED,
    OPENING,
    PLUGIN,
    PROJECT,
    Fact,
    Field,
    Host,
    Mention,
    Place,
    Reading,
    Surroundings,
    Version,
)
from .fields import FIELDS, IGNORED_IN_PLUGINS
from .reading import read as _read
from .vocabulary import BUILTIN_AGENTS, BUNDLED_SKILLS, NOT_FOR_SUBAGENTS, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...definition import Definition
    from ...diagnostic import Diagnostic
    from ...document import Document
    from ...ruling import Ruling
    from ...session import Resolution, Session
    from ...source import Source
    from ...tools import Entry


class ClaudeCode(Host):
    name = "claude-code"
    title = "Claude Code"
    aliases = ("claude", "claudecode", "cc")
    latest = "2.1.332"
    versions = ("2.1.197", "2.1.332")
    folders = (".claude/agents",)
    bundle_mark = ".claude-plugin"
    watched = (".mcp.json",)
    spawn_tool = "Agent"
    limit_fields = {"maxTurns": "maxTurns"}  # noqa: RUF012
    spawn_names = ("Agent", "Task")
    builtin_names = BUILTIN_AGENTS
    catalogue_budget = 15_000
    main_tools = NOT_FOR_SUBAGENTS
    main_only = frozenset(("initialPrompt",))
    bundled_skills = BUNDLED_SKILLS
    read_only_modes = frozenset(("plan",))
    nesting = 3
    hook_variables = {"CLAUDE_PROJECT_DIR": "folder"}  # noqa: RUF012
    at_run = {  # noqa: RUF012
        "effort": EFFORT,
        "initialPrompt": OPENING,
        "isolation": NEEDED,
        "color": IDLE,
        "omitClaudeMd": IDLE,  # the runner gives no agent a `CLAUDE.md`
    }
    cautious_modes = ("plan", "default", "dontAsk")

    @property
    def fields(self) -> dict[str, Field]:
        return FIELDS

    @property
    def tool_names(self) -> dict[str, str]:
        return {name: name for name in TOOLS}

    def unreplaced(self, scope: str) -> tuple[str, ...]:
        return ("$ARGUMENTS",) if scope in (PLUGIN, LOOSE) else ("$ARGUMENTS", "${CLAUDE_PLUGIN_ROOT}")

    @property
    def meant(self) -> dict[str, str]:
        from .fields import MEANT

        return MEANT

    @property
    def facts(self) -> tuple[Fact, ...]:
        from .facts import FACTS

        return FACTS

    def speaks(self, document: Document) -> bool:
        """A `---` front matter of nothing but this host's fields, with its lists as texts or lists."""
        root = document.root if document.kind == "yaml" else None
        if root is None or not FIELDS.keys() >= set(root.keys()):
            return False
        return root.get("name") is not None and not any(
            isinstance(root.get(name), Mapping) for name in ("tools", "disallowedTools")
        )

    def read(self, source: Source, version: Version, scope: str = PROJECT, *, stem: str | None = None) -> Reading:
        return _read(self, source, version, scope, stem)

    def description(self, reading: Reading) -> str:
        """The description as the client advertises it: a literal `\\n` is a line end."""
        from .client import text_of
        from .resolving import client_fields

        entry = client_fields(reading).get("description")
        return ((text_of(entry[1]) if entry is not None else None) or "").replace("\\n", "\n")

    def prompt(self, reading: Reading) -> str:
        """The system prompt as the client takes it: all that follows its own end of the front matter, trimmed."""
        from .client import client_block

        data = reading.document.source.data
        block = client_block(data, reading.version)
        return data[block[2] if block is not None else 0 :].decode("utf-8", "replace").strip()

    def listed(self, reading: Reading, field: str) -> list[Entry] | None:
        """The entries of a list field as the client has them, `None` where it has no such field."""
        from .lists import entries
        from .resolving import client_fields

        entry = client_fields(reading).get(field)
        return None if entry is None else entries(entry[1], reading.document.source.text)

    def allowlist(self, reading: Reading) -> list[Entry]:
        return self.listed(reading, "tools") or []

    def denylist(self, reading: Reading) -> list[Entry]:
        return self.listed(reading, "disallowedTools") or []

    def wanted_skills(self, reading: Reading) -> list[Entry]:
        from .references import wanted_skills
        from .resolving import client_fields

        return wanted_skills(reading, client_fields(reading))

    def skills(self, around: Surroundings, version: Version) -> frozenset[str]:
        from .references import skills

        return frozenset(skills(around))

    def wanted_servers(self, reading: Reading) -> list[Entry]:
        from .references import wanted_servers
        from .resolving import client_fields

        return [] if reading.scope == PLUGIN else wanted_servers(client_fields(reading))

    def mentions(self, reading: Reading) -> Iterable[Mention]:
        from .references import mentions, names_agents

        if reading.definition is None or not names_agents(reading.definition):
            return ()
        from .resolving import client_fields

        return mentions(reading, client_fields(reading))

    def settings_mentions(self, settings: object) -> Iterable[Mention]:
        from .references import settings_mentions
        from .settings import Settings

        return settings_mentions(settings) if isinstance(settings, Settings) else ()

    def session_agents(self, source: Source, version: Version) -> Iterator[Reading]:
        from .agents_json import read_all

        return read_all(self, source, version)

    def places(self, around: Surroundings, version: Version) -> Iterable[Place]:
        from .places import places

        return places(around)

    def bundled_places(self, folder: str, version: Version) -> list[Place]:
        from .places import plugin_in

        return plugin_in(folder)

    def winner(self, readings: list[tuple[Place, str, Reading]], version: Version) -> int:
        from .places import winner

        return winner(readings, version)

    def settings(self, around: Surroundings, version: Version, files: tuple[str, ...] = ()) -> object:
        from .settings import load

        return load(around, files)

    def configurations(self, around: Surroundings, settings: object) -> Iterator[Document]:
        from .settings import Settings
        from .settings_faults import configurations

        return configurations(settings) if isinstance(settings, Settings) else iter(())

    def faults_in_settings(self, settings: object) -> Iterable[Diagnostic]:
        from .settings import Settings
        from .settings_faults import faults

        return faults(settings) if isinstance(settings, Settings) else ()

    def inventory(self, around: Surroundings | None, version: Version) -> Inventory:
        if around is None:
            return Inventory(None, {})
        from .places import inventory

        return inventory(around)

    def builtin_agents(self, version: Version) -> tuple[Definition, ...]:
        from .builtin import AGENTS

        return AGENTS

    def stricter_mode(self, parent: str | None, file: str | None) -> str | None:
        from .running import stricter_mode

        return stricter_mode(parent, file)

    def choose_model(
        self, version: Version, *, call: str | None, file: str | None, environment: str | None, parent: str | None
    ) -> tuple[str | None, str]:
        from .running import choose_model

        return choose_model(version, call, file, environment, parent)

    def memory_place(self, definition: Definition) -> tuple[str, str] | None:
        from .resolving import memory_place

        return None if definition.memory is None else memory_place(definition)

    def effective_field(self, reading: Reading, name: str) -> object:
        if reading.scope == PLUGIN and name in IGNORED_IN_PLUGINS:
            return None
        return super().effective_field(reading, name)

    def resolve(self, definition: Definition, session: Session) -> Resolution:
        from .resolving import resolve

        return resolve(definition, session)

    def ruling(self, definition: Definition, resolution: Resolution) -> Ruling:
        from .ruling import ruling

        return ruling(definition, resolution)


HOST = ClaudeCode()

__all__ = ["HOST", "ClaudeCode"]
