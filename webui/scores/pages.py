"""The score pages, each also as JSON: the game at the table, games, players, seasons, evenings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request
from markupsafe import Markup

from engine.house import settings_of
from engine.record import Entry
from engine.rules import load_ruleset, ruleset_names
from engine.tiles import EngineError
from webui.assets import asset
from webui.context import chosen_words, room_of
from webui.frame import SPRITE, framed
from webui.roles import Role, access_of, needs, role_of_visitor
from webui.score_card import score_card_html, tiles_html
from webui.scores.bodies import refuse
from webui.scores.context import game_context, game_json, rules_json, scores_of, season_json
from webui.scores.exports import EXPORTS
from webui.scores.kept import KeptGame, kept_at_table, kept_game
from webui.scores.listings import (
    evening_told,
    games_told,
    player_told,
    players_told,
    season_told,
    seasons_told,
)
from webui.scores.plot import Course, plot_svg
from webui.scores.sheet import sheet_context
from webui.scores.win_sheet import win_context
from webui.setup.house_form import usual_and_more
from webui.words import Words

scores = Blueprint("scores", __name__)

SAID_ON_SHEET = ("wind.", "tile.", "scores.", "door.not_accepted")
"""The words the sheet of a win needs in the browser."""


@scores.get("/scores")
@needs(Role.viewer)
def overview() -> str:
    """The game at the table: totals, deals, and everything that can be entered."""
    context = _at_table(chosen_words())
    return _framed("scores.html", context=context, plot=_plot(context))


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
    return _framed("scores_new.html", context=context, house=_house(context["chosen"]))


@scores.get("/scores/new/house")
@needs(Role.viewer)
def house_fields() -> str:
    """The fields of the house rules of ``rules``, for the form of a new game."""
    name = request.args.get("rules", "")
    if name not in ruleset_names():
        abort(404, f"no such rule set: {name[:40]!r}; there are {', '.join(ruleset_names())}")
    return render_template("scores_house.html", words=chosen_words(), house=_house(name))


@scores.get("/api/scores/new")
@needs(Role.viewer)
def new_game_json() -> Response:
    """What a new game can begin with: rule sets with their settings, players, seasons."""
    return jsonify(_new_game())


@scores.get("/scores/win")
@needs(Role.viewer)
def new_win() -> str:
    """The sheet of a win that nobody has entered yet."""
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


@scores.get("/scores/games")
@needs(Role.viewer)
def games() -> str:
    """All games, evening by evening."""
    return _framed("scores_games.html", context=games_told())


@scores.get("/api/scores/games")
@needs(Role.viewer)
def games_json() -> Response:
    """All games, newest first."""
    return jsonify(games_told())


@scores.get("/scores/games/<int:number>")
@needs(Role.viewer)
def game(number: int) -> str:
    """One game, as it was played."""
    context = game_context(_kept(number), chosen_words())
    context["seasons"] = [season_json(season) for season in scores_of().book.seasons()]
    return _framed("scores_game.html", context=context, plot=_plot(context), exports=EXPORTS)


@scores.get("/api/scores/games/<int:number>")
@needs(Role.viewer)
def game_as_json(number: int) -> Response:
    """One game with its deals and what counted in them."""
    return jsonify(game_context(_kept(number), chosen_words()))


@scores.get("/scores/games/<int:number>/sheet")
@needs(Role.viewer)
def sheet(number: int) -> str:
    """The game's score sheet, to be printed on A4."""
    return _framed("scores_sheet.html", sheet=sheet_context(_kept(number), chosen_words()))


@scores.get("/api/scores/games/<int:number>/sheet")
@needs(Role.viewer)
def sheet_json(number: int) -> Response:
    """What the printed score sheet shows."""
    return jsonify(sheet_context(_kept(number), chosen_words()))


@scores.get("/scores/games/<int:number>/export/<name>")
@needs(Role.viewer)
def export(number: int, name: str) -> Response:
    """The game for another program: csv, json, tenhou6, mjai or journal. 409 when that format cannot say
    it."""
    if name not in EXPORTS:
        abort(404, f"no such export: {name!r:.40}; there are {', '.join(EXPORTS)}")
    kind = EXPORTS[name]
    try:
        text = kind.write(_kept(number))
    except EngineError as wrong:
        refuse(wrong)
    answer = Response(text.encode("utf-8"), mimetype=kind.mimetype)
    filename = f"jantaku-{number:04d}.{kind.ending}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@scores.get("/scores/players")
@needs(Role.viewer)
def players() -> str:
    """Everybody who plays here, and how."""
    context = players_told(chosen_words())
    return _framed("scores_players.html", context=context)


@scores.get("/api/scores/players")
@needs(Role.viewer)
def players_json() -> Response:
    """The players and their figures by each kind of scoring."""
    return jsonify(players_told(chosen_words()))


@scores.get("/scores/players/<int:number>")
@needs(Role.viewer)
def player(number: int) -> str:
    """One player: figures, best hands, games."""
    context = player_told(number, chosen_words())
    plots = [
        plot_svg(
            [Course(context["name"], (0.0, *table["own"]["course"]))],
            chosen_words().say("scores.plot_of", what=context["name"]),
        )
        for table in context["tables"]
    ]
    return _framed("scores_player.html", context=context, plots=plots)


@scores.get("/api/scores/players/<int:number>")
@needs(Role.viewer)
def player_json(number: int) -> Response:
    """One player: figures, best hands, games."""
    return jsonify(player_told(number, chosen_words()))


@scores.get("/scores/seasons")
@needs(Role.viewer)
def seasons() -> str:
    """All seasons."""
    return _framed("scores_seasons.html", context=seasons_told())


@scores.get("/api/scores/seasons")
@needs(Role.viewer)
def seasons_json() -> Response:
    """All seasons, newest first."""
    return jsonify(seasons_told())


@scores.get("/scores/seasons/<int:number>")
@needs(Role.viewer)
def season(number: int) -> str:
    """A season's standings."""
    return _standings_page(season_told(number, chosen_words()))


@scores.get("/api/scores/seasons/<int:number>")
@needs(Role.viewer)
def season_as_json(number: int) -> Response:
    """A season's standings."""
    return jsonify(season_told(number, chosen_words()))


@scores.get("/scores/evenings/<day>")
@needs(Role.viewer)
def evening(day: str) -> str:
    """What was played on one evening, added up."""
    return _standings_page(evening_told(day, chosen_words()))


@scores.get("/api/scores/evenings/<day>")
@needs(Role.viewer)
def evening_json(day: str) -> Response:
    """What was played on one evening, added up."""
    return jsonify(evening_told(day, chosen_words()))


def _framed(template: str, **values: object) -> str:
    """A score page: it may draw tiles and score cards."""
    words = chosen_words()

    def card(told: Mapping[str, Any], seats: Sequence[str]) -> Markup:
        return score_card_html(told, asset(SPRITE), seats, words)

    return framed(template, score_card=card, tiles_html=tiles_html, may=_may(), **values)


def _may() -> dict[str, bool]:
    """What the visitor may do; the page offers nothing else."""
    role = role_of_visitor()
    return {
        "enter": role >= Role.seat,
        "judge": role >= Role.referee,
        "play": role >= Role.seat and scores_of().play is not None,
        "is_demonstration": scores_of().play is None,
    }


def _at_table(words: Words) -> dict[str, Any]:
    room = room_of()
    kept = kept_at_table(scores_of().book, room)
    told = {
        "session": room.session,
        "last": room.story[-1].entry.number if room.story else 0,
        "is_demonstration": scores_of().play is None,
    }
    if kept is None:
        return {"game": None, "players": None, **told}
    return {**game_context(kept, words), **told}


def _kept(number: int) -> KeptGame:
    try:
        return kept_game(scores_of().book, room_of(), number)
    except EngineError as wrong:
        refuse(wrong, 404)


def _plot(context: dict[str, Any]) -> Markup | None:
    """The running totals; None before the first deal is over."""
    words = chosen_words()
    deals = [deal for deal in context.get("deals") or () if any(deal["payments"]) or deal["ended_by"]]
    if not context.get("players") or not deals:
        return None
    begin = context["rules"]["starting_points"]
    courses = [
        Course(who["name"], (begin, *(deal["totals"][who["player"]] for deal in deals)))
        for who in context["players"]
    ]
    return plot_svg(courses, words["scores.plot_game"], begin)


def _new_game() -> dict[str, Any]:
    book, rules = scores_of().book, room_of().state.rules
    names = access_of().settings.now.players
    now = book.at_table
    last = next(iter(book.games()), None)
    on = book.season_on
    return {
        "rules": [rules_json(load_ruleset(name)) for name in ruleset_names()],
        "chosen": rules.name,
        "house": settings_of(rules, load_ruleset(rules.name)),
        "names": list(last.names) if last is not None else [each or None for each in names],
        "known": [each.name for each in book.players()],
        "seasons": [season_json(each) for each in book.seasons() if each.ended is None],
        "season": None if on is None else on.number,
        "at_table": None if now is None else game_json(now),
        "is_watched": room_of().sight.condition != "off",
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
    return _framed("scores_win.html", context=_win(number), win_words=said)


def _win(number: int | None) -> dict[str, Any]:
    kept = kept_at_table(scores_of().book, room_of())
    if kept is None:
        abort(409, chosen_words()["scores.no_game"])
    try:
        return win_context(kept, number, chosen_words())
    except EngineError as wrong:
        refuse(wrong, 404)


def _standings_page(context: dict[str, Any]) -> str:
    """Lines for the best eight; more could not be told apart."""
    words = chosen_words()
    plots = [
        plot_svg(
            [Course(who["name"], (0.0, *who["course"])) for who in table["players"][:8]],
            words.say("scores.plot_of", what=context["title"]),
        )
        for table in context["tables"]
    ]
    return _framed("scores_standings.html", context=context, plots=plots)


def entry_in(entries: tuple[Entry, ...], number: int) -> Entry:
    """The entry of that number; 404 when there is none."""
    for entry in entries:
        if entry.number == number:
            return entry
    abort(404, f"there is no entry {number}")
