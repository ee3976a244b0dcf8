"""How a test runs each command of the documentation: as it stands, on less, or not at all, and why."""

import re

from tests.ports import free_port

A_HAND = "147m258p36s12345z"
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
    r"^(python -m models.fit_follow|python tests/bench/following/bench_delays.py) DIR": r"\1 KEPT",
    r"(contact_sheet sheet.png) 140": r"\1 40",
    r"(bench_confidence.py) tests/games/kept": r"\1 KEPT",
    r"(bench_sensitivity.py) tests/games/kept": r"\1 KEPT --only",
    r"(bench_engine.py .*--deals) 10000": r"\1 1",
    r"(bench_oracle.py --(?:deals|hands)) 100*$": r"\1 5",
    r"(bench_mat.py --seeds 9201):9251": r"\1:9202",
    r"\bART/": "../shared/art/",
}
"""What the desk of the tests has, for what the reader has; and a deal for thousands."""
ON_LESS = {
    r"models\.evaluate\.art": "--scenes 1 --tables 0 --every 1",
    r"models\.evaluate\.blanks": "--seeds 7500 7500 --looks 1",
    r"models\.evaluate\.dice(?! --painted)": "--scenes 1 --kinds 1",
    r"models\.evaluate\.light": "--light dim --tables 1 --size 320x240",
    r"models\.evaluate\.light$": "--light bright",
    r"models\.evaluate\.taught": "--every 1",
    r"models\.train\.mine": "--patterns 1",
    r"bench_mistakes\.py": "--kinds false_win --rules mcr --seeds 1",
    r"bench_controls.py .*--kinds hands": "--kinds cups --seconds 2 --rate 0.5",
}
"""Options that a test adds to a command: the same on less."""
SERVED = re.compile(r"jantaku serve\b")
"""Commands that go on until Ctrl-C."""
TORCH = "trains or exports: no test has PyTorch or onnx, nor the hours"
DRAWS = "minutes of drawing and of reading pictures; tests/models runs its parts"
PLAYS = "plays or paints whole deals: four seconds or more"
NOT_RUN = {
    r"models\.render": "needs Blender's Python",
    r"models\.train\.(dice\.|run\b|export|quantise|warm)": TORCH,
    r"models\.evaluate\.(own_set|dice --painted)|models\.fit_(dice|askew)": DRAWS,
    r"bench_(follow|layouts|look_rates|throws|spaced|detect|controls)": PLAYS,
    r"bench_scoring": "scores thousands of hands, seconds for each rule set",
    r"bench_mutants": "runs the engine's tests",
    r"bench_noisy_eyes": "plays until it has seen so many looks",
    r"bench_(faults|pictures|slow)|fuzz_api": "minutes with real servers; tests/webui/access",
    r"bench_hub|^jantaku hub|--hub": "needs PostgreSQL and Mosquitto; tests/hub",
    r"bench_voice|list_clips": "needs Chromium, or reads every clip; tests/webui/page/test_voice_bank.py",
    r"jantaku-update": "changes the system; tests/test_update.py",
}
"""Commands that no test runs, each with the reason."""


def smaller(line):
    """The command that a test runs in place of this one: the same on less."""
    for words, instead in IN_PLACE.items():
        line = re.sub(words, instead, line)
    return " ".join([line, *(more for words, more in ON_LESS.items() if re.search(words, line))])


def why_not_run(line):
    """The reason; None for a command that a test runs."""
    if any(re.search(words, line) for words in ON_LESS):
        return None
    return next((why for words, why in NOT_RUN.items() if re.search(words, line)), None)
