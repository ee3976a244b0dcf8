"""Games written here by hand, with what recorded games seldom show: two winners, liability, draws without a
cause told, first-move wins, rooms of three."""

import json

import pytest

from engine.formats.any import read_game
from engine.formats.botzone import read_botzone, write_botzone
from engine.formats.mjai import read_mjai
from engine.formats.mjai_write import write_mjai
from engine.formats.replay import replay
from engine.formats.tenhou6_write import write_tenhou6
from engine.tiles import EngineError

HIDDEN = ["1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "C"]
STRAIGHT = [*["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "2s", "3s"]]
OTHER_STRAIGHT = [*["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "2m", "2m", "2s", "3s"]]
THIRD_STRAIGHT = ["4m", "5m", "6m", "7m", "8m", "9m", "7p", "8p", "9p", "8s", "8s", "2s", "3s"]
JUNK = [*["1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "E", "S", "W", "N"]]
LONELY = [*["2m", "5m", "8m", "3p", "6p", "9p", "7s", "8s", "8s", "E", "S", "W", "N"]]
POOR = [3000, 1000, 0, 96000]
DRAWN = {"type": "ryukyoku"}
START = {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}


def mjai(hands, acts, final=None, **start):
    scores = start.pop("scores", [25000] * 4)
    first = {**START, "scores": scores, "dora_marker": "2z".replace("2z", "S"), "tehais": hands, **start}
    end = {"type": "end_game", **({"scores": final} if final else {})}
    lines = [{"type": "start_game"}, first, *acts, {"type": "end_kyoku"}, end]
    return "\n".join(map(json.dumps, lines))


def drawn(actor, tile):
    return {"type": "tsumo", "actor": actor, "pai": tile}


def gone(actor, tile):
    return {"type": "dahai", "actor": actor, "pai": tile, "tsumogiri": False}


def pon(actor, target, tile):
    return {"type": "pon", "actor": actor, "target": target, "pai": tile, "consumed": [tile, tile]}


def hora(actor, target, **more):
    return {"type": "hora", "actor": actor, "target": target, **more}


TWO_WIN = [drawn(0, "4s"), gone(0, "4s"), hora(1, 0, pai="4s"), hora(3, 0)]
LIABLE = [
    *(drawn(0, "P"), gone(0, "P"), pon(1, 0, "P"), gone(1, "E")),
    *(drawn(2, "F"), gone(2, "F"), pon(1, 2, "F"), gone(1, "S")),
    *(drawn(2, "C"), gone(2, "C"), pon(1, 2, "C"), gone(1, "W")),
    *(drawn(2, "9m"), gone(2, "9m"), drawn(3, "4s"), gone(3, "4s"), hora(1, 3, pai="4s")),
]
DRAGONS = [*["P", "P", "F", "F", "C", "C", "2s", "3s", "1p", "1p", "E", "S", "W"]]

MADE = [
    pytest.param(
        mjai([JUNK, STRAIGHT, LONELY, OTHER_STRAIGHT], TWO_WIN, honba=2, kyotaku=1),
        (-3900 - 600 - 3900, 3900 + 600 + 1000, 0, 3900),
        id="two winners: the nearer takes counters and stick",
    ),
    pytest.param(
        mjai([JUNK, STRAIGHT, OTHER_STRAIGHT, LONELY], TWO_WIN[:3], bakaze="W", scores=POOR),
        (-3900, 3900, 0, 0),
        id="a western round, and who is left with less than nothing",
    ),
    pytest.param(
        mjai([JUNK, DRAGONS, LONELY, OTHER_STRAIGHT], LIABLE, honba=1),
        (0, 32300, -16300, -16000),
        id="who gave the third dragon pays half",
    ),
    pytest.param(
        mjai([HIDDEN, JUNK, LONELY, STRAIGHT], [drawn(0, "2m"), DRAWN]),
        (0, 0, 0, 0),
        id="nine terminals without a word of it",
    ),
    pytest.param(
        mjai([HIDDEN, JUNK, LONELY, STRAIGHT], [drawn(0, "2m"), {**DRAWN, "reason": "Kyushu_Kyuhai"}]),
        (0, 0, 0, 0),
        id="nine terminals as another program writes it",
    ),
    pytest.param(
        mjai(
            [JUNK, STRAIGHT, OTHER_STRAIGHT, THIRD_STRAIGHT],
            [*TWO_WIN[:2], {"type": "ryukyoku", "reason": "ron3"}],
        ),
        (0, 0, 0, 0),
        id="three winners draw the deal",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "payments"), MADE)
def test_a_made_game_replays_without_a_fault_and_with_the_right_points(text, payments):
    game = read_mjai(text)
    played = replay(game)
    assert [fault.name for _, fault in played.deals[0].faults] == []
    assert played.deals[0].payments == payments
    for written, name in (("\n".join(write_mjai(game)), "mjai"), (write_tenhou6(game), "tenhou6")):
        again = read_game(written, name)
        assert replay(again).deals[0].payments == payments
        assert replay(again).deals[0].faults == ()


def test_a_stick_left_at_the_end_is_the_leaders():
    acts = [drawn(0, "2m"), {"type": "ryukyoku", "reason": "yao9"}]
    before, final = [25000, 25000, 25000, 24000], [26000, 25000, 25000, 24000]
    text = mjai([HIDDEN, JUNK, LONELY, STRAIGHT], acts, final, kyotaku=1, scores=before)
    assert replay(read_mjai(text)).agrees


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(json.dumps({"rule": {"disp": "三鳳南喰赤"}, "log": []}), id="tenhou.net/6 by its room"),
        pytest.param(
            json.dumps({"log": [[[0, 0, 0], [1] * 3, [11], [], *[[11], [12], [13]] * 3, [], [], [], []]]}),
            id="tenhou.net/6 by an empty seat",
        ),
    ],
)
def test_a_tenhou_game_of_three_is_refused_as_such(text):
    with pytest.raises(EngineError, match="three players"):
        read_game(text)


ROOMS = [("般南赤", False), ("般南喰赤", True), ("玉の間南喰赤", True)]


@pytest.mark.parametrize(("room", "open_tanyao"), ROOMS)
def test_a_room_without_open_tanyao_is_played_so(room, open_tanyao):
    rules = read_game(json.dumps({"rule": {"disp": room}, "log": []}), "tenhou6").rules
    assert dict(rules.scoring_options).get("kuitan", True) is open_tanyao


FOUR = ["123456789m22p55s", "147m258p369s1234z", "369m147p258s5567z", "111333777999p1z"]


def botzone(acts, result, hands=FOUR, wind="E"):
    log = {"schema": "mcr-log-v1", "round_wind": wind, "deal": hands, "events": acts, "result": result}
    return json.dumps({**log, "walltiles": None, "flowers_in_play": False})


def act(kind, actor, tile, **more):
    return {"type": kind, "actor": actor, "tile": tile, **more}


def hu(actor, tile, giver=None):
    return {"type": "hu", "actor": actor, "self_draw": giver is None, "tile": tile, "from": giver}


MCR = [
    pytest.param([act("draw", 0, "5s")], hu(0, "5s"), FOUR, {"pure_straight"}, id="East on the dealt hand"),
    pytest.param(
        [act("draw", 0, "1z"), act("discard", 0, "1z")], hu(3, "1z", 0), FOUR, {"all_pungs"},
        id="North on East's first discard",
    ),
    pytest.param(
        [
            *(act("draw", 0, "6m"), act("discard", 0, "6m"), act("pung", 1, "6m", **{"from": 0})),
            *(act("discard", 1, "1z"), act("draw", 2, "9p"), act("discard", 2, "9p")),
            *(act("draw", 3, "8p"), act("discard", 3, "8p"), act("draw", 0, "1s"), act("discard", 0, "1s")),
            *(act("draw", 1, "6m"), act("kong_added", 1, "6m")),
        ],
        hu(2, "6m", 1),
        ["2233m2244p2244s1z", "66m258p369s12345z", "234m57m345s678p55p", "111333777p124z7s"],
        {"robbing_the_kong"}, id="a robbed kong",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "result", "hands", "patterns"), MCR)
def test_a_made_mcr_deal_is_won_without_a_fault(acts, result, hands, patterns):
    game = read_botzone(botzone(acts, result, hands))
    played = replay(game)
    deal = played.deals[0]
    assert [fault.name for _, fault in deal.faults] == []
    assert deal.unknown == ()
    assert sum(deal.payments) == 0
    assert deal.payments[result["actor"]] >= 3 * 8 + 8
    again = read_botzone(write_botzone(game.deals[0].events, deal.payments))
    assert replay(again).agrees


def test_the_last_tile_of_private_walls_is_told_by_the_wall_after_whoever_acted_last():
    turns = [act(kind, seat, "9s") for _ in range(21) for seat in range(1, 4) for kind in ("draw", "discard")]
    claimed = [*turns, act("discard", 0, "9s")]
    assert read_botzone(botzone(claimed, hu(3, "1z", 0))).deals[0].last_tile
    assert not read_botzone(botzone(claimed[:100], hu(3, "1z", 0))).deals[0].last_tile
