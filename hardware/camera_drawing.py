"""A set-up seen from the side as a drawing (SVG), to scale, with the lengths that a plan found."""

from __future__ import annotations

import math

from hardware.camera_plan import CameraPlan

PX_PER_M = 200.0
WIDTH, FELT_Y = 640, 400
TABLE_M = 0.75
"""The felt above the floor."""
SETUPS = ("boom", "ceiling", "tripod")
INK, FAINT, CONE = "#233", "#8a9a94", "#e7efe9"


def drawing(plan: CameraPlan, setup: str) -> str:
    """`setup` is ``boom`` (an arm from the table's edge), ``ceiling`` or ``tripod``."""
    left = WIDTH / 2 - (plan.aside_m * PX_PER_M / 2 if plan.aside_m else 0)
    half = plan.square_mm / 2000 * PX_PER_M
    lens = (left + plan.aside_m * PX_PER_M, FELT_Y - plan.height_m * PX_PER_M)
    floor = FELT_Y + TABLE_M * PX_PER_M
    parts = [
        f'<polygon points="{lens[0]:.0f},{lens[1]:.0f} {left - half - 8:.0f},{FELT_Y} '
        f'{left + half + 8:.0f},{FELT_Y}" fill="{CONE}"/>',
        _line(40, floor, WIDTH - 40, floor, FAINT, 2),
        _table(left, half, floor),
        _holder(setup, lens, left, half, floor),
        f'<circle cx="{lens[0]:.0f}" cy="{lens[1]:.0f}" r="9" fill="{INK}"/>',
        *_lengths(plan, lens, left, half, floor),
    ]
    top = lens[1] - 108
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {top:.0f} {WIDTH} {floor - top + 50:.0f}" '
        f'font-family="sans-serif" font-size="15" fill="{INK}">\n'
        f"<title>{plan.camera.title}, {setup}, from the side</title>\n"
        f'<rect x="0" y="{top:.0f}" width="{WIDTH}" height="{floor - top + 50:.0f}" fill="#fff"/>\n'
        f"{body}\n</svg>\n"
    )


def _table(left: float, half: float, floor: float) -> str:
    legs = "".join(
        _line(left + way * (half - 10), FELT_Y, left + way * (half - 10), floor, INK, 5) for way in (-1, 1)
    )
    return _line(left - half - 12, FELT_Y, left + half + 12, FELT_Y, INK, 8) + legs


def _holder(setup: str, lens: tuple[float, float], left: float, half: float, floor: float) -> str:
    if setup == "ceiling":
        return _line(lens[0], lens[1] - 60, lens[0], lens[1], INK, 4) + _line(
            lens[0] - 90, lens[1] - 60, lens[0] + 90, lens[1] - 60, FAINT, 6
        )
    if setup == "boom":
        foot = left + half + 6
        return _line(foot, FELT_Y, foot, lens[1] - 12, INK, 5) + _line(
            foot, lens[1] - 12, lens[0], lens[1] - 12, INK, 4
        )
    return "".join(
        _line(lens[0] + 4, lens[1] + 20, lens[0] + way, floor, INK, 4) for way in (-45, 4, 55)
    ) + _line(lens[0], lens[1], lens[0] + 4, lens[1] + 20, INK, 5)


def _lengths(
    plan: CameraPlan, lens: tuple[float, float], left: float, half: float, floor: float
) -> list[str]:
    side = left - half - 40
    said = [
        _line(side, lens[1], side, FELT_Y, FAINT, 1.5),
        f'<text x="{side - 8:.0f}" y="{(lens[1] + FELT_Y) / 2:.0f}" text-anchor="end">'
        f"{plan.height_m:.2f} m</text>",
        f'<text x="{left:.0f}" y="{FELT_Y + 30}" text-anchor="middle">{plan.square_mm:.0f} mm</text>',
        f'<text x="{WIDTH / 2:.0f}" y="{lens[1] - 80:.0f}" text-anchor="middle" font-weight="bold">'
        f"{plan.camera.title}, focus {plan.dioptres:.2f} dioptres</text>",
    ]
    if plan.aside_m:
        steep = math.degrees(math.atan2(plan.height_m, plan.aside_m))
        said.append(_line(left, floor + 14, lens[0], floor + 14, FAINT, 1.5))
        said.append(
            f'<text x="{(left + lens[0]) / 2:.0f}" y="{floor + 34:.0f}" text-anchor="middle">'
            f"{plan.aside_m:.2f} m, {steep:.0f}° down</text>"
        )
    return said


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{to_x:.0f}" y2="{to_y:.0f}" stroke="{colour}" '
        f'stroke-width="{width:g}" stroke-linecap="round"/>'
    )
