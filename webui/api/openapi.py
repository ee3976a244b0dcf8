"""The description of everything this server answers, made from the routes themselves (OpenAPI 3.1).

A route's docstring is its description, and names what a body holds: ``{"seat", "points"}``, or of a form
``Form ``code``, ``then``...``. What a name means is said once, in `MEANING`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any, get_args

from flask import Blueprint, Flask, Response, current_app, jsonify
from werkzeug.routing import Rule

from engine.house import ABORTIVE_DRAWS
from engine.rules import ruleset_names
from engine.table.events import Call
from engine.tiles import ALL_FACES
from webui.access.roles import Role, declared_role, needs
from webui.api.openapi_practice import MEANING as OF_PRACTICE
from webui.api.openapi_shapes import SEAT, WINS, event_schema, house_schema, win_schema
from webui.live.acts import ACTS
from webui.referee.acts import WAYS
from webui.referee.editing import HOWS
from webui.scores.endings import PENALTIES
from webui.words import languages

openapi = Blueprint("openapi", __name__)

_KEYS = re.compile(r"``\{([^}`]*)\}``")
_NAMED = re.compile(r"``([a-z_0-9]+)``")
_NUMBER = {"type": "integer", "minimum": 1, "maximum": 1_000_000_000}
_POINTS = {"type": ["integer", "null"], "minimum": -1_000_000, "maximum": 1_000_000}
_TEXT = {"type": "string", "maxLength": 600}
MEANING: Mapping[str, Mapping[str, Any]] = {
    "number": _NUMBER,
    "after": {"type": "integer", "minimum": 0, "maximum": 99_999_999_999},
    "amends": {"type": ["integer", "null"], "minimum": 1},
    "index": {"type": "integer", "minimum": 0, "maximum": 1000},
    "seat": SEAT,
    "giver": {"type": ["integer", "null"], "minimum": 0, "maximum": 3},
    "east": {"type": "string", "enum": ["-", "0", "1", "2", "3"]},
    "dealer": {"type": ["integer", "null"], "minimum": 0, "maximum": 3},
    "tile": {"type": ["string", "null"], "enum": [*sorted(ALL_FACES), None]},
    "act": {"type": "string", "enum": list(ACTS)},
    "rules": {"type": "string", "enum": list(ruleset_names())},
    "house": house_schema(),
    "names": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": ["string", "null"]}},
    "payments": {
        "type": "array",
        "minItems": 4,
        "maxItems": 4,
        "items": {"type": "integer"},
        "examples": [[8, -8, 0, 0], [-1000, -1000, 3000, -1000]],
    },
    "ready": {"type": ["array", "null"], "items": SEAT},
    "best": {"type": ["array", "null"], "items": SEAT},
    "wins": {"type": "array", "items": win_schema(), "minItems": 1, "maxItems": 3, "examples": list(WINS)},
    "events": {"type": "array", "items": event_schema(), "maxItems": 20},
    "points": _POINTS,
    "honba": {"type": ["integer", "null"], "minimum": 0},
    "season": {"type": ["integer", "null"], "minimum": 1},
    "concealed": {"type": "boolean"},
    "shared": {"type": "boolean"},
    "dry": {"type": "boolean"},
    "on": {"type": "boolean"},
    "happened": {"type": "boolean"},
    "how": {"type": "string", "enum": list(HOWS)},
    "verdict": {"type": "string", "enum": ["upheld", "dismissed"]},
    "lang": {"type": "string", "enum": list(languages())},
    "language": {"type": "string", "enum": list(languages())},
    "fault": {"type": "string", "enum": list(PENALTIES)},
    "call": {"type": "string", "enum": list(get_args(Call))},
    "kind": {"type": "string", "enum": ["exhaustive", *ABORTIVE_DRAWS]},
    "text": _TEXT,
    "note": _TEXT,
    "name": _TEXT,
}
"""What a name means wherever it stands; what is not here is a text of the route's own."""
MEANING_THERE: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "practice": OF_PRACTICE,
    "referee": {"way": {"type": "string", "enum": list(WAYS)}},
    "setup": {
        "way": {"type": "string", "enum": ["markers", "corners", "again"]},
        "correcting": {"type": "string", "enum": ["everybody", "seats"]},
    },
}
"""What a name means at the addresses of one blueprint; in braces one that is a part of the address."""
ANSWERS: Mapping[str, str] = {
    "200": "What was asked for.",
    "201": "Entered.",
    "202": "Accepted; it takes a moment.",
    "204": "Done; there is nothing to say.",
    "302": "It is at another address.",
    "303": "Done, or a log-in is needed: go on at the address given.",
    "304": "Unchanged since it was last fetched.",
    "308": "It is at another address for good.",
    "400": "The request is not what was expected; the line says what was.",
    "403": "The visitor may not, or the request did not come from a page of ours.",
    "404": "There is no such thing.",
    "405": "That address takes other methods.",
    "409": "The table is not such that this can be done.",
    "410": "It was used already, or is too old.",
    "413": "The request is too large.",
    "415": "The body is of a kind this address does not take.",
    "421": "The server does not answer to that host name.",
    "422": "What was sent cannot be read as what it should be.",
    "429": "Too many failures; try again after the seconds told.",
    "503": "Not now; try again after the seconds told, or nothing is seen of the table.",
}
OF_READING = ("200", "204", "302", "303", "308", "400", "403", "404", "405", "409", "421", "503")
OF_CHANGING = (
    *("200", "201", "202", "204", "303", "308", "400", "403", "404", "405", "409"),
    *("410", "413", "415", "421", "422", "429", "503"),
)
ENDLESS = frozenset({"stream.news"})
"""Answers that do not end by themselves."""


@openapi.get("/api/openapi.json")
@needs(Role.viewer)
def described() -> Response:
    """This description."""
    return jsonify(description_of(current_app))


def description_of(app: Flask) -> dict[str, Any]:
    """All routes of `app`, sorted by address."""
    paths: dict[str, dict[str, Any]] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda each: each.rule):
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            if rule.endpoint != "static":
                address = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
                paths.setdefault(address, {})[method.lower()] = _operation(app, rule, method)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Jantaku",
            "version": "1",
            "description": "The table, for programs and for people.",
        },
        "paths": paths,
    }


def _operation(app: Flask, rule: Rule, method: str) -> dict[str, Any]:
    view = app.view_functions[rule.endpoint]
    blueprint = rule.endpoint.partition(".")[0]
    meaning = {**MEANING, **MEANING_THERE.get(blueprint, {})}
    described = inspect.getdoc(view) or rule.endpoint
    role = declared_role(view) or Role.viewer
    operation: dict[str, Any] = {
        "operationId": rule.endpoint.replace(".", "_"),
        "summary": described.split("\n")[0],
        "description": f"{described}\n\nFor: {role.name}.",
        "tags": [blueprint],
        "parameters": _parameters(rule, described, method, meaning),
        "responses": {code: {"description": ANSWERS[code]} for code in _codes(method)},
    }
    if rule.endpoint in ENDLESS:
        operation["x-endless"] = True
    if method == "POST":
        operation["requestBody"] = _body(described, meaning)
    return operation


def _codes(method: str) -> tuple[str, ...]:
    return OF_CHANGING if method == "POST" else OF_READING


def _parameters(
    rule: Rule, described: str, method: str, meaning: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Those of the address, and for reading the ones the docstring names."""
    found: list[dict[str, Any]] = []
    for name, converter in rule._converters.items():
        is_number = type(converter).__name__ == "IntegerConverter"
        schema = (
            {"type": "integer", "minimum": 0}
            if is_number
            else {"type": "string", "pattern": "^[a-z0-9_.-]+$"}
        )
        schema = dict(meaning.get(f"{{{name}}}", schema))
        found.append({"name": name, "in": "path", "required": True, "schema": schema})
    known = {parameter["name"] for parameter in found}
    asked = [] if method == "POST" else [*_NAMED.findall(described), "lang"]
    for name in dict.fromkeys(asked):
        if name not in known:
            found.append({"name": name, "in": "query", "schema": dict(meaning.get(name, _TEXT))})
    return found


def _body(described: str, meaning: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What a POST takes: a form where the docstring begins with one, a file, else one JSON object."""
    if described.startswith("Form "):
        names = _NAMED.findall(described.partition(":")[0])
        texts = {name: each for name, each in meaning.items() if each.get("type") == "string"}
        fields = {name: dict(texts.get(name, _TEXT)) for name in names}
        schema: dict[str, Any] = {"type": "object", "properties": fields}
        return {"content": {"application/x-www-form-urlencoded": {"schema": schema}}}
    media = re.search(r"``(application/zip|image/jpeg)``", described)
    if media is not None:
        return {"content": {media[1]: {"schema": {"type": "string", "format": "binary"}}}}
    keys = _KEYS.search(described)
    names = re.findall(r'"([a-z_]+)"', keys[1]) if keys else []
    schema = {"type": "object", "properties": {name: dict(meaning.get(name, _TEXT)) for name in names}}
    if keys:
        schema["additionalProperties"] = False
    return {"content": {"application/json": {"schema": schema}}}
