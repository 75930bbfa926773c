#!/bin/sh
# Installs Cardtable on Raspberry Pi OS or Debian, or brings it up to date:
# sudo ./install.sh [--hub | --uninstall [--purge]]; --hub makes this machine the hub of a club, instead of a table's box.
# Needs the internet for what is missing. Run it as often as you like: a session in progress goes on after it.
set -eu
cd "$(dirname "$0")"
[ "$(id -u)" = 0 ] || { echo "cardtable: run it as root: sudo ./install.sh $*" >&2; exit 2; }
! dpkg-query --show --showformat='${Status}\n' cardtable cardtable-hub 2>/dev/null | grep -q 'ok installed' || {
    echo "cardtable: the package is installed: bring that up to date, or remove it first (sudo apt remove cardtable cardtable-hub)" >&2; exit 2; }
share=/usr/share/cardtable
case "${1:-}" in
    "") kind=box ;;
    --hub) kind=hub ;;
    --uninstall)
        [ -e $share/files ] || { echo "cardtable: nothing is installed here by install.sh" >&2; exit 2; }
        . $share/parts
        $share/remove "${2:-}"
        files=$(cat $share/files)
        rm -rf $share
        for file in $files; do
            rm -f "$file"
            rmdir -p --ignore-fail-on-non-empty "$(dirname "$file")" 2>/dev/null || true
        done
        [ ! -d /run/systemd/system ] || systemctl daemon-reload
        echo "cardtable: removed$([ "${2:-}" = --purge ] || echo "; the records are kept in /var/lib/$name")"
        exit 0 ;;
    *) echo "cardtable: there is no option $1: expected nothing, --hub, --uninstall or --uninstall --purge" >&2; exit 2 ;;
esac
case $(dpkg --print-architecture) in
    amd64 | arm64) ;;
    *) echo "cardtable: it needs a system of 64 bits: Raspberry Pi OS (64-bit)" >&2; exit 2 ;;
esac
if [ -e $share/parts ] && ! grep -qx "$(grep '^name=' $share/parts)" systemd/$kind.parts; then
    echo "cardtable: this machine is a table's box or a hub already: the other one is installed after ./install.sh --uninstall" >&2
    exit 2
fi
if [ $kind = hub ]; then
    scripts/need python3-venv mosquitto openssl
    wanted=avahi-daemon
else
    scripts/need python3-venv python3-opencv python3-pyscard pcscd
    # What only Raspberry Pi OS has, or not everybody wants.
    wanted="python3-picamera2 avahi-daemon iw dnsmasq-base"
fi
for package in $wanted; do
    if apt-cache show "$package" >/dev/null 2>&1; then
        scripts/need "$package"
    else
        echo "cardtable: this system has no $package: what needs it stays off" >&2
    fi
done
scripts/stage / "$(dpkg --print-architecture)" $kind
$share/setup
