"""Every clip that ships, with what is measured of it: ``python -m tests.bench.pages.list_clips [en ja ...]``.

One line a clip: language, text, seconds, loudness, silence before and after. At the end the sums.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import soundfile

from webui.voice.bank import BANK, Bank, Clip, bank_of, clip_bytes

BLOCK = 480
"""Samples: 10 ms at 48 kHz."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What is measured of a clip. `loudness_db`: of its voiced part, full scale 0; `peak`: 0 to 1;
    `voiced_share`: the part of it that is speech; `mean`: of the samples, 0 without direct current."""

    length_s: float
    loudness_db: float
    peak: float
    before_s: float
    after_s: float
    voiced_share: float
    mean: float


def heard(bank: Bank, clip: Clip) -> Heard:
    """Decodes a clip and measures it."""
    samples, rate = soundfile.read(io.BytesIO(clip_bytes(bank, clip)))
    blocks = samples[: len(samples) // BLOCK * BLOCK].reshape(-1, BLOCK)
    loudness = np.sqrt(np.mean(blocks**2, axis=1))
    voiced = loudness > 0.1 * loudness.max()
    first, last = np.flatnonzero(voiced)[[0, -1]]
    return Heard(
        length_s=len(samples) / rate,
        loudness_db=float(20 * np.log10(np.sqrt(np.mean(loudness[voiced] ** 2)))),
        peak=float(np.abs(samples).max()),
        before_s=float(first) * BLOCK / rate,
        after_s=float(len(loudness) - 1 - last) * BLOCK / rate,
        voiced_share=float(voiced.mean()),
        mean=float(samples.mean()),
    )


def summed(language: str, clips: Sequence[Heard]) -> str:
    """A language in one line."""
    lengths, louds = [one.length_s for one in clips], [one.loudness_db for one in clips]
    each = f"{min(lengths):.2f} to {max(lengths):.2f} s each, {min(louds):.1f} to {max(louds):.1f} dB"
    return f"{language}: {len(clips)} clips, {sum(lengths):.0f} s, {each}"


def main() -> None:
    """Prints the list; status 1 and one line for a language that has no voice."""
    recorded = sorted(path.stem for path in BANK.glob("*.json"))
    sums = []
    for language in sys.argv[1:] or recorded:
        if language not in recorded:
            sys.exit(f"nothing is recorded in {language!r}: expected one of {', '.join(recorded)}")
        bank, clips = bank_of(language), []
        for text, clip in sorted(bank.clips.items()):
            one = heard(bank, clip)
            clips.append(one)
            silence = f"{one.before_s:.2f} + {one.after_s:.2f} s"
            print(f"{language}\t{text}\t{one.length_s:.2f} s\t{one.loudness_db:.1f} dB\t{silence}")
        sums.append(summed(language, clips))
    print(*sums, sep="\n")


if __name__ == "__main__":
    main()
