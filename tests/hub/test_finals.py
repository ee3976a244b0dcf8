"""Finals after the rounds, seatings made elsewhere, papers and report files."""

import csv
import io
import random

import pytest

from webui.hub.desk.finals import begin_finals, take_finals_back
from webui.hub.desk.fixed import read_seating
from webui.hub.desk.reports import EMA_COLUMNS, split_name
from webui.hub.desk.seating import SeatingError, repeats_in, schedule
from webui.hub.desk.standing import Cut, Entrant, Penalty, Sitting, standings
from webui.hub.kept.context import HUB

from .test_desk import RIICHI, all_of, begun, points_of  # noqa: F401
from .test_hub_pages import Guest, Role, access, app, store  # noqa: F401

FOUR = [Entrant(n, f"P{n}") for n in range(1, 5)]
EIGHT = [Entrant(n, f"P{n}") for n in range(1, 9)]


def played(desk, number, rounds, chance):
    for round_ in rounds:
        now = desk.find(number)
        for each in now.sittings:
            if each.round == round_:
                desk.result(now, round_, each.place, points_of(chance), "desk")


@pytest.mark.parametrize("carry", [100, 50, 0])
def test_what_is_taken_along_into_the_finals(carry):
    """Who is not in them stands behind, whatever he has."""
    lost = Sitting(1, 1, (1, 2, 3, 4), (40000, 30000, 20000, 10000))
    won = Sitting(1, 2, (5, 6, 7, 8), (90000, 10000, 0, 0))
    final = Sitting(2, 1, (1, 2, 3, 4), (15000, 25000, 25000, 35000))
    rows = standings(RIICHI, EIGHT, [lost, won, final], [], cuts=[Cut(1, carry, (1, 2, 3, 4))])
    own = {row.entrant.number: row for row in rows}
    for one in (1, 2, 3, 4):
        first, then = own[one].by_round[1], own[one].by_round[2]
        assert own[one].carried == pytest.approx(first * carry / 100)
        assert own[one].total == pytest.approx(first * carry / 100 + then)
    assert [row.stage for row in rows] == [1] * 4 + [0] * 4
    assert (own[5].place, own[5].carried) == (5, None)
    assert own[5].total > max(own[one].total for one in (1, 2, 3, 4))
    assert rows[0].entrant.number == {100: 1, 50: 4, 0: 4}[carry]


def test_a_penalty_before_the_finals_is_carried_over_with_the_rest():
    sittings = [Sitting(1, 1, (1, 2, 3, 4), (40000, 30000, 20000, 10000))]
    cut = Cut(1, 50, (1, 2, 3, 4))
    early, late = Penalty(1, 1, 1, 20.0), Penalty(2, 1, 2, 20.0)
    plain = standings(RIICHI, FOUR, sittings, [], cuts=[cut])
    totals = [
        next(
            row.total
            for row in standings(RIICHI, FOUR, sittings, [each], cuts=[cut])
            if row.entrant.number == 1
        )
        for each in (early, late)
    ]
    own = next(row.total for row in plain if row.entrant.number == 1)
    assert totals == [pytest.approx(own - 10), pytest.approx(own - 20)]


def test_finals_that_are_not_public_yet_are_not_in_the_standings():
    sittings = [Sitting(1, 1, (1, 2, 3, 4), (10000, 20000, 30000, 40000))]
    rows = standings(RIICHI, FOUR, sittings, [], up_to=0, cuts=[Cut(1, 0, (1, 2, 3, 4))])
    assert {row.stage for row in rows} == {0}


def test_a_tournament_with_two_finals(all_of, app):  # noqa: F811
    """16 play 3 rounds, the best 8 one more with half, the best 4 two more with all; a reserve moves up."""
    chance, number = random.Random(5), begun(all_of, 16, 3)
    kept, desk = HUB.of(app).store, Guest(app, Role.desk)
    all_of.draw(all_of.find(number), "all")
    with pytest.raises(SeatingError, match="every round"):
        begin_finals(kept, all_of.find(number), 8, 50, 1)
    played(all_of, number, (1, 2, 3), chance)
    before = all_of.find(number).standings()
    form = {"players": "8", "carry": "50", "rounds": "1", "names": ""}
    assert desk.post(f"/desk/{number}/finals", form=form).status_code == 303
    now = all_of.find(number)
    assert [each.number for each in now.playing] == sorted(row.entrant.number for row in before[:8])
    assert (now.rounds, now.drawn) == (4, 3)
    reserve = before[8].entrant
    all_of.substitute(now, before[0].entrant.number, reserve.name)
    assert reserve.number in all_of.find(number).cuts[-1].entrants
    all_of.draw(all_of.find(number), "swiss")
    assert len([each for each in all_of.find(number).sittings if each.round == 4]) == 2
    with pytest.raises(SeatingError, match="still to be drawn"):
        take_finals_back(kept, all_of.find(number))
    played(all_of, number, (4,), chance)
    begin_finals(kept, all_of.find(number), 4, 100, 2)
    take_finals_back(kept, all_of.find(number))
    assert all_of.find(number).rounds == 4
    begin_finals(kept, all_of.find(number), 4, 100, 2)
    for round_ in (5, 6):
        all_of.draw(all_of.find(number), "next")
        played(all_of, number, (round_,), chance)
    rows = all_of.find(number).standings()
    assert [row.stage for row in rows] == [2] * 4 + [1] * 4 + [0] * 8
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    page = Guest(app).get(f"/tournaments/{number}").text
    assert "carried" in page
    assert "Finals" in page


def test_who_is_equal_at_the_cut_is_named_by_the_desk(all_of, app):  # noqa: F811
    """Three tables end alike, so three are first and three fourth."""
    kept, number = HUB.of(app).store, begun(all_of, 12, 1)
    all_of.draw(all_of.find(number), "all")
    for place in (1, 2, 3):
        all_of.result(all_of.find(number), 1, place, [40000, 30000, 20000, 10000], "desk")
    now = all_of.find(number)
    with pytest.raises(SeatingError, match="equal where the cut goes"):
        begin_finals(kept, now, 4, 100, 1)
    named = [row.entrant.name for row in now.standings()[:4]]
    begin_finals(kept, now, 0, 100, 1, [name.upper() for name in named])
    assert sorted(each.name for each in all_of.find(number).playing) == sorted(named)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"players": "5"}, "4, 8, 12"),
        ({"players": "12"}, "as many"),
        ({"carry": "33"}, "0, 50 or 100"),
        ({"rounds": "0"}, "a round at least"),
        ({"names": "Nobody"}, "Nobody"),
        ({"names": "Player 1\nPlayer 1"}, "twice"),
    ],
    ids=["five", "too many", "carry", "no round", "unknown", "twice"],
)
def test_finals_that_cannot_be_are_one_line(all_of, app, form, said):  # noqa: F811
    number = begun(all_of, 8, 1)
    all_of.draw(all_of.find(number), "all")
    played(all_of, number, (1,), random.Random(1))
    sent = {"players": "4", "carry": "100", "rounds": "1", "names": "", **form}
    answer = Guest(app, Role.desk).post(f"/desk/{number}/finals", form=sent)
    assert answer.status_code == 400
    assert said in answer.text


SIXTEEN = [Entrant(100 + n, f"Player {n}") for n in range(16)]


def as_list(rounds, of=str):
    return "\n\n".join("\n".join("; ".join(of(one) for one in table) for table in each) for each in rounds)


@pytest.mark.parametrize("form", ["numbers", "names", "cells", "commas", "tabs and a head"])
def test_a_seating_made_elsewhere_is_read_in_each_form(form):
    drawn = schedule([each.number for each in SIXTEEN], 5).rounds
    names = {each.number: each.name for each in SIXTEEN}
    rows = [
        (r, t, *(names[one] for one in table))
        for r, each in enumerate(drawn, start=1)
        for t, table in enumerate(each, start=1)
    ]
    text = {
        "numbers": as_list(drawn, lambda one: str(one - 99)),
        "names": as_list(drawn, lambda one: names[one].upper()),
        "cells": "\n".join("; ".join(map(str, row)) for row in rows),
        "commas": "\n".join(",".join(map(str, row)) for row in reversed(rows)),
        "tabs and a head": "\ufeffRound\tTable\tE\tS\tW\tN\n"
        + "\n".join("\t".join(map(str, row)) for row in rows),
    }[form]
    found = read_seating(text, SIXTEEN, [], 5)
    assert (found.problems, found.rounds) == ([], list(drawn))
    assert found.met == [] == found.uneven


def test_who_meets_whom_twice_is_counted_with_the_rounds_before():
    table = [tuple(each.number for each in SIXTEEN[n : n + 4]) for n in range(0, 16, 4)]
    found = read_seating(as_list([table], lambda one: str(one - 99)), SIXTEEN, [tuple(table)], 3)
    assert len(found.met) == 4 * 6 == repeats_in([tuple(table), *found.rounds])
    assert {count for *_, count in found.met} == {2}
    assert len(found.uneven) == 16
    assert found.uneven[0] == (100, (2, 0, 0, 0))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1;2;3;4\n5;6;7", "line 2: a table has four"),
        ("1;2;3;4\n5;6;7;Nobody", "line 2: nobody who plays is called 'Nobody'"),
        ("1;2;3;4\n5;6;7;4", "round 1: P4 sits 2 times"),
        ("1;2;3;4", "round 1: P5 does not sit"),
        ("2;1;1;2;3;4\n2;2;5;6;7;8", "without a gap"),
        ("1;1;1;2;3;4\n1;1;5;6;7;8", "is there twice"),
        ("1;2;3;4\n5;6;7;8\n\n1;2;3;4\n5;6;7;8\n\n1;2;3;4\n5;6;7;8", "the list has 3"),
        ("nothing", "no table"),
        ("1;1;2;3", "sits 2 times"),
    ],
    ids=["three", "unknown", "twice", "missing", "gap", "table twice", "too many", "nothing", "with oneself"],
)
def test_what_is_wrong_with_a_seating_is_named(text, said):
    assert any(said in each for each in read_seating(text, EIGHT, [], 2).problems)


def test_a_seating_is_looked_at_before_it_is_kept(all_of, app):  # noqa: F811
    number, desk = begun(all_of, 8, 2), Guest(app, Role.desk)
    text = "1;2;3;4\n5;6;7;8"
    looked = desk.post(f"/desk/{number}/seating", form={"seating": text})
    assert looked.status_code == 200
    assert "Nobody meets twice" in looked.text
    assert all_of.find(number).drawn == 0
    wrong = desk.post(f"/desk/{number}/seating", form={"seating": "1;2;3;3\n<b>;6;7;8", "keep": "1"})
    assert wrong.status_code == 400
    assert "<b>" not in wrong.text
    assert all_of.find(number).drawn == 0
    for _ in range(2):
        assert desk.post(f"/desk/{number}/seating", form={"seating": text, "keep": "1"}).status_code == 303
    assert all_of.find(number).drawn == 2
    assert desk.post(f"/desk/{number}/seating", form={"seating": text, "keep": "1"}).status_code == 400


@pytest.mark.parametrize("rules", ["riichi", "mcr"])
def test_the_reports_hold_every_player_and_their_sums(all_of, app, rules):  # noqa: F811
    number = all_of.begin("Open", rules, 2, 60)
    names = ["Ann Lee", "van Dam, Jan", "Mia DE WIT", "雀士", *(f"One More{n}" for n in range(4))]
    all_of.enter(
        all_of.find(number), [{"name": name, "country": "NED", "number": "08010001"} for name in names]
    )
    all_of.draw(all_of.find(number), "next")
    chance = random.Random(2)
    found = all_of.find(number)
    for each in found.sittings:
        all_of.result(found, 1, each.place, points_of(chance, found.rules), "desk")
    desk, total = Guest(app, Role.desk), 7.0 * 2 if rules == "mcr" else 0.0
    plain = rows_of(desk.get(f"/desk/{number}/report.csv"))
    assert plain[0][-1] == "Round 1"
    assert sum(float(row[5]) for row in plain[1:]) == pytest.approx(total)
    asked = f"/desk/{number}/report-ema.csv?country=NED&place=Utrecht&mers=2&date=7-8+November+2026&days=2"
    ema = rows_of(desk.get(asked))
    assert ema[0] == list(EMA_COLUMNS)
    assert ema[2][:2] == ["Open", "8"]
    assert ema[2][11:] == [
        "NED",
        "Utrecht",
        "2",
        "",
        "MCR" if rules == "mcr" else "Riichi",
        "7-8 November 2026",
        "2",
    ]
    assert [int(row[2]) for row in ema[1:]] == sorted(int(row[2]) for row in ema[1:])
    assert {(row[3], row[4]) for row in ema[1:]} >= {
        ("Ann", "Lee"),
        ("Jan", "van Dam"),
        ("Mia", "DE WIT"),
        ("", "雀士"),
    }
    if rules == "mcr":
        assert sum(float(row[6]) for row in ema[1:]) == pytest.approx(total)
    assert sum(int(row[7]) for row in ema[1:]) == 0


def rows_of(answer):
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.get_data().decode("utf-8-sig"))))


def test_names_are_split_as_people_write_them():
    rows = {
        "Ann Lee": ("Ann", "Lee"),
        "DE WIT Mia": ("Mia", "DE WIT"),
        "Lee, Ann": ("Ann", "Lee"),
        "": ("", ""),
    }
    assert {name: split_name(name) for name in rows} == rows


@pytest.mark.parametrize("sheet", ["seating", "tables", "standings"])
def test_papers_are_for_everybody_and_tell_no_hidden_round(all_of, app, sheet):  # noqa: F811
    number = begun(all_of, 8, 2)
    all_of.draw(all_of.find(number), "all")
    all_of.result(all_of.find(number), 1, 1, [77700, 12300, 6600, 3400], "desk")
    all_of.show(all_of.find(number), 0)
    answer = Guest(app).get(f"/tournaments/{number}/print/{sheet}?round=1")
    assert answer.status_code == 200
    assert not any(told in answer.text for told in ("77,700", "+62.7", "77700"))
    assert answer.text.count("Player 3") >= 1
    assert Guest(app).get(f"/tournaments/{number}/print/other").status_code == 404
    assert Guest(app).get(f"/tournaments/{number}/print/tables?round=x9").status_code == 200
