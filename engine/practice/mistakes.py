"""Finding what is wrong on a table: one drawn with a mistake in it, or the real one as the camera sees it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.practice.counting import mid_game
from engine.practice.lesson import Answer, Lesson, Note, Picker, Task, Verdict, check_picks, say
from engine.practice.seen_table import Mistake, doubts_that_matter, held_tiles, hidden_seats, mistakes_seen
from engine.practice.shown import Shown
from engine.ruleset import Ruleset
from engine.table.copies import copies, known_count, visible_tiles
from engine.table.events import SEATS, Seat
from engine.table.fault import number_of
from engine.table.reading import Sighting, TableReading
from engine.table.seating import held_count, with_seat
from engine.table.state import GameState, Meld
from engine.tiles import PLAIN, Tile, plain, rank, suit

MISTAKES = ("wrong_count", "claimed_tile_misplaced", "not_a_chow", "not_alike", "fifth_copy")
NOBODY, NOTHING = "nobody", "nothing"
"""What is said of a real table on which all is as it should be."""
_SAID_AS = {
    "chow_tile_not_left": "claimed_tile_misplaced",
    "chow_out_of_order": "claimed_tile_misplaced",
    "added_tile_misplaced": "claimed_tile_misplaced",
    "kong_face_down": "kong_not_face_down",
}
"""Faults for which a wider one is offered."""
_Spoil = Callable[[GameState, random.Random], tuple[GameState, Seat] | None]


def mistake_task(rules: Ruleset, seed: int) -> Task:
    """A table with one thing wrong: who, and what.

    AssertionError: forty tables could not be spoiled, which is a mistake of the program.
    """
    for attempt in range(40):
        chance = random.Random(f"mistake {seed} {attempt}")
        name = chance.choice(MISTAKES)
        spoiled = _SPOILS[name](mid_game(rules, seed + 1000 * attempt), chance)
        if spoiled is not None:
            return _mistake(rules, seed, name, *spoiled)
    raise AssertionError("no table in forty could be spoiled")


def mistakes_on(state: GameState) -> Iterator[tuple[Seat, str]]:
    """What is wrong on a table, seat by seat: the engine's answer to the exercise."""
    for seat in SEATS:
        own = state.seats[seat]
        due = 14 if state.owes == "discard" and state.turn == seat else 13
        if held_count(own) != due:
            yield seat, "wrong_count"
        for meld in own.melds:
            yield from ((seat, name) for name in _meld_mistakes(state.rules, seat, meld))
    for tile in PLAIN:
        if known_count(state, tile) > copies(tile):
            yield from ((seat, "fifth_copy") for seat in SEATS if _shows(state, seat, tile))


def _mistake(rules: Ruleset, seed: int, name: str, state: GameState, seat: Seat) -> Task:
    fault = "chow_tile_not_left" if name == "claimed_tile_misplaced" and rules.chow_tile_left else name
    return Task(
        "mistake",
        seed,
        rules,
        say("task_mistake"),
        asked="picks",
        table=state,
        pickers=(
            Picker("who", "wind", (*(str(state.seat_wind(each)) for each in SEATS), NOBODY)),
            Picker("what", "fault", (*MISTAKES, "kong_not_face_down", NOTHING)),
        ),
        right=(str(state.seat_wind(seat)), name),
        because=(say("mistake_is", rule=number_of(fault, rules), seat=state.seat_wind(seat), fault=name),),
        hints=(say("hint_mistake_seat", wind=state.seat_wind(seat)), say("hint_mistake_look")),
    )


def check_mistake(task: Task, answer: Answer) -> Verdict:
    """Any seat that shows a copy too many is right for a fifth copy; else seat and fault must be the ones.

    With a camera it is the real table that has something wrong; East sits at the picture's lower edge."""
    if answer.shown is not None:
        return _check_real(task, answer, answer.shown)
    if task.table is not None and len(answer.picked) == 2 and answer.picked[1] == task.right[1]:
        found = {(str(task.table.seat_wind(seat)), name) for seat, name in mistakes_on(task.table)}
        if tuple(answer.picked) in found:
            return check_picks(replace(task, right=answer.picked), answer)
    return check_picks(task, answer)


def _check_real(task: Task, answer: Answer, shown: Shown) -> Verdict:
    """What was picked against what lies on the table; several things wrong: each of them is right."""
    if shown.problem or shown.table is None:
        return Verdict("cannot_see", (say(shown.problem or "nothing_shown"),))
    hidden = hidden_seats(shown.table)
    if hidden:
        return Verdict("cannot_see", tuple(say("not_seen_river", seat=seat) for seat in hidden))
    if not any(seat.river or seat.melds for seat in shown.table.seats):
        return Verdict("cannot_see", (say("no_sets_seen"),))
    doubts = doubts_that_matter(shown.table)
    if doubts:
        return Verdict("doubtful", tuple(_doubt(seat, tile) for seat, tile in doubts))
    found, once = _found(task.rules, shown.table, shown.again or shown.table)
    picks = tuple(map(_pick, found))
    notes = tuple(map(_note, found)) or (say("nothing_wrong_seen"),)
    if answer.picked not in picks and _is_uncounted(shown.table, answer.picked):
        return Verdict("cannot_see", (say("hand_not_counted", seat=int(answer.picked[0])),))
    if answer.picked not in picks and once and (not found or answer.picked in tuple(map(_pick, once))):
        return Verdict("doubtful", tuple(say("seen_once", fault=each.name, seat=each.seat) for each in once))
    real = replace(task, because=notes, right=picks[0] if picks else (NOBODY, NOTHING))
    return check_picks(replace(real, right=answer.picked) if answer.picked in picks else real, answer)


def _found(
    rules: Ruleset, seen: TableReading, again: TableReading
) -> tuple[tuple[Mistake, ...], tuple[Mistake, ...]]:
    """(mistakes that both readings show, those that only one does)."""
    first, second = mistakes_seen(rules, seen), mistakes_seen(rules, again)
    both = set(map(_pick, first)) & set(map(_pick, second))
    once = [each for each in (*first, *second) if _pick(each) not in both]
    return tuple(each for each in first if _pick(each) in both), tuple(once)


def _pick(mistake: Mistake) -> tuple[str, str]:
    """What a learner picks for it."""
    return str(mistake.seat), _SAID_AS.get(mistake.name, mistake.name)


def _note(mistake: Mistake) -> Note:
    return say("mistake_is", *mistake.tiles, rule=mistake.rule, seat=mistake.seat, fault=mistake.name)


def _is_uncounted(seen: TableReading, picked: tuple[str, ...]) -> bool:
    """Whether a wrong number of tiles was said of a hand whose tiles cannot be counted."""
    return picked[1:] == ("wrong_count",) and any(
        picked[0] == str(seat) and held_tiles(seen, seat) is None for seat in SEATS
    )


def _doubt(seat: Seat, tile: Sighting) -> Note:
    return say("doubtful_at", *(face for face, _ in tile.alternatives[:3]), seat=seat)


def _meld_mistakes(rules: Ruleset, seat: Seat, meld: Meld) -> Iterator[str]:
    faces = [plain(tile) for tile in meld.tiles if tile]
    if meld.kind == "chow":
        ranks = sorted(map(rank, faces))
        if len(set(map(suit, faces))) != 1 or ranks != list(range(ranks[0], ranks[0] + 3)):
            yield "not_a_chow"
        if rules.chow_tile_left and meld.claimed_index != 0:
            yield "claimed_tile_misplaced"
    elif len(set(faces)) > 1:
        yield "not_alike"
    if meld.kind in ("pung", "melded_kong") and meld.giver is not None:
        due = {3: 0, 2: 1, 1: len(meld.tiles) - 1}[(meld.giver - seat) % 4]
        accepted = (1, 2) if meld.kind == "melded_kong" and due == 1 else (due,)
        if meld.claimed_index not in accepted:
            yield "claimed_tile_misplaced"


def _shows(state: GameState, seat: Seat, tile: Tile) -> bool:
    own = state.seats[seat]
    lying = [each.tile for each in own.lying_river] + [each for meld in own.melds for each in meld.tiles]
    return any(each is not None and plain(each) == tile for each in lying)


def _wrong_count(state: GameState, chance: random.Random) -> tuple[GameState, Seat] | None:
    seat = chance.choice([seat for seat in SEATS if len(state.seats[seat].melds) < 4])
    own = state.seats[seat]
    target = chance.choice((12, 15)) - 3 * len(own.melds)
    return with_seat(state, seat, standing=(None,) * max(target, 1)), seat


def _misplaced(state: GameState, chance: random.Random) -> tuple[GameState, Seat] | None:
    """A set whose turned tile cannot be anybody's: a chow's not on the left where the rules want it there."""
    kinds = ("chow",) if state.rules.chow_tile_left else ()
    return _with_meld(state, chance, kinds, lambda meld: replace(meld, claimed_index=chance.choice((1, 2))))


def _not_a_chow(state: GameState, chance: random.Random) -> tuple[GameState, Seat] | None:
    def spoil(meld: Meld) -> Meld:
        first = meld.tiles[0] or "1m"
        strange = f"{(rank(first) + 4) % 9 + 1}{suit(first)}"
        return replace(meld, tiles=(*meld.tiles[:2], strange))

    return _with_meld(state, chance, ("chow",), spoil)


def _not_alike(state: GameState, chance: random.Random) -> tuple[GameState, Seat] | None:
    def spoil(meld: Meld) -> Meld:
        first = meld.tiles[0] or "1m"
        strange = f"{rank(first) % (7 if suit(first) == 'z' else 9) + 1}{suit(first)}"
        return replace(meld, tiles=(*meld.tiles[:-1], strange))

    return _with_meld(state, chance, ("pung",), spoil)


def _fifth_copy(state: GameState, chance: random.Random) -> tuple[GameState, Seat] | None:
    seen = Counter(visible_tiles(state))
    for tile in chance.sample(PLAIN, len(PLAIN)):
        seats = [seat for seat in SEATS if any(not d.claimed_by for d in state.seats[seat].lying_river)]
        if seen[tile] == 4 and seats:
            return _with_fifth(state, chance.choice(seats), tile, chance)
    return None


def _with_fifth(
    state: GameState, seat: Seat, tile: Tile, chance: random.Random
) -> tuple[GameState, Seat] | None:
    river = list(state.seats[seat].river)
    free = [at for at, each in enumerate(river) if each.claimed_by is None and plain(each.tile or "") != tile]
    if not free:
        return None
    at = chance.choice(free)
    river[at] = replace(river[at], tile=tile)
    return with_seat(state, seat, river=tuple(river)), seat


def _with_meld(
    state: GameState, chance: random.Random, kinds: tuple[str, ...], spoil: Callable[[Meld], Meld]
) -> tuple[GameState, Seat] | None:
    """The table with one set of these kinds spoiled, unless that makes a fifth copy or nothing wrong."""
    places = [
        (seat, at) for seat in SEATS for at, meld in enumerate(state.seats[seat].melds) if meld.kind in kinds
    ]
    if not places:
        return None
    seat, at = chance.choice(places)
    melds = list(state.seats[seat].melds)
    melds[at] = spoil(melds[at])
    spoiled = with_seat(state, seat, melds=tuple(melds))
    found = set(mistakes_on(spoiled))
    return (spoiled, seat) if len(found) == 1 else None


_SPOILS: dict[str, _Spoil] = {
    "wrong_count": _wrong_count,
    "claimed_tile_misplaced": _misplaced,
    "not_a_chow": _not_a_chow,
    "not_alike": _not_alike,
    "fifth_copy": _fifth_copy,
}

LESSONS = (Lesson("mistake", "table", mistake_task, check_mistake, ("S004-67", "S004-103")),)
