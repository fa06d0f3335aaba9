# make play    the table in the browser or the terminal, with a simulated device
# make test    every test, in samples
# make coverage  the same, with the lines and branches that no test reaches
# make playthroughs  rewrites all golden files from what they record: review the difference
# make texts   the template of the catalogues, and what is new in it into each of them
# make catalogues  compiles the catalogues, in a second
# make check   style, types, device subset, import directions
# make proof   the same properties at full counts
# make faults  cables, power, noise and disks that fail, at full counts
# make fuzz    ten million lines of nonsense into both ends, on all cores
# make mutants  one thing wrong at a time in link and records: does a module's own test see it?
# make bench   speed, as ratios measured side by side; what a press takes to 1, 8 and 32 pages
# make memory  what an evening costs on a Pico, by phase and by module; make memory-budget takes
#              it over as what it may cost
# make solve-check  Switch computed anew (two cores, some minutes): the file of lost positions that
#              the package has is what comes of it, and tells each position's value and distance
# make bundles  a release bundle of each build and board, a folder and a zip, in build/bundles
# make release  wheel, sdist, bundles and their sums in dist/, built twice from the last commit: equal
#              bytes, or no release
# make site    the page with nothing to install, as static files in build/site (needs npm)
# make screenshots  the README's pictures of pages, with a Chromium
# make docs    the documentation site in build/docs/site, from the tree's own pages; a broken link or
#              a warning fails
# make hardware  the pages, pictures and printed parts in hardware/, from the builds' data

# The versions that the tests ran with; pyproject.toml has what a user's other programs can live with.
PIP := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
CATALOGUES := $(wildcard host/schiri/texts/*/LC_MESSAGES/*.po)

# Python for browsers, and a MicroPython of 32 bits, for those who have npm.
PYODIDE := pyodide@314.0.7
PICO := @micropython/micropython-webassembly-pyscript@1.27.0
NPM := $(shell command -v npm 2>/dev/null)
INSTALLED := $(VENV)/installed-dev $(if $(NPM),$(VENV)/installed-npm)

# Tests start many programs, which are up sooner where what was compiled is kept.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test playthroughs catalogues texts coverage check proof faults fuzz mutants bench memory memory-budget solve-check bundles release docs site hardware clean

play: $(VENV)/installed $(VENV)/catalogues
	@$(BIN)/schiri play

test: $(INSTALLED)
	$(BIN)/python -m pytest -n auto --dist worksteal

playthroughs: $(VENV)/installed-dev
	$(BIN)/python -m tests.playthroughs
	$(BIN)/python -m tests.firmware.app.test_sessions
	$(BIN)/python -m tests.firmware.app.test_inside
	$(BIN)/python -m tests.firmware.app.test_match_events
	$(BIN)/python -m tests.firmware.link.test_session
	$(BIN)/python -m tests.firmware.pc.test_wire
	$(BIN)/python -m tests.table.test_scripts
	$(BIN)/python -m tests.scenes.test_scenes
	$(BIN)/python -m tests.page.test_html
	$(BIN)/python -m tests.cli.test_sessions
	$(BIN)/python -m tests.terminal.test_flows

catalogues: $(VENV)/catalogues

texts: $(VENV)/installed-dev
	$(BIN)/python -m tests.texts

coverage: $(INSTALLED)
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term:skip-covered

check: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/house

proof: $(INSTALLED)
	SCHIRI_PROOF=1 $(BIN)/python -m pytest -n auto --dist worksteal

faults: $(VENV)/installed-dev
	SCHIRI_PROOF=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/faults

fuzz: $(VENV)/installed-dev
	$(BIN)/python -m tests.faults.fuzz

mutants: $(VENV)/installed-dev
	$(BIN)/python -m tests.mutants

bench: $(VENV)/installed-dev
	$(BIN)/python -m tests.bench

memory: $(INSTALLED)
	$(BIN)/python -m tests.memory

memory-budget: $(INSTALLED)
	$(BIN)/python -m tests.memory --write

solve-check: $(VENV)/installed-dev
	$(BIN)/schiri solve switch --check -o build/solve
	cmp build/solve/switch.lost engines/schiri_engines/solver/switch.lost

bundles: $(VENV)/installed-dev
	$(BIN)/python host/bundles.py build/bundles

release: $(VENV)/installed-dev
	$(BIN)/python host/release.py dist

screenshots: $(VENV)/installed-dev
	$(BIN)/python -m tests.page.screenshots

docs: $(VENV)/installed-docs
	$(BIN)/python docs/collect.py build/docs
	$(BIN)/zensical build --config-file build/docs/zensical.toml --strict

# The page with nothing to install, as static files.
site: $(VENV)/installed-npm
	$(BIN)/python -m schiri.site.build $(VENV)/node_modules/pyodide build/site

hardware: $(VENV)/installed-dev
	$(BIN)/python -m hardware.generate

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --editable .
	@touch $@ $(VENV)/catalogues

# Who installs has them compiled already.  Babel is no dependency of those who only play; where it is
# installed, pip needs no network.
$(VENV)/catalogues: $(VENV)/installed host/catalogues.py $(CATALOGUES)
	$(BIN)/python $(PIP) babel
	$(BIN)/python host/catalogues.py
	@touch $@

# Behind the bar: an edit of a catalogue compiles it before anything runs, and installs nothing.
$(VENV)/installed-dev: $(VENV)/installed | $(VENV)/catalogues
	$(BIN)/python $(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/installed-docs: $(VENV)/installed-dev
	$(BIN)/python $(PIP) --editable '.[docs]'
	@touch $@

# In one go: whatever npm is not asked for it takes away.
$(VENV)/installed-npm: $(VENV)/installed | $(VENV)/catalogues
	npm install --prefix $(VENV) --no-save --no-package-lock --no-audit --no-fund --silent $(PICO) $(PYODIDE)
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
