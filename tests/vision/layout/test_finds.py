"""Kept finds: what goes into the file comes out of it, and a broken file is one clear line."""

from __future__ import annotations

import json
import lzma
import math
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from engine.table.events import DiceRolled, TileDiscarded
from engine.table.reading import ZONES
from engine.tiles import ALL_FACES
from vision.finds.columns import MARK, MOST_BYTES
from vision.finds.deal import DealFacts, KeptDeal, deal_bytes, deal_from, deals_in, read_deal, write_deal
from vision.observation import DieObservation, TileObservation, VisionError
from vision.pipeline.look import Find
from vision.track.calm import Settling

FACTS = DealFacts("riichi", 7, "club own green", 5.0, 850.0, 17)
TRUTH = ((1.25, DiceRolled(0, (3, 4))), (9.5, TileDiscarded(0, "0p")))
PLACE = (12.5, -60.25, 1180.0)
GRID_MM = 4.8
FEW = settings(
    max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.generate,)
)


def rectangle(x, y, across, along, angle):
    cosine, sine = math.cos(angle), math.sin(angle)
    corners = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return tuple(
        (
            x + u * across / 2 * cosine - v * along / 2 * sine,
            y + u * across / 2 * sine + v * along / 2 * cosine,
        )
        for u, v in corners
    )


def numbers(low, high):
    return some.floats(low, high, allow_nan=False)


rectangles = some.builds(
    rectangle, numbers(-420, 420), numbers(-420, 420), numbers(20, 30), numbers(30, 40), numbers(0, math.tau)
)
chances = numbers(0, 1)
tiles = some.builds(
    TileObservation, some.sampled_from(("back", "standing")), chances, rectangles
) | some.builds(
    lambda score, corners, face, chance: TileObservation("face", score, corners, ((face, chance),)),
    chances,
    rectangles,
    some.sampled_from(sorted(ALL_FACES)),
    chances,
)
dice = some.builds(DieObservation, some.none() | some.integers(1, 6), chances, rectangles)
outlines = some.lists(
    some.tuples(some.integers(-90, 90), some.integers(-90, 90)), min_size=3, max_size=9
).map(lambda cells: tuple((x * GRID_MM, y * GRID_MM) for x, y in cells))
zones = some.sets(some.sampled_from(sorted(ZONES))).map(frozenset)
settlings = some.builds(
    Settling,
    some.sampled_from(("seen", "partly", "failed")),
    some.lists(outlines, max_size=2).map(tuple),
    zones,
    zones,
    zones,
    some.sampled_from(("", "dark", "nudged")),
    some.booleans(),
    stirred=some.lists(outlines, max_size=2).map(tuple),
)


def with_tentative(settling, other):
    """The settling with a tentative one in which other zones move."""
    tentative = other and replace(settling, moving=other.moving, calm=other.calm, stirred=other.stirred)
    return replace(settling, tentative=tentative)


with_tentatives = some.builds(with_tentative, settlings, some.none() | settlings)
observed = some.tuples(some.lists(tiles, max_size=6).map(tuple), some.lists(dice, max_size=2).map(tuple))
looks = some.tuples(with_tentatives, some.none() | observed, some.booleans())
finds = some.lists(looks | some.none(), max_size=8).map(
    lambda rows: tuple(
        Find(number, number / 5)
        if row is None
        else Find(number, number / 5, row[0], PLACE, row[1], row[1] is not None and row[2])
        for number, row in enumerate(rows)
    )
)


def a_deal():
    lying = tuple(
        TileObservation("back", 0.9, rectangle(30 * n - 200, -240, 26, 34, 0.01)) for n in range(14)
    )
    face = TileObservation("face", 0.95, rectangle(5, -100, 26, 34, 0.1), (("5p", 0.8), ("0p", 0.15)))
    die = DieObservation(5, 0.7, rectangle(170, -290, 16, 16, 0.4))
    calm = Settling("seen", calm=ZONES)
    rows = [Find(0, 0.0), *(Find(n, n / 5, calm, PLACE, ((*lying[n:], face), (die,))) for n in range(1, 9))]
    return deal_bytes(FACTS, TRUTH, rows)


@FEW
@given(finds)
def test_what_was_found_comes_out_as_near_as_it_is_rounded(rows):
    kept = deal_from(deal_bytes(FACTS, TRUTH, rows)).finds
    assert [find.number for find in kept] == [find.number for find in rows]
    for before, after in zip(rows, kept, strict=True):
        assert after.at_s == pytest.approx(before.at_s, abs=1e-6)
        assert (after.settling is None, after.observed is None) == (
            before.settling is None,
            before.observed is None,
        )
        if before.settling is not None:
            assert same_settling(before.settling, after.settling)
        assert after.is_tentative == before.is_tentative
        if before.observed is not None:
            # Where the networks were not asked nothing is tentative.
            assert (before.settling.tentative is None) == (after.settling.tentative is None)
            assert before.settling.tentative is None or same_settling(
                before.settling.tentative, after.settling.tentative
            )
            for old, new in zip(before.observed, after.observed, strict=True):
                assert same_things(old, new)


def same_settling(before, after):
    def told(each):
        return each.look, each.moving, each.hidden, each.calm, each.reason, each.lamp

    def rounded(each):
        return [[(round(x, 2), round(y, 2)) for x, y in line] for line in (*each.covered, *each.stirred)]

    return told(before) == told(after) and rounded(before) == rounded(after)


def same_things(before, after):
    """Whether each of two rows, in whatever order, holds the same within half a step."""
    left = list(after)
    for one in before:
        near = next((other for other in left if is_same(one, other)), None)
        if near is None:
            return False
        left.remove(near)
    return not left


def is_same(one, other):
    apart = max(math.dist(a, b) for a, b in zip(one.corners_mm, other.corners_mm, strict=True))
    shows = [
        (x.pips,) if isinstance(x, DieObservation) else (x.kind, *(f for f, _ in x.faces))
        for x in (one, other)
    ]
    return apart < 0.15 and shows[0] == shows[1] and abs(one.score - other.score) <= 0.0026


@FEW
@given(finds)
def test_a_deal_kept_again_is_the_same_deal(rows):
    once = deal_from(deal_bytes(FACTS, TRUTH, rows))
    again = deal_from(deal_bytes(once.facts, once.truth, once.finds))
    assert [set(f.observed[0]) for f in again.finds if f.observed] == [
        set(f.observed[0]) for f in once.finds if f.observed
    ]
    assert (again.facts, again.truth) == (once.facts, once.truth) == (FACTS, TRUTH)


def test_a_file_is_written_whole_and_read(tmp_path):
    path = tmp_path / "riichi_7.finds"
    write_deal(path, FACTS, TRUTH, deal_from(a_deal()).finds)
    assert isinstance(read_deal(path), KeptDeal)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_damaged_file_is_one_clear_line():
    content = a_deal()
    for place in range(0, len(content), 7):
        damaged = bytearray(content)
        damaged[place] ^= 0x55
        with pytest.raises(VisionError) as told:
            deal_from(bytes(damaged))
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("end", [0, 5, 15, 20, 40, 200])
def test_a_file_cut_off_is_one_clear_line(tmp_path, end):
    path = tmp_path / "cut.finds"
    path.write_bytes(a_deal()[:end])
    with pytest.raises(VisionError, match=r"cut\.finds is no kept deal: ") as told:
        read_deal(path)
    assert "\n" not in str(told.value)


def test_no_file_is_one_clear_line(tmp_path):
    with pytest.raises(VisionError, match="cannot read the kept deal"):
        read_deal(tmp_path / "none.finds")
    with pytest.raises(VisionError, match=r"no deals .*: keep some"):
        list(deals_in([tmp_path]))


def packed(head: bytes, rest: bytes = b"") -> bytes:
    return MARK + lzma.compress(len(head).to_bytes(4, "little") + head + rest, lzma.FORMAT_XZ)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04", "begin with"),
        (MARK.replace(b"1", b"2") + a_deal()[len(MARK) :], "begin with"),
        (packed(b"[]"), "words"),
        (packed(b'{"columns":{}}'), "how the deal came about"),
        (packed(b'{"columns":{"number":[1,9]}}', b"123"), "'number'"),
        (packed(b'{"columns":{"number":[3,1]}}', b"123"), "'number'"),
        (packed(b'{"columns":{"number":[1,-1]}}'), "'number'"),
        (packed(b'{"columns":{}}', b"more"), "more follows"),
        (MARK + lzma.compress(bytes(MOST_BYTES + 1)), "too large"),
        (bytes(MOST_BYTES + 1), "larger than"),
    ],
)
def test_what_is_no_kept_deal_says_why(content, said):
    with pytest.raises(VisionError, match=said):
        deal_from(content)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"truth": [[1.0, {"type": "no_such_event"}]]}, "truth"),
        ({"truth": None}, "truth"),
        ({"looks": 10**9}, "how many looks"),
        ({"looks": 400}, "ends too early"),
        ({"looks": 2}, "goes on after the end"),
        ({"grid": 0}, "grid"),
        ({"places": [[1, 2]]}, "places"),
        ({"places": []}, "places"),
        ({"seed": "x"}, "came about"),
    ],
)
def test_words_that_do_not_fit_say_why(words, said):
    with pytest.raises(VisionError, match=said):
        deal_from(with_words(a_deal(), words))


def with_words(content: bytes, words: dict[str, object]) -> bytes:
    """The file with other words beside the same columns."""
    body = lzma.decompress(content[len(MARK) :])
    end = 4 + int.from_bytes(body[:4], "little")
    return packed(json.dumps({**json.loads(body[4:end]), **words}).encode(), body[end:])
