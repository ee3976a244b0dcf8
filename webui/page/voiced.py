"""What a page is told of the voice that ships."""

from __future__ import annotations

from webui.page.assets import asset
from webui.voice.bank import Clip, bank_of, clips_of, spoken_languages
from webui.words import Words


def recorded(words: Words) -> dict[str, object]:
    """The address of the language's clips, and which say that the sound is on; empty where it has none."""
    if words.language not in spoken_languages():
        return {}
    said: tuple[Clip, ...] = clips_of(words["page.sound_is_on"], words.language) or ()
    return {"pack": asset(f"voice/{bank_of(words.language).pack}"), "said": list(said)}
