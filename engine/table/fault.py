"""One rule not kept, and the table of all of them: their numbers in the sources and what usually follows."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ruleset import Ruleset
from engine.table.events import FaultFound, Seat
from engine.table.state import GameState
from engine.tiles import SeenTile

PUT_BACK, VOID, REDO, WARNING, DEAD, PENALTY = "put_back", "void", "redo", "warning", "dead_hand", "penalty"
"""Take it back; the claim does not count; do it again; a word from the referee; may not win; points."""
CHOMBO = "chombo"
"""Points, and the deal is dealt again with dealer and counters as they were."""
CONSEQUENCES = (WARNING, PUT_BACK, REDO, VOID, DEAD, PENALTY, CHOMBO)
"""All there are, mildest first."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule not kept: its name, its number, who (None: the table), which tiles, and what follows."""

    name: str
    rule: str
    seat: Seat | None
    tiles: tuple[SeenTile, ...] = ()
    consequence: str = WARNING

    def event(self) -> FaultFound:
        """The fault as an event for the journal."""
        return FaultFound(self.rule, self.seat, self.tiles, self.consequence, self.name)


RULES_OF_FAULTS: dict[str, tuple[str, tuple[str, ...]]] = {
    # walls, dice, deal
    "wrong_thrower": (REDO, ("S004-26", "S002-16")),
    "wrong_dice": (REDO, ("S004-11", "S002-16")),
    "wrong_break": (REDO, ("S004-27", "S002-17")),
    "wrong_stack_taken": (PUT_BACK, ("S004-33", "S002-18")),
    "wrong_top_taken": (PUT_BACK, ("S004-34", "S002-20")),
    "wrong_last_tile_taken": (PUT_BACK, ("S004-35", "S002-20")),
    "wrong_hand_dealt": (REDO, ("S004-36", "S002-20", "S001-07")),
    "drew_before_deal": (PUT_BACK, ("S004-33", "S002-18", "S001-06", "S003-01")),
    "fifth_copy": (REDO, ("S004-12", "S002-01")),
    "flowers_not_used": (PUT_BACK, ("S002-05",)),
    # draws
    "out_of_turn": (PUT_BACK, ("S000-05", "S001-06", "S002-23", "S003-03", "S004-52")),
    "drew_after_claim": (DEAD, ("S000-04", "S001-36", "S002-30", "S003-06", "S004-60")),
    "drew_twice": (DEAD, ("S000-03", "S001-10", "S002-29", "S003-03", "S004-99")),
    "wrong_end": (PUT_BACK, ("S000-16", "S001-42", "S002-42", "S003-09", "S004-38")),
    "replacement_not_owed": (PUT_BACK, ("S000-16", "S001-42", "S002-42", "S003-09", "S004-38")),
    "wall_empty": (VOID, ("S001-60", "S002-49", "S003-29", "S004-86")),
    "deal_over": (VOID, ("S001-12", "S002-45", "S004-02")),
    # discards
    "discard_without_draw": (DEAD, ("S000-03", "S001-10", "S002-26", "S003-03", "S004-51")),
    "replacement_missing": (DEAD, ("S000-16", "S001-42", "S002-33", "S003-09", "S004-77")),
    "flower_not_replaced": (DEAD, ("S003-19", "S004-39")),
    "wrong_count": (DEAD, ("S000-03", "S001-01", "S002-12", "S004-103")),
    "tile_not_held": (WARNING, ("S000-03", "S001-33", "S002-25", "S004-08")),
    "swap_call": (PENALTY, ("G-06",)),
    "not_the_drawn_tile": (PENALTY, ("G-06",)),
    "flower_discarded": (PUT_BACK, ("S003-19",)),
    "flower_kept": (PUT_BACK, ("S003-19",)),
    # flowers
    "flower_out_of_turn": (WARNING, ("S004-39", "S003-19")),
    "exchange_out_of_order": (WARNING, ("S004-43",)),
    "flower_after_claim": (WARNING, ("S004-59", "S004-39")),
    "not_in_first_move": (PUT_BACK, ("S004-50",)),
    # claims
    "chow_not_played": (VOID, ("G-06",)),
    "chow_not_from_left": (VOID, ("S000-09", "S001-27", "S002-32", "S003-05", "S004-59")),
    "claim_of_dead_tile": (VOID, ("S000-30", "S001-11", "S002-24", "S003-04", "S004-57")),
    "claim_own_discard": (VOID, ("S000-12", "S001-27", "S002-24", "S003-04", "S004-60")),
    "not_a_chow": (PUT_BACK, ("S000-07", "S001-35", "S002-09", "S003-05", "S004-13")),
    "not_alike": (PUT_BACK, ("S000-11", "S001-36", "S002-07", "S003-06", "S004-60")),
    "pung_extended_by_discard": (VOID, ("S000-19", "S001-46", "S003-10", "S004-80")),
    "claim_on_last_discard": (VOID, ("G-06",)),
    "claim_after_ready": (VOID, ("G-06",)),
    "claim_with_dead_hand": (VOID, ("S004-103",)),
    "claim_too_late": (VOID, ("S004-88", "S000-30")),
    "chow_too_early": (WARNING, ("S004-85",)),
    "move_too_slow": (WARNING, ("S004-87",)),
    "drew_before_claim_time": (PUT_BACK, ("S004-88",)),
    "claim_out_of_precedence": (VOID, ("S000-23", "S001-28", "S002-40", "S003-17", "S004-83")),
    # kongs
    "kong_out_of_turn": (PUT_BACK, ("S001-47", "S002-34", "S004-57", "S003-14", "S000-18")),
    "kong_after_claim": (PUT_BACK, ("S002-36", "S004-78")),
    "promotion_after_claim": (PUT_BACK, ("S001-47", "S002-34", "S004-80")),
    "no_pung_to_promote": (PUT_BACK, ("S000-18", "S001-46", "S002-34", "S003-14", "S004-62")),
    "kong_on_empty_wall": (PUT_BACK, ("S002-43", "S004-77", "G-06")),
    "kong_changes_waits": (CHOMBO, ("G-06",)),
    "fifth_kong": (PUT_BACK, ("G-06",)),
    # indicators
    "indicator_missing": (WARNING, ("G-06",)),
    "indicator_early": (WARNING, ("G-06",)),
    "indicator_extra": (WARNING, ("G-06",)),
    # ready
    "ready_out_of_turn": (VOID, ("G-06",)),
    "ready_with_dead_hand": (VOID, ("S004-103",)),
    "ready_with_open_hand": (PENALTY, ("G-06",)),
    "ready_twice": (WARNING, ("G-06",)),
    "ready_too_late": (PENALTY, ("G-06",)),
    "ready_without_points": (PENALTY, ("G-06",)),
    "not_ready": (CHOMBO, ("G-06", "S001-54")),
    "ready_not_played": (WARNING, ("S001-55",)),
    "ready_not_called": (WARNING, ("G-06",)),
    "ready_discard_not_turned": (WARNING, ("G-06",)),
    # wins
    "false_win": (CHOMBO, ("S000-31", "S001-01", "S002-06", "S003-22", "S004-64")),
    "below_minimum": (CHOMBO, ("S000-21", "S001-03", "G-15")),
    "win_out_of_move": (CHOMBO, ("S000-21", "S001-54", "S002-44", "S004-57")),
    "win_on_dead_tile": (CHOMBO, ("S001-11", "S002-24", "S003-04", "S004-65", "S000-30")),
    "win_not_nearest": (VOID, ("S000-24", "S002-41", "S003-18", "S004-84")),
    "kong_not_to_be_robbed": (CHOMBO, ("S001-57", "S002-44", "S004-81")),
    "kong_robbed_too_late": (VOID, ("S001-59", "S004-88", "S002-44")),
    "win_on_passed_tile": (CHOMBO, ("S001-30",)),
    "win_with_dead_hand": (CHOMBO, ("S004-103",)),
    # draws, scores, rounds
    "drawn_too_early": (VOID, ("S001-12", "S002-49", "S003-29", "S004-86")),
    "abort_without_cause": (VOID, ("G-06", "S001-12", "S002-49", "S003-29", "S004-86")),
    "not_shown_ready": (WARNING, ("S001-67",)),
    "riichi_hand_not_ready": (CHOMBO, ("G-06",)),
    "riichi_hand_not_shown": (CHOMBO, ("S001-67", "G-06")),
    "payments_not_zero": (REDO, ("S001-25", "S004-10")),
    "totals_wrong": (REDO, ("S001-25", "S004-10")),
    "wrong_dealer": (REDO, ("S001-17", "S002-47", "S003-23", "S004-92")),
    "wrong_prevalent_wind": (REDO, ("S001-23", "S003-25", "S004-91")),
    "wrong_seats": (REDO, ("S003-28", "S004-93")),
    # how things lie
    "claimed_tile_misplaced": (WARNING, ("S001-38", "S004-68")),
    "chow_tile_not_left": (WARNING, ("S004-72",)),
    "chow_out_of_order": (WARNING, ("S001-31",)),
    "kong_not_face_down": (WARNING, ("S001-51", "S002-37", "S003-11", "S004-74")),
    "concealed_kong_not_shown": (WARNING, ("S003-12",)),
    "kong_face_down": (WARNING, ("S001-45", "S004-75")),
    "flower_turned": (WARNING, ("S004-71",)),
    "added_tile_misplaced": (WARNING, ("S001-48", "S004-76")),
    "river_row_wrong": (WARNING, ("S004-20",)),
    "hand_not_shown": (WARNING, ("S001-13", "S002-45", "S004-70", "S004-65")),
    "undeclared_set_shown": (WARNING, ("S004-67", "S002-11")),
    # told by people, not seen by the engine
    "claim_not_announced": (WARNING, ("S000-10", "S001-31", "S003-05", "S004-56")),
    "tile_taken_into_hand": (WARNING, ("S000-29", "S002-31", "S004-69")),
    "own_tiles_not_shown_first": (WARNING, ("S000-28", "S004-69")),
    "tile_put_back": (WARNING, ("S002-25", "S004-08")),
    "empty_call": (WARNING, ("S004-56", "G-06")),
    "changed_call": (WARNING, ("S004-56", "G-06")),
    "double_call": (WARNING, ("S004-56", "G-06")),
    "taken_in_wrong_order": (WARNING, ("S002-35", "S004-69", "S000-28", "G-06")),
    "discarded_in_wrong_order": (WARNING, ("S000-30", "S002-30", "S004-69", "G-06")),
    "claimed_tile_not_taken": (VOID, ("S000-30", "G-06")),
    "win_called_without_showing": (DEAD, ("S001-13", "S002-45", "S004-65")),
    "wall_tile_exposed": (WARNING, ("S004-24", "G-06")),
    "dead_wall_tile_exposed": (WARNING, ("S001-62", "G-06")),
    "hand_tile_exposed": (WARNING, ("S001-13", "S002-11", "S004-67", "G-06")),
    "wall_knocked_down": (PUT_BACK, ("S004-24", "S002-15", "G-06")),
    "wrong_payment": (REDO, ("S001-25", "S004-10", "G-06")),
    "wrong_stick": (REDO, ("G-06",)),
}
"""Fault name -> (what usually follows, its number in each source). S000 to S004 are the five texts; G and X
numbers are the notes beside them."""


def number_of(name: str, rules: Ruleset) -> str:
    """The rule's number in the first of the rule set's sources that has it, else in the first that has."""
    numbers = RULES_OF_FAULTS[name][1]
    for source in (*rules.sources, "G-"):
        for number in numbers:
            if number.startswith(source):
                return number
    return numbers[0]


def fault(state: GameState, name: str, seat: Seat | None, *tiles: SeenTile) -> Fault:
    """The fault of that name at this table."""
    usual = RULES_OF_FAULTS[name][0]
    if usual == DEAD and not state.rules.wrong_count_dead_hand:
        usual = PENALTY
    follows = dict(state.rules.consequences).get(name, usual)
    return Fault(name, number_of(name, state.rules), seat, tiles, follows)
