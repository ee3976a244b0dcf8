"""Every exercise without a camera, on a phone, with nothing but taps: a wrong answer and the right one."""

import pytest

from engine.practice.lessons import LESSONS, lesson_named
from engine.practice.shown import row_words
from engine.rules import load_ruleset

pytestmark = pytest.mark.browser
PATIENCE_MS = 60_000
MCR = load_ruleset("mcr")
TASK = 4
"""Of each lesson; with it the hint, the rule and the drawing are there."""
LAID = {"lay_value": [[f"{wind}z" for wind in range(1, 5) for _ in range(3)] + ["5z", "5z_"]]}
"""Answers that are free to choose."""
ALIKE = ("order_dots", "order_bamboos")
"""The page of the nine characters in order, with another suit."""
TOO_SMALL = """() => [...document.querySelectorAll(".practice button, .practice a, .options label")]
  .filter((each) => each.offsetParent && !each.closest(".walls, .laying .row"))
  .map((each) => [each.getBoundingClientRect(), each.textContent.trim() || each.getAttribute("aria-label")])
  .filter(([box]) => box.width < 44 || box.height < 44)
  .map(([box, name]) => `${name}: ${box.width} x ${box.height}`)"""
COVERED = """() => [...document.querySelectorAll(".practice button, .options label")]
  .filter((each) => each.offsetParent && !each.disabled).filter((each) => {
    each.scrollIntoView({ block: "center" });
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !each.contains(top);
  }).map((each) => each.textContent.trim() || each.getAttribute("aria-label"))"""


@pytest.fixture
def phone(serve, visit):
    server = serve("none", "--rules", "mcr")
    watched = visit(
        f"{server.address}/practice?lang=en", viewport={"width": 390, "height": 844}, has_touch=True
    )
    watched.page.set_default_timeout(PATIENCE_MS)
    watched.address = server.address
    return watched


def tap_tiles(page, rows):
    keys = page.locator("#keys button")
    page.locator('[data-tool="clear"]').tap()
    for line, row in enumerate(rows):
        if line:
            page.locator('[data-tool="line"]').tap()
        for word in row:
            face = word.strip("+_~")
            keys.nth(KEYS.index(face)).tap()
            if "_" in word:
                page.locator('[data-tool="turn"]').tap()
            if "+" in word:
                page.locator('[data-tool="gap"]').tap()


KEYS = [
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)), "back", *(f"{rank}f" for rank in range(1, 9)), "0m", "0p", "0s",
]  # fmt: skip


def tap_picks(page, picks):
    for place, pick in enumerate(picks):
        box = page.locator("#picks > *").nth(place)
        if box.locator("input[type=radio]").count():
            box.locator("label", has=page.locator(f'input[value="{pick}"]')).tap()
        else:
            box.locator("input").fill(pick)


def tap_walls(page, stacks):
    for number in range(page.locator("#walls .wall").count()):
        for _ in range(3):
            page.locator("#walls .quiet").nth(number).tap()
        if stacks == 17:
            last = page.locator("#walls .wall").nth(number).locator("div button").nth(17)
            last.tap()


def answered(page):
    """The verdict on what is laid now: the one before goes with the tap."""
    page.locator("#check").tap()
    page.locator("#verdict h2").wait_for()
    return page.locator("#verdict h2").get_attribute("data-outcome")


def test_every_exercise_is_answered_wrongly_and_rightly_with_taps(phone):
    page, told = phone.page, {}
    lessons = [lesson for lesson in LESSONS if lesson.name not in ALIKE]
    for lesson in lessons:
        task = lesson_named(lesson.name).task(MCR, TASK)
        page.goto(f"{phone.address}/practice/{lesson.name}?task={TASK}&lang=en")
        small, covered = page.evaluate(TOO_SMALL), page.evaluate(COVERED)
        assert (lesson.name, small, covered) == (lesson.name, [], [])
        if task.asked == "walls":
            wrong = answered(page)
            tap_walls(page, MCR.stacks)
        elif task.asked == "tiles":
            tap_tiles(page, [["1m", "7z_", "3p"]])
            wrong = answered(page)
            tap_tiles(page, LAID.get(lesson.name) or [list(row_words(row)) for row in task.want])
        else:
            others = [next((o for o in each.options if o not in task.right), "77") for each in task.pickers]
            tap_picks(page, others)
            wrong = answered(page)
            tap_picks(page, task.right)
        told[lesson.name] = (wrong, answered(page))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    unbuilt = ("cannot_see", "right")
    due = {
        lesson.name: unbuilt if "wall" in lesson.name and lesson.name != "break" else ("wrong", "right")
        for lesson in lessons
    }
    assert told == due
    assert phone.complaints == []


def test_the_verdict_before_is_gone_while_the_next_answer_is_judged(phone):
    page, held = phone.page, []
    page.goto(f"{phone.address}/practice/order_winds?task={TASK}&lang=en")
    tap_tiles(page, [["1m"]])
    assert answered(page) == "wrong"
    page.route("**/practice/check", lambda route: held.append(route))
    tap_tiles(page, [["1z", "2z", "3z", "4z"]])
    assert page.locator("#verdict h2").get_attribute("data-outcome") == "wrong"
    with page.expect_request("**/practice/check"):
        page.locator("#check").tap()
    assert page.locator("#verdict h2").count() == 0
    held[0].continue_()
    page.locator("#verdict h2").wait_for()
    assert page.locator("#verdict h2").get_attribute("data-outcome") == "right"


def test_the_path_leads_from_start_here_over_three_right_answers_to_the_next_lesson(phone):
    page = phone.page
    page.get_by_role("link", name="Start here").tap()
    page.locator("#keys").wait_for()
    assert page.url.split("?")[0].endswith(f"/{LESSONS[0].name}")
    for number in range(3):
        task = lesson_named(LESSONS[0].name).task(MCR, number)
        page.goto(f"{phone.address}/practice/{LESSONS[0].name}?task={number}&lang=en")
        tap_tiles(page, [list(row_words(row)) for row in task.want])
        assert answered(page) == "right"
    page.goto(f"{phone.address}/practice?lang=en")
    assert page.get_by_text("1 of 20 lessons done").is_visible()
    page.get_by_role("link", name="Next").tap()
    page.wait_for_url(f"**/practice/{LESSONS[1].name}**")
    assert phone.complaints == []
