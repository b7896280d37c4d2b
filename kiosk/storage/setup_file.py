"""`kiosk.toml`: read, written, and held against the digest that the log remembers.

Guards the rule that a set-up is changed through the program: a file changed by hand is noticed, because its
digest is no longer the one in the last `set_up` record.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kiosk.core.canonical import Json
from kiosk.core.settings import Settings, build_settings, settings_to_mapping, without_identity
from kiosk.errors import OutputError, SetupError
from kiosk.storage.durable_file import staged, write_durably
from kiosk.storage.places import resources

FILE_NAME = "kiosk.toml"
NO_FILE = ""  # the digest of a set-up that is not there
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def setup_path(folder: Path) -> Path:
    return folder / FILE_NAME


def load_settings(folder: Path) -> Settings | None:
    """The set-up in the data folder, or None when the station is not set up."""
    path = setup_path(folder)
    if not path.exists() and not path.is_symlink():
        return None
    return build_settings(read_mapping(path), str(path))


def load_demonstration() -> Settings:
    """The set-up of a station that nobody has set up."""
    path = resources() / "demonstration.toml"
    return build_settings(read_mapping(path), str(path))


def read_mapping(path: Path) -> dict[str, object]:
    """The tables of a TOML file, whatever editor wrote it: with or without BOM, CRLF or LF."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text)
    except OSError as error:
        raise SetupError(
            f"{path} cannot be read ({error.strerror or error}). Check the path and try again."
        ) from error
    except UnicodeDecodeError as error:
        raise SetupError(f"{path} is not UTF-8 text. Save it as UTF-8 and try again.") from error
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{path} is not a TOML file: {error}. Correct it and try again.") from error


def settings_digest(folder: Path) -> str:
    """SHA-256 of the file as it lies in the data folder; `NO_FILE` when there is none."""
    path = setup_path(folder)
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return NO_FILE
    except OSError as error:
        raise SetupError(f"{path} cannot be read ({error.strerror or error}). Check its rights.") from error


def write_settings(folder: Path, settings: Settings) -> str:
    """Put *settings* into the data folder, durably; the digest of the new file comes back."""
    with staged_settings(folder, settings) as digest:
        return digest


@contextmanager
def staged_settings(folder: Path, settings: Settings) -> Iterator[str]:
    """Have *settings* ready on disk and yield their digest, so that they can be put on record first; they
    take the place of the old ones when the block ends well."""
    content = to_toml(settings_to_mapping(settings)).encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with staged(setup_path(folder), content):
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


def changed_behind(folder: Path, recorded: Mapping[str, Json] | None) -> str | None:
    """What happened to the file since the last `set_up` record (its data: *recorded*), in words; None if
    nothing did."""
    now = settings_digest(folder)
    before = NO_FILE if recorded is None else recorded.get("digest", NO_FILE)
    if now == before:
        return None
    if before == NO_FILE:
        return f"{FILE_NAME} was put here by hand: no set-up record speaks of it."
    if now == NO_FILE:
        return f"{FILE_NAME} is gone since the last set-up."
    return f"{FILE_NAME} was changed by hand since the last set-up."


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
        return '"' + "".join(_character(one) for one in value) + '"'
    raise TypeError(f"a set-up holds no {type(value).__name__}")


def _character(one: str) -> str:
    if one in _ESCAPES:
        return _ESCAPES[one]
    # TOML forbids raw control characters; C1 controls are legal but no editor shows them.
    return f"\\u{ord(one):04x}" if ord(one) < 0x20 or 0x7F <= ord(one) <= 0x9F else one
