"""What an agent is given for a time: grants, secrets lent by name, and their values kept out of everything that is said."""

from __future__ import annotations
