"""Hong Kong Old Style with flowers and a ten-faan limit."""

from engine.ruleset import Ruleset

RULESET = Ruleset(
    name="hong_kong",
    title="Hong Kong Old Style",
    sources=("S002",),
    tiles=144,
    dice="one3",
    flowers="forced",
    several_winners="nearest",
    concealed_kong_face="all_down",
    dealer_after_win="stays_if_dealer_won",
    dealer_after_draw="stays",
    rounds=4,
    scoring="hong_kong",
    scoring_profile="hkos-10",
    minimum=3,
    missed_win="until_next_draw",
    consequences=(("win_on_passed_tile", "void"),),
)
