"""Recorded games of other programs: read, replayed through the rules, written back."""

import json

import pytest

from engine.formats.any import format_of, read_game
from engine.formats.botzone import read_botzone, write_botzone
from engine.formats.lines import read_lines, write_lines
from engine.formats.mjai import read_mjai, tile_from_mjai
from engine.formats.mjai_write import tile_to_mjai, write_mjai
from engine.formats.replay import replay
from engine.formats.tenhou6_order import tile_of
from engine.formats.tenhou6_write import write_tenhou6
from engine.table.events import DealDrawn
from engine.tiles import ALL_FACES, FLOWERS, EngineError

LOGS = {"mjai": "*.jsonl", "tenhou6": "*.json", "mcr": "*.json"}


def logs(shared, folder):
    paths = sorted((shared / "logs" / folder).glob(LOGS[folder]))
    assert paths, f"no logs in {folder}"
    return paths


@pytest.mark.shared
@pytest.mark.parametrize("folder", LOGS)
def test_all_logs_replay_without_a_fault_and_with_equal_points(shared, folder):
    for path in logs(shared, folder):
        played = replay(read_game(path.read_text()))
        assert [deal.faults for deal in played.deals if deal.faults] == [], path.name
        assert played.agrees, path.name
        assert all(deal.unknown == () for deal in played.deals), path.name


@pytest.mark.shared
@pytest.mark.parametrize("folder", LOGS)
def test_a_game_written_as_journal_lines_replays_the_same(shared, folder):
    path = logs(shared, folder)[0]
    game = read_game(path.read_text())
    again = read_lines("\n".join(write_lines(game)))
    assert [deal.events for deal in again.deals] == [deal.events for deal in game.deals]
    assert again.rules == game.rules


@pytest.mark.shared
def test_a_deal_written_for_botzone_reads_back_the_same(shared):
    for path in logs(shared, "mcr"):
        game = read_botzone(path.read_text())
        deal = game.deals[0]
        again = read_botzone(write_botzone(deal.events, deal.payments)).deals[0]
        assert again.payments == deal.payments
        # Hands are written sorted: East's fourteenth tile comes back as its first draw.
        assert [e for e in again.events if "Dealt" not in type(e).__name__] == [
            e for e in deal.events if "Dealt" not in type(e).__name__
        ]


@pytest.mark.shared
def test_a_game_written_as_mjai_replays_the_same(shared):
    for folder in ("mjai", "tenhou6"):
        game = read_game(logs(shared, folder)[-1].read_text())
        again = read_mjai("\n".join(write_mjai(game)))
        first, second = replay(game), replay(again)
        assert [deal.payments for deal in second.deals] == [deal.payments for deal in first.deals]
        assert [deal.faults for deal in second.deals] == [()] * len(second.deals)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["tenhou6", "mjai"])
def test_a_riichi_game_written_comes_back_the_same(shared, name):
    write = {"tenhou6": write_tenhou6, "mjai": lambda game: "\n".join(write_mjai(game))}[name]
    for path in logs(shared, "tenhou6") + (logs(shared, "mjai") if name == "mjai" else []):
        game = read_game(path.read_text())
        again = read_game(write(game), name)
        assert again.deals == game.deals, path.name
        assert (again.final, again.rules.name) == (game.final, game.rules.name), path.name


@pytest.mark.shared
def test_dice_when_dora_were_turned_and_who_was_ready_are_all_that_tenhou6_cannot_say(shared):
    for path in logs(shared, "mjai"):
        game = read_game(path.read_text())
        again = read_game(write_tenhou6(game), "tenhou6")
        for deal, other in zip(game.deals, again.deals, strict=True):
            assert _without_wall(other) == _without_wall(deal), path.name


def _without_wall(deal):
    unsaid = ("DiceRolled", "WallBroken", "DoraRevealed")
    events = [event for event in deal.events if type(event).__name__ not in unsaid]
    if isinstance(events[-1], DealDrawn):
        events[-1] = DealDrawn(events[-1].kind)
    return events, deal.payments


@pytest.mark.parametrize("tile", [face for face in ALL_FACES if face not in FLOWERS] + [None])
def test_an_mjai_tile_comes_back(tile):
    assert tile_from_mjai(tile_to_mjai(tile)) == tile


@pytest.mark.parametrize(("number", "tile"), [(11, "1m"), (29, "9p"), (35, "5s"), (47, "7z"), (52, "0p")])
def test_tenhou_tiles_are_two_digits(number, tile):
    assert tile_of(number) == tile


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"type":"start_game"}\n{"type":"end_game"}', "mjai"),
        ('{"log":[]}', "tenhou6"),
        ('[{"log":[]}]', "tenhou6"),
        ('{"schema":"mcr-log-v1"}', "botzone"),
        ('{"number":1,"events":[]}\n', "jantaku"),
    ],
)
def test_the_format_is_seen_from_the_text(text, name):
    assert format_of(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"log": 3}',
        '{"log": [[1, 2]]}',
        '{"log": [[[0, 0, 0]]]}',
        '{"schema":"mcr-log-v1"}',
        '{"schema":"mcr-log-v1","deal":[],"events":[],"result":{"type":"?"}}',
        '{"type":"start_kyoku"}',
        '{"type":"dahai"}',
        '{"type":"start_kyoku"}\n{"typ',
        '{"number":1,"events":[{"type":"nothing"}]}',
        '{"number":1,"source":"camera","events":[{"type":"tile_drawn","seat":7}]}',
    ],
)
def test_a_text_that_is_no_game_is_refused_in_one_line(text):
    with pytest.raises(EngineError) as refused:
        read_game(text)
    assert "\n" not in str(refused.value)


def test_an_unknown_format_is_refused_with_the_known_ones():
    with pytest.raises(EngineError, match="mjai"):
        read_game("{}", "pgn")


@pytest.mark.shared
def test_a_wrong_discard_in_a_log_is_found(shared):
    path = logs(shared, "mjai")[0]
    lines = path.read_text().splitlines()
    place = next(n for n, line in enumerate(lines) if json.loads(line)["type"] == "dahai")
    act = json.loads(lines[place])
    act["pai"] = "1m" if act["pai"] != "1m" else "2m"
    played = replay(read_mjai("\n".join([*lines[:place], json.dumps(act), *lines[place + 1 :]])))
    assert any(fault.name == "tile_not_held" for _, fault in played.deals[0].faults)


@pytest.mark.parametrize("dealer", ["0.0", "1.0", "true", "4", '"0"', "[0]"])
def test_a_journal_whose_dealer_is_no_seat_is_refused(dealer):
    with pytest.raises(EngineError, match="dealer a seat"):
        read_lines(f'{{"rules": "mcr", "dealer": {dealer}}}')
