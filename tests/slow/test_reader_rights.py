"""On Trixie pcscd asks polkit who may use a reader: the service's user may by our rule, and nobody else."""

import shutil
import subprocess
from pathlib import Path

from tests.slow.machines import ROOT, debian, needs, throw_away

PACKAGES = "dbus,polkitd,pcscd,python3-pyscard,vsmartcard-vpcd,util-linux"
TABLE, OTHER = 990, 991

ASK = """
from smartcard import scard
result, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
print("may" if result == scard.SCARD_S_SUCCESS else scard.SCardGetErrorMessage(result))
"""

SCRIPT = f"""
set -e
mount -t proc proc /proc
mkdir -p /run/dbus /run/pcscd
ip link set lo up 2>/dev/null || true
dbus-daemon --system --fork --nopidfile
/usr/lib/polkit-1/polkitd --no-debug > /tmp/polkitd.log 2>&1 &
for _ in $(seq 100); do dbus-send --system --dest=org.freedesktop.DBus --print-reply / org.freedesktop.DBus.NameHasOwner \
    string:org.freedesktop.PolicyKit1 | grep -q true && break; sleep 0.1; done
pcscd -f -i > /tmp/pcscd.log 2>&1 &
for _ in $(seq 100); do [ -S /run/pcscd/pcscd.comm ] && break; sleep 0.1; done
for user in 0 {TABLE} {OTHER}; do
    setpriv --reuid=$user --regid=$user --clear-groups timeout 20 python3 /root/ask.py
done
"""


def asked(root: Path) -> list[str]:
    """What root, the service's user and another one are told."""
    (root / "root" / "ask.py").write_text(ASK)
    (root / "root").chmod(0o755)
    unshare = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "chroot", str(root), "/bin/sh", "-c", SCRIPT]
    run = subprocess.run(unshare, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()


def test_the_rule_lets_the_service_at_the_reader_and_nobody_else(tmp_path: Path) -> None:
    needs("unshare", "setpriv")
    with throw_away(debian("trixie", "reader", *PACKAGES.split(",")), tmp_path) as root:
        with (root / "etc" / "passwd").open("a") as users:
            users.write(f"cardtable:x:{TABLE}:{TABLE}::/:/bin/false\nother:x:{OTHER}:{OTHER}::/:/bin/false\n")
        denied = ["may", "Access denied.", "Access denied."]
        assert asked(root) == denied
        rules = root / "usr" / "share" / "polkit-1" / "rules.d"
        shutil.copy(ROOT / "systemd" / "polkit.rules", rules / "50-cardtable.rules")
        assert asked(root) == ["may", "may", "Access denied."]
