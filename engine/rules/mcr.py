"""Chinese Official (MCR): S003 and S004; eight points to win (G-15)."""

from engine.ruleset import Ruleset

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
)
