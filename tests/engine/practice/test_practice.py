"""Every lesson: its own solution is right, typical mistakes are named, doubt is never judged."""

from dataclasses import replace

import pytest

from engine.practice.counting import mid_game
from engine.practice.dealing import wall_after
from engine.practice.laying import SETS
from engine.practice.lesson import Answer
from engine.practice.lessons import LESSONS, lesson_named, practised
from engine.practice.mistakes import mistakes_on
from engine.practice.quiz import QUESTIONS
from engine.practice.shown import Shown, parse_rows, rows_text
from engine.rules import load_ruleset
from engine.scoring.mcr.score import library
from engine.tiles import EngineError, plain

MCR, RIICHI = load_ruleset("mcr"), load_ruleset("riichi")


def shown(text):
    return Shown(parse_rows(text))


def judged(lesson, text, seed=0, rules=MCR, **answer):
    found = lesson_named(lesson)
    return found.check(found.task(rules, seed), Answer(None if text is None else shown(text), **answer))


def names(verdict):
    return {note.name for note in verdict.notes}


def solved(task, rules):
    if task.asked == "walls":
        return Answer(Shown(walls=((2,) * rules.stacks,) * 4))
    return Answer(Shown(task.want)) if task.asked == "tiles" else Answer(None, task.right, 5.0)


@pytest.mark.parametrize("rules", practised())
@pytest.mark.parametrize(
    "lesson", [lesson for lesson in LESSONS if lesson.name != "lay_value"], ids=lambda each: each.name
)
def test_what_a_lesson_gives_as_its_solution_is_right(lesson, rules):
    rules = load_ruleset(rules)
    if rules.scoring == "mcr" and lesson.name in ("value", "quiz") and library() is None:
        pytest.skip("PyMahjongGB is not installed")
    for seed in range(max(6, lesson.steps)):
        task = lesson.task(rules, seed)
        assert lesson.check(task, solved(task, rules)).outcome == "right", (
            seed,
            task.right,
            rows_text(task.want),
        )


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda each: each.name)
def test_nothing_given_is_never_right_or_wrong(lesson):
    task = lesson.task(MCR, 1)
    assert lesson.check(task, Answer()).outcome == "cannot_see"
    if task.asked != "picks":
        assert lesson.check(task, Answer(Shown(problem="no_tiles_seen"))).outcome == "cannot_see"


MISTAKES = [
    ("find_tile", "5z 6z", {"one_tile_only"}),
    ("find_tile", "back", {"face_down"}),
    ("order_winds", "1324z", {"comes_here"}),
    ("order_winds", "12z / 34z", {"one_row_only"}),
    ("order_winds", "1z 2z 3z back", {"face_down"}),
    ("order_winds", "1123z", {"does_not_belong", "is_missing"}),
    ("order_characters", "123456789m 1p", {"does_not_belong"}),
    ("order_characters", "123456789m_", {"turned_tile"}),
    ("order_dots", "12345678p", {"is_missing"}),
    ("meld", "1m", {"set_size"}),
    ("river", "1m", {"is_missing"}),
    ("waits", "1z", {"no_wait", "waits_missed"}),
    ("lay_value", "123m", {"hand_count"}),
    ("lay_value", "123456789m 1111z 1z", {"five_copies"}),
]


@pytest.mark.parametrize(
    ("lesson", "text", "told"),
    MISTAKES,
    # Sets in order: every process that shares the tests must name them alike.
    ids=lambda value: "+".join(sorted(value)) if isinstance(value, set) else str(value),
)
def test_a_typical_mistake_is_named(lesson, text, told):
    verdict = judged(lesson, text)
    assert verdict.outcome == "wrong"
    assert told <= names(verdict)


@pytest.mark.parametrize("lesson", ["find_tile", "order_winds", "meld", "river", "waits", "lay_value"])
@pytest.mark.parametrize(("word", "told"), [("1z~", "doubtful_tile"), ("?", "unreadable_tile")])
def test_a_doubtful_face_is_asked_for_and_nothing_judged(lesson, word, told):
    verdict = judged(lesson, f"{word} 2z")
    assert (verdict.outcome, names(verdict)) == ("doubtful", {told})
    assert verdict.notes[0].places == ((0, 0),)


WALLS = [
    ((2,) * 18, None, None, set()),
    ((2,) * 17, None, None, {"wall_short"}),
    ((2,) * 19, None, None, {"wall_long"}),
    ((*(2,) * 8, 1, *(2,) * 9), None, None, {"wall_not_two"}),
    ((*(2,) * 8, 0, *(2,) * 10), None, None, {"wall_gap"}),
    ((2,) * 18, 9, None, {"wall_gap"}),
    ((2,) * 18, None, 11.0, {"wall_crooked"}),
]


@pytest.mark.parametrize(("side", "gap", "crooked", "told"), WALLS)
def test_a_wall_is_long_enough_two_high_closed_and_straight(side, gap, crooked, told):
    lesson = lesson_named("one_wall")
    built = Shown(
        walls=((), side, (), ()), gaps=(None, gap, None, None), crooked_mm=(None, crooked, None, None)
    )
    verdict = lesson.check(lesson.task(MCR, 0), Answer(built))
    assert verdict.outcome == ("wrong" if told else "right")
    assert told <= names(verdict)


def test_a_covered_part_of_a_wall_is_not_judged():
    lesson = lesson_named("one_wall")
    covered = Shown(walls=((2, None, *(2,) * 16), (), (), ()))
    told = lesson.check(lesson.task(MCR, 0), Answer(covered))
    assert [(note.name, dict(note.values)["stack"]) for note in told.notes] == [("wall_unseen", 2)]
    hidden = Shown(walls=((2, *(None,) * 6, *(2,) * 11), (), (), ()))
    assert names(lesson.check(lesson.task(MCR, 0), Answer(hidden))) == {"wall_covered"}


def test_a_face_up_tile_in_the_wall_is_named():
    lesson = lesson_named("one_wall")
    open_tile = Shown(parse_rows("5p"), walls=((2,) * 18, (), (), ()))
    assert "face_up_in_wall" in names(lesson.check(lesson.task(MCR, 0), Answer(open_tile)))


def test_a_break_past_a_walls_end_goes_on_clockwise():
    lesson = lesson_named("break")
    found = [lesson.task(MCR, seed) for seed in range(80)]
    beyond = [task for task in found if any(note.name == "overflow" for note in task.because)]
    assert beyond
    for task in beyond:
        total = sum(sum(pips) for _, pips in task.dice)
        assert total > 18
        assert int(task.right[1]) == total - 18


def test_every_grab_of_a_deal_leaves_the_wall_the_next_one_begins_with():
    lesson = lesson_named("deal")
    for seed in range(32, 47):
        assert wall_after(lesson.task(MCR, seed)).heights == lesson.task(MCR, seed + 1).table.wall.heights


def test_grabs_picked_in_the_other_order_are_right_and_a_wrong_stack_is_not():
    lesson = lesson_named("deal")
    task = lesson.task(MCR, 0)
    swapped = (*task.right[2:], *task.right[:2])
    assert lesson.check(task, Answer(None, swapped)).outcome == "right"
    assert lesson.check(task, Answer(None, (*task.right[:3], "1"))).outcome == "wrong"


@pytest.mark.parametrize("rules", ["mcr", "riichi"])
@pytest.mark.parametrize("seed", range(len(SETS)))
def test_a_set_with_its_turned_tile_elsewhere_is_wrong(rules, seed):
    rules, lesson = load_ruleset(rules), lesson_named("meld")
    task = lesson.task(rules, seed)
    row = task.want[0]
    if SETS[seed][0] == "concealed_kong":
        spoiled = tuple(replace(tile, face_down=False, tile=task.rows[0][0].tile) for tile in row)
    else:
        place = 1 if row[-1].turned else len(row) - 1
        nowhere = SETS[seed][0] == "chow" and not rules.chow_tile_left
        spoiled = tuple(replace(tile, turned=not nowhere and at == place) for at, tile in enumerate(row))
    verdict = lesson.check(task, Answer(Shown((spoiled,))))
    assert verdict.outcome == "wrong"
    assert any(note.name == "fault" and note.rule for note in verdict.notes)


@pytest.mark.parametrize("rules", practised())
def test_a_table_has_no_mistake_until_one_is_made_and_then_just_that_one(rules):
    rules, lesson = load_ruleset(rules), lesson_named("mistake")
    for seed in range(4):
        task = lesson.task(rules, seed)
        found = set(mistakes_on(task.table))
        wind, fault = task.right
        assert {name for _, name in found} == {fault}
        assert wind in {str(task.table.seat_wind(seat)) for seat, _ in found}
        other = next(name for name in task.pickers[1].options if name != fault)
        assert lesson.check(task, Answer(None, (wind, other))).outcome == "wrong"


def test_counting_looks_at_what_lies_open_and_at_the_clock():
    lesson = lesson_named("count")
    task = lesson.task(MCR, 2)
    tile = task.ask.tiles[0]
    lying = [d.tile for seat in task.table.seats for d in seat.lying_river]
    lying += [
        t for seat in task.table.seats for m in seat.melds if m.kind != "concealed_kong" for t in m.tiles
    ]
    assert task.right == (str(sum(plain(each) == tile for each in lying if each)),)
    assert mid_game(MCR, 2) == task.table
    late = lesson.check(task, Answer(None, task.right, 40.0))
    assert (late.outcome, "too_late" in names(late)) == ("right", True)


def test_a_face_that_may_be_the_one_counted_is_asked_for():
    lesson = lesson_named("count")
    task = lesson.task(MCR, 2)
    tile = task.ask.tiles[0]
    doubt = lesson.check(task, Answer(shown(f"{tile} {tile}~"), ("2",)))
    assert (doubt.outcome, names(doubt)) == ("doubtful", {"doubtful_count"})
    other = "1m" if tile != "1m" else "9m"
    assert lesson.check(task, Answer(shown(f"{tile} {other}~"), ("1",))).outcome == "right"


def test_every_answer_of_the_quiz_is_among_its_options():
    if library() is None:
        pytest.skip("PyMahjongGB is not installed")
    right = {question.name: question.answer(load_ruleset("mcr"), 0) for question in QUESTIONS}
    known = {"kinds": "tigers", "bamboo_count": "33", "counted_from": "right_clockwise", "kongs": "3",
             "directions": "clockwise_counter", "first_move": "flower", "robbed": "promoted",
             "can_declare": "3",
             "different_words": "3", "wind_pung": "3", "declarations": "13", "four_words": "left",
             "never_first": "E7 N6", "own_wind": "1", "left_after_deal": "91", "real_chow": "4",
             "two_winners": "north"}  # fmt: skip
    assert {name: right[name] for name in known} == known
    lesson = lesson_named("quiz")
    for seed in range(40):
        task = lesson.task(MCR, seed)
        assert task.right[0] in task.pickers[0].options
        assert task.because[0].rule


def test_who_wins_of_two_depends_on_the_table():
    lesson = lesson_named("quiz")
    found = [lesson.task(rules, 17) for rules in (MCR, RIICHI)]
    assert [task.right[0] for task in found] == ["north", "both"]


def test_an_unknown_lesson_names_those_there_are():
    with pytest.raises(EngineError, match="order_winds"):
        lesson_named("juggling")
