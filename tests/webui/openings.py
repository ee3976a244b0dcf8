"""How a deal begins that many tests go on with."""

from engine.table.events import (
    DiceRolled,
    FlowerDeclared,
    HandsDealt,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)

OPENING = (
    WallBuilt(),
    DiceRolled(0, (3, 4)),
    DiceRolled(2, (1, 5)),
    WallBroken(2, 13),
    HandsDealt(0),
    FlowerDeclared(0, "3f"),
    TileDrawn(0, "tail"),
    TileDiscarded(0, "1z"),
)
"""MCR: the dealer lays a flower and discards an east wind."""
