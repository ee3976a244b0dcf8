"""The numbers of the following: all in one table, counted where they can be, never surer than counted."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

from engine.follow.weigh.difference import Difference
from engine.follow.weigh.rates import Rates, rows
from models.fit_follow import FILE, NOT_TAKEN_OVER, Counts, Errors, count_errors, written
from vision.finds.deal import read_deal

KEPT = Path(__file__).parents[1] / "games" / "kept" / "beginner_302_club.finds"
EXTRA = Difference(("extra", 3), 8.5, "extra")


def test_the_table_has_a_row_for_every_number_and_no_more_than_thirty() -> None:
    assert list(rows()) == [each.name for each in fields(Rates)]
    assert len(rows()) <= 30
    assert {row["unit"] for row in rows().values()} == {"nats", "s", "share"}


def test_no_number_trusts_the_camera_more_than_was_counted() -> None:
    counted = {name: row for name, row in rows().items() if row["from"] == "counted"}
    assert {"missing", "extra", "standing", "stack_gone", "stack_lower", "die"} <= set(counted)
    for name, row in counted.items():
        if name not in NOT_TAKEN_OVER:
            assert row["value"] <= float(row["counted"].partition(":")[0]) + 0.06, name


def test_an_error_counts_once_as_new_then_as_lasting_then_as_one_that_comes_back() -> None:
    counts, errors = Counts(), Errors()
    for found in ((EXTRA,), (EXTRA,), (), (EXTRA,)):
        errors.take("river:0", found, counts)
    assert (counts.happened["extra"], counts.happened["lasting"], counts.happened["habit"]) == (1, 1, 1)
    assert (counts.chances["lasting"], counts.chances["habit"]) == (2, 1)


def test_what_never_happened_is_rare_and_not_impossible() -> None:
    counts = Counts()
    counts.add("die", 999)
    assert counts.nats("die") == 7.6009024595420822
    assert counts.nats("stick") is None


def test_a_kept_deal_is_counted_tile_by_tile() -> None:
    counts = Counts()
    count_errors(read_deal(KEPT), counts)
    assert counts.chances["stack_gone"] > counts.chances["standing"] > 0
    assert counts.happened["missing"] < counts.chances["missing"] / 100


def test_writing_lowers_what_trusts_too_much_and_keeps_the_rest() -> None:
    counts = Counts()
    counts.add("extra", 100, 10)
    counts.add("missing", 10**6, 1)
    text = FILE.read_text(encoding="utf-8")
    now = tomllib.loads(written(text, counts))
    assert (now["extra"]["value"], now["extra"]["counted"]) == (2.3, "2.26: 10 of 100")
    assert now["missing"]["value"] == rows()["missing"]["value"]
    assert now["wrong"] == rows()["wrong"]
    assert written(written(text, counts), counts) == written(text, counts)
