"""What the campaign does to the booted machine, one function a step; each returns what was seen."""

from __future__ import annotations

import shlex
import time

from installer.boot import escapes
from installer.boot.cuts import ACKNOWLEDGED_AT
from installer.boot.machine import wait_for
from installer.boot.rig import EARLY, SOUND
from installer.boot.station import COUNTING, DATA, PROGRAM, RECORDED, UNIT, VERDICTS, Kiosk
from installer.build.deb import texts
from installer.script import CannotGoOn

PORT = 4711
STOP_S = 5.0
APPENDED = {SOUND: 60, EARLY: 20}
CUTS = {SOUND: 30, EARLY: 6}  # flushes; each is cut before and after, and the rest lost or torn
SILENT_S = 60.0
# A station that never draws, and tries the network instead; what came of it is in its data folder.
NOT_DRAWING = f"""
import errno, pathlib, socket, time
try:
    socket.create_connection(("127.0.0.1", {PORT}), 5)
    said = "connected"
except OSError as error:
    said = errno.errorcode.get(error.errno, str(error))
pathlib.Path("{DATA}/attempt").write_text(said)
time.sleep(3600)
"""
LISTEN = f"systemd-run --quiet --collect python3 -m http.server --bind 127.0.0.1 {PORT}"
CONNECT = f"python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {PORT}), 5)'"
# Milliseconds until neither the screen nor any Python of the account runs, by the guest's own clock.
STOP = f"""
began=$(date +%s%N)
systemctl stop --no-block {UNIT}
while pgrep -u kiosk -f 'cage|kiosk|Xorg' >/dev/null; do sleep 0.1; done
echo $(( ($(date +%s%N) - began) / 1000000 ))
"""


def check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise CannotGoOn(otherwise)


def install_and_restart(kiosk: Kiosk) -> str:
    """Install both packages, set up, restart: the station stands on the screen, at the first try."""
    kiosk.put_disks_in()
    kiosk.install(texts.NAME, texts.SESSION)
    kiosk.set_up()
    kiosk.machine.restart()
    alike = kiosk.await_page(COUNTING, "counting")
    restarts = kiosk.restarts()
    check(restarts == 0, f"The session was started {restarts} times more before the station stood.")
    escapes.prepare(kiosk)
    return f"Counting on the screen ({alike:.0%} of what is drawn as it should be), no restart"


def judge_by_keys(kiosk: Kiosk) -> str:
    """One play by real keys; the verdict is on the screen and its record in the log."""
    kiosk.play("cat")
    page, _ = kiosk.page("ruled")
    newest = kiosk.rulings()[0]
    check(
        newest["words"] == ["CAT"] and newest["verdict"] == "acceptable", f"Another ruling stands: {newest}"
    )
    return f"record {newest['number']} CAT acceptable; screen: {page}"


def stop_and_start(kiosk: Kiosk) -> str:
    """systemctl stop ends cage and station; start brings them back."""
    took_s = int(kiosk.machine.told(STOP)) / 1000
    check(took_s <= STOP_S, f"After systemctl stop they ran for {took_s:.1f} s more.")
    wait_for(lambda: kiosk.property("ActiveState") == "inactive", 60, "The unit did not stop")
    last = kiosk.last_kind()
    check(last == "stopped", f"The station's last record is “{last}”, not that it was stopped.")
    kiosk.machine.told(f"systemctl start {UNIT}")
    kiosk.await_page(COUNTING, "started_again")
    return f"cage and station gone after {took_s:.1f} s, the stop is on record; started: Counting"


def has_no_network(kiosk: Kiosk) -> str:
    """From inside the log-in session nothing can be reached, from beside it the same can."""
    kiosk.machine.told(LISTEN)
    wait_for(lambda: kiosk.machine.ask(CONNECT).code == 0, 60, "Nothing listens to be connected to")
    group = kiosk.machine.told(f"cut -d: -f3 /proc/$(systemctl show -P MainPID {UNIT})/cgroup")
    check("/user.slice/" in group, f"The session runs in {group}, not in the account's slice.")
    inside = f"echo $$ > /sys/fs/cgroup{group}/cgroup.procs && exec {CONNECT}"
    tried = kiosk.machine.ask(f"sh -c {shlex.quote(inside)}", 60)
    check(tried.code != 0, "A process in the session's control group could connect.")
    return f"a process in {group.rpartition('/')[2]}: {tried.said.splitlines()[-1]}; beside it: connected"


def not_drawing_is_restarted(kiosk: Kiosk) -> str:
    """A station that runs and never draws is ended after a minute, and cannot connect meanwhile."""
    kiosk.machine.told(f"printf %s {shlex.quote(NOT_DRAWING)} > /srv/not_drawing.py")
    start = kiosk.property("ExecStart").partition("argv[]=")[2].partition(" -- ")[0]
    kiosk.break_it(f"ExecStart=\nExecStart={start} -- /usr/bin/python3 /srv/not_drawing.py")
    began = time.monotonic()
    before = kiosk.restarts()
    kiosk.await_restarts(before, 600)
    took_s = time.monotonic() - began
    check(took_s > SILENT_S / 2, f"It was started again after {took_s:.0f} s already.")
    said = kiosk.machine.told(f"cat {DATA}/attempt; rm {DATA}/attempt")
    check(said != "connected", "The program in the session could connect.")
    kiosk.mend()
    kiosk.await_page(COUNTING, "drawing_again")
    return f"started again after {took_s:.0f} s; its own attempt to connect: {said}; mended: Counting"


def broken_cage_is_restarted(kiosk: Kiosk) -> str:
    """A cage that cannot take the screen is started again and again, and stands once it is mended."""
    kiosk.break_it("Environment=LIBSEAT_BACKEND=seatd")
    restarts = kiosk.await_restarts(1, 300)
    kiosk.mend()
    kiosk.await_page(COUNTING, "mended")
    return f"NRestarts {restarts} and rising; mended: Counting"


def recorded_cuts(kiosk: Kiosk) -> str:
    """Records appended on a disk that forgets what was not flushed: what was acknowledged is there after a
    cut at any flush. A build that acknowledges first must lose some, or nothing was shown."""
    kiosk.machine.told(f"chown -R kiosk: {RECORDED}/{SOUND} {RECORDED}/{EARLY}; sync")
    for build, count in APPENDED.items():
        words = [f"{RECORDED}/{build}", str(count), "/dev/vdc", str(ACKNOWLEDGED_AT)]
        more = [EARLY] if build == EARLY else []
        writer = f"PYTHONPATH={PROGRAM}/source python3 {PROGRAM}/source/cut_writer.py"
        kiosk.machine.told(f"{writer} {shlex.join([*words, *more])}", 600)
    lost = {build: kiosk.rig.disk.losses(build, CUTS[build]) for build in APPENDED}
    check(not any(lost[SOUND]), f"Cuts lost acknowledged records: {lost[SOUND]}")
    check(any(lost[EARLY]), "A build that acknowledges first lost nothing: the cuts show nothing.")
    failed = sum(map(bool, lost[EARLY]))
    return (
        f"{len(lost[SOUND])} cuts while {APPENDED[SOUND]} records were appended: none lost, every log sound;"
        f" the build that acknowledges first loses in {failed} of {len(lost[EARLY])}"
    )


def cut_on_the_verdict(kiosk: Kiosk) -> str:
    """The power goes when the verdict's first frame is seen; its record is there at the next start."""
    kiosk.await_page(COUNTING, "before_cut")
    kiosk.enter("qqzx")

    def shown() -> str:
        began = time.monotonic()
        while time.monotonic() - began < 4:
            if (page := kiosk.page()[0]) in VERDICTS:
                return page
        return ""

    page = kiosk.tab_until(shown)
    kiosk.rig.cut_power()
    kiosk.machine.await_agent()
    kiosk.await_page(COUNTING, "after_cut")
    newest = kiosk.rulings()[0]
    check(newest["words"] == ["QQZX"], f"The last ruling is another: {newest}")
    check(kiosk.count("unclean_stop") > 0, "The start after the cut is not on record.")
    return f"{page} shown, power cut; next start: Counting, {newest['number']} QQZX there; {kiosk.verify()}"


def leave_and_come_back(kiosk: Kiosk) -> str:
    """Removing the package of a running kiosk, twice; then installing it again on the log that stayed."""
    rulings = kiosk.count("adjudication")
    kiosk.remove()
    noted = "/var/lib/challenge-kiosk-session"
    for left in ("pgrep -x cage", "getent passwd kiosk", f"ls /etc/systemd/system/{UNIT}", f"ls {noted}"):
        outcome = kiosk.machine.ask(left)
        check(outcome.code != 0, f"After it was removed `{left}` still says: {outcome.said}")
    check("isn't installed" in kiosk.remove(), "Removing it a second time did something.")
    kiosk.install(texts.SESSION)
    owner = kiosk.machine.told(f"find {DATA} ! -user kiosk; stat -c '%U %a' {DATA}")
    check(owner == "kiosk 700", f"The data folder belongs to: {owner}")
    kiosk.machine.told(f"systemctl start {UNIT}")
    kiosk.await_page(COUNTING, "installed_again")
    check(kiosk.count("adjudication") == rulings, "The log is not the one that stayed.")
    return "account and processes gone; the second time nothing to do; installed: Counting, same log"


def other_session(kiosk: Kiosk) -> str:
    """The same on a bare X server."""
    kiosk.install_other_session()
    kiosk.machine.told(f"systemctl restart {UNIT}")
    # the X server itself must be there: a picture could be the last one of the session before
    server = "pgrep -u kiosk -x Xorg"
    wait_for(lambda: kiosk.machine.ask(server).code == 0, 300, "No X server runs")
    kiosk.await_beat()
    alike = kiosk.await_page(COUNTING, "bare_x")
    check(kiosk.restarts() == 0 and kiosk.machine.ask(server).code == 0, "The X server was started again.")
    took_s = int(kiosk.machine.told(STOP)) / 1000
    check(took_s <= STOP_S, f"After systemctl stop they ran for {took_s:.1f} s more.")
    return f"Counting ({alike:.0%}); stopped in {took_s:.1f} s"


STEPS = {
    "both packages installed by dpkg without network, set up, machine restarted": install_and_restart,
    "one play by the keys of a USB keyboard: 1 C A T ENTER, TAB": judge_by_keys,
    **{f"in an entry: {what}": escapes.step(way) for what, way in escapes.ESCAPES.items()},
    **escapes.CONTROLS,
    "systemctl stop, systemctl start": stop_and_start,
    "a connection out of the session": has_no_network,
    "cage broken on purpose (no seat)": broken_cage_is_restarted,
    "a station that runs and never draws": not_drawing_is_restarted,
    "power cut at flushes of the data disk, whatever was not flushed lost or torn": recorded_cuts,
    "power cut on the verdict's first frame": cut_on_the_verdict,
    "package removed while it runs, twice; installed again": leave_and_come_back,
    "install --session x over it": other_session,
}
