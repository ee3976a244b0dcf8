"""Japanese as S001 tells it, to the letter: no riichi bet, no red fives."""

from engine.ruleset import Ruleset

RULESET = Ruleset(
    name="riichi_classic",
    title="Japanese, classic",
    sources=("S001",),
    tiles=136,
    dice="one2",
    dead_wall=14,
    replacement_end="dead_wall",
    dora=True,
    kong_indicators="off",
    flowers="off",
    several_winners="all",
    kong_beats_pung=True,
    concealed_kong_after_claim=True,
    claim_last_discard_for_set=True,
    kong_on_empty_wall="ends_deal",
    rob_after_supplement=True,
    concealed_kong_face="outer_down",
    promoted_tile="beside",
    dealer_after_win="stays_if_dealer_won",
    dealer_after_draw="stays_if_ready",
    rounds=2,
    scoring="riichi",
    scoring_profile="riichi-tenhou",
    minimum=1,
    starting_points=25_000,
    draw_payment=3_000,
    furiten=True,
)
