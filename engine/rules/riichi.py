"""Japanese riichi as played today: S001, completed where the text points outside itself."""

from engine.ruleset import Ruleset

RULESET = Ruleset(
    name="riichi",
    title="Riichi",
    tiles=136,
    dice="two2",
    dead_wall=14,
    replacement_end="dead_wall",
    dora=True,
    red_fives=3,
    flowers="off",
    several_winners="all",
    kong_beats_pung=True,
    concealed_kong_after_claim=False,
    claim_last_discard_for_set=False,
    rob_concealed_kong_for_orphans=True,
    kong_on_empty_wall="forbidden",
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
    riichi=True,
    furiten=True,
    wrong_count_dead_hand=True,
)
