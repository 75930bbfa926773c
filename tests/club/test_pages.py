"""The club's pages, read as a guest and led as the director."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from club.evening import acts
from club.evening.places import players_at
from club.pages.sheets import Sheet
from club.pages.tiles import grid_of
from scoring.commands import DealHand, EndSession, MakeCall, OpenDispute
from scoring.ledger.phrases import read_call
from tests.club.paper import PICTURE, Pages, PaperHub, pages_of


@pytest.fixture
def hub(tmp_path: Path) -> PaperHub:
    return PaperHub(tmp_path)


@pytest.fixture
def pages(hub: PaperHub, tmp_path: Path) -> Pages:
    return pages_of(hub, tmp_path)


def open_evening(pages: Pages, **contest: str) -> None:
    """An evening with a contest of four who play spar, everybody against everybody."""
    assert pages.does("/do/open", name="Thursday").status_code == 200
    plan = {"title": "Spar cup", "game": "spar", "kind": "round robin", "counting": "wins", "hands": "1", "minutes": "20"}
    entrants = {"entrants": "Ama\nKofi\nEsi\nYaw\n"}
    answer = pages.does("/do/contest", **(plan | entrants | contest))
    assert answer.status_code == 200, answer.text


def in_round(number: int, **more: object) -> dict[str, object]:
    return {"contest": "c1", "round": number, **more}


def test_the_wall_says_of_each_table_who_plays_and_whose_turn_it_is(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-2").start("Ama", "Kofi").lay("AH 7H")
    hub.table("table-10").start("Esi", "Yaw", game="fapfap")
    hub.table("table-1", is_there=False)
    wall = pages.text("/wall")
    order = [wall.index(f'class="number">{number}<') for number in (1, 2, 10)]
    assert order == sorted(order)
    assert "Kofi's turn" in wall
    assert "offline" in wall


def test_a_table_has_the_number_that_the_director_gives_it(hub: PaperHub, pages: Pages) -> None:
    hub.table("window").start("Ama", "Kofi")
    assert 'class="number">window<' in pages.text("/")
    pages.does("/do/table", number="7", box="window")
    assert 'class="number">7<' in pages.text("/")


def test_a_dispute_is_marked_on_the_wall_and_proved_at_the_director_s(hub: PaperHub, pages: Pages) -> None:
    table = hub.table("table-4").start("Ama", "Kofi")
    table.lay("AH 9D", "KD 8D", "KH 8H")
    table.do(OpenDispute(by="Ama", hand=1, trick=1))
    hub.pictures["table-4", PICTURE] = b"a picture"
    assert "disputed: trick 1" in pages.text("/")
    page = pages.text("/director", as_director=True)
    assert "Frozen by Ama." in page
    assert "Proved:" in page
    picture = pages.director.get(f"/picture/table-4/{PICTURE}")
    assert (picture.data, picture.mimetype) == (b"a picture", "image/jpeg")
    assert pages.guest.get(f"/picture/table-4/{PICTURE}").status_code == 403
    assert pages.director.get(f"/picture/table-4/{'cd' * 32}").status_code == 404


def test_names_are_only_text(hub: PaperHub, pages: Pages) -> None:
    evil = "<script>alert(1)</script>"
    hub.table("table-1").start(evil, "'\"&")
    open_evening(pages, title=evil, entrants=f"{evil}\nKofi")
    pages.does("/do/draw", **in_round(1))
    for path in (
        "/",
        "/director",
        "/director/contest/c1",
        "/director/new/spar",
        "/results",
        "/results/c1",
        "/results/c1/print",
        "/me",
    ):
        page = pages.director.get(path).text
        assert "<script>alert" not in page, path
        assert "&lt;script&gt;alert" in page, path


@pytest.mark.parametrize("tables", range(1, 61))
def test_every_table_has_a_place_and_no_row_is_empty(tables: int) -> None:
    grid = grid_of(tables)
    assert grid.columns * (grid.rows - 1) < tables <= grid.columns * grid.rows
    assert grid.rows <= 9
    assert grid.columns <= 9


LED = ("/director", "/director/new", "/director/members", "/director/boxes", "/director/contest/c1")


def test_the_evening_is_led_with_the_key_alone(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-1")
    assert [pages.guest.get(path).status_code for path in LED] == [403] * len(LED)
    assert pages.guest.get("/key/WRONGKEY").status_code == 403
    for path in ("/invite", "/do/revoke", "/do/open", "/do/close", "/do/result"):
        assert pages.guest.post(path, data={"box": "table-1", "name": "Mine"}).status_code == 403
        assert pages.director.post(path, data={"box": "table-1", "name": "Mine"}).status_code == 400  # not a form of this page
    assert hub.acted == []


def test_wrong_keys_are_few(pages: Pages) -> None:
    pages.guest.get("/me")
    found = [pages.guest.get(f"/key/WRONG{number}").status_code for number in range(12)]
    assert found == [403] * 10 + [429] * 2
    assert pages.guest.get(f"/key/{pages.keys.keys().owner}").status_code == 429


def test_a_box_is_invited_with_a_code_and_revoked_in_one_act(hub: PaperHub, pages: Pages) -> None:
    page = pages.does("/invite", box=" Table-9 ").text
    assert "http://club.local/join#" in page
    assert "<svg" in page
    assert "table-9" in pages.text("/director/boxes", as_director=True)
    assert pages.does("/do/revoke", box="table-9").status_code == 200
    assert hub.accounts.names() == ()
    assert pages.does("/do/revoke", box="table-9").status_code == 400  # a second tap finds nothing to do


def test_what_is_wrong_with_a_table_is_said_with_what_to_do(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-1", is_there=False, waiting=14)
    an_hour_off = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
    hub.table("table-2", troubles=("the camera sees nothing: is its cap on?",), at=an_hour_off)
    page = pages.text("/director", as_director=True)
    assert "14 events wait to be sent" in page
    assert "is its cap on?" in page
    assert "Its clock is wrong by 60 minutes" in page


def test_a_round_goes_from_the_draw_to_the_season(hub: PaperHub, pages: Pages) -> None:
    open_evening(pages)
    assert "You have no place now" in pages.text("/player/Ama")
    pages.does("/do/draw", **in_round(1))
    seat = pages.text("/player/ama")
    assert "as soon as the director starts the round" in seat
    against = "Yaw" if "Yaw" in seat.split("against")[1][:60] else "Kofi" if "Kofi" in seat.split("against")[1][:60] else "Esi"
    pages.does("/do/start", **in_round(1))
    table = hub.table("table-1").start("Ama", against)
    table.lay("AH 7H", "KD 8D", "QS 9S", "JC 7C", "6C 8S").do(EndSession(by="t"))
    standings = pages.text("/results/c1")
    assert standings.index(f">{against}<") < standings.index(">Ama<")
    assert "1." in pages.text("/results")
    pages.does("/do/end-round", **in_round(1))
    pages.does("/do/close")
    assert hub.view.evening.is_open is False
    assert "Round 1" not in pages.text("/player/Yaw")
    season = pages.text("/season")
    assert "League table" in season
    assert "Ratings: Spar" in season
    assert "Your evenings" in pages.text("/player/Ama")
    assert "Spar cup" in pages.text("/results/0")
    assert pages.guest.get("/season/league.csv").text.splitlines()[0] == "\ufeffRank,Names,Points,Contests"


def test_a_result_that_the_director_sets_is_seen_as_set_with_its_reason(hub: PaperHub, pages: Pages) -> None:
    open_evening(pages)
    pages.does("/do/draw", **in_round(1))
    refused = pages.does("/do/result", **in_round(1, table=1, scores="3 1"))
    assert (refused.status_code, refused.text) == (400, "Say why: everybody sees it")
    assert pages.does("/do/result", **in_round(1, table=1, scores="3 : 1", reason="No power")).status_code == 200
    page = pages.text("/results/c1")
    assert "3 : 1, set by the director" in page
    assert "No power" in page
    assert pages.does("/do/result", **in_round(1, table=1, back_to_log="1")).status_code == 200
    assert "set by the director" not in pages.text("/results/c1")


def test_a_second_tap_does_nothing_more(hub: PaperHub, pages: Pages) -> None:
    open_evening(pages)
    for what, fields in (("draw", {}), ("start", {}), ("minutes", {"minutes": 5}), ("pause", {})):
        done = len(hub.acted)
        answers = [pages.does(f"/do/{what}", **in_round(1, **fields)) for _ in range(2)]
        assert answers[0].status_code == 200
        assert len(hub.acted) == done + 1, what


def test_a_session_that_was_not_drawn_is_attached_or_set_aside(hub: PaperHub, pages: Pages) -> None:
    open_evening(pages)
    pages.does("/do/draw", **in_round(1))
    hub.table("table-9").start("Ama", "Zoe").lay("AH 7H", "KD 8D", "QS 9S", "JC 7C", "6C 8S")
    page = pages.text("/director", as_director=True)
    assert "no round has drawn them together" in page
    assert 'value="c1/1/1"' in page
    assert pages.does("/do/attach", box="table-9", session="s", meeting="nonsense").status_code == 400
    pages.does("/do/attach", box="table-9", session="s", meeting="c1/1/1")
    assert isinstance(hub.acted[-1], acts.SessionAttached)
    pages.does("/do/aside", box="table-9", session="s")
    assert "no round has drawn them together" not in pages.text("/director", as_director=True)


def test_a_log_that_went_on_in_two_ways_waits_for_a_choice(hub: PaperHub, pages: Pages) -> None:
    pages.does("/do/open", name="Thursday")
    table = hub.table("table-1").start("Ama", "Kofi")
    before = list(table.events), table.table
    table.lay("AH 7H")
    table.events, table.table = before
    table.lay("KD 8D", "QS 9S")
    page = pages.text("/director", as_director=True)
    assert "say which one counts" in page
    assert page.count('action="/do/way"') == 2
    way = hub.view.questions[0].choices[0]
    pages.does("/do/way", box="table-1", session="s", sum=way)
    assert 'action="/do/way"' not in pages.text("/director", as_director=True)


def test_boards_that_were_played_are_compared_and_taken_out_as_pbn(hub: PaperHub, pages: Pages) -> None:
    pairs = "Ama & Kofi\nEsi, Yaw\nNana + Efua\nMina/Reza\nJan & Eva\nPetr & Anna"
    open_evening(pages, title='Pairs "A"', game="bridge", kind="mitchell", boards="2", entrants=pairs)
    pages.does("/do/draw", **in_round(1))
    assert "boards" in pages.text("/player/Kofi")
    seat = pages.text("/player/Ama")
    assert "North" in seat
    meeting = hub.view.evening.contests["c1"].rounds[0].round.meetings[0]
    players = players_at(hub.view.evening.contests["c1"], meeting)
    first = 2 * (meeting.board_set or 1) - 1
    table = hub.table("table-1").start(*players, game="bridge", form="duplicate", first_board=first)
    dealt = table.do(DealHand(by="t")).table.hand
    assert dealt is not None
    for turn in range(4):
        seat_name = "ABCD"[(dealt.dealer + turn) % 4]
        table.do(MakeCall(by="t", call=read_call(f"{seat_name} passes")))
    csv = pages.guest.get("/results/c1/boards.csv").text
    assert f"{first},{meeting.table},Ama & Kofi" in csv
    pbn = pages.guest.get("/results/c1.pbn")
    assert '[Event "Pairs \\"A\\""]' in pbn.text
    assert f'[North "{players[0]}"]' in pbn.text
    assert f'[Board "{first}"]' in pbn.text


def test_a_mitchell_in_which_nobody_changes_sides_has_two_winners(hub: PaperHub, pages: Pages) -> None:
    pairs = "\n".join(f"{name} north & {name} south" for name in ("Ama", "Kofi", "Esi", "Yaw", "Efua", "Nana"))
    open_evening(pages, title="Pairs", game="bridge", kind="mitchell", boards="1", entrants=pairs)
    pages.does("/do/draw", **in_round(1))
    pages.does("/do/draw", **in_round(2))
    for number, table, board, score in ((1, 1, 1, 420), (2, 3, 1, -50), (1, 2, 2, 110), (2, 1, 2, 140)):
        told = {"table": table, "board": board, "scores": score, "reason": "told"}
        assert pages.does("/do/result", **in_round(number, **told)).status_code == 200
    results = pages.text("/results/c1")
    north_south, east_west = results.split("Standings, East–West", 1)
    assert "Standings, North–South" in north_south
    assert "Ama north" in north_south
    assert "Nana north" in east_west.split("</section>")[0]
    assert pages.guest.get("/results/c1/standings-2.csv").text.count("\r\n") == 4
    overview, wall, phone = pages.text("/results"), pages.text("/"), pages.text("/player/Nana north")
    assert "North–South: 1. Ama north & Ama south, 100.00 %" in overview
    assert "East–West: 1." in overview
    assert '<span class="fine">East–West' in wall
    assert "Yaw north" in phone
    assert "Ama north" not in phone.split('class="ranking"')[1]
    pages.does("/do/close")
    assert [(final.title, len(final.placed)) for final in hub.view.evening.finals[0][2]] == [
        ("Pairs, North–South", 3),
        ("Pairs, East–West", 3),
    ]


def test_a_contest_has_the_rules_of_the_house_and_a_table_that_plays_otherwise_is_told(hub: PaperHub, pages: Pages) -> None:
    asked = pages.text("/director/new/spar", as_director=True)
    assert 'name="option.target"' in asked
    assert "mitchell" not in asked
    open_evening(pages, **{"option.target": "9", "option.dealer": "loser", "option.direction": "cw"})
    assert hub.view.evening.contests["c1"].plan.options == {"target": "9", "dealer": "loser"}
    pages.does("/do/draw", **in_round(1))
    phone = pages.text("/player/Ama")
    assert "<dt>Points to win</dt><dd>9</dd>" in phone
    assert "<dt>Who deals next</dt><dd>the next after the winner</dd>" in phone
    meeting = hub.view.evening.contests["c1"].rounds[0].round.meetings[0]
    players = players_at(hub.view.evening.contests["c1"], meeting)
    hub.table("table-1").start(*players, target=9).lay("AH 7H")
    waits = pages.text("/director", as_director=True)
    assert "Who deals next: the next after the winner was to be, and they play with Who deals next: the winner" in waits
    assert "Points to win: 9" not in waits


@pytest.mark.parametrize(
    ("contest", "why"),
    [
        ({"option.target": "many"}, "expected a whole number"),
        ({"option.sauce": "hot"}, "there is no option 'sauce'"),
        ({"kind": "mitchell", "boards": "2"}, "Spar is not played in boards: choose another movement"),
    ],
)
def test_a_contest_that_cannot_be_played_so_is_refused_with_the_reason(pages: Pages, contest: dict[str, str], why: str) -> None:
    pages.does("/do/open", name="Thursday")
    plan = {"title": "Cup", "game": "spar", "kind": "round robin", "counting": "wins", "entrants": "Ama\nKofi"}
    refused = pages.does("/do/contest", **(plan | contest))
    assert refused.status_code == 400
    assert why in refused.text


def test_boards_are_asked_for_with_the_movement_and_nobody_plays_a_rubber_by_mistake(hub: PaperHub, pages: Pages) -> None:
    asked = pages.text("/director/new/bridge", as_director=True)
    assert 'name="option.form"' not in asked
    assert "Mitchell" in asked
    pairs = "Ama & Kofi\nEsi & Yaw\nNana & Efua\nMina & Reza\nJan & Eva\nPetr & Anna"
    open_evening(pages, game="bridge", kind="mitchell", boards="2", entrants=pairs)
    pages.does("/do/draw", **in_round(1))
    assert "boards, as in a duplicate" in pages.text("/player/Kofi")
    contest = hub.view.evening.contests["c1"]
    players = players_at(contest, contest.rounds[0].round.meetings[0])
    hub.table("table-1").start(*players, game="bridge", form="rubber").do(DealHand(by="t"))
    waits = pages.text("/director", as_director=True)
    assert "What is scored: boards, as in a duplicate was to be, and they play with What is scored: a rubber" in waits


def test_the_wall_names_what_puts_equals_apart(hub: PaperHub, pages: Pages) -> None:
    open_evening(pages, direct_encounter="1", counting="points")
    pages.does("/do/draw", **in_round(1))
    pages.does("/do/draw", **in_round(2))
    pages.does("/do/draw", **in_round(3))
    for number, scores in ((1, ("2 0", "2 0")), (2, ("0 0", "2 0")), (3, ("0 0", "0 0"))):
        for table, told in enumerate(scores, 1):
            pages.does("/do/result", **in_round(number, table=table, scores=told, reason="told"))
    wall = pages.text("/")
    assert "ahead of the next by: direct encounter" in wall.split('class="ranks"')[1]


def test_spreadsheets_calculate_nothing_that_people_have_written() -> None:
    sheet = Sheet("s", "S", ("Names", "Points"), (("=cmd()", "-5"), ("@Ama", "+12.5"), ("-Kofi", "7 : 3")))
    assert sheet.csv.splitlines()[1:] == ["'=cmd(),-5", "'@Ama,+12.5", "'-Kofi,7 : 3"]


def test_a_phone_remembers_whose_it_is(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-1").start("Ama", "Kofi")
    assert "Ama" in pages.text("/me")
    with pages.guest.session_transaction() as visit:
        token = visit["token"]
    assert pages.guest.post("/me", data={"token": token, "name": "Nobody"}).status_code == 400
    pages.guest.post("/me", data={"token": token, "name": "ama "})
    assert pages.guest.get("/me").headers["Location"] == "/player/Ama"
    assert "Table 1" in pages.text("/player/Ama")
    assert pages.guest.get("/player/Nobody").status_code == 404


def test_what_is_not_there_is_said_in_a_sentence(hub: PaperHub, pages: Pages) -> None:
    for path in ("/results/c9", "/results/7", "/results/c9.pbn", "/results/c9/standings.csv", "/season/none.csv", "/nowhere"):
        answer = pages.guest.get(path)
        assert answer.status_code == 404, path
        assert "That did not work" in answer.text
    assert pages.does("/do/nothing").status_code == 404
    assert pages.does("/do/draw", **in_round(1)).status_code == 404
    assert pages.does("/do/close").status_code == 400
    hub.trouble = ("the archive cannot be read",)
    assert "the archive cannot be read" in pages.text("/")
    assert pages.guest.get("/healthz").json == {"ok": False, "version": 0, "troubles": ["the archive cannot be read"]}


def test_a_phone_that_scans_a_box_s_code_reads_what_it_is_for(hub: PaperHub, tmp_path: Path) -> None:
    pages = pages_of(hub, tmp_path, authority="-----BEGIN CERTIFICATE-----\n")
    assert "under the table's camera" in pages.text("/join")
    assert pages.guest.get("/ca.pem").text.startswith("-----BEGIN CERTIFICATE-----")
    assert pages_of(hub, tmp_path).guest.get("/ca.pem").status_code == 404
