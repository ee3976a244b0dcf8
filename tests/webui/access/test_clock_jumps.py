"""A clock that jumps ends no log-in and lengthens none."""

import pytest

from webui.access.logins import ABSOLUTE_S, IDLE_S, PASS_S, Login, Logins, Role
from webui.access.steady_clock import Machine

HOURS, DAYS = 3600.0, 86400.0
JUMPS = [5.0, -5.0, 3 * HOURS, -3 * HOURS, 4 * DAYS, -4 * DAYS]


class Clocks:
    """A machine whose clock on the wall is set by whoever likes, while its run goes on evenly."""

    def __init__(self):
        self.boot, self.running, self.wall = "first run", 5000.0, 1_800_000_000.0

    def pass_by(self, seconds):
        self.running += seconds
        self.wall += seconds

    def restart(self, wall):
        self.boot, self.running, self.wall = self.boot + " and another", 20.0, wall

    @property
    def machine(self):
        return Machine(self.boot, lambda: self.running, lambda: self.wall)


@pytest.mark.parametrize("jumps", [*((each,) for each in JUMPS), (4 * DAYS, -4 * DAYS)])
@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_clock_that_jumps_ends_no_login_and_lengthens_none(tmp_path, jumps, is_restarted):
    clocks = Clocks()
    logins = Logins(tmp_path, clocks.machine)
    kept = {role: logins.open(Login(role)) for role in (Role.seat, Role.referee, Role.admin)}
    given = logins.mint_pass(1)
    for jump in jumps:
        clocks.wall += jump
        if is_restarted:  # the program only, not the machine
            logins.shut()
            logins = Logins(tmp_path, clocks.machine)
        assert all(logins.find(secret) == Login(role) for role, secret in kept.items())
        assert logins.player_of_pass(given) == 1
    clocks.pass_by(PASS_S - 1)
    assert logins.player_of_pass(given) == 1
    clocks.pass_by(2)
    assert logins.player_of_pass(given) is None
    clocks.pass_by(IDLE_S[Role.admin])
    assert logins.find(kept[Role.admin]) is None
    assert logins.find(kept[Role.seat]) == Login(Role.seat)
    clocks.pass_by(ABSOLUTE_S[Role.seat])
    assert logins.find(kept[Role.seat]) is None
    logins.shut()


@pytest.mark.parametrize("behind", [0.0, 30.0, 5 * HOURS, 60 * DAYS])
def test_a_machine_that_starts_with_an_old_time_keeps_its_logins_and_no_pass(tmp_path, behind):
    clocks = Clocks()
    logins = Logins(tmp_path, clocks.machine)
    secret, given = logins.open(Login(Role.seat, 2)), logins.mint_pass(3)
    clocks.pass_by(60)
    assert logins.find(secret) == Login(Role.seat, 2)
    logins.shut()
    clocks.restart(clocks.wall - behind)
    again = Logins(tmp_path, clocks.machine)
    assert again.find(secret) == Login(Role.seat, 2)
    assert again.player_of_pass(given) is None
    clocks.pass_by(ABSOLUTE_S[Role.seat])
    assert again.find(secret) is None
    again.shut()


def test_a_machine_that_was_off_over_night_ends_what_had_to_end(tmp_path):
    clocks = Clocks()
    logins = Logins(tmp_path, clocks.machine)
    admin, seat = logins.open(Login(Role.admin)), logins.open(Login(Role.seat))
    logins.shut()
    clocks.restart(clocks.wall + 10 * HOURS)
    again = Logins(tmp_path, clocks.machine)
    assert again.find(admin) is None
    assert again.find(seat) == Login(Role.seat)
    again.shut()
