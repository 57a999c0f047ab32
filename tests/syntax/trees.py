"""What the syntax tests share: trees as tuples, definitions in many shapes, and texts near them."""

from hypothesis import strategies as st

from remit.syntax.nodes import Mapping, Scalar, Sequence

SAMPLES = [
    "name: code-reviewer\ndescription: Reviews code. Use it after each change; see https://x.y/z#top\ntools: Read, Grep\nmodel: opus\n",
    'name: \'a\'\ndescription: "Use \\"this\\" when\\nneeded"\ntools: [Read, \'Write\', "Edit", Bash(git:*), mcp__x__*]\n',
    "name: a\ndescription: it's fine & good\ntools:\n  - Read\n  - 'Write'\n  - \"Edit\"\ncolor: red\n",
    "tools:\n- Read\n- Bash(npm run:*)\nname: a\n",
    "# a comment\nname: a\n\n  # another\ndescription: |\n  First line\n\n    deeper\n  - last\n\nmodel: inherit # why\n",
    "description: >-\n  folded\n  text\n\n  again\nname: a\n",
    "name: a\ndescription: goes on\n  over lines\n\n  and a blank\ntools:\n",
    'hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: "true"\nname: a\n',
    "mcpServers:\n- github\n- slack:\n    command: npx\n    args: [\"-y\", 'x']\n    'x-key': ''\nskills: []\n",
    "tools:\n  [\n    \"a\", 'b,c',\n    d,\n  ]\nname: a\n",
    "name: \u00e9\u4e2d\U0001f600\ndescription: caf\u00e9 \u2014 na\u00efve\n",
    "a: &x {b: 1}\nc: *x\nd: !!str 5\ne: ? f\n",
]

_PIECES = [
    ":", ": ", " #", "#", "'", '"', "[", "]", "{", "}", ",", "-", "- ", "\t", "*", "&", "!", "|", ">", "\n", "\n\n", " ", "\n  ", "\n- ",
    "\n  - ", "? ", "%", "@", "...", "\r", "\r\n", "\x85", "\u2028", "\xa0", "\ufeff", "\\", "\\n", "<<: ", "|\n", ">-\n", "''", "x", "0",
    "\x00", "\x07", "key: value", "\nkey: value\n", "[a, b]", "\U0001f600", "\ud800",
]  # fmt: skip


@st.composite
def near_definitions(draw: st.DrawFn) -> str:
    """A definition with a few places changed."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.sampled_from((0, 0, 0, 1, 1, 3)))
        text = text[:at] + draw(st.sampled_from(["", *_PIECES])) + text[at + cut :]
    return text


@st.composite
def written_definitions(draw: st.DrawFn) -> str:
    """Lines of keys, items and text at several indentations."""
    values = st.sampled_from([
        "", "x", "Read, Bash", "[a, b]", "[a,", "b]", '"q"', "'s'", "|", "|-", ">", "x # c", "x: y", "x#y", "- x", "it's", "{a: b}", "5",
        "~", "text here", '"a\\tb"', "''", "* x", "-1", ", a",
    ])  # fmt: skip
    keys = st.sampled_from(["a: ", "b-c: ", "d:", "e:", "'f': ", "g h: ", "- ", "- i: ", "", "", "# "])
    lines = draw(st.lists(st.tuples(st.sampled_from((0, 0, 0, 1, 2, 2, 4)), keys, values), min_size=1, max_size=7))
    return "\n".join(" " * indent + key + value for indent, key, value in lines) + draw(
        st.sampled_from(("\n", "", "\n\n", " "))
    )


def shape(node, spans=True):
    """A tree as tuples: all that two readers must agree on."""
    if node is None:
        return None
    place = (node.start, node.end) if spans else ()
    if isinstance(node, Scalar):
        return (node.text, node.style, node.tag, *place)
    if isinstance(node, Sequence):
        return ("list", node.flow, node.tag, [shape(item, spans) for item in node.items], *place)
    return ("map", node.flow, node.tag, [(shape(key, spans), shape(value, spans)) for key, value in node.entries], *place)


def scalars(node):
    """Every scalar of a tree."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield from scalars(key)
            yield from scalars(value)


def values(node):
    """A tree as dicts, lists and the texts of its scalars."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [values(item) for item in node.items]
    return {values(key): values(value) for key, value in node.entries}
