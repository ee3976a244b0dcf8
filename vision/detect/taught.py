"""Teaching a set: what its faces look like to the reader, learnt from a few pictures of it.

The reader tells faces it was trained on, and gives every crop an embedding besides: crops of one face of one
set lie close together, known face or not. A taught set keeps a few crops of each of its faces; what is read
later and lies very close to one of them is read as that face. So strange dragons are read right, and
flowers, which have nothing in common from one set to the next, are read by number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, same_face
from vision.detect.networks import Settings
from vision.detect.read import Read
from vision.observation import Corners, Picture, VisionError

CLOSE = 0.75
"""Cosine between a crop and the mean of a taught face from which on they may be the same face."""
GAIN = 60.0
"""What each unit above that adds to the logarithm of the face's chance; 0.1 closer is e^6 times likelier."""
LEAST_CHANCE = 1e-3
"""A taught face is never held for less likely than this before it is compared."""
MOST_CROPS = 4
"""Crops kept of each face; the newest push out the oldest."""
LOOKS = 8
"""Each crop is learnt as it is and in seven slightly other lights and places."""
ONE_WAY = 0.6
"""How far most tiles must agree (1: all) on where up is."""
LEAST_TELLING = 6
ALIKE = 0.93
"""From this median cosine of the faces seen to a set's nearest ones the table is played with that set."""


class Embeds(Protocol):
    """A reader, as far as it tells which crops look alike."""

    fingerprint: str

    def run(self, crops: NDArray[np.uint8], /) -> list[NDArray[np.float32]]:
        """All its answers for crops (n, 64, 48, 3), the third of them embeddings (n, 128)."""


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """One set. `crops`: (n, 64, 48, 3) as the reader takes them; `faces`: their n faces; `embeddings`:
    (n, 2, 128) of length 1, upright and upside down, made by the reader whose `fingerprint` this is."""

    name: str
    crops: NDArray[np.uint8]
    faces: tuple[str, ...]
    embeddings: NDArray[np.float32]
    fingerprint: str

    @property
    def known(self) -> tuple[str, ...]:
        """Its faces that were taught, in the usual order."""
        return tuple(face for face in ALL_FACES if face in self.faces)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A taught set ready for use: its faces (k), the mean embeddings of each (readers, k, 2, 128), upright
    and upside down, by the reader and by the one that glances, if there is one; and which of the readers'
    labels each face speaks for (k, labels), one or nought."""

    faces: tuple[str, ...]
    means: NDArray[np.float32]
    speaks_for: NDArray[np.float32]

    def nearness(self, reads: Sequence[Read]) -> NDArray[np.float32]:
        """(n, k): the cosine of what each of n shows to each face, whichever way up it is nearer.

        Nobody can know which way up a flower never seen before is.
        """
        embeddings = unit(np.stack([one.embedding for one in reads]))
        are_glanced = np.array([one.teller == "glance" for one in reads])
        near = np.empty((len(reads), len(self.faces)), np.float32)
        for own, means in zip((~are_glanced, are_glanced), self.means, strict=False):
            near[own] = (embeddings[own] @ means.transpose(1, 2, 0)).max(axis=0)
        return near

    def blended(self, reads: Sequence[Read]) -> NDArray[np.float32]:
        """(n, labels): the chances of n, at least one, moved towards the taught faces they are close to."""
        support = GAIN * np.maximum(self.nearness(reads) - CLOSE, 0)
        lift = (support[:, :, None] * self.speaks_for[None]).max(axis=1)
        logs = np.log(np.maximum([one.chances for one in reads], LEAST_CHANCE)) + lift
        grown = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def new_set(name: str, network: Embeds) -> TaughtSet:
    """A set of which nothing is known yet."""
    crops = np.empty((0, 64, 48, 3), np.uint8)
    return TaughtSet(name, crops, (), np.empty((0, 2, 128), np.float32), network.fingerprint)


def with_crops(
    taught: TaughtSet, network: Embeds, crops: NDArray[np.uint8], faces: Sequence[str]
) -> TaughtSet:
    """`taught` with more crops, (n, 64, 48, 3); of each face the newest `MOST_CROPS` are kept."""
    all_faces = (*taught.faces, *faces)
    all_crops = np.concatenate([taught.crops, crops])
    embeddings = np.concatenate([taught.embeddings, _embedded(network, crops)])
    seen: dict[str, int] = defaultdict(int)
    kept = []
    for number in reversed(range(len(all_faces))):
        seen[all_faces[number]] += 1
        if seen[all_faces[number]] <= MOST_CROPS:
            kept.append(number)
    kept.reverse()
    return TaughtSet(
        taught.name, all_crops[kept], tuple(all_faces[number] for number in kept), embeddings[kept],
        taught.fingerprint,
    )  # fmt: skip


def seen_by(taught: TaughtSet, network: Embeds) -> TaughtSet:
    """The same set as another reader sees it: after new networks its crops are learnt again."""
    if taught.fingerprint == network.fingerprint:
        return taught
    embeddings = _embedded(network, taught.crops)
    return TaughtSet(taught.name, taught.crops, taught.faces, embeddings, network.fingerprint)


def knowledge_of(taught: TaughtSet, settings: Settings, glanced: TaughtSet | None = None) -> Knowledge:
    """The set made ready for reading; `glanced`: the same set as the smaller reader sees it."""
    faces = taught.known
    seen = [taught.embeddings] if glanced is None else [taught.embeddings, glanced.embeddings]
    embeddings = np.stack(seen)
    means = np.zeros((len(seen), len(faces), *embeddings.shape[2:]), np.float32)
    speaks_for = np.zeros((len(faces), len(settings.labels)), np.float32)
    for place, face in enumerate(faces):
        own = [number for number, other in enumerate(taught.faces) if other == face]
        means[:, place] = unit(embeddings[:, own].mean(axis=1))
        for column, label in enumerate(settings.labels):
            # A red five not taught lies close to its plain one: the ink must tell them, not the teaching.
            untaught_twin = label in ALL_FACES and label not in faces and same_face(label, face)
            speaks_for[place, column] = float(label == face or untaught_twin)
    return Knowledge(faces, means, speaks_for)


def likeness(known: Knowledge, reads: Sequence[Read], settings: Settings) -> float:
    """How much the faces seen look like the set's own, -1 to 1; 0 where too few are seen."""
    # A face that no network has learnt is mostly taken for no mahjong face at all.
    telling = [one for one in reads if settings.labels[int(one.chances.argmax())] in (*ALL_FACES, "other")]
    if len(telling) < LEAST_TELLING:
        return 0.0
    return float(np.median(known.nearness(telling).max(axis=1)))


def best_of(
    choices: dict[str, Knowledge], reads: Sequence[Read], settings: Settings
) -> tuple[str, Knowledge] | None:
    """The taught set that what was read looks like most; None when it looks like none of them."""
    likest = max(choices, key=lambda name: likeness(choices[name], reads, settings), default=None)
    if likest is None or likeness(choices[likest], reads, settings) < ALIKE:
        return None
    return likest, choices[likest]


def reading_order(corners: Sequence[Corners]) -> list[int]:
    """The numbers of tiles in the order one reads them: line by line, as most of them stand upright."""
    if not corners:
        return []
    quads = np.array(corners, np.float64)
    down = (quads[:, 3] + quads[:, 2] - quads[:, 0] - quads[:, 1]) / 2
    heading = (down / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)).mean(axis=0)
    length = float(np.linalg.norm(heading))
    # Tiles whose direction nobody can tell point anywhere: then the picture's own top is up.
    heading = heading / length if length > ONE_WAY else np.array([0.0, 1.0])
    middles = quads.mean(axis=1)
    lower, righter = middles @ heading, middles @ np.array([heading[1], -heading[0]])
    height = float(np.median(np.linalg.norm(down, axis=1)))
    lines: list[list[int]] = []
    for number in np.argsort(lower, kind="stable").tolist():
        if not lines or lower[number] - lower[lines[-1][-1]] > height / 2:
            lines.append([])
        lines[-1].append(number)
    return [number for line in lines for number in sorted(line, key=lambda one: float(righter[one]))]


def check_faces(faces: Sequence[str]) -> None:
    """VisionError naming what is no face a set can have."""
    strange = [face for face in faces if face not in ALL_FACES]
    if strange:
        raise VisionError(f"{strange[0]!r} is no face of a set; expected such as 5m, 1p, 3z, 8f, 0s")


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each vector of (..., size), along the last axis, of length 1."""
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-6), np.float32)


def _embedded(network: Embeds, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Two embeddings a crop, (n, 2, 128), upright and upside down: the mean of several lights and places."""
    if not len(crops):
        return np.empty((0, 2, 128), np.float32)
    rng = np.random.default_rng(1)
    both = np.stack([crops, crops[:, ::-1, ::-1]], axis=1).reshape(-1, *crops.shape[1:])
    looks = [crop if look == 0 else _varied(crop, rng) for crop in both for look in range(LOOKS)]
    parts = [network.run(np.stack(looks[start : start + 256]))[2] for start in range(0, len(looks), 256)]
    return unit(unit(np.concatenate(parts)).reshape(len(crops), 2, LOOKS, -1).mean(axis=2))


def _varied(crop: Picture, rng: np.random.Generator) -> Picture:
    high, wide = crop.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.normal(0, 2.5), rng.uniform(0.94, 1.06))
    matrix[:, 2] += rng.normal(0, 1, 2)
    look = cv2.warpAffine(crop, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if rng.random() < 0.4:
        look = cv2.GaussianBlur(look, (0, 0), rng.uniform(0.3, 1.2))
    tint = rng.uniform(0.75, 1.2) * (1 + rng.normal(0, 0.03, 3))
    return np.asarray(np.clip(look * tint, 0, 255), np.uint8)
