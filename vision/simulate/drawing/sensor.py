"""What lamp and sensor add from frame to frame: drift, mains flicker, noise, JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.observation import Picture
from vision.simulate.chance import chance
from vision.simulate.settings import TwinSettings

MAINS_HZ = 50.0


class Sensor:
    """Takes lit pictures as a real sensor would; keeps one large field of noise to cut each frame's from."""

    def __init__(self, settings: TwinSettings, seed: int) -> None:
        self._light = settings.light
        self._seed = seed
        width, height = settings.view.size
        rng = chance(seed, "sensor")
        field = rng.normal(0, max(settings.light.noise, 1e-6), (height + 64, width + 64, 3))
        self._noise = np.clip(np.round(field), -127, 127).astype(np.int8)

    def taken(self, picture: Picture, number: int, at_s: float) -> Picture:
        """`picture` as frame `number`, taken at `at_s`."""
        gain = self._gain(at_s)
        if abs(gain - 1) > 1e-3:
            picture = cv2.convertScaleAbs(picture, alpha=gain)
        if self._light.noise > 0:
            picture = self._noisy(picture, number)
        if self._light.jpeg_quality < 100:
            coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._light.jpeg_quality])[1]
            return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
        return np.asarray(picture, dtype=np.uint8)

    def _gain(self, at_s: float) -> float:
        light = self._light
        # The exposure never quite fits the mains: the beat is slow and small.
        flicker = light.flicker * math.sin(2 * math.pi * at_s * (2 * MAINS_HZ - 99.7))
        drift = light.drift * math.sin(2 * math.pi * at_s / 71.0 + self._seed)
        return 1 + flicker + drift

    def _noisy(self, picture: Picture, number: int) -> Picture:
        rng = chance(self._seed, "frame", number)
        x, y = (int(value) for value in rng.integers(0, 64, 2))
        height, width = picture.shape[:2]
        patch = np.ascontiguousarray(self._noise[y : y + height, x : x + width])
        return np.asarray(cv2.add(picture, patch, dtype=cv2.CV_8U), dtype=np.uint8)
