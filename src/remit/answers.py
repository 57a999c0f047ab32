"""JSON Schemas of remit's own answers, for programs that read them: `remit/<command>/1`, each one object.

An answer has every key that stands here. A later version may add others, so no object is closed.
"""

from __future__ import annotations

from .diagnostic import SEVERITIES
from .policy import ALLOW, ASK, DENY
from .running.outcome import EXIT_CODES
from .schemas import DRAFT

Schema = dict[str, object]

_TEXT: Schema = {"type": "string"}
_TRUTH: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_FROM_ONE: Schema = {"type": "integer", "minimum": 1}


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _words(*words: str) -> Schema:
    return {"enum": list(words)}


def _object(**keys: Schema) -> Schema:
    """An object with all of these keys."""
    return {"type": "object", "required": list(keys), "properties": dict(keys)}


_POSITION = _object(line=_FROM_ONE, column=_FROM_ONE)
_BECAUSE = {"path": _maybe(_TEXT), "line": _maybe(_FROM_ONE), "column": _maybe(_FROM_ONE)}
_SPAN = {"start": _POSITION, "end": _POSITION}
_DIAGNOSTIC = _object(
    rule=_TEXT,
    severity=_words(*SEVERITIES),
    message=_TEXT,
    help=_maybe(_TEXT),
    path=_maybe(_TEXT),
    **_SPAN,
    related=_list(_object(message=_TEXT, path=_maybe(_TEXT), **_SPAN)),
    fix=_maybe(_object(title=_TEXT, safety=_words("safe", "unsafe"), edits=_list(_object(**_SPAN, text=_TEXT)))),
)
_MENDED = {"rule": _TEXT, "title": _TEXT, "safety": _words("safe", "unsafe")}
_FIXED = _object(
    path=_maybe(_TEXT),
    written=_TRUTH,
    problem=_maybe(_TEXT),
    made=_list(_object(**_MENDED)),
    refused=_list(_object(**_MENDED, reason=_TEXT)),
)
_STATUS = _words("active", "shadowed", "broken", "skipped")
_TOOLS = _maybe(_list(_TEXT))
_OUTCOME = _words(*EXIT_CODES)
_SECONDS: Schema = {"type": "number", "minimum": 0}
_RESULT: dict[str, Schema] = {
    "agent": _TEXT,
    "outcome": _OUTCOME,
    "partial": _TRUTH,
    "reason": _maybe(_TEXT),
    "text": _TEXT,
    "turns": _COUNT,
    "toolCalls": _COUNT,
    "refusedCalls": _COUNT,
    "seconds": _SECONDS,
    "transcript": _maybe(_TEXT),
}
_PLANNED = _object(
    agent=_TEXT,
    above=_list(_TEXT),
    ways=_COUNT,
    tools=_list(_TEXT),
    within={"type": "object", "additionalProperties": _list(_TEXT)},
    changesNothing=_maybe(_TEXT),
    starts=_list(_TEXT),
    skills=_list(_TEXT),
    servers=_list(_TEXT),
    secrets=_list(_TEXT),
    memory=_maybe(_TEXT),
    model=_maybe(_TEXT),
    modelSettings={"type": "object"},
    limits=_object(maxTurns=_maybe(_COUNT), timeoutSeconds=_maybe(_SECONDS), ttlSeconds=_maybe(_SECONDS)),
    elsewhere=_list(_TEXT),
)
_JOB: dict[str, Schema] = {
    "id": _TEXT,
    "agent": _TEXT,
    "task": _TEXT,
    "cwd": _TEXT,
    "started": _maybe(_TEXT),
    "status": _words("waiting", "running", "interrupted", *EXIT_CODES),
    "result": _maybe(_object(**_RESULT)),
}
_KEPT_JOB: dict[str, Schema] = {"worker": _maybe(_TEXT)}

ANSWERS: dict[str, Schema] = {
    "check": _object(
        files=_list(_TEXT),
        diagnostics=_list(_DIAGNOSTIC),
        summary=_object(files=_COUNT, errors=_COUNT, warnings=_COUNT, infos=_COUNT),
        untold=_object(suppressed=_COUNT, inBaseline=_COUNT, excludedFiles=_COUNT),
    ),
    "show": _object(
        name=_maybe(_TEXT),
        host=_TEXT,
        hostVersion=_TEXT,
        path=_TEXT,
        scope=_TEXT,
        status=_STATUS,
        model=_maybe(_TEXT),
        limits=_object(maxTurns=_maybe(_COUNT), timeoutSeconds=_maybe(_COUNT), ttlSeconds=_maybe(_COUNT)),
        declaredTools=_TOOLS,
        effectiveTools=_TOOLS,
        reachableTools=_TOOLS,
        enforcedTools=_TOOLS,
        spawnable=_TRUTH,
        reasons=_list(_object(tool=_TEXT, granted=_TRUTH, because=_TEXT, **_BECAUSE)),
        reachablePaths={"type": "object", "additionalProperties": _list(_TEXT)},
        diagnostics=_list(_DIAGNOSTIC),
    ),
    "list": _object(
        definitions=_list(
            _object(
                name=_maybe(_TEXT),
                host=_TEXT,
                scope=_TEXT,
                path=_TEXT,
                status=_STATUS,
                shadowedBy=_maybe(_TEXT),
                reason=_maybe(_TEXT),
                origin=_maybe(_TEXT),
            )
        ),
        skipped=_list(_object(path=_TEXT, reason=_maybe(_TEXT))),
    ),
    "can": _object(
        tool=_TEXT,
        input={},
        effect=_words(ALLOW, ASK, DENY),
        reason=_TEXT,
        because=_maybe(_object(**_BECAUSE)),
    ),
    "run": _object(**_RESULT),
    "run-plan": _object(
        agent=_TEXT,
        cwd=_TEXT,
        depth=_COUNT,
        agents=_list(_PLANNED),
        notes=_list(_TEXT),
    ),
    "job": _object(**_JOB),
    "jobs": _object(jobs=_list({**_object(**_JOB), "properties": {**_JOB, **_KEPT_JOB}})),
}
"""The answers by command, without the key `schema`."""


AT_TIMES: dict[str, dict[str, Schema]] = {"check": {"fixed": _list(_FIXED)}, "job": _KEPT_JOB}
"""Keys that an answer has only where they were asked for: `fixed` with `--fix`, `worker` with `--durable`."""


def answer(command: str) -> Schema:
    """The schema of a command's answer. Raises `KeyError`."""
    name = f"remit/{command}/1"
    body = ANSWERS[command]
    keys: dict[str, object] = {"schema": {"const": name}, **body["properties"]}  # type: ignore[dict-item]
    return {
        "$schema": DRAFT,
        "title": name,
        "type": "object",
        "required": list(keys),
        "properties": {**keys, **AT_TIMES.get(command, {})},
    }
