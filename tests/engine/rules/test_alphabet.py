"""A face the rule set does not have is a misreading wherever it is read."""

from dataclasses import replace

import pytest

from engine.practice.chance.deal import RandomDeal, all_tiles
from engine.practice.shown import Shown, ShownTile, played_with
from engine.rules import load_ruleset, ruleset_names
from engine.table.alphabet import faces_of, within_rules
from engine.table.expected import expected
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading

RIICHI, MCR, CLASSIC = (load_ruleset(name) for name in ("riichi", "mcr", "riichi_classic"))


def read(*given):
    """A sighting with these (face, chance), the likeliest first."""
    return Sighting(given[0][0], given[0][1], given)


@pytest.mark.parametrize("name", ruleset_names())
def test_the_faces_are_those_of_the_tiles_on_the_table(name):
    rules = load_ruleset(name)
    assert set(faces_of(rules)) == set(all_tiles(rules))


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", range(3))
def test_a_perfect_reading_of_a_deal_stays_as_it_is(name, seed):
    deal = RandomDeal(load_ruleset(name), seed)
    deal.play()
    reading = expected(deal.state)
    assert within_rules(reading, deal.state.rules) is reading


@pytest.mark.parametrize(
    ("rules", "seen", "tile", "alternatives"),
    [
        (RIICHI, read(("1f", 0.9), ("1m", 0.1)), None, (("1m", 0.1),)),
        (RIICHI, read(("1f", 1.0)), None, ()),
        (RIICHI, Sighting("1f", 0.9), None, ()),
        (RIICHI, read(("1m", 0.6), ("1f", 0.4)), "1m", (("1m", 0.6),)),
        (RIICHI, read(("1f", 0.5), ("1m", 0.5)), "1m", (("1m", 0.5),)),
        (CLASSIC, read(("0p", 0.9), ("5p", 0.08)), "5p", (("5p", 0.98),)),
        (RIICHI, read(("0p", 0.9), ("5p", 0.1)), "0p", (("0p", 0.9), ("5p", 0.1))),
        (MCR, read(("1f", 0.9)), "1f", (("1f", 0.9),)),
        (MCR, Sighting(None), None, ()),
    ],
    ids=["flower", "flower alone", "bare flower", "flower behind", "even", "red ink", "red five", "mcr", "?"],
)
def test_an_impossible_face_is_unknown_or_what_else_was_read(rules, seen, tile, alternatives):
    told = within_rules(
        TableReading(
            seats=(
                SeatReading(river=(seen,), melds=(SeenMeld((seen,)),), revealed=(seen,)),
                SeatReading(),
                SeatReading(),
                SeatReading(),
            ),
            dora_indicators=(seen,),
            loose=(seen,),
        ),
        replace(rules, dora=True),
    )
    own = told.seats[0]
    places = (own.river[0], own.melds[0].tiles[0], own.revealed[0], told.dora_indicators[0], told.loose[0])
    assert [each.tile for each in places] == [tile] * 5
    chances = [[(face, pytest.approx(chance)) for face, chance in each.alternatives] for each in places]
    assert chances == [list(alternatives)] * 5


def test_flowers_where_none_are_played_are_loose_tiles_and_nothing_is_turned_up_without_dora():
    flower, tile = read(("1f", 0.9)), read(("1m", 0.9))
    seats = (SeatReading(flowers=(flower, tile)), SeatReading(), SeatReading(), SeatReading())
    told = within_rules(TableReading(seats=seats, dora_indicators=(tile,)), replace(RIICHI, dora=False))
    assert told.seats[0].flowers == told.dora_indicators == ()
    assert [each.tile for each in told.loose] == [None, "1m"]


def test_a_hand_laid_open_has_tiles_and_nobody_sits_where_nobody_plays():
    seats = (SeatReading(revealed=()), SeatReading(), SeatReading(), SeatReading(river=(read(("1m", 0.9)),)))
    told = within_rules(TableReading(seats=seats), replace(RIICHI, seats=3))
    assert told.seats[0].revealed is None
    assert told.seats[3] == SeatReading()


def test_what_a_learner_shows_has_no_face_that_the_rules_do_not_know():
    row = (
        ShownTile("1f", confidence=0.9, alternatives=(("1f", 0.9), ("6z", 0.1))),
        ShownTile("0p", confidence=0.8, alternatives=(("0p", 0.8), ("5p", 0.15))),
        ShownTile("3m"),
        ShownTile(None, face_down=True),
    )
    strange = TableReading(loose=(read(("1f", 0.9)),))
    told = played_with(Shown((row,), table=strange), CLASSIC)
    assert [tile.tile for tile in told.tiles] == [None, "5p", "3m", None]
    assert told.tiles[0].is_doubtful
    assert told.tiles[2:] == row[2:]
    assert told.table is not None
    assert told.table.loose[0].tile is None
    assert played_with(Shown((row[2:],)), MCR) == Shown((row[2:],))
