"""What goes wrong between tables and hub: each is one clear condition, and nothing is lost."""

import time
from contextlib import closing
from types import SimpleNamespace

import psycopg
import pytest
from paho.mqtt.packettypes import PacketTypes

from webui.hub.carried.mqtt import broker_at, new_client, with_signature
from webui.hub.carried.wire import (
    LARGEST_MESSAGE,
    Batch,
    GameHeader,
    Health,
    HubError,
    encoded,
    password_of,
    signed,
    signing_key,
    topic_up,
)
from webui.hub.kept.backup import restore_hub, write_hub_backup
from webui.hub.kept.database import connect, migrate
from webui.hub.kept.ingest import Ingest, Said
from webui.hub.kept.listening import Listening
from webui.storage.chain import chain_start, chained
from webui.storage.journal import Journal

from .tables import until


class Sender:
    """Somebody who can say anything to the hub, past the product's own link."""

    def __init__(self, club, name="club.1", user=None, password=None):
        self.club, self.name = club, name
        broker = (
            club.broker.broker
            if user is None
            else SimpleNamespace(
                host="127.0.0.1", port=club.broker.port, user=user, password=password, authority=None
            )
        )
        self.client = new_client(broker, f"sender-{name}-{time.monotonic_ns()}")
        self.client.connect(broker.host, broker.port)
        self.client.loop_start()
        until(self.client.is_connected)

    def say(self, kind, payload, key_of=None, name=None):
        topic = topic_up(name or self.name, kind)
        key = signing_key(self.club.secrets.get(key_of or self.name, key_of))
        properties = with_signature(PacketTypes.PUBLISH, signed(key, topic, payload))
        self.client.publish(topic, payload, qos=1, properties=properties).wait_for_publish(10)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def sender(club):
    """Somebody at the broker with the hub's own rights."""
    club.hub()
    with closing(Sender(club)) as sender:
        yield sender


def batch(lines, first=1, journal="j1", generation=1, before=None, **game):
    before = before or chained(chain_start(journal), [line(n) for n in range(1, first)])
    return encoded(Batch(journal, generation, first, before, lines, GameHeader("riichi", **game)))


def line(number):
    return f'{{"number": {number}, "at_s": 0.0, "source": "player", "events": []}}'


def lines(first, last):
    return [line(number) for number in range(first, last + 1)]


def test_what_comes_twice_is_kept_once(club, sender):
    for _ in range(3):
        sender.say("entries", batch(lines(1, 5)))
    sender.say("entries", batch(lines(4, 8), first=4))
    until(lambda: club.kept() == lines(1, 8))
    assert club.conditions() == {}


def test_a_gap_is_not_kept_until_it_is_filled(club, sender):
    sender.say("entries", batch(lines(4, 6), first=4))
    sender.say("entries", batch(lines(1, 3)))
    until(lambda: club.kept() == lines(1, 3))
    sender.say("entries", batch(lines(4, 6), first=4))
    until(lambda: club.kept() == lines(1, 6))


def test_entries_in_the_wrong_order_are_told_and_left_at_the_table(club, sender):
    sender.say("entries", batch([line(2), line(1)]))
    until(lambda: "disorder" in club.conditions())
    assert club.kept() == []
    sender.say("entries", batch(lines(1, 2)))
    until(lambda: club.kept() == lines(1, 2))
    assert club.conditions() == {}


def test_a_wrong_key_is_told_and_nothing_of_it_kept(club, sender):
    sender.say("entries", batch(lines(1, 2)), key_of="a secret nobody gave it")
    until(lambda: "wrong_key" in club.conditions())
    assert club.kept() == []


def test_a_table_that_sends_anothers_entries_is_named(club, sender):
    sender.say("entries", batch(lines(1, 2)), key_of="club.2")
    until(lambda: club.conditions().get("foreign") == "club.2")
    assert club.kept() == []


def test_the_broker_lets_a_table_speak_only_for_itself(club):
    club.hub()
    with closing(Sender(club, "club.2", "club.2", password_of(club.secrets["club.2"]))) as other:
        other.say("entries", batch(lines(1, 2)), key_of="club.1", name="club.1")
        other.say("entries", batch(lines(1, 2)))
        until(lambda: club.kept("club.2") == lines(1, 2))
    assert club.kept("club.1") == []


def test_a_table_with_the_wrong_password_says_that_it_is_refused(club):
    club.hub()
    club.link(secret="another secret than the hub's")
    until(lambda: club.status() == "refused")


def test_a_table_nobody_made_a_link_for_is_told(club, sender):
    sender.say("entries", batch(lines(1, 2)), key_of="whatever it has", name="pirate.9")
    until(lambda: "unknown_table" in club.conditions("pirate.9"))


@pytest.mark.parametrize(
    "payload",
    [b"", b"\xff\xfe", b"[]", b'{"journal": 1}', b"[" * 5000],
    ids=["empty", "bytes", "list", "type", "deep"],
)
def test_what_is_no_message_is_told(club, sender, payload):
    sender.say("entries", payload)
    until(lambda: "unreadable" in club.conditions())


@pytest.mark.parametrize(
    "bad", ['{"number": 1, "note": "\x00"}', "no entry", "{}"], ids=["zero byte", "text", "no number"]
)
def test_a_line_that_is_no_entry_is_told_and_not_kept(club, sender, bad):
    sender.say("entries", batch([bad]))
    until(lambda: "unreadable" in club.conditions())
    assert club.kept() == []


def test_ten_megabytes_in_one_message_are_told_and_dropped(club):
    """A broker of the club's own may let it through; ours does not."""
    ingest = Ingest(club.database, "run", lambda *_: None, workers=1)
    ingest.open()
    ingest.take(Said(topic_up("club.1", "entries"), b" " * 10_000_000))
    ingest.close()
    assert club.conditions() == {"too_large": "10,000,000 bytes"}
    assert LARGEST_MESSAGE < 10_000_000


def test_our_broker_takes_no_ten_megabytes(club, sender):
    other = new_client(club.broker.broker, "large")
    other.connect("127.0.0.1", club.broker.port)
    other.loop_start()
    until(other.is_connected)
    other.publish(topic_up("club.1", "entries"), b" " * 10_000_000, qos=1)
    until(lambda: not other.is_connected())
    other.loop_stop()
    sender.say("entries", batch(lines(1, 2)))
    until(lambda: club.kept() == lines(1, 2))


def test_a_clock_of_last_year_is_told_until_it_is_right(club, sender):
    def health(clock):
        return encoded(Health("run", clock))

    sender.say("health", health(time.time() - 365 * 86400))
    until(lambda: club.conditions().get("clock", "").startswith("-31536"))
    sender.say("health", health(time.time()))
    until(lambda: club.conditions() == {})


def test_a_journal_that_was_replaced_is_kept_beside_the_old_one(club):
    table = club.table()
    table.play(4)
    club.hub()
    link = club.link()
    until(club.has_all)
    old = table.lines
    copies = {path.name: path.read_bytes() for path in (table.folder / "games").iterdir() if path.is_file()}
    table.play(6)
    until(club.has_all)
    link.stop()
    table.journal.close()
    for path in (table.folder / "games").iterdir():
        path.unlink()
    for name, content in copies.items():
        (table.folder / "games" / name).write_bytes(content)
    table.journal = Journal(table.book.path_of(table.game))
    assert table.lines == old
    table.play(7)
    club.link()
    until(lambda: "replaced" in club.conditions())
    rows = "SELECT generation, number FROM journals ORDER BY generation"
    until(lambda: club.ask(rows) == [(1, 10), (2, 11)])


def test_a_hub_restored_from_a_backup_gets_the_rest_again(club, new_database, tmp_path):
    table = club.table()
    table.play(8)
    hub = club.hub()
    club.link()
    until(club.has_all)
    backup = tmp_path / "hub.dump"
    write_hub_backup(club.database, backup)
    table.play(12)
    until(club.has_all)
    hub.stop()
    with connect(club.database) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    restore_hub(club.database, backup)
    assert len(club.kept()) == 8
    club.hub()
    until(club.has_all)
    assert len(club.kept()) == 20
    question = "SELECT detail FROM conditions WHERE kind = 'restored'"
    until(lambda: club.ask(question) == [("12",)])


def test_two_hubs_by_mistake_are_told_and_both_have_everything(club, new_database):
    other = new_database()
    club.table().play(5)
    club.hub()
    second = club.hub(other)
    club.link()
    until(lambda: club.has_all() and club.has_all(database=other))
    until(lambda: club.conditions("") == {"two_hubs": "2"} == club.conditions("", other))
    second.stop()
    until(lambda: club.conditions("") == {})


def test_a_second_program_takes_no_entries_into_the_same_database(club):
    club.hub()
    with pytest.raises(HubError, match="already"):
        Listening(club.database, club.broker.broker)


def test_two_machines_with_one_link_file_are_told(club, sender):
    for _ in range(3):
        sender.say("health", encoded(Health("one", time.time())))
        sender.say("health", encoded(Health("other", time.time())))
    until(lambda: "two_machines" in club.conditions())


def test_a_database_of_a_newer_jantaku_is_left_alone(club):
    with connect(club.database) as connection:
        connection.execute("INSERT INTO version VALUES (9999)")
    with connect(club.database) as connection, pytest.raises(HubError, match="newer"):
        migrate(connection)


def test_a_database_that_is_not_there_is_one_clear_line():
    with pytest.raises(HubError, match="cannot be reached"):
        connect("postgresql://nobody@127.0.0.1:9/none")


@pytest.mark.parametrize("address", ["http://localhost", "mqtt://", "nonsense", "mqtt://a:b"])
def test_an_address_that_is_no_brokers_is_one_clear_line(address):
    with pytest.raises(HubError, match="broker"):
        broker_at(address)


def test_the_key_keeps_an_entry_from_being_there_twice(club):
    with connect(club.database) as connection:
        connection.execute(
            "INSERT INTO journals (table_id, journal, generation, chain, game, game_digest)"
            " VALUES (1, 'j', 1, '', '{}', '')"
        )
        connection.execute("INSERT INTO entries VALUES (1, 1, 'one')")
    with connect(club.database) as connection, pytest.raises(psycopg.errors.UniqueViolation):
        connection.execute("INSERT INTO entries VALUES (1, 1, 'another')")
