"""The overlay as plain values, from nothing but the table's state and entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.journal.record import Entry
from engine.table.events import Seat
from engine.table.play_order import seats_of, turns_from
from engine.table.state import Discard, GameState
from engine.tiles import is_flower, sort_key, tile_text
from webui.overlay.waiting import waits_of
from webui.scores.board import result_of
from webui.scores.store.kept import KeptGame
from webui.scores.store.ranking import places_of
from webui.words import Words

NEWEST_DISCARDS = 6
"""So many of a river are shown."""


def overlay_content(
    start: GameState, entries: Sequence[Entry], state: GameState, names: Sequence[str], words: Words
) -> dict[str, Any]:
    """Everything a part of the overlay shows; `names` by where the players sat at first, "" for nobody in
    particular."""
    called = [
        names[player] or words.say("scores.player_number", number=player + 1)
        for player in range(state.rules.seats)
    ]
    place = turns_from(state.rules, state.first_dealer, state.dealer) + 1
    seats = sorted(seats_of(state.rules), key=lambda seat: (state.known_wind(seat) or 0, seat))
    return {
        "round": words.say("scores.deal_name", wind=words[f"wind.{state.prevalent_wind % 4}"], place=place),
        "honba": state.honba if state.rules.honba_payment else 0,
        "sticks": state.riichi_sticks if state.rules.riichi else 0,
        "left": state.wall.tiles_left,
        "dora": [tile_text(tile) for tile in state.dora_indicators],
        "is_on": state.phase not in ("building", "ended") or bool(entries),
        "seats": [_seat(state, seat, called[state.players[seat]]) for seat in seats],
        "result": None
        if state.ended_by is None
        else result_of(KeptGame(None, start, tuple(entries), True), called, words),
    }


def _seat(state: GameState, seat: Seat, name: str) -> dict[str, Any]:
    own = state.seats[seat]
    scores = [state.seats[state.players.index(player)].score for player in range(state.rules.seats)]
    places = places_of(state, scores)
    waits = waits_of(state, seat)
    return {
        "name": name,
        "wind": state.known_wind(seat),
        "score": own.score,
        "place": places[state.players[seat]] if len(set(scores)) > 1 else None,
        "is_dealer": state.known_wind(seat) == 0,
        "is_ready": own.is_ready,
        "is_turn": state.phase == "playing" and seat == state.turn,
        "has_won": seat in state.winners,
        "discards": list(map(_discard, own.river[-NEWEST_DISCARDS:])),
        "is_last": state.last_discard == seat,
        "hand": _known_hand(state, seat),
        "melds": [[tile_text(tile) for tile in meld.tiles] for meld in own.melds],
        "waits": [{"tile": each.tile, "left": each.left} for each in waits],
        "waits_left": sum(each.left for each in waits),
    }


def _discard(each: Discard) -> dict[str, Any]:
    return {
        "tile": tile_text(each.tile),
        "is_turned": each.turned,
        "is_claimed": each.claimed_by is not None,
    }


def _known_hand(state: GameState, seat: Seat) -> list[str]:
    """The hand in order where all of it is known; else nothing."""
    standing = state.seats[seat].standing
    known = [tile for tile in standing if tile is not None and not is_flower(tile)]
    return sorted(known, key=sort_key) if standing and len(known) == len(standing) else []
