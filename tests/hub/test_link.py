"""What tables enter comes to the hub: all of it, once, in order, whatever goes away meanwhile."""

import json

from webui.hub.link.files import SEATS_FILE
from webui.hub.link.link import Feeling

from .tables import until


def test_what_a_table_enters_is_kept_by_the_hub_in_order(club):
    club.table().play(30)
    club.hub()
    club.link()
    until(club.has_all)
    club.table().play(5)
    until(club.has_all)
    assert len(club.kept()) == 35


def test_an_evening_without_the_hub_loses_nothing(club):
    table = club.table()
    link = club.link()
    for _ in range(3):
        table.play(500)
        table.begin()
    table.play(20)
    until(lambda: club.status() == "no_hub")
    link.stop()
    table.play(20)
    club.link()
    club.hub()
    until(club.has_all)
    assert len(club.kept()) == 1540
    until(lambda: club.status() == "level")


def test_two_tables_are_kept_apart(club):
    club.table("club.1").play(10)
    club.table("club.2").play(20)
    club.hub()
    club.link("club.1")
    club.link("club.2")
    until(lambda: club.has_all("club.1") and club.has_all("club.2"))
    assert (len(club.kept("club.1")), len(club.kept("club.2"))) == (10, 20)


def test_a_broker_that_is_killed_costs_nothing(club):
    club.table().play(10)
    club.hub()
    club.link()
    until(club.has_all)
    club.broker.kill()
    club.table().play(700)
    club.broker.start()
    until(club.has_all)
    assert len(club.kept()) == 710


def test_a_database_that_is_restarted_costs_nothing(club):
    club.table().play(10)
    club.hub()
    club.link()
    until(club.has_all)
    club.cluster.stop("immediate")
    club.table().play(300)
    club.cluster.start()
    until(club.has_all)


def test_who_plays_is_kept_with_the_game_and_follows_the_table(club):
    table = club.table()
    table.play(2)
    club.hub()
    club.link()
    until(club.has_all)
    table.book.name_players(table.game.number, ("Ann", "Bob", "Cem", "Eve"))

    def names():
        return [json.loads(game)["names"][3] for (game,) in club.ask("SELECT game FROM journals")]

    until(lambda: names() == ["Eve"])


def test_a_table_says_how_it_is_and_that_it_went(club):
    club.hub()
    link = club.link(feeling=lambda: Feeling("bad", False, "the camera sees nothing"))
    question = "SELECT is_gone, health FROM tables WHERE name = '1' AND site = 'club'"
    until(lambda: "the camera sees nothing" in club.ask(question)[0][1])
    assert club.ask(question)[0][0] is False
    link.stop()
    until(lambda: club.ask(question)[0][0])


def test_a_link_over_an_encrypted_line_carries_the_same(club):
    club.table().play(3)
    club.hub()
    club.link(port=club.broker.outer_port, authority=club.broker.authority)
    until(club.has_all)


def test_who_plays_next_comes_down_to_the_table(club):
    club.hub()
    club.link()
    with_seats = json.dumps({"names": ["Ann", "Bob", "Cem", "Dov"], "title": "Round 2", "rules": "riichi"})
    club.ask("INSERT INTO seats_sent (table_id, told) VALUES (1, %s) RETURNING number", with_seats)
    path = club.table().folder / SEATS_FILE
    until(path.exists)
    assert json.loads(path.read_text())["names"] == ["Ann", "Bob", "Cem", "Dov"]
