"""What the score pages show, as plain values: a page and its interface are made from the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine.journal.amend import in_force
from engine.journal.record import Entry
from engine.judge.rounds import NextDeal
from engine.ruleset import Ruleset
from engine.scoring.table import UNITS
from engine.table.alphabet import faces_of
from engine.table.events import DealStarted
from engine.table.play_order import seats_of, turns_from
from engine.table.state import GameState
from engine.table.tile_set import bonus_tiles
from engine.tiles import is_flower
from webui.app_key import AppKey
from webui.scores.endings import PENALTIES, draw_kinds
from webui.scores.lines import deal_json, line_text
from webui.scores.store.book import ScoreBook
from webui.scores.store.booked import Game, Season
from webui.scores.store.kept import KeptGame
from webui.scores.store.ledger import Ledger
from webui.scores.store.ranking import ranking
from webui.scores.store.standings import Table, Tally
from webui.text.score_words import pattern_name, value_said
from webui.words import Words

MOST_PATTERNS = 8
"""So many of a player's patterns are told, the commonest first."""
Play = Callable[[Game | None], None]
"""Lays a game out at the table (None: clears it)."""


@dataclass(slots=True)
class Scores:
    """The book and the way to the table. `play` None: a demonstration, at which no game can be begun."""

    book: ScoreBook
    play: Play | None = None


SCORES = AppKey[Scores]("scores")


def scores_of() -> Scores:
    """The scores of this server."""
    return SCORES.of()


def game_context(kept: KeptGame, words: Words) -> dict[str, Any]:
    """A game with its players, deals, penalties and what can be done next."""
    ledger = kept.ledger
    state, names = ledger.state, names_of(kept, words)
    return {
        "game": game_json(kept.game) if kept.game is not None else None,
        "is_at_table": kept.is_at_table,
        "first_dealer": kept.start.first_dealer,
        "rules": rules_json(state.rules),
        "players": _players(ledger, names, kept.game),
        "seats": [
            {
                "seat": seat,
                "player": state.players[seat],
                "name": names[state.players[seat]],
                "wind": state.known_wind(seat),
                "is_ready": state.seats[seat].is_ready,
                "score": state.seats[seat].score,
            }
            for seat in seats_of(state.rules)
        ],
        "round": round_json(state),
        "is_over": ledger.is_over,
        "deals": [deal_json(deal, names, state.rules, words) for deal in ledger.deals],
        "next": _next(ledger, words),
        "undo": _undo(kept, ledger, names, words),
        "deducted": ledger.deducted,
        "draws": list(draw_kinds(state.rules)),
        "penalties": list(PENALTIES),
    }


def names_of(kept: KeptGame, words: Words) -> tuple[str, ...]:
    """What the players are called, by the seat at the start; unnamed ones are numbered."""
    names = kept.game.names if kept.game is not None else (None,) * kept.start.rules.seats
    return tuple(name or words.say("scores.player_number", number=n) for n, name in enumerate(names, 1))


def game_json(game: Game) -> dict[str, Any]:
    """What the book knows of a game."""
    return {
        "number": game.number,
        "kind": game.kind,
        "rules": {"name": game.rules.name, "title": game.rules.title, "scoring": game.rules.scoring},
        "began": game.began,
        "ended": game.ended,
        "evening": game.evening,
        "season": game.season,
        "note": game.note,
        "names": list(game.names),
        "players": list(game.players),
        "points": None if game.summary is None else game.summary["points"],
        "places": None if game.summary is None else game.summary["places"],
        "results": None if game.summary is None else game.summary["results"],
        "is_damaged": bool(game.damage),
    }


def rules_json(rules: Ruleset) -> dict[str, Any]:
    """What of the rules the pages must know."""
    return {
        "name": rules.name,
        "title": rules.title,
        "scoring": rules.scoring,
        "seats": rules.seats,
        "unit": UNITS[rules.scoring],
        "minimum": rules.minimum,
        "starting_points": rules.starting_points,
        "rounds": rules.rounds,
        "has_sticks": rules.riichi,
        "has_honba": bool(rules.honba_payment),
        "has_dora": rules.dora,
        "bonus": list(bonus_tiles(rules)),
        "faces": [face for face in faces_of(rules) if not is_flower(face)],
        "has_chows": rules.chow_claims,
        "pays_kongs": rules.kong_payment,
        "asks_ready": bool(rules.draw_payment) or rules.dealer_after_draw == "stays_if_ready",
        "several_winners": rules.several_winners,
    }


def round_json(state: GameState) -> dict[str, Any]:
    """Which deal it is, as people call it: East 3, two counters."""
    return {
        "wind": state.prevalent_wind % 4,
        "place": turns_from(state.rules, state.first_dealer, state.dealer) + 1,
        "honba": state.honba,
        "sticks": state.riichi_sticks,
        "deal": state.deal_number,
        "dealer": state.dealer if state.is_dealer_known else None,
        "ended_by": state.ended_by,
    }


def table_json(table: Table, words: Words) -> dict[str, Any]:
    """The standings by one kind of scoring."""
    return {
        "scoring": table.scoring,
        "seats": table.seats,
        "titles": list(table.titles),
        "games": table.games,
        "counts": words[f"scores.counts_{table.scoring}"],
        "players": [tally_json(tally, words) for tally in table.tallies],
    }


def tally_json(tally: Tally, words: Words) -> dict[str, Any]:
    """One player's row; rates 0 to 1, None without deals."""
    return {
        "player": tally.player,
        "name": tally.name,
        "games": tally.games,
        "result": tally.result,
        "points": tally.points,
        "places": tally.places,
        "average_place": tally.average_place,
        "deals": tally.deals,
        "wins": tally.wins,
        "self_drawn": tally.self_drawn,
        "dealt_in": tally.dealt_in,
        "readies": tally.readies,
        "win_rate": tally.win_rate,
        "deal_in_rate": tally.deal_in_rate,
        "average_win": tally.average_win,
        "ready_rate": tally.ready_rate,
        "patterns": [
            {"name": pattern_name(name, words), "count": count}
            for name, count in tally.patterns.most_common(MOST_PATTERNS)
        ],
        "against": [asdict(met) for met in sorted(tally.against.values(), key=lambda met: -met.games)],
        "best": [_best(win, words) for win in tally.best],
        "course": tally.course,
    }


def season_json(season: Season) -> dict[str, Any]:
    """A season."""
    return {
        "number": season.number,
        "name": season.name,
        "began": season.began,
        "ended": season.ended,
    }


def _best(win: Mapping[str, Any], words: Words) -> dict[str, Any]:
    patterns = [pattern_name(name, words) for name in win["patterns"]]
    return {
        "game": win["game"],
        "deal": win["deal"],
        "value": value_said(win, words) if win["unit"] else "",
        "points": win["points"],
        "patterns": patterns,
        "tiles": win["tiles"],
        "is_self_drawn": win["giver"] is None,
    }


def _players(ledger: Ledger, names: Sequence[str], game: Game | None) -> list[dict[str, Any]]:
    """By the seat at the start."""
    state = ledger.state
    ranked = {each.player: each for each in ranking(ledger)}
    seat_of = {player: seat for seat, player in enumerate(state.players)}
    totals = ledger.totals
    return [
        {
            "player": player,
            "number": None if game is None else game.players[player],
            "name": names[player],
            "seat": seat_of[player],
            "wind": state.known_wind(seat_of[player]),
            "is_dealer": state.known_wind(seat_of[player]) == 0,
            "is_ready": state.seats[seat_of[player]].is_ready and state.ended_by is None,
            "total": totals[player],
            "points": ranked[player].points,
            "place": ranked[player].place,
            "result": ranked[player].result,
            **_gap(ledger, player),
        }
        for player in range(state.rules.seats)
    ]


def _gap(ledger: Ledger, player: int) -> dict[str, Any]:
    """How far a player is behind whoever is just ahead; None for the first."""
    totals = ledger.totals
    ahead = min((other for other in totals if other > totals[player]), default=None)
    if ahead is None:
        return {"gap": None}
    return {"gap": ahead - totals[player]}


def _next(ledger: Ledger, words: Words) -> dict[str, Any] | None:
    following = ledger.next_deal
    if following is None:
        return None
    return {
        "dealer": following.dealer,
        "player": following.players[following.dealer],
        "wind": following.wind,
        "place": turns_from(ledger.state.rules, ledger.state.first_dealer, following.dealer) + 1,
        "honba": following.honba,
        "sticks": following.riichi_sticks,
        "name": _name(following, ledger.state, words),
        "changes_seats": following.players != ledger.state.players,
    }


def _name(following: NextDeal, state: GameState, words: Words) -> str:
    """``East 3, 1 honba, 1 stick``: as it is called out, with what lies there for the winner."""
    place = turns_from(state.rules, state.first_dealer, following.dealer) + 1
    said = [words.say("scores.deal_name", wind=words[f"wind.{following.wind}"], place=place)]
    if following.honba and state.rules.honba_payment:
        said.append(words.say("table.honba", honba=following.honba))
    if following.riichi_sticks:
        said.append(words.say("table.sticks", sticks=following.riichi_sticks))
    return words["page.comma"].join(said)


def _undo(kept: KeptGame, ledger: Ledger, names: Sequence[str], words: Words) -> dict[str, Any] | None:
    """What "Undo" would take back: the newest thing that counted, or the deal just begun."""
    newest = undoable(kept.entries)
    if not kept.is_at_table or newest is None:
        return None
    lines = [line for deal in ledger.deals for line in deal.lines if line.number == newest.number]
    text = line_text(lines[-1], names, words) if lines else words["scores.undo_other"]
    if any(isinstance(event, DealStarted) for event in newest.events):
        text = words["scores.next_deal"]
    return {"number": newest.number, "text": text}


def undoable(entries: Sequence[Entry]) -> Entry | None:
    """The newest entry in force that tells of something, but never the opening of the first deal."""
    standing = [entry for entry in in_force(entries) if entry.events]
    return standing[-1] if len(standing) > 1 else None
