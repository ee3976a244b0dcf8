"""A referee enters a fault that only people saw; it becomes an event, upheld."""

from __future__ import annotations

from flask import Response, abort, jsonify

from engine.table.events import FaultFound
from engine.table.fault import CONSEQUENCES, RULES_OF_FAULTS, fault
from webui.access.roles import Role, needs
from webui.access.who import who_asks
from webui.page.bodies import seat_in, sent_object, short
from webui.page.context import room_of
from webui.referee.acts import note_in
from webui.referee.pages import referee as referee


@referee.post("/referee/fault")
@needs(Role.referee)
def enter() -> tuple[Response, int]:
    """``{"seat", "name", "consequence", "note"}``: a fault that people saw, upheld as it is entered.

    `seat` null: the table's. `name`: the fault's. `consequence` null: what usually follows at this table."""
    body = sent_object()
    name, consequence = body.get("name"), body.get("consequence")
    if not isinstance(name, str) or name not in RULES_OF_FAULTS:
        abort(400, f"name must be the name of a fault, got {short(name)}")
    if consequence is not None and consequence not in CONSEQUENCES:
        abort(400, f"consequence must be one of {', '.join(CONSEQUENCES)} or null, got {short(consequence)}")
    room = room_of()
    seat = None if body.get("seat") is None else seat_in(body, "seat")
    found = fault(room.state, name, seat)
    event = FaultFound(found.rule, seat, (), consequence or found.consequence, name, "upheld")
    number = room.record("referee", (event,), by=who_asks(), note=note_in(body)).number
    return jsonify(accepted=True, number=number), 201
