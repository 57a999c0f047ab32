"""Answers for people and machines: one file per format.

Each format of a check's report has `render(checked, base)` in its file, which gives the whole report; paths are told relative to the
folder `base`. Text is written as it is made, by `findings`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..checking import Checked

TEXT = "text"
FORMATS = (TEXT, "json", "github", "junit", "markdown", "sarif")
"""What a check can answer in: text, and the files here that render one."""


def render(name: str, checked: Checked, base: str) -> str:
    """The report of a check in one of the formats but `text`."""
    from importlib import import_module

    return str(import_module(f"{__name__}.{name}").render(checked, base))
