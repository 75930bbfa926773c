"""The club's own certificate authority, made with openssl: boxes believe it and nobody else.

The authority is made once, since every box has its sum; the broker's certificate is made anew when its names change.
"""

import ipaddress
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import ScoringError

AUTHORITY_DAYS, BROKER_DAYS = 20 * 365, 10 * 365
"""How long the certificates hold."""

ALWAYS = ("localhost", "127.0.0.1")
"""Names by which the hub itself calls the broker."""


class NoAuthority(ScoringError):
    """The certificates cannot be made; the sentence says what is missing."""

    code = "no-authority"


@dataclass(frozen=True)
class Authority:
    """The certificates in a folder that only the hub may read."""

    folder: Path

    @property
    def certificate(self) -> Path:
        """The authority's certificate, which everybody may have."""
        return self.folder / "ca.pem"

    @property
    def broker_certificate(self) -> Path:
        """The certificate that the broker shows."""
        return self.folder / "broker.pem"

    @property
    def broker_key(self) -> Path:
        """The broker's key, which nobody else may have."""
        return self.folder / "broker.key"

    def pem(self) -> str:
        """The authority's certificate as text."""
        return self.certificate.read_text(encoding="ascii")

    def make(self, club: str, names: Sequence[str]) -> None:
        """Make what is not there yet, for a broker that is called by those names and addresses. Raises `NoAuthority`, OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        if not self.certificate.exists():
            self._make_authority(club)
        wanted = "\n".join(dict.fromkeys((*ALWAYS, *names)))
        said = self.folder / "broker.names"
        if not self.broker_certificate.exists() or not said.exists() or said.read_text(encoding="utf-8") != wanted:
            self._make_broker(wanted.split("\n"))
            said.write_text(wanted, encoding="utf-8")

    def _make_authority(self, club: str) -> None:
        """The certificate comes last: with it all is there."""
        self._key("ca.key")
        self._openssl(
            *("req", "-x509", "-new", "-key", "ca.key", "-sha256", "-days", str(AUTHORITY_DAYS), "-out", "ca.new"),
            *("-subj", f"/CN={_plain(club)}", "-addext", "keyUsage=critical,keyCertSign,cRLSign"),
        )
        (self.folder / "ca.new").rename(self.certificate)

    def _make_broker(self, names: Sequence[str]) -> None:
        (self.folder / "broker.ext").write_text(
            f"subjectAltName={','.join(map(_alternative, names))}\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n",
            encoding="ascii",
        )
        self._key("broker.key")
        self._openssl("req", "-new", "-key", "broker.key", "-subj", "/CN=cardtable broker", "-out", "broker.csr")
        self._openssl(
            *("x509", "-req", "-in", "broker.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-sha256"),
            *("-days", str(BROKER_DAYS), "-extfile", "broker.ext", "-out", "broker.new"),
        )
        (self.folder / "broker.new").rename(self.broker_certificate)

    def _key(self, name: str) -> None:
        self._openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", name)
        (self.folder / name).chmod(0o600)

    def _openssl(self, *words: str) -> None:
        try:
            done = subprocess.run(["openssl", *words], cwd=self.folder, capture_output=True, text=True, check=False)  # noqa: S603, S607  # the system's own
        except FileNotFoundError:
            raise NoAuthority("the club's certificates need openssl: sudo apt install openssl") from None
        if done.returncode:
            raise NoAuthority(f"openssl {words[0]} did not work in {self.folder}: {done.stderr.strip()[-200:]}")


def _plain(name: str) -> str:
    """A name without what openssl reads as its own signs."""
    return "".join(sign for sign in name if sign.isalnum() or sign in " .-")[:60].strip() or "club"


def _alternative(name: str) -> str:
    try:
        return f"IP:{ipaddress.ip_address(name)}"
    except ValueError:
        return f"DNS:{name}"
