"""Whether a file that lies in no host's place reads like OpenCode's."""

from __future__ import annotations

from ...syntax.nodes import Mapping, Node, Scalar
from .accepting import ACTIONS
from .js_values import value_of
from .shapes import MODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...document import Document


def speaks(document: Document) -> bool:
    """A mode of OpenCode's beside one of its maps, or a map of permissions alone."""
    root = document.root
    if root is None:
        return False
    permission, tools, mode = root.get("permission"), root.get("tools"), root.get("mode")
    named = isinstance(mode, Scalar) and mode.text in MODES
    if _is_permission(permission):
        return True
    return named and (permission is not None or tools is None or isinstance(tools, Mapping))


def _is_permission(node: Node | None) -> bool:
    if isinstance(node, Scalar):
        return value_of(node) in ACTIONS
    if not isinstance(node, Mapping) or not node.entries:
        return False
    return all(
        isinstance(value, Mapping) or (isinstance(value, Scalar) and str(value_of(value)).lower() in ACTIONS)
        for _, value in node.entries
    )
