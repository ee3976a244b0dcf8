"""Dice drawn to learn from: what they show, where they lie, and that learning them leaves tiles alone."""

import copy
import json

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.evaluate.dice import PX_PER_MM, OnTable, count, drawn, thrown  # noqa: E402
from models.train.classes import INDEX, KINDS, LABELS  # noqa: E402
from models.train.dice.bank import draw_bank  # noqa: E402
from models.train.dice.draw import draw_die  # noqa: E402
from models.train.dice.examples import DIE, DiceScene, die_crops, packed, with_dice  # noqa: E402
from models.train.dice.heads import answered, teach_heads  # noqa: E402
from models.train.dice.kind import MATERIALS, MATERIALS_APART, SPOTS_APART, DieKind, any_kind  # noqa: E402
from models.train.dice.lay import LaidDie, lay_dice  # noqa: E402
from models.train.dice.losses import locator_loss, reader_loss  # noqa: E402
from models.train.dice.mined import IN_DOUBT, label_of_find  # noqa: E402
from models.train.dice.rendered import RenderedScenes  # noqa: E402
from models.train.dice.skin import BY_AXIS  # noqa: E402
from models.train.nets import STRIDE, Reader  # noqa: E402
from models.train.scenes.club import club_things  # noqa: E402
from models.train.scenes.scene import CELLS, Scene  # noqa: E402
from models.train.scenes.views import SIDE  # noqa: E402
from models.train.train_locator import targets  # noqa: E402
from models.train.train_reader import to_input  # noqa: E402
from vision.detect.locate import Found  # noqa: E402
from vision.observation import Detections, DieInPicture, DieObservation, TableImage  # noqa: E402

WHITE, BLACK = np.ones(3, np.float32), np.zeros(3, np.float32)
PLAIN = DieKind(
    "solid", WHITE, WHITE, BLACK, BLACK, BLACK, round_edge=0.2, ball=1.74, spot=0.17, spot_of_one=0.17,
    apart=0.5, shape="disc", one="disc", shine=0.0, sunk=0.0,
)  # fmt: skip


@pytest.fixture(scope="module")
def bank():
    return draw_bank(5, seed=3)


def bare_scene() -> Scene:
    cloth = np.full((SIDE, SIDE, 3), (60, 110, 50), np.uint8)
    return Scene(cloth, np.zeros((0, 6), np.float32), np.zeros((CELLS, CELLS), np.uint8))


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("tilt", [0.0, 40.0])
def test_the_side_that_looks_up_shows_as_many_spots_as_it_is_said_to(pips: int, tilt: float):
    die = draw_die(PLAIN, pips, np.random.default_rng(pips), tilt)
    flat = np.array([(0, 0), (80, 0), (80, 80), (0, 80)], np.float32)
    upper = cv2.warpPerspective(die.picture, cv2.getPerspectiveTransform(die.corners, flat), (80, 80))
    dark = (upper[8:-8, 8:-8, :3].max(axis=2) < 100).astype(np.uint8)
    assert cv2.connectedComponents(dark)[0] - 1 == pips == die.pips


def test_opposite_sides_make_seven():
    assert [sum(pair) for pair in BY_AXIS] == [7, 7, 7]


def test_kinds_kept_apart_are_never_drawn_to_learn_from():
    rng = np.random.default_rng(5)
    learnt = [any_kind(rng) for _ in range(300)]
    apart = [any_kind(rng, is_apart=True) for _ in range(300)]
    assert {kind.material for kind in learnt} == set(MATERIALS)
    assert not {kind.shape for kind in learnt} & set(SPOTS_APART)
    assert all(kind.material in MATERIALS_APART or kind.shape in SPOTS_APART for kind in apart)


def test_dice_are_drawn_where_they_are_said_to_lie(bank):
    picture = np.full((200, 200, 3), (60, 110, 50), np.uint8)
    laid, covered = lay_dice(picture, bank, np.random.default_rng(4), 30.0, (100.0, 100.0))
    assert laid
    for die in laid:
        x, y = die.corners.mean(axis=0)
        if die.seen > 0.9:
            assert covered[int(y), int(x)]
            edges = np.linalg.norm(np.roll(die.corners, -1, axis=0) - die.corners, axis=1)
            assert 12 < edges.min() <= edges.max() < 33
            first, second = np.diff(die.corners, axis=0)[:2]
            assert first[0] * second[1] > first[1] * second[0], "clockwise, as a tile's corners"


def test_a_scene_tells_its_dice_and_that_no_tile_lies_there(bank):
    rng = np.random.default_rng(8)
    scenes = [with_dice(bare_scene(), bank, rng, (20.0, 30.0)) for _ in range(6)]
    assert any(len(scene.dice) for scene in scenes)
    for scene in scenes:
        for row in scene.dice:
            assert row[0] == DIE
            assert scene.without_tiles[int(row[2] // STRIDE), int(row[1] // STRIDE)]
    arrays = packed(scenes)
    assert arrays["pictures"].shape == (6, SIDE, SIDE, 3)
    assert {int(value) for value in np.unique(arrays["ignored"])} <= {0, 1, 2, 3}


def test_crops_of_dice_show_the_die_where_its_corners_are_said_to_be(bank):
    rng = np.random.default_rng(9)
    scenes = [with_dice(bare_scene(), bank, rng, (30.0, 60.0)) for _ in range(12)]
    crops = [die_crops(scene, rng) for scene in scenes]
    labels = np.concatenate([each.labels for each in crops])
    corners = np.concatenate([each.corners for each in crops])
    assert {LABELS[label][:3] for label in labels} <= {"die", "non"}
    are_dice = labels >= INDEX["die1"]
    assert are_dice.sum() > 5
    assert np.abs(corners[are_dice]).max() < 0.6
    assert np.isnan(corners[~are_dice]).all()


def test_the_locator_loses_nothing_by_saying_what_its_teacher_says_and_where_the_dice_are():
    rng = np.random.default_rng(2)
    teacher = torch.from_numpy(rng.normal(-4, 1, (1, 12, CELLS, CELLS)).astype(np.float32))
    objects = torch.full((1, 4, 6), -1.0)
    objects[0, 0] = torch.tensor([float(DIE), 101.0, 62.0, 20.0, 20.0, 30.0])
    marks = torch.zeros(1, CELLS, CELLS, dtype=torch.uint8)
    heat, shape, weight = targets(objects)
    right = teacher.clone()
    right[:, DIE] = torch.where(heat[:, DIE] == 1, 12.0, -12.0)
    right[:, len(KINDS) :] = torch.where(weight > 0, shape, right[:, len(KINDS) :])
    least = float(locator_loss(right, teacher, objects, marks))
    blind, forgetful = right.clone(), right.clone()
    blind[:, DIE] = -12.0
    forgetful[:, 0] = 2.0
    assert least < 0.3
    assert float(locator_loss(blind, teacher, objects, marks)) > least + 1
    assert float(locator_loss(forgetful, teacher, objects, marks)) > least + 1


def test_the_reader_loses_nothing_by_saying_what_its_teacher_says_of_tiles():
    torch.manual_seed(1)
    teacher = tuple(torch.randn(4, count) for count in (len(LABELS), 4, 128, 8))
    labels = torch.tensor([INDEX["die3"], -1, -1, -1])
    corners = torch.full((4, 8), float("nan"))
    same = reader_loss(teacher, teacher, labels, corners)
    moved = (teacher[0], teacher[1], teacher[2] + 0.5, teacher[3])
    assert float(reader_loss(moved, teacher, labels, corners)) > float(same)
    told = teacher[0].clone()
    told[0, INDEX["die3"]] += 20
    assert float(reader_loss((told, *teacher[1:]), teacher, labels, corners)) < float(same)


class _Exact:
    """Sees every die as it lies, and calls each a two."""

    def __init__(self, shown):
        self.shown = iter([dice for _, dice in shown])

    def detect_photo(self, _picture):
        dice = tuple(DieInPicture(2, 1.0, tuple(map(tuple, die.corners))) for die in next(self.shown))
        return Detections((), dice, (), "")


def test_the_measure_counts_what_is_found_and_what_is_read(bank):
    shown = list(drawn(4, seed=6, kinds=3))
    tally = count(_Exact(shown), shown)["all"]
    twos = sum(die.pips == 2 for _, dice in shown for die in dice if die.seen >= 0.75)
    assert tally.there == tally.found == sum(die.seen >= 0.75 for _, dice in shown for die in dice)
    assert tally.right == twos
    assert (tally.strangers, tally.faces) == (0, 0)


class _ExactOnTable:
    """Sees every die of a table as it lies, and calls each a two."""

    def __init__(self, shown):
        self.shown = iter([dice for _, dice in shown])

    def detect_table(self, table: TableImage):
        corners = [table.to_mm(tuple(map(tuple, die.corners))) for die in next(self.shown)]
        return (), tuple(DieObservation(2, 1.0, each) for each in corners)


def test_a_throw_on_a_table_is_counted_in_millimetres_as_in_pixels():
    shown = list(thrown(2, seed=6, kinds=3))
    tally = count(OnTable(_ExactOnTable(shown)), shown)["all"]
    assert tally.found == tally.there >= 4
    sides = [np.sqrt(cv2.contourArea(die.corners.astype(np.float32))) for _, dice in shown for die in dice]
    assert 8 < min(sides) / PX_PER_MM < max(sides) / PX_PER_MM < 18


def test_where_club_things_stand_no_tile_lies_and_no_die_is_cut(bank):
    rng = np.random.default_rng(12)
    sign = np.full((96, 72, 4), 255, np.uint8)
    none = 0
    for _ in range(12):
        base = bare_scene()
        before = base.picture.copy()
        strangers = club_things(base.picture, rng, [sign])
        assert strangers
        assert (base.picture != before).any()
        scene = with_dice(base, bank, rng, (14.0, 20.0), strangers)
        assert scene.without_tiles.all()
        crops = die_crops(scene, rng, most=0)
        assert (crops.labels == INDEX["none"]).all()
        none += len(crops.labels)
    assert none > 5


def test_teaching_the_last_layers_leaves_the_convolutions_as_they_are():
    torch.manual_seed(4)
    reader = Reader().eval()
    crops = np.random.default_rng(4).integers(0, 255, (24, 64, 48, 3), dtype=np.uint8)
    with torch.no_grad():
        whole, parts = reader(to_input(crops)), answered(reader, reader.body(to_input(crops)))
    assert all(torch.allclose(one, other, atol=1e-4) for one, other in zip(whole, parts, strict=True))
    before = {name: weight.clone() for name, weight in reader.state_dict().items()}
    labels = np.array([INDEX["die2"], -1] * 12, np.int64)
    shard = {"pictures": crops, "labels": labels, "corners": np.full((24, 8), np.nan, np.float32)}
    after = teach_heads(reader, copy.deepcopy(reader), [shard], 3, 1e-3).net.state_dict()
    moved = {name.split(".")[0] for name, weight in after.items() if not torch.equal(weight, before[name])}
    assert {"embed", "label"} <= moved <= {"embed", "label", "turn", "place"}


def found(x: float, y: float, side: float) -> Found:
    return Found("face", 1.0, 1.0, x, y, side, side, 0.0, True)


@pytest.mark.parametrize(
    ("one", "label"),
    [
        (found(101, 99, 22), INDEX["die4"]),
        (found(100, 118, 20), INDEX["none"]),
        (found(100, 100, 44), INDEX["none"]),
        (found(100, 100, 8), IN_DOUBT),
        (found(200, 200, 20), -1),
    ],
    ids=["the die", "its flank", "two dice at once", "one of its spots", "a tile elsewhere"],
)
def test_what_the_detector_cuts_near_a_die_is_told_by_where_it_lies(one: Found, label: int):
    square = np.array([(90, 90), (110, 90), (110, 110), (90, 110)], float)
    dice = np.zeros((CELLS, CELLS), bool)
    dice[int(90 / STRIDE) : int(122 / STRIDE), int(90 / STRIDE) : int(110 / STRIDE)] = True
    bare = bare_scene()
    scene = DiceScene(bare.picture, bare.objects, dice, dice & False, (LaidDie(4, square, 1.0),))
    assert label_of_find(scene, one) == label


def test_dice_of_a_rendered_scene_stay_where_they_are_told_however_it_is_turned(tmp_path):
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[40:60, 70:90] = 255
    corners = [(70, 40), (70, 60), (90, 60), (90, 40)]
    (tmp_path / "dice.json").write_text(
        json.dumps({"1.png": [{"pips": 3, "corners": corners, "seen": 1.0}], "2.png": []})
    )
    cv2.imwrite(str(tmp_path / "1.png"), picture)
    cv2.imwrite(str(tmp_path / "2.png"), picture)
    source = RenderedScenes(tmp_path, 5)
    for scene in (source.scene((18.0, 40.0)) for _ in range(12)):
        ((kind, x, y, across, along, _),) = scene.dice
        assert kind == DIE
        assert 17 < across < 42
        assert abs(across - along) < 1
        own = cv2.getRectSubPix(scene.picture, (3, 3), (float(x), float(y))).astype(float).mean()
        rest = float(np.median(scene.picture))
        assert abs(own - rest) > 30
        assert scene.without_tiles[int(y / STRIDE), int(x / STRIDE)]
        assert not scene.unknown[int(y / STRIDE), int(x / STRIDE)]


def test_a_rendered_picture_that_is_missing_is_named(tmp_path):
    (tmp_path / "dice.json").write_text(json.dumps({"1.png": []}))
    with pytest.raises(ValueError, match=r"cannot read the picture .*1\.png"):
        RenderedScenes(tmp_path, 5)
