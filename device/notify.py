"""Tells the owner what goes wrong, and systemd how the service is doing."""

import os
import socket
import sys


def warn(line: str) -> None:
    """One line where services write."""
    print(line, file=sys.stderr)


def notify(message: str) -> bool:
    """Send systemd one message such as READY=1 or WATCHDOG=1; whether there was anybody to tell."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(message.encode(), "\0" + address[1:] if address.startswith("@") else address)
    return True
