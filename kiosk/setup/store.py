"""`kiosk.toml`: read, written, and held against the digest in the log."""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LogError, OutputError, SetupError
from kiosk.files import PRIVATE, read_small, stage, write_durably
from kiosk.folder import LOG, SETUP
from kiosk.setup.integrity import NO_FILE
from kiosk.setup.settings import (
    Settings,
    build_settings,
    settings_to_mapping,
    without_identity,
)
from kiosk.shipped import resources

# Guards the rule that a set-up is changed through the program: a file changed by hand is noticed, because its
# digest is no longer the one in the last `set_up` record. And a set-up is the old one or the new one: the
# record decides. A file that lies ready and is on record counts, even if the program was killed before it
# took its place.

WHEN_CHANGED = (
    "Set the station up again with “kiosk setup --from FILE”, or start the station and resume it with the "
    "director's passcode."
)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def setup_path(folder: Path) -> Path:
    return folder / SETUP


@frozen
class SetupFile:
    """The set-up in a data folder, None if there is none, and the digest of the very bytes it came from."""

    settings: Settings | None
    digest: str


def read_setup(folder: Path) -> SetupFile:
    """The set-up in the data folder, read once: what is in force is what its digest stands for."""
    path = setup_path(folder)
    content = _content(path)
    if content is None:
        return SetupFile(None, NO_FILE)
    return SetupFile(build_settings(_mapping(content, path), str(path)), hashlib.sha256(content).hexdigest())


def load_settings(folder: Path) -> Settings | None:
    """The set-up in the data folder, or None when the station is not set up."""
    return read_setup(folder).settings


def load_demonstration() -> Settings:
    """The set-up of a station that nobody has set up."""
    path = resources() / "demonstration.toml"
    return build_settings(read_mapping(path), str(path))


def example_text() -> str:
    """A set-up file with a remark on every line; the same as in docs/setup.md."""
    return (resources() / "example.toml").read_text(encoding="utf-8")


def read_mapping(path: Path) -> dict[str, object]:
    """The tables of a TOML file, whatever editor wrote it: with or without BOM, CRLF or LF."""
    try:
        return _mapping(read_small(path), path)
    except OSError as error:
        raise SetupError(
            f"{path} cannot be read ({error.strerror or error}). Check the path and try again."
        ) from error


def _mapping(content: bytes, path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SetupError(f"{path} is not UTF-8 text. Save it as UTF-8 and try again.") from error
    except (ValueError, RecursionError) as error:  # also a number too long, and tables nested too deep
        raise SetupError(f"{path} is not a TOML file: {error}. Correct it and try again.") from error


def settings_digest(folder: Path) -> str:
    """SHA-256 of the file as it lies in the data folder; `NO_FILE` when there is none."""
    content = _content(setup_path(folder))
    return NO_FILE if content is None else hashlib.sha256(content).hexdigest()


def _content(path: Path) -> bytes | None:
    present = _present(path)
    for ready in _ready(path):
        with suppress(OSError):
            content = read_small(ready)
            if content != present and hashlib.sha256(content).hexdigest() == _on_record(path.parent):
                return content
    return present


def _ready(path: Path) -> list[Path]:
    """What lies ready to take the place of *path*: a set-up is being taken, or the program was killed."""
    try:
        return sorted(path.parent.glob(f".{path.name}.*"))
    except OSError:
        return []


def _on_record(folder: Path) -> str:
    """The digest of the last set-up on record. Asked only where something lies ready."""
    from kiosk.log.standing_reader import read_standing

    try:
        recorded = read_standing(folder / LOG).past.setup
    except LogError:
        return NO_FILE
    return NO_FILE if recorded is None else recorded.digest


def finish_setup(folder: Path) -> None:
    """Put a set-up that is on record in its place, if the program was killed before it could, and take away
    what never came to be. Only for the one who writes the log: nobody else knows that no set-up is under
    way."""
    path = setup_path(folder)
    ready = _ready(path)
    if not ready:
        return
    content = _content(path)
    if content is not None and content != _present(path):
        write_durably(path, content, PRIVATE)
    for left in ready:
        left.unlink(missing_ok=True)


def _present(path: Path) -> bytes | None:
    try:
        return read_small(path)
    except FileNotFoundError as error:
        if path.is_symlink():  # a dangling link: somebody meant a file to be here
            raise SetupError(f"{path} leads to no file. Set the station up again.") from error
        return None
    except OSError as error:
        raise SetupError(f"{path} cannot be read ({error.strerror or error}). Check its rights.") from error


def write_settings(folder: Path, settings: Settings) -> str:
    """Put *settings* into the data folder, durably; returns the digest of the new file."""
    with stage_settings(folder, settings) as digest:
        return digest


@contextmanager
def stage_settings(folder: Path, settings: Settings) -> Iterator[str]:
    """Have *settings* ready on disk and yield their digest, so that they can be put on record first; they
    replace the old ones when the block succeeds."""
    content = to_toml(settings_to_mapping(settings)).encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with stage(setup_path(folder), content):
            yield hashlib.sha256(content).hexdigest()
    except OSError as error:
        raise SetupError(
            f"{setup_path(folder)} cannot be written ({error.strerror or error}). The old one still stands."
        ) from error


def export_settings(target: Path, settings: Settings) -> None:
    """Write *settings* to *target* without letter and name, for other stations."""
    text = (
        "# A station's set-up without its letter and name. On another station:\n"
        "#   kiosk setup --from THIS_FILE --letter B\n\n"
    ) + to_toml(without_identity(settings_to_mapping(settings)))
    try:
        write_durably(target, text.encode())
    except OSError as error:
        raise OutputError(
            f"{target} cannot be written ({error.strerror or error}). Choose another place."
        ) from error


def to_toml(mapping: Mapping[str, object]) -> str:
    """*mapping* of tables and lists of tables, each with plain values, as TOML text."""
    blocks = []
    for name, value in mapping.items():
        if isinstance(value, Mapping):
            blocks.append(_block(f"[{name}]", value))
        elif isinstance(value, list):
            blocks.extend(_block(f"[[{name}]]", item) for item in value)
        else:
            raise TypeError(f"a set-up has only tables at its top, not {name} = {value!r}")
    return "\n".join(blocks)


def _block(head: str, values: Mapping[str, object]) -> str:
    return "\n".join([head, *(f"{key} = {_value(value)}" for key, value in values.items())]) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(_character(letter) for letter in value) + '"'
    raise TypeError(f"a set-up holds no {type(value).__name__}")


def _character(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    # TOML forbids raw control characters; C1 controls are legal but no editor shows them.
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x20 or 0x7F <= ord(letter) <= 0x9F else letter
