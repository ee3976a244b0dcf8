"""Seats: nobody meets twice where that can be, teams are apart, everybody is East in turn."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webui.hub.desk.seating import SeatingError, one_round, progressive_round, repeats_in, schedule


def everybody_once(rounds, players):
    return all(sorted(itertools.chain.from_iterable(tables)) == sorted(players) for tables in rounds)


@pytest.mark.parametrize(("count", "rounds"), [(100, 8), (40, 8), (28, 7), (20, 5), (16, 4), (16, 5)])
def test_nobody_meets_twice(count, rounds):
    players = list(range(1, count + 1))
    drawn = schedule(players, rounds)
    pairs = [
        pair
        for tables in drawn.rounds
        for table in tables
        for pair in itertools.combinations(sorted(table), 2)
    ]
    assert len(pairs) == len(set(pairs)) == rounds * count * 3 // 2
    assert drawn.repeats == 0
    assert everybody_once(drawn.rounds, players)


@pytest.mark.parametrize(("count", "rounds"), [(100, 8), (16, 5), (16, 4), (8, 3), (12, 9), (4, 6)])
def test_nobody_sits_in_one_wind_two_times_more_than_in_another(count, rounds):
    drawn = schedule(list(range(count)), rounds)
    for player in range(count):
        winds = [table.index(player) for tables in drawn.rounds for table in tables if player in table]
        often = [winds.count(wind) for wind in range(4)]
        assert sum(often) == rounds
        assert max(often) - min(often) <= 1


def test_what_cannot_be_without_meeting_again_is_counted():
    drawn = schedule(list(range(8)), 3)
    assert drawn.repeats == repeats_in(drawn.rounds) > 0
    assert everybody_once(drawn.rounds, range(8))


def test_a_team_is_not_seated_together():
    apart = {
        frozenset(pair)
        for start in range(0, 16, 4)
        for pair in itertools.combinations(range(start, start + 4), 2)
    }
    tables = one_round(list(range(16)), [], apart=apart)
    assert not [
        pair for table in tables for pair in itertools.combinations(table, 2) if frozenset(pair) in apart
    ]


def test_a_fixed_table_stays():
    tables = one_round(list(range(12)), [], fixed=[(3, 7, 9, 11)])
    assert {3, 7, 9, 11} in [set(table) for table in tables]


def test_in_a_swiss_round_those_of_like_results_meet():
    standing = {player: float(player) for player in range(16)}
    tables = one_round(list(range(16)), [], standing=standing)
    assert [set(table) for table in tables] == [{12, 13, 14, 15}, {8, 9, 10, 11}, {4, 5, 6, 7}, {0, 1, 2, 3}]


def test_in_a_swiss_round_the_same_four_do_not_meet_again():
    players, standing = list(range(16)), {player: float(player) for player in range(16)}
    first = one_round(players, [], standing=standing)
    again = one_round(players, [first], standing=standing)
    assert repeats_in([first, again]) == 0


@pytest.mark.parametrize("players", [[], [1, 2, 3], [1, 2, 3, 4, 5], [1, 1, 2, 3]])
def test_players_who_do_not_fill_their_tables_are_refused_in_one_line(players):
    with pytest.raises(SeatingError, match=r"needed|twice"):
        schedule(players, 2)


@settings(max_examples=8)
@given(st.integers(1, 7), st.integers(1, 4))
def test_every_draw_seats_everybody_once(tables, rounds):
    players = list(range(4 * tables))
    drawn = schedule(players, rounds)
    assert everybody_once(drawn.rounds, players)
    assert drawn.repeats == repeats_in(drawn.rounds)


@pytest.mark.parametrize(("part", "blocks"), [(0.0, 1), (0.5, 3), (1.0, 5)])
def test_a_progressive_swiss_sits_in_blocks_that_grow_smaller(part, blocks):
    """40 players in the order of the list: nobody leaves his block, nobody meets again within it."""
    players = list(range(40))
    before = [tuple((n, n + 10, n + 20, n + 30) for n in range(10))]
    drawn = progressive_round(players, before, {one: -one for one in players}, part)
    assert sorted(one for table in drawn for one in table) == players
    assert repeats_in([*before, drawn]) == 0
    ends = [4 * (10 * block // blocks) for block in range(blocks + 1)]
    for table in drawn:
        assert len({sum(one >= end for end in ends) for one in table}) == 1


def test_a_progressive_swiss_of_one_table_is_that_table():
    assert sorted(progressive_round([4, 3, 2, 1], [], {}, 1.0)[0]) == [1, 2, 3, 4]
