"""What moves no tile changes nothing: a call, an award, a fault or an indicator between two acts."""

import pytest
from rule_rows import PUNG_THEN_DRAW, D, T, dead, promoted, rule, tail

from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import (
    ClaimAwarded,
    ClaimCalled,
    ClaimRefused,
    DeclaredReady,
    DoraRevealed,
    FaultFound,
    KongDeclared,
    PenaltyGiven,
    RefereeAnswered,
    RefereeCalled,
    StickLaid,
    Won,
)

ONLY_SAID = [
    ClaimCalled(3, "win"),
    ClaimAwarded(3, "win", 1, "3p"),
    ClaimRefused(2, "pung", "win_first"),
    RefereeCalled(2),
    RefereeAnswered(),
    FaultFound("S004-87", 1, (), "warning", "move_too_slow"),
    PenaltyGiven(2, (0, 0, 0, 0)),
    DoraRevealed("2z"),
]
ROBBER = "123m456p789s55z12p"
"""Ready for 3p and nothing else."""


def scored(state, deal, won):
    for event in deal:
        state = apply(state, event)
    return score_win(state, won, deal)


@rule("S004-66")
@rule("S001-56")
@pytest.mark.parametrize("said", ONLY_SAID, ids=lambda said: type(said).__name__)
def test_a_kong_is_robbed_whatever_is_said_between_the_kong_and_the_win(at, said):
    start = at("mcr", hands={3: ROBBER})
    deal = [*PUNG_THEN_DRAW, promoted(1, "3p")]
    plain = scored(start, deal, Won(3, "3p", 1))
    assert "robbing_the_kong" in [pattern.name for pattern in plain.patterns]
    assert plain.minimum_met
    assert scored(start, [*deal, said], Won(3, "3p", 1)) == plain


@rule("S004-82")
@pytest.mark.parametrize("said", ONLY_SAID, ids=lambda said: type(said).__name__)
@pytest.mark.parametrize("after_the_kong", [True, False])
def test_a_replacement_wins_as_one_whatever_is_said_around_it(at, said, after_the_kong):
    start = at("mcr", hands={1: "9999m456p123s55z1p"})
    kong, drawn = KongDeclared(1, "concealed", "9m"), tail(1, "2p")
    before = [D(0, "1z"), T(1, "3p")]
    plain = scored(start, [*before, kong, drawn], Won(1, "2p"))
    assert "out_with_replacement_tile" in [pattern.name for pattern in plain.patterns]
    deal = [*before, kong, said, drawn] if after_the_kong else [*before, kong, drawn, said]
    assert scored(start, deal, Won(1, "2p")) == plain


@pytest.mark.parametrize("said", [*ONLY_SAID, StickLaid(1)], ids=lambda said: type(said).__name__)
@pytest.mark.parametrize("turned_up", ["before", "after"])
@rule("G-06")
def test_double_riichi_stands_whatever_is_said_between_discard_and_declaration(at, said, turned_up):
    start = at("riichi", hands={1: "123m456p789s55z12p"})
    discard, ready = D(1, "9m", True), DeclaredReady(1)
    told = [ready, said, discard] if turned_up == "before" else [discard, said, ready]
    deal = [D(0, "1z"), T(1, "9m"), *told, T(2), D(2, "3p")]
    names = {pattern.name for pattern in scored(start, deal, Won(1, "3p", 2)).patterns}
    assert names == {"double_riichi", "ippatsu"}


@pytest.mark.parametrize("told_first", [True, False], ids=["before the discard", "after it"])
def test_a_declaration_told_after_its_discard_belongs_to_that_discard(at, told_first):
    discard, ready = D(1, "9m", True), DeclaredReady(1)
    acts = [ready, discard] if told_first else [discard, ready]
    assert at("riichi", D(0, "1z"), T(1, "9m"), *acts).seats[1].ready_from == 0


def test_a_dead_wall_replacement_counts_with_an_indicator_turned_before_the_win(at):
    start = at("riichi", hands={1: "9999m456p123s55z1p"})
    deal = [D(0, "1z"), T(1, "3p"), KongDeclared(1, "concealed", "9m"), dead(1, "2p"), DoraRevealed("1z")]
    names = [pattern.name for pattern in scored(start, deal, Won(1, "2p")).patterns]
    assert "rinshan" in names
