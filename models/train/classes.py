"""What the reader can say about one crop, in the order of its outputs."""

from __future__ import annotations

from engine.tiles import ALL_FACES

DICE: tuple[str, ...] = tuple(f"die{pips}" for pips in range(1, 7))
LABELS: tuple[str, ...] = (*ALL_FACES, "back", "other", "none", *DICE)
"""45 faces, then a face-down tile, a tile of no face we know, no whole tile at all, a die by its pips."""

INDEX: dict[str, int] = {label: number for number, label in enumerate(LABELS)}

KINDS: tuple[str, ...] = ("face", "back", "standing", "die")
"""The locator's heat maps, in order; `standing` is a tile on edge or the side of a stack."""

REAL_WIDTH, REAL_HEIGHT = 96, 128
"""The size at which a tile cut from a photo is kept."""
REAL_SHARE = 0.75
"""The part of each side of such a crop that its tile fills."""

LOOK_ALIKE_UPSIDE_DOWN = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "0p", "2s", "4s", "5s", "6s", "8s", "9s", "0s", "5z",
     "back", "other", "none", *DICE)
)  # fmt: skip
"""Labels whose direction may be arbitrary: many designs of them look alike turned by half."""

_SPECIAL = {
    "east": "1z", "south": "2z", "west": "3z", "north": "4z", "white": "5z", "green": "6z", "red": "7z",
    "m5r": "0m", "p5r": "0p", "s5r": "0s", "back": "back", "flower": "other",
}  # fmt: skip


def label_of(name: str) -> str:
    """The label for a class name of a COCO folder or an art file: ``m3``, ``east``, ``flower2``, ``p5r``."""
    if name in _SPECIAL:
        return _SPECIAL[name]
    if name.startswith("flower"):
        return f"{name[6:]}f"
    if name.startswith("season"):
        return f"{int(name[6:]) + 4}f"
    return f"{name[1:]}{name[0]}"
