PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play serve test check test-slow bench texts golden manuals pictures clean

play: $(STAMP)  ## start the game in this terminal
	@$(BIN)/patience play

serve: $(STAMP)  ## run the bot with the token in .env
	@$(BIN)/patience serve

test: $(STAMP)  ## the tests: what CI runs
	$(BIN)/python -m pytest -q -n auto

check: $(STAMP)  ## formatting, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test-slow: $(STAMP)  ## tests that take minutes
	$(BIN)/python -m pytest -q -m slow

bench: $(STAMP)  ## speed, as ratios in one run
	$(BIN)/python -m tests.benchmarks

texts: $(STAMP)  ## collect new sentences into the catalogues
	$(BIN)/python -m tests.tools.texts

manuals: $(STAMP)  ## bring the tables of commands in the players' manuals up to date
	$(BIN)/python -m tests.tools.manuals

golden: $(STAMP)  ## redraw the golden files; read the difference before committing it
	$(BIN)/python -m tests.tools.golden

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@

pictures: $(STAMP)  ## take the pictures of docs/pictures anew; needs Chromium
	$(BIN)/python -m tests.tools.pictures
	$(BIN)/python -m tests.tools.pictures.terminal

clean:
	rm -rf $(VENV) build *.egg-info
