"""The score board as all screens show it: the round, who has what, and how the last deal ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, render_template

from engine.journal.amend import in_force
from engine.scoring.table import UNITS
from engine.scoring.wire.said_json import said_from_json
from engine.table.events import Won
from engine.table.state import GameState, Meld
from engine.tiles import SeenTile, sort_key
from webui.access.roles import Role, needs
from webui.page.assets import asset
from webui.page.context import chosen_words, player_names, room_of
from webui.page.frame import SPRITE
from webui.scores.context import game_context, scores_of
from webui.scores.framing import scores
from webui.scores.store.kept import KeptGame, kept_at_table
from webui.scores.store.ledger import Deal, Line
from webui.scores.store.ranking import places_of
from webui.text.score_words import limit_name, pattern_name, value_said
from webui.words import Words

MOST_PATTERNS = 10


@scores.get("/board.html")
@needs(Role.viewer)
def board() -> Response:
    """The score board as a piece of a page, for the wall screen, the table and the phones."""
    words = chosen_words()
    board = board_context(words)
    html = render_template("scores/board_body.html", words=words, sprite=asset(SPRITE), board=board)
    answer = Response(html, mimetype="text/html")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def board_context(words: Words) -> dict[str, Any]:
    """What the board shows; where no game is on, the empty table's places."""
    kept = kept_at_table(scores_of().book, room_of())
    if kept is None:
        kept = KeptGame(None, room_of().start, (), True)
    return board_of(kept, player_names(), words)


def board_of(kept: KeptGame, known: Sequence[str], words: Words) -> dict[str, Any]:
    """What the board shows of a game; `known`: who plays, by player, "" for nobody in particular."""
    context = game_context(kept, words)
    names = _names(kept, known, words)
    for who in context["players"]:
        who["name"] = names[who["player"]]
    state = kept.ledger.state
    return {
        **context,
        "is_apart": len({who["total"] for who in context["players"]}) > 1,
        "is_east_open": not state.is_dealer_known,
        "dora": list(state.dora_indicators),
        "by_seat": sorted(context["players"], key=lambda who: (who["wind"] or 0, who["seat"])),
        "result": result_of(kept, names, words),
    }


def _names(kept: KeptGame, known: Sequence[str], words: Words) -> tuple[str, ...]:
    """The players as they are known, else by number."""
    return tuple(
        known[player] or words.say("scores.player_number", number=player + 1)
        for player in range(kept.start.rules.seats)
    )


def result_of(kept: KeptGame, names: Sequence[str], words: Words) -> dict[str, Any] | None:
    """How the deal that is over ended: each win with its hand, what moved, and who went past whom; None while
    a deal goes on."""
    ledger = kept.ledger
    if ledger.state.ended_by is None or not ledger.deals:
        return None
    deal = ledger.deals[-1]
    wins = [_win(kept, ledger.state, line, names, words) for line in deal.wins if line.counts != "void"]
    drawn = next((line for line in deal.lines if line.kind == "draw"), None)
    kind = "" if drawn is None else f"kind.{drawn.kind_of}"
    return {
        "number": max((line.number for line in deal.lines), default=0),
        "wins": wins,
        "drawn": words[kind] if kind in words else "" if drawn is None else drawn.kind_of.replace("_", " "),
        "ready": [names[player] for player in (drawn.ready or ())] if drawn is not None else [],
        "waits": any(line.waits or line.counts == "waits" for line in deal.lines),
        "bars": bars_of(deal, ledger.state, names),
        "is_over": ledger.is_over,
    }


def bars_of(deal: Deal, state: GameState, names: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody's points before and after, the best first, and how many places each rose or fell."""
    after = deal.totals
    before = [total - moved for total, moved in zip(after, deal.payments, strict=True)]
    widest = max(1, *map(abs, (*before, *after)))
    places, were = places_of(state, after), places_of(state, before)
    were_apart = len(set(before)) > 1
    order = sorted(range(len(names)), key=lambda player: (places[player], -after[player]))
    return [
        {
            "name": names[player],
            "before": before[player],
            "after": after[player],
            "paid": deal.payments[player],
            "place": places[player],
            "rose": were[player] - places[player] if were_apart else 0,
            "width_before": round(100 * max(before[player], 0) / widest, 1),
            "width_after": round(100 * max(after[player], 0) / widest, 1),
        }
        for player in order
    ]


def _win(kept: KeptGame, state: GameState, line: Line, names: Sequence[str], words: Words) -> dict[str, Any]:
    card = line.card or {}
    patterns = sorted(card.get("patterns") or (), key=lambda each: -int(each["value"] or 0))
    limit = card.get("limit")
    is_named = isinstance(limit, str) and not card.get("yakuman")
    unit = str(card.get("unit") or UNITS[state.rules.scoring])
    value = card.get("value")
    worth = value_said({**card, "unit": unit}, words) if value or card.get("yakuman") else ""
    return {
        "who": "" if line.player is None else names[line.player],
        "wind": None if line.player is None else state.known_wind(state.players.index(line.player)),
        "giver": None if line.giver is None else names[line.giver],
        **_laid(_won(kept, line), state),
        "patterns": [
            {"price": each["value"], "name": pattern_name(each["name"], words), "count": each.get("count", 1)}
            for each in patterns[:MOST_PATTERNS]
        ],
        "worth": "" if card.get("faults") else worth,
        "limit": limit_name(str(limit), words) if is_named else words["score.limit.limit"] if limit else "",
        "points": card.get("points"),
        "counts": line.counts,
    }


def _won(kept: KeptGame, line: Line) -> Won | None:
    for entry in in_force(kept.entries):
        for event in entry.events if entry.number == line.number else ():
            if isinstance(event, Won) and kept.ledger.state.players[event.seat] == line.player:
                return event
    return None


def _laid(won: Won | None, state: GameState) -> dict[str, Any]:
    """The hand as it is laid open: its tiles in order, its sets, and the tile it was won on by itself."""
    if won is None:
        return {"hand": [], "melds": [], "tile": None}
    content = won.score.get("said") if isinstance(won.score, dict) else None
    if content is not None:
        said = said_from_json(content)
        return {"hand": _in_order(said.hand), "melds": _sets(said.melds), "tile": said.tile}
    seat = state.seats[won.seat]
    held = list(won.hand or seat.standing)
    if won.tile in held and len(held) % 3 == 2:
        held.remove(won.tile)
    return {"hand": _in_order(held), "melds": _sets(seat.melds), "tile": won.tile}


def _in_order(tiles: Sequence[SeenTile]) -> list[str]:
    known = sorted((tile for tile in tiles if tile is not None), key=sort_key)
    return known if known else []


def _sets(melds: Sequence[Meld]) -> list[list[str]]:
    return [[tile or "?" for tile in meld.tiles] for meld in melds]
