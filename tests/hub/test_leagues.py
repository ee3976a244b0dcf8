"""Leagues: the games of all tables and sites added up, and how strong each player is."""

import json
from datetime import date

import pytest

from engine.table.events import DealStarted, ScoresChanged
from webui.hub.desk.standing import game_results
from webui.hub.kept.context import HUB
from webui.hub.league.leagues import League, table_of
from webui.hub.league.played import Played, games_played

from .test_desk import RIICHI, all_of, begun  # noqa: F401
from .test_hub_pages import Guest, Role, access, app, entries_at, store  # noqa: F401

ALWAYS = League(1, "Season", "riichi", date(2026, 1, 1), None, (), 1, by_average=False)
NAMES = ["Ann", "Bob", "Cem", "Dov"]
FORM = {
    "name": "Season",
    "rules": "riichi",
    "first": "2026-11-01",
    "last": "",
    "sites": "",
    "least": "1",
    "by": "sum",
}


def game(results, day="2026-11-23", names=NAMES, site="club", rules="riichi"):
    places = [1 + sum(other > own for other in results) for own in results]
    return Played(rules, f"{day}T20:00:00+01:00", site, names, places, results)


def ended_at(store, table, totals, day="2026-11-23", **header):  # noqa: F811
    """A game that began and ended that day; the first seat ends with the first of `totals`."""
    moved = tuple(each - 25000 for each in totals)
    told = {"began": f"{day}T20:00:00+01:00", "ended": f"{day}T22:00:00+01:00", "names": NAMES, **header}
    entries_at(store, table, DealStarted(0), ScoresChanged(moved, tuple(totals)), **told)


def told(app, store, *, is_late=False):  # noqa: F811
    return games_played(store, HUB.of(app).folds, is_late=is_late)


def test_results_are_added_up_and_players_of_one_name_are_one():
    rows = table_of(
        ALWAYS, [game([30, 10, -10, -30]), game([5, -5, 20, -20], names=["ann", "Eve", "Bob", ""])]
    )
    own = {row.name: row for row in rows}
    assert (own["Ann"].games, own["Ann"].result, own["Ann"].places) == (2, 35, [1, 1, 0, 0])
    assert (own["Bob"].result, own["Bob"].place) == (30, 2)
    assert set(own) == {"Ann", "Bob", "Cem", "Dov", "Eve"}
    assert [row.place for row in rows] == [1, 2, 3, 4, 5]
    assert own["Ann"].rating.value > own["Dov"].rating.value


def test_who_has_too_few_games_stands_at_the_end_without_a_place():
    league = League(1, "Season", "riichi", date(2026, 1, 1), None, (), 2, by_average=True)
    once = game([60, -10, -20, -30], names=["Eve", "Bob", "Cem", "Dov"])
    rows = table_of(league, [game([30, 10, -10, -30]), game([10, 30, -10, -30]), once])
    assert [(row.name, row.place) for row in rows] == [
        ("Ann", 1),
        ("Bob", 2),
        ("Cem", 3),
        ("Dov", 4),
        ("Eve", None),
    ]
    assert rows[0].average == 20


@pytest.mark.parametrize(
    ("told", "counts"),
    [({}, True), ({"day": "2025-12-31"}, False), ({"site": "away"}, False), ({"rules": "mcr"}, False)],
    ids=["all right", "before", "another site", "other rules"],
)
def test_a_game_counts_by_its_day_site_and_rules(told, counts):
    league = League(
        1, "Season", "riichi", date(2026, 1, 1), date(2026, 12, 31), ("club",), 1, by_average=False
    )
    assert league.counts(game([30, 10, -10, -30], **told)) is counts


def test_the_games_of_two_sites_are_one_league(app, store):  # noqa: F811
    ended_at(store, "club.1", [40000, 30000, 20000, 10000])
    ended_at(
        store, "away.1", [40000, 30000, 20000, 10000], day="2026-11-24", names=["Bob", "Ann", "Cem", "Eve"]
    )
    entries_at(store, "club.2", DealStarted(0), names=NAMES)  # it is on: counts nowhere
    desk = Guest(app, Role.desk)
    answer = desk.post("/leagues", form=FORM)
    assert answer.status_code == 303
    page = Guest(app).get("/leagues/1").text
    assert "2 games, 5 players" in page
    assert "away, club" in page
    assert "1 games, 4 players" in Guest(app).get("/leagues/1?evening=2026-11-24").text
    assert "1 games, 4 players" in Guest(app).get("/leagues/1?site=away").text
    assert Guest(app).get("/leagues/1?evening=%00&site=<b>").status_code == 200
    assert sum(row.result for row in table_of(ALWAYS, told(app, store))) == pytest.approx(0)


def test_a_game_corrected_after_its_end_counts_as_corrected_and_once(app, store):  # noqa: F811
    ended_at(store, "club.1", [40000, 30000, 20000, 10000])
    first = told(app, store)
    assert [each.places for each in first] == [[1, 2, 3, 4]]
    moved, totals = (-20000, 20000, 0, 0), (20000, 50000, 20000, 10000)
    entries_at(
        store, "club.1", ScoresChanged(moved, totals), first=3,
        began="2026-11-23T20:00:00+01:00", ended="2026-11-23T22:00:00+01:00", names=NAMES,
    )  # fmt: skip
    after = told(app, store)
    assert len(after) == 1
    assert after[0].places[1] == 1


def test_a_hidden_round_is_not_in_the_league_and_a_sheet_counts_once(all_of, app, store):  # noqa: F811
    number = begun(all_of, 8, 1)
    all_of.draw(all_of.find(number), "all")
    all_of.send(all_of.find(number), 1)
    sitting = all_of.find(number).sittings[0]
    names = {each.number: each.name for each in all_of.find(number).entrants}
    seats = [names[one] for one in sitting.seats]
    ended_at(store, "club.1", [40000, 30000, 20000, 10000], names=seats, note=f"#{sitting.assignment} Open")
    all_of.show(all_of.find(number), 0)
    assert told(app, store) == []
    all_of.show(all_of.find(number), None)
    assert [(each.site, each.results[0]) for each in told(app, store)] == [
        ("club", game_results(RIICHI, [40000, 30000, 20000, 10000])[0])
    ]
    all_of.result(all_of.find(number), 1, 1, [10000, 20000, 30000, 40000], "desk")
    assert [(each.site, list(each.places), list(each.names)) for each in told(app, store)] == [
        ("", [4, 3, 2, 1], seats)
    ]


def test_a_game_without_names_or_rules_holds_nothing_up(app, store):  # noqa: F811
    ended_at(store, "club.1", [40000, 30000, 20000, 10000], names=[])
    ended_at(store, "club.2", [40000, 30000, 20000, 10000], rules="no such rules")
    ended_at(store, "away.1", [40000, 30000, 20000, 10000], began="once")
    assert told(app, store) == []
    Guest(app, Role.desk).post("/leagues", form=FORM)
    assert "No game has been finished yet" in Guest(app).get("/leagues/1").text


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"rules": "none"},
        {"first": "x"},
        {"last": "2020-01-01"},
        {"least": "0"},
        {"least": "many"},
    ],
    ids=json.dumps,
)
def test_a_league_that_cannot_be_is_one_line(app, wrong):  # noqa: F811
    answer = Guest(app, Role.desk).post("/leagues", form={**FORM, **wrong})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_a_league_is_begun_once_and_by_the_desk(app):  # noqa: F811
    assert Guest(app, Role.referee).post("/leagues", form=FORM).status_code == 403
    assert Guest(app, Role.desk).post("/leagues", form=FORM).status_code == 303
    assert Guest(app, Role.desk).post("/leagues", form=FORM).status_code == 400
    assert Guest(app).get("/leagues/9").status_code == 404
