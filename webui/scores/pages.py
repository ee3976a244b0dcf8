"""The score pages of the game at the table, each also as JSON: totals, a new game, the sheet of a win."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.house import settings_of
from engine.rules import load_ruleset, ruleset_names
from engine.tiles import EngineError
from webui.access.roles import Role, access_of, needs
from webui.page.bodies import refuse
from webui.page.context import chosen_words, player_names, room_of
from webui.rules.house_form import usual_and_more
from webui.scores.board import result_of
from webui.scores.context import game_context, game_json, names_of, rules_json, scores_of, season_json
from webui.scores.framing import framed_page, game_plot, scores
from webui.scores.store.booked import Game
from webui.scores.store.kept import kept_at_table
from webui.scores.win_sheet import win_context
from webui.words import Words

SAID_ON_BOARD = ("wind.", "seats.", "seat.", "door.not_accepted")
"""The words the score board needs in the browser."""
SAID_ON_SHEET = ("wind.", "seat.", "tile.", "scores.", "door.not_accepted")
"""The words the sheet of a win needs in the browser."""


@scores.get("/scores")
@needs(Role.viewer)
def overview() -> str:
    """The game at the table: totals, deals, and everything that can be entered."""
    words = chosen_words()
    context = _at_table(words)
    said = {key: text for key, text in words.by_key.items() if key.startswith(SAID_ON_BOARD)}
    players = list(player_names())
    return framed_page(
        "scores/board.html", context=context, plot=game_plot(context), board_words=said, table_players=players
    )


@scores.get("/api/scores")
@needs(Role.viewer)
def overview_json() -> Response:
    """The game at the table; ``game`` and ``players`` are missing while nothing is played."""
    return jsonify(_at_table(chosen_words()))


@scores.get("/scores/new")
@needs(Role.viewer)
def new_game() -> str:
    """The form for a new game."""
    context = _new_game()
    return framed_page("scores/new.html", context=context, house=_house(context["chosen"]))


@scores.get("/scores/new/house")
@needs(Role.viewer)
def house_fields() -> str:
    """The fields of the house rules of ``rules``, for the form of a new game."""
    name = request.args.get("rules", "")
    if name not in ruleset_names():
        abort(404, f"no such rule set: {name[:40]!r}; there are {', '.join(ruleset_names())}")
    return render_template("scores/house.html", words=chosen_words(), house=_house(name))


@scores.get("/api/scores/new")
@needs(Role.viewer)
def new_game_json() -> Response:
    """What a new game can begin with: rule sets with their settings, players, seasons."""
    return jsonify(_new_game())


@scores.get("/scores/win")
@needs(Role.viewer)
def new_win() -> str | AnyResponse:
    """The sheet of a win that nobody has entered yet; the board where there is none to enter: no game is on,
    or the deal is over."""
    kept = kept_at_table(scores_of().book, room_of())
    if kept is None or kept.ledger.state.ended_by is not None:
        return redirect(url_for("scores.overview"))
    return _win_page(None)


@scores.get("/scores/win/<int:number>")
@needs(Role.viewer)
def old_win(number: int) -> str:
    """The sheet of the win that an entry tells of, to be confirmed or corrected."""
    return _win_page(number)


@scores.get("/api/scores/win")
@needs(Role.viewer)
def new_win_json() -> Response:
    """What the sheet of a new win begins with."""
    return jsonify(_win(None))


@scores.get("/api/scores/win/<int:number>")
@needs(Role.viewer)
def old_win_json(number: int) -> Response:
    """What the sheet of the win in entry ``number`` begins with."""
    return jsonify(_win(number))


def _at_table(words: Words) -> dict[str, Any]:
    room = room_of()
    kept = kept_at_table(scores_of().book, room)
    last = next((game for game in scores_of().book.games() if game.ended is not None), None)
    fields: dict[str, Any] = {
        "session": room.session,
        "last": room.story[-1].entry.number if room.story else 0,
        "is_demonstration": scores_of().play is None,
    }
    if kept is None:
        before = None if last is None or last.damage else {**game_json(last), "ranked": _ranked(last)}
        return {"game": None, "players": None, "before": before, **fields}
    names = names_of(kept, words)
    return {**game_context(kept, words), "result": result_of(kept, names, words), **fields}


def _ranked(game: Game) -> list[dict[str, Any]]:
    """The players of a finished game, first to last."""
    summary = game.summary or {"places": [], "points": [], "results": []}
    rows = zip(summary["places"], game.names, summary["points"], summary["results"], strict=False)
    named = [
        {"player": player, "place": place, "name": name, "points": points, "result": result}
        for player, (place, name, points, result) in enumerate(rows)
    ]
    return sorted(named, key=lambda row: row["place"])


def _new_game() -> dict[str, Any]:
    book, rules = scores_of().book, room_of().state.rules
    names = access_of().settings.now.players
    now = book.at_table
    games = book.games()
    last = next(iter(games), None)
    on = book.season_on
    here = dict.fromkeys([rules.name, *(game.rules.name for game in games), *ruleset_names()])
    return {
        # What is played here comes first, the newest before all.
        "rules": [rules_json(load_ruleset(name)) for name in here if name in ruleset_names()],
        "chosen": rules.name,
        "house": settings_of(rules, load_ruleset(rules.name)),
        "names": [each or None for each in (names if last is None else (*last.names, None))][:4],
        "known": [each.name for each in book.players()],
        "seasons": [season_json(each) for each in book.seasons() if each.ended is None],
        "season": None if on is None else on.number,
        "at_table": None if now is None else game_json(now),
        "is_watched": room_of().camera_state.condition != "off",
    }


def _house(name: str) -> dict[str, Any]:
    """The house rules as a form: as the table plays these rules now, else as they are by themselves."""
    playing, base = room_of().state.rules, load_ruleset(name)
    usual, more = usual_and_more(base, playing if playing.name == name else base)
    is_more_changed = any(field.is_changed for fields in more.values() for field in fields)
    return {"rules": name, "usual": usual, "more": more, "is_more_changed": is_more_changed}


def _win_page(number: int | None) -> str:
    words = chosen_words()
    said = {key: text for key, text in words.by_key.items() if key.startswith(SAID_ON_SHEET)}
    has_camera = room_of().reading is not None
    return framed_page("scores/win.html", context=_win(number), win_words=said, has_camera=has_camera)


def _win(number: int | None) -> dict[str, Any]:
    kept = kept_at_table(scores_of().book, room_of())
    if kept is None:
        abort(409, chosen_words()["scores.no_game"])
    try:
        return win_context(kept, number, chosen_words())
    except EngineError as wrong:
        refuse(wrong, 404)
