# Everything from a fresh clone: make run, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Made by `test`: with the tools of development. `run` alone needs less.
STAMP := $(VENV)/.installed
RUNS := $(VENV)/.runs
# Processes that share the tests, one more than the cores of a small machine: one waits for a browser or a film.
# 0: one, in order, as plain pytest runs them.
WORKERS ?= 3
# A Raspberry Pi's camera library comes from the system's packages, which an environment hides unless told.
HAS_PICAMERA2 := $(shell $(PYTHON) -c "import importlib.util as u; print('yes' if u.find_spec('picamera2') else '')" 2>/dev/null)
IS_NUMPY_1 := $(shell $(PYTHON) -c "import importlib.metadata as m; print('yes' if m.version('numpy') < '2' else '')" 2>/dev/null)
SITE := $(if $(HAS_PICAMERA2),--system-site-packages)
CONSTRAINTS := $(if $(and $(HAS_PICAMERA2),$(IS_NUMPY_1)),--constraint constraints-bookworm.txt)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check $(CONSTRAINTS)

.PHONY: run hub test test-blender check clean

run: $(if $(wildcard $(STAMP)),$(STAMP),$(RUNS))
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

check: $(if $(wildcard $(STAMP)),$(STAMP),$(RUNS))
	$(BIN)/jantaku check

test: $(STAMP)
	$(BIN)/ruff check .
	# Types are checked beside the tests, by one process that would leave the other cores idle. The server is
	# started some hundred times: compiled once, also where an environment forbids to keep that.
	@$(BIN)/mypy >$(VENV)/.types 2>&1 & types=$$!; \
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder; \
	tests=$$?; wait $$types; types=$$?; cat $(VENV)/.types; [ $$tests = 0 ] && [ $$types = 0 ]

# Blender as a module needs Python 3.11 and half a gigabyte, so its tests stand apart.
test-blender: $(STAMP)
	[ -x runs/blender/bin/python ] || python3.11 -m venv runs/blender
	runs/blender/bin/python -m pip install --quiet "bpy==4.5.*"
	$(BIN)/python -m pytest tests/docs/docs_render.py

$(RUNS): pyproject.toml
	$(PYTHON) -m venv $(SITE) $(VENV)
	$(PIP) --only-binary numpy,opencv-python-headless,onnxruntime -e . $(if $(HAS_PICAMERA2),gpiozero soundfile)
	$(PIP) "PyMahjongGB>=1.3" \
	  || echo "PyMahjongGB did not build (it needs a C++ compiler): MCR hands are scored by the slower count of our own."
	touch $(RUNS)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(SITE) $(VENV)
	$(PIP) -e ".[dev]"
	$(PIP) "PyMahjongGB>=1.3" \
	  || echo "PyMahjongGB did not build (it needs a C++ compiler): MCR hands are scored by the slower count of our own."
	touch $(STAMP)

clean:
	rm -rf $(VENV) build *.egg-info
