"""A hub of the schema before there were bounds is brought up to date with all that it held, and its
enrolments go on: those that were bound stay bound, those that had pushed nothing yet still can.

The older hub is made by the older steps and pushed to by the older call, as by a station that was not
updated.
"""

import secrets
from pathlib import Path

import pytest
from psycopg import sql

from kiosk.errors import HubError
from kiosk.hub.actions import Reached, enrol, heads_of_day, hub_status, strike, verify_hub
from kiosk.hub.answer import Batch, HubAnswer, read_answer
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.findings import fold_alarms
from kiosk.hub.line import by_enrolment, columns
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.schema import make_hub, shipped_steps
from kiosk.log.kinds import Kind
from tests.support import event_generator
from tests.support.bodies import body
from tests.support.hub import (
    HubServer,
    HubUnderTest,
    clone,
    code_of,
    grow,
    in_log,
    push,
    records_in,
    say,
    station,
)

OLDER = shipped_steps()[:4]
# As the program before this one pushed.
CALL = (
    "SELECT * FROM kiosk_hub.push(1, %s, %s, %b::text[], %b::text[], %b::text[], %b::text[], %b::text[], "
    "%b::text[], '', %s, 0, '0.1', %s, %s)"
)


def enrolled_before(hub: HubUnderTest, letter: str, number: int = 1) -> Enrolment:
    """An account as the program before this one made it."""
    role, password = f"kiosk_{hub.hub.id[:8]}_{letter.lower()}{number}", secrets.token_urlsafe(24)
    with hub.owner() as conn:
        conn.execute(
            sql.SQL("CREATE ROLE {} LOGIN CONNECTION LIMIT 5 IN ROLE {} PASSWORD {}").format(
                sql.Identifier(role), sql.Identifier(hub.hub.station_group), sql.Literal(password)
            )
        )
        conn.execute(
            "INSERT INTO kiosk_hub.enrolments (role, letter, stick_key) VALUES (%s, %s, 'key')",
            (role, letter),
        )
        host, port, database = conn.info.host, conn.info.port, conn.info.dbname
    return Enrolment(
        hub.hub.id, hub.hub.event, letter, role, host, port, database, stick_key="key", password=password
    )


def pushed_before(
    enrolment: Enrolment, folder: Path, boot: str = "boot", had: tuple[int, str] = (0, "")
) -> HubAnswer:
    """The log in *folder*, pushed by the program before this one."""
    batch = Batch(Outbox(folder).head().epoch, tuple(records_in(folder)))
    with by_enrolment(enrolment) as conn:
        row = conn.execute(CALL, (enrolment.hub, batch.epoch, *columns(batch), boot, *had)).fetchone()
    return read_answer(row or ())


class OlderHub:
    """B is bound and was copied, C was struck off and enrolled again, D has pushed nothing; E flooded."""

    def __init__(self, server: HubServer, folder: Path) -> None:
        self.hub = HubUnderTest(server, folder, steps=OLDER)
        self.b = self._with_letter(folder / "b")
        self.copy = clone(self.b, folder / "copy")
        self.c, self.d = station(folder / "c", 8), station(folder / "d", 6)
        self.of_b, self.of_d = enrolled_before(self.hub, "B"), enrolled_before(self.hub, "D")
        for one in (self.b, self.copy):
            grow(one, 2)
            for boot in ("first", "second", "third"):
                pushed_before(self.of_b, one, boot)
        first = enrolled_before(self.hub, "C")
        pushed_before(first, self.c)
        strike(self.hub.where, "C")
        self.of_c = enrolled_before(self.hub, "C", 2)
        grow(self.c, 2)
        pushed_before(self.of_c, self.c)
        self.of_e = enrolled_before(self.hub, "E")
        e = station(folder / "e", 1)
        for number in range(40):
            pushed_before(self.of_e, e, had=(number + 9, "a"))

    @staticmethod
    def _with_letter(folder: Path) -> Path:
        folder.mkdir()
        story = event_generator.Story(7, "B")
        story.add(Kind.SET_UP, letter="B")
        story.rule(("CAT",))
        event_generator.build(story, folder)
        return folder

    def update(self) -> None:
        with self.hub.owner() as conn:
            make_hub(conn, None)


@pytest.fixture
def older(server: HubServer, tmp_path: Path) -> OlderHub:
    return OlderHub(server, tmp_path)


def test_nothing_that_it_held_is_lost_or_changed(older: OlderHub):
    records, forks = older.hub.records(), older.hub.forks()
    alarms = older.hub.alarms()

    older.update()

    assert records == older.hub.records() == in_log(older.b) | in_log(older.c) | in_log(older.b.parent / "e")
    assert forks == older.hub.forks() == in_log(older.copy) - in_log(older.b)
    assert alarms == older.hub.alarms()
    found = verify_hub(older.hub.where)
    assert {(one.chain.letter, one.found.count) for one in found.logs} == {
        ("B", len(in_log(older.b))),
        ("C", len(in_log(older.c))),
        ("E", 1),
    }
    assert all(one.found.holds for one in found.logs)


def test_it_is_read_as_before_and_what_it_was_flooded_with_is_folded(older: OlderHub):
    older.update()

    status = hub_status(older.hub.where)
    _, heads = heads_of_day(older.hub.where, None)
    assert {one.letter: one.count for one in heads} == {
        "B": len(in_log(older.b)),
        "C": len(in_log(older.c)),
        "E": 1,
    }
    assert [one.own_letter for one in status.stations if one.letter == "B"] == ["B"]
    assert len([one for one in older.hub.alarms() if one == "forgot"]) == 40
    lines = fold_alarms(status.alarms)
    assert lines[0].newest.kind == "fork"
    assert len([line for line in lines if line.newest.kind == "forgot"]) == 1
    with older.hub.owner() as conn:
        seen = conn.execute(
            "SELECT role, boot FROM kiosk_hub.seen WHERE role = %s", [older.of_b.role]
        ).fetchall()
    assert seen == [(older.of_b.role, "third")]


@pytest.mark.parametrize("updated", [True, False], ids=["by this program", "by the one before"])
def test_stations_go_on_with_the_enrolments_that_they_have(older: OlderHub, updated: bool):
    older.update()
    for folder in (older.b, older.c):
        grow(folder, 3)

    for folder, enrolment in ((older.b, older.of_b), (older.c, older.of_c), (older.d, older.of_d)):
        if updated:
            done = push(folder, enrolment)
            assert (done.count, done.sent < 6) == (len(in_log(folder)), folder != older.d)
        else:
            assert pushed_before(enrolment, folder).count == len(in_log(folder))

    logs = (older.b, older.c, older.d, older.b.parent / "e")
    assert older.hub.records() == set().union(*map(in_log, logs))


def test_what_was_bound_stays_bound(older: OlderHub, tmp_path: Path):
    older.update()

    with pytest.raises(HubError, match="belongs to another station"):
        push(station(tmp_path / "other", 5), older.of_b)
    with pytest.raises(HubError, match="enrolled already, as B"):
        enrol(older.hub.where, "F", Reached(), tmp_path / "f.json", code_of(older.b))


def test_one_that_had_pushed_nothing_cannot_take_the_place_of_one_that_is_bound(
    older: OlderHub, tmp_path: Path
):
    older.update()

    with pytest.raises(HubError, match="belongs to another station"):
        push(older.b, older.of_d)
    assert push(older.d, older.of_d).count == 6

    assert older.hub.records() >= in_log(older.b)


def test_the_letter_of_its_log_is_still_watched(older: OlderHub):
    older.update()
    say(older.d, body(Kind.SET_UP, letter="B"))

    push(older.d, older.of_d)

    assert older.hub.alarms()[-2:] == ["other_letter", "same_letter"]
