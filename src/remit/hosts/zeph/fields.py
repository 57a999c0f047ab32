"""The fields of a Zeph definition, with what each takes and since when, and the keys that people write instead."""

from __future__ import annotations

from ..base import Field, Version
from . import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...shapes import Shape

TEXT, MODEL, TEXTS, OPTIONAL_TEXTS, COUNT, SECONDS, SIZE, TRUTH, WORD, OPTIONAL_WORD, TABLE, HOOKS = range(12)
"""What a reader is asked for: `TEXT` to `WORD` must be there and of that type, the optional ones may be null, a `TABLE` has
fields of its own. `COUNT` is 32 bits wide, `SECONDS` and `SIZE` are 64."""

HIGHEST = {COUNT: (1 << 32) - 1, SECONDS: (1 << 64) - 1, SIZE: (1 << 64) - 1}

_FIRST = "founding document: def.rs of zeph < 0.13 (PR #735) with its tests"
_LATE = "def.rs @1042af52 with its tests, read 2026-11-30"
_NEWEST = "spawn.rs @2999a6c, release note of v0.22.4 (#6626), read 2026-11-30"
_REFUSED = "the file is refused"


def _field(name: str, kind: int, shape: Shape, doc: str, **more: object) -> tuple[Field, int]:
    more.setdefault("evidence", _FIRST if "since" not in more else _LATE)
    return Field(name, shape, doc, bad=_REFUSED, **more), kind  # type: ignore[arg-type]


_TABLE = (
    _field(
        "name", TEXT, shapes.NAME, "The agent's identity; case counts, the file's name does not matter.", default="required"
    ),
    _field("description", TEXT, shapes.NAME, "What the agent is for.", default="required"),
    _field(
        "model", MODEL, shapes.MODEL, "A model or provider; `inherit` is the parent's.", default="the parent's", holds="models"
    ),
    _field("tools", TABLE, shapes.POLICY, "The tool policy.", default="every tool", security=True),
    _field(
        "tools.allow",
        OPTIONAL_TEXTS,
        shapes.TOOL_NAMES,
        "The only tools the agent has; `[]` is none at all.",
        default="every tool",
        security=True,
        holds="tools",
    ),
    _field(
        "tools.deny",
        OPTIONAL_TEXTS,
        shapes.TOOL_NAMES,
        "Every tool but these. Not beside `allow`.",
        default="every tool",
        security=True,
        holds="tools",
    ),
    _field(
        "tools.except",
        TEXTS,
        shapes.TOOL_NAMES,
        "Denied on top of any policy; wins over `allow`.",
        default="every tool that the policy allows",
        security=True,
        since="0.13",
        holds="tools",
    ),
    _field("permissions", TABLE, shapes.TABLE, "Limits, secrets and the mode.", default="the default limits", security=True),
    _field("permissions.secrets", TEXTS, shapes.SECRETS, "Keys of the vault that the agent may ask for.", default="no secret"),
    _field(
        "permissions.max_turns",
        COUNT,
        shapes.COUNT,
        "Requests to the model at most; 0 ends the run before the first.",
        default="20 turns",
        security=True,
    ),
    _field(
        "permissions.background",
        TRUTH,
        shapes.FLAG,
        "Runs beside the session: cancelled alone, secret requests are denied.",
        default="false",
    ),
    _field(
        "permissions.timeout_secs",
        SECONDS,
        shapes.SIZE,
        "Seconds until the run should end. Read and not enforced.",
        default="600 seconds",
    ),
    _field(
        "permissions.ttl_secs",
        SECONDS,
        shapes.SIZE,
        "Seconds that a grant lasts; 0 is expired at once.",
        default="300 seconds",
        security=True,
    ),
    _field(
        "permissions.permission_mode",
        WORD,
        shapes.MODE,
        "`plan` blocks every call; the others are the same for an agent.",
        default="the mode `default`",
        security=True,
        since="0.13",
    ),
    _field(
        "permissions.max_history_messages",
        SIZE,
        shapes.SIZE,
        "Messages that are kept; 0 keeps all.",
        default="200 messages",
        since="0.22",
    ),
    _field(
        "permissions.worktree",
        TRUTH,
        shapes.FLAG,
        "Runs in a git worktree of its own, without `set_working_directory`.",
        default="false",
        since="0.22.4",
        evidence=_NEWEST,
    ),
    _field("skills", TABLE, shapes.SKILLS, "Which skills the agent sees.", default="every skill"),
    _field(
        "skills.include",
        TEXTS,
        shapes.PATTERNS,
        "The skills the agent sees; `[]` lets all pass.",
        default="every skill",
        security=True,
        holds="skills",
    ),
    _field(
        "skills.exclude",
        TEXTS,
        shapes.PATTERNS,
        "Skills that are hidden; wins over `include`.",
        default="every skill that `include` lets pass",
        security=True,
        holds="skills",
    ),
    _field(
        "hooks",
        HOOKS,
        shapes.HOOKS,
        "Commands around the agent's calls; dropped from the user's own definitions.",
        default="no hook",
        security=True,
        since="0.22",
    ),
    _field(
        "memory",
        OPTIONAL_WORD,
        shapes.MEMORY,
        "A memory folder. Adds `read`, `write` and `edit` to an allowlist.",
        since="0.22",
    ),
)

FIELDS: dict[str, Field] = {field.name: field for field, _ in _TABLE}
"""The fields by route: `tools.allow` is `allow` in the table `tools`."""

KINDS: dict[str, int] = {field.name: kind for field, kind in _TABLE}

SINCE: dict[str, Version] = {field.name: Version(field.since) for field, _ in _TABLE if field.since}

DEFAULTS: dict[str, object] = {
    "permissions.max_turns": 20,
    "permissions.background": False,
    "permissions.timeout_secs": 600,
    "permissions.ttl_secs": 300,
    "permissions.permission_mode": "default",
    "permissions.max_history_messages": 200,
}
"""What holds where a field is absent and the version has it."""

_PERMISSIONS = {
    "maxTurns": "max_turns",
    "turns": "max_turns",
    "max_iterations": "max_turns",
    "max_steps": "max_turns",
    "timeout": "timeout_secs",
    "ttl": "ttl_secs",
    "mode": "permission_mode",
    "permissionMode": "permission_mode",
    "isolation": "worktree",
    "secret": "secrets",
}
_TOOLS = {
    "allowed": "allow",
    "allowlist": "allow",
    "allowed_tools": "allow",
    "include": "allow",
    "denied": "deny",
    "denylist": "deny",
    "disallow": "deny",
    "disallowed": "deny",
    "block": "deny",
    "exclude": "except",
}
_LIMITS = (
    "max_turns",
    "background",
    "secrets",
    "timeout_secs",
    "ttl_secs",
    "permission_mode",
    "max_history_messages",
    "worktree",
)

MEANT: dict[str, str] = {
    **{name: f"permissions.{name}" for name in _LIMITS},
    **{f"permissions.{wrong}": f"permissions.{name}" for wrong, name in _PERMISSIONS.items()},
    **{wrong: f"permissions.{name}" for wrong, name in _PERMISSIONS.items()},
    **{f"tools.{wrong}": f"tools.{name}" for wrong, name in _TOOLS.items()},
    **{name: f"tools.{name}" for name in ("allow", "deny", "except")},
    "allowedTools": "tools.allow",
    "allowed-tools": "tools.allow",
    "allowed_tools": "tools.allow",
    "disallowedTools": "tools.deny",
    "disallowed_tools": "tools.except",
    "disallowed-tools": "tools.deny",
    "include": "skills.include",
    "exclude": "skills.exclude",
    "grants": "permissions.secrets",
    "permission": "permissions",
    "prompt": "the body of the file",
    "system_prompt": "the body of the file",
    "instructions": "the body of the file",
    "delegation_mode": "`delegation_mode` in `[agents]` of the configuration",
}
"""What a key, by its route, is called or where it belongs."""

HARMLESS = frozenset(
    (
        *("author", "authors", "categories", "category", "color", "created", "date", "displayName", "display_name", "emoji"),
        *(
            "homepage",
            "icon",
            "keywords",
            "license",
            "metadata",
            "repository",
            "source",
            "tags",
            "title",
            "updated",
            "url",
            "version",
        ),
    )
)
"""Keys that describe a file: no version acts on them and nobody expects it."""


def known(route: str, version: Version) -> bool:
    """Whether this version has the field."""
    return route in FIELDS and not (route in SINCE and version < SINCE[route])


def nearest_route(section: str, key: str, version: Version) -> str | None:
    """The route that a key unknown in `section` (`""` or `"tools"`) most likely means."""
    from ...tools import distance, fold, nearest

    route = f"{section}.{key}" if section else key
    found = MEANT.get(route)
    if found is not None:
        return found
    siblings = [name for name in FIELDS if name.rpartition(".")[0] == section and known(name, version)]
    names = [name.rpartition(".")[2] for name in siblings]
    close = nearest(key, names, cutoff=0.6)
    if close is None or (fold(close) != fold(key) and (len(key) < 3 or distance(key.lower(), close, 2) > 2)):
        return None
    return f"{section}.{close}" if section else close
