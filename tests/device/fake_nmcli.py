#!/usr/bin/env python3
"""Stands in for nmcli, iw, sleep, hostname and the like: a world of Wi-Fis in a file, of which it says and changes what they do.

The world: `device` (its name, or nothing), `joined` (the connection that is up), `near` (networks by their names in hexadecimal
digits, each with its password, empty for none), `phones` (how many are on the box's own), `asked` (every command, in order).
"""

import configparser
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(os.environ["CARDTABLE_ROOT"])
WORLD, PROFILES = ROOT / "world.json", ROOT / "etc/NetworkManager/system-connections"


def profile(name: str) -> configparser.ConfigParser:
    """What NetworkManager knows of a connection."""
    read = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    read.read(PROFILES / f"{name}.nmconnection")
    return read


def network_of(known: configparser.ConfigParser) -> str:
    """Its network's name in hexadecimal digits: a profile has it as numbers, or as it is."""
    name = known["wifi"]["ssid"]
    return bytes(int(byte) for byte in name.split(";") if byte).hex() if name.endswith(";") else name.encode().hex()


def bring_up(world: dict[str, Any], name: str) -> int:
    known = profile(name)
    if known.get("wifi", "mode", fallback="") == "ap":
        world["joined"] = name
        return 0
    wanted = world["near"].get(network_of(known))
    if wanted is None or profile(world["joined"]).get("wifi", "mode", fallback="") == "ap":
        print("Error: Connection activation failed: The Wi-Fi network could not be found", file=sys.stderr)
        return 4
    given = re.sub(r"\\(.)", lambda escape: {"s": " "}.get(escape[1], escape[1]), known.get("wifi-security", "psk", fallback=""))
    if given != wanted:
        print("Error: Connection activation failed: Secrets were required, but not provided", file=sys.stderr)
        world["joined"] = ""
        return 4
    world["joined"] = name
    return 0


def nmcli(world: dict[str, Any], words: list[str]) -> int:
    said = " ".join(words)
    is_own = profile(world["joined"]).get("wifi", "mode", fallback="") == "ap"
    if said == "-t -f DEVICE,TYPE,STATE,CONNECTION device":
        print("eth0:ethernet:unavailable:")
        if world["device"]:
            print(f"{world['device']}:wifi:{'connected' if world['joined'] else 'disconnected'}:{world['joined']}")
    elif said == "-t -f NAME,TYPE connection show":
        for path in sorted(PROFILES.glob("*.nmconnection")):
            print(f"{path.stem}:802-11-wireless")
    elif said.startswith("-t -f SSID-HEX,SIGNAL,SECURITY device wifi list"):
        for name, password in world["near"].items() if not is_own else ():
            print(f"{name.upper()}:70:{'WPA2' if password else ''}")
    elif said.startswith("-t -f IN-USE,SSID-HEX device wifi list"):
        for name in world["near"]:
            print(f"{'*' if world['joined'] == f'cardtable-wifi-{name}' else ' '}:{name.upper()}")
    elif said.startswith("-g IP4.ADDRESS device show"):
        print("192.168.1.7/24")
    elif "connection up" in said:
        return bring_up(world, words[words.index("up") + 1])
    elif said.startswith("connection down"):
        world["joined"] = ""
        if world.get("finds") in world["near"]:
            world["joined"] = f"cardtable-wifi-{world['finds']}"
    elif said.startswith("connection delete"):
        (PROFILES / f"{words[2]}.nmconnection").unlink()
    return 0


def main() -> int:
    program, world = Path(sys.argv[0]).name, json.loads(WORLD.read_text())
    world["asked"].append(" ".join([program, *sys.argv[1:]]))
    code = 0
    if program == "nmcli":
        code = nmcli(world, sys.argv[1:])
    elif program == "iw":
        print("Station\n" * world["phones"], end="")
    elif program == "hostname" and len(sys.argv) == 1:
        print("cardtable")
    elif program == "hostnamectl":
        code = 1
    WORLD.write_text(json.dumps(world))
    return code


if __name__ == "__main__":
    sys.exit(main())
