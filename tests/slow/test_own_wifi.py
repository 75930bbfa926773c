"""The box's own Wi-Fi on simulated radios of the kernel: NetworkManager, dnsmasq and the page as they are, and a phone."""

import json
import shutil
from typing import Any

import pytest

from tests.slow.machines import ROOT, debian, libraries, throw_away
from tests.slow.virtual import SHARING, Guest, first_root

PLATFORMS = ("manylinux_2_34_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")
RADIOS = ("rfkill", "libarc4", "ctr", "ccm", "cmac", "cfg80211", "mac80211", "mac80211_hwsim")
PACKAGES = ("python3", "network-manager", "wpasupplicant", "dnsmasq-base", "iw", "hostapd", "dbus", "iproute2", "busybox-static")
WHEELS = ("flask", "waitress", "babel", "segno", "markdown-it-py", "prometheus-client")

PROGRAM = r'''
import json, os, subprocess, sys, threading, time, urllib.request
from pathlib import Path
sys.path[:0] = ["/opt/cardtable", "/opt/wheels"]
os.environ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
os.environ["HOME"] = "/root"

def run(*command, check=True, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, **more)
    if check and done.returncode:
        print(command, done.returncode, done.stdout, done.stderr, flush=True)
        raise SystemExit(1)
    return done.stdout

def phone(*command, check=True):
    return run("ip", "netns", "exec", "phone", *command, check=check)

def wait(what, seconds=120):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(1)
    return False

run("mount", "-t", "tmpfs", "run", "/run")
for folder in ("/run/dbus", "/run/netns", "/var/lib/cardtable", "/var/lib/NetworkManager", "/etc/netns/phone", "/run/phone"):
    os.makedirs(folder, exist_ok=True)
Path("/etc/machine-id").write_text("0" * 31 + "1\n")
run("ip", "link", "set", "lo", "up")
run("ip", "netns", "add", "phone")
run("iw", "phy", "phy1", "set", "netns", "name", "phone")
phone("ip", "link", "set", "lo", "up")
# Without udev NetworkManager takes devices as they are where this cannot be written.
run("mount", "-o", "remount,ro", "/sys")
subprocess.Popen(["dbus-daemon", "--system", "--nofork", "--nopidfile"])
time.sleep(2)
subprocess.Popen(["NetworkManager", "--no-daemon"], stdout=open("/root/nm.log", "w"), stderr=subprocess.STDOUT)
wait(lambda: "wlan0" in run("nmcli", "device", check=False))
found = {}

def network(*wish):
    if wish:
        Path("/var/lib/cardtable/network.wish").write_text("".join(line + "\n" for line in wish))
    run("/usr/share/cardtable/network")
    said = Path("/run/cardtable-network/answer")
    return said.read_text().split()[-1] if wish else ""

def joined():
    return run("nmcli", "-t", "-f", "NAME", "connection", "show", "--active").split("\n")

from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from web import create_app, serve
from web.stream import News
live = LiveTable(Ledger(Path("/var/lib/cardtable/log.db")))
news = News(live.ledger)
keys = KeyRing(Path("/var/lib/cardtable/keys.json"))
app = create_app(live, EvidenceStore(Path("/var/lib/cardtable/evidence")), news, keys)
threading.Thread(target=serve(app, news, "0.0.0.0", 80).run, daemon=True).start()

# A new box, and a phone that joins what it makes.
run("/usr/share/cardtable/hotspot", "open")
network()
found["own"] = joined()
phone("ip", "link", "set", "wlan1", "up")
name = run("sed", "-n", "s/^ssid=//p", "/etc/NetworkManager/system-connections/cardtable-hotspot.nmconnection").strip()
phone("iw", "dev", "wlan1", "connect", name)
Path("/run/phone/dhcp").write_text("""#!/bin/sh
[ "$1" = bound ] || exit 0
env > /run/phone/lease
ip addr add $ip/24 dev wlan1
ip route add default via $router
""")
os.chmod("/run/phone/dhcp", 0o755)
phone("busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-t", "20", "-O", "114", "-s", "/run/phone/dhcp")
lease = dict(line.split("=", 1) for line in Path("/run/phone/lease").read_text().splitlines() if "=" in line)
found["option 114"] = bytes.fromhex(lease.get("opt114", "")).decode()
Path("/etc/netns/phone/resolv.conf").write_text(f"nameserver {lease['dns']}\n")
ASK = """
import json, sys, urllib.request, urllib.error
class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_): return None
try:
    answer = urllib.request.build_opener(Stay).open(urllib.request.Request(sys.argv[1], method=sys.argv[2]), timeout=60)
except urllib.error.HTTPError as error:
    answer = error
print(json.dumps([answer.status, answer.headers.get("Location") or answer.read().decode()]))
"""
def asks(url, method="GET"):
    return json.loads(phone("python3", "-c", ASK, url, method))
found["probe"] = asks("http://captive.apple.com/hotspot-detect.html")
found["stay"] = asks("http://10.42.0.1/welcome", "POST")
found["probe again"] = asks("http://captive.apple.com/hotspot-detect.html")
found["android again"] = asks("http://connectivitycheck.gstatic.com/generate_204")
found["state"] = json.loads(asks(found["option 114"])[1])
found["welcome"] = "Set this box up" in asks("http://10.42.0.1/welcome")[1]
found["phones seen"] = bool(run("iw", "dev", "wlan0", "station", "dump").strip())

# The Wi-Fi of a home takes the phone's place.
phone("iw", "dev", "wlan1", "disconnect")
phone("ip", "addr", "flush", "dev", "wlan1")
Path("/run/phone/hostapd.conf").write_text("""interface=wlan1
ssid=Home & Café
utf8_ssid=1
hw_mode=g
channel=1
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=sésame \\ ouvert
""")
def home_is_there():
    return subprocess.Popen(["ip", "netns", "exec", "phone", "hostapd", "/run/phone/hostapd.conf"], stdout=subprocess.DEVNULL)
home = home_is_there()
phone("ip", "addr", "add", "192.168.7.1/24", "dev", "wlan1")
ROUTER = "dnsmasq -k -C /dev/null --pid-file= --dhcp-range=192.168.7.10,192.168.7.99 --dhcp-leasefile=/run/phone/leases"
subprocess.Popen(["ip", "netns", "exec", "phone", *ROUTER.split()])
time.sleep(3)
key = "Home & Café".encode().hex()
found["looked"] = network("look", "", "")
found["seen"] = key in Path("/run/cardtable-network/seen").read_text().lower()
found["wrong"] = network("join", key, "not the one")
found["own after wrong"] = joined()
found["right"] = network("join", key, "sésame \\ ouvert")
found["now"] = Path("/run/cardtable-network/now").read_text().lower()

# It goes away, and comes back.
home.terminate()
home.wait()
found["gone"] = wait(lambda: f"cardtable-wifi-{key}" not in joined())
begin = time.monotonic()
network()
found["own at once"] = "cardtable-hotspot" in joined()
def own_is_up():
    network()
    return "cardtable-hotspot" in joined()
wait(own_is_up, 300)
found["own after"] = time.monotonic() - begin
home_is_there()
time.sleep(2)
phone("ip", "addr", "replace", "192.168.7.1/24", "dev", "wlan1")
Path("/run/cardtable-network/sought").write_text("-1000")
network()
found["back"] = wait(lambda: f"cardtable-wifi-{key}" in joined(), 60)
print("FOUND", json.dumps(found), flush=True)
'''


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What happened."""
    work = tmp_path_factory.mktemp("radios")
    with throw_away(debian("bookworm", "wifi", *PACKAGES), work) as root:
        for room in ("scoring", "web"):
            shutil.copytree(ROOT / room, root / "opt/cardtable" / room)
        shutil.copytree(libraries("page-wheels", PLATFORMS, *WHEELS), root / "opt/wheels")
        share = root / "usr/share/cardtable"
        share.mkdir()
        for name in ("network", "hotspot", "dnsmasq.conf"):
            shutil.copy(ROOT / "systemd" / name, share / name)
        (root / "root/program.py").write_text(PROGRAM)
        guest = Guest(root, first_root(work, [*SHARING, *RADIOS]))
        said = []
        for line in guest.lines():
            said.append(line)
            if line.startswith(("FOUND", "ENDED")):
                break
        guest.pull_the_plug()
        log = root / "root/nm.log"
        heard = log.read_text().splitlines()[-40:] if log.exists() else []
    assert said[-1].startswith("FOUND"), "\n".join([*said[-30:], *heard])
    return dict(json.loads(said[-1].removeprefix("FOUND")))


def test_a_phone_joins_what_a_new_box_makes_and_the_page_comes_up(found: dict[str, Any]) -> None:
    assert "cardtable-hotspot" in found["own"]
    assert found["option 114"] == "http://10.42.0.1/captive-portal"
    assert found["probe"] == [302, "http://10.42.0.1/welcome"]
    assert found["welcome"]
    assert found["phones seen"]


def test_a_phone_that_stays_is_told_that_all_is_well(found: dict[str, Any]) -> None:
    assert found["stay"][0] == 303
    assert found["probe again"][0] == 200
    assert "<BODY>Success</BODY>" in found["probe again"][1]
    assert found["android again"] == [204, ""]
    assert found["state"]["captive"] is False


def test_a_wrong_password_is_named_and_its_own_comes_back(found: dict[str, Any]) -> None:
    assert (found["looked"], found["seen"]) == ("looked", True)
    assert found["wrong"] == "password"
    assert "cardtable-hotspot" in found["own after wrong"]


def test_the_right_one_joins(found: dict[str, Any]) -> None:
    assert found["right"] == "joined"
    assert f"wifi={'Home & Café'.encode().hex()}" in found["now"]
    assert "address=192.168.7." in found["now"]


def test_its_own_comes_back_two_minutes_after_the_other_is_gone_and_goes_when_that_is_back(found: dict[str, Any]) -> None:
    assert found["gone"]
    assert not found["own at once"]
    assert 110 < found["own after"] < 240
    assert found["back"]
