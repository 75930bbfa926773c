"""The owner's configuration, and over it what stands on the boot partition."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from device.config import Config, Pins, load_config
from device.doctor import of_configuration
from device.errors import BadInput
from tests.fuzz.door import ROOT, Door
from tests.fuzz.mutator import texts
from web.drawings import wifi_qr

PARTED = b"\n# boot\n"


def configuration(folder: Path) -> Door:
    """Both files in one text; what is configured can be told, and shown on the TV page."""
    path, boot = folder / "cardtable.toml", folder / "boot.toml"

    def feed(data: bytes) -> None:
        path.write_bytes(data.partition(PARTED)[0])
        boot.write_bytes(data.partition(PARTED)[2])
        found = load_config(path, boot)
        of_configuration(found)
        wifi_qr(found.wifi, found.wifi_password)

    ours = (ROOT / "systemd" / "cardtable.toml").read_bytes()
    plain = "\n".join(f"{name} = {value}" for name, value in _values(Config()).items()).encode()
    pins = "\n".join(["[pins]", *(f"{name} = {value}" for name, value in _values(Pins()).items())]).encode()
    return Door([ours, plain + b"\n" + pins, pins + PARTED + plain, plain + PARTED + pins], feed, (BadInput,), texts)


def _values(of: Config | Pins) -> dict[str, str]:
    """Every field as TOML writes it."""
    found = {field.name: getattr(of, field.name) for field in fields(of)}
    return {
        name: str(value).lower() if isinstance(value, bool | int | float) else f'"{getattr(value, "value", value) or "x"}"'
        for name, value in found.items()
        if name not in ("pins", "problems")
    }


DOORS: dict[str, Callable[[Path], Door]] = {"configuration": configuration}
