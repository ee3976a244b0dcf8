"""The hub's pages: who may what, what the room shows, and the referee's queue."""

import json
import re

import pytest

from engine.journal.record import Entry, entry_to_line
from engine.table.events import DealStarted, RefereeAnswered, RefereeCalled
from webui.access.logins import Login, Logins, Role
from webui.access.roles import Access, declared_role
from webui.hub.carried.wire import Batch, GameHeader, Health
from webui.hub.kept import keeping
from webui.hub.kept.context import hub_at
from webui.hub.kept.database import connect
from webui.hub.kept.store import HubStore
from webui.hub.kept.tables_made import Way
from webui.hub.web import create_hub_app
from webui.storage.chain import chain_start
from webui.storage.settings import SettingsFile
from webui.words import load_words

HOST = {"Host": "localhost"}
SAMPLES = {"name": "club.1", "number": 1, "part": "full", "sheet": "seating"}
OF_THE_VISITOR_ONLY = {"/login", "/logout"}


class Guest:
    """A browser at the hub; `login` is what it proved."""

    def __init__(self, app, login=None):
        self.client = app.test_client()
        if login is not None:
            secret = app.extensions["access"].logins.open(Login(login))
            self.client.set_cookie("jantaku_login", app.extensions["login_signer"].sign(secret).decode())

    def get(self, path, **headers):
        return self.client.get(path, headers={**HOST, **headers})

    def post(self, path, body=None, form=None):
        page = self.get("/login").text
        token = re.search(r'name="jantaku-token" content="([^"]+)"', page)[1]
        sent = {**HOST, "Origin": "http://localhost", "X-Jantaku-Token": token}
        if form is not None:
            return self.client.post(path, data={"token": token, **form}, headers=sent)
        return self.client.post(path, json=body or {}, headers=sent)


@pytest.fixture
def access():
    logins = Logins(None)
    with logins._store:
        logins._store.execute("INSERT INTO codes VALUES (3, 'not a hash that opens anything')")
    return Access(logins, SettingsFile(None), lambda: False)


@pytest.fixture
def store(new_database):
    opened = HubStore(new_database())
    opened.open()
    yield opened
    opened.close()


@pytest.fixture
def app(store, access, tmp_path):
    return create_hub_app(hub_at(store, Way("hub.local", 8883)), b"secret", access)


def entries_at(store, name, *events, first=1, **header):
    """Those events come from the table of that name."""
    lines = [
        entry_to_line(Entry(first + place, float(place), "player", (event,), told_at=1_800_000_000.0 + place))
        for place, event in enumerate(events)
    ]
    with connect(store.address) as connection:
        table = keeping.known_tables(connection)[name]
        have = keeping.have_of(connection, table, f"j-{name}")
        before = have.chain or chain_start(f"j-{name}")
        told = GameHeader(**{"rules": "riichi", "names": ["Ann", "Bob", "Cem", "Dov"], **header})
        keeping.keep(connection, table, Batch(f"j-{name}", 1, first, before, lines, told))


def routes(app):
    return [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]


def test_every_route_declares_who_may_use_it(app):
    assert [
        rule.rule for rule in routes(app) if declared_role(app.view_functions[rule.endpoint]) is None
    ] == []


def test_nothing_is_changed_by_whoever_proved_nothing(app):
    weak = {
        rule.rule
        for rule in routes(app)
        if "POST" in rule.methods and declared_role(app.view_functions[rule.endpoint]) < Role.seat
    }
    assert weak <= OF_THE_VISITOR_ONLY


@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.name)
def test_a_role_is_let_in_where_it_may_and_nowhere_else(app, role):
    guest = Guest(app, None if role is Role.viewer else role)
    for rule in routes(app):
        path = app.url_map.bind("localhost").build(
            rule.endpoint, {name: SAMPLES[name] for name in rule.arguments}
        )
        needed = declared_role(app.view_functions[rule.endpoint])
        answer = guest.get(path) if "GET" in rule.methods else guest.post(path)
        refused = answer.status_code == 403 and answer.json is not None and "needs" in answer.json
        assert refused == (role < needed), (rule.rule, role.name, answer.status_code)


def test_a_post_from_another_page_is_refused(app):
    guest = Guest(app, Role.admin)
    guest.get("/login")
    answer = guest.client.post(
        "/setup/tables", data={"name": "club.9"}, headers={**HOST, "Origin": "http://evil"}
    )
    assert answer.status_code == 403


def test_another_host_name_is_refused(app):
    assert app.test_client().get("/", headers={"Host": "evil.example"}).status_code == 421


def test_the_desk_stands_between_referee_and_admin():
    assert Role.viewer < Role.seat < Role.referee < Role.desk < Role.admin
    assert max(Role) is Role.admin
    assert not Role.desk >= Role.admin


def test_the_room_shows_each_table_with_its_round_scores_and_calls(app, store):
    entries_at(store, "club.1", DealStarted(1, 0, 2), RefereeCalled(3))
    with connect(store.address) as connection:
        keeping.note_health(connection, keeping.known_tables(connection)["club.1"], Health("run", 0.0, 7))
    told = Guest(app).get("/api/room").json
    first = next(each for each in told["tables"] if each["name"] == "club.1")
    assert (first["line"], first["waiting"], first["calls"]) == ("online", 7, 1)
    assert (first["game"]["round"], first["game"]["deal"], first["game"]["honba"]) == ("East", 2, 2)
    assert [seat["name"] for seat in first["game"]["seats"]] == ["Ann", "Bob", "Cem", "Dov"]
    assert {each["name"]: each["line"] for each in told["tables"]}["club.2"] == "never"
    page = Guest(app).get("/").text
    assert "25,000" in page
    assert "Referee called" in page


def test_a_game_nobody_here_knows_the_rules_of_hides_no_other(app, store):
    entries_at(store, "club.1", DealStarted(0), rules="no such rules")
    entries_at(store, "club.2", DealStarted(0))
    told = {each["name"]: each["game"] for each in Guest(app).get("/api/room").json["tables"]}
    assert told["club.1"]["told"] is False
    assert told["club.2"]["told"] is True
    assert Guest(app).get("/").status_code == 200


def test_a_table_is_drawn_as_at_its_own_page(app, store):
    entries_at(store, "club.1", DealStarted(0))
    assert '<svg class="table"' in Guest(app).get("/tables/club.1").text
    assert Guest(app).get("/tables/club.99").status_code == 404


def test_a_name_on_a_card_is_only_text(app, store):
    entries_at(store, "club.1", DealStarted(0), names=["<script>alert(1)</script>", "B", "C", "D"])
    for path in ("/", "/tables/club.1"):
        assert "<script>alert(1)" not in Guest(app).get(path).text


def test_the_first_referee_who_comes_has_the_call(app, store):
    entries_at(store, "club.1", DealStarted(0), RefereeCalled(2))
    referee = Guest(app, Role.referee)
    assert "club.1" in referee.get("/calls").text
    journal = store.newest_journals()[1].number
    body = {"journal": journal, "number": 2, "who": "Mia"}
    assert referee.post("/calls/take", body).status_code == 200
    other = referee.post("/calls/take", {**body, "who": "Noa"})
    assert (other.status_code, "Mia" in other.json["error"]) == (409, True)
    assert "Mia goes there" in referee.get("/calls-list").text


def test_an_answered_call_leaves_the_queue(app, store):
    entries_at(store, "club.1", DealStarted(0), RefereeCalled(2))
    entries_at(store, "club.1", RefereeAnswered(), first=3)
    referee = Guest(app, Role.referee)
    assert "Nobody calls" in referee.get("/calls").text
    taken = referee.post(
        "/calls/take", {"journal": store.newest_journals()[1].number, "number": 2, "who": "Mia"}
    )
    assert taken.status_code == 404


@pytest.mark.parametrize(
    "body", [{}, {"journal": 1, "number": 2, "who": " "}, {"journal": "1", "number": 2, "who": "M"}]
)
def test_a_call_cannot_be_taken_by_nobody(app, body):
    assert Guest(app, Role.referee).post("/calls/take", body).status_code == 400


def test_a_link_file_is_made_once_and_its_secret_is_the_databases(app, store):
    answer = Guest(app, Role.admin).post("/setup/tables", form={"name": "Club.9"})
    link = json.loads(answer.data)
    assert (link["name"], link["host"], link["port"]) == ("club.9", "hub.local", 8883)
    assert store.secrets()["club.9"] == link["secret"]
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "name", ["", "club", "club.1.2", "../x.1", "CLUB é.1", "a.b+", "a.#", "x" * 80 + ".1"]
)
def test_a_table_is_called_only_what_a_topic_can_carry(app, store, name):
    before = store.secrets()
    assert Guest(app, Role.admin).post("/setup/tables", form={"name": name}).status_code == 400
    assert store.secrets() == before


def test_a_database_that_is_away_is_told_and_tables_keep_all(app, store):
    store.close()
    answer = Guest(app).get("/api/room")
    assert answer.status_code == 503
    assert "the tables keep all" in answer.json["error"]


def test_each_condition_has_its_words():
    words = load_words("en")
    assert [kind for kind in keeping.Kind.__args__ if f"hub.condition_{kind}" not in words] == []
