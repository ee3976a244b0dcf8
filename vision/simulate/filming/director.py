"""Turns the events of a deal into acts of hands with their times, as people at a table would do them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.play_order import next_seat, seats_of
from engine.table.state import GameState
from vision.observation import Point
from vision.simulate.chance import chance
from vision.simulate.filming.film import Act, Film
from vision.simulate.filming.handled import (
    dice_middle,
    in_hand,
    is_stack,
    missing,
    not_taken_yet,
    picked,
    rolling,
    seat_point,
    side_drawn_from,
    throwing,
    with_turned,
)
from vision.simulate.filming.machine import raising
from vision.simulate.filming.timing import times_of, varied
from vision.simulate.mixing import building_scenes, stirred_scene
from vision.simulate.playing.dealing import dealing_states
from vision.simulate.poses import Scene, middle
from vision.simulate.scene import scene_of
from vision.simulate.settings import TwinSettings

OPENING_S = 3.0
"""The built wall, before the first throw."""
LEAST_MIXING_S = 5.0
"""How long tiles are stirred between two deals at least."""
PAYING_S = 4.0
"""People show, count and pay before they mix the tiles again."""
CLOSING_S = 4.0
LEAST_CALM_S = 0.65
"""Between a discard's hand being gone and the claim of it."""
BETWEEN_BLOCKS_S = 0.25
Timed = tuple[float, Event]


def film_of(
    rules: Ruleset,
    events: Iterable[Event],
    settings: TwinSettings,
    seed: int = 0,
    dealer: int = 0,
    misplaced: Mapping[int, int] | None = None,
    instead: Mapping[int, int] | None = None,
) -> tuple[Film, tuple[Timed, ...]]:
    """The film of a deal, and when each of its events was done: the moment its last tile was let go.

    `events` hold every face that comes to lie face up. `misplaced` and `instead` are a mistake's
    (`vision.simulate.playing.mistakes.Planted`): a set's tile turned that should not be, and acts taken back.
    """
    director = Director(new_table(rules, dealer), settings, seed)
    befores = []
    for number, event in enumerate(events):
        befores.append(director.state)
        if instead and number in instead:
            director.take_back(event, befores[instead[number]])
            continue
        director.play(event, misplaced.get(number) if misplaced else None)
    return director.film()


class Director:
    """Walks through the events of a deal, giving each its acts; keeps the state, the clock and the acts."""

    def __init__(self, state: GameState, settings: TwinSettings, seed: int) -> None:
        self.state = state
        self._settings, self._seed = settings, seed
        self._rng = chance(seed, "director")
        self._first: Scene | None = None
        self._sides_pushed: frozenset[Seat] = frozenset()
        self._scene = self._lay(state)
        self._free_s = OPENING_S
        """When the last hand was gone."""
        self._laid_s = 0.0
        self._acts: list[Act] = []
        self._timed: list[Timed] = []

    def play(self, event: Event, turned: int | None = None) -> None:
        """Adds one event. `turned`: the tile of the set it lays that is turned, when it is the wrong one."""
        before = self.state
        after = apply(before, event)
        if turned is not None and isinstance(event, ChowClaimed | PungClaimed | KongClaimed):
            after = with_turned(after, event.seat, turned)
        match event:
            case DiceRolled():
                self._throw(event, after)
            case WallBroken():
                self._break(before, event, after)
            case HandsDealt():
                self._deal(before, after)
            case TileDrawn():
                self._push(before, after)
                self._move(event.seat, self._lay(after))
            case FlowerDeclared() | TileDiscarded() | KongDeclared():
                self._move(event.seat, self._lay(after))
            case ChowClaimed() | PungClaimed() | KongClaimed():
                self._claim(event, after)
            case DoraRevealed():
                self._turn_over(after)
            case Won():
                self._win(event, after)
            case DealDrawn(hands=hands) if hands:
                self._show_hands(after)
            case WallBuilt() if self._acts or self._settings.pace.mixing_s > 0:
                build = self._raise_walls if self._settings.places.console_mm else self._mix_and_build
                build(after)
            case DealStarted() if self._acts:
                self._seed, self._sides_pushed = self._seed + 1, frozenset()
            case _:
                self._at_once(after)
        self.state = after
        laid_s = round(self._laid_s, 3)
        if isinstance(event, TileDiscarded) and self._timed and isinstance(self._timed[-1][1], DeclaredReady):
            self._timed[-1] = laid_s, self._timed[-1][1]  # it shows with the tile laid turned
        self._timed.append((laid_s, event))
        if isinstance(event, TileDiscarded) and self._rng.random() < self._settings.pace.fidget_share:
            self._fidget(next_seat(after.rules, event.seat, 2))

    def take_back(self, event: Event, before: GameState) -> None:
        """What was done since `before` is undone by hand, and `event` done in its place."""
        self._move(self.state.last_discard or 0, self._lay(before))
        self.state = before
        self.play(event)

    def film(self) -> tuple[Film, tuple[Timed, ...]]:
        """All of it so far."""
        film = Film(self._first or self._scene, tuple(self._acts), self._free_s + CLOSING_S, self._settings)
        has_dice = self._settings.places.console_dice != "none"
        return film, tuple(each for each in self._timed if has_dice or not isinstance(each[1], DiceRolled))

    def _at_once(self, after: GameState) -> None:
        """Something said or decided: nobody's hand moves."""
        scene = self._lay(after)
        self._first, self._scene = self._first if self._acts else scene, scene

    def _mix_and_build(self, after: GameState) -> None:
        """All hands stir the tiles at once, then push them into walls, six stacks at a time (S004-24)."""
        if self._first is None:
            self._first = self._scene = stirred_scene(after.rules, self._settings, self._seed, 0)
            self._free_s = 1.0
        else:
            self._free_s += PAYING_S
        step, until_s = 0, self._free_s + max(self._settings.pace.mixing_s, LEAST_MIXING_S)
        while self._free_s < until_s:
            step += 1
            scene = stirred_scene(after.rules, self._settings, self._seed, step)
            acts = [self._stir(seat, scene) for seat in seats_of(after.rules)]
            self._acts += acts
            self._scene, self._free_s = scene, max(act.gone_s for act in acts)
        for seat, scene in building_scenes(after.rules, self._settings, self._seed):
            spot = seat_point(seat, (0.0, -250.0))
            self._add(replace(self._act(seat, spot, spot, self._scene, scene, 0.15), both_arms=True))
        self._scene = self._lay(after)

    def _raise_walls(self, after: GameState) -> None:
        walls, pace = self._lay(after), self._settings.pace
        self._scene = self._scene if self._acts else replace(walls, tiles=())
        for act in raising(self._scene, walls, self._free_s + PAYING_S * bool(self._acts), pace, self._rng):
            self._add(act)

    def _stir(self, seat: int, scene: Scene) -> Act:
        out, aside = float(self._rng.uniform(120, 260)), float(self._rng.uniform(-60, 60))
        here, there = seat_point(seat, (aside, -out)), seat_point(seat, (-out / 3, aside))
        return replace(self._act(seat, here, there, self._scene, scene, 0.0), both_arms=True)

    def _throw(self, event: DiceRolled, after: GameState) -> None:
        scene = self._lay(after)
        spot, there, between, room = throwing(self._scene, event.seat, self._settings)
        act = self._act(event.seat, spot, there, between, scene)
        lay_s, is_rolling = act.lay_s + 0.6, rolling(scene, room, self._rng)
        self._add(replace(act, lay_s=lay_s, gone_s=lay_s + 0.25, rolling=is_rolling))

    def _break(self, before: GameState, event: WallBroken, after: GameState) -> None:
        """The gap is opened while the dice still lie in the middle; then the dealer puts them aside."""
        apart = self._lay(replace(before, wall=after.wall))
        gap = [pose.centre_mm for pose in apart.tiles if is_stack(pose, event.side, event.after_stack)]
        spot = middle(gap or [(0.0, 0.0)])
        self._add(self._act(event.side, spot, spot, self._scene, apart))
        aside, done_s = self._lay(after), self._laid_s
        here, there = dice_middle(apart), dice_middle(aside)
        if here and there and here != there:
            self._add(self._act(after.dealer, here, there, replace(apart, dice=()), aside))
        self._laid_s = done_s

    def _deal(self, before: GameState, after: GameState) -> None:
        for number, (seat, state) in enumerate(dealing_states(before, after)):
            pause = None if number == 0 else varied(BETWEEN_BLOCKS_S, self._settings.pace, self._rng)
            self._move(seat, self._lay(state), pause)
        self._scene = self._lay(after)

    def _push(self, before: GameState, after: GameState) -> None:
        """Who sits before the side that is drawn from next pushes it to the others."""
        side, habits = side_drawn_from(before, after), self._settings.habits
        if side is None or side in self._sides_pushed or not (habits.push_deg or habits.push_mm):
            return
        self._sides_pushed |= {side}
        scene = self._lay(before)
        spot = middle([pose.centre_mm for pose in scene.tiles if pose.zone == f"wall:{side}"])
        self._add(replace(self._act(side, spot, spot, self._scene, scene, 0.15), both_arms=True))

    def _claim(self, event: ChowClaimed | PungClaimed | KongClaimed, after: GameState) -> None:
        """Own tiles first, then the claimed one, rotated (S004-69)."""
        scene = self._lay(after)
        meld_number = len(after.seats[event.seat].melds) - 1
        index = after.seats[event.seat].melds[meld_number].claimed_index
        claimed = [pose for pose in scene.tiles if pose.key == f"melds:{event.seat}:{meld_number}:{index}"]
        shown = not_taken_yet(self._scene, scene, event.giver, claimed)
        wait = self._laid_s + self._settings.pace.claim_s - self._free_s
        self._move(event.seat, shown, max(varied(wait, self._settings.pace, self._rng), LEAST_CALM_S))
        self._move(event.seat, scene, 0.05)

    def _fidget(self, seat: int) -> None:
        """Somebody reaches out and touches nothing."""
        spot = seat_point(seat, (float(self._rng.uniform(-120, 120)), float(self._rng.uniform(-230, -90))))
        laid_s = self._laid_s
        self._add(self._act(seat, spot, spot, self._scene, self._scene))
        self._laid_s = laid_s

    def _turn_over(self, after: GameState) -> None:
        scene = self._lay(after)
        spot = middle([p.centre_mm for p in scene.tiles if p.lies == "face_up" and p.zone[:4] == "wall"])
        self._add(self._act(after.turn, spot, spot, self._scene, scene))

    def _win(self, event: Won, after: GameState) -> None:
        """The standing tiles are laid open, then the winning tile is added (S004-70)."""
        scene = self._lay(after)
        revealed = [pose for pose in scene.tiles if pose.zone == f"revealed:{event.seat}"]
        spot = middle([pose.centre_mm for pose in revealed])
        if event.giver is None:
            self._add(replace(self._act(event.seat, spot, spot, self._scene, scene), both_arms=True))
            return
        shown = not_taken_yet(self._scene, scene, event.giver, revealed[-1:])
        wait = self._laid_s + self._settings.pace.claim_s - self._free_s
        act = self._act(event.seat, spot, spot, self._scene, shown, max(wait, LEAST_CALM_S))
        self._add(replace(act, both_arms=True))
        self._move(event.seat, scene, 0.05)

    def _show_hands(self, after: GameState) -> None:
        """Hands are laid open at a draw, East first: those that are ready (S001-67), or the cause of it."""
        for number, seat in enumerate(order := sorted(after.shown_at_end or (), key=after.seat_wind), 1):
            scene = self._lay(replace(after, shown_at_end=tuple(order[:number])))
            spot = middle([pose.centre_mm for pose in scene.tiles if pose.zone == f"revealed:{seat}"])
            self._add(replace(self._act(seat, spot, spot, self._scene, scene), both_arms=True))

    def _move(self, seat: int, scene: Scene, pause_s: float | None = None) -> None:
        """Tiles go from where they vanish to where they appear, in `seat`'s hand."""
        gone, new = missing(self._scene, scene), missing(scene, self._scene)
        between = replace(scene, tiles=tuple(pose for pose in scene.tiles if pose not in new))
        pick = picked(self._scene, seat, gone, new, self._rng)
        lay = middle([pose.centre_mm for pose in new] or [pick])
        act = self._act(seat, pick, lay, between, scene, pause_s)
        self._add(replace(act, carried=in_hand(new, gone)))

    def _act(
        self, seat: int, pick: Point, lay: Point, between: Scene, after: Scene, pause_s: float | None = None
    ) -> Act:
        pace = self._settings.pace
        pause = varied(pace.calm_s, pace, self._rng) if pause_s is None else pause_s
        times = times_of(self._free_s + pause, pick, lay, pace, self._rng)
        return Act(seat, times.start_s, times.pick_s, times.lay_s, times.gone_s, pick, lay, between, after)

    def _add(self, act: Act) -> None:
        self._first = self._first or self._scene
        self._acts.append(act)
        self._scene, self._laid_s, self._free_s = act.after, act.lay_s, act.gone_s

    def _lay(self, state: GameState) -> Scene:
        return scene_of(state, self._settings, self._seed, self._sides_pushed)
