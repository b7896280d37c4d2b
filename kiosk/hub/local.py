"""A PostgreSQL of our own in a folder, and the certificates for it."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from psycopg.conninfo import make_conninfo

from kiosk.base.frozen import frozen
from kiosk.errors import HubError
from kiosk.files import PRIVATE, make_private_folder, write_durably
from kiosk.hub.line import connect, plain_errors

# ---- certificates ------------------------------------------------------------------------------------------
# Certificates for a hub of our own, made by the openssl program: an authority, the hub, a station.
#
# They are valid from long ago on: a station whose clock fell back to 1970 must still be able to push.

VALID_DAYS = 3 * 366
_FROM = "19700101000000Z"
_CERTIFICATES_SETTINGS = """
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
        names = ",".join(f"{'IP' if _is_ip(address) else 'DNS'}:{address}" for address in addresses)
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
        settings.write_text(_CERTIFICATES_SETTINGS.format(folder=folder, names=names), encoding="utf-8")
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


# ---- local -------------------------------------------------------------------------------------------------
# A PostgreSQL of our own in a folder, for a club's laptop or to try a hub out.
#
# The rules it guards: it lets in the account it belongs to, by a socket in its private folder, and over the
# network nobody but holders of a certificate of this hub, into the hub's database alone; every record it
# acknowledges is on its disk.

LOCAL_OWNER = "kiosk"
LOCAL_DATABASE = "kiosk"
OLDEST = 15
PORT = 54_320
LONGEST_SOCKET = 90
_PLACES = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")
_SETTINGS = """
listen_addresses = '{listen}'
port = {port}
unix_socket_directories = '{folder}'
unix_socket_permissions = 0700
ssl = on
ssl_ca_file = '{folder}/authority/authority.pem'
ssl_cert_file = '{folder}/authority/server.pem'
ssl_key_file = '{folder}/authority/server.key'
password_encryption = scram-sha-256
max_connections = 120
fsync = on
synchronous_commit = on
full_page_writes = on
logging_collector = off
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
"""
_ADMITTED = f"""
local all {LOCAL_OWNER} trust
hostssl all {LOCAL_OWNER} all reject
hostssl {LOCAL_DATABASE} all all cert
"""


class LocalServer:
    """The server in *folder*. It belongs to whoever started it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.data = self.folder / "data"
        self.authority = Authority(self.folder / "authority")

    def make(self, addresses: Sequence[str], port: int) -> None:
        """Make a server that stations reach under *addresses*, unless there is one."""
        if (self.data / "PG_VERSION").exists():
            return
        self._refuse_unfit()
        try:
            make_private_folder(self.folder)
        except OSError as error:
            raise HubError(f"{self.folder} cannot be made: {error.strerror}. Name another folder.") from error
        self.authority.begin()
        known = dict.fromkeys((*addresses, "localhost", "127.0.0.1", "::1"))
        self.authority.server(tuple(known))
        form = ["--encoding=UTF8", "--locale=C", "--auth=reject", "--username", LOCAL_OWNER]
        _run("initdb", "-D", str(self.data), *form, "--data-checksums")
        listen = "*" if addresses else "localhost"
        settings = _SETTINGS.format(listen=listen, port=port, folder=self.folder)
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(settings)
        write_durably(self.data / "pg_hba.conf", _ADMITTED.encode(), PRIVATE)

    def start(self) -> None:
        """Start it, unless it runs; either way it has its database, and no other is open to stations."""
        if not self.runs():
            log = self.folder / "server.log"
            _run("pg_ctl", "-D", str(self.data), "-l", str(log), "-w", "-s", "start")
        with connect(self._address("postgres")) as conn, plain_errors():
            there = conn.execute("SELECT FROM pg_database WHERE datname = %s", [LOCAL_DATABASE]).fetchone()
            if there is None:
                conn.execute(f"CREATE DATABASE {LOCAL_DATABASE}")
            # PostgreSQL's own databases are open to every account, and would take whatever it puts there.
            conn.execute("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC")

    def stop(self) -> None:
        """Stop it; whoever is connected is let go."""
        _run("pg_ctl", "-D", str(self.data), "-m", "fast", "-w", "-s", "stop")

    def runs(self) -> bool:
        """Whether it is running."""
        return _status("pg_ctl", "-D", str(self.data), "status").returncode == 0

    @property
    def address(self) -> str:
        """How its owner reaches it."""
        return self._address(LOCAL_DATABASE)

    def _address(self, database: str) -> str:
        return make_conninfo(host=str(self.folder), port=self.port, user=LOCAL_OWNER, dbname=database)

    @property
    def port(self) -> int:
        """Where it listens."""
        text = (self.data / "postgresql.conf").read_text(encoding="utf-8")
        found = re.findall(r"^port = (\d+)", text, re.MULTILINE)
        return int(found[-1]) if found else PORT

    def _refuse_unfit(self) -> None:
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            raise HubError("PostgreSQL does not run as root. Run this command from an ordinary account.")
        if len(str(self.folder)) > LONGEST_SOCKET:
            raise HubError(f"The path of {self.folder} is too long for a socket. Name a shorter one.")
        if self.folder.exists() and any(self.folder.iterdir()):
            raise HubError(f"{self.folder} is not empty and holds no hub. Name an empty folder.")


def local_server(where: str) -> LocalServer | None:
    """The hub of our own that *where* names; None if that is the address of another server."""
    return LocalServer(Path(where)) if (Path(where) / "data").is_dir() else None


def program(name: str) -> str:
    """Where PostgreSQL's program *name* is; HubError if there is none, or only an older one."""
    found = [
        (int(match[1]), str(path))
        for place in _PLACES
        for path in Path(place).glob(f"*/bin/{name}")
        if (match := re.search(r"(\d+)$", path.parent.parent.name)) and int(match[1]) >= OLDEST
    ]
    if found:
        return max(found)[1]
    if on_path := shutil.which(name):
        return on_path
    raise HubError(
        "PostgreSQL 15 or later is not installed on this computer, and a hub of your own needs it. Install "
        "it (Debian: postgresql), or name an existing server."
    )


def _status(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [program(name), *arguments]
    quiet = {**os.environ, "LC_ALL": "C"}
    try:
        # Not to be waited for at a pipe: the server inherits it.
        return subprocess.run(  # noqa: S603 - PostgreSQL's own programs, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if name == "pg_ctl" else subprocess.PIPE,
            stderr=subprocess.DEVNULL if name == "pg_ctl" else subprocess.PIPE,
            text=True,
            env=quiet,
            check=False,
            timeout=120,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HubError(
            f"PostgreSQL's {name} did not do its work. Look into the folder's server.log."
        ) from error


def _run(name: str, *arguments: str) -> None:
    ran = _status(name, *arguments)
    if ran.returncode:
        why = ((ran.stderr or "").strip().splitlines() or ["see server.log in its folder"])[-1][:200]
        raise HubError(f"PostgreSQL's {name} failed: {why}. Check the folder, its rights and the port.")
