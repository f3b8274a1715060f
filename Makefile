PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TOOLS := $(VENV)/.installed-tools
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# The tests start many processes: what is compiled is kept, also where the machine says otherwise.
test test-slow bench: export PYTHONDONTWRITEBYTECODE =

.PHONY: play serve test check test-slow bench texts golden manuals pictures clean

play: $(STAMP)  ## start the game in this terminal
	@$(BIN)/patience play

serve: $(STAMP)  ## run the bot with the token in .env
	@$(BIN)/patience serve

test: $(TOOLS)  ## the tests: what CI runs
	$(BIN)/python -m pytest -q -n auto

check: $(TOOLS)  ## formatting, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test-slow: $(TOOLS)  ## tests that take minutes
	$(BIN)/python -m pytest -q -n auto -m slow

bench: $(TOOLS)  ## speed, as ratios in one run
	$(BIN)/python -m tests.benchmarks

texts: $(TOOLS)  ## collect new sentences into the catalogues
	$(BIN)/python -m tests.tools.texts

manuals: $(TOOLS)  ## bring the tables of commands in the players' manuals up to date
	$(BIN)/python -m tests.tools.manuals

golden: $(TOOLS)  ## redraw the golden files; read the difference before committing it
	$(BIN)/python -m tests.tools.golden

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "Installing into $(VENV); the first time this takes a minute or two."
	@$(INSTALL) -e .
	@touch $@

$(TOOLS): $(STAMP)
	@echo "Installing what the checks need."
	@$(INSTALL) -e ".[dev]"
	@touch $@

pictures: $(TOOLS)  ## take the pictures of docs/pictures anew; needs Chromium
	$(BIN)/python -m tests.tools.pictures
	$(BIN)/python -m tests.tools.pictures.terminal

clean:
	rm -rf $(VENV) build *.egg-info
