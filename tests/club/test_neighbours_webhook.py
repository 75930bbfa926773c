"""Hands that are told to a receiver: each at least once, signed, and nobody waits for it."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from club.neighbours.hands import finished, news
from club.neighbours.webhook import CONFIRMED, BadWebhook, Target, Webhook, read_confirmed
from club.room import Session
from scoring import fold
from scoring.cards import Card
from scoring.commands import CorrectCard, Undo
from scoring.table import Table
from tests.club.receivers import SECRET, Receiver
from tests.conftest import play, run, session
from tests.property.test_written_games import evening

WHIST = evening("whist", 3, hands=3).table
HAND = ("QH KH 7H", "AD 7D 8D", "KD 8C 9D", "QD 9S TD", "6C 7S 8S")


def at(table: Table, box: str = "north") -> Session:
    return Session(box, "one", 1, table.seq, table)


def delivered(hook: Webhook) -> tuple[bool, dict[str, str]]:
    confirmed = read_confirmed(hook.path)
    return hook.deliver(confirmed, threading.Event()), confirmed


def test_each_hand_that_came_to_a_result_is_told_once_as_the_table_has_it() -> None:
    found = list(finished(at(WHIST), {}))
    assert [hand.id for hand in found] == [f"north/one/{deal.hand.number}" for deal in WHIST.deals if deal.result]
    last, result = json.loads(found[-1].body), WHIST.deals[-1].result
    assert result is not None
    assert (last["points"], last["totals"]) == (list(result.points), list(WHIST.standing.totals))
    assert (last["game"], last["players"]) == ("whist", list(WHIST.agreed.players))
    assert list(finished(at(WHIST), {hand.id: hand.sum for hand in found})) == []


def test_what_is_new_between_two_looks_is_told_whatever_the_looks() -> None:
    events = evening("whist", 3, hands=3).events
    looks = [Session("north", "one", 1, count, fold(events[:count])) for count in range(0, len(events) + 1, 7)] + [at(WHIST)]
    told = [hand.id for before, after in zip([None, *looks], looks, strict=False) for hand in news(before, after)]
    assert told == [hand.id for hand in finished(at(WHIST), {})]


def test_a_hand_that_is_corrected_is_told_again_under_its_id_and_one_that_is_taken_back_without_points() -> None:
    before = play(session(3), *HAND)
    [first] = finished(at(before), {})
    confirmed = {first.id: first.sum}
    corrected = run(before, CorrectCard(by="test", hand=1, trick=5, position=0, card=Card.parse("6S")))
    [second] = finished(at(corrected), confirmed)
    assert (second.id, second.content["points"]) != (first.id, first.content["points"])
    assert second.id == first.id
    assert second.seq > first.seq
    undone = run(before, Undo(by="test"))
    [back] = finished(at(undone), confirmed)
    assert (back.id, back.content["points"]) == (first.id, None)
    assert list(finished(at(undone), {})) == []


def test_the_receiver_gets_what_is_due_and_after_a_restart_nothing_twice(
    tmp_path: Path, receiver: Callable[..., Receiver]
) -> None:
    server = receiver()
    target = Target(server.address, SECRET)
    assert delivered(Webhook(target, tmp_path / CONFIRMED, lambda: [at(WHIST)]))[0]
    assert [server.next()["hand"] for _ in WHIST.deals] == [deal.hand.number for deal in WHIST.deals]
    hook = Webhook(target, tmp_path / CONFIRMED, lambda: [at(WHIST), at(WHIST, "south")])
    assert delivered(hook)[0]
    assert {server.next()["box"] for _ in WHIST.deals} == {"south"}
    assert server.got.empty()


def test_what_a_receiver_refuses_is_due_again_and_holds_up_nothing_else(
    tmp_path: Path, receiver: Callable[..., Receiver]
) -> None:
    server = receiver(500, 200)
    hook = Webhook(Target(server.address, SECRET), tmp_path / CONFIRMED, lambda: [at(WHIST)])
    is_done, confirmed = delivered(hook)
    assert (is_done, len(confirmed)) == (False, len(WHIST.deals) - 1)
    assert "answers 500" in hook.trouble
    assert delivered(hook)[0]
    assert [server.next()["hand"] for _ in range(len(WHIST.deals) + 1)] == [*(deal.hand.number for deal in WHIST.deals), 1]
    assert hook.trouble == ""


def test_a_redirect_is_followed_nowhere(tmp_path: Path, receiver: Callable[..., Receiver]) -> None:
    server = receiver(307, 302, 301, 200)
    hook = Webhook(Target(server.address, SECRET), tmp_path / CONFIRMED, lambda: [at(WHIST)])
    assert delivered(hook) == (False, {})
    assert [server.next()["hand"] for _ in WHIST.deals] == [1, 2, 3]
    assert server.got.empty()
    assert "answers 301" in hook.trouble


def test_a_receiver_that_is_away_is_said_and_its_secret_is_not(tmp_path: Path, receiver: Callable[..., Receiver]) -> None:
    server = receiver()
    address = server.address
    server.shutdown()
    server.server_close()
    hook = Webhook(Target(address, SECRET), tmp_path / CONFIRMED, lambda: [at(WHIST), at(WHIST, "south")])
    assert delivered(hook) == (False, {})
    assert "does not answer" in hook.trouble
    assert SECRET not in repr(hook)


def test_a_thread_of_its_own_sends_what_comes_while_the_hub_goes_on(tmp_path: Path, receiver: Callable[..., Receiver]) -> None:
    server, stop = receiver(), threading.Event()
    tables: list[Session] = []
    hook = Webhook(Target(server.address, SECRET), tmp_path / CONFIRMED, lambda: list(tables))
    thread = threading.Thread(target=hook.run, args=(stop,))
    thread.start()
    try:
        for box in ("north", "south"):
            tables.append(at(WHIST, box))
            assert [server.next()["box"] for _ in WHIST.deals] == [box] * len(WHIST.deals)
    finally:
        stop.set()
        thread.join()


def test_a_file_of_what_was_confirmed_that_makes_no_sense_costs_repetition_and_no_hand(
    tmp_path: Path, receiver: Callable[..., Receiver]
) -> None:
    server = receiver()
    (tmp_path / CONFIRMED).write_text('["cut off')
    assert delivered(Webhook(Target(server.address, SECRET), tmp_path / CONFIRMED, lambda: [at(WHIST)]))[0]
    assert [server.next()["hand"] for _ in WHIST.deals] == [deal.hand.number for deal in WHIST.deals]


def test_hands_of_other_evenings_are_forgotten(tmp_path: Path, receiver: Callable[..., Receiver]) -> None:
    server = receiver()
    path = tmp_path / CONFIRMED
    path.write_text(json.dumps({"north/before/1": "0" * 16}))
    assert delivered(Webhook(Target(server.address, SECRET), path, lambda: [at(WHIST)]))[0]
    assert set(read_confirmed(path)) == {f"north/one/{deal.hand.number}" for deal in WHIST.deals}


@pytest.mark.parametrize(
    "address",
    [
        "",
        "cards",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://",
        "http://me:secret@example.org/",
        "http://a b/",
        "http://a:99999/",
    ],
)
def test_an_address_that_leads_nowhere_is_named(address: str) -> None:
    with pytest.raises(BadWebhook, match="expected one such as"):
        Target(address, SECRET)


def test_a_secret_that_can_be_guessed_is_none() -> None:
    with pytest.raises(BadWebhook, match="16 characters"):
        Target("https://example.org/cards", "short")
