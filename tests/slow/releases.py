"""Releases to bring a box up to date with: newer versions of a package and broken ones, signed by somebody of our own."""

import os
import shutil
from pathlib import Path

from tests.slow.machines import ROOT, needs, shell

NAME = "release@cardtable.example"

BREAK = """
set -eu
cd usr/share/cardtable/wheels
name=$(ls cardtable-*.whl)
unpacked=$(mktemp -d)
python3 -m zipfile -e "$name" "$unpacked"
sed -i 's/^def serve_page.*/&\\n    raise SystemExit(1)/' "$unpacked/device/web.py"
rm "$name"
(cd "$unpacked" && python3 -m zipfile -c "$OLDPWD/$name" ./*)
rm -r "$unpacked"
hash=$(sha256sum "$name" | cut -d' ' -f1)
sed -i "s/^\\(cardtable==[^ ]*\\).*/\\1 --hash=sha256:$hash/" requirements.txt
"""
"""Makes of what is installed below the working folder a version that starts and says its number, and cannot serve."""


class Releaser:
    """Somebody who makes releases; `home` is a new folder for what is theirs."""

    def __init__(self, home: Path) -> None:
        needs("gpg", "apt-ftparchive", "dpkg-deb")
        home.mkdir(mode=0o700)
        self._home, self.key = home, home / "key.asc"
        gpg = ["gpg", "--homedir", home, "--batch", "--pinentry-mode", "loopback", "--passphrase", ""]
        shell(*gpg, "--quick-generate-key", NAME, "ed25519", "sign", "never")
        self.key.write_text(shell(*gpg, "--armor", "--export"))

    def package(self, folder: Path, architecture: str) -> Path:
        """The package of this tree, which trusts their releases."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shell("env", f"CARDTABLE_TRUSTED={self.key}", ROOT / "scripts" / "deb", folder, architecture, timeout=1800)
        return next(folder.glob("*.deb"))

    def release(self, package: Path, number: int, folder: Path, is_broken: bool = False) -> None:
        """Make the folder a release of that package as a later version."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        tree = self._home / "tree"
        shell("dpkg-deb", "-R", package, tree)
        control = tree / "DEBIAN" / "control"
        version = shell("dpkg-deb", "--field", package, "Version").strip()
        control.write_text(control.read_text().replace(f"Version: {version}\n", f"Version: {version}+{number}\n"))
        if is_broken:
            shell("env", "-C", tree, "sh", "-c", BREAK)
        architecture = shell("dpkg-deb", "--field", package, "Architecture").strip()
        shell("dpkg-deb", "--root-owner-group", "-Znone", "-b", tree, folder / f"cardtable_{version}+{number}_{architecture}.deb")
        shutil.rmtree(tree)
        shell("env", f"GNUPGHOME={self._home}", ROOT / "scripts" / "sign", folder, NAME)

    def leave(self) -> None:
        """End what keeps their key."""
        shell("gpgconf", "--homedir", self._home, "--kill", "all")


def stick(release: Path, image: Path) -> Path:
    """A USB stick, as a file of its bytes, with a release on it as its owner is told to copy it there."""
    needs("mformat", "mcopy")
    with image.open("wb") as file:
        os.truncate(file.fileno(), 512 * 2**20)
    shell("mformat", "-i", image, "-F", "::")
    shell("mcopy", "-s", "-i", image, release, "::/cardtable")
    return image
