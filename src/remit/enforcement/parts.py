"""The values of a settings file, read as remit's own readers read them, so that what they would not see does not count either.

What a hook may have to look at is plain JSON nearly always, and then no reader has to be loaded. Comments and TOML take the readers themselves.
"""

from __future__ import annotations

from .json_text import loads

LIMIT = 4 << 20
"""Size in bytes above which remit reads no settings file, so that no value of it counts: 4 MiB."""
_SHALLOW = 200
"""A text with no more brackets than this is not nested too deep for any reader."""


def values(path: str, data: bytes) -> object:
    """What a settings file says. Raises `ValueError` for one that is not read."""
    if len(data) > LIMIT:
        raise ValueError("too large to be read")
    text = data.decode()
    if path.endswith(".toml"):
        return _toml(text)
    if text.count("{") + text.count("[") <= _SHALLOW:
        try:
            return loads(text)
        except ValueError:
            pass  # it may have comments
    return _json(text)


def _json(text: str) -> object:
    from ..syntax.jsonc import values as read
    from ..syntax.nodes import SyntaxFault

    try:
        return read(text)
    except SyntaxFault as fault:
        raise ValueError(fault.problem) from None


def _toml(text: str) -> object:
    import tomllib

    from ..syntax.nodes import SyntaxFault
    from ..syntax.toml import read

    try:
        read(text)  # it refuses more than `tomllib` does
        return tomllib.loads(text)
    except SyntaxFault as fault:
        raise ValueError(fault.problem) from None
    except RecursionError:
        raise ValueError("nested too deep") from None
