"""A program that runs all day keeps no passcode where others can read it."""

import subprocess
import sys

import pytest

SCRIPT = """
import os, subprocess, sys
from pathlib import Path
from kiosk.lockdown.heartbeat import forget_secrets
forget_secrets()
seen = Path("/proc/self/environ").read_bytes() if Path("/proc/self/environ").exists() else b""
names = [sys.executable, "-c", "import os; print(sorted(os.environ))"]
child = subprocess.run(names, capture_output=True).stdout
print(b"hush" in seen, b"KIOSK_" in child, "KIOSK_PASSCODE" in os.environ)
if sys.platform != "win32":
    import resource
    print(resource.getrlimit(resource.RLIMIT_CORE))
if sys.platform == "linux":
    import ctypes
    print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="environments and dumps as Linux has them")
def test_passcodes_leave_the_environment_and_no_core_is_dumped():
    given = {"KIOSK_PASSCODE": "hush hush", "KIOSK_NEW_PASSCODE": "hush £ again"}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=given, capture_output=True, text=True)

    assert done.stdout.splitlines() == ["False False False", "(0, 0)", "0"], done.stderr
