# Every target does its own set-up. On a fresh Debian or Raspberry Pi OS: git, python3, make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: demo club manual test test-slow check trouble fuzz mutants bench train image release deb clean

demo: $(VENV)/.installed
	$(BIN)/cardtable demo $(ARGS)

# A whole club that plays by itself: its wall board in the browser.
club: $(VENV)/.installed
	scripts/need mosquitto openssl
	$(BIN)/cardtable club $(ARGS)

# The pages that the box serves at /manual.
manual: $(VENV)/.installed-docs
	$(BIN)/python -m manual

# On every core; a debugger wants one process: .venv/bin/python -m pytest --pdb FILE
test: $(VENV)/.installed-dev
	scripts/need chromium-headless-shell || scripts/need chromium  # half the work of Chromium with windows, where the system has it
	scripts/need fonts-dejavu-core systemd strace libatomic1  # the last for Playwright's own node
	scripts/need mosquitto postgresql openssl  # a club's broker and databases
	scripts/need curl iproute2  # for the manual's commands, which are followed
	scripts/need apt-utils gpg gpg-agent  # releases to bring a box up to date with
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal $(ARGS)

# Whole machines: installation, pins, camera, power cuts, another processor, a card's image. As root; some fifty minutes.
test-slow: $(VENV)/.installed-dev
	scripts/need mmdebstrap systemd-container qemu-system-x86 busybox-static cpio kmod qemu-user-static arch-test linux-source-6.1 \
		qemu-system-arm ipxe-qemu mtools fdisk e2fsprogs openssh-client xz-utils apt-utils gpg gpg-agent \
		linux-headers-$$(apt-cache depends --important linux-image-amd64 | sed -n 's/.*linux-image-//p' | tail -1)
	CARDTABLE_EXPECT=machines $(BIN)/python -m pytest -m slow -o faulthandler_timeout=7200 tests/slow $(ARGS)

# Packages, signed as apt wants it, and the card's image, as root: make release KEY=NAME; with IMAGE=none packages alone
release:
	IMAGE=$(filter-out none,$(or $(IMAGE),debian)) scripts/release build/release $(or $(KEY),$(error KEY is missing: whose signature it bears, as gpg names it))

deb:
	scripts/deb build/deb $(or $(ARCHITECTURE),$(shell dpkg --print-architecture))
	scripts/deb build/deb $(or $(ARCHITECTURE),$(shell dpkg --print-architecture)) hub

# A card's image, as root: make image, or make image FLAVOUR=raspios ARCHIVE=ADDRESS KEYRING=FILE; docs/building.md
image:
	image/build $(or $(FLAVOUR),debian)

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/check_docs.py

trouble: $(VENV)/.installed-dev
	$(BIN)/python -m tests.trouble $(ARGS)

fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m tests.fuzz $(ARGS)

mutants: $(VENV)/.installed-dev
	$(BIN)/python -m tests.mutants $(ARGS)

bench: $(VENV)/.installed-train
	$(BIN)/python -m benchmarks.vision $(ARGS)

train: $(VENV)/.installed-train
	scripts/need gnome-cards-data kdegames-card-data-kf5 texlive-games fonts-dejavu-core fonts-liberation fonts-freefont-ttf fonts-urw-base35 fonts-lato
	@if apt-cache show pysolfc-cardsets >/dev/null 2>&1; then scripts/need pysolfc-cardsets; \
		else echo "cardtable: training goes on without card sets and their old courts: this system has no package pysolfc-cardsets (Debian 13 has)"; fi
	$(BIN)/python -m vision.training.train $(ARGS)
	$(BIN)/python -m vision.training.quantize
	$(BIN)/python -m vision.training.tell_suits
	$(BIN)/python -m vision.training.calibrate

$(VENV)/.installed: pyproject.toml constraints.txt scripts/setup
	scripts/setup $(PYTHON) $(VENV)
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	scripts/step "fetching what the tests use" $(BIN)/python -m pip install --quiet -c constraints.txt -e ".[dev]"
	touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[docs]"
	touch $@

$(VENV)/.installed-oracle: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[oracle]"
	touch $@

# pyscard has no wheels: it is built here, and comes from apt on a Pi.
$(VENV)/.installed-nfc: $(VENV)/.installed-dev
	scripts/need pcscd vsmartcard-vpcd libccid swig libpcsclite-dev gcc libc6-dev python3-dev
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[nfc]"
	touch $@

$(VENV)/.installed-train: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[train]"
	touch $@

clean:
	rm -rf $(VENV)
