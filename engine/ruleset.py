"""How one table plays: every difference between the rule sources is a field here, never an `if` on a name.

The fields follow section M of the rule list; contradictions between sources (X-..) are noted beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Seat: TypeAlias = int
"""A chair: 0 at the bottom of the picture, then counter-clockwise."""
SEATS: tuple[Seat, ...] = (0, 1, 2, 3)
"""The places at the table; who of them plays is the rule set's to say (`engine.table.play_order`)."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One rule set. `name` is the file it lives in; `title` is for people."""

    name: str
    title: str
    sources: tuple[str, ...] = ("S004", "S003")
    """Whose numbers its faults are named by, the first that has one."""
    # tiles and wall (X-10 .. X-13)
    seats: Literal[3, 4] = 4
    """How many play; three sit at the bottom, the right and the top of the picture."""
    tiles: Literal[108, 136, 144] = 144
    wall_sides: Literal[3, 4] = 4
    """Sides the wall is built of, each before the seat of its number."""
    dice: Literal["one3", "one2", "two2", "none"] = "two2"
    """One throw of three dice, one of two, or two throws of two by two players. ``none``: no throw is seen,
    as at many automatic tables; the wall is broken anywhere."""
    dead_wall: Literal[0, 14] = 0
    replacement_end: Literal["tail", "dead_wall"] = "tail"
    dora: bool = False
    kong_indicators: Literal["off", "at_once", "after_discard", "melded_after_discard"] = "at_once"
    """When the indicator of a kong is turned; ``melded_after_discard``: a concealed one's at once, another's
    after the discard. ``off``: kongs turn none."""
    ura_dora: bool = True
    """The tiles under the indicators count for who declared ready."""
    ippatsu: bool = True
    """A win within the first turn after declaring ready counts."""
    red_fives: int = 0
    # flowers
    flowers: Literal["off", "optional", "forced"] = "optional"
    all_flowers_win: bool = False
    """Whoever has laid all eight flowers may win at once (S003-20)."""
    all_flowers_value: int = 8
    """What that win is worth in all, in what the hand is counted in, at most the limit."""
    north_bonus: bool = False
    """North may be laid beside the hand (nukidora): a dora each, replaced at once, and it may be won on."""
    # claims (X-01 ..)
    several_winners: Literal["nearest", "all", "nearest_but_triple_all"] = "nearest"
    kong_beats_pung: bool = False
    chow_claims: bool = True
    """Whether a discard may be claimed for a chow."""
    concealed_kong_after_claim: bool = False
    claim_last_discard_for_set: bool = True
    rob_promoted_kong: bool = True
    rob_after_supplement: bool = False
    """A kong whose supplement tile is drawn may still be robbed (S001-59)."""
    rob_concealed_kong_for_orphans: bool = False
    kong_on_empty_wall: Literal["forbidden", "ends_deal"] = "forbidden"
    swap_calling: bool = True
    """After a claim the same tile, or the other end of the run, may be discarded."""
    swap_other_end: bool = False
    """Where swap calls are not allowed, the other end of the run may be discarded all the same."""
    abortive_draws: tuple[str, ...] = ()
    nagashi_mangan: bool = False
    """At a draw, whoever discarded only terminals and honours, none claimed, is paid a drawn mangan."""
    ready_minimum_tiles: int = 0
    """Live tiles there must still be to declare ready."""
    missed_win: Literal["free", "until_next_draw"] = "free"
    """Whether who let a winning discard pass may win on the next one, or only after drawing a tile again."""
    # what faults lead to (engine/judge/ruling.py)
    consequences: tuple[tuple[str, str], ...] = ()
    """What follows a fault at this table, where it is not what usually follows: (fault, consequence)."""
    penalties: tuple[tuple[str, int], ...] = ()
    """What a fault makes its player pay each of the others: (fault, points). A penalty or chombo that is not
    named pays as a false win does."""
    deductions: tuple[tuple[str, int], ...] = ()
    """What a fault takes from its player and gives to nobody: (fault, points)."""
    chombo_off_result: int = 0
    """Points a chombo takes off the result of the game, after the places are counted; nobody gets them."""
    # how things lie (X-05 .. X-09)
    concealed_kong_face: Literal["all_down", "outer_down", "middle_down"] = "all_down"
    chow_tile_left: bool = False
    promoted_tile: Literal["inside", "beside"] = "inside"
    discards: Literal["rows", "middle"] = "rows"
    """Each seat's in rows before it, or all of them in the middle in any order (S002-22, S003-02)."""
    discard_row: int = 6
    # time; None = no limit
    claim_seconds: float | None = None
    chow_after_seconds: float | None = None
    move_seconds: float | None = None
    # rounds (X-18 .. X-22)
    dealer_after_win: Literal["passes", "stays_if_dealer_won"] = "passes"
    dealer_after_draw: Literal["passes", "stays", "stays_if_ready"] = "passes"
    dealer_after_abort: Literal["stays", "as_draw"] = "as_draw"
    rounds: int = 4
    extra_rounds: int = 0
    """Rounds that may be added while nobody has `target_points`."""
    target_points: int = 0
    ends_below: int | None = None
    """The game is over when somebody has less than this."""
    leader_stops: bool = False
    """The dealer of the last deal stops when he leads with `target_points`."""
    seat_swaps: bool = False
    # scoring
    scoring: Literal["mcr", "riichi", "hong_kong", "doubles"] = "mcr"
    scoring_profile: str = "mcr"
    minimum: int = 8
    starting_points: int = 0
    return_points: int = 0
    place_bonus: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    """Added, in thousands of points, to the result of the first to the last (uma)."""
    place_bonus_afloat: tuple[tuple[float, ...], ...] = ()
    """In its place by how many have at least the starting points: one, two, three of them."""
    ties_share: bool = False
    """Players with equal points share the bonus of their places; else the seat nearer the first dealer
    goes before."""
    leftover_sticks: Literal["leader", "nobody"] = "leader"
    """Who gets the sticks that lie on the table when the game is over."""
    counters_to: Literal["nearest_winner", "each_winner"] = "nearest_winner"
    """Which of several winners on one tile is paid the counters."""
    scoring_options: tuple[tuple[str, bool | int | str], ...] = ()
    """Options of the scoring profile: (name, value), such as a pattern's price (docs/scoring.md)."""
    drawn_share: Literal["loss", "halved", "full"] = "loss"
    """What the missing fourth would pay for a drawn win of three: nobody pays it, the two halve it, or both
    pay together what a discard costs, the dealer twice as much as the other."""
    false_win_payment: int | None = None
    """What a false win pays each of the others; None: a drawn mangan, ten in MCR, the limit elsewhere."""
    draw_payment: int = 0
    kong_payment: int = 0
    """What a kong is paid at once by each who pays (S000-15, S000-20)."""
    concealed_kong_times: int = 2
    """How often that for a concealed one (G-13)."""
    riichi: bool = False
    ready_stick: int = 1_000
    honba_payment: int = 0
    furiten: bool = False
    ready_on_own_kong: bool = False
    """A hand is ready too when all four tiles of its only wait lie in its own kong."""
    ready_needs_minimum: bool = False
    """At a draw a hand is ready only if it could have won by its value too (S001-69), not by shape alone."""
    wrong_count_dead_hand: bool = True

    @property
    def stacks(self) -> int:
        """Stacks on each side of the wall: 17 or 18."""
        return self.tiles // (2 * self.wall_sides)
