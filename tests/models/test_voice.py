"""What is to be recorded is recorded."""

import pytest

from models.voice.vocabulary import pieces
from webui.voice.bank import bank_of, spoken_languages


@pytest.mark.parametrize("language", spoken_languages())
def test_every_text_to_be_recorded_has_its_clip(language):
    clips = bank_of(language).clips
    assert [text for text in pieces(language) if text not in clips] == []
