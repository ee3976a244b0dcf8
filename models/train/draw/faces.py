"""Draws any label of any imagined design as a sprite."""

from __future__ import annotations

import cv2
import numpy as np

from models.train.draw.bamboo import draw_bamboo
from models.train.draw.design import Design
from models.train.draw.dots import draw_dots
from models.train.draw.flowers import draw_flower
from models.train.draw.odd import odd_one, odd_picture
from models.train.draw.page import Page, Sprite
from models.train.draw.signs import (
    LETTERS,
    draw_character,
    draw_corner,
    draw_foreign,
    draw_honour,
)
from models.train.draw.white import draw_white


def draw_face(design: Design, label: str) -> Sprite:
    """The face `label` (a tile, or ``other``) of `design` on a transparent page."""
    page = Page()
    if label == "other":
        draw_foreign(page, design)
        return page.sprite()
    rank, suit = int(label[0]) or 5, label[1]
    all_red = label[0] == "0"
    match suit:
        case _ if label in design.odd:
            inks = {"5z": design.blue, "6z": design.green_dragon, "7z": design.red}
            odd_picture(page, design, design.odd[label], inks.get(label, design.green))
            return _with_margin(page, design)
        case "p" if rank == 1 and design.is_one_odd:
            odd_one(page, design)
        case "p":
            draw_dots(page, design, rank, all_red)
        case "s":
            draw_bamboo(page, design, rank, all_red)
        case "m":
            draw_character(page, design, rank, all_red)
        case "f":
            draw_flower(page, design, rank)
        case _ if rank == 5:
            draw_white(page, design)
        case _:
            draw_honour(page, design, rank)
    if suit == "z" and not (rank == 5 and design.white == "blank"):
        draw_corner(page, design, LETTERS[rank])
    elif suit in "mps":
        draw_corner(page, design, str(rank))
    return _with_margin(page, design)


def _with_margin(page: Page, design: Design) -> Sprite:
    """The drawing drawn in from the edges, as engraved tiles have it."""
    inside = 1 - design.margins
    matrix = np.array(
        [[inside, 0, (1 - inside) / 2 * page.width], [0, inside, (1 - inside) / 2 * page.height]]
    )
    page.ink = cv2.warpAffine(page.ink, matrix, (page.width, page.height), flags=cv2.INTER_LINEAR)
    page.cover = cv2.warpAffine(page.cover, matrix, (page.width, page.height), flags=cv2.INTER_LINEAR)
    return page.sprite()
