"""Where phones knock: for every address of this machine a group of sockets, over which the kernel shares the guests by address.

Whoever knocks waits in the line of a socket until let in. With one line for all, a guest that comes two thousand times a second
stands before everybody else, and a full line turns everybody away. Here whoever knocks much waits in one of `LINES` lines, and
only who shares it waits as well (docs/adr/0014).
"""

import ctypes
import socket
import struct
from contextlib import suppress

LINES = 16
"""Lines at one address and port."""

ATTACH_PROGRAM = 51
"""SO_ATTACH_REUSEPORT_CBPF of Linux, which Python does not name: a program says which socket of a group a guest comes to."""

LOAD_WORD, REMAINDER, RETURN = 0x20, 0x94, 0x16
"""Steps of such a program (linux/filter.h): BPF_LD|BPF_W|BPF_ABS, BPF_ALU|BPF_MOD|BPF_K, BPF_RET|BPF_A."""

FROM_IP_HEADER = -0x100000 & 0xFFFFFFFF
"""SKF_NET_OFF: places from here on are counted from the beginning of the IP header."""

SENDER = {socket.AF_INET: 12, socket.AF_INET6: 20}
"""Where in the IP header the last four bytes of the sender's address are (RFC 791, RFC 8200)."""


def listening(host: str, port: int) -> list[list[socket.socket]]:
    """A group of bound sockets for every address that the host has, all with one port; raises OSError where none can be bound."""
    bound: list[list[socket.socket]] = []
    failure: OSError | None = None
    # A small system may not know who localhost is.
    hosts = ("127.0.0.1", "::1") if host == "localhost" else (host,)
    found = [item for name in hosts for item in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)]
    for family, _, _, _, address in found:
        try:
            bound.append(_group(family, (address[0], bound[0][0].getsockname()[1] if bound else port, *address[2:])))
        except OSError as error:  # such as ::1 where IPv6 is switched off
            failure = error
    if not bound:
        raise failure or OSError(f"{host} has no address")
    return bound


def share_by_address(group: list[socket.socket]) -> None:
    """Let the kernel choose the line by the sender's address; all sockets of the group listen already.

    A kernel that cannot do so shares the guests among the lines by itself, as they come.
    """
    family = group[0].family
    steps = [(LOAD_WORD, FROM_IP_HEADER + SENDER[family]), (REMAINDER, len(group)), (RETURN, 0)]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", code, 0, 0, value) for code, value in steps))
    with suppress(OSError):
        group[0].setsockopt(socket.SOL_SOCKET, ATTACH_PROGRAM, struct.pack("HP", len(steps), ctypes.addressof(program)))


def _group(family: int, address: tuple[str | int, ...]) -> list[socket.socket]:
    """The lines of one address. Sockets of a group may share a port with another group, so one alone tries whether it is free."""
    with _bound(family, address) as alone:
        address = alone.getsockname()
    return [_bound(family, address, socket.SO_REUSEPORT) for _ in range(LINES)]


def _bound(family: int, address: tuple[str | int, ...], *options: int) -> socket.socket:
    line = socket.socket(family, socket.SOCK_STREAM)
    try:
        for option in (socket.SO_REUSEADDR, *options):
            line.setsockopt(socket.SOL_SOCKET, option, 1)
        if family == socket.AF_INET6:
            line.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        line.bind(address)
    except OSError:
        line.close()
        raise
    return line
