"""How a table joins a club: by a code that says where, as whom and whom to believe, and by nothing that only looks like one."""

from http.client import BadStatusLine
from pathlib import Path
from urllib.error import URLError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.authority import Authority
from club.connection import Access
from club.joining import BadCode, HubAway, Invitation, Membership, join, keep_membership, read_code, read_membership
from tests.club.brokers import club_at, connected

INVITATION = Invitation("http://192.168.1.5:8080", "Café du Marais", "north", "Zm9v-YmFy_0", "192.168.1.5", 8883, "0" * 64)


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> str:
    authority = Authority(tmp_path_factory.mktemp("club"))
    authority.make("The Tuesday Club", [])
    return authority.pem()


def invitation(pem: str) -> Invitation:
    access = Access("hub.local", 8883, "north", "key", pem)
    return Invitation("http://hub.local", "Club", access.account, access.key, access.host, access.port, access.authority_sum)


@given(
    club=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80),
    key=st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1),
    box=st.text("abcxyz0189-", min_size=1, max_size=40),
    port=st.integers(1, 65535),
    hub=st.sampled_from(["http://hub.local", "https://10.0.0.1:8443", "http://[fd00::1]:80", "http://club.example/cards"]),
)
def test_a_code_says_what_the_invitation_said(club: str, key: str, box: str, port: int, hub: str) -> None:
    known = Invitation(hub, club, box, key, "fd00::1", port, "f" * 64)
    assert read_code(known.code) == read_code(f"  {known.code}\n") == known


def test_nothing_secret_stands_in_what_a_browser_sends() -> None:
    address, _, _ = INVITATION.code.partition("#")
    assert address == "http://192.168.1.5:8080/join"


@given(
    text=st.one_of(
        st.text(), st.text().map(lambda end: f"{INVITATION.code}{end}"), st.text().map(lambda start: start + INVITATION.code)
    )
)
def test_what_is_no_code_is_refused_in_a_sentence(text: str) -> None:
    try:
        known = read_code(text)
    except BadCode as error:
        said = str(error)
        assert said.endswith("from the hub's page, under Director, Boxes")  # some texts are codes still
    else:
        assert read_code(known.code) == known


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("http:", "ftp:"),
        ("http:", "javascript:"),
        ("8080/", "80800/"),
        ("192.168.1.5:", ":"),
        ("192.168.1.5:", "hub local:"),
        ("/join", "/key/abc"),
        ("box=north", "box=North"),
        ("box=north", "box=%23"),
        ("box=north", "box=hub/x"),
        ("port=8883", "port=0"),
        ("port=8883", "port=0655359"),
        ("port=8883", "port=65536"),
        ("port=8883", "port=-1"),
        ("broker=192.168.1.5", "broker=a..b"),
        ("broker=192.168.1.5", "broker=a%00b"),
        ("broker=192.168.1.5", "broker=" + 64 * "a"),
        ("key=Zm9v", "key=%00"),
        ("key=Zm9v", "key=\ud800"),
        ("ca=0", "ca=\ud800"),
        ("club=Caf", "club=\udfff"),
    ],
)
def test_a_code_with_one_thing_wrong_is_refused(old: str, new: str) -> None:
    assert old in INVITATION.code
    with pytest.raises(BadCode):
        read_code(INVITATION.code.replace(old, new, 1))


def test_a_code_that_was_cut_off_says_what_is_missing() -> None:
    code = INVITATION.code
    with pytest.raises(BadCode, match="cut off, club is missing"):
        read_code(code[: code.index("&club")])


def test_a_table_believes_the_hub_that_made_its_code(pem: str) -> None:
    asked: list[str] = []
    found = join(invitation(pem), lambda address: asked.append(address) or pem.encode())  # type: ignore[func-returns-value]  # notes it
    assert asked == ["http://hub.local/ca.pem"]
    assert found == Membership("http://hub.local", "Club", Access("hub.local", 8883, "north", "key", pem))


def test_a_table_does_not_believe_another_hub_at_the_same_address(pem: str, tmp_path: Path) -> None:
    other = Authority(tmp_path)
    other.make("The Tuesday Club", [])
    for answer in (other.pem().encode(), pem.encode()[:-1], pem.encode() + other.pem().encode(), b""):
        with pytest.raises(BadCode, match="is not the hub that made this code"):
            join(invitation(pem), lambda _address, answer=answer: answer)  # type: ignore[misc]  # each its own


def test_a_certificate_that_is_none_is_refused_even_with_its_sum() -> None:
    with pytest.raises(BadCode, match="cannot be read"):
        join(invitation("no certificate"), lambda _address: b"no certificate")


@pytest.mark.parametrize(
    "error", [URLError("no route"), TimeoutError("timed out"), BadStatusLine("SSH-2.0"), ConnectionResetError()]
)
def test_a_hub_that_does_not_answer_is_tried_again(pem: str, error: Exception) -> None:
    def get(_address: str) -> bytes:
        raise error

    with pytest.raises(HubAway, match="is it on, and in the same network"):
        join(invitation(pem), get)


def test_a_membership_is_kept_for_the_box_alone_and_read_again(pem: str, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    assert read_membership(path) is None
    known = join(invitation(pem), lambda _address: pem.encode())
    keep_membership(path, known)
    assert read_membership(path) == known
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"north"', '["north"]'),
        ("8883", "88830"),
        ("8883", "true"),
        ('"hub.local"', '"a..b"'),
        ('"key":', '"kee":'),
        ("BEGIN", "BEGUN"),
        ("{", ""),
    ],
)
def test_a_membership_that_makes_no_sense_is_said_with_what_to_do(pem: str, tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "club.json"
    keep_membership(path, join(invitation(pem), lambda _address: pem.encode()))
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadCode, match="join the club anew on the set-up page"):
        read_membership(path)


def test_a_table_that_joined_by_its_code_is_let_in(tmp_path: Path) -> None:
    with club_at(tmp_path) as club:
        access = club.access("north")
        code = Invitation("http://hub.local", "Club", "north", access.key, "localhost", access.port, access.authority_sum).code
        found = join(read_code(code), lambda _address: club.authority.certificate.read_bytes())
        assert found.access == access
        with connected(found.access):
            pass
