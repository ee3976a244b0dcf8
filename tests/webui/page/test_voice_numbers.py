"""Numbers as people say them, from the recorded number words alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.voice.numbers import MOST, SPELLERS, number_words

CASES = [
    ("0", "zero", "零", "零"),
    ("7", "seven", "七", "七"),
    ("10", "ten", "十", "十"),
    ("14", "fourteen", "十四", "十 四"),
    ("20", "twenty", "二十", "二十"),
    ("21", "twenty one", "二十 一", "二十 一"),
    ("100", "one hundred", "一 百", "百"),
    ("105", "one hundred five", "一 百 零 五", "百 五"),
    ("110", "one hundred ten", "一 百 一 十", "百 十"),
    ("300", "three hundred", "三 百", "三百"),
    ("1,030", "one thousand thirty", "一 千 零 三十", "千 三十"),
    ("2,000", "two thousand", "两 千", "二千"),
    ("2,600", "two thousand six hundred", "两 千 六 百", "二千 六百"),
    ("8,000", "eight thousand", "八 千", "八千"),
    ("10,000", "ten thousand", "一 万", "一 万"),
    ("25,000", "twenty five thousand", "二十 五 千", "二 万 五千"),
    ("+8,000", "plus eight thousand", "加 八 千", "プラス 八千"),
    ("−1,300", "minus one thousand three hundred", "负 一 千 三 百", "マイナス 千 三百"),
]
CHINESE_WITH_MYRIADS = {"14": "十 四", "20": "二十", "25,000": "两 万 五 千"}


@pytest.mark.parametrize(
    ("written", "english", "chinese", "japanese"), CASES, ids=[case[0] for case in CASES]
)
def test_a_number_in_three_languages(written, english, chinese, japanese):
    assert " ".join(number_words(written, "en")) == english
    assert " ".join(number_words(written, "zh-Hans")) == CHINESE_WITH_MYRIADS.get(written, chinese)
    assert number_words(written, "zh-Hant") == number_words(written, "zh-Hans")
    assert " ".join(number_words(written, "ja")) == japanese


def test_points_behind_the_comma_are_said_one_by_one():
    assert number_words("0.25", "en") == ("zero", "point", "two", "five")
    assert number_words("0.25", "ja") is None


def test_what_is_no_number_or_too_large_has_no_words():
    assert number_words("x", "en") is None
    assert number_words(str(MOST + 1), "en") is None


WORTH = dict(zip("一二三四五六七八九", range(1, 10), strict=True)) | {"两": 2, "零": 0}
UNITS = {"十": 10, "百": 100, "千": 1000}


def east_asian_value(words):
    """What a listener understands."""
    total = part = digit = 0
    for word in words:
        if word == "万":
            total, part, digit = total + (part + digit) * 10_000, 0, 0
        elif word[-1] in UNITS:
            part += (WORTH[word[0]] if len(word) == 2 else digit or 1) * UNITS[word[-1]]
            digit = 0
        else:
            digit = WORTH[word]
    return total + part + digit


@given(st.integers(0, MOST))
def test_what_is_said_is_the_number_that_was_meant(number):
    for language in ("ja", "zh-Hans"):
        assert east_asian_value(SPELLERS[language](number)) == number
