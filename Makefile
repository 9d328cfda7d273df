# Everything for a checkout. It needs only Python 3.11 or newer and a C++20 compiler. Start with `make play` or `make test`.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
NATIVE := $(shell find native -type f) CMakeLists.txt
CPP := $(shell find native tests/native -name "*.hpp" -o -name "*.cpp")
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation
PLAY ?=

.PHONY: help play play-terminal test test-python lint headers format docs bench sanitize clean

help:  ## show these lines
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

play: build/.installed  ## play in a browser; PLAY="--port 8020" passes options to isthmus serve
	@ISTHMUS_MAKE=1 $(BIN)/isthmus serve $(PLAY)

play-terminal: build/.installed  ## play in the terminal; PLAY="hex --side white" chooses the game
	@$(BIN)/isthmus play $(PLAY)

test: test-python sanitize  ## all tests, and the contract battery under sanitizers

test-python: build/.installed build/.developer build/.browser build/.proxy
	$(BIN)/python -m pytest -n auto

sanitize: build/.sanitized build/.developer  ## the native core under address, undefined-behaviour and thread sanitizers
	scripts/run-sanitized tests/contract tests/native tests/engine/test_evaluators.py tests/engine/test_known_results.py

lint: build/.installed build/.developer  ## style, types (including JavaScript), layers, workflows, Containerfile, advisories
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows $(wildcard .github/workflows/*.yml)
	$(BIN)/hadolint Containerfile
	scripts/check-javascript
	scripts/audit-dependencies

headers: build/.tools  ## every native header compiles when it is included alone
	$(BIN)/python scripts/check_headers.py

format: build/.developer  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

docs: build/.installed build/.documenter  ## the documentation as a site, in build/site
	@# The variable silences an announcement of the theme; warnings about the pages still end the build.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	$(BIN)/python docs/site/check.py

bench: build/.installed  ## playouts per second for every game, compared with OpenSpiel
	$(INSTALL) -e '.[bench,rl]' -Cbuild-dir=build/native -Ccmake.define.ISTHMUS_TUNE=native
	$(BIN)/isthmus bench playouts

clean:  ## remove the build and the virtual environment
	rm -rf build .venv

# What the targets above need -------------------------------------------------------------------------------------------
.venv/bin/pip:
	@echo "Preparing a Python environment in .venv ..."
	@PYTHON="$(PYTHON)" scripts/set-up

build/.tools: .venv/bin/pip pyproject.toml
	@mkdir -p build
	@echo "Installing Python packages for the build ..."
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/pip install --quiet --group build
	@touch $@

build/.developer: build/.tools
	$(BIN)/pip install --quiet --disable-pip-version-check --group dev
	@touch $@

build/.documenter: build/.tools
	$(BIN)/pip install --quiet --disable-pip-version-check --group docs
	@touch $@

# An editable install has a list of modules: this file changes when a module is added or removed.
build/.modules: FORCE
	@mkdir -p build; find src -name '*.py' | sort >$@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:

# Tuned for this machine; a plain `pip install .` is portable.
build/.installed: build/.tools build/.modules $(NATIVE)
	@echo "Building Isthmus for this machine. The first build takes a few minutes ..."
	$(INSTALL) -e . -Cbuild-dir=build/native -Ccmake.define.ISTHMUS_TUNE=native
	@touch $@

# Without it, browser tests are skipped; the test summary says so.
build/.browser:
	@mkdir -p build
	@scripts/install-browser
	@touch $@

# Without it, proxy tests are skipped; the test summary says so.
build/.proxy:
	@mkdir -p build
	@scripts/install-proxy
	@touch $@

build/.sanitized: build/.tools build/.modules $(NATIVE) $(wildcard tests/native/*.?pp)
	@rm -rf build/sanitized
	$(INSTALL) --no-deps --target build/sanitized . -Cbuild-dir=build/sanitize -Ccmake.define.ISTHMUS_SANITIZE=ON -Ccmake.define.ISTHMUS_STRICT=ON
	@touch $@
