"""Every disturbance of the simulated table as a number one can turn, and the presets easy, club and hard.

Lengths are millimetres on the table, angles degrees, times seconds. A scatter is the standard deviation of
what people do by hand; it is drawn once per tile, so a tile that nobody touches does not move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from vision.camera.markers import SQUARE_MM
from vision.observation import VisionError

Bgr = tuple[int, int, int]
ConsoleDice = Literal["dome", "pips", "digits", "none"]


@dataclass(frozen=True, slots=True)
class Scatter:
    """How crookedly people lay their tiles."""

    river_mm: float = 1.2
    river_turn_deg: float = 2.0
    row_drift_mm: float = 2.5
    row_turn_deg: float = 1.0
    wall_mm: float = 0.6
    wall_turn_deg: float = 0.3
    meld_mm: float = 1.0
    meld_turn_deg: float = 1.5
    hand_mm: float = 1.0
    hand_lean_deg: float = 3.0
    break_gap_mm: float = 18.0
    """How far the two stacks beside the break are moved apart."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where people lay their tiles: x and y (mm) as seat 0 has them, the same turned by 90 degrees a seat.

    A river's first row is `river_y` from the middle and the next ones `river_pitch` farther; the middle of a
    wall is `wall_shift` from the seat's own. `hand_x`, `flower_x` and `meld_x` are left ends (the first two
    melds, then the next two); `dice` is where the dealer keeps the dice, `stick_y` where a stick lies.
    `melds_end_x`: melds are laid from here to the left instead, all at the first of `meld_y`. `console_mm`:
    the side of an automatic table's console in the middle, 0 without one. `console_dice`: its dice lie in a
    dome, are lit on a display as pips or as digits, or there are none.
    """

    river_y: float = -104.0
    river_pitch: float = 37.0
    wall_y: float = -254.0
    wall_shift: float = -12.5
    hand_x: float = -213.0
    hand_y: float = -330.0
    meld_x: tuple[float, float] = (208.0, 165.0)
    meld_y: tuple[float, float] = (-353.0, -393.0)
    melds_end_x: float | None = None
    flower_x: float = 204.0
    flower_y: float = -297.0
    dice: tuple[float, float] = (172.0, -294.0)
    stick_y: float = -70.0
    console_mm: float = 0.0
    console_dice: ConsoleDice = "dome"


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera hangs and what its lens does.

    `height_mm` above the felt; `offset_mm` from above the centre; `aim_mm` is the place on the felt in the
    middle of its picture; `k1`, `k2` are the radial distortion of the usual lens model; `across_mm` is what
    the shorter side of the picture covers there. `vision.simulate.views` places one at the side.
    """

    size: tuple[int, int] = (1440, 1080)
    height_mm: float = 1200.0
    offset_mm: tuple[float, float] = (35.0, -60.0)
    aim_mm: tuple[float, float] = (0.0, 0.0)
    roll_deg: float = 0.8
    k1: float = -0.06
    k2: float = 0.01
    across_mm: float = 930.0


@dataclass(frozen=True, slots=True)
class Light:
    """Lamp and sensor.

    Parts of the light: `brightness` (1 is as painted), `gradient` from one side of the picture to the other
    towards `gradient_deg`, `vignetting` in the corners, `drift` over a minute, `flicker` with the mains,
    `shadow`, and `warmth` (red more, blue less; below 0 the other way round). `noise`: standard deviation in
    grey levels of 256.
    """

    brightness: float = 1.1
    gradient: float = 0.2
    gradient_deg: float = 35.0
    drift: float = 0.01
    flicker: float = 0.004
    vignetting: float = 0.12
    shadow: float = 0.35
    shadow_mm: float = 0.5
    """Length of a shadow for each millimetre of height."""
    warmth: float = 0.03
    noise: float = 1.0
    blur_px: float = 0.45
    jpeg_quality: int = 94


@dataclass(frozen=True, slots=True)
class Appearance:
    """Colours (blue, green, red) of table and tiles."""

    felt: Bgr = (62, 98, 30)
    rim: Bgr = (32, 58, 98)
    floor: Bgr = (58, 62, 68)
    back: Bgr = (142, 86, 36)
    body: Bgr = (214, 232, 240)
    die: Bgr = (236, 240, 242)
    rack: Bgr = (46, 74, 112)
    sleeves: tuple[Bgr, Bgr, Bgr, Bgr] = ((92, 52, 38), (48, 44, 112), (70, 70, 74), (60, 96, 58))
    skin: Bgr = (128, 164, 214)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take. Every duration varies by `variation` of itself."""

    calm_s: float = 0.9
    """Between two acts, nothing moving."""
    reach_s: float = 0.35
    hold_s: float = 0.3
    claim_s: float = 1.0
    """From a discard to the claim of it."""
    think_s: float = 0.6
    """Between the draw and the discard, beyond the calm."""
    mixing_s: float = 0.0
    """How long the tiles are stirred before the walls are built; 0: the walls stand from the beginning."""
    variation: float = 0.25
    fidget_share: float = 0.05
    """How often, after a move, somebody reaches over the table and touches nothing."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What people do to tiles besides playing. Whoever sits before a side of the wall pushes it to the others
    when tiles are first drawn from it: the end where that begins at most `push_deg` round the other end, and
    all of it at most `push_mm` forward. The side that the dice broke stays where it is. `crowd`: how close
    discards lie in the middle, 0 to 1 (`vision.simulate.heap`)."""

    push_deg: float = 0.0
    push_mm: float = 0.0
    crowd: float = 0.0


@dataclass(frozen=True, slots=True)
class TwinSettings:
    """All of the simulated table. `tile_mm` is width, height and thickness of a tile; `marker_mm` 0: no
    markers."""

    name: str = "club"
    square_mm: float = SQUARE_MM
    marker_mm: float = 40.0
    tile_mm: tuple[float, float, float] = (26.0, 35.0, 20.0)
    back_layer: float = 0.35
    """Share of the thickness that has the back's colour."""
    die_mm: float = 16.0
    cups: int = 1
    phones: int = 0
    racks: bool = False
    """Whether the hands stand on racks."""
    kongs_up: bool = True
    """Whether who has won turns up his concealed kongs (S003-12)."""
    places: Places = field(default_factory=Places)
    scatter: Scatter = field(default_factory=Scatter)
    view: View = field(default_factory=View)
    light: Light = field(default_factory=Light)
    look: Appearance = field(default_factory=Appearance)
    pace: Pace = field(default_factory=Pace)
    habits: Habits = field(default_factory=Habits)
    art: Path | None = None
    """A folder with a picture of each face to paint on the tiles; None: our own drawings."""


_EASY = TwinSettings(
    name="easy",
    cups=0,
    scatter=Scatter(0.4, 0.5, 0.5, 0.2, 0.2, 0.1, 0.3, 0.4, 0.4, 1.0, 20.0),
    view=View(offset_mm=(10.0, -15.0), roll_deg=0.0, k1=-0.02, k2=0.0),
    light=Light(
        gradient=0.05, drift=0.0, flicker=0.0, vignetting=0.05, shadow=0.2, noise=0.5, jpeg_quality=97
    ),
    pace=Pace(calm_s=1.0, variation=0.1, fidget_share=0.0),
)
_HARD = TwinSettings(
    name="hard",
    cups=3,
    phones=1,
    scatter=Scatter(2.0, 3.5, 4.0, 2.0, 1.0, 0.5, 1.5, 3.0, 2.0, 6.0, 13.0),
    view=View(height_mm=1050.0, offset_mm=(110.0, -130.0), roll_deg=3.0, k1=-0.13, k2=0.02, across_mm=980.0),
    light=Light(
        gradient=0.35,
        drift=0.05,
        flicker=0.02,
        vignetting=0.25,
        shadow=0.5,
        shadow_mm=0.8,
        warmth=0.12,
        noise=4.0,
        blur_px=0.8,
        jpeg_quality=75,
    ),
    pace=Pace(calm_s=0.7, variation=0.4, fidget_share=0.15),
)
_AUTOMATIC = Places(river_y=-108.0, wall_y=-262.0, wall_shift=-22.0, stick_y=-81.0, console_mm=176.0)
LAYOUTS: Mapping[str, Places] = {
    "usual": Places(),
    "wide": Places(
        wall_y=-275.0, flower_y=-318.0, hand_y=-350.0, meld_y=(-365.0, -403.0), dice=(172.0, -316.0)
    ),
    "narrow": Places(river_y=-88.0, wall_y=-238.0),
    "pinwheel": Places(wall_shift=-25.0),
    "corner": Places(
        river_y=-110.0,
        wall_y=-285.0,
        wall_shift=0.0,
        hand_x=-240.0,
        hand_y=-375.0,
        meld_y=(-375.0, -375.0),
        melds_end_x=378.0,
        flower_x=230.0,
        flower_y=-325.0,
        dice=(172.0, -322.0),
    ),
    "rim": Places(hand_y=-380.0, meld_y=(-360.0, -400.0)),
    "close": Places(river_y=-95.0, river_pitch=35.6, hand_y=-318.0),
    "automatic": _AUTOMATIC,
    "automatic-pips": replace(_AUTOMATIC, console_dice="pips"),
    "automatic-digits": replace(_AUTOMATIC, console_dice="digits"),
    "automatic-no-dice": replace(_AUTOMATIC, console_dice="none"),
}
"""Other tables' ways of laying everything, by name."""
LOOKS: Mapping[str, Appearance] = {
    "green": Appearance(),
    "blue": Appearance((112, 66, 38), (30, 30, 34), (36, 40, 52), (48, 120, 52), (226, 236, 238)),
    "wood": Appearance((74, 104, 140), (40, 62, 84), (70, 72, 70), (38, 118, 208), (206, 228, 238)),
}
"""Tables and tile backs by name: felt, rim, floor, back and body."""
PRESETS: Mapping[str, TwinSettings] = {"easy": _EASY, "club": TwinSettings(), "hard": _HARD}


def preset(name: str) -> TwinSettings:
    """The settings of that name. Raises VisionError naming the known ones."""
    if name not in PRESETS:
        raise VisionError(f"no preset called {name!r}; there are {', '.join(PRESETS)}")
    return PRESETS[name]
