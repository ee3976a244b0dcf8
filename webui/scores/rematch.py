"""The next game in one tap: the same players by the same rules, seats drawn by lot."""

from __future__ import annotations

import random

from flask import abort, jsonify

from engine.table.events import DealStarted
from engine.tiles import EngineError
from webui.access.roles import Role, needs
from webui.access.who import who_asks
from webui.page.bodies import body_of, refuse
from webui.page.context import chosen_words, room_of
from webui.scores.context import game_json, scores_of
from webui.scores.framing import scores
from webui.scores.keeping import Answer, lay_out, way_to_table
from webui.scores.store.booked import Game
from webui.scores.store.kept import kept_at_table
from webui.scores.store.summary import summary_of

_LOT = random.SystemRandom()


@scores.post("/scores/rematch")
@needs(Role.seat)
def rematch() -> Answer:
    """``{}``: the game at the table, which must be over, is finished (or the last one is taken) and the same
    players begin another by the same rules in seats drawn by lot. 409 while a game goes on, or when there was
    none."""
    body_of()
    play, book = way_to_table(), scores_of().book
    before = _finished()
    names = list(before.names)
    _LOT.shuffle(names)
    is_watched = room_of().camera_state.condition != "off"
    try:
        game = book.begin_game(
            "camera" if is_watched else "by_hand",
            before.rules,
            tuple(names),
            first_dealer=None if is_watched else 0,
            season=before.season,
        )
    except EngineError as wrong:
        refuse(wrong)
    lay_out(play, game, [name or "" for name in before.names])
    if not is_watched:
        room_of().record("player", (DealStarted(0),), at_s=0.0, by=who_asks())
    return jsonify(accepted=True, game=game_json(game)), 201


def _finished() -> Game:
    """The game whose players go on: the one at the table, finished now, else the newest of the book."""
    book, words = scores_of().book, chosen_words()
    kept = kept_at_table(book, room_of())
    if kept is None or kept.game is None:
        last = next((game for game in book.games() if game.ended is not None), None)
        if last is None:
            abort(409, words["scores.no_game"])
        return last
    if not kept.ledger.is_over:
        abort(409, words["scores.goes_on"])
    return book.finish_game(kept.game.number, summary_of(kept.ledger))
