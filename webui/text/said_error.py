"""What a person asked for and what cannot be, told in the language of whoever asked."""

from __future__ import annotations

from engine.table.events import Seat
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.text.fitting import figure
from webui.words import DEFAULT_LANGUAGE, Words, load_words


class SaidError(EngineError):
    """Somebody pressed what cannot be entered now; `key` names the sentence under ``wrong.``.

    `values` fill it: a number, or the word for something, such as ``tile.3m``."""

    def __init__(self, key: str, **values: int | str) -> None:
        self.key, self.values = key, values
        super().__init__(told_in(self, load_words(DEFAULT_LANGUAGE)))


def dealer_to_pay(state: GameState) -> Seat:
    """The dealer, on whom payments depend; SaidError while nobody knows who that is."""
    if not state.is_dealer_known:
        raise SaidError("east_is_open")
    return state.dealer


def told_in(wrong: EngineError, words: Words) -> str:
    """The one line, in the language of `words` where it is one a person can meet."""
    if not isinstance(wrong, SaidError):
        return str(wrong)
    values = {
        name: figure(value) if isinstance(value, int) else words[value]
        for name, value in wrong.values.items()
    }
    return words.say(f"wrong.{wrong.key}", **values)
