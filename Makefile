# `make run` and `make test` work from a clean clone on Debian with the Swift toolchain in PATH.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
VENV := .venv
BINARY := .build/release/lockstep
# One way for all of release: another way of linking would compile everything anew. Without debug information,
# which took a good part of a build: the names in a backtrace are those of symbols.
RELEASE := swift build -c release --static-swift-stdlib -debug-info-format none
PREFIX := /usr/local
PACKAGE := .build/package
FUZZER := .build/fuzz/fuzzer
FUZZED := Tests/Support/fuzz/build.sh $(shell find Sources/{Server/Authentication,Basics/{TextBytes,JSON,SeededRandom},Editing/{ListEditing,ListProtocol,Persistence},Tools/{ListFiles,HistoryChecking}} Tests/Support/EditScripts Tests/Support/fuzz/Sources -name '*.swift')
# Those that pytest runs on the release build.
SUITES := contract api commands faults cost browser load cluster
suite = $(if $(filter browser,$1),Tests/Browser,Tests/System/$1)
# Parts of the soak that pytest runs, and what each takes in: all, what is for the soak alone, or one file.
SOAKED := contract api commands faults cost load browser
SOAKED_AS_ROOT := cluster package
SOAK_contract = --seed $(SEED)
SOAK_api = --examples 50
SOAK_commands = -m soak
SOAK_faults = -m '' --seed $(SEED) --rounds 200
SOAK_cost = -m soak
SOAK_load = -m soak
SOAK_browser = test_four_people.py --seed $(SEED) --seconds 120
SOAK_cluster = -m '' --seed $(SEED) --rounds 5
SOAK_package = -m ''
WSTEST := wstest
BENCHMARKS := Sources/Tools/lockstep/lockstep.docc/Benchmarks.md

LIBRARIES := libbrotli-dev libcurl4-openssl-dev libwebsockets-dev libwebsockets-evlib-ev libev-dev libexpat1-dev libjson-c-dev libnats-dev libsqlite3-dev libssl-dev libutf8proc-dev pkg-config zlib1g-dev
TEST_TOOLS := binutils buildah chromium-headless-shell debootstrap dpkg-dev firefox-esr fish iproute2 mandoc nginx node-react node-react-dom node-typescript nodejs openssl python3-venv strace prometheus systemd systemd-container valgrind webkit2gtk-driver xvfb zsh

# apt-install,PACKAGES: installs what is missing of them, and says so.
define apt-install
missing=(); for package in $(1); do \
  dpkg-query -W -f='$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$$package"); \
done; \
if [ "$${#missing[@]}" -gt 0 ]; then \
  echo "installing with apt, a minute or so: $${missing[*]}"; \
  $(SUDO) apt-get update -qq; \
  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$${missing[@]}"; \
fi
endef

# install-into,ROOT,PREFIX,UNITS: the command with its manual and completions, the web client, sample lists, the
# documentation, the unit; settings are kept where there are any.
define install-into
install -D -m 755 --strip $(BINARY) '$(1)$(2)/bin/lockstep'; \
install -d '$(1)$(2)/share/lockstep' '$(1)$(2)/share/doc/lockstep' '$(1)/etc/lockstep'; \
cp -R --preserve=mode web-client config/lists config/grafana config/prometheus config/nats config/nginx config/caddy '$(1)$(2)/share/lockstep/'; \
install -D -m 644 -t '$(1)$(2)/share/lockstep/systemd' config/systemd/https.conf config/systemd/proxy.conf; \
find README.md CHANGELOG.md LICENSE docs Sources web-client/docs -type f \( -name '*.md' -o -name LICENSE -o -path 'docs/*' \) \
  -exec cp --parents --preserve=mode -t '$(1)$(2)/share/doc/lockstep' {} +; \
install -d '$(1)$(2)/share/man/man1' '$(1)$(2)/share/bash-completion/completions' '$(1)$(2)/share/zsh/vendor-completions' \
  '$(1)$(2)/share/fish/vendor_completions.d'; \
config/debian/make-manual $(BINARY) | gzip -9n > '$(1)$(2)/share/man/man1/lockstep.1.gz'; \
$(BINARY) --generate-completion-script bash > '$(1)$(2)/share/bash-completion/completions/lockstep'; \
$(BINARY) --generate-completion-script zsh > '$(1)$(2)/share/zsh/vendor-completions/_lockstep'; \
$(BINARY) --generate-completion-script fish > '$(1)$(2)/share/fish/vendor_completions.d/lockstep.fish'; \
install -d '$(1)$(3)'; \
sed 's,/usr/bin/,$(2)/bin/,;s,/usr/share/,$(2)/share/,' config/systemd/lockstep.service > '$(1)$(3)/lockstep.service'; \
[ -e '$(1)/etc/lockstep/lockstep.json' ] || sed -e 's,"data/lists.sqlite","/var/lib/lockstep/lists.sqlite",' \
  -e 's,"config/lists","$(2)/share/lockstep/lists",' -e 's,"web-client","$(2)/share/lockstep/web-client",' \
  config/lockstep.json > '$(1)/etc/lockstep/lockstep.json'
endef

.PHONY: cluster help install deb bench bench-editing bench-memory bench-instructions pictures fixtures store-fixture fuzz autobahn run build build-counted build-tests test test-repeat test-quick test-swift test-javascript $(addprefix test-,$(SUITES)) test-firefox test-webkit test-package soak $(addprefix soak-,$(SOAKED) $(SOAKED_AS_ROOT) swift simulate fuzz instructions model tsan) lint format libraries test-tools canaries model simulate clean

help: ## Show what there is to make.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

run: build ## Serve the sample lists on http://127.0.0.1:8080 (ARGS='--port 8081' adds flags).
	@$(if $(ARGS),,echo 'serving: open http://127.0.0.1:8080 in a browser (Ctrl-C stops; lists are kept in data/lists.sqlite)')
	@exec $(BINARY) serve $(ARGS)

cluster: build test-tools ## Run three nodes of NATS, three servers and nginx on this machine, data below data/cluster (ARGS=--clear begins anew).
	@exec $(VENV)/bin/python Tests/System/cluster/make_cluster.py $(ARGS)

SWIFT_IS_THERE = command -v swift >/dev/null || { echo 'Swift is missing: see README.md, "Getting Swift"'; exit 1; }

# What runs one part after the other has made before what they need.
ifeq ($(BUILT),)
build: libraries
	@$(SWIFT_IS_THERE)
	@[ -x $(BINARY) ] || echo 'building in release mode: 4 to 8 minutes the first time on two processors, seconds from then on'
	@$(RELEASE) --product lockstep

# What counts instructions: of the release, as everything that is measured.
build-counted: build
	@$(RELEASE) --product instruction-bench

build-tests: libraries test-tools
	@$(SWIFT_IS_THERE)
	@[ -d .build/debug ] || echo 'building in debug mode, with the tests: 4 to 8 minutes the first time on two processors'
	@swift build --build-tests

libraries:
	@$(call apt-install,$(LIBRARIES))

test-tools: $(VENV)/.installed
	@:
else
build build-counted build-tests libraries test-tools:
	@:
endif

install: build ## Install below PREFIX (/usr/local), settings in /etc/lockstep; DESTDIR as usual.
	@$(call apt-install,python3)
	@$(call install-into,$(DESTDIR),$(PREFIX),$(PREFIX)/lib/systemd/system)
	@echo "installed below $(DESTDIR)$(PREFIX); settings: $(DESTDIR)/etc/lockstep/lockstep.json"

deb: build ## Pack a Debian package that needs no Swift where it is installed.
	@$(call apt-install,dpkg-dev python3)
	@rm -rf $(PACKAGE)
	@$(call install-into,$(PACKAGE),/usr,/lib/systemd/system)
	@config/debian/make-package $(PACKAGE) .build $(PACKING)

test: ## Run every test, and end with a table of the parts and their seconds.
	@python3 Tests/Support/parts.py

test-repeat: ## Run a part again and again on busy processors (PART=contract, or PART=swift/NAME; TIMES=30).
	@python3 Tests/Support/parts.py repeat '$(PART)' $(TIMES)

# One test, or one file, of a part: what pytest or `swift test --filter` calls it.
ONLY :=

# These wait for sockets, nodes, disks and clocks: apart from those that keep every core busy.
TIMED_TESTS := WebSocketTransportTests|ListClientTests|ServerCheckingTests|NATSTests|ListJournalTests|OutgoingHTTPTests|SimulationTests.StreamLikenessTests

# All at once, each would wait for all others: longer than the tests that talk to a node wait for its answer.
PARALLEL_TESTS := --experimental-maximum-parallelization-width 8

# What `swift test` starts, too; but that waits for whatever builds beside it.
SWIFT_TESTS := .build/debug/lockstepPackageTests.xctest --testing-library swift-testing

# Suites for the soak.
SOAK_SUITES := Soak/

# Simulations repeat what they did: with hashes of a process' own, the order of a dictionary would be another each time.
test-swift: export SWIFT_DETERMINISTIC_HASHING := 1
test-swift: build-tests
	@python3 Tests/Support/lint/canonical_equality.py
ifeq ($(ONLY),)
	@$(SWIFT_TESTS) --skip '^($(TIMED_TESTS))[./]' --skip '$(SOAK_SUITES)' $(PARALLEL_TESTS)
	@$(SWIFT_TESTS) --filter '^($(TIMED_TESTS))[./]' --skip '$(SOAK_SUITES)' $(PARALLEL_TESTS)
else
	@$(SWIFT_TESTS) --filter $(ONLY) $(PARALLEL_TESTS)
endif

# What finds most mistakes soonest.
QUICK_TESTS := $(addprefix test_,actions.py answers.py http.py limits.py open.py reference.py rules.py session.py undo.py)

# Not in the quick selection: what starts nodes, simulations of several servers, and all of a small world.
SLOW_TESTS := $(TIMED_TESTS)|SimulationTests.((Checked)?Servers|Coverage|SmallWorld)Tests

test-quick: lint build build-tests test-javascript ## Run a selection of the tests: two minutes from a built tree.
	@$(SWIFT_TESTS) --skip '^($(SLOW_TESTS))[./]' --skip '$(SOAK_SUITES)' $(PARALLEL_TESTS)
	@export SERVER_BINARY=$(CURDIR)/$(BINARY); \
	(cd Tests/System/contract && $(CURDIR)/$(VENV)/bin/pytest -q $(QUICK_TESTS)); \
	(cd Tests/System/api && $(CURDIR)/$(VENV)/bin/pytest -q test_documents.py test_fixtures.py); \
	(cd Tests/System/cost && $(CURDIR)/$(VENV)/bin/pytest -q test_cost.py -k 'has_a_row or told_apart')

test-javascript: test-tools
	@node --test --test-concurrency=2 Tests/Unit/web-client/*.test.js

# With AddressSanitizer and libFuzzer: the third way of building, besides debug and release.
$(FUZZER): $(FUZZED) | libraries
	@Tests/Support/fuzz/build.sh $@

$(addprefix test-,$(SUITES)): test-%: build test-tools
	@cd $(call suite,$*) && SERVER_BINARY=$(CURDIR)/$(BINARY) $(CURDIR)/$(VENV)/bin/pytest -q $(ONLY)

test-cost: build-counted

test-firefox test-webkit: test-%: build test-tools
	@cd Tests/Browser/core && SERVER_BINARY=$(CURDIR)/$(BINARY) $(CURDIR)/$(VENV)/bin/pytest -q --engine $* $(ONLY)

# What the package holds, however well it is packed; whether it runs in Debians of its own is for the soak.
test-package: PACKING := -Zgzip -z1
test-package: deb test-tools
	@cd Tests/System/package && PACKAGE_FILE=$$(ls $(CURDIR)/.build/lockstep_*.deb) $(CURDIR)/$(VENV)/bin/pytest -q $(ONLY)

soak: ## Run what needs time, luck or root, from a seed (PART=cluster, SEED=7).
	@python3 Tests/Support/parts.py soak '$(PART)' '$(SEED)'

$(addprefix soak-,$(SOAKED)): soak-%: build test-tools
	@cd $(call suite,$*) && SERVER_BINARY=$(CURDIR)/$(BINARY) $(CURDIR)/$(VENV)/bin/pytest -q $(SOAK_$*)

# Disks that lose power, networks that are cut and systems that boot need root.
$(addprefix soak-,$(SOAKED_AS_ROOT)): soak-%: deb test-tools
	@cd $(call suite,$*) && $(SUDO) env SERVER_BINARY=$(CURDIR)/$(BINARY) PYTHONDONTWRITEBYTECODE=1 \
	  PACKAGE_FILE=$$(ls $(CURDIR)/.build/lockstep_*.deb) \
	  $(CURDIR)/$(VENV)/bin/pytest -q $(SOAK_$*)

soak-swift: export SWIFT_DETERMINISTIC_HASHING := 1
soak-swift: build-tests
	@SOAK_SEED=$(SEED) SOAK_TIMES=40 $(SWIFT_TESTS) \
	  --filter '^(ListEditingTests|ListFilesTests|ListServerTests|SimulationTests)[./]' --filter '$(SOAK_SUITES)' \
	  --skip sessionsOfThreeServers $(PARALLEL_TESTS)

# So many seconds of the simulation, each seed another run; in release, several times as fast as what `make test` builds.
soak-simulate: export SWIFT_DETERMINISTIC_HASHING := 1
soak-simulate: libraries
	@$(SWIFT_IS_THERE)
	@[ -d .build/soak ] || echo 'building the tests in release mode: 7 minutes and more the first time on two processors'
	@swift build -c release --build-tests -debug-info-format none -Xswiftc -enable-testing --scratch-path .build/soak
	@seed=$(SEED); end=$$((SECONDS + $(or $(FOR),600))); \
	while [ $$SECONDS -lt $$end ]; do \
	  SOAK_SEED=$$seed SOAK_TIMES=20 $(SWIFT_TESTS:.build/debug%=.build/soak/release%) --filter sessionsOfThreeServers | { grep -v 'started\.$$' || true; }; \
	  seed=$$((seed + 1000)); \
	done

soak-fuzz: $(FUZZER)
	@python3 Tests/Support/fuzz/fuzz.py $(FUZZER) --seconds 300 --seed $(SEED)

soak-instructions: bench-instructions

soak-model: model

soak-tsan: libraries test-tools
	@Tests/System/tsan/tsan.sh

lint:
	@python3 Tests/Support/lint/rooms.py
	@swift format lint --strict --recursive Package.swift Sources Tests

simulate: build-tests ## Run simulated servers with their clients from a seed, and tell what happened (SEED=7).
	@SIMULATION_SEED=$(or $(SEED),1) SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT_TESTS) --filter sessionsOfThreeServers

canaries: libraries test-tools ## Plant twenty faults one by one, and see which part finds each: hours (FROM=7 TO=9).
	@python3 Tests/Simulation/canaries/run.py $(FROM) $(TO)

model: ## Search the model of servers that share a log for what must not be (FOR=600 goes on so many seconds with a large case).
	@$(call apt-install,gcc libc6-dev python3 spin)
	@python3 Tests/Simulation/model/check.py --seconds $(or $(FOR),0)

bench: build test-tools ## Measure the server, the machine's floors and the web client (QUICK=1: in a minute).
	@$(RELEASE) --product floors
	@$(RELEASE) --product editing-bench
	@$(RELEASE) --product memory-bench
	@$(VENV)/bin/python Tests/System/load/bench.py --binary $(BINARY) --floors .build/release/floors \
	  $(if $(QUICK),--quick,--editing-bench .build/release/editing-bench \
	  --memory-bench .build/release/memory-bench --browser --output $(BENCHMARKS))

bench-editing: libraries ## Print what edits cost on short and long lists.
	@$(RELEASE) --product editing-bench
	@.build/release/editing-bench

bench-memory: libraries ## Print, as JSON, what lists take in memory and what loading them takes.
	@$(RELEASE) --product memory-bench
	@.build/release/memory-bench

bench-instructions: libraries ## Count the instructions of an edit; fails if they are more (RENEW=1 keeps the new figures).
	@$(call apt-install,valgrind binutils python3)
	@$(RELEASE) --product instruction-bench
	@python3 Tests/Benchmarks/instructions/count.py .build/release/instruction-bench $(if $(RENEW),--renew)

pictures: build test-tools ## Renew the pictures of the web client.
	@cd Tests/Browser && SERVER_BINARY=$(CURDIR)/$(BINARY) $(CURDIR)/$(VENV)/bin/python take_pictures.py

fixtures: libraries ## Write the random editing fixtures anew.
	@swift run fixture-writer Tests/Support/Fixtures/editing

store-fixture: build test-tools ## Write a store of this version for the tests of later ones (NAME=0.2.0).
	@cd Tests/System/commands && SERVER_BINARY=$(CURDIR)/$(BINARY) $(CURDIR)/$(VENV)/bin/python write_store_fixture.py $(NAME)

fuzz: $(FUZZER) ## Fuzz what reads what peers send, and the core against the plain model, until it fails or is stopped.
	@python3 Tests/Support/fuzz/fuzz.py $(FUZZER)

autobahn: libraries ## Run Autobahn's cases against the echo server (WSTEST=path, from a Python 2.7).
	@$(RELEASE) --product echo-server
	@python3 Tests/System/autobahn/autobahn.py .build/release/echo-server --wstest '$(WSTEST)'

format: ## Format the Swift sources in place.
	@swift format --in-place --recursive Package.swift Sources Tests

$(VENV)/.installed: Tests/Support/requirements.txt
	@# Debian starts the servers that it installs: only the programs are wanted.
	@for server in nginx prometheus; do \
	  command -v $$server >/dev/null || [ -x /usr/sbin/$$server ] || { $(call apt-install,$$server); \
	    $(SUDO) systemctl disable --now $$server 2>/dev/null || true; }; \
	done
	@$(call apt-install,$(filter-out nginx nodejs prometheus,$(TEST_TOOLS)))
	@command -v node >/dev/null || { $(call apt-install,nodejs); }
	@python3 -m venv $(VENV)
	@echo 'installing the Python packages of the tests'; $(VENV)/bin/pip install -q -r Tests/Support/requirements.txt
	@touch $@

clean: ## Remove everything that was built.
	@rm -rf .build $(VENV)
