"""The set-up: eight steps from a bare machine to the first deal, each of which can be opened again later."""

from webui.setup.blueprint import setup

# Each of these adds its pages to the blueprint.
from webui.setup import at_camera, begin, calibration, people, rules, tiles  # isort: skip  # noqa: F401

__all__ = ["setup"]
