"""How the commands of the manual are tried, and which are not, and why: each is in one of the two."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Trial:
    """A command as the manual has it, but for words in capitals or brackets and for what a reader may leave out.

    `says` is found in what it prints; `given` was typed before it, in the same folder; `put` is what stands for the words in
    capitals; `more` comes behind it where a box would take its own camera; `then` succeeds once it has done its work.
    One that goes on until somebody stops it `lasts`; one whose news is bad ends with `code`.
    """

    says: str = ""
    given: str = ":"
    put: Mapping[str, str] = field(default_factory=dict)
    more: str = ""
    then: str = ":"
    lasts: bool = False
    code: int = 0


READY = "curl -s -o /dev/null --retry 60 --retry-delay 1 --retry-connrefused"
PAGE = f"cardtable web > /dev/null & {READY} http://cardtable.local/healthz"
DEMO = f"cardtable demo --port 80 > /dev/null & {READY} http://cardtable.local/healthz"
HUB = f"cardtable hub > /dev/null & {READY} http://127.0.0.1/"
PLAYED = "cardtable import docs/records/spar.txt"
BACKED_UP = f"{PLAYED}; cardtable backup evening.zip; rm -r /var/lib/cardtable"
FILMED = "cardtable simulate --out film --players 2"
CLONE = 'git clone -q "file://$ROOT" cardtable'
FRENCH = "web/languages/fr.po web/languages/games.fr.po manual/locale/fr/LC_MESSAGES/manual.po"
KEPT = f"mkdir before; cp {FRENCH} before"
SAME = f"for file in {FRENCH}; do cmp $file before/$(basename $file); done"
DEMO_SAYS = r"The page is at http://127\.0\.0\.1:8000/key/\w+ \(to score"

TRIED = {
    "make demo": Trial(DEMO_SAYS, lasts=True),
    'make demo ARGS="--players 4 --speed 4 --trouble revoke,unsure,dim,nudge,hand,glare,bump,quick"': Trial(
        DEMO_SAYS, lasts=True
    ),
    "make club": Trial(r"The wall board is at http://127\.0\.0\.1:8100/", lasts=True),
    "git clone ADDRESS-OF-THIS-PROJECT cardtable": Trial(
        put={"ADDRESS-OF-THIS-PROJECT": "file://$ROOT"}, then="test -x cardtable/install.sh"
    ),
    "cd cardtable": Trial(given=CLONE, then="test -x install.sh"),
    "git pull": Trial("up to date", given=f"{CLONE}; cd cardtable"),
    "curl http://cardtable.local/api/v1/table": Trial('"game": "spar"', given=DEMO),
    "curl -N http://cardtable.local/api/v1/events": Trial('data: .*"game": "spar"', given=DEMO, lasts=True),
    "cardtable read FILE...": Trial("00059.jpg: QC 7C", given=FILMED, put={"FILE...": "film/00039.jpg film/00059.jpg"}),
    "cardtable read": Trial("00059.jpg: QC 7C", given=FILMED, more="film/00059.jpg"),
    "cardtable watch SOURCE": Trial("6H played", given=FILMED, put={"SOURCE": "film"}, lasts=True),
    "cardtable watch": Trial("6H played", given=FILMED, more="film", lasts=True),
    "cardtable watch --json": Trial('"event": "card_played".*"card": "6H"', given=FILMED, more="film", lasts=True),
    "cardtable doctor": Trial(r"(?s)good  configuration.*BAD   storage", code=1),
    "sudo cardtable doctor": Trial(r"(?s)good  configuration.*BAD   storage", code=1),
    "cardtable key": Trial(r"To score: http://\S+/key/\w+\n", given=PAGE),
    "sudo cardtable key": Trial(r"To set the box up: http://\S+/key/\w+\n", given=PAGE),
    "cardtable calibrate [SOURCE]": Trial("kept in /var/lib/cardtable", given=FILMED, put={"[SOURCE]": "film"}),
    "cardtable calibrate": Trial("good  sharp enough", given=FILMED, more="film"),
    "cardtable calibrate --players 4 --picture seen.jpg": Trial("a card is", given=FILMED, more="film", then="test -s seen.jpg"),
    "cardtable watch --explain": Trial("a new card leads by", given=FILMED, more="film"),
    "cardtable simulate --out DIR": Trial("frames and truth.json", put={"DIR": "film"}, then="test -s film/truth.json"),
    "cardtable score FILE": Trial("Total: Ama 0, Kofi 0, Esi 1", put={"FILE": "docs/records/spar.txt"}),
    "cardtable score": Trial("Total: Ama 0, Kofi 0, Esi 1", more="docs/records/spar.txt"),
    "cardtable score evening.pbn": Trial(given="cd docs/records"),
    "cardtable export": Trial('"format":"cardtable-record"', given=PLAYED),
    "cardtable export --text": Trial("Cardtable session\nDate: ", given=PLAYED),
    "cardtable export --pbn": Trial(r"% PBN 2\.1", given="cardtable import docs/records/bridge.txt"),
    "cardtable import": Trial("22 events taken in", more="docs/records/spar.txt"),
    "cardtable import FILE": Trial("22 events taken in", put={"FILE": "docs/records/spar.txt"}),
    "cardtable backup FILE": Trial("1 files in evening.zip", given=PLAYED, put={"FILE": "evening.zip"}),
    "sudo cardtable backup FILE": Trial("1 files in evening.zip", given=PLAYED, put={"FILE": "evening.zip"}),
    "cardtable restore FILE": Trial("put back: 1 sessions", given=BACKED_UP, put={"FILE": "evening.zip"}),
    "sudo cardtable restore FILE": Trial(
        "put back: 1 sessions", given=BACKED_UP, put={"FILE": "evening.zip"}, then="cardtable sessions | grep spar"
    ),
    "cardtable sessions": Trial("spar  2026-01-01", given=PLAYED),
    "sudo cardtable sessions": Trial("spar  2026-01-01", given=PLAYED),
    "cardtable games [FILE...]": Trial("^spar\n", put={"[FILE...]": ""}),
    "cardtable games FILE": Trial("skat", put={"FILE": "scoring/games/rules/skat.toml"}),
    "cardtable bundle FILE": Trial("look into it before you send it", put={"FILE": "help.zip"}, then="test -s help.zip"),
    "sudo cardtable bundle FILE": Trial("look into it before you send it", put={"FILE": "help.zip"}, then="test -s help.zip"),
    "sudo cardtable hub --key": Trial(r"To direct: http://\S+/key/\w+\n", given=HUB),
    "sudo cardtable hub --neighbour": Trial("user neighbours, password", given=HUB),
    ".venv/bin/pre-commit install": Trial("installed at", given=f'{CLONE}; cd cardtable; ln -s "$(dirname "$BIN")" .venv'),
    "scripts/texts": Trial(r"\A\Z"),
    "scripts/texts --write": Trial(r"\A\Z", given=KEPT, then=SAME),
    "python -m manual --texts --write": Trial(r"\A\Z", given=KEPT, then=SAME),
    "python -m tests.golden.records": Trial(given="cp -r docs/records before", then="diff -r docs/records before"),
}

INSTALLS = "changes a whole system: tests/slow/test_install.py does it in a container"
BOOTED = "needs a box that has booted: tests/slow/test_install.py and tests/slow/test_image.py start some"
UPDATES = "needs an installed version to go from: tests/slow/test_update.py, tests/slow/test_page_update.py"
LONG = "takes from minutes to hours, and measures or searches more than it shows"
NETWORK = "fetches packages; what it makes is installed in tests/slow/test_install.py"
OTHERS = "is a program of others that is not here"

NOT_TRIED = {
    "make test": "is what runs this; tests/slow/test_fresh.py does it on a fresh system",
    "make test-slow": "whole machines: it is run by hand before a release",
    "make check": "looks at this very tree, and is run before each commit",
    "make manual": "tests/web/test_manual.py builds it",
    "sudo make image*": "a quarter of an hour as root: tests/slow/test_image.py",
    "ADDRESS=https://… make image": "a quarter of an hour as root: tests/slow/test_image.py",
    'SIGN="gpg --armor --detach-sign" make image': "a quarter of an hour as root: tests/slow/test_image.py",
    "sudo apt install *": INSTALLS,
    "sudo ./install.sh*": INSTALLS,
    "sudo -u postgres *": "needs PostgreSQL's own user: tests/club/postgres.py has a database of its own",
    "sudo systemctl *": BOOTED,
    "*journalctl -u *": BOOTED,
    "sudo nmcli *": "needs NetworkManager and Wi-Fi: tests/slow/test_own_wifi.py",
    "cat /proc/asound/cards": "needs a loudspeaker",
    "mount -o remount,* /": BOOTED,
    "ssh root@cardtable.local": BOOTED,
    "rpi-imager --repo FILE": OTHERS,
    "mosquitto_ctrl dynsec init FILE hub": "asks for a password; tests/club/brokers.py writes what it writes",
    "sudo cardtable rollback": UPDATES,
    "cardtable rollback": UPDATES,
    "cardtable update *": UPDATES,
    "sudo cardtable update *": UPDATES,
    "cardtable enrol *": "learns for minutes: tests/vision/test_enrolment.py and tests/device/test_setup.py",
    "cardtable bench vision": LONG,
    "python -m benchmarks.*": LONG,
    "make bench": LONG,
    "make train": LONG,
    "make trouble*": LONG,
    "make fuzz": LONG,
    "make mutants": LONG,
    "make .venv/.installed-oracle": NETWORK,
    "make deb*": NETWORK,
    "sudo make release KEY=NAME": NETWORK,
    "sudo image/compare *": "compares two images: tests/slow/test_image.py builds two",
    "scripts/wheels *": NETWORK,
    "scripts/pictures*": "takes pictures for a person to look at; tests/manual/test_contents.py names those that are old",
}
"""Patterns of commands, and why they are not tried here."""
