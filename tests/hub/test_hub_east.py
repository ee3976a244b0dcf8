"""The hub tells of a table whose East is open, is named, is named otherwise, and is open again."""

from engine.journal.record import Entry, entry_to_line
from engine.table.events import DealerTold, DiceRolled, WallBuilt
from webui.hub.carried.wire import Batch, GameHeader
from webui.hub.kept import keeping
from webui.hub.kept.database import connect

from .test_hub_pages import Guest, access, app, entries_at, store  # noqa: F401


def amended_at(store, number, amends, *events):  # noqa: F811
    """One entry more, which amends another."""
    line = entry_to_line(Entry(number, 9.0, "player", events, amends=amends))
    with connect(store.address) as connection:
        table = keeping.known_tables(connection)["club.1"]
        have = keeping.have_of(connection, table, "j-club.1")
        told = GameHeader("riichi", names=["Ann", "Bob", "Cem", "Dov"], is_dealer_known=False)
        keeping.keep(connection, table, Batch("j-club.1", 1, number, have.chain, [line], told))


def winds(app):  # noqa: F811
    """The winds on the table's card, and who is East."""
    told = Guest(app).get("/api/room?lang=en").json
    seats = next(each for each in told["tables"] if each["name"] == "club.1")["game"]["seats"]
    return [seat["wind"] for seat in seats], [seat["name"] for seat in seats if seat["is_dealer"]]


def test_the_hub_follows_what_is_said_of_east(app, store):  # noqa: F811
    entries_at(store, "club.1", WallBuilt(), is_dealer_known=False)
    assert winds(app) == (["?"] * 4, [])
    assert Guest(app).get("/?lang=en").text.count('aria-label="wind not known yet"') == 4
    entries_at(store, "club.1", DealerTold(1), DiceRolled(1, (2, 3)), first=2, is_dealer_known=False)
    assert winds(app) == (["North", "East", "South", "West"], ["Bob"])
    amended_at(store, 4, 2, DealerTold(3))
    assert winds(app) == (["South", "West", "North", "East"], ["Dov"])
    amended_at(store, 5, 4, DealerTold(None))
    assert winds(app) == (["?"] * 4, [])
    for path in ("/", "/?view=wall", "/overlay/club.1/full"):
        assert Guest(app).get(path).status_code == 200
