"""Installing on a live machine: real accounts, owners and processes, in an /etc and a /var of their own.

A mount namespace gives them a copy of /etc and an empty /var/lib; only systemd is stood in for. Where that is
not allowed (no root) these are skipped; `dev.py campaign boot` does the same on a booted machine.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

INSTALLER = Path(__file__).resolve().parents[3] / "installer/linux/install.py"
OWN_ROOT = [
    "unshare",
    "--mount",
    "--propagation",
    "private",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
]


def may_make_machines() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("useradd"):
        return False
    return subprocess.run([*OWN_ROOT, "true"], capture_output=True, check=False).returncode == 0


pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not may_make_machines(), reason="needs root and its own mounts"),
]

# What runs in the namespace first: /etc and /var/lib of its own, a program for any account, and stand-ins.
BEGIN = """
set -e
mkdir -p {box}/etc {box}/lib {box}/srv {box}/bin
cd /etc
cp -a passwd shadow group gshadow login.defs pam.d default nsswitch.conf {box}/etc/
cd /
mount --bind {box}/etc /etc
mount --bind {box}/lib /var/lib
mount --bind {box}/srv /srv
mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system
cp -a {linux} /srv/linux
export PATH={box}/bin:$PATH
for name in systemctl udevadm loginctl; do
  printf '#!/bin/sh\\necho "%s $*" >> {box}/called\\n' "$name" > {box}/bin/$name; chmod 755 {box}/bin/$name
done
printf '#!/bin/sh\\ntest -e /srv/sysrq && echo "${{2#*=}}" > /srv/sysrq\\n' > {box}/bin/sysctl
chmod 755 {box}/bin/sysctl
echo 438 > /srv/sysrq
printf '#!/bin/sh\\nexit ${{WORKS:-0}}\\n' > /srv/kiosk; chmod 755 /srv/kiosk
install() {{ {python} /srv/linux/install.py install --program /srv/kiosk "$@"; }}
uninstall() {{ {python} /srv/linux/install.py uninstall "$@"; }}
owner() {{ stat -c '%U %a' "$1"; }}
data=/var/lib/challenge-kiosk
"""


@pytest.fixture
def machine(tmp_path):
    """Run a shell script on a machine of its own; what it said and its exit code."""
    linux = tmp_path / "linux"
    shutil.copytree(INSTALLER.parent, linux, ignore=shutil.ignore_patterns("__pycache__"))
    # what the session needs is not installed here, nor is a kernel setting to be touched
    (linux / "needs.py").write_text('SESSIONS = {"cage": (), "x": ()}\ndef missing(*_): return ()\n')
    text = (linux / "install.py").read_text()
    (linux / "install.py").write_text(text.replace('Path("/proc/sys/kernel/sysrq")', 'Path("/srv/sysrq")'))
    tmp_path.chmod(0o755)

    def run(script: str) -> subprocess.CompletedProcess[str]:
        begin = BEGIN.format(box=tmp_path / "box", linux=linux, python="/usr/bin/python3")
        return subprocess.run(
            [*OWN_ROOT, "sh", "-c", f"{begin}\n{script}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    return run


def test_installed_uninstalled_and_installed_again_the_account_owns_its_folder(machine):
    ran = machine("""
        install && owner $data
        touch $data/log.db && chmod 600 $data/log.db && uninstall && owner $data
        install && owner $data && owner $data/log.db
    """)

    assert ran.returncode == 0, ran.stdout
    owners = [line for line in ran.stdout.splitlines() if line.endswith("00")]
    assert owners == ["kiosk 700", "root 700", "kiosk 700", "kiosk 600"]


def test_the_account_finds_no_skeleton_files_in_its_data_folder(machine):
    ran = machine("mkdir -p /etc/skel && touch /etc/skel/.bashrc && install && ls -A $data | wc -l")

    assert ran.stdout.splitlines()[-1] == "0", ran.stdout


def test_an_existing_account_gets_a_folder_it_can_enter_and_stays(machine):
    ran = machine("""
        useradd --create-home --home-dir /srv/club club
        install --user club && owner $data && uninstall && owner $data && getent passwd club | cut -d: -f1
        install --user club && owner $data
    """)

    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.count("club 700") == 3, ran.stdout
    assert "\nclub\n" in ran.stdout


def test_a_running_kiosk_is_stopped_before_its_account_goes(machine, tmp_path):
    ran = machine("""
        install
        setpriv --reuid kiosk --regid kiosk --clear-groups sh -c 'trap "" TERM; while :; do sleep 1; done' &
        sed -i 's/GONE_S = 10.0/GONE_S = 0.5/' /srv/linux/account.py
        uninstall && ! getent passwd kiosk && ! ls /var/lib/challenge-kiosk-session
    """)

    assert ran.returncode == 0, ran.stdout
    called = (tmp_path / "box/called").read_text().splitlines()
    assert called.index("systemctl stop challenge-kiosk.service") < called.index(
        "loginctl terminate-user kiosk"
    )


def test_an_uninstall_that_failed_can_be_repeated(machine):
    ran = machine("""
        install
        ln -s /bin/false $(dirname $(command -v systemctl))/userdel
        uninstall && exit 9
        rm $(dirname $(command -v systemctl))/userdel
        uninstall && ! getent passwd kiosk && uninstall
    """)

    assert ran.returncode == 0, ran.stdout
    assert "can be repeated" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "The kiosk session is not installed here; nothing was changed."


def test_a_program_that_does_not_run_for_the_account_is_refused_before_anything_is_changed(machine):
    ran = machine("""
        printf '#!/bin/sh\\ntest $(id -u) = 0 || { echo No module named PySide6; exit 1; }\\n' > /srv/kiosk
        install && exit 9
        ls -A /var/lib && ! getent passwd kiosk && ! ls /etc/systemd
    """)

    assert ran.returncode == 0, ran.stdout
    assert "No module named PySide6" in ran.stdout
    assert "Nothing was changed" in ran.stdout


def test_a_folder_that_holds_something_else_does_not_change_hands(machine):
    ran = machine(
        "mkdir /srv/club && touch /srv/club/letters.txt && install --data /srv/club || owner /srv/club"
    )

    assert "holds something else" in ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("root "), ran.stdout


def test_another_account_is_not_installed_over_the_first(machine):
    ran = machine("install && install --user other || getent passwd other kiosk | cut -d: -f1")

    assert "Uninstall it first" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "kiosk"


def test_a_kernel_without_sysrq_does_not_end_the_install(machine):
    ran = machine("rm /srv/sysrq; install && uninstall")

    assert ran.returncode == 0, ran.stdout


def test_sysrq_is_off_at_once_and_given_back(machine):
    ran = machine("install && cat /srv/sysrq && uninstall && cat /srv/sysrq")

    assert ran.stdout.splitlines()[1] == "0"
    assert ran.stdout.splitlines()[-1] == "438"


def test_the_accounts_slice_has_no_network_and_goes_with_it(machine):
    ran = machine("""
        install && cat /etc/systemd/system/user-$(id -u kiosk).slice.d/90-challenge-kiosk.conf
        uninstall && ! ls /etc/systemd
    """)

    assert ran.returncode == 0, ran.stdout
    assert "IPAddressDeny=any" in ran.stdout.splitlines()


def test_in_an_image_no_running_system_is_asked_for_anything(machine, tmp_path):
    ran = machine("rmdir /run/systemd/system && install && getent passwd kiosk && uninstall")

    assert ran.returncode == 0, ran.stdout
    asked = (tmp_path / "box/called").read_text() if (tmp_path / "box/called").exists() else ""
    assert "systemctl" not in asked
    assert "udevadm" not in asked


def test_a_disk_of_its_own_is_as_good_as_an_empty_folder(machine):
    ran = machine("mkdir -p $data/lost+found && install && owner $data")

    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.splitlines()[-1] == "kiosk 700"
