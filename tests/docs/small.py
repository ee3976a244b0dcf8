"""How a test runs each command of the documentation: as it stands, on less, or not at all, and why."""

import re

IN_PLACE = {
    r"^(jantaku simulate OUT(?: --(?:rules|seed) \S+)*).*": r"\1 --events 1 --size 640x480 --rate 1",
    r"^jantaku watch --json$": "jantaku watch --json OUT",
    r"^jantaku watch --truth$": "jantaku watch --truth OUT/truth.jsonl OUT",
    r"^jantaku record DIR \[SOURCE\]": "jantaku record DIR OUT",
    r"^jantaku read SOURCE": "jantaku read table.jpg",
    r"^jantaku rulesets NAME": "jantaku rulesets mcr",
    r"^jantaku calibrate (?:0|picamera2:0)\b": "jantaku calibrate table.jpg",
    r"^jantaku watch picamera2:0\b": "jantaku watch evening/",
    r"^jantaku serve --record evening": "jantaku serve --record OUT",
    r"^jantaku serve (?:0|picamera2:)(?= )": "jantaku serve simulated:",
    r"^(jantaku practice .*--camera) 0": r"\1 table.jpg",
    r"--attach \.\.\.": "--attach speaker=en",
    r"^(python -m models.fit_follow|python tests/bench/following/bench_delays.py) DIR": r"\1 KEPT",
    r"(bench_confidence.py) tests/games/kept": r"\1 KEPT",
    r"(bench_sensitivity.py) tests/games/kept": r"\1 KEPT --only",
    r"(bench_engine.py --deals) 10000": r"\1 1",
    r"(bench_oracle.py --(?:deals|hands)) 100*$": r"\1 5",
    r"(bench_mistakes.py --first 21)": r"\1 --kinds false_win --rules mcr --seeds 1",
    r"(bench_controls.py) --pixels (--kinds hands) .*": r"\1 \2 --seconds 2",
}
"""What the desk of the tests has, for what the reader has; and a deal for thousands."""
ON_LESS = {
    r"models\.evaluate\.taught": "--every 1",
    r"models\.evaluate\.art": "--scenes 1 --tables 0 --every 1",
    r"models\.evaluate\.blanks": "--seeds 7500 7500 --looks 1",
    r"models\.evaluate\.dice": "--scenes 1 --kinds 1",
    r"models\.evaluate\.light": "--light dim --tables 1 --size 320x240",
    r"models\.train\.mine": "--patterns 1",
}
"""Options that a test adds to a command: the same on less."""
SERVED = re.compile(r"jantaku serve\b")
"""Commands that go on until Ctrl-C."""
TORCH = "trains or exports: no test has PyTorch or onnx, nor the hours"
DRAWS = "minutes of drawing and of reading pictures; tests/models runs its parts"
NOT_RUN = {
    r"models\.render": "needs Blender's Python",
    r"models\.train\.(dice\.|run\b|export|quantise|warm)": TORCH,
    r"models\.evaluate\.own_set|models\.fit_(dice|askew)": DRAWS,
    r"tests/bench/": "minutes of drawing, of reading pictures or of running tests",
}
"""Commands that no test runs, each with the reason."""


def smaller(line):
    """The command that a test runs in place of this one: the same on less."""
    for words, instead in IN_PLACE.items():
        line = re.sub(words, instead, line)
    return " ".join([line, *(more for words, more in ON_LESS.items() if re.search(words, line))])


def why_not_run(line):
    """The reason; None for a command that a test runs."""
    if any(re.search(words, line) for words in (*IN_PLACE, *ON_LESS)):
        return None
    return next((why for words, why in NOT_RUN.items() if re.search(words, line)), None)
