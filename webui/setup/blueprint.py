"""What every step of the set-up has in common: its frame, its end, and who serves the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from engine.tiles import EngineError
from hardware.camera import HardwareError
from vision.camera.calibration import Calibration
from vision.observation import VisionError
from webui.access.roles import Role, access_of, role_of_visitor
from webui.app_key import AppKey
from webui.page.context import chosen_words
from webui.page.frame import framed
from webui.plan import Plan, keep_calibration
from webui.storage.settings import STEPS, Settings, Step

setup = Blueprint("setup", __name__, url_prefix="/setup")

Answer = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]
WRONG = (EngineError, HardwareError, VisionError)


class Serves(Protocol):
    """Who serves the table, as far as the set-up needs it: what is watched, and the way to change it."""

    plan: Plan

    def use(self, changed: Callable[[Settings], Settings], calibration: Calibration | None = None) -> None:
        """Serves by changed settings. One of `WRONG` when that does not work; all stays as it was."""

    def look_closer(self) -> None:
        """The camera's own picture is wanted often."""

    def forget_calibration(self) -> None:
        """From now on the markers on the table tell where the camera hangs."""


SERVING = AppKey[Serves | None]("serving")
"""None where nothing is watched, only pages answer (in a test)."""


@dataclass(frozen=True, slots=True)
class StepShown:
    """One step in the list of them."""

    name: Step
    number: int
    address: str
    is_done: bool
    is_here: bool


def serving_of() -> Serves | None:
    """Who serves the table; None where only its pages are."""
    return SERVING.of()


def steps_shown(here: Step | None = None) -> list[StepShown]:
    """All steps in their order."""
    waiting = access_of().settings.now.open_steps
    return [
        StepShown(step, number, url_for(f"setup.{step}"), step not in waiting, step == here)
        for number, step in enumerate(STEPS, 1)
    ]


def step_page(step: Step, problem: str = "", *, typed: Settings | None = None, **values: object) -> str:
    """The page of one step; `problem` is what was wrong with the answer just given, and `typed` the settings
    with that answer, so that it need not be given once more."""
    return framed(
        f"setup/{step}.html",
        steps=steps_shown(step),
        step=step,
        wrong=problem,
        settings=typed or access_of().settings.now,
        is_admin=role_of_visitor() >= Role.admin,
        **values,
    )


def save(step: Step, changed: Callable[[Settings], Settings]) -> Response:
    """Takes the answer of a step over where it changes nothing that is watched, and goes on."""
    access_of().settings.change(lambda now: changed(now).with_done(step))
    return go_on(step)


def serve_by(
    step: Step, changed: Callable[[Settings], Settings], calibration: Calibration | None = None
) -> Response:
    """Takes an answer over that changes what is watched or played, and goes on; one of `WRONG` when not.

    `calibration` is kept in the data folder, where there is one, in place of the one before."""
    serving, folder = serving_of(), access_of().folder
    if serving is None:
        if calibration is not None and folder is not None:
            keep_calibration(folder, calibration)
        return save(step, changed)
    serving.use(lambda now: changed(now).with_done(step), calibration)
    return go_on(step)


def is_skipped() -> bool:
    """Whether the person left this step for later."""
    return "skip" in request.form


def go_on(step: Step) -> Response:
    """To the next step still open after this one, else to the overview."""
    waiting = access_of().settings.now.open_steps
    later = [each for each in STEPS[STEPS.index(step) + 1 :] if each in waiting]
    return redirect(url_for(f"setup.{later[0]}") if later else url_for("setup.overview"), 303)


def asked_number(name: str, low: float, high: float) -> float | None:
    """A number of the form between `low` and `high`, in their unit; None when left empty.

    Raises EngineError when it is none.
    """
    text = request.form.get(name, "").strip().replace(",", ".")
    if not text:
        return None
    words = chosen_words()
    named = words.by_key.get(f"setup.{name}", name)
    problem = words.say("setup.number_wrong", name=named, low=f"{low:g}", high=f"{high:g}")
    try:
        number = float(text)
    except ValueError as wrong:
        raise EngineError(problem) from wrong
    if not low <= number <= high:
        raise EngineError(problem)
    return number
