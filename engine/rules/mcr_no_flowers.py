"""Chinese Official (MCR) with the flowers put away: 136 tiles, walls of seventeen stacks (S003, S004)."""

from dataclasses import replace

from engine.rules.mcr import RULESET as MCR

RULESET = replace(MCR, name="mcr_no_flowers", title="Chinese Official, no flowers", tiles=136, flowers="off")
