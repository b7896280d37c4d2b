"""Certificates for a hub of our own, made by the openssl program: an authority, the hub, a station.

They are valid from long ago on: a station whose clock fell back to 1970 must still be able to push.
"""

import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.errors import HubError
from kiosk.files import PRIVATE, make_private_folder

VALID_DAYS = 3 * 366
_FROM = "19700101000000Z"
_SETTINGS = """
[ca]
default_ca = own
[own]
dir = {folder}
database = {folder}/index.txt
new_certs_dir = {folder}/issued
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = none
[none]
[authority]
basicConstraints = critical, CA:true, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
[server]
basicConstraints = critical, CA:false
extendedKeyUsage = serverAuth
subjectAltName = {names}
[station]
basicConstraints = critical, CA:false
extendedKeyUsage = clientAuth
"""


@frozen
class Issued:
    """A certificate and its key, as PEM."""

    certificate: str
    key: str


class Authority:
    """The authority of one hub; its key lies in *folder* and never leaves it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def certificate(self) -> str:
        """What others believe this hub by."""
        return (self._folder / "authority.pem").read_text(encoding="utf-8")

    def begin(self) -> None:
        """Make the authority, unless there is one."""
        if (self._folder / "authority.pem").exists():
            return
        make_private_folder(self._folder / "issued")
        make_private_folder(self._folder)
        (self._folder / "index.txt").touch(PRIVATE)
        self._issue("authority", "challenge-kiosk hub", "authority", ("-selfsign",), VALID_DAYS * 2)

    def server(self, addresses: Sequence[str]) -> Issued:
        """A certificate for the hub under *addresses*."""
        names = ",".join(f"{'IP' if _is_ip(one) else 'DNS'}:{one}" for one in addresses)
        return self._issue("server", "hub", "server", (), VALID_DAYS, names)

    def station(self, role: str, days: int = VALID_DAYS) -> Issued:
        """A certificate by which *role* logs in."""
        return self._issue(role, role, "station", (), days)

    def _issue(
        self, name: str, subject: str, extensions: str, more: Sequence[str], days: int, names: str = "DNS:hub"
    ) -> Issued:
        folder = self._folder
        key, request, made = (folder / f"{name}.{ending}" for ending in ("key", "csr", "pem"))
        settings = folder / "settings"
        settings.write_text(_SETTINGS.format(folder=folder, names=names), encoding="utf-8")
        key.touch(PRIVATE)
        _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
        _openssl("req", "-new", "-config", settings, "-key", key, "-subj", f"/CN={subject}", "-out", request)
        until = datetime.now(UTC) + timedelta(days=days)
        signer: tuple[str | Path, ...] = () if more else ("-cert", folder / "authority.pem")
        _openssl(
            *("ca", "-batch", "-notext", *more),
            *("-config", settings, "-in", request, "-out", made),
            *("-keyfile", folder / "authority.key", "-extensions", extensions),
            *signer,
            *("-startdate", _FROM, "-enddate", f"{until:%Y%m%d%H%M%SZ}"),
        )
        request.unlink()
        return Issued(made.read_text(encoding="utf-8"), key.read_text(encoding="utf-8"))

    def forget(self, name: str) -> None:
        """Take the key of *name* away: it belongs to the station alone."""
        (self._folder / f"{name}.key").unlink(missing_ok=True)


def _is_ip(address: str) -> bool:
    return re.fullmatch(r"[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*", address) is not None


def _openssl(*arguments: str | Path) -> None:
    try:
        ran = subprocess.run(  # noqa: S603 - a fixed program, no shell
            ["openssl", *map(str, arguments)],  # noqa: S607 - wherever the system keeps it
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    except FileNotFoundError as error:
        raise HubError(
            "The program openssl is not installed; a hub of your own needs it. Install it."
        ) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HubError("The certificates could not be made: openssl did not end. Try again.") from error
    if ran.returncode:
        why = (ran.stderr.strip().splitlines() or ["it gave no reason"])[-1][:200]
        raise HubError(f"The certificates could not be made: {why}. Check the folder and its rights.")
