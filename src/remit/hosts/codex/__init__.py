"""OpenAI Codex: `.codex/agents/**/*.toml`, a TOML file for each role; a sandbox, no list of tools.

Newest client asked: 0.171.0. See `facts` for the evidence.
"""

from __future__ import annotations

from ..base import EFFORT, IDLE, NEEDED, PROJECT, Host, Place, Reading, Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...definition import Definition
    from ...document import Document
    from ...inventory import Inventory
    from ...ruling import Ruling
    from ...session import Resolution, Session
    from ...shapes import Shape
    from ...source import Source
    from ..base import Fact, Field, Surroundings


class Codex(Host):
    name = "codex"
    title = "OpenAI Codex"
    aliases = ("openai-codex", "codex-cli")
    latest = "0.171.0"
    versions = ("0.171.0",)
    folders = (".codex/agents",)
    settings_files = (".codex/config.toml",)
    spawn_tool = "spawn_agent"
    at_run = {  # noqa: RUF012
        "model_reasoning_effort": EFFORT,
        "nickname_candidates": IDLE,
        **dict.fromkeys(("sandbox_mode", "approval_policy", "default_permissions", "permissions"), NEEDED),
    }
    harmless = frozenset(("danger-full-access", "never"))
    builtin_names = ("default", "explorer", "worker")

    @property
    def fields(self) -> dict[str, Field]:
        from .fields import FIELDS

        return FIELDS

    @property
    def tool_names(self) -> dict[str, str]:
        from .vocabulary import TOOL_NAMES

        return TOOL_NAMES

    def further_keys(self, version: Version) -> dict[str, Shape]:
        from .shapes import further

        return further()

    def refuses_keys(self, version: Version, section: str = "") -> bool:
        return not section

    @property
    def meant(self) -> dict[str, str]:
        from .vocabulary import MEANT

        return MEANT

    @property
    def facts(self) -> tuple[Fact, ...]:
        from .facts import FACTS

        return FACTS

    def format_of(self, path: str) -> str | None:
        return "toml"

    def speaks(self, document: Document) -> bool:
        """A TOML file as a whole with a role's prompt in it."""
        return (document.source.path or "").endswith(".toml") and b"developer_instructions" in document.source.data

    def read(self, source: Source, version: Version, scope: str = PROJECT, *, stem: str | None = None) -> Reading:
        from .reading import read

        return read(self, source, version, scope, stem)

    def places(self, around: Surroundings, version: Version) -> Iterable[Place]:
        from .places import places

        return places(around)

    def project_place(self, path: str, origin: str, version: Version) -> Place:
        return Place(path, PROJECT, 0, suffixes=(".toml",), origin=origin)

    def given_place(self, folder: str, version: Version) -> Place:
        return Place(folder, PROJECT, 0, suffixes=(".toml",))

    def winner(self, readings: list[tuple[Place, str, Reading]], version: Version) -> int:
        from .places import winner

        return winner(readings)

    def settings(self, around: Surroundings, version: Version, files: tuple[str, ...] = ()) -> object:
        from .config import load

        return load(around, files)

    def inventory(self, around: Surroundings | None, version: Version) -> Inventory:
        from ...inventory import Inventory

        if around is None:
            return Inventory(None, {})
        from .config import load

        return Inventory(None, load(around, around.settings).servers)

    def builtin_agents(self, version: Version) -> tuple[Definition, ...]:
        from ...definition import Definition

        return tuple(
            Definition(name, host=self.name, host_version=version.text, system_prompt="") for name in self.builtin_names
        )

    def stricter_mode(self, parent: str | None, file: str | None) -> str | None:
        from .resolving import stricter_mode

        return stricter_mode(parent, file)

    def choose_model(
        self, version: Version, *, call: str | None, file: str | None, environment: str | None, parent: str | None
    ) -> tuple[str | None, str]:
        """A role's model cannot be changed by the call; without one the parent's holds."""
        return next(((value, source) for value, source in ((file, "file"), (call, "call")) if value), (parent, "parent"))

    def resolve(self, definition: Definition, session: Session) -> Resolution:
        from .resolving import resolve

        return resolve(definition, session)

    def ruling(self, definition: Definition, resolution: Resolution) -> Ruling:
        from .ruling import ruling

        return ruling(definition, resolution)


HOST = Codex()

__all__ = ["HOST", "Codex"]
