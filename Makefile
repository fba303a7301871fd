# make play: start the house. make quick: lint, types, rules and unit tests. make test: every check.
# make cluster: a house of three nodes on this machine. make chaos: kill nodes 200 times while players tap.
# make simulate-house: evenings of a whole house in virtual time, with faults. make planted-faults: what it finds.
# make red-team: look for a lie that pays. make wheel: the package without Node, and its bill of materials, in dist.
# make binary: the house as one file. make image: as a container image. make arrival: install or open each of the
# three as a stranger does, and play. make wheel-compiled: the wheel for this platform, with compiled modules.
# make docs: the documentation site. make screenshots: its pictures.
# make old-tv: the big screen in the browsers of old TVs.
# Each target sets up what it needs, and is fast the second time.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/pytest --dist loadfile --durations 25 -rfER
CLIENT := $(shell find client taphouse/games taphouse/languages -type f \( -name '*.svelte' -o -name '*.ts' -o -name '*.js' -o -name '*.png' -o -name '*.css' -o -name '*.html' -o -name '*.json' -o -name '*.md' -o -name '*.svg' -o -name '*.webmanifest' \) 2>/dev/null)
# Rules, what is true of every game, and unit tests. Left out: whole games of bots, random acts by the thousand,
# processes, networks, browsers.
QUICK := -k 'not test_no_act_at_any_time' taphouse/games --ignore-glob='*/test_bot.py' tests/test_every_game.py tests/fair tests/bots tests/replay \
  tests/wire tests/house/test_room.py tests/test_docs.py tests/languages

FUZZ ?= 60 # seconds
RED_TEAM ?= 3600 # seconds
PODMAN ?= podman
LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header -q

.PHONY: quick quick-python quick-client lint-python play cluster test test-python test-client chaos simulate-house planted-faults red-team fuzz old-tv format wire playthroughs pictures docs screenshots lock wheel wheel-compiled binary image arrival clean

play: .made/run .made/client
	@$(BIN)/taphouse serve $(ARGS)

cluster: .made/dev .made/client
	@$(BIN)/taphouse cluster $(ARGS)

# Both halves at once: some 140 seconds of processor time, so about 70 seconds on two free cores
quick: .made/dev .made/node
	@$(MAKE) --no-print-directory -j 2 quick-python quick-client

quick-python: lint-python
	$(BIN)/pytest -n 2 $(QUICK)

lint-python:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

quick-client:
	npm run --silent check
	npm run --silent test

# Many tests mostly wait, so three run at once beside the checks of the client. Browsers need both cores to themselves.
# TESTS=tests/house: only these
test: .made/dev .made/docs .made/node .made/client .made/debian
	@$(MAKE) --no-print-directory -j 2 test-python test-client
	$(if $(TESTS),,$(PYTEST) -n 2 tests/e2e)

test-python: lint-python
	$(PYTEST) -n 3 $(or $(TESTS),--ignore tests/e2e tests taphouse)

test-client: quick-client
	npm run --silent format:check
	npm run --silent lint

chaos: .made/dev
	$(BIN)/python -m tests.chaos.faults $(ARGS)

# Prints for each evening that fails a command that repeats it. ARGS="--evenings 10000", or --help
simulate-house: .made/dev
	$(BIN)/taphouse bench house $(ARGS)

# Plants bugs into the house one at a time, and lets the simulation find each
planted-faults: .made/dev
	$(BIN)/pytest -s tests/lab/house_simulation/search_planted_faults.py $(ARGS)

# Searches for the best lie of a page; ARGS=--programs: also for what a program of one's own can do
red-team: .made/dev
	$(BIN)/taphouse bench red-team --seconds $(RED_TEAM) $(ARGS)

# Every decoder with atheris, the HTTP API with schemathesis: both installed on demand, needed by nobody else
fuzz: .made/dev
	$(BIN)/pip install -q --disable-pip-version-check atheris==3.0.0 schemathesis==4.32.5
	$(BIN)/python tools/fuzz.py -max_total_time=$(FUZZ) -max_len=9000 -print_final_stats=1
	$(BIN)/python tools/fuzz_api.py

# Two builds of one source tree have the same hash (docs/operating/upgrading.md)
wheel: .made/dev .made/client .made/sbom
	rm -rf dist/taphouse-*.whl dist/taphouse-*.cdx.json dist/SHA256SUMS .made/needed
	$(BIN)/python -m hatchling build -t wheel -d dist
	@$(BIN)/python tools/clean_venv.py .made/needed >/dev/null
	.made/cyclonedx/bin/python tools/sbom.py dist/taphouse-*.whl .made/needed
	cd dist && sha256sum taphouse-*.whl taphouse-*.cdx.json | tee SHA256SUMS

# For this platform and this version of Python only, with the busiest modules compiled; needs a C compiler
wheel-compiled: .made/dev .made/client
	TAPHOUSE_COMPILED=1 $(BIN)/python -m hatchling build -t wheel -d dist/compiled
	@ls dist/compiled

# Installs the wheel from the registry into an empty environment and into a Debian that has Python and pip alone, opens
# it and plays in a browser; plays on the binary and on the image as well; runs the commands of the documents for hosts
arrival: wheel binary image .made/debian
	PODMAN='$(PODMAN)' $(BIN)/pytest -s tests/e2e/arrival.py tests/packaging/clean_debian.py tests/packaging/built_binary.py tests/packaging/built_image.py tests/packaging/built_cluster.py tests/packaging/documented_commands.py

# The big screen in Chromium 64 to 88, which TVs of 2019 to 2022 have: 189 MB of packages on demand, a quarter of an hour
old-tv: .made/dev .made/client .made/debian
	cd tests/old_tv && npm ci --silent --ignore-scripts
	$(BIN)/pytest tests/old_tv/stories.py $(ARGS)

format: .made/dev .made/node
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	npm run --silent format

wire: .made/dev
	$(BIN)/python tools/wire.py

playthroughs: .made/dev
	$(BIN)/python -m taphouse.testing.playthroughs

pictures: .made/dev
	$(BIN)/python tools/pictures.py

# Into dist/docs, strictly: a broken link is an error
docs: .made/docs .made/node
	$(BIN)/python -m tools.docs.site

# Plays every game in real browsers and writes docs/pictures; the pictures differ each time
screenshots: .made/dev .made/client .made/debian
	$(BIN)/python -m tools.docs.screenshots

lock:
	$(LOCK) pyproject.toml -o requirements/run.txt
	$(LOCK) pyproject.toml --group dev -o requirements/dev.txt
	$(LOCK) --group sbom -o requirements/sbom.txt
	echo nats-py | $(LOCK) --constraint requirements/dev.txt -o requirements/cluster.txt -
	echo pyinstaller | $(LOCK) -o requirements/binary.txt -
	$(LOCK) -c requirements/dev.txt --group docs -o requirements/docs.txt

# One file that opens the house, for a computer like this one: dist/taphouse. It is quicker with a Python that
# is built with PGO, such as Debian's: make binary PYTHON=/usr/bin/python3
binary: .made/client
	rm -rf .made/binary && $(PYTHON) -m venv .made/binary
	.made/binary/bin/pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/run.txt -r requirements/binary.txt
	.made/binary/bin/pip install -q --disable-pip-version-check --no-deps .
	.made/binary/bin/pyinstaller --onefile --name taphouse --noconfirm --log-level WARN \
	  --collect-all taphouse --collect-submodules picows --collect-submodules aiofastnet --hidden-import _cffi_backend --hidden-import webbrowser \
	  --distpath dist --workpath .made/binary/work --specpath .made/binary packaging/binary/start.py
	@ls -l dist/taphouse

# The container image. IMAGE_ARGS: more options of `podman build`
image:
	$(PODMAN) build --format docker -t taphouse -t taphouse:$$(sed -n 's/__version__ = "\([0-9.]*[0-9]\).*/\1/p' taphouse/__init__.py) $(IMAGE_ARGS) .
	@$(PODMAN) image ls taphouse

clean:
	rm -rf .made .venv node_modules taphouse/server/static

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Taphouse needs Python 3.11 or later: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

# The locks name every package. Without --no-deps an older pip resolves again, and fails when a package of the lock
# has a newer release.
.made/run: requirements/run.txt pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/run.txt
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	@mkdir -p .made && touch $@

.made/dev: requirements/dev.txt .made/run
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

.made/docs: requirements/docs.txt .made/run
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/docs.txt
	@touch $@

.made/node: package-lock.json
	@command -v npm >/dev/null || { echo "The client is built with Node 20.19 or later and its npm."; exit 1; }
	npm ci --silent --no-audit --no-fund
	@mkdir -p .made && touch $@

.made/client: .made/node vite.config.ts $(CLIENT)
	npm run --silent build
	@touch $@

.made/sbom: requirements/sbom.txt | .venv/bin/python
	$(BIN)/python -m venv --clear .made/cyclonedx
	.made/cyclonedx/bin/pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/sbom.txt
	@touch $@

# Debian's Chromium, and the programs that the documentation configures, for tests only
.made/debian:
	@for program in chromium nginx caddy dnsmasq udhcpc mmdebstrap; do PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null || missing=1; done; test -z "$$missing" || { \
	  SUDO=$$(test $$(id -u) = 0 || echo sudo); $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq chromium nginx-light caddy dnsmasq-base udhcpc mmdebstrap >/dev/null; }
	@mkdir -p .made && touch $@
