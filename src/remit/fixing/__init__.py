"""Fixing: the fixes that rules propose, applied in rounds, each proved before a byte is written.

* `fix` mends one file or document; `fix_all` what a check looked at. Neither writes: `Fixed.write` does.
* `proved` is the proof of one fix, for an editor that offers it.
"""

from __future__ import annotations

from .files import Changed, Fixed, fix, fix_all
from .proof import Proof, apply, proved
from .views import View, views_of

__all__ = ["Changed", "Fixed", "Proof", "View", "apply", "fix", "fix_all", "proved", "views_of"]
