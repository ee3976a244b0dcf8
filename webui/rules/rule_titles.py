"""What a rule set is called in the reader's language: the shipped ones have words, others keep their own."""

from __future__ import annotations

from functools import cache

from webui.words import DEFAULT_LANGUAGE, Words, load_words

KEY = "ruleset."


def ruleset_title(title: str, words: Words) -> str:
    """`title` (as in the rule set) in the language of `words`; a house's own title stays as it was given."""
    return words.by_key.get(_keys().get(title, ""), title)


@cache
def _keys() -> dict[str, str]:
    shipped = load_words(DEFAULT_LANGUAGE).by_key
    return {title: key for key, title in shipped.items() if key.startswith(KEY)}
