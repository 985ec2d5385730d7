# Every target makes its own virtual environment in .venv; a second run installs nothing again.
PYTHON ?= python3
PY := .venv/bin/python
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt
INPUTS := pyproject.toml setup.py constraints.txt Makefile

.PHONY: train test oracle lint types bench clean

train: .venv/.train  ## install, train King of the Dice, evaluate, save model and learning curve
	$(PY) -m fiefdom.training.cli train king_of_the_dice

test: .venv/.dev  ## install, run all tests
	$(PY) -m pytest -n auto --dist worksteal

oracle: .venv/.dev  ## the long comparisons and the whole fuzz run, with their figures
	FIEFDOM_ORACLE=full $(PY) -m pytest -s tests/envs

lint: .venv/.dev types  ## ruff and mypy
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

types:  # mypy cannot follow the editable install: links under the import name
	mkdir -p build/types/fiefdom
	for folder in envs wrappers training benchmarks; do \
		ln -sfn "../../../$$folder" "build/types/fiefdom/$$folder"; done

bench: .venv/.train  ## the speed of the environments on this machine
	$(PY) -m fiefdom.benchmarks.steps king_of_the_dice

clean:  ## remove the virtual environment and everything built
	rm -rf .venv build dist fiefdom.egg-info

.venv/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "fiefdom needs Python 3.11 or newer; name one: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv
	touch .venv/.venv

.venv/.train: .venv/.venv $(INPUTS)
	$(INSTALL) -e '.[train]'
	touch .venv/.train

.venv/.dev: .venv/.venv $(INPUTS)
	$(INSTALL) -e '.[train,dev]'
	touch .venv/.dev .venv/.train
