"""An archive in SQLite and in PostgreSQL: what it has answered is there, once and in order, whatever happens to the database."""

import random
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from club import postgres as under_postgres
from club.archive import Archive, ArchiveDown, Kept, archive_at
from club.wire import NOTHING, Answer, Excerpt, chain
from tests.club.places import Places, copy_of
from tests.club.postgres import Server

LINE = '{{"session":"{}","seq":{}}}'


@pytest.fixture
def archive(places: Places) -> Iterator[Archive]:
    with closing(archive_at(places.new())) as archive:
        yield archive


def excerpts(session: str, sizes: list[int]) -> list[Excerpt]:
    """A session in pieces of those sizes."""
    found, after, seq = list[Excerpt](), NOTHING, 1
    for size in sizes:
        places = range(seq, seq + size)
        found.append(chain(session, after, [(place, LINE.format(session, place)) for place in places]))
        after, seq = found[-1].last, seq + size
    return found


def sums(kept: list[Kept]) -> list[str]:
    return [one.entry.sum for one in kept]


def test_it_is_the_same_archive_when_it_is_opened_again(places: Places) -> None:
    place, (first, second) = places.new(), excerpts("s", [3, 2])
    with closing(archive_at(place)) as before:
        assert before.position() == 0
        assert before.take([("north", first)]) == [Answer(before.name, "s", first.last)]
        assert before.note("round 1") == 1
    with closing(archive_at(place)) as archive:
        assert archive.position() == 3
        assert archive.name == before.name
        assert archive.take([("north", second), ("north", first)])[0].is_known
        assert [(kept.number, kept.box, kept.session) for kept in archive.after(2, 2)] == [(3, "north", "s"), (4, "north", "s")]
        assert archive.ways("north", "s") == [first.entries + second.entries]
        assert archive.note("round 2 – Zoë ♠") == 2
        assert archive.notes() == [(1, "round 1"), (2, "round 2 – Zoë ♠")]
        assert archive.notes(1) == [(2, "round 2 – Zoë ♠")]


@pytest.mark.parametrize("seed", range(5))
def test_both_databases_answer_alike(postgres: Server, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    sessions = [excerpts(session, [chance.randint(1, 5) for _ in range(6)]) for session in ("s", "t")]
    sent = [(chance.choice(["north", "south"]), excerpt) for pieces in sessions for excerpt in pieces for _ in range(3)]
    chance.shuffle(sent)
    with closing(archive_at(tmp_path / "hub.db")) as one, closing(archive_at(postgres.new())) as other:
        while sent:
            batch, sent = sent[:4], sent[4:]
            answers = zip(one.take(batch), other.take(batch), strict=True)
            assert all((first.last, first.is_known) == (second.last, second.is_known) for first, second in answers)
        assert one.after(0, 1000) == other.after(0, 1000)
        assert one.position() == other.position() == len(one.after(0, 1000))
        assert one.ways("north", "s") == other.ways("north", "s")


def test_what_cannot_be_kept_is_refused_and_everything_else_is_taken_in(archive: Archive) -> None:
    spoilt = chain("one", NOTHING, [(1, LINE.format("one", 1)), (2**63, LINE.format("one", 2**63))])
    (good,) = excerpts("two", [3])
    refused, answer = archive.take([("north", spoilt), ("south", good)])
    assert "begin a new session" in refused.refusal
    assert answer == Answer(archive.name, "two", good.last)
    assert archive.ways("north", "one") == []
    assert sums(archive.after(0, 10)) == [entry.sum for entry in good.entries]


def test_signs_that_a_database_has_no_room_for_are_refused_or_kept(archive: Archive) -> None:
    for session in ("\0", "\ud800", "♠" * 64):
        excerpt = chain(session, NOTHING, [(1, "{}")])
        (answer,) = archive.take([("north", excerpt)])
        assert (archive.ways("north", session) if not answer.refusal else [excerpt.entries]) == [excerpt.entries]
    (answer,) = archive.take([("north", Excerpt("s", "\0" * 9999))])
    assert answer.refusal or not answer.is_known


def test_whoever_follows_what_is_taken_in_misses_nothing(archive: Archive) -> None:
    streams = {box: excerpts("s", [2] * 40) for box in ("north", "south", "west")}
    everything, found = sum(len(pieces) * 2 for pieces in streams.values()), list[Kept]()

    def play(box: str) -> None:
        for excerpt in streams[box]:
            archive.take([(box, excerpt)])
            archive.note(excerpt.last)

    with ThreadPoolExecutor() as threads:
        playing = [threads.submit(play, box) for box in streams]
        while len(found) < everything and not all(one.done() for one in playing):
            found += archive.after(found[-1].number if found else 0, 7)
        for one in playing:
            one.result()
    while more := archive.after(found[-1].number if found else 0, 7):
        found += more
    for box, pieces in streams.items():
        assert [kept.entry for kept in found if kept.box == box] == [entry for piece in pieces for entry in piece.entries]
    assert len(archive.notes()) == 120


@pytest.mark.parametrize("seed", range(10))
def test_a_server_that_is_killed_has_everything_that_was_answered_once(postgres: Server, seed: int) -> None:
    chance = random.Random(seed)
    pieces = excerpts("s", [chance.randint(1, 9) for _ in range(3000)])
    fatal, deadly, is_back = chance.randrange(10, 100), Event(), Event()
    answered, noted, failed = list[Excerpt](), list[str](), list[ArchiveDown]()

    def play(archive: Archive) -> None:
        """Like boxes and a director: what is not answered is said again."""
        while not is_back.is_set() or not failed:
            try:
                archive.take([("north", pieces[len(answered)])])
                answered.append(pieces[len(answered)])
                archive.note(f"round {len(answered)}")
                noted.append(f"round {len(answered)}")
            except ArchiveDown as error:
                failed.append(error)
            if len(answered) == fatal:
                deadly.set()

    with closing(archive_at(postgres.new())) as archive, ThreadPoolExecutor() as threads:
        playing = threads.submit(play, archive)
        deadly.wait()
        postgres.kill()
        try:
            postgres.start()
        finally:
            is_back.set()
        playing.result()
        entries = tuple(entry for piece in pieces for entry in piece.entries)
        (way,) = archive.ways("north", "s")
        assert way[: sum(len(piece.entries) for piece in answered)] == tuple(
            entry for piece in answered for entry in piece.entries
        )
        assert way == entries[: len(way)]
        assert sums(archive.after(0, 20_000)) == [entry.sum for entry in way]
        assert set(noted) <= {line for _, line in archive.notes()}


def test_while_the_server_is_down_a_sentence_says_so_and_then_it_goes_on_by_itself(postgres: Server) -> None:
    first, second = excerpts("s", [2, 2])
    with closing(archive_at(postgres.new())) as archive:
        archive.take([("north", first)])
        postgres.kill()
        try:
            for _ in range(2):
                with pytest.raises(ArchiveDown, match=r"does not answer: is it running.*Tables play on, nothing is lost\."):
                    archive.take([("north", second)])
        finally:
            postgres.start()
        assert archive.take([("north", second)]) == [Answer(archive.name, "s", second.last)]
        assert archive.position() == 4


def test_a_server_that_was_restarted_meanwhile_is_not_missed(postgres: Server) -> None:
    first, second = excerpts("s", [2, 2])
    with closing(archive_at(postgres.new())) as archive:
        archive.take([("north", first)])
        postgres.kill()
        postgres.start()
        assert archive.take([("north", second)]) == [Answer(archive.name, "s", second.last)]


def test_a_server_that_says_nothing_is_given_up(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    (first,) = excerpts("s", [2])
    with closing(archive_at(postgres.new())) as archive:
        with monkeypatch.context() as patch, postgres.silent():
            patch.setattr(under_postgres, "SILENCE_S", 0.05)
            with pytest.raises(ArchiveDown, match="does not answer"):
                archive.take([("north", first)])
        assert archive.take([("north", first)]) == [Answer(archive.name, "s", first.last)]


def test_a_second_hub_is_told_that_the_database_is_another_hubs(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = postgres.new()
    with closing(archive_at(place)) as first:
        first.position()
        with monkeypatch.context() as patch:
            patch.setitem(under_postgres.SETTINGS, "lock_timeout", "20ms")
            with pytest.raises(ArchiveDown, match="is another hub's: end that one"):
                archive_at(place).position()
        assert first.position() == 0
    with closing(archive_at(place)) as second:
        assert second.position() == 0
        assert second.name == first.name


def test_a_hub_that_lost_its_database_to_another_one_is_told_so(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = postgres.new()
    name = place.rsplit("/", 1)[1]
    with closing(archive_at(place)) as first:
        first.position()
        postgres.execute(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'")
        with closing(archive_at(place)) as second:
            second.position()
            monkeypatch.setitem(under_postgres.SETTINGS, "lock_timeout", "20ms")
            with pytest.raises(ArchiveDown, match="is another hub's"):
                first.note("round 1")
            assert second.notes() == []


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ("disk_full", "is full: make room on its disk"),
        ("read_only_sql_transaction", "may only be read"),
        ("insufficient_privilege", "refuses the hub"),
        ("query_canceled", "does not answer"),
        ("undefined_table", "cannot be used"),
    ],
)
def test_a_server_that_takes_nothing_in_is_named_and_is_read_all_the_same(postgres: Server, state: str, why: str) -> None:
    place, (first, second) = postgres.new(), excerpts("s", [2, 2])
    with closing(archive_at(place)) as archive:
        archive.take([("north", first)])
        raising = f"CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE USING ERRCODE = '{state}'; END $$"
        postgres.execute(f"{raising}; CREATE TRIGGER fails BEFORE INSERT ON entries EXECUTE FUNCTION fail()", place)
        with pytest.raises(ArchiveDown, match=why):
            archive.take([("north", second)])
        assert sums(archive.after(0, 10)) == [entry.sum for entry in first.entries]
        postgres.execute("DROP TRIGGER fails ON entries", place)
        assert archive.take([("north", second)]) == [Answer(archive.name, "s", second.last)]


def test_a_disk_that_is_full_is_named_and_what_was_answered_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect, pieces, answered = sqlite3.connect, excerpts("s", [20] * 100), list[Answer]()

    def small(*where: object, **options: object) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*where, **options)  # type: ignore[call-overload]  # what it was called with
        db.execute("PRAGMA max_page_count=30")
        return db

    def fill(archive: Archive) -> None:
        for piece in pieces[len(answered) :]:
            answered.extend(archive.take([("north", piece)]))

    with closing(archive_at(tmp_path / "hub.db")) as archive:
        archive.close()
        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", small)
            with pytest.raises(ArchiveDown, match=r"is full: make room on the disk of .*hub\.db"):
                fill(archive)
        assert archive.position() == 20 * len(answered) > 0
        fill(archive)
        assert archive.ways("north", "s") == [tuple(entry for piece in pieces for entry in piece.entries)]


def test_a_file_that_was_put_in_its_place_is_the_archive_from_then_on(tmp_path: Path) -> None:
    (excerpt,) = excerpts("s", [2])
    with closing(archive_at(tmp_path / "other.db")) as other:
        other.note("round 1")
    with closing(archive_at(tmp_path / "hub.db")) as archive:
        archive.position()
        copy_of(tmp_path / "other.db", tmp_path / "hub.db")
        assert archive.take([("north", excerpt)]) == [Answer(other.name, "s", excerpt.last)]
        assert archive.notes() == [(1, "round 1")]


def test_a_file_that_is_no_database_or_cannot_be_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "hub.db").write_bytes(b"The club's minutes of 1987" * 100)
    with pytest.raises(ArchiveDown, match=r"is damaged: put a copy of .*hub\.db back"):
        archive_at(tmp_path / "hub.db").position()
    with pytest.raises(ArchiveDown, match=r"look at .*nowhere/hub\.db and its disk"):
        archive_at(tmp_path / "nowhere" / "hub.db").position()


def test_another_program_that_writes_for_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.sqlite.LOCKED_S", 0.01)
    with closing(archive_at(tmp_path / "hub.db")) as archive, closing(sqlite3.connect(tmp_path / "hub.db")) as db:
        archive.position()
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArchiveDown, match="is being written by another program"):
            archive.note("round 1")
        assert archive.notes() == []


def test_a_thread_that_waits_too_long_for_its_turn_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.database.TURN_S", 0.01)
    with closing(archive_at(tmp_path / "hub.db")) as archive:
        with archive._turns.reading(), pytest.raises(ArchiveDown, match="has been busy"):
            archive.position()
        assert archive.position() == 0


def test_an_address_that_leads_nowhere_is_named_and_its_password_is_not(postgres: Server) -> None:
    for address in ("postgresql://hub:secret@127.0.0.1:1/club", "postgresql://hub:secret@[::1/club"):
        with pytest.raises(ArchiveDown, match="address") as told:
            archive_at(address).position()
        assert "secret" not in str(told.value)
    with pytest.raises(ArchiveDown, match="no_such_club"):
        archive_at(postgres.address("no_such_club")).position()


def test_a_database_that_cannot_hold_every_name_is_refused(postgres: Server) -> None:
    place = postgres.new("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(ArchiveDown, match="keeps text as LATIN1: make one with the encoding UTF8"):
        archive_at(place).position()


def test_without_psycopg_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "club.postgres")
    with pytest.raises(ArchiveDown, match=r"needs psycopg: pip install 'psycopg\[binary\]'"):
        archive_at("postgresql://127.0.0.1/club").position()
