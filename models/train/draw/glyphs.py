"""Writing signs from many fonts, kept as grey masks so that drawing a tile needs no font."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTCollection, TTFont, TTLibError
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

SIDE = 96
HAN = "一二三四五伍六七八九萬万東东南西北中發发発白春夏秋冬梅蘭兰菊竹百搭福祿壽囍財神聽花猫鼠"
LATIN = "123456789ESWNCFPBRDGIVX"

BRUSH = (
    "kouzan", "ma-shan", "zhi-mang", "liu-jian", "long-cang", "yuji", "Aoyagi", "Kai-", "ukai", "kai00mp",
    "WenKai", "wenkai", "klee", "kaisei", "zen-antique",
)  # fmt: skip
BRUSH_TIMES = 4
"""How often a brush or kaisho font counts: tiles are cut from brush writing, fonts mostly are not."""

PICTURES = (
    "🌸🌺🌻🌼🌷🌹🥀🌱🌿🍀🍁🍂🍃🌾🌵🎋🎍🎄🌲🌳🌴🌊🌙🌞🌝🌕🌛🔥💧🍄🍇🍊🍋🍎🍐🍑🍒🍓🐟🐉🐇🐂🐎🐐🐒🐕🐖🐘🐢"
    "🐬🐼🦀🦇🦊🦋🦌🦐🏮🏯🏔🏡🏠⛩⛵⛰🚣🎣🎎🎐🎏🎭🎨🎻🏺🍵🍶👒👑👘👴👵👸🤴🙏🚶🧍🧎🧘💃🪭🪷🪻🪴🪺"
    "☀☁☂☃★☆☘☙☽☾♆♛♣♤♧♨⚘⚶✿❀❁❂❃❄❅❆❇❋❖❦❧✤✥✱✲✳✵✶✷✸✹✺✻✼✽✾"
)
"""Things that stand on flowers and seasons of some set or might: plants, weather, beasts, houses, people."""

BIRDS = "🐓🐔🐣🐤🐥🐦🐧🕊🦃🦅🦆🦜🦤🦩"
"""What may be the one of bamboos. Owls, peacocks and cranes are left out, to measure strange birds with."""
DRAGONS = "🐉🐲"
MARKS = "🍀🍁🍂🍃🌲🍇🍊🍋🍎🍐🍒🍓🐟🐢🐘🦀🦋🦇🏡⛩🏺🍵👒👑⛵🎐☁☂♣♛♨♆☘"
"""What a dot may be. Stars, moons, drops, blossoms and squares are left out, to measure strange dots with."""
RODS = "🌾🎋🌲🌵🐟🍃🎻🏮🎎👘🍶🕯🥕🗡🔑🖋🥄"
"""What a stick of bamboo may be; no arrow, no chain, no wave, no hourglass."""
THINGS = MARKS + "🐉🐲🐇🐂🐎🐐🐒🐕🐖🐬🐼🦌🦐🏮🏯🏔🏠🚣🎣🎎🎏🎭🎨🎻🍶👘👴👵👸🤴🙏🚶🧍🧘💃☃♆♤♧❖☙"
"""What a bird or a dragon may be, where it is any large thing; no sun, wheel, cross, sprig or feather."""

Mask = NDArray[np.uint8]
"""(height, width), 255 where there is ink."""
FontMasks = dict[str, Mask]
"""Sign to its mask, cut to the ink."""

FOLDERS = ("/usr/share/fonts/opentype/noto", "/usr/share/fonts/truetype/dejavu")
SKIPPED = (
    "Ext-B", "HanaMinB", "Sousyo", "Mono", "Thin", "ExtraLight", "Plus", "setofont-ex",
    "SansCJK-Light", "SansCJK-DemiLight", "SansCJK-Medium", "SerifCJK-Light", "SerifCJK-Medium",
)  # fmt: skip


def font_files(extra: Path) -> list[tuple[str, int]]:
    """(file, number in the collection) of each font under `extra` and the system's CJK folders."""
    found: list[tuple[str, int]] = []
    for folder in (*FOLDERS, str(extra)):
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix not in {".ttf", ".otf", ".ttc", ".woff"} or any(s in path.name for s in SKIPPED):
                continue
            if path.suffix == ".woff" and not _is_whole_subset(path.name):
                continue
            numbers = _collection_numbers(path)
            found += [(str(path), number) for number in numbers]
    return found


def masks_of(file: str, number: int) -> FontMasks:
    """A mask for each of our signs that the font has."""
    characters = _characters_in(file, number)
    font = ImageFont.truetype(file, SIDE, index=number)
    masks: FontMasks = {}
    for sign in HAN + LATIN:
        if ord(sign) not in characters:
            continue
        mask = _draw(font, sign)
        if mask is not None:
            masks[sign] = mask
    return masks


def all_fonts(extra: Path) -> tuple[list[FontMasks], list[FontMasks]]:
    """(fonts with the signs of the tiles, fonts with figures and letters)."""
    han: list[FontMasks] = []
    latin: list[FontMasks] = []
    for file, number in font_files(extra):
        with contextlib.suppress(OSError, TTLibError):
            masks = masks_of(file, number)
            if all(sign in masks for sign in "一二三四六七八九南西北中"):
                han += [masks] * (BRUSH_TIMES if any(part in file for part in BRUSH) else 1)
            if all(sign in masks for sign in LATIN):
                latin.append(masks)
    return han, latin


def all_pictures(extra: Path, things: str = PICTURES) -> tuple[Mask, ...]:
    """Outlines of `things`, from the symbol and emoji fonts under `extra` and those of the system."""
    found: list[Mask] = []
    for file, number in _picture_fonts(extra):
        with contextlib.suppress(OSError, TTLibError):
            characters = _characters_in(file, number)
            font = ImageFont.truetype(file, SIDE, index=number)
            drawn = (_draw(font, sign) for sign in things if ord(sign) in characters)
            found += [mask for mask in drawn if mask is not None]
    return tuple(found)


def _picture_fonts(extra: Path) -> list[tuple[str, int]]:
    emoji = sorted(extra.rglob("noto-emoji-*-[357]00-normal.woff"))
    return [(str(path), 0) for path in (*emoji, *sorted(Path(FOLDERS[1]).glob("DejaVuSans.ttf")))]


def _is_whole_subset(name: str) -> bool:
    return any(part in name for part in ("japanese", "chinese", "latin-400", "latin-700"))


def _collection_numbers(path: Path) -> list[int]:
    if path.suffix != ".ttc":
        return [0]
    # A collection holds the same design for several countries: Japanese, simplified, traditional.
    count = len(TTCollection(str(path), lazy=True).fonts)
    return [0] if count == 1 else [0, min(2, count - 1), min(3, count - 1)]


def _characters_in(file: str, number: int) -> set[int]:
    with TTFont(file, fontNumber=number, lazy=True) as font:
        return set(font.getBestCmap() or {})


def _draw(font: ImageFont.FreeTypeFont, sign: str) -> Mask | None:
    page = Image.new("L", (2 * SIDE, 2 * SIDE), 0)
    ImageDraw.Draw(page).text((SIDE // 2, SIDE // 3), sign, font=font, fill=255)
    box = page.getbbox()
    if box is None or min(box[2] - box[0], box[3] - box[1]) < 3:
        return None
    return np.asarray(page.crop(box), dtype=np.uint8)
