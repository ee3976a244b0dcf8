"""The beginner's game of S002: 136 tiles, three dice, Hong Kong Old Style scores."""

from engine.ruleset import Ruleset

RULESET = Ruleset(
    name="beginner",
    title="Beginner's",
    sources=("S002",),
    tiles=136,
    dice="one3",
    flowers="off",
    several_winners="nearest",
    concealed_kong_face="all_down",
    dealer_after_win="stays_if_dealer_won",
    dealer_after_draw="stays",
    rounds=4,
    scoring="hong_kong",
    scoring_profile="hkos-10",
    minimum=0,
)
