"""What people enter in the book: new games, who plays, the end of a game, seasons, games brought in."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, abort, jsonify

from engine.house import with_settings
from engine.rules import load_ruleset, ruleset_names
from engine.table.events import DealStarted
from engine.tiles import EngineError
from hardware.camera import HardwareError
from vision.observation import VisionError
from webui.access.roles import Role, access_of, needs
from webui.access.who import who_asks
from webui.page.bodies import (
    body_of,
    flag_in,
    names_in,
    number_or_none,
    refuse,
    seat_or_none,
    short,
    text_in,
)
from webui.page.context import chosen_words, player_names, room_of
from webui.rules.house_form import why_not
from webui.scores.context import Play, game_json, scores_of, season_json
from webui.scores.files.imports import LARGEST, bring_in, read_import, twin_of
from webui.scores.framing import scores
from webui.scores.store.booked import Game
from webui.scores.store.kept import kept_game
from webui.scores.store.summary import summary_of

Answer = tuple[Response, int]


@scores.post("/scores/games")
@needs(Role.seat)
def begin_game() -> Answer:
    """``{"rules", "house", "names", "dealer", "season", "note"}``: a new game at the table. ``house``:
    settings played otherwise; ``names`` by seat; ``dealer``: who is East first (null: the camera will see;
    without one seat 0). A game that is on waits in the book."""
    body = body_of("rules", "house", "names", "dealer", "season", "note")
    play, book = way_to_table(), scores_of().book
    name = text_in(body, "rules")
    if name not in ruleset_names():
        abort(400, f"no such rule set: {short(name)}; there are {', '.join(ruleset_names())}")
    house = body.get("house") or {}
    if not isinstance(house, dict):
        abort(400, f"house must be an object of settings, got {short(house)}")
    try:
        rules = with_settings(load_ruleset(name), house)
    except EngineError as wrong:
        field, reason = why_not(wrong, load_ruleset(name), chosen_words())
        return jsonify(error=reason, field=field), 400
    dealer = seat_or_none(body, "dealer", rules)
    is_watched = room_of().camera_state.condition != "off"
    if dealer is None and not is_watched:
        dealer = 0
    try:
        game = book.begin_game(
            "camera" if is_watched else "by_hand",
            rules,
            names_in(body, "names", rules),
            first_dealer=dealer,
            season=number_or_none(body, "season"),
            note=text_in(body, "note", ""),
        )
    except EngineError as wrong:
        refuse(wrong, 400)
    lay_out(play, game)
    if not is_watched:
        room_of().record("player", (DealStarted(dealer or 0),), at_s=0.0, by=who_asks())
    return jsonify(accepted=True, game=game_json(game)), 201


@scores.post("/scores/games/<int:number>/finish")
@needs(Role.seat)
def finish_game(number: int) -> Answer:
    """``{}``: the game is over; its results count from now on."""
    body_of()
    book = scores_of().book
    try:
        kept = kept_game(book, room_of(), number)
        is_at_table = kept.is_at_table
        game = book.finish_game(number, summary_of(kept.ledger))
    except EngineError as wrong:
        refuse(wrong, 404)
    if is_at_table:
        lay_out(way_to_table(), None)
    return jsonify(accepted=True, game=game_json(game)), 201


@scores.post("/scores/games/<int:number>/open")
@needs(Role.seat)
def open_game(number: int) -> Answer:
    """``{}``: that game goes on at the table, finished or not; the one that is on waits in the book."""
    body_of()
    play, book = way_to_table(), scores_of().book
    try:
        game = book.reopen_game(number)
    except EngineError as wrong:
        refuse(wrong, 404)
    lay_out(play, game)
    return jsonify(accepted=True, game=game_json(game)), 201


@scores.post("/scores/games/<int:number>/players")
@needs(Role.seat)
def name_players(number: int) -> Answer:
    """``{"names"}``: who plays, by the seats taken at the start."""
    body, book = body_of("names"), scores_of().book
    try:
        rules = book.game(number).rules
    except EngineError as wrong:
        refuse(wrong, 404)
    names = names_in(body, "names", rules)
    try:
        return jsonify(accepted=True, game=game_json(book.name_players(number, names))), 201
    except EngineError as wrong:
        refuse(wrong, 400)


@scores.post("/scores/games/<int:number>/note")
@needs(Role.seat)
def note_game(number: int) -> Answer:
    """``{"note", "season"}``: a note to the game, and the season it counts in (null: none)."""
    body = body_of("note", "season")
    book = scores_of().book
    note, season = text_in(body, "note", ""), number_or_none(body, "season")
    try:
        book.game(number)
    except EngineError as wrong:
        refuse(wrong, 404)
    try:
        return jsonify(accepted=True, game=game_json(book.note_game(number, note, season))), 201
    except EngineError as wrong:
        refuse(wrong, 400)


@scores.post("/scores/players/<int:number>")
@needs(Role.referee)
def rename_player(number: int) -> Answer:
    """``{"name"}``: another name for the same person, in all games."""
    name = text_in(body_of("name"), "name")
    book = scores_of().book
    try:
        book.player(number)
    except EngineError as wrong:
        refuse(wrong, 404)
    try:
        return jsonify(accepted=True, name=book.rename_player(number, name).name), 201
    except EngineError as wrong:
        refuse(wrong, 400)


@scores.post("/scores/seasons")
@needs(Role.referee)
def begin_season() -> Answer:
    """``{"name"}``: a new season; games begun from now on count in it unless told otherwise."""
    name = text_in(body_of("name"), "name")
    try:
        return jsonify(accepted=True, season=season_json(scores_of().book.begin_season(name))), 201
    except EngineError as wrong:
        refuse(wrong, 400)


@scores.post("/scores/seasons/<int:number>/end")
@needs(Role.referee)
def end_season(number: int) -> Answer:
    """``{}``: no more games count in it."""
    body_of()
    try:
        return jsonify(accepted=True, season=season_json(scores_of().book.end_season(number))), 201
    except EngineError as wrong:
        refuse(wrong, 404)


@scores.post("/scores/import")
@needs(Role.referee)
def bring_game_in() -> Answer:
    """``{"text", "note", "season", "dry", "again"}``: a recorded game in any format `jantaku replay` reads
    becomes a finished game of the book. ``dry``: only say what is in it. ``again``: also when a game of the
    book came to the very same (else 409 with its number as ``twin``)."""
    body = body_of("text", "note", "season", "dry", "again", most_bytes=LARGEST)
    way_to_table()
    try:
        brought = read_import(text_in(body, "text"))
        is_wanted = flag_in(body, "again")
        if flag_in(body, "dry"):
            fields = {
                "rules": brought.rules.title,
                "names": list(brought.names),
                "entries": len(brought.entries),
            }
            return jsonify(accepted=True, found=fields), 200
        twin = None if is_wanted else twin_of(scores_of().book, brought)
        if twin is not None:
            why = chosen_words().say("scores.twin", number=twin.number, day=twin.evening)
            return jsonify(error=why, twin=twin.number), 409
        game = bring_in(scores_of().book, brought, text_in(body, "note", ""), number_or_none(body, "season"))
    except EngineError as wrong:
        refuse(wrong, 400)
    return jsonify(accepted=True, game=game_json(game)), 201


def way_to_table() -> Play:
    """The way to the table; a demonstration has none."""
    play = scores_of().play
    if play is None:
        abort(409, chosen_words()["scores.demonstration"])
    return play


def lay_out(play: Play, game: Game | None, before: Sequence[str] | None = None) -> None:
    """Puts the game on the table (None: clears it); 409 with one line when that cannot be. Phones go with the
    names of their players; `before`: those whose phones they are, when it is not who plays now."""
    known, logins = player_names() if before is None else before, access_of().logins
    now = [] if game is None else [name or "" for name in game.names]
    seats = {player: now.index(name) for player, name in enumerate(known) if name and name in now}
    # As soon as the game lies there every phone asks which seat is its own.
    moved = logins.move_seats(seats)
    try:
        play(game)
    except (EngineError, HardwareError, VisionError) as wrong:
        logins.seat_again(moved)
        abort(409, str(wrong))
