"""The numbers that are recorded; `webui/voice/numbers.py` puts all others together from them."""

from __future__ import annotations

ENGLISH = tuple(
    (  # noqa: SIM905
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
        "hundred thousand million plus minus point"
    ).split()
)
CHINESE = (
    *"零一二两三四五六七八九十百千万",
    *(f"{digit}十" for digit in "二三四五六七八九"),
    *"加负点",
)
JAPANESE = (
    *"零一二三四五六七八九十百千万",
    *(f"{digit}{unit}" for unit in "十百千" for digit in "二三四五六七八九"),
    "プラス",
    "マイナス",
    "点",
)
