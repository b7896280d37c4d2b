"""Runs inside nbdkit: a disk with a volatile cache, whose every write and flush is put on record in order.

What the machine reads is what it wrote; what a power cut would have left is worked out afterwards from the
record (`cuts.py`). Options: disk=FILE, record=FILE.
"""

import os
import struct

import nbdkit  # only there inside nbdkit

API_VERSION = 2
HEAD = struct.Struct(">cQI")  # W or F, where, how many bytes follow
OPTIONS: dict[str, str] = {}


def thread_model() -> int:
    return nbdkit.THREAD_MODEL_SERIALIZE_ALL_REQUESTS


def config(name: str, value: str) -> None:
    OPTIONS[name] = value


def open(_readonly: bool) -> tuple[int, int]:
    kept = os.open(OPTIONS["record"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    return os.open(OPTIONS["disk"], os.O_RDWR), kept


def get_size(handle: tuple[int, int]) -> int:
    return os.fstat(handle[0]).st_size


def can_flush(_handle: tuple[int, int]) -> bool:
    return True


def can_fua(_handle: tuple[int, int]) -> int:
    return nbdkit.FUA_EMULATE


def pread(handle: tuple[int, int], buffer: bytearray, offset: int, _flags: int) -> None:
    buffer[:] = os.pread(handle[0], len(buffer), offset)


def pwrite(handle: tuple[int, int], buffer: bytearray, offset: int, _flags: int) -> None:
    os.writev(handle[1], [HEAD.pack(b"W", offset, len(buffer)), bytes(buffer)])
    os.pwrite(handle[0], buffer, offset)


def flush(handle: tuple[int, int], _flags: int) -> None:
    os.write(handle[1], HEAD.pack(b"F", 0, 0))
