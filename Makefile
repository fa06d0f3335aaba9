# make play    the table in the terminal, with a simulated device
# make test    every test, in samples
# make check   style, types, device subset, import directions
# make proof   the same properties at full counts
# make faults  cables, power, noise and disks that fail, at full counts
# make fuzz    ten million lines of nonsense into both ends, on all cores
# make bench   speed, as ratios measured side by side
# make hardware  the pages in hardware/, from the builds' data

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
CATALOGUES := $(wildcard host/schiri/texts/*/LC_MESSAGES/*.po)

.PHONY: play test check proof faults fuzz bench hardware clean

play: $(VENV)/installed
	@$(BIN)/schiri play

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/house

proof: $(VENV)/installed-dev
	SCHIRI_PROOF=1 $(BIN)/python -m pytest -n auto --dist worksteal

faults: $(VENV)/installed-dev
	SCHIRI_PROOF=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/faults

fuzz: $(VENV)/installed-dev
	$(BIN)/python -m tests.faults.fuzz

bench: $(VENV)/installed-dev
	$(BIN)/python -m tests.bench

hardware: $(VENV)/installed
	$(BIN)/python -m hardware.generate

$(VENV)/installed: pyproject.toml host/catalogues.py $(CATALOGUES)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
