"""Values in brackets, as YAML, TOML and JSON share them: `[a, b]`, `{a: b}`; read from where they begin up to the cursor."""

from __future__ import annotations

from .slot import KEY, VALUE, Slot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LINE_ENDS = "\r\n"
MOST = 1 << 16
"""Characters that are looked at; a front matter with more before the cursor gets no answer."""


class Frame:
    """One open bracket: `[`, `{`, or `""` for the value around them all. `keys` are a map's, `items` a list's, as far as they are read."""

    __slots__ = ("items", "key", "keys", "kind")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.key: str | None = None
        self.keys: list[str] = []
        self.items: list[str] = []


class Flow:
    """The brackets that are open at the cursor, and the token that is being typed."""

    def __init__(self, text: str, start: int, cursor: int, equals: str, comment: str) -> None:
        self.text = text
        self.cursor = cursor
        self.equals = equals
        self.comment = comment
        self.frames = [Frame("")]
        self.token: int | None = None
        self.quote = ""
        self._round = 0
        self.walk(start, min(cursor, start + MOST))

    def walk(self, at: int, stop: int) -> None:
        """Goes on to another character."""
        text = self.text
        while at < stop:
            char = text[at]
            if self.quote:
                if char == "\\" and self.quote == '"':
                    at += 2
                    continue
                if char == self.quote or (char in _LINE_ENDS and self.equals == "="):
                    self.quote = ""
            elif text.startswith(self.comment, at) and (self.comment != "#" or at == 0 or text[at - 1] in " \t\r\n"):
                at = _line_end(text, at, stop)
                continue
            elif char in "\"'" and self.token is None:
                self.token, self.quote = at, char
            elif char in "[{" and self.token is None:
                self.frames.append(Frame(char))
            elif char in "]}" and len(self.frames) > 1 and not self._round:
                self._finish(at)
                self.frames.pop()
                self.token = None
            elif char == "," and len(self.frames) > 1 and not self._round:
                self._finish(at)
            elif char == self.equals and self._in_map() and self.frames[-1].key is None and self.token is not None:
                self.frames[-1].key = _bare(text[self.token : at])
                self.frames[-1].keys.append(self.frames[-1].key)
                self.token = None
            elif not char.isspace():
                if self.token is None:
                    self.token = at
                self._round = max(0, self._round + (char == "(") - (char == ")"))
            at += 1

    def _in_map(self) -> bool:
        return self.frames[-1].kind == "{"

    def _finish(self, at: int) -> None:
        frame = self.frames[-1]
        if self.token is not None and frame.kind == "[":
            frame.items.append(_bare(self.text[self.token : at]))
        frame.key = None
        self.token = None
        self._round = 0

    def slot(
        self, route: tuple[str, ...], language: str, following: Callable[[int], tuple[list[str], list[str]]]
    ) -> Slot | None:
        """What is being typed at the cursor. `following` gives keys and items of the innermost bracket after a place."""
        frame = self.frames[-1]
        inner = (*route, *(one.key for one in self.frames if one.kind == "{" and one.key is not None))
        start = self.token if self.token is not None else self.cursor
        quoted = bool(self.quote)
        start += quoted
        end = self._end(quoted)
        if frame.kind == "{" and frame.key is None:
            keys, _ = following(end + quoted)
            rest = self.text[end : end + 200].lstrip("\"' \t")
            closed = rest.startswith(self.equals)
            there = frozenset((*frame.keys, *keys))
            return Slot(KEY, inner, language, self.text, start, self.cursor, end, there=there, closed=closed, quoted=quoted)
        if frame.kind == "[":
            _, items = following(end + quoted)
            there = frozenset((*frame.items, *items))
            return Slot(VALUE, inner, language, self.text, start, self.cursor, end, there=there, quoted=quoted)
        there = frozenset(entries(self.text[start:end]))
        return Slot(VALUE, inner, language, self.text, start, self.cursor, end, there=there, quoted=quoted)

    def _end(self, quoted: bool) -> int:
        """Where the token that is being typed ends, on its line."""
        text, at = self.text, self.cursor
        stop = _line_end(text, at, len(text))
        while at < stop:
            char = text[at]
            if quoted:
                if char == self.quote:
                    return at
            elif len(self.frames) > 1 and (char in ",]}" or (char == self.equals and self._in_map())):
                break
            elif char == "#" and text[at - 1] in " \t":
                break
            at += 1
        while at > self.cursor and text[at - 1] in " \t":
            at -= 1
        return at

    def after(self, at: int) -> tuple[list[str], list[str]]:
        """The keys and the items that follow in the innermost bracket."""
        text = self.text
        rest = Flow(text, at, at, self.equals, self.comment)
        rest.frames.append(Frame(self.frames[-1].kind))
        rest.frames[-1].key = self.frames[-1].key
        frame = rest.frames[-1]
        stop = min(len(text), at + MOST)
        step = at
        # Character by character, so that the walk ends with its own bracket.
        while step < stop and len(rest.frames) > 1:
            chunk = min(stop, _next_bracket(text, step, stop))
            rest.walk(step, chunk)
            step = chunk
        return frame.keys, frame.items


def _next_bracket(text: str, at: int, stop: int) -> int:
    found = [place + 1 for sign in "]}" if (place := text.find(sign, at, stop)) >= 0]
    return min(found, default=stop)


def _line_end(text: str, at: int, stop: int) -> int:
    found = [place for sign in _LINE_ENDS if (place := text.find(sign, at, stop)) >= 0]
    return min(found, default=stop)


def _bare(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text.strip("\"'")


def entries(text: str) -> list[str]:
    """The entries of one text that lists several, as far as they are whole."""
    from ...tools import split

    return [entry for entry, _, _ in split(text)] if "," in text or " " in text else [text] if text else []
