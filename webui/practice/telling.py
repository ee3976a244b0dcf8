"""What the lessons say, in a language: notes as sentences with tiles, options as words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from engine.practice.lesson import Note, Picker, Task
from engine.practice.mistakes import NOBODY, NOTHING
from engine.practice.shown import Row, ShownTile
from engine.tiles import BACK, SeenTile, tile_text
from webui.words import Words

WINDS = frozenset({"wind", "seat", "side"})
"""Names of values that are a wind, 0 East to 3 North."""
TOPIC = "lesson"


def note_text(note: Note, words: Words) -> str:
    """The sentence of a note, its rule's number last."""
    text = words.say(
        f"{TOPIC}.{note.name}", **{name: said(name, value, words) for name, value in note.values}
    )
    return f"{text} ({note.rule})" if note.rule else text


def note_html(note: Note, words: Words, sprite: str) -> Markup:
    """The sentence with its tiles drawn behind it and the number of its rule."""
    text = words.say(
        f"{TOPIC}.{note.name}", **{name: said(name, value, words) for name, value in note.values}
    )
    parts = [escape(text)]
    if note.tiles:
        drawn = Markup("").join(tile_html(ShownTile(tile), words, sprite) for tile in note.tiles)
        parts.append(Markup('<span class="tiles">{}</span>').format(drawn))
    if note.rule:
        parts.append(Markup('<span class="rule">{}</span>').format(note.rule))
    return Markup(" ").join(parts)


def said(name: str, value: object, words: Words) -> object:
    """A value as it is said: winds, tiles, faults and notes by their names, all else as it is."""
    if isinstance(value, Note):
        return note_text(value, words)
    if name in WINDS and isinstance(value, int):
        return words[f"wind.{value}"]
    if name == "tile":
        return words[f"tile.{tile_text(value)}"] if value is None or isinstance(value, str) else value
    if name in ("fault", "kind"):
        return words[f"{name}.{value}"]
    return value


def option_text(picker: Picker, option: str, words: Words) -> str:
    """How an option is called."""
    if option in (NOBODY, NOTHING):
        return words[f"option.{option}"]
    match picker.kind:
        case "wind":
            return words[f"wind.{option}"]
        case "tile":
            return words[f"tile.{option}"]
        case "fault":
            return words[f"fault.{option}"]
        case "word":
            return words[f"option.{option}"]
        case "number":
            return option


def right_text(task: Task, picks: Sequence[str], words: Words) -> str:
    """The right picks in words: ``South 15``."""
    said = (option_text(picker, pick, words) for picker, pick in zip(task.pickers, picks, strict=False))
    return " · ".join(said)


def tile_html(tile: ShownTile, words: Words, sprite: str) -> Markup:
    """One tile, drawn from the sprite; turned, face down and doubtful as it is."""
    kinds = ["tile"] + ["turned"] * tile.turned + ["apart"] * tile.apart + ["doubtful"] * tile.is_doubtful
    face = BACK if tile.face_down else tile_text(tile.tile)
    if tile.face_down or tile.tile is None:
        kinds.append("back" if tile.face_down else "unread")
        name = words["practice.back"] if tile.face_down else words["tile.?"]
        mark = "" if tile.face_down else "?"
        return Markup('<span class="{}" role="img" aria-label="{}">{}</span>').format(
            " ".join(kinds), name, mark
        )
    drawing = Markup('<svg aria-hidden="true"><use href="{}#tile-{}"/></svg>').format(sprite, face)
    return Markup('<span class="{}" role="img" aria-label="{}">{}</span>').format(
        " ".join(kinds), words[f"tile.{face}"], drawing
    )


def rows_html(rows: Iterable[Row], words: Words, sprite: str) -> Markup:
    """Rows of tiles, one below the other."""
    lines = (Markup("").join(tile_html(tile, words, sprite) for tile in row) for row in rows)
    return Markup("").join(Markup('<div class="row">{}</div>').format(line) for line in lines)


def tiles_html(tiles: Iterable[SeenTile], words: Words, sprite: str) -> Markup:
    """Upright tiles in a line of text."""
    drawn = Markup("").join(tile_html(ShownTile(tile), words, sprite) for tile in tiles)
    return Markup('<span class="tiles">{}</span>').format(drawn)
