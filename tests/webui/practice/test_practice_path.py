"""The way through the lessons: start here, what is done, what comes next."""

from engine.practice.lessons import LESSONS
from webui.practice.path import DONE, after, path_of
from webui.practice.progress import Standing


def test_who_is_new_starts_at_the_first_lesson():
    path = path_of({})
    assert [step.number for step in path] == list(range(1, len(LESSONS) + 1))
    assert [step.is_next for step in path].index(True) == 0
    assert not any(step.is_done for step in path)


def test_the_next_lesson_is_the_first_that_is_not_done():
    first, second, third = (lesson.name for lesson in LESSONS[:3])
    stands = {first: Standing(4, DONE, 1), third: Standing(9, DONE, 0), second: Standing(2, DONE - 1, 1)}
    path = path_of(stands)
    assert [step.is_done for step in path[:3]] == [True, False, True]
    assert [step.lesson.name for step in path if step.is_next] == [second]
    everything = {each.name: Standing(DONE, DONE, DONE) for each in LESSONS}
    assert not any(step.is_next for step in path_of(everything))


def test_every_lesson_leads_to_the_one_after_it():
    assert after(LESSONS[0].name) == LESSONS[1].name
    assert after(LESSONS[-1].name) is None


def test_the_page_says_where_to_start_and_how_far_one_is(visitor):
    page = visitor.get("/practice?lang=en").text
    assert page.count("Start here") == 1
    assert f"0 of {len(LESSONS)} lessons done" in page
    assert f"/practice/{LESSONS[1].name}" in visitor.get(f"/practice/{LESSONS[0].name}").text
