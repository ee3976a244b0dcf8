"""Furiten: when a ready hand may win only on its own draw. S001-30"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.tiles import SeenTile, Tile, plain


def furiten_reason(
    waits: Collection[Tile],
    own_discards: Iterable[SeenTile],
    passed_since_own_draw: Iterable[SeenTile] = (),
    passed_since_riichi: Iterable[SeenTile] = (),
) -> str | None:
    """Why a hand with `waits` may not win on a discard, or None.

    ``own_discard``: a tile that would win lies (or lay) in its own river, claimed tiles included.
    ``passed``: another's winning tile was let go by since the last own draw.
    ``passed_after_riichi``: the same since riichi was declared; it lasts to the end of the deal."""
    wanted = set(map(plain, waits))
    for reason, tiles in (
        ("own_discard", own_discards),
        ("passed_after_riichi", passed_since_riichi),
        ("passed", passed_since_own_draw),
    ):
        if any(tile is not None and plain(tile) in wanted for tile in tiles):
            return reason
    return None
