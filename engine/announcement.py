"""One thing to tell the table: a key and its values; `KEYS` lists every key with the names of its values.

Seats are 0-3, tiles notation or None, `side` is the seat whose wall is meant and `stack` its stack,
counted from the owner's right end.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Announcement:
    """`key` names the sentence, `values` fill it: (name, value) pairs."""

    key: str
    values: tuple[tuple[str, object], ...] = ()


def tell(key: str, **values: object) -> Announcement:
    """The announcement `key` with these values."""
    return Announcement(key, tuple(values.items()))


KEYS: dict[str, tuple[str, ...]] = {
    "deal_started": ("dealer", "prevalent_wind", "honba", "number"),
    "east_told": ("place",),
    "east_untold": (),
    "roll_dice": ("seat",),
    "dice_rolled": ("seat", "pips", "total"),
    "roll_again": ("seat",),
    "break_here": ("seat", "side", "stack"),
    "wall_broken": ("side", "stack"),
    "take_stacks": ("seat", "side", "stack", "to_side", "to_stack"),
    "take_tops": ("seat", "side", "stack", "to_side", "to_stack"),
    "take_one": ("seat", "side", "stack"),
    "hands_dealt": ("dealer",),
    "exchange_flowers": ("dealer",),
    "flower": ("seat", "tile"),
    "north": ("seat",),
    "take_replacement": ("seat", "side", "stack"),
    "replacement_taken": ("seat",),
    "turn": ("seat",),
    "discard_due": ("seat",),
    "tiles_left": ("count",),
    "last_tile": ("seat",),
    "discarded": ("seat", "tile"),
    "chow": ("seat", "giver", "tile", "tiles"),
    "pung": ("seat", "giver", "tile", "tiles"),
    "kong.claimed": ("seat", "giver", "tile"),
    "kong.concealed": ("seat", "tile"),
    "kong.promoted": ("seat", "tile"),
    "ready": ("seat",),
    "dora": ("tile",),
    "won.self_draw": ("winner", "tile"),
    "won.replacement": ("winner", "tile"),
    "won.discard": ("winner", "giver", "tile"),
    "won.robbed_kong": ("winner", "giver", "tile"),
    "won.robbed_north": ("winner", "giver", "tile"),
    "won.value_drawn": ("winner",),
    "won.value_given": ("winner", "giver"),
    "score": ("winner", "value", "points", "patterns", "unit", "fu", "yakuman"),
    "deal_drawn": ("kind",),
    "deal_unseen": (),
    "shown_ready": ("seat",),
    "scores_changed": ("payments", "totals"),
    "next_dealer": ("dealer", "prevalent_wind", "honba"),
    "change_seats": ("players",),
    "seats_changed": ("players",),
    "game_over": ("players", "totals"),
    "fault": ("seat", "fault", "rule", "tiles", "consequence"),
    "fault.concluded": ("seat", "fault", "rule", "tiles", "consequence"),
    "fault.upheld": ("seat", "fault", "rule", "tiles", "consequence"),
    "fault.dismissed": ("seat", "fault", "rule", "tiles", "consequence"),
    "penalty": ("seat", "fault", "payments"),
    "win_waits": ("winner",),
    "dealt_again": (),
    "played_on": (),
    "referee_answered": (),
    "called": ("seat", "call"),
    "claim_awarded": ("seat", "call", "giver", "tile"),
    "claim_refused": ("seat", "call", "reason", "rule"),
    "referee_called": ("seat",),
}
