"""Installing on a real systemd: Bookworm, booted; by the package and by install.sh. The container has no network."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.slow.machines import BUILD, ROOT, Container, booted, debian, needs, shell, throw_away

PACKAGES = "systemd,systemd-sysv,dbus,udev,curl,python3-venv,python3-opencv,python3-pyscard,pcscd"

NEWER = "dpkg-deb -R cardtable.deb newer && sed -i 's/^Version: .*/&+2/' newer/DEBIAN/control && dpkg-deb -b newer newer.deb"

BACK_WITHIN_S = 10.0
"""Seconds from the moment at which the table hangs to the moment at which it works again."""

PLAY_A_TRICK = """
from datetime import UTC, datetime
from scoring.cards import Card
from scoring.commands import ConfirmTrick, PlayCard, StartSession
from scoring.ledger import Ledger, LiveTable
from pathlib import Path
live = LiveTable(Ledger(Path("/var/lib/cardtable/log.db")))
for command in (
    StartSession(by="test", game="spar", players=("Ama", "Kofi")),
    PlayCard(by="test", card=Card.parse("AH")),
    PlayCard(by="test", card=Card.parse("7H")),
    ConfirmTrick(by="test", hand=1, trick=1),
):
    live.submit(command, lambda: datetime.now(UTC))
"""


HUB_PACKAGES = "systemd,systemd-sysv,dbus,curl,python3-venv,mosquitto,openssl"


def built(kind: str) -> Path:
    """The package of a box or a hub, built from this tree."""
    folder = BUILD / f"deb-{kind}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shell(ROOT / "scripts" / "deb", folder, shell("dpkg", "--print-architecture").strip(), kind)
    return next(folder.glob("*.deb"))


@pytest.fixture(scope="module")
def package() -> Path:
    """The package of a box."""
    return built("box")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Container]:
    """A system that has booted, with what apt brings."""
    needs("systemd-nspawn", "nsenter")
    with throw_away(debian("bookworm", "box", *PACKAGES.split(",")), tmp_path) as root, booted(root) as container:
        yield container


def traces(box: Container) -> set[str]:
    """Every file of the system, but for what the system keeps of its own doings."""
    places = ["/var/log", "/var/lib/dpkg", "/var/cache", "/var/lib/systemd", "/root", "/tmp", "/var/tmp"]
    own = " -o ".join(f"-path {place}" for place in places)
    files = box.run(rf"find / -xdev \( {own} -o -name '__pycache__' -o -name '*-' \) -prune -o -print")
    return set(files.splitlines())


def both_are_up(box: Container) -> None:
    box.run("systemctl is-active cardtable.target cardtable-table cardtable-web")
    box.wait("curl -sf -o /dev/null http://127.0.0.1/healthz")


def play_a_trick(box: Container) -> None:
    (box.root / "root" / "trick.py").write_text(PLAY_A_TRICK)
    box.run("setpriv --reuid=cardtable --regid=cardtable --clear-groups /opt/cardtable/venv/bin/python - < /root/trick.py")


def winner_of_the_trick(box: Container) -> int:
    """The seat, from the page: whoever sits after the dealer led the ace."""
    table = json.loads(box.run("curl -sf http://127.0.0.1/api/v1/table"))
    return int(table["hand"]["tricks"][0]["winner"])


def test_the_package_installs_runs_survives_a_hang_upgrades_and_leaves(box: Container, package: Path) -> None:
    before = traces(box)
    shutil.copy(package, box.root / "root" / "cardtable.deb")
    box.run("dpkg -i cardtable.deb")
    both_are_up(box)
    assert "buttons and lamp cannot be used" in box.run("cardtable doctor || true")
    assert box.run("stat -c %U:%a /var/lib/cardtable/keys.json").strip() == "cardtable:600"
    play_a_trick(box)

    pid = box.run("systemctl show -P MainPID cardtable-table").strip()
    box.run(f"kill -STOP {pid}")
    page = "curl -sf -o /dev/null http://127.0.0.1/healthz"
    back = "systemctl is-active cardtable-table && [ $(systemctl show -P MainPID cardtable-table) != " + pid + " ]"
    seconds = box.wait(f"{page} || touch /root/page-was-down; {back}", 30)
    box.run(page)
    assert not (box.root / "root" / "page-was-down").exists()
    assert "Watchdog timeout" in box.run("journalctl -u cardtable-table")
    assert seconds < BACK_WITHIN_S

    box.run(NEWER)
    box.run("dpkg -i newer.deb")
    both_are_up(box)
    assert winner_of_the_trick(box) == 1
    assert len(box.run("ls -d /opt/cardtable/venv-*").split()) == 2
    box.run("cardtable rollback && cardtable rollback")
    both_are_up(box)

    box.run("dpkg -r cardtable")
    assert traces(box) - before == {f"/var/lib/cardtable{name}" for name in kept(box)}
    box.run("dpkg -i newer.deb")
    both_are_up(box)
    assert winner_of_the_trick(box) == 1
    box.run("dpkg -P cardtable")
    assert traces(box) - before == set()
    assert before - traces(box) == set()


def kept(box: Container) -> list[str]:
    """What an uninstalled box keeps, below its data folder."""
    return box.run("cd /var/lib/cardtable && find . | sed 's/^\\.//'").splitlines()


def test_install_sh_runs_twice_without_harm_and_leaves_no_trace(box: Container, package: Path) -> None:
    before = traces(box)
    source = box.root / "root" / "cardtable"
    shell("git", "clone", "-q", ROOT, source)
    shell("dpkg-deb", "-x", package, box.root / "root" / "unpacked")
    (box.root / "root" / "unpacked" / "usr" / "share" / "cardtable" / "wheels").rename(source / "wheels")
    shell("touch", *(source / "wheels").glob("*.whl"))
    box.run("cd cardtable && ./install.sh")
    both_are_up(box)
    play_a_trick(box)
    box.run("sed -i 's/^quiet = .*/quiet = true/' /etc/cardtable.toml; cd cardtable && ./install.sh")
    both_are_up(box)
    assert winner_of_the_trick(box) == 1
    assert "quiet = true" in box.run("cat /etc/cardtable.toml")
    box.run("cd cardtable && ./install.sh --uninstall")
    assert traces(box) - before == {f"/var/lib/cardtable{name}" for name in kept(box)}
    assert "quiet = true" in box.run("cat /var/lib/cardtable/cardtable.toml")
    box.run("cd cardtable && ./install.sh && ./install.sh --uninstall --purge")
    assert traces(box) - before == set()


def test_the_line_runs_while_the_table_is_in_a_club_or_wants_to_be(box: Container, package: Path) -> None:
    shutil.copy(package, box.root / "root" / "cardtable.deb")
    box.run("dpkg -i cardtable.deb")
    both_are_up(box)
    box.wait("systemctl is-active cardtable-line.path && ! systemctl is-active cardtable-line.service")
    wish = '{"code": "http://192.0.2.1/join#box=north", "answer": ""}'
    box.run(f"cd /var/lib/cardtable && echo '{wish}' > w && chown cardtable: w && mv w club-wish.json")
    box.wait("systemctl is-active cardtable-line.service && grep 'cut off' /var/lib/cardtable/club-wish.json")
    box.run("rm /var/lib/cardtable/club-wish.json")
    box.wait("! systemctl is-active cardtable-line.service && systemctl is-active cardtable-line.path")
    assert box.run("systemctl show -P NRestarts cardtable-line.service").strip() == "0"


def test_a_hub_installs_runs_with_its_broker_comes_back_and_leaves(tmp_path: Path) -> None:
    needs("systemd-nspawn", "nsenter")
    package = built("hub")
    with throw_away(debian("bookworm", "hub", *HUB_PACKAGES.split(",")), tmp_path) as root, booted(root) as hub:
        hub.run("systemctl stop mosquitto")  # the system's own
        before = traces(hub)
        shutil.copy(package, hub.root / "root" / "hub.deb")
        hub.run("dpkg -i hub.deb")
        page = "curl -sf http://127.0.0.1/healthz"
        hub.wait(page)
        hub.wait(f"{page} | grep '\"ok\":true'")
        assert "BEGIN CERTIFICATE" in hub.run("curl -sf http://127.0.0.1/ca.pem")
        assert "/key/" in hub.run("cardtable hub --key")
        broker = "openssl s_client -connect 127.0.0.1:8883 -CAfile /var/lib/cardtable-hub/certificates/ca.pem"
        assert "Verify return code: 0" in hub.run(f"{broker} -verify_ip 127.0.0.1 </dev/null 2>&1")
        assert hub.run("stat -c %U:%a /var/lib/cardtable-hub").strip() == "cardtable-hub:700"

        brokers = "cat /proc/$(systemctl show -P MainPID cardtable-hub)/task/*/children"
        first = hub.run(brokers).split()
        hub.run(f"kill -9 {first[0]}")
        hub.wait(f"{brokers} | grep -v '^{first[0]} '")
        hub.run("kill -9 $(systemctl show -P MainPID cardtable-hub)")
        hub.wait(page)
        assert len(hub.run("grep -l '^Name:.mosquitto' /proc/[0-9]*/status").split()) == 1

        hub.run("dpkg -P cardtable-hub")
        assert traces(hub) - before == set()
        assert before - traces(hub) == set()
