"""A player's page: rates, patterns, how it went against the others; and the hands that won, searched."""

import re
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from tests.webui.kept_table import HAND, value
from webui.scores.store.ratings import ratings


@pytest.fixture(scope="module")
def played(empty_table):
    """One finished game: Bob won from Ann with riichi, Ann drew, Dov dealt in to Bob."""
    table = empty_table
    table.begin()
    table.enter("/scores/ready", {"seat": 1})
    won = {"winner": 1, "giver": 0, **HAND, "circumstances": ["riichi"]}
    table.enter("/scores/wins", {"wins": [won]})
    table.enter("/scores/next")
    table.enter("/scores/wins", value(0, None, 2))
    table.enter("/scores/next")
    table.enter("/scores/wins", value(1, 3, 5))
    game = table.now["game"]["number"]
    table.enter(f"/scores/games/{game}/finish")
    return table


def player(table, name):
    told = table.get("/api/scores/players").json["players"]
    number = next(each["number"] for each in told if each["name"] == name)
    [own] = table.get(f"/api/scores/players/{number}").json["tables"]
    return number, own["own"]


def test_a_player_is_told_how_often_he_declares_wins_and_deals_in(played):
    _, bob = player(played, "Bob")
    assert bob["ready_rate"] == pytest.approx(1 / 3)
    assert bob["win_rate"] == pytest.approx(2 / 3)
    assert {each["name"]: each["count"] for each in bob["patterns"]} == {"Riichi": 1, "White dragon": 1}


def test_head_to_head_tells_who_came_ahead_and_whose_tiles_won(played):
    _, bob = player(played, "Bob")
    number, ann = player(played, "Ann")
    against = next(met for met in bob["against"] if met["player"] == number)
    assert (against["games"], against["ahead"], against["won_from"], against["dealt_in_to"]) == (1, 1, 1, 0)
    back = next(met for met in ann["against"] if met["name"] == "Bob")
    assert (back["ahead"], back["won_from"], back["dealt_in_to"]) == (0, 0, 1)
    assert "Head to head" in played.get(f"/scores/players/{number}?lang=en").text


def test_hands_are_found_by_pattern_player_and_value_and_lead_to_their_moment(played):
    found = played.get("/api/scores/hands?q=white+dragon").json["hands"]
    assert [(hand["who"], hand["giver"], hand["deal"]) for hand in found] == [("Bob", "Ann", 1)]
    assert played.get("/api/scores/hands?q=bob+5+han").json["hands"][0]["deal"] == 3
    number, _ = player(played, "Ann")
    assert len(played.get(f"/api/scores/hands?player={number}").json["hands"]) == 1
    assert played.get("/api/scores/hands?q=nothing+such").json["hands"] == []
    japanese = played.get("/api/scores/hands?q=リーチ&lang=ja").json["hands"]
    assert [hand["deal"] for hand in japanese] == [1]
    assert played.get("/api/scores/hands?q=riichi&lang=ja").json["hands"] == japanese
    page = played.get("/scores/hands?q=riichi&lang=en").text
    assert f'href="/replay/{found[0]["game"]}/deal/1?at=win"' in page
    assert played.get(f"/replay/{found[0]['game']}/deal/1").status_code == 302


def test_the_way_from_a_hand_leads_to_the_moment_of_the_win(played):
    hand = played.get("/api/scores/hands?q=white+dragon").json["hands"][0]
    way = f"/replay/{hand['game']}/deal/{hand['deal']}"
    first, won = (played.get(f"{way}{at}").location for at in ("", "?at=win"))
    assert first != won
    here = re.search(r'aria-current="step".*?</a>', played.get(f"{won}?lang=en").text, re.S)[0]
    assert "Bob" in here
    assert "wins" in here


def test_a_rating_rises_with_a_first_place_and_tells_its_trend(played):
    rated = {}
    for name in ("Bob", "Dov & Co"):
        number, _ = player(played, name)
        [table] = played.get(f"/api/scores/players/{number}").json["tables"]
        rated[name] = table["rating"]
    assert rated["Bob"]["value"] > 1500 > rated["Dov & Co"]["value"]
    assert (rated["Bob"]["trend"], len(rated["Bob"]["course"])) == (None, 1)
    assert "Rating" in played.get(f"/scores/players/{number}?lang=en").text


def test_a_strange_question_is_only_a_question(played):
    page = played.get("/scores/hands?q=%3Cscript%3E&player=x").text
    assert "<script>&" not in page
    assert "&lt;script&gt;" in page


@dataclass
class Finished:
    """A finished game as far as a rating looks at it."""

    number: int
    players: tuple[int | None, ...]
    places: tuple[int, ...]
    scoring: str = "riichi"

    @property
    def began(self):
        return f"2026-11-{self.number:02}"

    @property
    def summary(self):
        return {"places": self.places}

    @property
    def rules(self):
        return SimpleNamespace(scoring=self.scoring, seats=len(self.players))


def test_ratings_know_more_with_every_game_and_keep_kinds_and_nameless_players_apart():
    always = [Finished(number, (1, 2, 3, 4), (1, 2, 3, 4)) for number in range(1, 21)]
    early, late = ratings(always[:2], "riichi", 4), ratings(always, "riichi", 4)
    assert late[1].value > late[2].value > late[3].value > late[4].value
    assert late[1].spread < early[1].spread
    assert late[1].trend > 0 > late[4].trend
    assert ratings(always, "mcr", 4) == ratings(always, "riichi", 3) == {}
    assert set(ratings([Finished(1, (1, None, 3, None), (2, 1, 3, 4))], "riichi", 4)) == {1, 3}
    tied = ratings([Finished(1, (1, 2, 3, 4), (1, 1, 3, 3))], "riichi", 4)
    assert tied[1].value == tied[2].value > tied[3].value == tied[4].value
