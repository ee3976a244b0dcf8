"""Real games: every win of the shared logs is scored as the server scored it."""

import json
from pathlib import Path

import pytest

from engine.apply import apply, new_table
from engine.events import (
    ChowClaimed,
    DealStarted,
    DeclaredReady,
    DoraRevealed,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
    Won,
)
from engine.rules import load_ruleset
from engine.scoring.case import parse_tiles
from engine.scoring.mcr import library
from engine.scoring.table import score_win

HONOURS = dict(zip("ESWNPFC", ("1z", "2z", "3z", "4z", "5z", "6z", "7z"), strict=True))
CLAIMS = {"chi": ChowClaimed, "pon": PungClaimed, "daiminkan": KongClaimed}
MCR_CLAIMS = {"chow": ChowClaimed, "pung": PungClaimed, "kong_melded": KongClaimed}


def spoken(pai: str) -> str:
    return HONOURS.get(pai) or (f"0{pai[1]}" if pai.endswith("r") else pai)


class Replay:
    """One deal of an mjai log, event by event."""

    def __init__(self, start: dict) -> None:
        self.hands = [[spoken(pai) for pai in hand] for hand in start["tehais"]]
        self.state, self.events, self.end, self.turning = new_table(load_ruleset("riichi")), [], "live", None
        wind = "ESWN".index(start["bakaze"])
        self.tell(DealStarted(start["oya"], wind, start["honba"], start["kyotaku"]))
        self.tell(WallBuilt())
        self.tell(HandsDealt(start["oya"], tuple(map(tuple, self.hands))))
        self.tell(DoraRevealed(spoken(start["dora_marker"])))

    def tell(self, event: object) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)

    def act(self, act: dict) -> None:
        actor, tile = act.get("actor"), spoken(act.get("pai", "E"))
        used = [spoken(pai) for pai in act.get("consumed", ())]
        match act["type"]:
            case "tsumo":
                self.hands[actor].append(tile)
                self.tell(TileDrawn(actor, self.end, tile))
                self.end = "live"
            case "dahai":
                self.hands[actor].remove(tile)
                self.tell(TileDiscarded(actor, tile, self.turning == actor, act["tsumogiri"]))
                self.turning = None
            case "reach":
                self.turning = actor
                self.tell(DeclaredReady(actor))
            case "chi" | "pon" | "daiminkan" as kind:
                self.spend(actor, used)
                self.tell(CLAIMS[kind](actor, act["target"], tile, (tile, *used)))
                self.end = "dead_wall" if kind == "daiminkan" else "live"
            case "ankan" | "kakan" as kind:
                concealed = kind == "ankan"
                self.spend(actor, used if concealed else [tile])
                kind_told = "concealed" if concealed else "promoted"
                self.tell(KongDeclared(actor, kind_told, used[0] if concealed else tile))
                self.end = "dead_wall"
            case "dora":
                self.tell(DoraRevealed(spoken(act["dora_marker"])))

    def spend(self, actor: int, used: list[str]) -> None:
        for tile in used:
            self.hands[actor].remove(tile)

    def win(self, act: dict) -> tuple[Won, tuple[str, ...]]:
        hand, tile = list(self.hands[act["actor"]]), spoken(act["pai"])
        self_drawn = act["actor"] == act["target"]
        if self_drawn:
            hand.remove(tile)
        ura = tuple(spoken(pai) for pai in act.get("ura_markers") or ())
        return Won(act["actor"], tile, None if self_drawn else act["target"], tuple(hand)), ura


@pytest.mark.shared
@pytest.mark.parametrize("told", ["the events", "the table alone"])
def test_every_win_of_the_riichi_logs_is_scored_as_the_server_scored_it(shared: Path, told: str) -> None:
    wrong, wins = [], 0
    for path in sorted((shared / "logs" / "mjai").glob("*.jsonl")):
        replay = None
        for act in map(json.loads, path.read_text().splitlines()):
            if act["type"] == "start_kyoku":
                replay = Replay(act)
            elif act["type"] == "hora":
                wins += 1
                won, ura = replay.win(act)
                score = score_win(replay.state, won, replay.events if told == "the events" else (), ura)
                replay.state = apply(replay.state, won)
                han = None if score.yakuman else score.value
                got = ({p.name: p.value for p in score.patterns}, han, score.points, score.seat_payments)
                expected = (act["x_yaku"], act["x_han"], act["x_points"], tuple(act["deltas"]))
                wrong += [] if got == expected else [(path.name, expected, got)]
            elif replay is not None:
                replay.act(act)
    assert wins
    assert wrong == []


@pytest.mark.shared
def test_every_win_of_the_mcr_logs_is_worth_what_the_judge_said(shared: Path) -> None:
    if library() is None:
        pytest.skip("PyMahjongGB is not installed")
    wins = 0
    for path in sorted((shared / "logs" / "mcr").glob("*.json")):
        log = json.loads(path.read_text())
        if log["result"]["type"] != "hu":
            continue
        wins += 1
        score = mcr_score(log)
        assert score.value == log["result"]["total"], path.name
        assert list(score.seat_payments) == log["result"]["scores"]
    assert wins


def mcr_score(log: dict):
    """The score of the win that ends `log`; its walls are private, so no common wall is built."""
    hands = [list(parse_tiles(hand)) for hand in log["deal"]]
    state = apply(new_table(load_ruleset("mcr")), DealStarted(0, "ESWN".index(log["round_wind"])))
    events: list[object] = [HandsDealt(0, tuple(map(tuple, hands)))]
    for act in log["events"]:
        events.append(mcr_event(act, hands))
    for event in events:
        state = apply(state, event)
    result = log["result"]
    hand = hands[result["actor"]]
    if result["self_draw"]:
        hand.remove(result["tile"])
    return score_win(state, Won(result["actor"], result["tile"], result["from"], tuple(hand)), events)


def mcr_event(act: dict, hands: list[list[str]]):
    actor, tile = act["actor"], act.get("tile")
    match act["type"]:
        case "draw":
            hands[actor].append(tile)
            return TileDrawn(actor, "live", tile)
        case "discard":
            hands[actor].remove(tile)
            return TileDiscarded(actor, tile)
        case "chow" | "pung" | "kong_melded" as kind:
            tiles = meld_of(kind, act)
            for used in [one for number, one in enumerate(tiles) if number != tiles.index(tile)]:
                hands[actor].remove(used)
            return MCR_CLAIMS[kind](actor, act["from"], tile, tiles)
        case kind:
            for _ in range(4 if kind == "kong_concealed" else 1):
                hands[actor].remove(tile)
            return KongDeclared(actor, "concealed" if kind == "kong_concealed" else "promoted", tile)


def meld_of(kind: str, act: dict) -> tuple[str, ...]:
    if kind != "chow":
        return (act["tile"],) * (4 if kind == "kong_melded" else 3)
    middle = act["middle"]
    return tuple(f"{int(middle[0]) + step}{middle[1]}" for step in (-1, 0, 1))
