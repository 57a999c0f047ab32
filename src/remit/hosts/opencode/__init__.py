"""OpenCode: `.opencode/agents/**/*.md` and `opencode.json`, layers that merge, an ordered map of permissions; the last applicable rule counts.

Newest client asked: 1.18.33. See `facts` for the evidence.
"""

from __future__ import annotations

from ...errors import UsageError
from ..base import EFFORT, IDLE, PROJECT, TEMPERATURE, TOP_P, Fact, Field, Host, Place, Reading, Surroundings, Version
from .vocabulary import BUILTIN_AGENTS, CANONICAL, FURTHER_TOOLS, SESSION_TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...definition import Definition
    from ...document import Document
    from ...inventory import Inventory
    from ...policy import Decision
    from ...ruling import Ruling
    from ...session import Resolution, Session
    from ...source import Source
    from ..base import Mention

_FILES = ("opencode.json", "opencode.jsonc")


class OpenCode(Host):
    name = "opencode"
    title = "OpenCode"
    aliases = ("oc",)
    latest = "1.18.33"
    versions = ("1.18.33",)
    folders = (
        ".opencode/agents",
        ".opencode/agent",
        ".opencode/modes",
        ".opencode/mode",
        ".config/opencode/agents",
        ".config/opencode/agent",
        ".config/opencode/modes",
        ".config/opencode/mode",
    )
    files = _FILES
    sections = ("agent", "mode")
    settings_files = (*_FILES, *(f".opencode/{name}" for name in _FILES))
    spawn_tool = "task"
    at_run = {  # noqa: RUF012
        "temperature": TEMPERATURE,
        "top_p": TOP_P,
        "variant": EFFORT,
        **dict.fromkeys(("color", "hidden", "mode", "tools", "permission"), IDLE),
    }
    builtin_names = BUILTIN_AGENTS
    merges = True

    @property
    def fields(self) -> dict[str, Field]:
        from .fields import FIELDS

        return FIELDS

    @property
    def tool_names(self) -> dict[str, str]:
        return {name: CANONICAL.get(name, name) for name in (*SESSION_TOOLS, *FURTHER_TOOLS) if name != "invalid"}

    def server_entry(self, server: str, tool: str = "*") -> str:
        return f"{server}_{tool}"

    @property
    def meant(self) -> dict[str, str]:
        from .fields import MEANT

        return MEANT

    @property
    def facts(self) -> tuple[Fact, ...]:
        from .facts import FACTS

        return FACTS

    def version(self, text: str | None) -> Version:
        found = super().version(text)
        if not found < Version("2"):
            raise UsageError(f"remit does not know OpenCode {text} yet", f"use `opencode@{self.latest}`")
        return found

    def claims(self, path: str) -> bool:
        return super().claims(path) or self.format_of(path) is not None

    def format_of(self, path: str) -> str | None:
        return "json" if path.rpartition("/")[2] in _FILES else None

    def speaks(self, document: Document) -> bool:
        """`mode` with one of its words beside a map of permissions or tools, or a map of permissions alone."""
        root = document.root if document.kind in ("yaml", "json") else None
        if root is None or (root.get("permission") is None and root.get("mode") is None):
            return False
        from .speaking import speaks

        return speaks(document)

    def read(self, source: Source, version: Version, scope: str = PROJECT, *, stem: str | None = None) -> Reading:
        """What this host makes of a file; of a settings file, of the first agent in it."""
        if source.path is not None and self.format_of(source.path.replace("\\", "/")) is not None:
            return next(self.entries(source, version, scope, stem))
        from ...document import Document
        from .reading import read

        return read(self, Document(source), version, scope, stem)

    def entries(self, source: Source, version: Version, scope: str, stem: str | None) -> Iterator[Reading]:
        if source.path is not None and source.path.endswith((".json", ".jsonc")):
            from .entries import read_entries

            yield from read_entries(self, source, version, scope)
        else:
            yield self.read(source, version, scope, stem=stem)

    def prompt(self, reading: Reading) -> str:
        """The system prompt as the client takes it: what follows its own end of the front matter, trimmed; the whole file where it has none."""
        from .view import View

        return (reading.view.prompt or "") if isinstance(reading.view, View) else reading.prompt()

    def effective_field(self, reading: Reading, name: str) -> object:
        """The value of a field as the client has it, `None` where it has none."""
        from .js_values import plain_of
        from .view import View

        if not isinstance(reading.view, View):
            return super().effective_field(reading, name)
        entry = reading.view.fields.get(name)
        return None if entry is None else plain_of(entry[1])

    def places(self, around: Surroundings, version: Version) -> Iterable[Place]:
        from .places import places

        return places(around)

    def project_place(self, path: str, origin: str, version: Version) -> Place:
        from .places import project_place

        return project_place(path, origin)

    def winner(self, readings: list[tuple[Place, str, Reading]], version: Version) -> int:
        from .places import winner

        return winner(readings, version)

    def settings(self, around: Surroundings, version: Version, files: tuple[str, ...] = ()) -> object:
        from .loading import load

        return load(self, around, version, files)

    def inventory(self, around: Surroundings | None, version: Version) -> Inventory:
        from ...inventory import Inventory

        if around is None:
            return Inventory(None, {})
        from .loading import load
        from .places import inventory

        return inventory(load(self, around, version, ()))

    def mentions(self, reading: Reading) -> Iterable[Mention]:
        from .references import mentions

        return mentions(reading)

    def settings_mentions(self, settings: object) -> Iterable[Mention]:
        from .layers import Settings
        from .references import settings_mentions

        return settings_mentions(settings) if isinstance(settings, Settings) else ()

    def builtin_agents(self, version: Version) -> tuple[Definition, ...]:
        from .builtin import AGENTS

        return AGENTS

    def resolve(self, definition: Definition, session: Session) -> Resolution:
        from .resolving import resolve

        return resolve(definition, session)

    def ruling(self, definition: Definition, resolution: Resolution) -> Ruling:
        from .ruling import ruling

        return ruling(definition, resolution)

    def decide_by_rules(self, ruling: Ruling, tool: str, value: object, cwd: str | None) -> Decision:
        from .ruling import decide

        return decide(ruling, tool, value, cwd)


HOST = OpenCode()

__all__ = ["HOST", "OpenCode"]
