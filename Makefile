# Everything that one does with this repository. `make` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= $(shell command -v python3.11 || command -v python3)
POSITION ?= examples/positions/construction.json

# One more than there are cores, for many tests wait for a service more than they work.
PROCESSES ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
BIN := .venv/bin
STAMP := .venv/.installed
PACKAGES := proto solver server clients/python
INSTALLED := proto solver server[web] clients/python[plot]
SOAK := overhead overload stopping hard_positions faults flood frames fuzz
PROJECTS := $(addsuffix /pyproject.toml,$(PACKAGES))

.PHONY: help setup serve run suggest test check bench soak proto clean

help: ## List the targets.
	@echo 'usage: make TARGET [PYTHON=python3.11] [POSITION=examples/positions/construction.json]'
	@sed -nE 's/^([a-z]+):.*## (.*)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

setup: $(STAMP) ## Build .venv with the four packages and all tools.
	@echo '.venv is ready.'

$(STAMP): $(PROJECTS) constraints.txt requirements-dev.txt
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or later is needed; name it with PYTHON=...' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed, not " + sys.version.split()[0] + "; name another with PYTHON=...")'
	"$(PYTHON)" -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --requirement requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --no-build-isolation $(addprefix --editable ./,$(INSTALLED))
	@touch $(STAMP)

serve: $(STAMP) ## Start the service; ARGUMENTS='--port 50051 ...' is handed to it.
	@exec $(BIN)/python -m carnegie_server $(ARGUMENTS)

run: serve ## The same as serve.

suggest: $(STAMP) ## Print the best plan for an example, or for POSITION=file.json.
	@$(BIN)/carnegie suggest $(POSITION) $(ARGUMENTS)

test: $(STAMP) ## Run the tests; ARGUMENTS='-k name ...' is handed to pytest.
	$(BIN)/python -m pytest --numprocesses=$(PROCESSES) --dist=worksteal $(ARGUMENTS)

check: $(STAMP) ## Check style, types, the contract and the generated code.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/buf lint proto
	BUF=$(BIN)/buf .ci/check-breaking
	.ci/check-generated
	$(BIN)/python -m pytest --quiet tests/test_architecture.py

bench: $(STAMP) ## Measure, and print the tables of docs/benchmarks.md.
	@for benchmark in bench/*.py; do echo; echo "## $$benchmark"; echo; $(BIN)/python "$$benchmark"; done

soak: $(STAMP) ## Put the service under load and faults for about half an hour; see docs/load-tests.md.
	@failed=; for script in $(SOAK); do echo; echo "## $$script"; echo; PYTHONPATH=tests $(BIN)/python -m load.$$script || failed+=" $$script"; done; \
	test -z "$$failed" || { echo "not kept:$$failed" >&2; exit 1; }

proto: $(STAMP) ## Generate the Python code of the contract anew.
	proto/generate.sh

clean: ## Remove .venv and everything else that is not source.
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
