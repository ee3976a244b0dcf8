"""The sheet on which a win is confirmed: the camera's reading of the hand, or an empty hand to fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from engine.journal.amend import in_force
from engine.journal.amending import as_entries
from engine.journal.record import Entry
from engine.journal.recount import Change
from engine.journal.said_sets import corrected_sets
from engine.journal.said_win import ending_said, said_of, seat_payments, why_not, won_said
from engine.judge.consequences import deal_so_far
from engine.ruleset import Ruleset
from engine.scoring.by_value import FU, HIGHEST, MOST_YAKUMAN
from engine.scoring.hand import Circumstance
from engine.scoring.table import UNITS
from engine.scoring.wire.said_json import SaidWin, said_from_json, said_to_json
from engine.table.apply import apply
from engine.table.events import UNSEEN, DealDrawn, DealStarted, Event, ScoresChanged, Won
from engine.table.play_order import seats_of
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.page.assets import asset
from webui.page.frame import SPRITE
from webui.scores.context import names_of, round_json, rules_json
from webui.scores.store.kept import KeptGame
from webui.text.said_error import SaidError, told_in
from webui.text.score_card import score_card_html
from webui.text.score_words import fault_said
from webui.words import Words

_RIICHI: tuple[Circumstance, ...] = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "last_draw",
    "last_discard",
    "replacement",
    "robbed_kong",
    "heavenly",
    "earthly",
    "human",
)
_MCR: tuple[Circumstance, ...] = ("last_draw", "last_discard", "replacement", "robbed_kong", "last_of_kind")
_FAAN: tuple[Circumstance, ...] = (
    "last_draw",
    "last_discard",
    "replacement",
    "second_replacement",
    "robbed_kong",
    "heavenly",
    "earthly",
)
MOST_WINNERS = 3


def circumstances_for(rules: Ruleset) -> tuple[Circumstance, ...]:
    """The circumstances such a table pays for, in the order people ask for them."""
    if rules.scoring == "riichi":
        return _RIICHI if rules.riichi else _RIICHI[3:]
    return _MCR if rules.scoring == "mcr" else _FAAN


def win_context(kept: KeptGame, number: int | None, words: Words) -> dict[str, Any]:
    """What the sheet begins with; `number`: the entry of a win already told, or of an end
    that nobody saw. EngineError when it is none."""
    state, deal, wins = _before(kept, number)
    names = names_of(kept, words)
    drafts = [said_to_json(said_of(state, won, deal)) for won in wins] if wins else [_empty(state)]
    rules = state.rules
    return {
        "amends": number,
        "is_told": bool(wins),
        "is_confirmed": number is not None and _source(kept, number) != "camera",
        "rules": rules_json(rules),
        "round": round_json(state),
        "seats": [
            {"seat": seat, "name": names[state.players[seat]], "wind": state.known_wind(seat)}
            for seat in seats_of(rules)
        ],
        "wins": drafts,
        "circumstances": list(circumstances_for(rules)),
        "units": {"unit": UNITS[rules.scoring], "highest": HIGHEST[UNITS[rules.scoring]]},
        "fu": list(FU) if rules.scoring == "riichi" else [],
        "most_yakuman": MOST_YAKUMAN if rules.scoring == "riichi" else 0,
        "most_winners": 1 if rules.several_winners == "nearest" else min(MOST_WINNERS, rules.seats - 1),
        "last_discard": state.last_discard,
    }


def win_preview(
    kept: KeptGame, number: int | None, drafts: Sequence[Mapping[str, Any]], words: Words
) -> dict[str, Any]:
    """What the drafts come to: a card each, the payments of all by seat, or one line that says why not."""
    state, _, _ = _before(kept, number)
    names = names_of(kept, words)
    seats = [names[player] for player in state.players]
    said = _said(state.rules, drafts)
    cards = [_card_html(state, win, seats, words) for win in said]
    try:
        events = ending_said(state, said)
    except EngineError as wrong:
        return {"is_win": False, "why": _why(state, said, wrong, words), "cards": cards, "payments": None}
    moved = events[-1]
    assert isinstance(moved, ScoresChanged)
    payments = [
        {"seat": seat, "name": seats[seat], "paid": moved.payments[seat], "total": moved.totals[seat]}
        for seat in seats_of(state.rules)
    ]
    return {"is_win": True, "why": "", "cards": cards, "payments": payments}


def _said(rules: Ruleset, drafts: Sequence[Mapping[str, Any]]) -> list[SaidWin]:
    """The drafts as wins; EngineError when one names a seat nobody sits at."""
    said = [said_from_json(draft) for draft in drafts]
    for win in said:
        for seat in (win.seat, win.giver, win.liable, *(meld.giver for meld in win.melds)):
            if seat is not None and seat >= rules.seats:
                raise EngineError(f"a seat must be from 0 to {rules.seats - 1}, got {seat}")
    return said


@dataclass(frozen=True, slots=True)
class WinEntered:
    """The events to record, the entry they amend, and what becomes of entries that told the winners' sets
    wrongly."""

    events: tuple[Event, ...]
    amends: int | None
    also: tuple[Change, ...] = ()


def win_events(kept: KeptGame, number: int | None, drafts: Sequence[Mapping[str, Any]]) -> WinEntered:
    """What to record for these wins. EngineError with one line for a hand that is none."""
    said = _said(kept.start.rules, drafts)
    melds = {win.seat: win.melds for win in said if win.value is None}
    flowers = {win.seat: win.flowers for win in said if win.value is None}
    also = corrected_sets(kept.start, _entries_before(kept.entries, number), melds, flowers)
    state, _, _ = _before(_with_changes(kept, also), number)
    events = ending_said(state, said)
    if number is not None and _is_paid_later(kept.entries, number):
        # The points stand in an entry of their own, which follows what the win is worth now.
        events = events[:-1]
    return WinEntered(events, number, also)


def _entries_before(entries: Sequence[Entry], number: int | None) -> tuple[Entry, ...]:
    """The entries in force before the win that entry `number` tells; all of them when None does yet."""
    standing = in_force(entries)
    wins = [place for place, entry in enumerate(standing) if number in _numbers(entry, entries)]
    return tuple(replace(entry, amends=None) for entry in standing[: wins[0] if wins else None])


def _with_changes(kept: KeptGame, changes: Sequence[Change]) -> KeptGame:
    if not changes:
        return kept
    return replace(kept, entries=(*kept.entries, *as_entries(changes, kept.entries[-1].number)))


def _before(kept: KeptGame, number: int | None) -> tuple[GameState, tuple[Event, ...], tuple[Won, ...]]:
    """The table just before the win, the deal up to it, and the wins told by entry `number`: none where it
    says that nobody saw how the deal ended."""
    state, events = kept.start, []
    for entry in in_force(kept.entries):
        if number is not None and number in _numbers(entry, kept.entries):
            wins = tuple(event for event in entry.events if isinstance(event, Won))
            end = next((event for event in entry.events if event in (*wins, DealDrawn(UNSEEN))), None)
            if end is None:
                raise SaidError("no_win", number=number)
            for event in entry.events[: entry.events.index(end)]:
                state = apply(state, event)
                events.append(event)
            return state, deal_so_far(events), wins
        for event in entry.events:
            state = apply(state, event)
            events.append(event)
    if number is not None:
        raise SaidError("no_win", number=number)
    if state.ended_by is not None:
        raise SaidError("deal_over")
    return state, deal_so_far(events), ()


def _numbers(entry: Entry, entries: Sequence[Entry]) -> set[int]:
    """The numbers by which an entry in force may be asked for: its own and those it took the place of."""
    amended = {each.number: each.amends for each in entries}
    numbers, number = set(), entry.number
    while number is not None and number not in numbers:
        numbers.add(number)
        number = amended.get(number)  # type: ignore[assignment]
    return numbers


def _is_paid_later(entries: Sequence[Entry], number: int) -> bool:
    """Whether the points of the win in entry `number` were told by a later entry of the same deal."""
    standing = in_force(entries)
    place = next(n for n, entry in enumerate(standing) if number in _numbers(entry, entries))
    if any(isinstance(event, ScoresChanged) for event in standing[place].events):
        return False
    for entry in standing[place + 1 :]:
        if any(isinstance(event, DealStarted) for event in entry.events):
            return False
        if entry.events and all(isinstance(event, ScoresChanged) for event in entry.events):
            return True
    return False


def _source(kept: KeptGame, number: int) -> str:
    standing = in_force(kept.entries)
    return next(entry.source for entry in standing if number in _numbers(entry, kept.entries))


def _empty(state: GameState) -> dict[str, Any]:
    """A win nobody has told of: the winner is asked for first; dora and who is ready are known."""
    dora = [tile for tile in state.dora_indicators if tile is not None]
    declared = [seat for seat in seats_of(state.rules) if state.seats[seat].is_ready]
    ready = {seat: ["riichi"] for seat in declared if state.rules.riichi}
    return {"winner": None, "giver": None, "dora": dora, "ready": ready, **_known_sets(state)}


def _known_sets(state: GameState) -> dict[str, Any]:
    """What lies open before each seat, as the camera or a person told it."""
    by_seat = [said_to_json(said_of(state, Won(seat, None))) for seat in seats_of(state.rules)]
    return {"known": [{key: each.get(key, []) for key in ("melds", "flowers", "hand")} for each in by_seat]}


def _card_html(state: GameState, win: SaidWin, seats: Sequence[str], words: Words) -> Markup:
    won = won_said(state, win)
    card = dict(won.score) if isinstance(won.score, Mapping) else {}
    return score_card_html(card, asset(SPRITE), seats, words)


def _why(state: GameState, said: Sequence[SaidWin], wrong: EngineError, words: Words) -> str:
    """The line in the visitor's language where there is one for it."""
    for win in said:
        won = won_said(state, win)
        card = won.score if isinstance(won.score, Mapping) else {}
        if card.get("faults"):
            return words.say("score.no_win", why=fault_said(card["faults"][0], words))
        if seat_payments(won) is None and card.get("minimum_met") is False:
            return words.say("score.below_minimum", minimum=card.get("minimum", ""))
        if seat_payments(won) is None:
            return why_not(won)
    return told_in(wrong, words)
