# Galley. On a fresh Debian machine with a Swift toolchain, `make run` and `make test` do everything.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PREFIX ?= /usr/local
DESTDIR ?=
UNITS ?= /etc/systemd/system
SYSUSERS ?= /etc/sysusers.d
TMPFILES ?= /etc/tmpfiles.d
EXAMPLES ?= /etc/galley
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PYTHON := /usr/bin/python3

# One debug build is tried and tested: it takes half the time of a release build, and nothing is compiled twice. What is
# installed, packaged and measured is a release build, and `make acceptance` tries it.
BIN := .build/debug
RELEASE := .build/release
SWIFT_FLAGS := --explicit-target-dependency-import-check error
BUILD_PACKAGES := binutils libcmark-gfm-dev libcmark-gfm-extensions-dev libcurl4-openssl-dev libexpat1-dev libpq-dev libsqlite3-dev libssl-dev libyaml-dev pkg-config python3 tzdata zlib1g-dev
DEB_PACKAGES := dpkg-dev
TEST_PACKAGES := $(DEB_PACKAGES) chromium chromium-headless-shell cmark-gfm faketime fonts-dejavu-core lintian openssl postgresql python3 python3-venv systemd
ACCEPTANCE_PACKAGES := php-cli php-mysql php-getid3 mariadb-server-core nginx-light apache2-bin caddy openssl debootstrap systemd-container e2fsprogs webkit2gtk-driver xvfb firefox-esr python3-websocket
BENCH_PACKAGES := curl hugo hyperfine

.PHONY: run programs build test test-quick screenshots acceptance acceptance-quick fuzz rooms bench format lint install place deb uninstall clean
.PHONY: build-packages deb-packages test-packages acceptance-packages bench-packages

run: build-packages
	@.make/build swift build $(SWIFT_FLAGS) --product galleyd
	@.make/build swift build $(SWIFT_FLAGS) --product galley
	@.make/run $(BIN)

# The programs that a user runs, as a release. Without the name of this folder in them and in what debuggers read, all
# folders whose paths have the same length give the same package. (Swift 6.3 writes the length of a path without mapping it.)
PROGRAM_FLAGS = -Xcc -ffile-prefix-map=$(CURDIR)=. -Xswiftc -debug-prefix-map -Xswiftc $(CURDIR)=. \
    -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
programs: build-packages
	@.make/build swift build -c release $(SWIFT_FLAGS) $(PROGRAM_FLAGS) --product galleyd
	@.make/build swift build -c release $(SWIFT_FLAGS) $(PROGRAM_FLAGS) --product galley

# Everything in debug, including tests.
build: build-packages
	@.make/build swift build $(SWIFT_FLAGS) --build-tests

test: build test-packages
	@.make/test

# For every save; takes at most three minutes.
test-quick: build-packages test-packages
	@.make/test-quick

# The composer's main states, light and dark, from 390 to 2560 px, in .build/screenshots.
screenshots: build test-packages
	@.make/browser screenshots.py

acceptance: build programs test-packages acceptance-packages
	@.make/acceptance long

# Of a release, or of the programs in another folder: make acceptance-quick BIN=.build/debug
acceptance-quick: BIN := $(RELEASE)
acceptance-quick: test-packages acceptance-packages
	@[ "$(BIN)" != $(RELEASE) ] || $(MAKE) --no-print-directory programs
	@GALLEY_BIN=$(BIN) .make/acceptance quick

# Fuzzes each parser of outside input for a minute: make fuzz, or make fuzz CONFIGURATION=debug, whose frames are larger.
fuzz: CONFIGURATION ?= release
fuzz: build-packages
	@GALLEY_FUZZ_BUILD=1 .make/build swift build -c $(CONFIGURATION) --scratch-path .build-fuzz --product galley-fuzz
	@$(PYTHON) -B Tests/Fuzz/fuzz.py --programs .build-fuzz/$(CONFIGURATION)

# The rooms once more with the optimization of a release, in a folder of their own.
rooms: build-packages
	@.make/build swift build -c release $(SWIFT_FLAGS) -Xswiftc -enable-testing --scratch-path .build-rooms --build-tests
	@.make/test .build-rooms/release

bench: programs test-packages bench-packages
	@.make/build swift build -c release $(SWIFT_FLAGS) $(PROGRAM_FLAGS) --product galley-bench
	@.make/build swift build -c release $(SWIFT_FLAGS) $(PROGRAM_FLAGS) --product bare-hummingbird
	@.make/bench $(RELEASE)

format:
	@swift format -i -p -r Sources Tests Package.swift

lint:
	@swift format lint --strict -p -r Sources Tests Package.swift

install: programs place
	@[ -n "$(DESTDIR)" ] || echo "Next: systemd-sysusers && systemctl daemon-reload && systemctl enable --now galleyd"

# Installs the programs built by `make programs`. Needs no Swift: sudo make place
place:
	install -D -s -t $(DESTDIR)$(PREFIX)/bin $(RELEASE)/galleyd $(RELEASE)/galley
	install -d $(DESTDIR)$(PREFIX)/share/galley
	cp -R Sources/Site/themes $(DESTDIR)$(PREFIX)/share/galley/
	rm -rf $(DESTDIR)$(PREFIX)/share/galley/composer
	cp -R Sources/Composer/Page $(DESTDIR)$(PREFIX)/share/galley/composer
	.make/manual $(RELEASE) $(DESTDIR)$(PREFIX)/share
	install -D -m 644 config/nginx.conf $(DESTDIR)$(EXAMPLES)/nginx.conf.example
	install -D -m 644 config/Caddyfile $(DESTDIR)$(EXAMPLES)/Caddyfile.example
	install -D -m 644 config/apache.conf $(DESTDIR)$(EXAMPLES)/apache.conf.example
	install -D -m 644 config/galley.toml $(DESTDIR)$(EXAMPLES)/galley.toml.example
	install -d $(DESTDIR)/etc/galley
	install -d -m 700 $(DESTDIR)/etc/galley/credentials
	install -D -m 644 -t $(DESTDIR)$(UNITS) systemd/galleyd.service systemd/galleyd.socket
	install -D -m 644 -t $(DESTDIR)$(UNITS) systemd/galley-backup.service systemd/galley-backup.timer
	install -D -m 644 -t $(DESTDIR)$(UNITS) systemd/galley-backup-copy.service
	sed -i 's|/usr/local/bin|$(PREFIX)/bin|' $(DESTDIR)$(UNITS)/galleyd.service $(DESTDIR)$(UNITS)/galley-backup.service
	install -D -m 644 systemd/galley.sysusers $(DESTDIR)$(SYSUSERS)/galley.conf
	install -D -m 644 systemd/galley.tmpfiles $(DESTDIR)$(TMPFILES)/galley.conf

# The package for Debian and its symbols, in .build/deb: sudo apt install ./.build/deb/galley_*.deb
deb: programs deb-packages
	@.make/deb $(RELEASE) .build/deb

# Keeps the settings and the store. Stop the service first: systemctl disable --now galleyd galleyd.socket galley-backup.timer
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/galleyd $(DESTDIR)$(PREFIX)/bin/galley
	rm -rf $(DESTDIR)$(PREFIX)/share/galley
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/galley*.1 $(DESTDIR)$(PREFIX)/share/man/man8/galleyd.8
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/galley{,d}
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_galley{,d}
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/galley{,d}.fish
	rm -f $(DESTDIR)$(UNITS)/galleyd.{service,socket} $(DESTDIR)$(UNITS)/galley-backup{.service,.timer,-copy.service}
	rm -f $(DESTDIR)$(EXAMPLES)/{galley.toml,nginx.conf,apache.conf,Caddyfile}.example
	rm -f $(DESTDIR)$(SYSUSERS)/galley.conf $(DESTDIR)$(TMPFILES)/galley.conf

clean:
	rm -rf .build

build-packages:
	@.make/packages "$(AS_ROOT)" $(BUILD_PACKAGES)
deb-packages:
	@.make/packages "$(AS_ROOT)" $(DEB_PACKAGES)
test-packages:
	@.make/packages "$(AS_ROOT)" $(TEST_PACKAGES)
acceptance-packages:
	@.make/packages "$(AS_ROOT)" $(ACCEPTANCE_PACKAGES)
bench-packages:
	@.make/packages "$(AS_ROOT)" $(BENCH_PACKAGES)
