"""Whether what is attached can work: told before anything is served, and by `jantaku check`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress

from hardware.attached import Attached, Buttons, Light, load_gpiozero, parse_attached
from hardware.camera import HardwareError
from hardware.speaker import NO_PLAYER, PLAYER, load_decoder
from webui.checks.checking import Check
from webui.voice.bank import spoken_languages


def check_attached(options: Sequence[str]) -> Attached | None:
    """What is told, None for nothing; HardwareError when it is told wrongly or a library is missing."""
    attached = parse_attached(options)
    if attached.speaks and attached.speaks not in spoken_languages():
        raise HardwareError(f"speaker={attached.speaks}: expected one of {', '.join(spoken_languages())}")
    if attached.speaks:
        load_decoder()
    if attached.needs_gpio:
        load_gpiozero()
    return attached if options else None


def checks_of(options: Sequence[str]) -> tuple[Check, ...]:
    """Speaker, buttons and light one by one, as far as they are told; whoever attaches one needs it."""
    try:
        attached = parse_attached(options)
    except HardwareError as wrong:
        return (_broken("attached", wrong),)
    found = [_speaker()] if attached.speaks else []
    if attached.needs_gpio:
        found.append(_pins(attached))
    return tuple(found)


def _speaker() -> Check:
    if shutil.which(PLAYER[0]) is None:
        return _broken("speaker", HardwareError(NO_PLAYER))
    try:
        load_decoder()
    except HardwareError as wrong:
        return _broken("speaker", wrong)
    return Check("speaker", True, True, "aplay and soundfile are there")


def _pins(attached: Attached) -> Check:
    names = [*attached.buttons, *(["light"] if attached.light else [])]
    try:
        buttons = Buttons(attached.buttons, lambda name: None)
        try:
            Light(attached.light).close()
        finally:
            buttons.close()
    except HardwareError as wrong:
        return _broken("buttons, light", wrong)
    factory = os.environ.get("GPIOZERO_PIN_FACTORY", "")
    with suppress(AttributeError):
        factory = type(load_gpiozero().Device.pin_factory).__name__
    return Check("buttons, light", True, True, f"{', '.join(names)} by {factory}")


def _broken(name: str, wrong: HardwareError) -> Check:
    found, _, remedy = str(wrong).partition(": ")
    return Check(name, False, True, found, remedy)
