"""The addresses at which phones reach the page: numbers, since names ending in .local fail on many phones."""

import fcntl
import socket
import struct
from pathlib import Path

INTERFACES = Path("/sys/class/net")
"""Every network interface by name; asking the kernel by netlink is not for a page that is shut in."""

SIOCGIFADDR = 0x8915


def addresses(host: str, port: int) -> list[str]:
    """Addresses to show, this machine's own first."""
    shown = [_url("127.0.0.1", port)]
    if host in ("0.0.0.0", "::"):  # noqa: S104  # compared, not bound
        outward = _own_address()
        if outward:
            shown.append(_url(outward, port))
    elif host not in ("127.0.0.1", "localhost"):
        shown = [_url(host, port)]
    return shown


def _url(host: str, port: int) -> str:
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def _own_address() -> str | None:
    """The address of the interface that leads outward, or else of any, as of the box's own Wi-Fi; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            found = [_address_of(probe, path.name) for path in sorted(INTERFACES.glob("*")) if path.name != "lo"]
            return next(filter(None, found), None)


def _address_of(probe: socket.socket, interface: str) -> str | None:
    """What the kernel says of an interface (netdevice(7), SIOCGIFADDR): a name of 16 bytes, then family, port and address."""
    try:
        said = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
    except OSError:
        return None
    return socket.inet_ntoa(said[20:24])
