"""From one deal to the next: who deals, which wind prevails, who changes chairs, when the game is over."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ruleset import Ruleset
from engine.scoring.worth import winning_waits
from engine.table.events import UNSEEN, DealStarted, Event, Seat, SeatsChanged
from engine.table.play_order import next_seat, seats_of, turns_from
from engine.table.state import GameState
from engine.table.wins import counted_winners
from engine.tiles import WINDS

Players = tuple[int, ...]

# The chairs, by the place held at the start of the round, from which each seat's next player comes (G-10).
_SWAP_NEIGHBOURS: Players = (1, 0, 3, 2)
_SWAP_ACROSS: Players = (3, 2, 0, 1)
NORTH = 3
SWAPS: tuple[Players, ...] = (_SWAP_NEIGHBOURS, _SWAP_ACROSS, _SWAP_NEIGHBOURS)
"""After the first, second and third round of MCR: seat s is taken by whoever sat in ``swap[s]``. After deals
4 and 12 East and South, West and North change; after deal 8 East and South go opposite, North takes East's
place and West South's (S004-93, S004-94)."""


@dataclass(frozen=True, slots=True)
class NextDeal:
    """What the next deal begins with. `prevalent_wind`: beyond North (3) where people play on after it."""

    dealer: Seat
    prevalent_wind: int
    honba: int
    riichi_sticks: int
    players: Players

    @property
    def wind(self) -> int:
        """The wind that prevails: after North people play on in East."""
        return self.prevalent_wind % len(WINDS)


def dealer_stays(state: GameState) -> bool:
    """Whether the dealer of the deal that ended keeps the deal (X-18, X-19); not where nobody saw the end."""
    if state.ended_by == "won":
        won = state.dealer in counted_winners(state)
        return state.rules.dealer_after_win == "stays_if_dealer_won" and won
    if state.ended_by == UNSEEN:
        return False
    if state.ended_by in (None, "exhaustive", "nagashi_mangan"):
        return _stays_after_draw(state)
    return state.rules.dealer_after_abort == "stays" or _stays_after_draw(state)


def _stays_after_draw(state: GameState) -> bool:
    match state.rules.dealer_after_draw:
        case "stays":
            return True
        case "passes":
            return False
        case "stays_if_ready":
            return _dealer_was_ready(state)


def _dealer_was_ready(state: GameState) -> bool:
    """As shown after the draw; where nobody told, as his tiles say when they are known (S001-68)."""
    if state.ready_at_end is not None:
        return state.dealer in state.ready_at_end and not state.seats[state.dealer].is_dead_hand
    return bool(winning_waits(state, state.dealer))


def next_deal(state: GameState) -> NextDeal:
    """The deal after the one that ended; after a chombo, and while no win counts, the same once more."""
    if is_dealt_again(state):
        wind, honba = state.prevalent_wind, state.honba
        return NextDeal(state.dealer, wind, honba, state.riichi_sticks, state.players)
    return _deal_after(state, dealer_stays(state))


def next_deals(state: GameState) -> tuple[NextDeal, ...]:
    """The deals that may follow: the next one, and where nobody saw the end the other as well."""
    also = (_deal_after(state, stays=True),) if state.ended_by == UNSEEN else ()
    return (next_deal(state), *also)


def _deal_after(state: GameState, stays: bool) -> NextDeal:
    dealer = state.dealer if stays else next_seat(state.rules, state.dealer)
    round_over = not stays and dealer == state.first_dealer
    wind = state.prevalent_wind + 1 if round_over else state.prevalent_wind
    swaps = state.rules.seat_swaps and not _plays_on(state, wind)
    players = players_in_round(wind, state.first_dealer) if swaps else state.players
    return NextDeal(dealer, wind, _honba(state, stays), state.riichi_sticks, players)


def _plays_on(state: GameState, wind: int) -> bool:
    """Whether people play on after the North round: they sit as they sat, in East and after it too."""
    return wind > NORTH or (wind < NORTH and state.players == players_in_round(NORTH, state.first_dealer))


def is_dealt_again(state: GameState) -> bool:
    """Whether the deal that ended counts for nothing: dealer, wind and counters stay as they were."""
    return state.ended_by == "chombo" or (state.ended_by == "won" and not counted_winners(state))


def _honba(state: GameState, stays: bool) -> int:
    if not state.rules.honba_payment:
        return 0
    return state.honba + 1 if stays or state.ended_by not in ("won", UNSEEN) else 0


def players_in_round(wind: int, first_dealer: Seat = 0) -> Players:
    """Who sits in each seat in the round of that wind, seats being numbered as people sat at first."""
    players: Players = (0, 1, 2, 3)
    for swap in SWAPS[:wind]:
        players = swapped(players, swap, first_dealer)
    return players


def swapped(players: Players, swap: Players, first_dealer: Seat) -> Players:
    """Who sits where after the chairs are changed; places count from the seat that began the round."""
    now = list(players)
    for place, origin in enumerate(swap):
        now[(first_dealer + place) % 4] = players[(first_dealer + origin) % 4]
    return tuple(now)


def opening_of(following: NextDeal, state: GameState) -> tuple[Event, ...]:
    """The events that begin the next deal."""
    started = DealStarted(following.dealer, following.wind, following.honba, following.riichi_sticks)
    if following.players == state.players:
        return (started,)
    return (SeatsChanged(following.players), started)


def game_over(state: GameState) -> bool:
    """Whether the deal that ended was the last of the game (S001-15, S004-90)."""
    if state.ended_by is None:
        return False
    rules = state.rules
    scores = [seat.score for seat in state.seats]
    if rules.ends_below is not None and min(scores) < rules.ends_below:
        return True
    following = next_deal(state)
    if following.prevalent_wind >= rules.rounds + rules.extra_rounds:
        return True
    if following.prevalent_wind >= rules.rounds:
        return max(scores) >= rules.target_points
    return _dealer_stops(state, following)


def _dealer_stops(state: GameState, following: NextDeal) -> bool:
    """The leading dealer of the last deal may stop though the deal is his again (agari-yame)."""
    rules = state.rules
    last_dealer = next_seat(rules, state.first_dealer, -1)
    if not rules.leader_stops or following.prevalent_wind < rules.rounds - 1 or state.dealer != last_dealer:
        return False
    if following.dealer != state.dealer or state.ended_by not in ("won", "exhaustive", "nagashi_mangan"):
        return False
    own = state.seats[state.dealer].score
    return own >= rules.target_points and all(
        own > seat.score for number, seat in enumerate(state.seats) if number != state.dealer
    )


def final_scores(
    rules: Ruleset, totals: tuple[int, ...], first_dealer: Seat = 0, off_results: tuple[int, ...] = ()
) -> tuple[float, ...]:
    """The result of the game by seat: points over the return, the bonus for the places and the oka, less
    what chombos take off.

    Ties go to the seat nearer the first dealer in order of play, or share the bonus of their places."""
    order = sorted(seats_of(rules), key=lambda seat: (-totals[seat], turns_from(rules, first_dealer, seat)))
    oka = rules.seats * (rules.return_points - rules.starting_points) / 1000 if rules.return_points else 0.0
    unit = 1000 if rules.return_points else 1
    results = [0.0] * rules.seats
    first, *others = _bonus(rules, totals)
    bonus = [first + oka, *others]
    for place, seat in enumerate(order):
        alike = [n for n, other in enumerate(order) if totals[other] == totals[seat]]
        places = alike if rules.ties_share else [place]
        shared = sum(bonus[n] for n in places) / len(places)
        results[seat] = (totals[seat] - rules.return_points) / unit + shared
    for seat, off_result in enumerate(off_results):
        results[seat] -= off_result / unit
    return tuple(results)


def _bonus(rules: Ruleset, totals: tuple[int, ...]) -> tuple[float, ...]:
    """The bonus of the places, by how many stayed afloat where that matters."""
    afloat = sum(total >= rules.starting_points for total in totals)
    by_number = rules.place_bonus_afloat
    return by_number[afloat - 1] if 1 <= afloat <= len(by_number) else rules.place_bonus
