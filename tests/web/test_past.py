"""Sessions that are over, and what leaves the page: titles, totals, signatures."""

import re
from dataclasses import replace

from scoring.commands import DealHand, EndSession, StartSession, Undo
from scoring.ledger.replay import replay
from tests.web.conftest import Page
from web.player_records import Records


def test_a_past_session_is_opened_again(page: Page) -> None:
    page.start("Ama", "Kofi")
    page.lay("AH 7H", "KD 8D", "QS 9S", "JC 7C", "6C 8S")
    page.do(EndSession(by="test"))
    session = page.live.session
    page.start("Esi", "Yaw")
    listed = page.client.get("/past").get_data(as_text=True)
    assert f'href="/past/{session}"' in listed
    sheet = page.client.get(f"/past/{session}").get_data(as_text=True)
    assert "Ama" in sheet
    assert "last trick won with" in sheet
    assert "Esi" not in sheet
    assert page.client.get("/past/nothing").status_code == 404
    (address,) = set(re.findall(r'href="(/past/[^"]*/hand/1)"', sheet))
    hand = page.client.get(address).get_data(as_text=True)
    assert "Ama" in hand
    assert "Esi" not in hand
    assert 'action="/do/' not in hand
    assert 'href="/card/' not in hand
    assert page.client.get(address.replace("/hand/1", "/hand/9")).status_code == 404


def test_what_began_and_saw_no_card_is_not_listed(page: Page) -> None:
    page.start("Ama", "Kofi")
    assert "Nothing has been played yet." in page.client.get("/past").text
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    page.do(DealHand(by="test"))
    assert 'href="/hand/1"' in page.client.get("/score").text
    assert 'href="/hand/2"' not in page.client.get("/score").text


def test_a_session_of_a_stranger_may_be_called_anything(page: Page) -> None:
    page.start("Ama", "Kofi")
    page.lay("AH 7H")
    recorded = page.live.ledger.read(page.live.ledger.sessions()[0])
    page.live.ledger.take_in([replace(item, session="club/2026 ü?#%2F") for item in recorded])
    (link,) = re.findall(r'href="(/past/club[^"]*)"', page.client.get("/past").get_data(as_text=True))
    assert "Kofi" in page.client.get(link).get_data(as_text=True)


def test_a_session_counts_as_won_once_it_has_ended_and_what_is_changed_then_shows(page: Page) -> None:
    page.start("Ama", "Kofi")
    page.lay("AH 7H", "KD 8D", "QS 9S", "JC 7C", "6C 8S")

    def won() -> list[str]:
        listed = page.client.get("/past").get_data(as_text=True)
        return re.findall(r"(\d+) of \d+ session", listed)

    assert won() == ["0", "0"]
    page.do(EndSession(by="test"))
    assert sorted(won()) == ["0", "1"]
    page.do(Undo(by="test"))
    assert won() == ["0", "0"]


def test_what_players_have_done_is_told_with_streaks_rivals_and_cards(page: Page) -> None:
    for _ in range(2):
        page.start("Ama", "Kofi")
        page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
        page.do(EndSession(by="test"))
    ((first, best), (second, other)) = records_of(page).best_first()
    assert (first, best.won, best.in_a_row, best.rival, best.favourite) == ("Ama", 2, 2, ("Kofi", 2, 0), "6C")
    assert (second, other.won, other.in_a_row, other.rival, other.favourite) == ("Kofi", 0, 0, ("Ama", 0, 2), "")
    listed = page.client.get("/past").text
    assert "2 of 2 sessions won" in listed
    assert "2 won in a row" in listed
    assert "against Kofi 2 : 0" in listed


def records_of(page: Page) -> Records:
    ledger, records = page.live.ledger, Records()
    for session in reversed(ledger.sessions()):
        records.add(replay(ledger.excerpt(session)).table)
    return records


def test_the_picture_of_the_result_crowns_who_won_and_draws_how_it_came_about(page: Page) -> None:
    page.start()
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    before = page.client.get("/out/result.svg").text
    assert ("<path" in before, "polyline" in before) == (False, False), "nobody has won, and one hand is no line"
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    page.do(EndSession(by="test"))
    drawn = page.client.get("/out/result.svg").text
    assert (drawn.count("<path"), drawn.count("<polyline")) == (1, 2)
    standing = page.live.table().standing
    best = max(range(2), key=lambda side: standing.totals[side])
    assert f"{('Ama', 'Kofi')[best]} won" in drawn


def test_a_house_game_has_the_title_that_its_owner_wrote(page: Page) -> None:
    rules = """name = "last"\ntitle = "Grandpa's Last"\npack = "std52"\n[[score]]\npoints = 1\n"""
    page.do(StartSession(by="test", game="last", players=("Ama", "Kofi"), rules=rules))
    page.lay("AH 7H")
    for path in ("/session", "/past", "/out/result.svg"):
        assert "Grandpa&#39;s Last" in page.client.get(path).text.replace("&#x27;", "&#39;")


def test_the_sheet_of_an_ended_session_is_signed_by_name(page: Page) -> None:
    page.start()
    assert page.post("sign", player="Ama").status_code == 409
    page.do(EndSession(by="test"))
    assert "Ama signs" in page.client.get("/session").text
    assert page.post("sign", player="Ama").status_code == 303
    text = page.client.get("/session").text
    assert "Signed by Ama." in text
    assert "Ama signs" not in text
    assert "Ama ✓" in page.client.get("/out/print").text
