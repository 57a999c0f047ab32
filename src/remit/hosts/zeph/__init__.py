"""Zeph: `.zeph/agents/*.md`, YAML front matter (TOML before 0.13), one allowlist or denylist and exceptions; the denied are
looked at first.

`zeph` is the newest version, 0.22.4; `zeph@0.12` the first, whose tests stand in the founding document. See `facts` for the
evidence.
"""

from __future__ import annotations

from ..base import EXTRA, NEEDED, PROJECT, SESSION, USER, Host, Place, Reading, Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...definition import Definition, Skills
    from ...document import Document
    from ...inventory import Inventory
    from ...ruling import Ruling
    from ...session import Resolution, Session
    from ...source import Source
    from ...tools import Entry
    from ..base import Fact, Field, Surroundings

LABELS = {SESSION: "cli", PROJECT: "project", USER: "user", EXTRA: "extra"}
"""What Zeph calls the scopes of remit."""


class Zeph(Host):
    name = "zeph"
    title = "Zeph"
    latest = "0.22.4"
    versions = ("0.12", "0.13", "0.22", "0.22.4")
    limit = 256 << 10
    folders = (".zeph/agents",)
    read_only_modes = frozenset(("plan",))
    nesting = 3
    hook_variables = {  # noqa: RUF012
        "ZEPH_AGENT_ID": "agent",
        "ZEPH_AGENT_NAME": "agent",
        "ZEPH_TOOL_NAME": "tool",
        "ZEPH_TOOL_ARGS_JSON": "input",
    }
    at_run = {"worktree": NEEDED}  # noqa: RUF012

    @property
    def fields(self) -> dict[str, Field]:
        from .fields import FIELDS

        return FIELDS

    @property
    def tool_names(self) -> dict[str, str]:
        from .vocabulary import TOOLS

        return TOOLS

    def refuses_keys(self, version: Version, section: str = "") -> bool:
        from .vocabulary import CURRENT, STRICT

        return section in ("", "tools", "permissions") and not version < (STRICT if section else CURRENT)

    def conditions(self, version: Version) -> list[dict[str, object]]:
        both: dict[str, object] = {"properties": {"tools": {"not": {"required": ["allow", "deny"]}}}}
        return [both]

    @property
    def meant(self) -> dict[str, str]:
        from .fields import MEANT

        return MEANT

    @property
    def facts(self) -> tuple[Fact, ...]:
        from .facts import FACTS

        return FACTS

    def claims(self, path: str) -> bool:
        slashed = "/" + path
        return "/.zeph/agents/" in slashed or "/.config/zeph/agents/" in slashed

    def speaks(self, document: Document) -> bool:
        data = document.source.data
        if data.startswith((b"+++", b"\xef\xbb\xbf+++")):
            return True
        if not data.startswith((b"---", b"\xef\xbb\xbf---")) or (b"tools" not in data and b"permissions" not in data):
            return False
        from .framing import is_zephs

        return is_zephs(document.root)

    def read(self, source: Source, version: Version, scope: str = PROJECT, *, stem: str | None = None) -> Reading:
        from .reading import read

        return read(self, source, version, scope, stem)

    def source_label(self, reading: Reading) -> str:
        """What Zeph lists as a definition's source: its scope and file name, never the whole path."""
        filename = (reading.path or "<unknown>").replace("\\", "/").rpartition("/")[2]
        label = LABELS.get(reading.scope)
        return f"{label}/{filename}" if label else filename

    def places(self, around: Surroundings, version: Version) -> Iterable[Place]:
        from .places import places

        return places(around, version)

    def project_place(self, path: str, origin: str, version: Version) -> Place:
        from .places import place

        return place(path, PROJECT, 1, version, origin=origin)

    def given_place(self, folder: str, version: Version) -> Place:
        from .places import place

        return place(folder, PROJECT, 0, version)

    def winner(self, readings: list[tuple[Place, str, Reading]], version: Version) -> int:
        """The first file name; a definition that fails does not take part."""
        order = sorted(range(len(readings)), key=lambda index: readings[index][1])
        return next((index for index in order if readings[index][2].loaded), order[0])

    def size_limit(self, version: Version) -> int | None:
        return None if version < Version("0.13") else self.limit

    def strict_loading(self, version: Version) -> bool:
        return version < Version("0.22")

    def settings(self, around: Surroundings, version: Version, files: tuple[str, ...] = ()) -> object:
        from .settings import load

        return load(around, files)

    def inventory(self, around: Surroundings | None, version: Version) -> Inventory:
        from ...inventory import Inventory

        if around is None:
            return Inventory(None, {})
        from .settings import load

        return Inventory(None, dict.fromkeys(load(around, ()).servers))

    def allowlist(self, reading: Reading) -> list[Entry]:
        return self.listed(reading, "tools.allow") or []

    def denylist(self, reading: Reading) -> list[Entry]:
        return [*(self.listed(reading, "tools.deny") or ()), *(self.listed(reading, "tools.except") or ())]

    def resolve(self, definition: Definition, session: Session) -> Resolution:
        from .resolving import resolve

        return resolve(definition, session)

    def ruling(self, definition: Definition, resolution: Resolution) -> Ruling:
        from .ruling import ruling

        return ruling(definition, resolution)

    def stricter_mode(self, parent: str | None, file: str | None) -> str | None:
        """`plan` blocks every call; of the others the one that asks more."""
        from .vocabulary import STRICTNESS

        known = [mode for mode in (parent, file) if mode in STRICTNESS]
        return min(known, key=STRICTNESS.index) if known else file or parent

    def memory_place(self, definition: Definition) -> tuple[str, str] | None:
        from .agent import memory_path

        if definition.memory is None:
            return None
        folder, _, name = memory_path(definition.memory, definition.name).rpartition("/")
        return folder, name

    def effective_field(self, reading: Reading, name: str) -> object:
        from .reading import effective_field

        return effective_field(reading, name)

    def visible_skills(self, skills: Skills, names: Iterable[str]) -> list[str]:
        from .skills import visible

        return visible(skills, names)


HOST = Zeph()

__all__ = ["HOST", "Zeph"]
