"""Chinese Official (MCR): S003 and S004; eight points to win (G-15)."""

from engine.ruleset import Ruleset

FALSE_WINS = (
    "false_win",
    "below_minimum",
    "win_out_of_move",
    "win_on_dead_tile",
    "kong_not_to_be_robbed",
    "win_with_dead_hand",
)
"""The deal goes on without whoever called such a win: his hand is dead, and he pays each of the others."""

RULESET = Ruleset(
    name="mcr",
    title="Chinese Official (MCR)",
    tiles=144,
    dice="two2",
    flowers="optional",
    several_winners="nearest",
    concealed_kong_face="all_down",
    chow_tile_left=True,
    promoted_tile="inside",
    claim_seconds=3.0,
    chow_after_seconds=3.0,
    move_seconds=10.0,
    dealer_after_win="passes",
    dealer_after_draw="passes",
    rounds=4,
    seat_swaps=True,
    scoring="mcr",
    scoring_profile="mcr",
    minimum=8,
    wrong_count_dead_hand=True,
    consequences=tuple((name, "dead_hand") for name in FALSE_WINS),
    penalties=tuple((name, 10) for name in FALSE_WINS),
)
