"""How a test runs each command of the documentation: as it stands, or on less."""

import re

from tests.ports import free_port

from .shown import ROOT

A_HAND = "147m258p36s12345z"
LEARNT = "--photos ../shared/photos --art ../shared/art --fonts runs/fonts"
IN_PLACE = {
    r"^(jantaku simulate OUT(?: --(?:rules|seed) \S+)*).*": r"\1 --events 1 --size 640x480 --rate 1",
    r"^jantaku calibrate (?:0|picamera2:0)\b": "jantaku calibrate table.jpg",
    r"^jantaku check\b": f"jantaku check --port {free_port()}",
    r"^jantaku calibrate -o$": "jantaku calibrate -o club.json table.jpg",
    r"^jantaku (calibrate|read) --json SOURCE": r"jantaku \1 --json table.jpg",
    r"^jantaku contribute FILE": "jantaku contribute named.zip --laid evening.jpg --faces 1m5p9s7z",
    r"^jantaku detect (--json )?(?:IMAGE\.\.\.|PICTURE…)": r"jantaku detect \1photo.jpg",
    r"^jantaku enrol --json NAME PICTURE\.\.\.": 'jantaku enrol --json "played 1" evening.jpg',
    r"^jantaku enrol NAME PICTURE…": "jantaku enrol club photo.jpg",
    r"^jantaku hand --json HAND": f"jantaku hand --json {A_HAND}",
    r"^jantaku practice \[LESSON\]": "jantaku practice",
    r"^(jantaku practice .*--camera) 0": r"\1 table.jpg",
    r"^jantaku read (?:SOURCE|PICTURE)": "jantaku read table.jpg",
    r"^jantaku record DIR \[SOURCE\]": "jantaku record DIR OUT",
    r"^jantaku replay (--json )?FILE(?:\.\.\.|…)": r"jantaku replay \1game.jsonl",
    r"^jantaku rulesets NAME": "jantaku rulesets mcr",
    r"^jantaku serve --record evening": "jantaku serve --record OUT",
    r"^jantaku serve (?:0|picamera2:|rtsp://…)(?= |$)": "jantaku serve simulated:",
    r"^jantaku verify FILE…?": "jantaku verify game.html",
    r"^jantaku watch picamera2:0\b": "jantaku watch evening/",
    r"^jantaku watch 'opencv:.*'": "jantaku watch OUT",
    r"^jantaku watch SOURCE --rules NAME": "jantaku watch OUT --rules mcr",
    r"^jantaku watch SOURCE": "jantaku watch OUT",
    r"^jantaku watch --json$": "jantaku watch --json OUT",
    r"^jantaku watch --truth$": "jantaku watch --truth OUT/truth.jsonl OUT",
    r"--attach \.\.\.": "--attach speaker=en",
    r"(models.train.contributed)$": r"\1 named.zip --photos ../shared/photos",
    r"^(python -m models.fit_askew) DIR --step 12": r"\1 KEPT --step 60 --only FAR_MM",
    r"^(python -m models.fit_follow|python tests/bench/following/bench_delays.py) DIR": r"\1 KEPT",
    r"(contact_sheet sheet.png) 140": r"\1 40",
    r"(bench_confidence.py|bench_overlooked.py --kept) tests/games/kept": r"\1 KEPT",
    r"(bench_tracker.py) DIR": r"\1 KEPT",
    r"(bench_logs.py) GAME.json": r"\1 played.json",
    r"(bench_sensitivity.py) DIR": r"\1 KEPT --only",
    r"(bench_engine.py .*--deals) 10000": r"\1 1",
    r"(bench_oracle.py --(?:deals|hands)) 100*$": r"\1 5",
    r"(bench_mat.py --seeds 9201):9251": r"\1:9202",
    r"(bench_hub.py) --tables 100 --evening 1600": r"\1 --tables 2 --evening 20",
    r"(bench_hub.py) --tables 100 --minutes 15": r"\1 --tables 2 --minutes 0.02",
    r"(bench_spaced.py --seeds 9001):9041": r"\1:9002",
    r"(tests.bench.pages.list_clips)": r"\1 en",
    r"train\.run --tables \.\.\.": f"train.run --tables {LEARNT} --out runs/table",
    r"train\.run \.\.\.": f"train.run {LEARNT} --out runs/first",
    r"(models.train.dice.(?:train|classifier) runs/dice) \.\.\.": (
        r"\1 --photos ../shared/photos --art ../shared/art"
    ),
    r"(models.train.dice.warm .*) --rendered \S+": r"\1",
    r"^(python -m tests.bench.pages.bench_voice)": r"\1 --times 1 --rest 2.5 >heard.txt",
    r" \.\.\.$": "",
    r"(models.train.export runs/held_out --into) models/held_out": r"\1 runs/held_out",
    r"(bench_follow.py --keep) DIR": r"\1 KEPT_FINDS",
    r"(bench_slow.py) 10": r"\1 1",
    r"(bench_detect.py) (?:GRAPHS|\[GRAPH.onnx \.\.\.\])": r"\1 runs/first/locator.onnx",
    r"\bART/": "../shared/art/",
}
"""What the desk of the tests has, for what the reader has; and a deal for thousands."""
ON_LESS = {
    r"models\.evaluate\.art": "--scenes 1 --tables 0 --every 1",
    r"models\.evaluate\.own_set": "--tables 1 --every 100",
    r"models\.evaluate\.evening": "--sets 1 --deals 2 --every 100",
    r"models\.render\.dice": "--scenes 1 --samples 1",
    r"models\.render\.tables": "--samples 1",
    r"models\.render\.laid": "--tables 1",
    r"models\.render\.filmed": "--seconds 1",
    r"bench_mutants": f"--each 1 --tests {ROOT}/tests/engine/judge/test_draws.py engine/judge/draws.py",
    r"models\.evaluate\.blanks": "--seeds 7500 7500 --looks 1",
    r"bench_controls.py .*--kinds (?!hands)": "--kinds bump --seconds 1 --rate 0.5",
    r"fuzz_api": "--cases 1 --only /record",
    r"bench_lost": "--rules doubles --seeds 3100-3100 --rate 1",
    r"bench_layouts": "--tables rim --rules beginner --seeds 1",
    r"bench_follow.*--(keep|layout|side|rules)": "--seconds 1 --rate 2 --seeds 1330 --rules riichi",
    r"bench_throws": "--seeds 3000-3000 --rules beginner --size 320x240",
    r"bench_detect": "--times 1",
    r"bench_look_rates": "--rules beginner --rates 0.05 --first 1 --seeds 1",
    r"bench_pictures": "--photos 1",
    r"bench_faults": "--only second-server --times 1",
    r"bench_restarts\.py": "--rules riichi --kills 1",
    r"bench_gap_numbers": "--rules beginner --kinds late --only FEW",
    r"bench_overlooked(?!.*--kept)": "--rules beginner --seeds 4003",
    r"bench_restarts_seen": "--rules beginner --seeds 5-5 --every 60",
    r"bench_scoring": "--hands 8 --rounds 1",
    r"bench_noisy_eyes": "--looks 5",
    r"models\.fit_dice": "--scenes 1 --kinds 1 --every 3 --models runs/dice_pair",
    r"models\.evaluate\.dice --painted": "--scenes 1",
    r"models\.evaluate\.dice(?! --painted)": "--scenes 1 --kinds 1",
    r"models\.evaluate\.light": "--light dim --tables 1 --size 320x240",
    r"models\.evaluate\.light$": "--light bright",
    r"models\.evaluate\.taught": "--every 1",
    r"models\.train\.run": "--locator-minutes 0 --reader-minutes 0",
    r"models\.train\.(dice\.)?export runs/(all|dice)(?! --into)": "--into runs/exported",
    r"models\.train\.quantise": "--scenes 1 --crops 64 --into runs/exported",
    r"models\.train\.warm": "--batches 1",
    r"models\.train\.dice\.warm": "--tables 0 --batches 1",
    r"models\.train\.dice\.(train|classifier)": "--tables 0 --minutes 0",
    r"models\.train\.dice\.hard": "--pages 1 --every 3",
    r"models\.train\.mine": "--patterns 1",
    r"bench_mistakes\.py": "--kinds false_win --rules mcr --seeds 1",
    r"bench_controls.py .*--kinds hands": "--kinds cups --seconds 2 --rate 0.5",
}
"""Options that a test adds to a command: the same on less."""
RUN_BY = {
    "tests/test_update.py": r"^jantaku-update",
    "tests/hub/test_docs_hub.py": r"^jantaku hub|--hub|bench_hub",
    "tests/docs/test_docs_served.py": r"^jantaku serve\b",
    "tests/docs/test_docs_training.py": r"models\.train\.(dice\.|run\b|export|quantise|warm)",
    "tests/docs/docs_render.py": r"models\.render\.(dice|tables)",
    "tests/docs/test_docs_commands.py": r"",
}
"""The test that runs a command: the first whose words are in it."""


def smaller(line):
    """The command that a test runs in place of this one: the same on less."""
    for words, instead in IN_PLACE.items():
        line = re.sub(words, instead, line)
    return " ".join([line, *(more for words, more in ON_LESS.items() if re.search(words, line))])


def run_by(test, lines):
    """Those of the lines that this test runs, named as in `RUN_BY`."""
    return [line for line in lines if test == _test_of(line)]


def _test_of(line):
    return next(test for test, words in RUN_BY.items() if re.search(words, line))
