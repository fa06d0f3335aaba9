# make play             open the table in the browser or the terminal, with a simulated device
# make test             run what a change can break soon, with samples of the full counts
# make coverage         the same, and report the lines and branches that no test reaches
# make proof            run all tests at full counts; PART=3/6 runs the third of six equal parts
# make durations        measure how long each test of the proof takes, for equal parts
# make check            style, types (on a PC, on the board), device subset, import directions
# make faults           faults of cables, power, noise and disks, at full counts
# make fuzz             send ten million lines of nonsense to both ends, on all cores
# make mutants          mutation tests of link and records: does a module's own test see each fault?
# make playthroughs     rewrite all golden files from a new recording: review the difference
#
# make bench            speed, as ratios measured side by side; time of a press with 1, 8, 32 pages
# make memory           memory that an evening leaves on each board, by phase
# make solve-check      solve Switch again (two cores, some minutes): check each position's value
#                       and distance, and compare the packaged file of lost positions
#
# make texts            write the template of the catalogues and merge new texts into each of them
# make catalogues       compile the catalogues, in a second
# make bundles          a release bundle for each build and board, folder and zip, in build/bundles
# make release          wheel, sdist, bundles and checksums in dist/; built twice from the last
#                       commit, and fails unless the bytes are equal
# make site             the browser version (nothing to install), as static files in build/site
#                       (needs npm)
# make docs             the documentation site in build/docs/site, from the tree's own pages; fails
#                       on a broken link or a warning
# make hardware         the pages, pictures and printed parts in hardware/, from the builds' data
# make screenshots      the README's pictures of pages (needs a Chromium)
# make clean            delete the environment, the builds and the caches

# constraints.txt pins the tested versions. pyproject.toml has ranges that suit other packages too.
PIP := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
CATALOGUES := $(wildcard host/schiri/texts/*/LC_MESSAGES/*.po)

# Python for browsers and a 32-bit MicroPython; installed only if npm is available.
PYODIDE := pyodide@314.0.7
PICO := @micropython/micropython-webassembly-pyscript@1.27.0
NPM := $(shell command -v npm 2>/dev/null)
INSTALLED := $(VENV)/installed-dev $(if $(NPM),$(VENV)/installed-npm)

PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

# The types of the board's own modules, in place of CPython's. The package would overwrite files of
# circuitpython-stubs with older ones, so it has a folder of its own.
TYPESHED := $(VENV)/typeshed
# It says `bytes` for any buffer, and nothing of the result of `crc32`.
LENIENT := --no-strict-bytes --disable-error-code no-any-return
BOARD := --custom-typeshed-dir $(TYPESHED) --cache-dir .mypy_cache/board --warn-unused-ignores $(LENIENT)

# Tests start many programs. Cached bytecode makes them start faster.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test playthroughs catalogues texts coverage check proof durations faults fuzz mutants bench memory solve-check bundles release docs site hardware clean

play: $(VENV)/installed $(VENV)/catalogues
	@$(BIN)/schiri play

test: $(INSTALLED)
	$(PYTEST) --durations 10

playthroughs: $(VENV)/installed-dev
	$(BIN)/python -m tests.golden

catalogues: $(VENV)/catalogues

texts: $(VENV)/installed-dev
	$(BIN)/python -m tests.tools.texts

coverage: $(INSTALLED)
	$(PYTEST) --cov --cov-report=term:skip-covered

check: $(VENV)/installed-dev $(VENV)/installed-typeshed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy $(BOARD) engines firmware tests/house/absent.py
	$(BIN)/python -m pytest -q tests/house

# The words of PART: its number, and how many there are.
PART_WORDS := $(subst /, ,$(PART))
DURATIONS := tests/durations.json
proof: $(INSTALLED)
	SCHIRI_PROOF=1 $(PYTEST) $(if $(PART),--group $(word 1,$(PART_WORDS)) --splits $(word 2,$(PART_WORDS)) \
		--splitting-algorithm least_duration --durations-path $(DURATIONS))

durations: $(INSTALLED)
	mkdir -p build
	SCHIRI_PROOF=1 $(PYTEST) --store-durations --clean-durations --durations-path build/durations.json
	$(BIN)/python -m tests.tools.durations build/durations.json $(DURATIONS)

faults: $(VENV)/installed-dev
	SCHIRI_PROOF=1 $(PYTEST) tests/faults

fuzz: $(VENV)/installed-dev
	$(BIN)/python -m tests.faults.fuzz

mutants: $(VENV)/installed-dev
	$(BIN)/python -m tests.tools.mutants

bench: $(VENV)/installed-dev
	$(BIN)/python -m tests.tools.bench

memory: $(INSTALLED)
	$(BIN)/python -m tests.memory

solve-check: $(VENV)/installed-dev
	$(BIN)/schiri solve switch --check -o build/solve
	cmp build/solve/switch.lost engines/schiri_engines/solver/switch.lost

bundles: $(VENV)/installed-dev
	$(BIN)/python -m schiri.deploy.bundle build/bundles

release: $(VENV)/installed-dev
	$(BIN)/python host/release.py dist

screenshots: $(VENV)/installed-dev
	$(BIN)/python -m tests.tools.screenshots

docs: $(VENV)/installed-docs
	$(BIN)/python host/docs/collect.py build/docs
	$(BIN)/zensical build --config-file build/docs/zensical.toml --strict

site: $(VENV)/installed-npm
	$(BIN)/python -m schiri.site.build $(VENV)/node_modules/pyodide build/site

hardware: $(VENV)/installed-dev
	$(BIN)/python -m hardware.generate

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --editable .
	@touch $@ $(VENV)/catalogues

# An installation compiles the catalogues already. Babel is no runtime dependency.
# pip needs no network if Babel is already installed.
$(VENV)/catalogues: $(VENV)/installed host/catalogues.py $(CATALOGUES)
	$(BIN)/python $(PIP) babel
	$(BIN)/python host/catalogues.py
	@touch $@

# The catalogues are an order-only prerequisite (after the "|"): an edited catalogue is compiled
# before anything runs, but it does not cause another installation.
$(VENV)/installed-dev: $(VENV)/installed | $(VENV)/catalogues
	$(BIN)/python $(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/installed-docs: $(VENV)/installed-dev
	$(BIN)/python $(PIP) --editable '.[docs]'
	@touch $@

# One command for both packages: npm removes packages that the command does not name.
$(VENV)/installed-npm: $(VENV)/installed | $(VENV)/catalogues
	npm install --prefix $(VENV) --no-save --no-package-lock --no-audit --no-fund --silent $(PICO) $(PYODIDE)
	@touch $@

$(VENV)/installed-typeshed: $(VENV)/installed
	$(BIN)/python $(PIP) --no-deps --upgrade --target $(TYPESHED) circuitpython-typeshed
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
