"""Whether the package on an emulated machine answers as the program here: same_numbers.py MACHINE NAME.

MACHINE is the root of an arm64 Debian with the package in it, in which `chroot` runs. Prints a row a check:
what was run, what came of it, seconds there and here, memory there. Ends with status 1 when one differs.
`same_numbers.py networks` runs the shipped networks on made-up pictures and prints what comes out of them.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
RECORDING = HERE / "webui" / "recordings" / "first_deal"
FILMS = {
    "mcr": RECORDING,
    **{name: HERE / "tests" / "games" / f"{name}_beginning" for name in ("riichi", "hong_kong", "doubles")},
}
"""The films whose middle pictures are read, by rule set. The limits below were chosen on them."""
PLACE = "/checks"
PORT = 8913
PAGES = ("/healthz", "/scores?lang=en", "/scores/players?lang=en")
PATIENCE_S = 240
PICTURE = """
import cv2, sys
film = cv2.VideoCapture(sys.argv[1])
film.set(cv2.CAP_PROP_POS_FRAMES, int(film.get(cv2.CAP_PROP_FRAME_COUNT)) // 2)
cv2.imwrite(sys.argv[2], film.read()[1])
"""
TILE, DIE = '"tile":', '"pips":'
NETWORKS_OFF = 1e-4
ALONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
COMPILED = "argon2._ffi PIL._imaging cffi cv2 msgspec numpy onnxruntime soundfile"
IMPORTS = f"""
import importlib, json, platform, sys
for name in "{COMPILED}".replace("argon2._ffi", "_argon2_cffi_bindings._ffi").split():
    importlib.import_module(name)
import gpiozero, mahjong, openskill, reportlab, flask, gunicorn, segno
print(json.dumps([platform.machine(), platform.python_version()]))
"""
HANDS = (
    [
        "123m 456p 789s 11z + pung:222z<across",
        "--win",
        "3m",
        "--rules",
        "riichi",
        "--seat",
        "S",
        "--from",
        "left",
    ],
    ["123m 123p 123s 99m 789s", "--win", "9s", "--rules", "mcr", "--from", "left"],
    ["111m 222m 333m 55z 444m", "--win", "4m", "--rules", "hk-13", "--self-draw"],
)
TOLERANCE = 0.1
"""OpenCV cuts a tile out of the picture with other instructions there, so a pixel may differ by one: the same
faces and pips with nearly the same confidence (a die's: .056 off), corners in nearly the same places."""
CORNERS_MM = 2.0
"""A thirteenth of a tile's width."""


class There:
    """Runs programs in the emulated machine."""

    def __init__(self, machine):
        self.machine = machine
        self.jantaku = self._inside("/usr/bin/jantaku")
        self.python = self._inside("PYTHONPATH=/usr/lib/jantaku", "/usr/bin/python3")
        (machine / PLACE.lstrip("/")).mkdir(exist_ok=True)

    def _inside(self, *command):
        plain = [f"{name}={value}" for name, value in ALONE.items()]
        # The variable for the emulator goes through `env`, which the emulator runs itself.
        cpu = f"QEMU_CPU={os.environ.get('QEMU_CPU', 'cortex-a72')}"
        where = ["/usr/bin/env", "-i", "-C", PLACE, "PATH=/usr/bin:/bin", "HOME=/tmp", cpu, *plain]
        return ["chroot", str(self.machine), *where, *command]

    def give(self, path):
        """Puts a file where the checks run."""
        (self.machine / PLACE.lstrip("/") / path.name).write_bytes(path.read_bytes())


class Here:
    """Runs this checkout's programs."""

    jantaku = (sys.executable, "-c", "from webui.cli import main; main()")
    python = (sys.executable,)


def ran(command, folder=None):
    """Standard output, seconds, and the most memory of it in MB; SystemExit when it fails."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.monotonic()
        inside = {**os.environ, **ALONE, "PYTHONPATH": str(HERE)}
        running = subprocess.Popen(command, stdout=out, stderr=err, cwd=folder, env=inside)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        took = time.monotonic() - began
        for file in (out, err):
            file.seek(0)
        if running.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)} ended with {running.returncode}: {err.read().decode()[-800:]}")
        return out.read().decode(), took, used.ru_maxrss / 1024


def networks(models):
    """For each network: the digest of what it gives for made-up pictures, and some of its numbers."""
    import numpy
    import onnxruntime

    onnxruntime.set_default_logger_severity(3)
    told = {}
    for path in sorted(models.glob("**/*.onnx")):
        session = onnxruntime.InferenceSession(path)
        made_up = numpy.random.default_rng(7)
        shape = (2, 64, 48, 3) if session.get_inputs()[0].name == "crops" else (1, 320, 320, 3)
        given = made_up.integers(0, 256, shape, dtype=numpy.uint8)
        outs = session.run(None, {session.get_inputs()[0].name: given})
        digest = hashlib.sha256(b"".join(out.tobytes() for out in outs)).hexdigest()
        told[path.relative_to(models).as_posix()] = [
            digest,
            [float(x) for out in outs for x in out.ravel()[::97]],
        ]
    return told


def farthest(one, other, under=""):
    """The largest difference of two numbers in the same place of two JSON values, corners and others apart;
    None where something else differs."""
    if isinstance(one, bool) or not isinstance(one, int | float | list | dict):
        return {} if one == other else None
    if isinstance(one, int | float):
        return (
            {"mm" if under.endswith("_mm") else "other": abs(one - other)}
            if isinstance(other, int | float)
            else None
        )
    if type(one) is not type(other) or len(one) != len(other):
        return None
    if under == "corners_mm" and isinstance(one[0], list):
        # Some faces look alike upside down: which corner comes first says nothing of them.
        turned = (farthest(one, [*other[k:], *other[:k]], "each_mm") for k in range(len(other)))
        return min(turned, key=lambda found: found["mm"])
    pairs = zip(one, other, strict=True) if isinstance(one, list) else ((one[k], other.get(k)) for k in one)
    names = [under] * len(one) if isinstance(one, list) else list(one)
    most = {}
    for (a, b), name in zip(pairs, names, strict=True):
        found = farthest(a, b, name)
        if found is None:
            return None
        for kind, value in found.items():
            most[kind] = max(most.get(kind, 0), value)
    return most


def of_networks(there, here):
    one, other = json.loads(there), json.loads(here)
    eight = [name for name in one if name.startswith("table/")]
    rest = [name for name in one if name not in eight]
    equal = sum(one[name][0] == other[name][0] for name in eight)
    off = max(abs(a - b) for name in rest for a, b in zip(one[name][1], other[name][1], strict=True))
    came = f"{equal} of {len(eight)} 8-bit networks equal bit by bit; the {len(rest)} others within {off:.1e}"
    return equal == len(eight) and off < NETWORKS_OFF, came


def in_order(reading):
    """The reading with its dice by place: the surest comes first, and two may be as sure."""
    return {**reading, "dice": sorted(reading["dice"], key=lambda die: die["centre_mm"])}


def of_readings(there, here):
    one, other = ([in_order(json.loads(line)) for line in text.splitlines()] for text in (there, here))
    most = farthest(one, other)
    if most is None:
        return False, "other tiles"
    mm, rest = most.get("mm", 0), most.get("other", 0)
    same = f"{there.count(TILE)} tiles, {there.count(DIE)} dice the same"
    came = f"{same}; corners within {mm:.1f} mm, confidence within {rest:.3f}"
    return mm <= CORNERS_MM and rest <= TOLERANCE, came


def of_scores(there, here):
    """The same points; patterns in whichever order, as two programs count MCR hands."""
    both = [json.loads(text) for text in (there, here)]
    for score in both:
        score["patterns"].sort(key=lambda pattern: pattern["name"])
    names = ", ".join(pattern["name"] for pattern in both[0]["patterns"])
    return both[0] == both[1], f"the same: {both[0]['points']} points ({names})"


def of_text(there, here):
    return there == here, f"{len(there.splitlines())} lines equal" if there == here else "other answers"


def of_imports(there, here):
    machine, version = json.loads(there)
    return machine == "aarch64", f"all loaded on {machine}, Python {version}"


def rows(there, pictures):
    """What is run there, what here, and who judges what both say."""
    here, name = Here(), Path(__file__).name
    for path in (Path(__file__), *pictures.values(), RECORDING / "journal.jsonl"):
        there.give(path)
    yield "wheels load", [*there.python, "-c", IMPORTS], [*here.python, "-c", IMPORTS], of_imports
    run = [*there.python, name, "networks"]
    yield "networks on made-up pictures", run, [*here.python, __file__, "networks"], of_networks
    for rules, picture in pictures.items():
        read = ["read", "--json", "--rules", rules, picture.name]
        title = f"`jantaku read --rules {rules}`, the middle of a film"
        yield title, [*there.jantaku, *read], [*here.jantaku, *read], of_readings
    for hand in HANDS:
        score = ["score", "--json", *hand]
        title = f"`jantaku score --rules {hand[4]}`"
        yield title, [*there.jantaku, *score], [*here.jantaku, *score], of_scores
    replay = ["replay", "--json", "journal.jsonl"]
    title = "`jantaku replay`, the journal that ships"
    yield title, [*there.jantaku, *replay], [*here.jantaku, *replay], of_text


def served(there):
    """Serves without a camera until three pages answer; whether they did, what they said, seconds, memory."""
    where = ["--host", "127.0.0.1", "--port", str(PORT), "--data", "/tmp/kept"]
    began, told = time.monotonic(), {}
    with tempfile.TemporaryFile() as out:
        command = [*there.jantaku, "serve", "--no-camera", *where]
        server = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        try:
            while len(told) < len(PAGES) and time.monotonic() - began < PATIENCE_S and server.poll() is None:
                time.sleep(0.5)
                told = dict(answered())
            took = time.monotonic() - began
        finally:
            server.terminate()
            _, _, used = os.wait4(server.pid, 0)
            server.returncode = 0
    return set(told.values()) == {200}, str(told), took, used.ru_maxrss / 1024


def answered():
    """The pages that answer now, with their statuses."""
    for path in PAGES:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=60) as page:
                yield path, page.status
        except urllib.error.HTTPError as refused:
            yield path, refused.code
        except OSError:
            return


def tell(*cells):
    """One row of the table."""
    print(f"| {' | '.join(cells)} |", flush=True)


def main():
    if sys.argv[1] == "networks":
        place = Path("/usr/lib/jantaku/models")
        print(json.dumps(networks(place if place.is_dir() else HERE / "models")))
        return 0
    there, is_same = There(Path(sys.argv[1])), True
    tell(f"{sys.argv[2]}: done", "what came of it", "seconds, emulated", "seconds here", "memory, emulated")
    tell(*["---"] * 5)
    with tempfile.TemporaryDirectory() as folder:
        pictures = {rules: Path(folder) / f"{rules}.png" for rules in FILMS}
        for rules, film in FILMS.items():
            # In a program of its own: what this one held would count as memory of those it starts.
            command = [sys.executable, "-c", PICTURE, film / "frames.mp4", pictures[rules]]
            subprocess.run(command, check=True)
        (Path(folder) / "journal.jsonl").write_bytes((RECORDING / "journal.jsonl").read_bytes())
        for what, one, other, judged in rows(there, pictures):
            (said, there_s, memory), (expected, here_s, _) = ran(one), ran(other, folder)
            is_well, came = judged(said, expected)
            is_same &= is_well
            came = came if is_well else f"DIFFERS: {came}"
            tell(what, came, f"{there_s:.1f}", f"{here_s:.1f}", f"{memory:.0f} MB")
    is_well, came, took, memory = served(there)
    came = "answered" if is_well else f"NOT WELL: {came}"
    tell("`jantaku serve --no-camera`, three pages", came, f"{took:.1f}", "", f"{memory:.0f} MB")
    return 0 if is_same and is_well else 1


if __name__ == "__main__":
    sys.exit(main())
