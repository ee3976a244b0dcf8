"""gpiozero's mock pins, for what is attached to a Raspberry Pi."""

from contextlib import contextmanager

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin


@contextmanager
def mock_pins():
    """The factory of the pins that devices take meanwhile."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before
