"""The system unit that pushes on a kiosk machine: systemd takes it, and it says what the design asks for."""

import subprocess
import sys
from pathlib import Path

import pytest

UNIT = Path(__file__).resolve().parents[2] / "installer" / "hub" / "challenge-kiosk-push.service"


def test_systemd_takes_the_unit_once_it_is_filled_in(tmp_path: Path):
    filled = UNIT.read_text()
    values = {"DATA_FOLDER": "/var/lib/kiosk", "HUB_ADDRESS": "192.168.1.10", "KIOSK_COMMAND": sys.executable}
    for name, value in values.items():
        filled = filled.replace(name, value)
    unit = tmp_path / UNIT.name
    unit.write_text(filled.replace("User=kiosk", "User=root"))

    ran = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )

    assert UNIT.name not in ran.stderr, ran.stderr


@pytest.mark.parametrize(
    "line",
    [
        *("User=kiosk", "Slice=system.slice", "IPAddressDeny=any", "IPAddressAllow=HUB_ADDRESS"),
        *("NoNewPrivileges=yes", "Restart=always", "StartLimitIntervalSec=0"),
    ],
)
def test_it_reaches_the_hub_alone_from_outside_the_locked_session(line: str):
    assert line in UNIT.read_text().splitlines()


def test_it_opens_no_log_in_session():
    assert "PAMName" not in UNIT.read_text()
