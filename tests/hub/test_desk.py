"""A tournament at the desk: from the list of players to the report, with all that comes between."""

import csv
import json
import random
import time

import pytest

from engine.rules import load_ruleset
from engine.table.events import DealStarted, ScoresChanged
from webui.hub.desk.reports import ema_csv, report_csv
from webui.hub.desk.rows import Tournament
from webui.hub.desk.seating import SeatingError
from webui.hub.desk.standing import (
    Entrant,
    Penalty,
    Sitting,
    checked_points,
    entrants_in,
    game_results,
    standings,
    sum_off,
)
from webui.hub.desk.tournament import Tournaments

from .test_hub_pages import Guest, Role, access, app, entries_at, store  # noqa: F401

RIICHI, MCR = load_ruleset("riichi"), load_ruleset("mcr")


@pytest.fixture
def all_of(app):  # noqa: F811
    from webui.hub.kept.context import HUB

    hub = HUB.of(app)
    return Tournaments(hub.store, hub.folds)


def begun(desk, count=16, rounds=4, rules="riichi"):
    number = desk.begin("Open", rules, rounds, 60)
    desk.enter(desk.find(number), entrants_in("\n".join(f"Player {n}; Team {n % 4}" for n in range(count))))
    return number


def points_of(chance, rules=RIICHI):
    gained = [100 * chance.randrange(-300, 300) for _ in range(rules.seats - 1)]
    return [rules.starting_points + each for each in (*gained, -sum(gained))]


def test_a_whole_tournament_of_a_hundred_players(all_of, app):  # noqa: F811
    """Eight rounds on 25 tables: nobody meets twice, one drops out, one is penalised, the last round is
    hidden; the sum stays right."""
    chance, number = random.Random(3), begun(all_of, 100, 8)
    assert all_of.draw(all_of.find(number), "all") == 0
    for round_ in range(1, 9):
        now = all_of.find(number)
        for sitting in now.sittings:
            if sitting.round == round_:
                all_of.result(now, round_, sitting.place, points_of(chance), "desk")
        if round_ == 3:
            now = all_of.find(number)
            leaves = now.sittings[0].seats[0]
            all_of.substitute(now, leaves, "Sub One")
            all_of.penalise(all_of.find(number), now.sittings[0].seats[1], 20, "late")
    all_of.show(all_of.find(number), 7)
    done = all_of.find(number)
    assert (done.done, sum_off(done.rules, done.sittings)) == (8, 0)
    final = standings(done.rules, done.entrants, done.sittings, done.penalties)
    assert len(final) == 101
    assert sum(row.total for row in final) == pytest.approx(-20)
    left, substitute = (next(row for row in final if row.entrant.number == each) for each in (leaves, 101))
    assert (sorted(left.by_round), sorted(substitute.by_round)) == ([1, 2, 3], [4, 5, 6, 7, 8])
    rows = list(csv.reader(Guest(app, Role.desk).get(f"/desk/{number}/report.csv").text.splitlines()))
    assert (len(rows), rows[1][0]) == (102, "1")


def test_the_public_does_not_see_a_hidden_round(all_of, app):  # noqa: F811
    number = begun(all_of, 8, 2)
    all_of.draw(all_of.find(number), "all")
    now = all_of.find(number)
    for place, points in ((1, [31100, 28900, 22300, 17700]), (2, [40000, 30000, 20000, 10000])):
        all_of.result(now, 1, place, points, "desk")
    all_of.result(now, 2, 1, [77700, 12300, 6600, 3400], "desk")
    all_of.penalise(all_of.find(number), now.sittings[0].seats[0], 13.5, "a secret reason")
    all_of.show(now, 0)
    nothing = Guest(app).get(f"/tournaments/{number}").text
    assert not any(told in nothing for told in ("31,100", "77,700", "13.5", "a secret reason"))
    all_of.show(now, 1)
    shown = Guest(app).get(f"/tournaments/{number}").text
    assert "31,100" in shown
    assert "77,700" not in shown
    assert "77,700" in Guest(app, Role.desk).get(f"/desk/{number}").text
    all_of.show(now, None)
    assert "77,700" in Guest(app).get(f"/tournaments/{number}").text


def test_a_game_that_ends_at_a_table_is_the_result_of_its_sitting(all_of, app, store):  # noqa: F811
    number = begun(all_of, 8, 1)
    all_of.draw(all_of.find(number), "all")
    assert all_of.send(all_of.find(number), 1) == 2
    sitting = all_of.find(number).sittings[0]
    names = {each.number: each.name for each in all_of.find(number).entrants}
    with store.connection() as connection:
        told = connection.execute("SELECT told FROM seats_sent WHERE number = %s", (sitting.assignment,))
        seats = json.loads(told.fetchone()[0])
    assert seats["names"] == [names[one] for one in sitting.seats]
    moved, totals = (6000, -2000, -2000, -2000), (31000, 23000, 23000, 23000)
    game = {"note": f"#{sitting.assignment} Open", "names": seats["names"]}
    entries_at(store, "club.1", DealStarted(0), ScoresChanged(moved, totals), **game)
    assert all_of.find(number).sittings[0].points is None
    entries_at(store, "club.1", first=3, ended="2026-11-23T22:00:00+01:00", **game)
    found = all_of.find(number).sittings[0]
    assert (found.points, found.source) == (totals, "journal")


def test_teams_are_kept_apart_in_the_next_round(all_of):
    number = begun(all_of)
    all_of.draw(all_of.find(number), "next")
    now = all_of.find(number)
    team = {each.number: each.team for each in now.entrants}
    assert all(len({team[one] for one in sitting.seats}) == 4 for sitting in now.sittings)


def test_a_round_is_drawn_once_and_no_more_than_there_are(all_of):
    number = begun(all_of, 8, 1)
    all_of.draw(all_of.find(number), "swiss")
    for plan in ("all", "next"):
        with pytest.raises(SeatingError, match="drawn"):
            all_of.draw(all_of.find(number), plan)


def test_points_that_do_not_add_up_are_refused_with_the_difference():
    with pytest.raises(SeatingError, match=r"100,000.*99,900"):
        checked_points(RIICHI, [25000, 25000, 25000, 24900])
    assert checked_points(MCR, [12, -4, -4, -4]) == (12, -4, -4, -4)


def test_a_cancelled_penalty_counts_for_nothing():
    who = [Entrant(n, f"P{n}") for n in range(1, 5)]
    sat = [Sitting(1, 1, (1, 2, 3, 4), (40000, 30000, 20000, 10000))]
    free, kept = (
        standings(RIICHI, who, sat, [Penalty(1, 1, 1, 30.0, "late", is_cancelled)])
        for is_cancelled in (True, False)
    )
    assert {row.entrant.name: row.penalties for row in free}["P1"] == 0
    assert sum(row.total for row in free) == 0
    assert sum(row.total for row in kept) == -30


def test_equal_results_share_a_place():
    who = [Entrant(n, f"P{n}") for n in range(1, 5)]
    rows = standings(MCR, who, [Sitting(1, 1, (1, 2, 3, 4), (8, 8, -8, -8))], [])
    assert [(row.place, row.total) for row in rows] == [(1, 3.0), (1, 3.0), (3, 0.5), (3, 0.5)]
    assert game_results(MCR, (8, 8, -8, -8)) == (3.0, 3.0, 0.5, 0.5)


@pytest.mark.parametrize("text", ["Ann\nann", "A" * 61, ";team"], ids=["twice", "long", "no name"])
def test_a_line_that_is_no_entrant_is_named(text):
    with pytest.raises(SeatingError, match="line"):
        entrants_in(text)


def test_no_cell_of_the_report_is_a_formula():
    found = Tournament(1, "Open", RIICHI, 1, 60, None, (Entrant(1, "=cmd()", "+x"),), (), (), {})
    assert "'=cmd()" in report_csv(found)
    assert "'=cmd()" in ema_csv(found, {"place": "=now()"})
    assert "'=now()" in ema_csv(found, {"place": "=now()"})


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("", {"name": "", "rules": "riichi", "rounds": "8", "minutes": "90"}),
        ("", {"name": "X", "rules": "none", "rounds": "8", "minutes": "90"}),
        ("", {"name": "X", "rules": "riichi", "rounds": "1e9", "minutes": "90"}),
        ("/1/result", {"round": "1", "place": "9", "points0": "25000"}),
        ("/1/penalty", {"entrant": "1", "points": "nan"}),
        ("/1/substitute", {"entrant": "1", "name": ""}),
        ("/1/clock", {"round": "1", "minutes": "-1"}),
    ],
    ids=["name", "rules", "rounds", "result", "penalty", "substitute", "clock"],
)
def test_what_the_desk_cannot_do_is_one_line(all_of, app, path, form):  # noqa: F811
    begun(all_of, 8, 1)
    answer = Guest(app, Role.desk).post(f"/desk{path}", form=form)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_a_name_at_the_desk_is_only_text(all_of, app):  # noqa: F811
    number = begun(all_of, 3, 1)
    all_of.enter(all_of.find(number), entrants_in("<script>alert(1)</script>"))
    all_of.draw(all_of.find(number), "all")
    assert "<script>alert(1)" not in Guest(app).get(f"/tournaments/{number}").text


def test_the_clock_of_a_round_counts_by_the_hubs_own(all_of, app):  # noqa: F811
    number = begun(all_of, 4, 1)
    all_of.draw(all_of.find(number), "all")
    all_of.start_clock(all_of.find(number), 1, 75)
    ends = all_of.find(number).ends[1].timestamp()
    assert abs(ends - time.time() - 75 * 60) < 60
    assert f'data-ends="{ends}"' in Guest(app).get(f"/tournaments/{number}").text
    assert abs(Guest(app).get("/api/now").json["now"] - time.time()) < 60


def test_a_tournament_nobody_began_is_not_there(app):  # noqa: F811
    assert Guest(app).get("/tournaments/99").status_code == 404
    assert Guest(app, Role.desk).get("/desk/99999999999999999999").status_code == 404


def test_a_result_is_confirmed_by_the_players_phones(all_of, app):  # noqa: F811
    """Each seat once; another result is asked about anew; who says it is wrong is heard at the desk."""
    number = begun(all_of, 8, 1)
    all_of.draw(all_of.find(number), "all")
    player, path = Guest(app, Role.seat), f"/tournaments/{number}/confirm"
    said = {"round": "1", "place": "1", "seat": "0", "verdict": "right"}
    assert player.post(path, form=said).status_code == 400
    all_of.result(all_of.find(number), 1, 1, [40000, 30000, 20000, 10000], "journal")
    assert Guest(app).post(path, form=said).status_code == 403
    for seat in "00123":
        assert player.post(path, form={**said, "seat": seat}).status_code == 303
    assert sorted(all_of.find(number).sittings[0].confirmed) == [0, 1, 2, 3]
    assert "confirmed by all four" in Guest(app).get(f"/tournaments/{number}").text
    all_of.result(all_of.find(number), 1, 1, [41000, 29000, 20000, 10000], "desk")
    assert all_of.find(number).sittings[0].confirmed == ()
    assert player.post(path, form={**said, "verdict": "wrong"}).status_code == 303
    assert "says this result is wrong" in Guest(app, Role.desk).get(f"/desk/{number}").text
    assert player.post(path, form={**said, "seat": "4"}).status_code == 400


def test_a_late_table_has_more_time_than_the_others(all_of, app):  # noqa: F811
    number = begun(all_of, 8, 1)
    all_of.draw(all_of.find(number), "all")
    desk, form = Guest(app, Role.desk), {"round": "1", "place": "2", "minutes": "10"}
    assert desk.post(f"/desk/{number}/extra", form=form).status_code == 303
    assert [each.extra for each in all_of.find(number).sittings] == [0, 10]
    assert "+10 min" in Guest(app).get(f"/tournaments/{number}").text
    for wrong in ({"minutes": "121"}, {"place": "9"}, {"minutes": "-1"}):
        assert desk.post(f"/desk/{number}/extra", form={**form, **wrong}).status_code == 400
