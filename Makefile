# Everything from a fresh clone: make run, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Processes that share the tests; 0: one, in order, as plain pytest runs them.
WORKERS ?= 2

.PHONY: run hub test check clean

run: $(STAMP)
	$(BIN)/jantaku serve

# With the packages mosquitto and postgresql, else in a container.
hub: $(STAMP)
	@if [ -x /usr/sbin/mosquitto ] && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then \
	  $(BIN)/jantaku hub; \
	elif command -v docker >/dev/null; then \
	  docker build -t jantaku-hub -f hub.Dockerfile . && \
	  docker run --rm -it -p 8100:8100 -p 8883:8883 -v jantaku-hub:/hub jantaku-hub --reached-at "$$(hostname)"; \
	else \
	  echo "The hub needs two packages: apt install mosquitto postgresql (or Docker)"; exit 1; \
	fi

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
