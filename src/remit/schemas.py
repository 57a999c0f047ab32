"""JSON Schemas of what hosts read, made from their tables of fields, for editors that know no host.

Draft 7, which editors know best; `markdownDescription` and `deprecated` are read by many of them. A schema takes what the host takes and remit
has nothing to say about; it cannot know a session, so a name that might be a tool of one passes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .hosts.base import Field, Host, Version

Schema = dict[str, object]

DRAFT = "http://json-schema.org/draft-07/schema#"
REQUIRED = "required"


def front_matter(host: Host, version: Version) -> Schema:
    """The schema of a definition's fields, as this version of the host knows them."""
    fields = [field for field in host.fields.values() if _knows(version, field)]
    schema: Schema = {
        "$schema": DRAFT,
        "title": f"{host.title} {version.text}: an agent",
        "description": f"The fields of an agent definition of {host.title}, as remit knows that they are read.",
        **_map(host, version, fields, ""),
    }
    conditions = host.conditions(version)
    if conditions:
        schema["allOf"] = conditions
    return schema


def _knows(version: Version, field: Field) -> bool:
    from .hosts.base import Version

    return not (field.since and version < Version(field.since)) and not (field.until and version >= Version(field.until))


def _map(host: Host, version: Version, fields: list[Field], section: str) -> Schema:
    """The map at a route, with the fields that stand in it."""
    own = [field for field in fields if field.name.rpartition(".")[0] == section]
    properties: Schema = {} if section else {name: shape.schema for name, shape in host.further_keys(version).items()}
    for field in own:
        inside = any(other.name.startswith(f"{field.name}.") for other in fields)
        schema = _map(host, version, fields, field.name) if inside else dict(field.shape.schema)
        properties[field.name.rpartition(".")[2]] = {**schema, **_about(field)}
    for name, meant in _mistaken(host, section).items():
        properties.setdefault(name, _instead(host, meant))
    found: Schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": not host.refuses_keys(version, section),
    }
    required = [field.name.rpartition(".")[2] for field in own if field.default == REQUIRED]
    if required:
        found["required"] = required
    return found


def _mistaken(host: Host, section: str) -> dict[str, str]:
    """The keys that people write in this map for others."""
    routes = {route.rpartition(".")[::2]: meant for route, meant in host.meant.items()}
    return {name: meant for (inside, name), meant in routes.items() if inside == section}


def _instead(host: Host, meant: str) -> Schema:
    """A key that no value makes right: editors mark it, tell what is meant, and do not propose it."""
    told = f"{host.title} does not read this: " + (f"write `{meant}`" if meant in host.fields else f"it belongs in {meant}")
    return {"not": {}, "description": told, "errorMessage": told, "doNotSuggest": True}


def _about(field: Field) -> Schema:
    """What an editor tells of a field."""
    told: Schema = {"description": field.doc.replace("`", ""), "markdownDescription": about(field)}
    if field.deprecated:
        told["deprecated"] = True
    return told


def about(field: Field) -> str:
    """What is known of a field, Markdown."""
    lines = [field.doc + (" **Decides what the agent may do.**" if field.security else "")]
    lines.append(f"- takes: {field.forms}")
    if field.choices:
        lines.append("- words: " + ", ".join(f"`{word}`" for word in field.choices))
    lines.append(f"- without it: {field.default}")
    lines.append(f"- a bad value: {field.bad}")
    if field.since or field.until:
        ends = (f"from {field.since}" if field.since else "", f"before {field.until}" if field.until else "")
        lines.append("- versions: " + ", ".join(filter(None, ends)))
    lines.append(f"- evidence: {field.evidence}")
    return lines[0] + "\n\n" + "\n".join(lines[1:])
