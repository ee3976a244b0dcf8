"""Every language says everything, with the same places to fill in."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from engine.tiles import ALL_FACES
from webui.words import FOLDER, languages, load_words

ENGLISH = load_words("en")
WEBUI = Path(__file__).parents[3] / "webui"


def places(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_english_is_there_and_comes_first():
    assert languages()[0] == "en"


@pytest.mark.parametrize("language", languages())
def test_a_language_has_every_word_and_no_other(language):
    assert set(load_words(language).by_key) == set(ENGLISH.by_key)


@pytest.mark.parametrize("language", languages())
def test_no_word_is_empty_and_all_fill_in_what_english_does(language):
    words = load_words(language)
    for key, text in words.by_key.items():
        assert text.strip(), key
        assert places(text) == places(ENGLISH[key]), key


@pytest.mark.parametrize("language", sorted(set(languages()) - {"en"}))
def test_marks_between_characters_are_of_full_width(language):
    narrow = re.compile("[\u3040-\u30ff\u4e00-\u9fff][,;:?!](?:[\u3040-\u30ff\u4e00-\u9fff{]|$)")
    words = load_words(language)
    assert [key for key, text in words.by_key.items() if narrow.search(text)] == []


@pytest.mark.parametrize("language", sorted(set(languages()) - {"en"}))
def test_a_number_stands_close_to_the_character_that_counts_it(language):
    loose = re.compile(r"(?:\d|\{(?:count|number|tiles|stacks|seconds|minutes)\}) [枚張张個个列幢墩秒分回]")
    words = load_words(language)
    assert [key for key, text in words.by_key.items() if loose.search(text)] == []


@pytest.mark.parametrize("language", languages())
def test_no_key_is_written_twice(language):
    topics = (FOLDER / language).rglob("*.json")
    texts = [topic.read_text("utf-8") for topic in topics]
    pairs = [pair for text in texts for pair in json.loads(text, object_pairs_hook=list)]
    assert len(pairs) == len(dict(pairs))


def test_every_language_has_the_same_topics():
    topics = [
        {path.relative_to(FOLDER / language) for path in (FOLDER / language).rglob("*.json")}
        for language in languages()
    ]
    assert all(names == topics[0] for names in topics)


@pytest.mark.parametrize("language", languages())
def test_every_tile_has_a_name_of_its_own(language):
    words = load_words(language)
    names = [words[f"tile.{tile}"] for tile in ALL_FACES]
    assert len(set(names)) == len(names)


def test_every_word_the_page_asks_for_is_there():
    asked = set()
    for path in [path for kind in ("js", "html", "py") for path in WEBUI.rglob(f"*.{kind}")]:
        text = path.read_text("utf-8")
        asked |= set(re.findall(r"""words(?:\.say\(|\[)["']([a-z_]+\.[a-z_0-9]+)["']\s*[\]),]""", text))
    assert len(asked) > 20
    assert not asked - set(ENGLISH.by_key)


def test_an_unknown_language_is_an_error_that_names_those_there_are():
    with pytest.raises(KeyError, match="en"):
        load_words("xx")
