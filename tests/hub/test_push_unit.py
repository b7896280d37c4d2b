"""The system unit that pushes on a kiosk machine: systemd takes it, and it says what the design asks for."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASK = """
import sys
sys.path.insert(0, sys.argv[1])
import plan
wish = plan.Wish("cage", "kiosk", "/var/lib/challenge-kiosk",
  ("/usr/bin/env", "supervise", "--", "/usr/bin/env", "--data", "/var/lib/challenge-kiosk", "station"))
puts = {put.path: put for put in plan.plan(wish)}
assert not [path for path in puts if "wants" in path and "push" in path], "turned on by the director alone"
print(puts[plan.PUSH].text)
"""


@pytest.fixture(scope="module")
def unit() -> str:
    """As the session package installs it."""
    command = [sys.executable, "-c", ASK, str(ROOT / "installer" / "linux")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_systemd_takes_the_unit(unit: str, tmp_path: Path):
    file = tmp_path / "challenge-kiosk-push.service"
    file.write_text(unit.replace("User=kiosk", "User=root"))

    ran = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False
    )

    assert file.name not in ran.stderr, ran.stderr


@pytest.mark.parametrize(
    "line",
    [
        *("User=kiosk", "Slice=system.slice", "IPAddressDeny=any", "IPAddressAllow=localhost"),
        *("NoNewPrivileges=yes", "Restart=always", "StartLimitIntervalSec=0"),
        "ExecStart=/usr/bin/env hub push /etc/challenge-kiosk/enrolment.json",
        "Environment=KIOSK_DATA=/var/lib/challenge-kiosk",
        "ReadWritePaths=/var/lib/challenge-kiosk",
        "ConditionPathExists=/etc/challenge-kiosk/enrolment.json",
    ],
)
def test_it_reaches_the_hub_alone_from_outside_the_locked_session(unit: str, line: str):
    assert line in unit.splitlines()


def test_it_opens_no_log_in_session(unit: str):
    assert "PAMName" not in unit
