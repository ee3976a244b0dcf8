"""A delayed broadcast at the hub: spectators get no byte early, on no path; tables are told of the delay."""

import json
import re

import pytest

from engine.journal.record import Entry, entry_to_line
from engine.table.events import DealStarted, HandsDealt, RefereeCalled, ScoresChanged, TileDiscarded
from webui.hub.carried.wire import Batch, Delay, GameHeader, decoded
from webui.hub.desk.standing import entrants_in
from webui.hub.desk.tournament import Tournaments
from webui.hub.kept import keeping
from webui.hub.kept.context import HUB, hub_at
from webui.hub.kept.database import connect
from webui.hub.kept.store import HubStore
from webui.hub.kept.tables_made import Way
from webui.hub.league.leagues import begin_league
from webui.hub.web import create_hub_app
from webui.live.hub_delay import DELAY_FILE

from .tables import until
from .test_hub_pages import SAMPLES, Guest, Role, access, entries_at, routes  # noqa: F401
from .test_leagues import ALWAYS

AGES = (
    "UPDATE entries SET came = came - make_interval(secs => %(s)s)",
    "UPDATE headers SET came = came - make_interval(secs => %(s)s)",
    "UPDATE journals SET began = began - make_interval(secs => %(s)s)",
    "UPDATE sittings SET told = told - make_interval(secs => %(s)s)",
    "UPDATE games_played SET told = told - make_interval(secs => %(s)s)",
    "UPDATE penalties SET told = told - make_interval(secs => %(s)s)",
    "UPDATE hub SET aired_until = aired_until - make_interval(secs => %(s)s)",
)
"""What drives the clock: everything came so much earlier."""


ENDED = {"began": "2026-11-23T20:00:00+01:00", "ended": "2026-11-23T22:00:00+01:00"}


class Hall:
    """A hub with a tournament of eight whose first table plays at club.1."""

    def __init__(self, database, access):  # noqa: F811
        self.store = HubStore(database)
        self.store.open()
        self.app = create_hub_app(hub_at(self.store, Way("hub.local", 8883)), b"secret", access)
        self.tournaments = Tournaments(self.store, HUB.of(self.app).folds)
        self.number = self.tournaments.begin("Open", "riichi", 2, 60)
        self.tournaments.enter(self.found, entrants_in("\n".join(f"Player {n}" for n in range(8))))
        one, two, three, four, *rest = (each.number for each in self.found.playing)
        both = ((one, two, three, four), tuple(rest)), ((one, two, *rest[:2]), (three, four, *rest[2:]))
        self.tournaments.seat(self.found, both)  # two that are drawn, each for itself, need not be alike
        begin_league(self.store, ALWAYS)
        entries_at(self.store, "club.1", DealStarted(0), HandsDealt(0))
        self.store.set_delay(3600)

    @property
    def found(self):
        return self.tournaments.find(self.number)

    def later(self, seconds):
        with connect(self.store.address) as connection:
            for each in AGES:
                connection.execute(each, {"s": seconds})

    def walked(self, login=None):
        """What a visitor gets of every route, whole."""
        guest, found = Guest(self.app, login), {}
        guest.client.set_cookie("jantaku", "the same visitor")
        for rule in routes(self.app):
            if rule.endpoint == "login.enter":
                continue  # how many wrong codes came lately is the door's own affair, and counts by the clock
            path = self.app.url_map.bind("localhost").build(
                rule.endpoint, {name: SAMPLES[name] for name in rule.arguments}
            )
            answer = guest.get(path) if "GET" in rule.methods else guest.post(path)
            text = re.sub(r'("now":\s*|"silent_s":\s*|data-ends=")[0-9.]+', r"\1", answer.text)
            found[rule.rule] = (answer.status_code, text)
        return found


@pytest.fixture
def halls(new_database, access):  # noqa: F811
    made = [Hall(new_database(), access) for _ in range(2)]
    yield made
    for each in made:
        each.store.close()


def test_a_spectator_gets_the_same_bytes_whatever_comes_within_the_delay(halls):
    """Not interfered with: a hall where play goes on, a call, a win, the end of a game, a new game, results,
    a penalty and a table's own news; every route answers a spectator the same to the byte."""
    quiet, busy = halls
    referee = busy.walked(Role.referee)
    moved, totals = (6000, -2000, -2000, -2000), (31000, 23000, 23000, 23000)
    entries_at(busy.store, "club.1", TileDiscarded(0, "9s"), RefereeCalled(2), first=3)
    entries_at(busy.store, "club.1", ScoresChanged(moved, totals), first=5, **ENDED)
    entries_at(busy.store, "club.2", DealStarted(2), names=["Secret", "Nobody", "Knows", "Yet"])
    busy.tournaments.result(busy.found, 1, 1, totals, "desk")
    busy.tournaments.penalise(busy.found, busy.found.sittings[0].seats[0], 13.5, "a secret reason")
    with connect(busy.store.address) as connection:
        table = keeping.known_tables(connection)["club.1"]
        keeping.note(connection, "club.1", "disorder", "club from 12")
        connection.execute("UPDATE tables SET health = %s WHERE id = %s", ('{"waiting": 7}', table.number))
    for seconds in (0, 3000):  # the test's own time counts too
        for each in halls:
            each.later(seconds)
        one, other, told = quiet.walked(), busy.walked(), busy.walked(Role.referee)
        assert [path for path in one if one[path] != other[path]] == []
        assert [path for path in referee if referee[path] != told[path]] != []
    for each in halls:
        each.later(700)
    late = json.dumps(busy.walked())
    assert [told for told in ("Secret", "13.5", "31,100", "9s") if told in late] == ["Secret", "13.5", "9s"]
    assert "31,000" in late
    assert "2 games, 8 players" in late


def test_a_longer_delay_takes_nothing_back(halls):
    hall, _ = halls
    guest = Guest(hall.app)
    hall.later(3601)
    entries_at(hall.store, "club.1", TileDiscarded(0, "9s"), first=3)
    hall.store.set_delay(300)
    hall.later(310)
    assert "tile-9s" in guest.get("/overlay/club.1/discards/now").text
    hall.store.set_delay(3600)
    assert "tile-9s" in guest.get("/overlay/club.1/discards/now").text
    entries_at(hall.store, "club.1", TileDiscarded(1, "8s"), first=4)
    assert "tile-8s" not in guest.get("/overlay/club.1/discards/now").text
    hall.later(3000)
    assert "tile-8s" not in guest.get("/overlay/club.1/discards/now").text
    hall.store.set_delay(0)
    assert "tile-8s" in guest.get("/overlay/club.1/discards/now").text


def test_who_proved_to_be_somebody_sees_a_table_at_once(halls):
    hall, _ = halls
    entries_at(hall.store, "club.1", TileDiscarded(0, "9s"), first=3)
    assert "tile-9s" in Guest(hall.app, Role.seat).get("/overlay/club.1/full").text
    assert "tile-9s" not in Guest(hall.app).get("/overlay/club.1/full").text


def test_an_amendment_rewrites_what_is_on_the_air(halls):
    """The fold of what is old enough, amendments among it: never a line beside the others."""
    hall, _ = halls
    entries_at(hall.store, "club.1", TileDiscarded(0, "9s"), first=3)
    hall.later(3601)
    guest = Guest(hall.app)
    assert "tile-9s" in guest.get("/overlay/club.1/discards/now").text
    line = entry_to_line(Entry(4, 4.0, "referee", (TileDiscarded(0, "1s"),), amends=3))
    with connect(hall.store.address) as connection:
        table = keeping.known_tables(connection)["club.1"]
        have = keeping.have_of(connection, table, "j-club.1")
        header = GameHeader(rules="riichi", names=["Ann", "Bob", "Cem", "Dov"])
        keeping.keep(connection, table, Batch("j-club.1", 1, 4, have.chain, [line], header))
    assert "tile-9s" in guest.get("/overlay/club.1/discards/now").text
    hall.later(3601)
    shown = guest.get("/overlay/club.1/discards/now").text
    assert ("tile-1s" in shown, "tile-9s" in shown) == (True, False)


@pytest.mark.parametrize("text", ["", "-1", "3601", "1e3", "²", "ten"])
def test_a_delay_that_is_none_is_refused(halls, text):
    hall, _ = halls
    answer = Guest(hall.app, Role.desk).post("/broadcast/delay", form={"delay_s": text})
    assert (answer.status_code, hall.store.delay_s()) == (400, 3600)
    assert Guest(hall.app, Role.desk).post("/broadcast/delay", form={"delay_s": "60"}).status_code == 303
    assert hall.store.delay_s() == 60


def test_an_overlay_of_no_table_or_no_game_is_empty_or_told(halls):
    hall, _ = halls
    assert Guest(hall.app).get("/overlay/club.99/full").status_code == 404
    assert Guest(hall.app).get("/overlay/club.1/nonsense").status_code == 404
    assert "seats" not in Guest(hall.app).get("/overlay/club.2/full/now").text


def test_every_table_is_told_of_the_delay_and_keeps_it(club):
    """Signed, retained, and an older word does not undo a newer one."""
    store = HubStore(club.database)
    store.open()
    store.set_delay(300)
    club.hub()
    link = club.link()
    path = club.table().folder / DELAY_FILE
    until(path.exists)
    told = decoded(path.read_bytes(), Delay)
    assert told.delay_s == 300
    store.set_delay(20)
    until(lambda: decoded(path.read_bytes(), Delay).delay_s == 20)
    link.what._take_delay(told, b"an older word")
    assert decoded(path.read_bytes(), Delay).delay_s == 20
    store.close()
