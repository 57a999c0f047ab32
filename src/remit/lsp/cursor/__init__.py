"""The cursor: where in a front matter somebody is typing, and what belongs there.

The text is half typed, so no parser of a whole front matter can tell. Each format is looked at as far as the cursor and no further; what
follows only says how much of a word stands there already.
"""

from __future__ import annotations

from .front import slot_at
from .slot import KEY, VALUE, Slot

__all__ = ["KEY", "VALUE", "Slot", "slot_at"]
