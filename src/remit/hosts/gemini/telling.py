"""Whether a file that lies in no host's place reads like a Gemini CLI agent."""

from __future__ import annotations

from ...syntax.nodes import Mapping, Scalar, Sequence
from .vocabulary import BUILTINS

_OWN_KEYS = frozenset(("timeout_mins", "mcp_servers", "display_name", "agent_card_url", "agent_card_json"))


def is_geminis(root: Mapping | None) -> bool:
    """It has a name, and a key that is Gemini CLI's alone or a list of its tools with `_` in their names."""
    if root is None or root.get("name") is None:
        return False
    if any(key in _OWN_KEYS for key in root.keys()):  # noqa: SIM118
        return True
    tools = root.get("tools")
    names = [item.text for item in tools.items if isinstance(item, Scalar)] if isinstance(tools, Sequence) else []
    return (
        bool(names)
        and all(name in BUILTINS or name.startswith("mcp_") for name in names)
        and any("_" in name for name in names)
    )
