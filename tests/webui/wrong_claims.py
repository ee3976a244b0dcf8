"""A claim that breaks a rule, and its fault, for the tests of the referee."""

from engine.table.events import ChowClaimed, FaultFound

FAULT = FaultFound("S004-59", 2, ("1z",), "dead_hand", "chow_not_from_left")
CLAIM = ChowClaimed(2, 0, "1z", ("1z", None, None))
