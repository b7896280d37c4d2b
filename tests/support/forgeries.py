"""Ways to damage or forge a log that a stranger with its file could think of. Each takes the file and a
source of chance, changes the file (or lays something beside it), and knows nothing of the program but the
log format.
"""

import hashlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

Forgery = Callable[[Path, random.Random], None]

PAGE = 4096
FIELDS = ("seq", "at", "kind", "body", "prev", "hash")
TEXTS = FIELDS[1:]
ODD_NUMBERS = (0, -1, -2, 2**31, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 10**12)
ODD_BODIES = (
    '{"epoch":"e","station":NaN}',
    '{"epoch":"e","station":"s","x":Infinity}',
    '{"epoch":"e","station":1}',
    '{"station":"s"}',
    '{"epoch":"e","station":"s","station":2}',
    '{"epoch":"e","station":2,"station":"s"}',
    '{"epoch":"e","stat\\u0069on":"s"}',
    '{"epoch":"\\ud800","station":"s"}',
    '{"epoch":"e","station":"s","n":' + "9" * 5000 + "}",
    '{"epoch":"e","station":"s","d":' + "[" * 63 + "]" * 63 + "}",
    '{"epoch":"e","station":"s","d":' + "[" * 64 + "]" * 64 + "}",
    '{"epoch":"e","station":"s","d":' + "[" * 3000 + "]" * 3000 + "}",
    "\ufeff" + '{"epoch":"e","station":"s"}',
    ' {"epoch" : "e" ,\t"station":"s"} \n',
    '{"epoch":"e","station":"s"}x',
    '{"epoch":"e","station":"s",}',
    '["epoch","station"]',
    '"epoch station"',
    '{"epoch":"e","station":"s","n":01}',
    '{"epoch":"e","station":"s","n":-0.5e+3}',
    '{"epoch":"e","station":"s","t":"a\u0001b"}',
    "{}",
    "",
)


def own_hash(seq: int, at: str, kind: str, body: str, prev: str) -> str:
    sha = hashlib.sha256(b"challenge-kiosk log record v1\n")
    for field in (str(seq), at, kind, body, prev):
        sha.update(len(field.encode()).to_bytes(4, "big") + field.encode())
    return sha.hexdigest()


# ---- the tools of a forger ---------------------------------------------------------------------------------


@contextmanager
def by_hand(log: Path) -> Iterator[sqlite3.Connection]:
    """The file at *log* in the hands of a forger, who meets with errors, and with views that never end."""
    with closing(sqlite3.connect(log, isolation_level=None)) as conn, suppress(sqlite3.Error, TypeError):
        looks = iter(range(200))
        conn.set_progress_handler(lambda: next(looks, None) is None, 100_000)
        yield conn


def by_sql(log: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    """Run *statements* with triggers and checks out of the way, and put the triggers back."""
    with by_hand(log) as conn:
        conn.execute("PRAGMA ignore_check_constraints = ON")
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f'DROP TRIGGER "{name}"')
        for statement in statements:
            with suppress(sqlite3.Error):
                conn.execute(statement, values if "?" in statement else ())
        for _, sql in triggers:
            with suppress(sqlite3.Error):
                conn.execute(sql)


def in_schema(log: Path, name: str, change: Callable[[str], str]) -> None:
    """Rewrite the text of *name* in the schema and nothing else."""
    with by_hand(log) as conn:
        conn.execute("PRAGMA writable_schema = ON")
        (sql,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()
        conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [change(sql), name])
        conn.execute("PRAGMA writable_schema = RESET")


def count(log: Path) -> int:
    with by_hand(log) as conn:
        return int(conn.execute("SELECT count(*) FROM records NOT INDEXED").fetchone()[0])
    return 1


def some(log: Path, chance: random.Random) -> int:
    return chance.randint(1, max(1, count(log)))


def poke(log: Path, at: int, data: bytes) -> None:
    content = bytearray(log.read_bytes())
    content[at : at + len(data)] = data
    log.write_bytes(content)


def rebuilt(log: Path, table: str, encoding: str = "UTF-8", version: int = 1, rows: str = "*") -> None:
    """The same rows in a new file whose table is made by *table*."""
    new = log.with_name("rebuilt.db")
    new.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(log)) as old,
        closing(sqlite3.connect(new)) as conn,
        suppress(sqlite3.DatabaseError),
    ):
        found = old.execute(f"SELECT {', '.join(FIELDS)} FROM records ORDER BY seq").fetchall()
        conn.execute(f"PRAGMA encoding = '{encoding}'")
        conn.executescript(table)
        conn.executemany(f"INSERT INTO records ({', '.join(FIELDS)}) VALUES (?, ?, ?, ?, ?, ?)", found)
        conn.execute(f"PRAGMA user_version = {version}")
        conn.commit()
    new.replace(log)


# ---- bytes and pages ---------------------------------------------------------------------------------------


def flipped_bit(log: Path, chance: random.Random) -> None:
    content = bytearray(log.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    log.write_bytes(content)


def flipped_bit_in_the_header(log: Path, chance: random.Random) -> None:
    content = bytearray(log.read_bytes())
    content[chance.randrange(100)] ^= 1 << chance.randrange(8)
    log.write_bytes(content)


def spoiled_page(log: Path, chance: random.Random) -> None:
    pages = max(1, log.stat().st_size // PAGE)
    fill = chance.choice((b"\0", b"X", b"\xff"))
    poke(log, chance.randrange(pages) * PAGE, fill * PAGE)


def swapped_pages(log: Path, chance: random.Random) -> None:
    pages = max(2, log.stat().st_size // PAGE)
    content = log.read_bytes()
    one, two = (chance.randrange(1, pages) * PAGE for _ in range(2))
    poke(log, one, content[two : two + PAGE])
    poke(log, two, content[one : one + PAGE])


def cut_short(log: Path, chance: random.Random) -> None:
    content = log.read_bytes()
    log.write_bytes(
        content[: chance.choice((0, 1, 16, 99, chance.randrange(len(content)), len(content) - PAGE))]
    )


def another_storage_class(log: Path, chance: random.Random) -> None:
    """One byte in a row's header: a text becomes a blob of the same bytes, or the other way round."""
    seq = some(log, chance)
    with by_hand(log) as conn:
        (own,) = conn.execute("SELECT hash FROM records WHERE seq = ?", [seq]).fetchone()
        content = bytearray(log.read_bytes())
        at = content.find(str(own).encode())
        # The header of the cell stands before its fields; serial types of text are odd, of blobs even.
        # Two of 64 letters in a row are prev and hash.
        for place in range(max(0, at - 4000), at):
            if content[place : place + 4] == bytes((0x81, 0x0D, 0x81, 0x0D)):
                content[place + chance.choice((1, 3))] = 0x0C
                log.write_bytes(content)
                return


# ---- rows --------------------------------------------------------------------------------------------------


def edited_row(log: Path, chance: random.Random) -> None:
    field, seq = chance.choice(TEXTS), some(log, chance)
    by_sql(log, f"UPDATE records SET {field} = replace({field}, 'a', 'b') || 'x' WHERE seq = {seq}")


def emptied_field(log: Path, chance: random.Random) -> None:
    by_sql(log, f"UPDATE records SET {chance.choice(TEXTS)} = '' WHERE seq = {some(log, chance)}")


def removed_rows(log: Path, chance: random.Random) -> None:
    first = some(log, chance)
    last = chance.choice((first, first + chance.randrange(3), 10**6))
    by_sql(log, f"DELETE FROM records WHERE seq BETWEEN {first} AND {last}")


def swapped_rows(log: Path, chance: random.Random) -> None:
    one, two = some(log, chance), some(log, chance)
    by_sql(
        log,
        f"UPDATE records SET seq = -77 WHERE seq = {one}",
        f"UPDATE records SET seq = {one} WHERE seq = {two}",
        f"UPDATE records SET seq = {two} WHERE seq = -77",
    )


def renumbered_row(log: Path, chance: random.Random) -> None:
    by_sql(log, f"UPDATE records SET seq = {chance.choice(ODD_NUMBERS)} WHERE seq = {some(log, chance)}")


def extra_row(log: Path, chance: random.Random) -> None:
    seq = chance.choice((*ODD_NUMBERS, count(log) + 1, count(log) + 2))
    values = (seq, "2026-03-07T09:00:00.000Z", chance.choice(("note", "genesis", "")), "{}", "0" * 64)
    by_sql(log, "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", values=(*values, own_hash(*values)))


def rewritten_from(log: Path, chance: random.Random) -> None:
    """Change one record and compute the rest of the chain again, as a forger with the program would."""
    rechained(log, some(log, chance), chance.choice(("body", "at", "kind")))


def rechained(log: Path, first: int, field: str, content: str | None = None) -> None:
    with closing(sqlite3.connect(log)) as conn, suppress(sqlite3.DatabaseError, TypeError, AttributeError):
        rows = conn.execute("SELECT seq, at, kind, body, prev FROM records ORDER BY seq").fetchall()
        prev = (
            "0" * 64
            if first == 1
            else conn.execute("SELECT hash FROM records WHERE seq = ?", [first - 1]).fetchone()[0]
        )
        changes = []
        for seq, at, kind, body, _ in rows[first - 1 :]:
            row = {"at": at, "kind": kind, "body": body}
            if seq == first:
                row[field] = (
                    json.dumps({"forged": seq})
                    if content is None and field == "body"
                    else (f"{row[field]}x" if content is None else content)
                )
            own = own_hash(seq, row["at"], row["kind"], row["body"], prev)
            changes.append((row["at"], row["kind"], row["body"], prev, own, seq))
            prev = own
        by_sql(log, *map(_replacing, changes))


def _replacing(row: tuple[str, str, str, str, str, int]) -> str:
    quoted = [f"'{field.replace(chr(39), chr(39) * 2)}'" for field in row[:5]]
    pairs = ", ".join(f"{name} = {field}" for name, field in zip(TEXTS, quoted, strict=True))
    return f"UPDATE records SET {pairs} WHERE seq = {row[5]}"


def odd_genesis(log: Path, chance: random.Random) -> None:
    rechained(log, 1, "body", chance.choice(ODD_BODIES))


def second_genesis(log: Path, chance: random.Random) -> None:
    rechained(log, max(2, some(log, chance)), "kind", "genesis")


# ---- the make of the file ----------------------------------------------------------------------------------

PLAIN = "CREATE TABLE records (seq INTEGER PRIMARY KEY, at TEXT, kind TEXT, body TEXT, prev TEXT, hash TEXT)"
REMADE = (
    PLAIN,
    "CREATE TABLE records (seq, at, kind, body, prev, hash)",
    "CREATE TABLE records (seq INTEGER, at BLOB, kind BLOB, body BLOB, prev BLOB, hash BLOB)",
    PLAIN.replace(")", ", extra TEXT)"),
    PLAIN.replace("at TEXT, kind TEXT", "kind TEXT, at TEXT"),
    PLAIN.replace("records", "Records"),
    "CREATE TABLE records (seq TEXT, at TEXT, kind TEXT, body TEXT, prev TEXT, hash TEXT)",
    "CREATE TABLE kept (seq, at, kind, body, prev, hash); CREATE VIEW records AS SELECT * FROM kept; "
    "CREATE TRIGGER t INSTEAD OF INSERT ON records BEGIN INSERT INTO kept VALUES "
    "(NEW.seq, NEW.at, NEW.kind, NEW.body, NEW.prev, NEW.hash); END",
)


def remade_table(log: Path, chance: random.Random) -> None:
    rebuilt(log, chance.choice(REMADE))


def other_encoding(log: Path, chance: random.Random) -> None:
    rebuilt(log, PLAIN, chance.choice(("UTF-16le", "UTF-16be")))


def doubled_row(log: Path, chance: random.Random) -> None:
    rebuilt(log, "CREATE TABLE records (seq INTEGER, at TEXT, kind TEXT, body TEXT, prev TEXT, hash TEXT)")
    by_sql(log, f"INSERT INTO records SELECT * FROM records WHERE seq = {some(log, chance)}")


def other_version(log: Path, chance: random.Random) -> None:
    by_sql(log, f"PRAGMA user_version = {chance.choice((0, 2, -1, 99))}")


def other_migration(log: Path, chance: random.Random) -> None:
    name = chance.choice(("'0002_more'", "NULL", "x'00'", "'0001_records'"))
    by_sql(
        log,
        f"UPDATE _sqlite_migrations SET name = {name}",
        *(["DROP TABLE _sqlite_migrations"] if chance.random() < 0.2 else []),
    )


def endless_view(log: Path, chance: random.Random) -> None:
    by_sql(
        log,
        "ALTER TABLE records RENAME TO kept",
        "CREATE VIEW records AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        "SELECT x AS seq, 'a' AS at, 'b' AS kind, '{}' AS body, '' AS prev, '' AS hash FROM c",
    )


def ahead_mode(log: Path, chance: random.Random) -> None:
    with by_hand(log) as conn:
        conn.execute("PRAGMA journal_mode = WAL").fetchall()


def hot_journal(log: Path, chance: random.Random) -> None:
    """What a writer killed in the middle leaves: pages overwritten already, and the journal to undo it."""
    kept, side = log.with_name("kept.db"), Path(f"{log}-journal")
    with by_hand(log) as conn:
        conn.execute("PRAGMA journal_mode = DELETE")
        conn.execute("PRAGMA cache_size = 1")
        conn.execute("DROP TRIGGER IF EXISTS no_change")
        conn.execute("BEGIN IMMEDIATE")
        conn.execute("UPDATE records SET body = body || ' '")
        shutil.copyfile(log, kept)
        if side.exists():
            shutil.copyfile(side, f"{kept}-journal")
        conn.execute("ROLLBACK")
    if kept.exists():
        kept.replace(log)
    if Path(f"{kept}-journal").exists():
        Path(f"{kept}-journal").replace(side)


def rubbish_journal(log: Path, chance: random.Random) -> None:
    start = chance.choice((b"", bytes.fromhex("d9d505f920a163d7")))
    Path(f"{log}-journal").write_bytes(start + chance.randbytes(chance.choice((1, 512, 5000))))


# ---- indexes -----------------------------------------------------------------------------------------------

FACTS = "adjudications_by_facts"


def lying_index(log: Path, chance: random.Random) -> None:
    """An index whose content says other verdicts than its own text and the table do."""
    with (
        closing(sqlite3.connect(log, isolation_level=None)) as conn,
        suppress(sqlite3.DatabaseError, TypeError),
    ):
        (sql,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", [FACTS]).fetchone()
        verdict = "json_extract(body, '$.verdict')"
        lie = f"replace({verdict}, 'unacceptable', 'acceptable')"
        conn.execute(f"DROP INDEX {FACTS}")
        conn.execute(sql.replace(verdict, lie))
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql, FACTS])
        conn.execute("PRAGMA writable_schema = RESET")


def index_without_a_row(log: Path, chance: random.Random) -> None:
    """An index that was made when a row was hidden from it."""
    with by_hand(log) as conn:
        indexes = conn.execute(
            "SELECT name, sql FROM sqlite_master "
            "WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = 'records'"
        ).fetchall()
        seq = some(log, chance)
        conn.execute("PRAGMA writable_schema = ON")
        for name, sql in indexes:
            hidden = f"{sql} AND seq <> {seq}" if " WHERE " in sql else f"{sql} WHERE seq <> {seq}"
            conn.execute(f"DROP INDEX {name}")
            conn.execute(hidden)
            conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql, name])
        conn.execute("PRAGMA writable_schema = RESET")


def spoiled_index_page(log: Path, chance: random.Random) -> None:
    with by_hand(log) as conn:
        sql = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND rootpage > 0"
        roots = [row[0] for row in conn.execute(sql)]
        if roots:
            page = chance.choice(roots)
            poke(log, (page - 1) * PAGE + chance.randrange(PAGE - 8), chance.randbytes(8))


FORGERIES: tuple[Forgery, ...] = (
    *(
        flipped_bit,
        flipped_bit,
        flipped_bit,
        flipped_bit_in_the_header,
        spoiled_page,
        swapped_pages,
        cut_short,
    ),
    *(another_storage_class, another_storage_class, edited_row, emptied_field, removed_rows, swapped_rows),
    *(renumbered_row, extra_row, rewritten_from, odd_genesis, odd_genesis, second_genesis, remade_table),
    *(other_encoding, doubled_row, other_version, other_migration, endless_view, ahead_mode, hot_journal),
    *(rubbish_journal, lying_index, index_without_a_row, spoiled_index_page),
)


def forge(log: Path, chance: random.Random) -> str:
    """Forge *log* once or, one time in five, two or three times over; returns how."""
    chosen = [chance.choice(FORGERIES) for _ in range(chance.choice((1, 1, 1, 1, chance.choice((2, 3)))))]
    for forgery in chosen:
        with suppress(sqlite3.DatabaseError, OSError, TypeError, ValueError, UnicodeDecodeError):
            forgery(log, chance)
    return " + ".join(forgery.__name__ for forgery in chosen)
