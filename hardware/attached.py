"""What hangs on the machine beside the camera: a speaker, up to three buttons, a light. All may be absent.

Each is told as NAME=VALUE: ``speaker=ja``, ``confirm=17``, ``referee=27``, ``undo=22``, ``light=5,6,13``. The
numbers are the Raspberry Pi's GPIO numbers (BCM); a light has one, or three for red, green and blue.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from hardware.camera import HardwareError

BUTTONS = ("confirm", "referee", "undo")
MOST_GPIO = 27
BOUNCE_S = 0.05
State = Literal["watching", "doubtful", "blind", "referee", "off"]
"""What the light tells: all is seen; something waits for a person; nothing is seen; the referee is called."""
COLOURS: Mapping[State, tuple[float, float, float]] = {
    "watching": (0, 1, 0),
    "doubtful": (1, 0.5, 0),
    "blind": (1, 0, 0),
    "referee": (0, 0, 1),
    "off": (0, 0, 0),
}
"""Red, green, blue, 0 to 1. What also blinks tells itself to those who see no colours."""
BLINKS_S: Mapping[State, tuple[float, float]] = {
    "doubtful": (1.0, 1.0),
    "blind": (0.25, 0.25),
    "referee": (0.6, 0.2),
}
ABSENT = (
    "gpiozero does not load ({wrong}): `sudo apt install python3-gpiozero python3-lgpio`, or "
    "pip install 'jantaku[pi]'"
)


@dataclass(frozen=True, slots=True)
class Attached:
    """`speaks`: the language of the speaker, "" for none; `buttons`: GPIO by what it does; `light`: none, one
    or three GPIO."""

    speaks: str = ""
    buttons: Mapping[str, int] = field(default_factory=dict)
    light: tuple[int, ...] = ()

    @property
    def needs_gpio(self) -> bool:
        """Whether any of it hangs on the pins."""
        return bool(self.buttons or self.light)


def parse_attached(options: Sequence[str]) -> Attached:
    """From NAME=VALUE each; HardwareError says which is wrong and what was expected."""
    speaks, buttons, light, used = "", dict[str, int](), tuple[int, ...](), set[int]()
    for each in options:
        name, _, value = each.partition("=")
        if name == "speaker":
            speaks = value or "en"
            continue
        pins = _pins(each, value, used)
        if name in BUTTONS and len(pins) == 1:
            buttons[name] = pins[0]
        elif name == "light" and len(pins) in (1, 3):
            light = pins
        else:
            raise HardwareError(
                f"{each}: expected speaker=LANGUAGE, confirm=GPIO, referee=GPIO, undo=GPIO, light=GPIO or "
                "light=RED,GREEN,BLUE"
            )
    return Attached(speaks, buttons, light)


def _pins(each: str, value: str, used: set[int]) -> tuple[int, ...]:
    if not all(part.isascii() and part.isdigit() and int(part) <= MOST_GPIO for part in value.split(",")):
        raise HardwareError(f"{each}: a GPIO is a number from 0 to {MOST_GPIO}, got {value!r}")
    pins = tuple(int(part) for part in value.split(","))
    if len(set(pins)) < len(pins) or used & set(pins):
        raise HardwareError(f"{each}: each GPIO may be used once")
    used.update(pins)
    return pins


def load_gpiozero() -> Any:
    """The library; HardwareError when it cannot be imported."""
    try:
        return importlib.import_module("gpiozero")
    except Exception as wrong:
        raise HardwareError(ABSENT.format(wrong=wrong)) from wrong


class Light:
    """One lamp, or one of three colours; dark without pins."""

    def __init__(self, pins: Sequence[int]) -> None:
        self._lamp: Any = None
        self._state: State = "off"
        if pins:
            library = load_gpiozero()
            self._lamp = _opened(partial(library.LED if len(pins) == 1 else library.RGBLED, *pins))
        self._is_coloured = len(pins) == 3

    def show(self, state: State) -> None:
        """Tells `state` until it is told another."""
        if self._lamp is None or state == self._state:
            return
        self._state = state
        on_s, off_s = BLINKS_S.get(state, (0.0, 0.0))
        if on_s and self._is_coloured:
            self._lamp.blink(on_s, off_s, on_color=COLOURS[state])
        elif on_s:
            self._lamp.blink(on_s, off_s)
        elif self._is_coloured:
            self._lamp.color = COLOURS[state]
        else:
            (self._lamp.on if any(COLOURS[state]) else self._lamp.off)()

    def close(self) -> None:
        """Dark; gives the pins back."""
        if self._lamp is not None:
            self._lamp.close()


class Buttons:
    """Buttons between a GPIO and ground; `pressed` is called with the button's name, in gpiozero's thread."""

    def __init__(self, pins: Mapping[str, int], pressed: Callable[[str], None]) -> None:
        self._buttons: list[Any] = []
        for name, pin in pins.items():
            library = load_gpiozero()
            button = _opened(partial(library.Button, pin, bounce_time=BOUNCE_S))
            button.when_pressed = partial(pressed, name)
            self._buttons.append(button)

    def close(self) -> None:
        """Gives the pins back."""
        for button in self._buttons:
            button.close()


def _opened(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except Exception as wrong:
        first = (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
        raise HardwareError(
            f"the GPIO pins cannot be used ({first}): on a Raspberry Pi "
            "`sudo apt install python3-lgpio`, and the user must be in the group gpio"
        ) from wrong
