"""Table time in which people do all sorts of things and nothing happens in the game: nothing must be told.

A deal is played for a while (but for `shuffling`), then for some minutes only this goes on::

    shuffling     tiles are stirred by all hands         covered      something lies on the lens now and then
    hands         arms reach out and touch nothing       cups         cups are taken up and put elsewhere
    lamp          a second lamp is switched on and off   straightened rows are pushed straight, tile by tile
    bump          the camera is knocked, and stays so
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import Event, Seat, TileDiscarded
from engine.table.play_order import seats_of
from vision.observation import Point, VisionError
from vision.simulate.filming.director import Director, Timed
from vision.simulate.filming.disturb import Disturbance, Kind
from vision.simulate.filming.film import Film
from vision.simulate.mixing import stirred_scene
from vision.simulate.playing.play import play_deal
from vision.simulate.poses import Scene, TilePose, moved
from vision.simulate.settings import TwinSettings

DISCARDS = 14
"""Of the deal before."""
USUAL_S = 300.0
PUSHED_MM, PUSHED_DEG = 2.0, 1.5
"""How far a tile goes, usually, when its row is pushed straight."""
CUP_SPOTS: tuple[Point, ...] = ((-272.0, -388.0), (-300.0, -352.0), (-252.0, -402.0), (-318.0, -396.0))
"""Where a cup may stand, at seat 0's place: left of the hand."""


@dataclass(frozen=True, slots=True)
class Control:
    """The film, its events with their times (those of the deal before), what is done to the camera, and what
    is played `later`, when all of it is over."""

    film: Film
    timed: tuple[Timed, ...]
    disturbances: tuple[Disturbance, ...] = ()
    later: tuple[Timed, ...] = ()


def control_of(
    rules: Ruleset,
    name: str,
    settings: TwinSettings,
    seed: int = 0,
    seconds: float = USUAL_S,
    dealer: Seat = 0,
    moves: int = 0,
) -> Control:
    """`seconds` of that control, and then so many events of the deal. VisionError names what there is."""
    if name not in CONTROLS:
        raise VisionError(f"no control {name!r}; there are {', '.join(CONTROLS)}")
    settings = replace(settings, cups=0) if name == "cups" else settings
    idling = Idling(rules, settings, seed, dealer)
    events = _before(rules, seed, dealer) if name != "shuffling" else ()
    for event in events:
        idling.play(event)
    starts_s = idling.now_s
    disturbances = tuple(CONTROLS[name](idling, starts_s, starts_s + seconds))
    for event in play_deal(rules, seed, dealer)[len(events) : len(events) + moves] if events else ():
        idling.play(event)
    film, timed = idling.film()
    ends_s = film.ends_s if moves else starts_s + seconds
    known = len(events)
    return Control(replace(film, ends_s=ends_s), timed[:known], disturbances, timed[known:])


def _before(rules: Ruleset, seed: int, dealer: Seat) -> tuple[Event, ...]:
    """A deal up to one of its discards, after which nobody claims."""
    events = play_deal(rules, seed, dealer)
    ends = [number for number, event in enumerate(events, start=1) if isinstance(event, TileDiscarded)]
    quiet = [end for end in ends if end < len(events) and type(events[end]).__name__ == "TileDrawn"]
    return events[: [end for end in quiet if end <= ends[min(DISCARDS, len(ends) - 1)]][-1]]


class Idling(Director):
    """Goes on after the last event with hands that do nothing that counts."""

    def __init__(self, rules: Ruleset, settings: TwinSettings, seed: int, dealer: Seat) -> None:
        super().__init__(new_table(rules, dealer), settings, seed)

    @property
    def now_s(self) -> float:
        """When the last hand was gone."""
        return self._free_s

    def shuffle(self, first_s: float, last_s: float) -> tuple[Disturbance, ...]:
        """All hands stir the tiles, with pauses."""
        step = 0
        self._first = self._scene = stirred_scene(self.state.rules, self._settings, self._seed, 0)
        while self._free_s < last_s:
            step += 1
            scene = stirred_scene(self.state.rules, self._settings, self._seed, step)
            for seat in seats_of(self.state.rules):
                self._acts.append(self._stir(seat, scene))
            self._scene = scene
            self._free_s = max(act.gone_s for act in self._acts) + (3.0 if step % 12 == 0 else 0.0)
        return ()

    def wave(self, first_s: float, last_s: float) -> tuple[Disturbance, ...]:
        """Hands come and go over any part of the table."""
        while self._free_s < last_s:
            seat = int(self._rng.integers(self.state.rules.seats))
            x, y = float(self._rng.uniform(-220, 220)), float(self._rng.uniform(-320, 60))
            here = moved((0.0, 0.0), (x, y), 90.0 * seat)
            there = (here[0] + float(self._rng.uniform(-90, 90)), here[1] + float(self._rng.uniform(-90, 90)))
            act = self._act(seat, here, there, self._scene, self._scene, float(self._rng.uniform(0.2, 2.5)))
            self._add(replace(act, both_arms=bool(self._rng.random() < 0.2)))
        return ()

    def straighten(self, first_s: float, last_s: float) -> tuple[Disturbance, ...]:
        """Every few seconds one row is pushed: a river, a hand, a wall, melds."""
        while self._free_s < last_s:
            seat = int(self._rng.integers(self.state.rules.seats))
            zone = f"{('river', 'standing', 'wall', 'melds')[int(self._rng.integers(4))]}:{seat}"
            row = [pose for pose in self._scene.tiles if pose.zone == zone]
            if row:
                scene = self._pushed(zone)
                ends = row[0].centre_mm, row[-1].centre_mm
                self._add(self._act(seat, *ends, self._scene, scene, float(self._rng.uniform(1.0, 4.0))))
        return ()

    def _pushed(self, zone: str) -> Scene:
        """The row a little straighter or more crooked; the two tiles of a stack move together."""
        shifts: dict[str, tuple[float, float, float]] = {}

        def pushed(pose: TilePose) -> TilePose:
            if pose.zone != zone:
                return pose
            stack = pose.key.rsplit(":", 1)[0] if zone[:4] == "wall" else pose.key
            drawn = self._rng.normal(0, 1, 3).clip(-1.5, 1.5).tolist()
            x, y, turn = shifts.setdefault(stack, (drawn[0], drawn[1], drawn[2]))
            small = 0.3 if zone[:4] == "wall" else 0.6
            centre = (pose.centre_mm[0] + x * small, pose.centre_mm[1] + y * PUSHED_MM * small)
            return replace(pose, centre_mm=centre, angle_deg=pose.angle_deg + turn * PUSHED_DEG * small)

        return replace(self._scene, tiles=tuple(map(pushed, self._scene.tiles)))

    def move_cups(self, first_s: float, last_s: float) -> tuple[Disturbance, ...]:
        """Every seat drinks: its cup is taken up and put down elsewhere."""
        spots = {seat: moved((0.0, 0.0), CUP_SPOTS[0], 90.0 * seat) for seat in seats_of(self.state.rules)}
        self._scene = replace(self._scene, cups=tuple(spots.values()))
        while self._free_s < last_s:
            seat = int(self._rng.integers(self.state.rules.seats))
            there = moved((0.0, 0.0), CUP_SPOTS[int(self._rng.integers(len(CUP_SPOTS)))], 90.0 * seat)
            without = tuple(spot for each, spot in spots.items() if each != seat)
            between = replace(self._scene, cups=without)
            here, spots[seat] = spots[seat], there
            after = replace(self._scene, cups=tuple(spots.values()))
            pause_s = float(self._rng.uniform(0.5, 4.0))
            act = self._act(seat, here, there, between, after, pause_s)
            self._add(act)
        return ()

    def stay(self, last_s: float) -> None:
        """Nobody moves until then."""
        self._free_s = max(self._free_s, last_s)


def _lamp(idling: Idling, first_s: float, last_s: float) -> tuple[Disturbance, ...]:
    idling.stay(last_s)
    return _now_and_then("lamp", first_s, last_s, 40.0, 17.0)


def _bump(idling: Idling, first_s: float, last_s: float) -> tuple[Disturbance, ...]:
    idling.stay(last_s)
    return (Disturbance("nudge", first_s + 20.0),)


def _cover(idling: Idling, first_s: float, last_s: float) -> tuple[Disturbance, ...]:
    idling.stay(last_s)
    return _now_and_then("cover", first_s, last_s, 60.0, 12.0)


def _now_and_then(
    kind: Kind, first_s: float, last_s: float, every_s: float, lasts_s: float
) -> tuple[Disturbance, ...]:
    times = (first_s + 10.0 + number * every_s for number in range(int((last_s - first_s) / every_s) + 1))
    return tuple(Disturbance(kind, at_s, at_s + lasts_s) for at_s in times)


CONTROLS: Mapping[str, Callable[[Idling, float, float], tuple[Disturbance, ...]]] = {
    "shuffling": Idling.shuffle,
    "hands": Idling.wave,
    "lamp": _lamp,
    "bump": _bump,
    "covered": _cover,
    "cups": Idling.move_cups,
    "straightened": Idling.straighten,
}
"""What may go on, by name."""
