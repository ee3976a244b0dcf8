"""What was played: games, players, seasons, evenings, each as a page and as JSON, and a game's exports."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, jsonify

from engine.tiles import EngineError
from webui.access.roles import Role, needs
from webui.page.bodies import refuse
from webui.page.context import chosen_words, room_of
from webui.scores.context import game_context, scores_of, season_json
from webui.scores.files.exports import EXPORTS, exports_of
from webui.scores.framing import framed_page, game_plot, scores
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
from webui.scores.store.kept import KeptGame, kept_game
from webui.scores.store.ratings import MIDDLE


@scores.get("/scores/games")
@needs(Role.viewer)
def games() -> str:
    """All games, evening by evening."""
    return framed_page("scores/games.html", context=games_told())


@scores.get("/api/scores/games")
@needs(Role.viewer)
def games_json() -> Response:
    """All games, newest first."""
    return jsonify(games_told())


@scores.get("/scores/games/<int:number>")
@needs(Role.viewer)
def game(number: int) -> str:
    """One game, as it was played."""
    kept = _kept(number)
    context = game_context(kept, chosen_words())
    context["seasons"] = [season_json(season) for season in scores_of().book.seasons()]
    return framed_page("scores/game.html", context=context, plot=game_plot(context), exports=exports_of(kept))


@scores.get("/api/scores/games/<int:number>")
@needs(Role.viewer)
def game_as_json(number: int) -> Response:
    """One game with its deals and what counted in them."""
    return jsonify(game_context(_kept(number), chosen_words()))


@scores.get("/scores/games/<int:number>/sheet")
@needs(Role.viewer)
def sheet(number: int) -> str:
    """The game's score sheet, to be printed on A4."""
    return framed_page("scores/sheet.html", sheet=sheet_context(_kept(number), chosen_words()))


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
    return framed_page("scores/players.html", context=context)


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
            [Course(context["name"], (0.0, *table["own"]["course"]), number)],
            chosen_words().say("scores.plot_of", what=context["name"]),
        )
        for table in context["tables"]
    ]
    rated = [
        plot_svg(
            [Course(context["name"], (MIDDLE, *table["rating"]["course"]), number)],
            chosen_words().say("scores.rating_of", what=context["name"]),
            MIDDLE,
        )
        if table["rating"]
        else ""
        for table in context["tables"]
    ]
    return framed_page("scores/player.html", context=context, plots=plots, rated=rated)


@scores.get("/api/scores/players/<int:number>")
@needs(Role.viewer)
def player_json(number: int) -> Response:
    """One player: figures, best hands, games."""
    return jsonify(player_told(number, chosen_words()))


@scores.get("/scores/seasons")
@needs(Role.viewer)
def seasons() -> str:
    """All seasons."""
    return framed_page("scores/seasons.html", context=seasons_told())


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


def _standings_page(context: dict[str, Any]) -> str:
    """Lines for the best eight; more could not be told apart."""
    words = chosen_words()
    plots = [
        plot_svg(
            [Course(who["name"], (0.0, *who["course"]), who["player"]) for who in table["players"][:8]],
            words.say("scores.plot_of", what=context["title"]),
        )
        for table in context["tables"]
    ]
    return framed_page("scores/standings.html", context=context, plots=plots)


def _kept(number: int) -> KeptGame:
    try:
        return kept_game(scores_of().book, room_of(), number)
    except EngineError as wrong:
        refuse(wrong, 404)
