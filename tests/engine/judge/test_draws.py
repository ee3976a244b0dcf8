"""Deals without a winner: when the table must stop, what is paid, and whether the game goes on."""

from dataclasses import replace

import pytest
from rule_rows import D, T, ended, names, own_kong, promoted, pung, with_wall

from engine.judge.deal_points import settle
from engine.judge.draws import due_draw
from engine.judge.legal import next_events
from engine.judge.rounds import game_over, next_deal
from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import DealDrawn, DeclaredReady, DoraRevealed, TileDrawn


def round_of(*tiles):
    """Everybody's first discard, from the dealer on; `?` is one nobody could read."""
    known = [None if tile == "?" else tile for tile in tiles]
    return [D(0, known[0]), *[act for seat in (1, 2, 3) for act in (T(seat), D(seat, known[seat]))]]


def kong_of(seat, tile):
    """A kong of one's own hand, with its replacement and the indicator it opens."""
    return [
        T(seat, tile),
        own_kong(seat, tile),
        TileDrawn(seat, "dead_wall"),
        DoraRevealed(None),
        D(seat, "9m"),
    ]


FOUR_KONGS = [
    D(0, "9m"),
    *kong_of(1, "1s"),
    *kong_of(2, "2s"),
    *kong_of(3, "3s"),
    T(0),
    D(0, "5z"),
    pung(1, 0, "5z"),
    D(1, "8m"),
    T(2),
    D(2, "8m"),
    T(3),
    D(3, "8m"),
    T(0),
    D(0, "8m"),
    T(1, "5z"),
    promoted(1, "5z"),
    TileDrawn(1, "dead_wall"),
    DoraRevealed(None),
]
READY = [
    act
    for seat in range(4)
    for act in ([] if seat == 0 else [T(seat)]) + [DeclaredReady(seat), D(seat, "9m")]
]


@pytest.mark.parametrize(
    ("rules", "before", "expected"),
    [
        pytest.param("riichi", round_of("1z", "1z", "1z", "1z"), "four_winds", id="four winds"),
        pytest.param("riichi", round_of("1z", "1z", "1z", "2z"), None, id="not one wind"),
        pytest.param("riichi", round_of("1z", "1z", "?", "1z"), None, id="one wind unread"),
        pytest.param("riichi_classic", round_of("1z", "1z", "1z", "1z"), None, id="not this rule set's"),
        pytest.param("riichi", FOUR_KONGS, None, id="the fourth kong's discard is still to come"),
        pytest.param("riichi", [*FOUR_KONGS, D(1, "7m")], "four_kongs", id="four kongs of two players"),
        pytest.param("riichi", READY[:-2], None, id="three are ready"),
        pytest.param("riichi", READY, "four_ready", id="four are ready"),
        pytest.param("mcr", [*FOUR_KONGS, D(1, "7m")], None, id="kongs end nothing in MCR"),
    ],
)
def test_a_deal_is_broken_off_when_the_rule_set_says_so(at, rules, before, expected):
    state = at(rules, *before)
    drawn = due_draw(state)
    assert (drawn and drawn.kind) == expected
    if drawn is not None:
        assert names(state, drawn) == set()
        assert drawn in next_events(state)
        assert settle(state, (*before, drawn)).payments == (0, 0, 0, 0)
        assert next_deal(apply(state, drawn)).honba == 1


def test_four_kongs_of_one_player_go_on(at):
    own = [T(1), D(1, "9m"), T(2), D(2, "9m"), T(3), D(3, "9m"), T(0), D(0, "9m")]
    acts = [D(0, "9m")]
    for tile in ("1s", "2s", "3s", "4s"):
        acts += [*kong_of(1, tile), *own[2:]]
    assert due_draw(at("riichi", *acts)) is None


@pytest.mark.parametrize(
    ("rules", "tiles", "kind", "payments"),
    [
        pytest.param("riichi", "1m9p", "nagashi_mangan", (-4000, 8000, -2000, -2000), id="terminals only"),
        pytest.param("riichi", "1m5p", "exhaustive", (0, 0, 0, 0), id="a five between them"),
        pytest.param("riichi_classic", "1m9p", "exhaustive", (0, 0, 0, 0), id="not this rule set's"),
    ],
)
def test_terminals_and_honours_alone_are_paid_when_the_wall_is_empty(at, rules, tiles, kind, payments):
    acts = [D(0, "2m"), T(1), D(1, tiles[:2]), T(2), D(2, "2m"), T(3), D(3, "2m"), T(0), D(0, "2m"), T(1),
            D(1, tiles[2:]), T(2), D(2, "2m"), T(3), D(3, "2m")]  # fmt: skip
    state = with_wall(at(rules, *acts), 14)
    assert due_draw(state) == DealDrawn(kind)
    assert names(state, DealDrawn(kind)) == set()
    assert settle(state, (DealDrawn(kind),)).payments == payments
    if kind == "exhaustive":
        assert "abort_without_cause" in names(state, DealDrawn("nagashi_mangan"))


def test_a_claimed_terminal_is_no_longer_terminals_alone(at):
    acts = [D(0, "2m"), T(1), D(1, "1m"), pung(2, 1, "1m"), D(2, "3p"), T(3), D(3, "2m")]
    assert due_draw(with_wall(at("riichi", *acts), 14)) == DealDrawn("exhaustive")


LEADS = (20_000, 20_000, 25_000, 35_000)


@pytest.mark.parametrize(
    ("facts", "over"),
    [
        pytest.param({"winners": (3,)}, True, id="the last dealer wins and leads"),
        pytest.param({"ready": (3,)}, True, id="the last dealer is ready and leads"),
        pytest.param(
            {"winners": (3,), "totals": (35_000, 20_000, 25_000, 20_000)}, False, id="another leads"
        ),
        pytest.param(
            {"winners": (3,), "totals": (20_000, 20_000, 30_000, 30_000)}, False, id="a shared lead"
        ),
        pytest.param(
            {"winners": (3,), "totals": (24_000, 23_500, 23_500, 29_000)}, False, id="too few points"
        ),
        pytest.param({"winners": (3,), "prevalent_wind": 0}, False, id="not the last round"),
        pytest.param({"kind": "four_winds"}, False, id="an abortive draw stops nothing"),
        pytest.param(
            {"winners": (3,), "rules": {"leader_stops": False}}, False, id="not where it is not played"
        ),
        pytest.param({"winners": (1,)}, True, id="the deal passes and somebody has enough"),
    ],
)
def test_the_leading_last_dealer_stops_the_game(facts, over):
    facts = {"prevalent_wind": 1, "totals": LEADS, **facts}
    totals = facts.pop("totals")
    rules = replace(load_ruleset("riichi"), **facts.pop("rules", {}))
    state = ended(rules, 3, **facts)
    seats = tuple(replace(seat, score=score) for seat, score in zip(state.seats, totals, strict=True))
    assert game_over(replace(state, seats=seats)) is over
