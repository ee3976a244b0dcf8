"""Numbers as the recorded number words of a language, in the order they are said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

ENGLISH = tuple(
    (  # noqa: SIM905
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen"
    ).split()
)
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
DIGITS = "零一二三四五六七八九"
SMALL_UNITS = ((1000, "千"), (100, "百"), (10, "十"))
MOST = 99_999_999
SIGNS: Mapping[str, tuple[str, str, str]] = {
    "en": ("plus", "minus", "point"),
    "ja": ("プラス", "マイナス", "点"),
    "zh-Hans": ("加", "负", "点"),
    "zh-Hant": ("加", "负", "点"),
}


def number_words(said: str, language: str) -> tuple[str, ...] | None:
    """The words of a number as it is written, such as ``−1,200`` or ``0.5``; None where there are none."""
    plus, minus, point = SIGNS[language]
    sign = {"+": (plus,), "-": (minus,), "−": (minus,)}.get(said[:1], ())
    whole, _, part = said.lstrip("+-−").replace(",", "").partition(".")
    if not whole.isdigit() or int(whole) > MOST or (part and language == "ja"):
        return None
    spell = SPELLERS[language]
    digits = [word for digit in part for word in spell(int(digit))]
    return (*sign, *spell(int(whole)), *((point, *digits) if digits else ()))


def _english(number: int) -> Iterator[str]:
    for size, name in ((1_000_000, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            yield from _english(number // size)
            yield name
            if number % size:
                yield from _english(number % size)
            return
    if number < 20:
        yield ENGLISH[number]
        return
    yield TENS[number // 10 - 2]
    if number % 10:
        yield ENGLISH[number % 10]


def _chinese(number: int) -> Iterator[str]:
    if number >= 10_000:
        high, low = divmod(number, 10_000)
        yield from ("两",) if high == 2 else _chinese(high)
        yield "万"
        if low:
            yield from ("零",) if low < 1000 else ()
            yield from _chinese(low) if low >= 20 or low < 10 else ("一", *_chinese(low))
        return
    yield from _below_ten_thousand(number)


def _below_ten_thousand(number: int) -> Iterator[str]:
    if number < 10 or 10 <= number < 20:
        yield from (
            (DIGITS[number],) if number < 10 else ("十", *((DIGITS[number % 10],) if number % 10 else ()))
        )
        return
    has_begun, has_gap = False, False
    for size, name in SMALL_UNITS:
        digit = number // size % 10
        if digit == 0:
            has_gap = has_begun
            continue
        if has_gap and number % (size * 10):
            yield "零"
        has_gap = False
        yield from _chinese_unit(digit, size, name)
        has_begun = True
    if number % 10:
        yield from ("零",) if has_gap else ()
        yield DIGITS[number % 10]


def _chinese_unit(digit: int, size: int, name: str) -> tuple[str, ...]:
    if size == 10 and digit > 1:
        return (f"{DIGITS[digit]}十",)
    return ("两" if digit == 2 and size == 1000 else DIGITS[digit], name)


def _japanese(number: int) -> Iterator[str]:
    if number == 0:
        yield DIGITS[0]
    if number >= 10_000:
        yield from _japanese(number // 10_000)
        yield "万"
        number %= 10_000
    for size, name in SMALL_UNITS:
        digit = number // size % 10
        if digit:
            yield name if digit == 1 else f"{DIGITS[digit]}{name}"
    if number % 10:
        yield DIGITS[number % 10]


SPELLERS: Mapping[str, Callable[[int], Iterator[str]]] = {
    "en": _english,
    "ja": _japanese,
    "zh-Hans": _chinese,
    "zh-Hant": _chinese,
}
