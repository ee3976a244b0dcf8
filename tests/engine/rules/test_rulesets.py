"""The rule sets there are, and house rules laid over them."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.house import FIXED, with_settings
from engine.rules import load_ruleset, ruleset_names
from engine.ruleset import Ruleset
from engine.table.fault import RULES_OF_FAULTS, number_of
from engine.tiles import EngineError
from webui.commands.rules.replay import command as replay_command
from webui.commands.rules.rulesets import command as rulesets_command

FOLDER = Path(__file__).parents[3] / "engine" / "rules"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__"))


def test_the_rule_sets_are_found_by_their_files():
    assert ruleset_names() == NAMES
    assert {"mcr", "riichi", "hong_kong", "beginner", "sanma"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_set_is_called_as_its_file_and_has_settings_of_the_right_kind(name):
    rules = load_ruleset(name)
    names = [field.name for field in fields(Ruleset) if field.name not in FIXED]
    settings = {field: getattr(rules, field) for field in names}
    assert rules.name == name
    assert with_settings(rules, settings) == rules
    assert rules.stacks * 2 * rules.wall_sides == rules.tiles


@pytest.mark.parametrize("name", NAMES)
def test_every_fault_has_a_number_in_every_rule_set(name):
    rules = load_ruleset(name)
    assert all(number_of(fault, rules) for fault in RULES_OF_FAULTS)


def test_an_unknown_rule_set_is_refused_with_the_known_ones():
    with pytest.raises(EngineError, match="mcr"):
        load_ruleset("no_such")


@pytest.mark.parametrize(
    ("toml", "changes"),
    [
        ('rules = "hong_kong"\nminimum = 1\n', {"minimum": 1}),
        ('rules = "hong_kong"\nscoring_profile = "hk-13"\n', {"scoring_profile": "hk-13"}),
        ('rules = "mcr"\nclaim_seconds = 5\n', {"claim_seconds": 5}),
        ('rules = "mcr"\nclaim_seconds = "none"\n', {"claim_seconds": None}),
        ('rules = "doubles"\nfalse_win_payment = 320\n', {"false_win_payment": 320}),
        ('rules = "doubles"\n[scoring_options]\nall_pungs = 1\n', {"scoring_options": (("all_pungs", 1),)}),
        ('rules = "mcr"\nplace_bonus = [10, 5, -5, -10]\n', {"place_bonus": (10, 5, -5, -10)}),
        (
            'rules = "mcr"\n[consequences]\nfalse_win = "warning"\n',
            {"consequences": (("false_win", "warning"),)},
        ),
    ],
)
def test_house_rules_change_what_they_name(tmp_path, toml, changes):
    file = tmp_path / "house.toml"
    file.write_text(toml)
    rules = load_ruleset(str(file))
    assert rules == replace(load_ruleset(rules.name), **changes)


@pytest.mark.parametrize(
    ("toml", "word"),
    [
        ("minimum = 1", "rules"),
        ('rules = "nobody"', "nobody"),
        ('rules = "mcr"\nfoo = 1', "foo"),
        ('rules = "mcr"\nname = "x"', "name"),
        ('rules = "mcr"\nminimum = -1', "minimum"),
        ('rules = "mcr"\nminimum = "8"', "minimum"),
        ('rules = "mcr"\nminimum = true', "minimum"),
        ('rules = "mcr"\ntiles = 140', "tiles"),
        ('rules = "mcr"\ntiles = 136', "flowers"),
        ('rules = "mcr"\nseveral_winners = "some"', "several_winners"),
        ('rules = "mcr"\nseat_swaps = 1', "seat_swaps"),
        ('rules = "mcr"\nreplacement_end = "dead_wall"', "replacement_end"),
        ('rules = "mcr"\nscoring_profile = "hk-13"', "scoring_profile"),
        ('rules = "riichi"\nred_fives = 9', "red_fives"),
        ('rules = "mcr"\nrounds = 0', "rounds"),
        ('rules = "mcr"\nminimum = 10000', "minimum"),
        ('rules = "hong_kong"\nminimum = 11', "minimum"),
        ('rules = "riichi"\nminimum = 2', "minimum"),
        ('rules = "mcr"\nclaim_seconds = -3', "claim_seconds"),
        ('rules = "mcr"\nclaim_seconds = nan', "claim_seconds"),
        ('rules = "mcr"\nmove_seconds = inf', "move_seconds"),
        ('rules = "mcr"\ndiscard_row = 0', "discard_row"),
        ('rules = "mcr"\ndiscards = "heap"', "discards"),
        ('rules = "riichi"\ndiscards = "middle"', "discards"),
        ('rules = "mcr"\nrounds = 1000', "rounds"),
        ('rules = "mcr"\ndora = true', "dora"),
        ('rules = "mcr"\nriichi = true', "riichi"),
        ('rules = "mcr"\nplace_bonus = [1, 2, 3, 4]', "place_bonus"),
        ('rules = "mcr"\nplace_bonus = [1, 2, 3]', "place_bonus"),
        ('rules = "riichi"\ndraw_payment = 1000', "draw_payment"),
        ('rules = "riichi"\nhonba_payment = 100', "honba_payment"),
        ('rules = "riichi"\nready_stick = 500', "ready_stick"),
        ('rules = "riichi"\nstarting_points = -25000', "starting_points"),
        ('rules = "riichi"\nreturn_points = 20000', "return_points"),
        ('rules = "riichi"\nabortive_draws = ["rain"]', "abortive_draws"),
        ('rules = "riichi"\nready_minimum_tiles = 200', "ready_minimum_tiles"),
        ('rules = "mcr"\n[consequences]\nfalse_win = "exile"', "false_win"),
        ('rules = "doubles"\n[scoring_options]\nall_pungs = "many"', "all_pungs"),
        ('rules = "mcr"\n[scoring_options]\nall_pungs = 3', "all_pungs"),
        ('rules = "doubles"\nkong_payment = -10', "kong_payment"),
        ('rules = "doubles"\nconcealed_kong_times = 0', "concealed_kong_times"),
        ('rules = "doubles"\nfalse_win_payment = -1', "false_win_payment"),
        ('rules = "hong_kong"\nall_flowers_value = 0', "all_flowers_value"),
        ('rules = "mcr"\n[consequences]\nsneezing = "x"', "sneezing"),
        ('rules = "mcr"\n[penalties]\nsneezing = 10', "sneezing"),
        ('rules = "mcr"\n[penalties]\nfalse_win = -10', "false_win"),
        ('rules = "mcr"\n[deductions]\nfalse_win = "ten"', "deductions"),
        ('rules = "riichi"\nchombo_off_result = -1', "chombo_off_result"),
        ("rules = ", "TOML"),
    ],
)
def test_wrong_house_rules_are_refused_with_the_name_of_the_setting(tmp_path, toml, word):
    file = tmp_path / "house.toml"
    file.write_text(toml)
    with pytest.raises(EngineError, match=word) as refused:
        load_ruleset(str(file))
    assert "\n" not in str(refused.value)


def test_house_rules_that_are_not_there_are_refused(tmp_path):
    with pytest.raises(EngineError, match=r"gone\.toml"):
        load_ruleset(str(tmp_path / "gone.toml"))


def test_the_command_lists_and_shows_rule_sets():
    listed = CliRunner().invoke(rulesets_command, [])
    assert [line.split()[0] for line in listed.output.splitlines()] == list(NAMES)
    shown = CliRunner().invoke(rulesets_command, ["mcr"])
    assert len(shown.output.splitlines()) == len(fields(Ruleset))
    assert '"minimum": 8' in CliRunner().invoke(rulesets_command, ["mcr", "--json"]).output


@pytest.mark.shared
def test_the_command_replays_a_game(shared):
    log = sorted((shared / "logs" / "mcr").glob("*.json"))[0]
    done = CliRunner().invoke(replay_command, ["--json", str(log)])
    assert done.exit_code == 0
    assert '"agrees": true' in done.output.splitlines()[-1]
