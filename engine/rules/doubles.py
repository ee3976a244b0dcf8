"""Doubles (S000): kongs paid at once, three winners all paid if the table agrees."""

from engine.ruleset import Ruleset

RULESET = Ruleset(
    name="doubles",
    title="Doubles",
    sources=("S000", "S002"),
    tiles=144,
    dice="one3",
    flowers="forced",
    several_winners="nearest_but_triple_all",
    concealed_kong_face="all_down",
    dealer_after_win="stays_if_dealer_won",
    dealer_after_draw="stays",
    rounds=4,
    scoring="doubles",
    scoring_profile="doubles",
    minimum=1,
    kong_payment=10,
)
