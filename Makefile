# Everything from a fresh clone: make run, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Processes that share the tests; 0: one, in order, as plain pytest runs them.
WORKERS ?= 2

.PHONY: run test check clean

run: $(STAMP)
	$(BIN)/jantaku serve

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "PyMahjongGB>=1.3" \
	  || echo "PyMahjongGB did not build (it needs a C++ compiler): MCR scores will be unavailable, all else works."
	touch $(STAMP)

clean:
	rm -rf $(VENV) build *.egg-info
