# A copy of this system that vanishes with its last process: whoever follows the manual in it is its root, on its own loopback.
# It is run in namespaces of its own; $ROOT is the project, $SCRATCH an empty folder, $BIN the programs of its environment.
set -eu
mount -t tmpfs world "$SCRATCH"
for place in /etc /var/lib "$ROOT"; do
    mkdir -p "$SCRATCH$place/upper" "$SCRATCH$place/work"
    mount -t overlay world -o "lowerdir=$place,upperdir=$SCRATCH$place/upper,workdir=$SCRATCH$place/work" "$place"
done
ip link set lo up
printf '127.0.0.1 localhost cardtable.local\n' > /etc/hosts
printf '#!/bin/sh\nexec "$@"\n' > "$SCRATCH/sudo"
chmod +x "$SCRATCH/sudo"
# A box's settings, and an environment that make takes for installed.
cp "$ROOT/systemd/cardtable.toml" "$ROOT/systemd/cardtable-hub.toml" /etc/
cd "$ROOT"
if [ "$(readlink -f .venv)" != "$(pwd -P)/.venv" ]; then
    mkdir "$SCRATCH/venv"
    ln -s "$BIN" "$SCRATCH/venv/bin"
    ln -sfn "$SCRATCH/venv" .venv
fi
touch .venv/.installed .venv/.installed-dev .venv/.installed-docs
export PATH="$SCRATCH:$BIN:$PATH"
eval "$1"
code=0
eval "$2" || code=$?
eval "$3"
exit "$code"
