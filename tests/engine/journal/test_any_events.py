"""Any sequence of events, legal or not, is absorbed, judged and announced."""

from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.announce import announce
from engine.announcement import KEYS
from engine.formats.notation_table import parse_table, table_text
from engine.journal.amend import events_in_force, folded, in_force
from engine.journal.record import Entry, entry_from_line, entry_to_line, event_from_json, event_to_json
from engine.judge.claim_window import RULES
from engine.judge.claims import claims, resolve
from engine.judge.faults import faults
from engine.judge.legal import next_events
from engine.judge.rounds import game_over, next_deal
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset, ruleset_names
from engine.table.apply import apply, new_table
from engine.table.events import (
    Call,
    ChowClaimed,
    ClaimAwarded,
    ClaimCalled,
    ClaimRefused,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    FaultFound,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PenaltyGiven,
    PungClaimed,
    RefereeAnswered,
    RefereeCalled,
    ScoresChanged,
    SeatsChanged,
    StacksTaken,
    StickLaid,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.fault import RULES_OF_FAULTS
from engine.tiles import ALL_FACES

seats = st.integers(0, 3)
tiles = st.one_of(st.none(), st.sampled_from(ALL_FACES))
points = st.sampled_from([3, 4]).flatmap(lambda many: st.tuples(*[st.integers(-50_000, 50_000)] * many))
people = st.sampled_from([3, 4]).flatmap(lambda many: st.permutations(range(many)).map(tuple))


def events_with(tiles):
    """Any event, well-formed, whose tiles are some of `tiles`."""
    three, four = st.tuples(tiles, tiles, tiles), st.tuples(tiles, tiles, tiles, tiles)
    several = st.lists(tiles, max_size=5).map(tuple)
    hands = st.lists(tiles, max_size=14).map(tuple)
    dealt = st.sampled_from([3, 4]).flatmap(lambda many: st.tuples(*[hands] * many))
    return st.one_of(
        st.builds(DealStarted, seats, st.integers(0, 3), st.integers(0, 5), st.integers(0, 3)),
        st.just(WallBuilt()),
        st.builds(DiceRolled, seats, st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)),
        st.builds(WallBroken, seats, st.integers(1, 18)),
        st.builds(StacksTaken, seats, seats, st.integers(1, 18), st.sampled_from([1, 2, 4])),
        st.builds(HandsDealt, seats, st.none() | dealt),
        st.builds(FlowerDeclared, seats, tiles),
        st.builds(TileDrawn, seats, st.sampled_from(["live", "tail", "dead_wall"]), tiles),
        st.builds(TileDiscarded, seats, tiles, st.booleans(), st.none() | st.booleans()),
        st.builds(ChowClaimed, seats, seats, tiles, three),
        st.builds(PungClaimed, seats, seats, tiles, three),
        st.builds(KongClaimed, seats, seats, tiles, four),
        st.builds(KongDeclared, seats, st.sampled_from(["concealed", "promoted"]), tiles),
        st.builds(DeclaredReady, seats),
        st.builds(StickLaid, seats),
        st.builds(DoraRevealed, tiles),
        st.builds(Won, seats, tiles, st.none() | seats, several),
        st.builds(DealDrawn, st.sampled_from(["exhaustive", "four_winds", "?"]), st.none() | st.just((1, 2))),
        st.builds(FaultFound, st.just("S004-103"), st.none() | seats, several, st.just("dead_hand")),
        st.builds(
            FaultFound, st.just("S000-03"), seats, several, verdict=st.sampled_from(["upheld", "dismissed"])
        ),
        st.builds(
            PenaltyGiven,
            seats,
            points,
            st.just("S004-64"),
            st.sampled_from(["", "false_win"]),
            st.sampled_from([0, 20_000]),
        ),
        st.just(RefereeAnswered()),
        st.builds(ScoresChanged, points, points),
        st.builds(SeatsChanged, people),
        st.builds(ClaimCalled, seats, st.sampled_from(get_args(Call))),
        st.builds(ClaimAwarded, seats, st.sampled_from(["pung", "win"]), seats, tiles),
        st.builds(
            ClaimRefused, seats, st.sampled_from(["pung", "win"]), st.sampled_from([*RULES, "because"])
        ),
        st.builds(RefereeCalled, st.none() | seats),
    )


events = events_with(tiles)
rulesets = st.sampled_from(ruleset_names()).map(load_ruleset)


class AnyTable(RuleBasedStateMachine):
    """A table to which anything may happen, from the start or in the middle of a legal deal."""

    @initialize(rules=rulesets, seed=st.none() | st.integers(0, 30), cut=st.integers(0, 120))
    def start(self, rules, seed, cut):
        played = []
        if seed is not None:
            deal = RandomDeal(rules, seed)
            deal.play()
            played = deal.events[:cut]
        self.first = new_table(rules)
        self.events = list(played)
        self.state = folded(self.first, played)

    @rule(event=events)
    def something_happens(self, event):
        before = self.state
        found = faults(before, event, 5.0)
        after = apply(before, event)
        assert all(fault.name in RULES_OF_FAULTS for fault in found)
        for announcement in announce(before, event, after):
            assert tuple(name for name, _ in announcement.values) == KEYS[announcement.key]
        self.events.append(event)
        self.state = after

    @rule(number=st.integers(0, 50))
    def something_legal_happens(self, number):
        options = next_events(self.state)
        if options:
            self.something_happens(options[number % len(options)])

    @invariant()
    def everything_can_be_asked(self):
        if not hasattr(self, "state"):
            return
        resolve(self.state.rules, claims(self.state))
        next_deal(self.state)
        game_over(self.state)
        hash(self.state)
        assert parse_table(table_text(self.state)) == self.state

    def teardown(self):
        if hasattr(self, "events"):
            assert repr(folded(self.first, self.events)) == repr(self.state)


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@given(events)
def test_an_event_comes_back_from_its_json(event):
    assert event_from_json(event_to_json(event)) == event


@given(st.lists(st.lists(events, max_size=3).map(tuple), min_size=1, max_size=8), st.data())
@settings(deadline=None, max_examples=60)
def test_amending_any_entry_equals_having_played_it_so(runs, data):
    entries = [Entry(number, 0.0, "camera", run) for number, run in enumerate(runs, 1)]
    played, first = list(runs), list(range(len(runs)))
    for _ in range(data.draw(st.integers(1, 3))):
        which = data.draw(st.integers(0, len(entries) - 1))
        new = data.draw(st.lists(events, max_size=2).map(tuple))
        entries.append(Entry(len(entries) + 1, 1.0, "player", new, amends=which + 1))
        first.append(first[which])
        played[first[which]] = new
    again = [entry_from_line(entry_to_line(entry)) for entry in entries]
    table = new_table(load_ruleset("mcr"))
    assert folded(table, events_in_force(again)) == folded(table, [each for run in played for each in run])
    assert len(in_force(again)) == len(runs)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ruleset_names())
def test_every_event_of_a_legal_deal_is_among_the_next_events(name, seed):
    deal = RandomDeal(load_ruleset(name), seed)
    deal.play()
    state = new_table(deal.state.rules)
    for event in deal.events:
        shapes = {_shape(each) for each in next_events(state)}
        assert _shape(event) in shapes, (event, next_events(state))
        state = apply(state, event)


def _shape(event):
    blank = {"tile": None, "tiles": (), "pips": (), "hands": None, "hand": (), "turned": False, "drawn": None}
    known = {name: value for name, value in blank.items() if hasattr(event, name)}
    return replace(event, **known)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ruleset_names())
def test_what_next_events_lists_is_without_a_fault(name, seed):
    deal = RandomDeal(load_ruleset(name), seed)
    deal.play()
    state = new_table(deal.state.rules)
    # Whether a hand is finished or held is asked of the hand, not of the shape of the event; dice without
    # pips are the shape of any throw.
    allowed = {"false_win", "not_ready", "tile_not_held", "win_on_passed_tile", "wrong_dice", "fifth_copy"}
    allowed |= {"flower_kept"}  # a discard that keeps a flower the hand holds
    for event in deal.events:
        wrong = Counter(fault.name for each in next_events(state) for fault in faults(state, each))
        assert set(wrong) <= allowed, (state, wrong)
        state = apply(state, event)
