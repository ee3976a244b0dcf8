"""Tables laid by the simulated table's own placer and seen with parallax, for the tests of the layout."""

from dataclasses import replace

from engine.ruleset import Ruleset
from engine.table.state import Discard, GameState, Meld, SeatState, Wall
from vision.layout.table import TableGeometry, learned
from vision.simulate.observations import truth_observations
from vision.simulate.settings import LAYOUTS, preset

RULES = Ruleset("mcr", "MCR")
FULL = ((2,) * 18,) * 4
RIVER = ("1m", "9p", "3s", "4z", "5z", "6s", "2m", "2p", "7s", "8s", "5p", "1z", "9s")
CHOW = Meld("chow", ("5m", "4m", "6m"), 3, 0)
PUNG = Meld("pung", ("7z",) * 3, 2, 1)
MELDED = Meld("melded_kong", ("9p",) * 4, 1, 3)
CONCEALED = Meld("concealed_kong", ("7s",) * 4)


def table(rules=RULES, wall=FULL, broken=None, dice=(), **seats):
    held = tuple(seats.get(f"seat{seat}", SeatState()) for seat in range(4))
    return GameState(rules, phase="playing", wall=Wall(wall, broken), dice=dice, seats=held)


def played(count=8, standing=13, **more):
    return SeatState(standing=(None,) * standing, river=tuple(map(Discard, RIVER[:count])), **more)


def geometry_of(settings, stacks=18):
    x, y = settings.view.offset_mm
    return TableGeometry(stacks=stacks, camera_mm=(x, y, settings.view.height_mm))


def seen(state, name="club", seed=1, known=True, layout="usual"):
    """(the tiles, the dice, the table as known after its walls were seen complete)."""
    settings = replace(preset(name), places=LAYOUTS[layout])
    geometry = geometry_of(settings, state.rules.stacks)
    whole = replace(state, wall=Wall(((2,) * state.rules.stacks,) * 4), seats=(SeatState(),) * 4, dice=())
    built, _ = truth_observations(whole, settings, seed)
    if known:
        geometry = learned(built, geometry.fitted(built))
    return (*truth_observations(state, settings, seed), geometry)


def faces(tiles):
    return [(tile.tile, tile.turned) for tile in tiles]


def melds(seat):
    return sorted(((faces(meld.tiles), meld.face_down) for meld in seat.melds), key=str)
