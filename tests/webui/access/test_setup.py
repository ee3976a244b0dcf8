"""The set-up's answers: what is wrong is told at the step, what is right is kept and served."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.house import with_settings
from engine.rules import load_ruleset, ruleset_names
from hardware.camera import Frame
from hardware.cameras.simulated import SimulatedCamera, felt_pictures
from vision.camera.calibrate import calibrate_from_corners
from vision.camera.calibration import Calibration
from vision.simulate.drawing.ground import ground_picture
from vision.simulate.drawing.lens import lens_of
from vision.simulate.settings import TwinSettings, View
from webui.access.logins import Login, Logins, Role
from webui.access.roles import COOKIE, Access
from webui.app import create_app
from webui.rules.house_form import form_of, settings_entered
from webui.setup.calibration import grid_lines
from webui.storage.settings import STEPS, SettingsFile
from webui.watch.preview import PreviewCamera, preview_of, sharpness_of
from webui.watch.source import FIRST_DEAL, choose_source
from webui.words import load_words

HOST = {"Host": "localhost", "Origin": "http://localhost"}


class Admin:
    """Whoever sets the table up, filling in forms."""

    def __init__(self, room):
        self.access = Access(Logins(None), SettingsFile(None), lambda: False)
        self.access.logins._store.execute("INSERT INTO codes VALUES (3, 'no hash')")
        self.app = create_app(room, b"secret", access=self.access)
        self.client = self.app.test_client()
        secret = self.access.logins.open(Login(Role.admin))
        self.client.set_cookie(COOKIE, self.app.extensions["login_signer"].sign(secret).decode())
        page = self.client.get("/", headers=HOST).text
        self.token = page.split('name="jantaku-token" content="')[1].split('"')[0]

    def fill(self, step, **fields):
        return self.client.post(f"/setup/{step}", data={"token": self.token, **fields}, headers=HOST)

    @property
    def settings(self):
        return self.access.settings.now


@pytest.fixture
def admin(opened):
    return Admin(opened)


def entered_as_shown(base, rules):
    """The form sent back as it was shown."""
    single, several = {}, {}
    for fields in form_of(base, rules).values():
        for field in fields:
            match field.kind:
                case "switch" if field.value:
                    single[field.name] = "1"
                case "several":
                    several[field.name] = list(field.value)
                case "choice" | "number" | "text":
                    single[field.name] = field.value
    return single, several


@pytest.mark.parametrize("name", ruleset_names())
def test_a_form_sent_back_unchanged_changes_no_rule(name):
    base = load_ruleset(name)
    assert settings_entered(base, *entered_as_shown(base, base)) == {}


def test_a_changed_form_gives_the_house_rules_it_shows():
    base = load_ruleset("riichi")
    house = {
        "several_winners": "nearest",
        "place_bonus": [20, 10, -10, -20],
        "ends_below": None,
        "dora": False,
    }
    house["abortive_draws"] = ["four_winds"]
    played = with_settings(base, house)
    told = settings_entered(base, *entered_as_shown(base, played))
    assert with_settings(base, told) == played


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_every_setting_of_the_rules_has_a_word(language):
    words = load_words(language)
    for name in ruleset_names():
        rules = load_ruleset(name)
        for part, fields in form_of(rules, rules).items():
            assert f"house.part_{part}" in words
            for field in fields:
                assert f"house.{field.name}" in words
                options = [option.replace("-", "_") for option in field.options]
                assert all(f"house.is_{option}" in words for option in options)


@pytest.mark.parametrize(
    ("step", "fields"),
    [
        ("language", {"language": "xx"}),
        ("camera", {}),
        ("camera", {"camera": "other", "address": ""}),
        ("camera", {"camera": "x" * 301}),
        ("calibration", {}),
        ("calibration", {"way": "corners"}),
        ("calibration", {"way": "markers", "square_mm": "tiny"}),
        ("rules", {}),
        ("rules", {"rules": "../../etc/passwd.toml"}),
        ("rules", {"rules": "mcr", "dice": "seven"}),
        ("players", {"player0": "Ann", "player1": "Ann"}),
        ("players", {"player0": "x" * 41}),
        ("players", {"correcting": "nobody"}),
        ("sound", {"volume": "loud"}),
        ("name", {"host_name": "not a name!"}),
    ],
)
def test_a_wrong_answer_is_told_at_its_step_and_nothing_is_kept(admin, step, fields):
    before = admin.settings
    answer = admin.fill(step, **fields)
    assert answer.status_code == 400
    assert 'class="problem" role="alert"' in answer.text
    assert admin.settings == before


def test_without_a_camera_nothing_is_asked_about_one(admin):
    assert admin.fill("camera", camera="none").location == "/setup/rules"
    assert {"calibration", "tiles"}.isdisjoint(admin.settings.open_steps)
    page = admin.client.get("/setup/tiles?lang=en", headers=HOST).text
    assert "There is no camera" in page
    admin.access.settings.change(lambda now: replace(now, camera="0"))
    assert admin.settings.open_steps[-5:] == ("calibration", "tiles", "rules", "players", "sound")


def test_before_the_first_picture_there_is_none_and_that_is_no_failure(admin):
    answer = admin.client.get("/setup/preview.jpg", headers=HOST)
    assert (answer.status_code, answer.data) == (204, b"")


def test_what_was_typed_is_still_there_beside_what_was_wrong_with_it(admin):
    names = {"player0": "Ann", "player1": "Bob", "player2": "ann", "player3": "Dov"}
    page = admin.fill("players", **names).text
    assert all(f'value="{name}"' in page for name in names.values())
    fields = {"rules": "hong_kong", "minimum": "3", "claim_seconds": "7", "starting_points": "many"}
    page = admin.fill("rules", **fields).text
    assert 'name="claim_seconds" value="7"' in page
    assert 'name="starting_points" value="many"' in page


def test_steps_are_kept_and_the_next_one_follows(admin):
    assert admin.fill("language", language="ja").location == "/setup/code"
    assert admin.fill("camera", skip="1").location == "/setup/calibration"
    answer = admin.fill(
        "players", player0=" Ann  B ", player1="<script>alert(1)</script>", correcting="seats"
    )
    assert answer.location == "/setup/sound"
    assert admin.settings.players == ("Ann B", "<script>alert(1)</script>", "", "")
    page = admin.client.get("/setup/players", headers=HOST).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    for step in STEPS:
        admin.access.settings.change(lambda now, step=step: now.with_done(step))
    assert admin.fill("sound", volume="30").location == "/setup/"
    assert (admin.settings.volume, admin.settings.sound) == (30, False)


def test_the_rules_chosen_are_kept_with_what_the_house_changes(admin):
    base = load_ruleset("hong_kong")
    single, _ = entered_as_shown(base, with_settings(base, {"minimum": 1}))
    assert admin.fill("rules", rules="hong_kong", **single).status_code == 303
    assert (admin.settings.rules, dict(admin.settings.house)) == ("hong_kong", {"minimum": 1})
    assert admin.fill("rules", rules="mcr", plain="1").status_code == 303
    assert (admin.settings.rules, dict(admin.settings.house)) == ("mcr", {})


def test_a_soft_picture_is_told_from_a_sharp_one_and_a_dark_one_from_a_bright_one():
    film = cv2.VideoCapture(str(FIRST_DEAL / "frames.mp4"))
    grey = cv2.cvtColor(film.read()[1], cv2.COLOR_BGR2GRAY)
    sharp, soft = sharpness_of(grey), sharpness_of(cv2.GaussianBlur(grey, (0, 0), 4))
    assert sharp > soft + 0.2
    lights = [
        preview_of(Frame(np.full((90, 120, 3), level, np.uint8), 0.0, 0)).light for level in (20, 128, 252)
    ]
    assert lights == ["dark", "good", "bright"]


def test_previews_come_seldom_by_themselves_and_often_when_wanted():
    times, seen, wishes = iter(np.arange(0, 100, 0.05)), [], [False] * 60 + [True] + [False] * 200
    camera = SimulatedCamera(felt_pictures(), every_frame=True)
    with PreviewCamera(camera, seen.append, lambda: wishes.pop(0), 850.0, lambda: next(times)) as shown:
        first = shown.first()
        assert shown.read() is first
        for _ in range(59):
            shown.read()
        assert len(seen) == 2
        for _ in range(40):
            shown.read()
        assert 10 <= len(seen) - 2 <= 16
    assert all(preview.size == (320, 240) for preview in seen)


def test_a_preview_is_as_old_as_the_wish_for_it_not_as_its_arrival():
    """What was laid after a camera began to take a picture need not be in it."""
    clock, seen = [10.0], []

    class Slow(SimulatedCamera):
        def read(self):
            clock[0] += 3.0
            return super().read()

    camera = Slow(felt_pictures(), every_frame=True)
    with PreviewCamera(camera, seen.append, lambda: True, 850.0, lambda: clock[0]) as shown:
        shown.first()
        clock[0] = 20.0
        shown.read()
        shown.read()
    assert [preview.at_s for preview in seen] == [10.0, 20.0]


def test_markers_in_the_picture_calibrate_and_the_grid_lies_in_it():
    film = cv2.VideoCapture(str(FIRST_DEAL / "frames.mp4"))
    picture, seen = film.read()[1], []
    camera = SimulatedCamera(iter([picture] * 3), every_frame=True)
    with PreviewCamera(
        camera, seen.append, lambda: True, 850.0, iter(np.arange(0, 9, 1.0)).__next__
    ) as shown:
        for _ in range(3):
            shown.read()
    assert seen[-1].markers == (0, 1, 2, 3)
    assert seen[-1].calibration.residual_mm < 2
    height, width = picture.shape[:2]
    for line in grid_lines(seen[-1].calibration):
        for point in line.split():
            x, y = map(float, point.split(","))
            assert -5 <= x <= width + 5
            assert -5 <= y <= height + 5


@pytest.mark.parametrize(
    ("address", "is_recording"), [("/dev/null", False), ("rtsp://camera/stream", False), (__file__, True)]
)
def test_a_device_is_a_camera_and_a_file_a_recording(address, is_recording):
    source = choose_source(address, None)
    assert (source.is_recording, source.is_demonstration) == (is_recording, is_recording)


def test_a_calibration_is_kept_where_only_pages_answer_too(admin, opened, tmp_path):
    admin.access.folder = tmp_path
    found = calibrate_from_corners([(100, 700), (1100, 700), (1000, 100), (200, 100)], (1280, 960), 850)
    picture = np.zeros((960, 1280, 3), np.uint8)
    opened.preview = preview_of(Frame(picture, 0.0, 0), calibration=found)
    assert admin.fill("calibration", way="markers", square_mm="850").status_code == 303
    assert Calibration.load(tmp_path / "calibration.json").square_mm == 850


def seen_mat(opened):
    """A mat of 904 mm in the camera's newest picture, without markers."""
    view = View(size=(640, 480), across_mm=1150.0)
    settings = replace(TwinSettings(), view=view, marker_mm=0.0)
    opened.preview = preview_of(Frame(ground_picture(settings, lens_of(view), 0), 0.0, 0))


def test_the_mats_edge_is_offered_and_a_yes_keeps_it(admin, opened, tmp_path):
    admin.access.folder = tmp_path
    assert admin.client.get("/setup/mat.json", headers=HOST).json == {"corners": None, "has_picture": False}
    seen_mat(opened)
    told = admin.client.get("/setup/mat.json", headers=HOST).json
    assert told["confidence"] > 0.5
    shown = {
        f"{axis}{n}": each
        for n, xy in enumerate(told["corners"])
        for axis, each in zip("xy", xy, strict=True)
    }
    moved = {**shown, "x0": shown["x0"] + 40}
    assert admin.fill("calibration", yes="mat", square_mm="904", **moved).status_code == 400
    assert admin.fill("calibration", yes="mat", square_mm="904", **shown).status_code == 303
    kept = Calibration.load(tmp_path / "calibration.json")
    assert (kept.method, kept.square_mm, kept.picture_size) == ("mat", 904, (640, 480))


def test_where_no_mat_is_sure_none_is_offered(admin, opened):
    opened.preview = preview_of(Frame(np.full((480, 640, 3), 90, np.uint8), 0.0, 0))
    assert admin.client.get("/setup/mat.json", headers=HOST).json == {"corners": None, "has_picture": True}
    corners = {f"{axis}{n}": 100 for n in range(4) for axis in "xy"}
    page = admin.client.post(
        "/setup/calibration?lang=en", data={"token": admin.token, "yes": "mat", **corners}, headers=HOST
    )
    assert page.status_code == 400
    assert "edge of the mat is not found" in page.text
