"""A real Chromium, driven over its own pipe: pages opened, looked into and photographed.

Where Chromium is missing this fails: a page that no browser has shown is not tested.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

_FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--ignore-certificate-errors"),
    "--remote-debugging-pipe",
)
PATIENCE_S = 60.0
# Puts the two ends of the pipe where Chromium looks for them.
_LAUNCHER = """
import os, sys, fcntl
ends = [fcntl.fcntl(int(one), fcntl.F_DUPFD, 20) for one in sys.argv[1:3]]
for place, end in zip((3, 4), ends):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """Chromium with a profile of its own. Its debugging pipe are the descriptors 3 and 4."""

    def __init__(self) -> None:
        program = shutil.which("chromium")
        assert program, "Chromium is missing: installer/system_packages.py names it"
        self._home = tempfile.mkdtemp(prefix="kiosk-browser-")
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        launch = [sys.executable, "-c", _LAUNCHER, str(theirs_in), str(theirs_out)]
        profile = f"--user-data-dir={self._home}"
        self._process = subprocess.Popen(
            [*launch, program, *_FLAGS, profile, "about:blank"],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb", 0), os.fdopen(ours_in, "rb")
        self._number = 0
        self._left = b""

    def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """What Chromium answers to *method*."""
        self._number += 1
        order: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if session:
            order["sessionId"] = session
        self._out.write(json.dumps(order).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer.get("result", {}))

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            more = self._in.read1(1 << 20)  # type: ignore[attr-defined]
            assert more, "Chromium has ended"
            self._left += more
        one, _, self._left = self._left.partition(b"\0")
        return dict(json.loads(one))

    def tab(self, width: int = 1366, height: int = 768) -> "Tab":
        return Tab(self, width, height)

    def end(self) -> None:
        with suppress(Exception):
            self.call("Browser.close")
        self._out.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._in.close()
        shutil.rmtree(self._home, ignore_errors=True)


class Tab:
    """One page in a browser, with cookies of its own."""

    def __init__(self, browser: Browser, width: int, height: int) -> None:
        self._browser = browser
        self._context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=self._context)
        attached = browser.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        self._call("Page.enable")
        self._call("Runtime.enable")
        self.size(width, height)

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **params)

    def size(self, width: int, height: int) -> None:
        phone = width < 500
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )

    def without_script(self) -> None:
        self._call("Emulation.setScriptExecutionDisabled", value=True)

    def go(self, address: str) -> None:
        self._call("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """What *script* comes to in the page; a promise is waited for."""
        done = self._call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait in the page until the script *condition* holds: looked at whenever something in it changes."""
        # A page that is just being left takes its promises along: then it is asked again.
        script = f"""new Promise((done, fail) => {{
            const look = () => {{ try {{ return Boolean({condition}); }} catch (e) {{ return false; }} }};
            if (look()) return done(true);
            const seen = new MutationObserver(() => {{ if (look()) {{ seen.disconnect(); done(true); }} }});
            const all = {{subtree: true, childList: true, characterData: true, attributes: true}};
            seen.observe(document, all);
            setTimeout(() => {{ seen.disconnect(); done(look()); }}, {int(PATIENCE_S * 1000)});
        }})"""
        for _ in range(20):
            try:
                good = self.run(script)
            except AssertionError:
                continue
            assert good, f"it never came to pass: {condition}\n{self.text()}"
            return
        raise AssertionError(f"the page does not stand still: {condition}")

    def text(self) -> str:
        return str(self.run("document.body.innerText"))

    def picture(self, path: Path) -> Path:
        """A photograph of what the screen shows."""
        self.run("document.fonts.ready.then(() => true)")
        data = self._call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))
        return path

    def close(self) -> None:
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)
