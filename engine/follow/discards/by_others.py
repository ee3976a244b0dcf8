"""Acts told of one player that others did: whose the discards in the middle are shows late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.follow.discards.acting import Acted
from engine.follow.weigh.history import Act, History
from engine.table.apply import apply
from engine.table.events import ChowClaimed, Event, KongClaimed, PungClaimed, TileDiscarded, TileDrawn, Won
from engine.table.expected import expected

CLAIMS = ChowClaimed, PungClaimed, KongClaimed, Won


def by_others(histories: Sequence[History], acted: Acted, at_s: float) -> tuple[History, ...]:
    """The histories as others have acted; those that know of other discards are given up, unless all do. A
    draw that a history does not know of is one at `at_s`."""
    found = (_by_others(each, acted, at_s) for each in histories)
    return tuple(each for each in found if each is not None) or tuple(histories)


def _by_others(history: History, acted: Acted, at_s: float) -> History | None:
    acts = acts_of_others(history.acts, acted)
    if acts is None:
        return None
    if acted.by is not None and not (acts and isinstance(acts[-1].event, TileDrawn)):
        acts = (*acts, Act(TileDrawn(acted.by), at_s, "followed"))
    state = history.begun
    for event in (event for act in acts for event in (act.event, *act.follows)):
        state = apply(state, event)
    return replace(history, state=state, predicted=expected(state), acts=acts, old=0, aged=None)


def acts_of_others(acts: Sequence[Act], acted: Acted) -> tuple[Act, ...] | None:
    """`acts` as others have acted: the last discards, the draw before each, the newest draw, and of whom the
    last discard is claimed. None where other discards stand among them."""
    found, left, by = list(acts), list(acted.moved), acted.by
    for place in reversed(range(len(found))):
        event = found[place].event
        other: Event
        if isinstance(event, TileDiscarded):
            if not left:
                break
            was, by = left.pop()
            if was != event.seat:
                return None
            other = replace(event, seat=by)
        elif isinstance(event, TileDrawn) and by is not None:
            other, by = replace(event, seat=by), None
        elif isinstance(event, TileDrawn) and place == len(found) - 1 and left:
            del found[place]  # of who would have been in turn
            continue
        elif place == len(found) - 1 and left and isinstance(event, CLAIMS) and event.giver == left[-1][0]:
            other = replace(event, giver=left[-1][1])
        else:
            break
        # That a tile was drawn may have been seen; who drew it is concluded.
        found[place] = replace(found[place], event=other, how="followed", follows=())
    return None if left else tuple(found)
