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
SOAK := overhead overload stopping hard_positions faults flood frames fuzz kill_while_saving
PROJECTS := $(addsuffix /pyproject.toml,$(PACKAGES))

# Where `make play` shows its page, and keeps its games.
WEB_PORT ?= 8080
GAMES ?= $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/carnegie/games.db

# The TypeScript clients: the SDK and the page.
NODE_STAMP := clients/node_modules/.installed
PAGE := clients/web/dist/index.html
PAGE_SOURCES := $(shell find clients/typescript/src clients/web/src clients/web/public clients/web/*.* -type f 2>/dev/null)

.PHONY: help setup serve run play page suggest test check bench soak proto clean

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

play: $(STAMP) $(PAGE) ## Start the page to play on at http://127.0.0.1:8080; WEB_PORT=8081, GAMES=file, ARGUMENTS as for serve.
	@mkdir -p "$(dir $(GAMES))"
	@# What else the service says, such as its help, is shown. The reader outlives Ctrl+C, which ends the service.
	@$(BIN)/python -m carnegie_server --port 0 --web-port $(WEB_PORT) --web-root clients/web/dist --games-path "$(GAMES)" \
	    $(ARGUMENTS) 2>>"$(GAMES).log" \
	    | (trap '' INT; while IFS= read -r line; do case "$$line" in \
	        'listening on '*) echo 'Play at http://127.0.0.1:$(WEB_PORT); Ctrl+C ends it.'; \
	            echo 'Games are kept in $(GAMES); the log is $(GAMES).log.';; \
	        *) printf '%s\n' "$$line";; esac; done) \
	    || { tail -n 1 "$(GAMES).log" >&2; exit 1; }; \
	    [ -s "$(GAMES).log" ] || rm -f "$(GAMES).log"

page: $(PAGE) ## Build the TypeScript client and the page; needs Node 20.19 or later.
	@echo 'clients/web/dist is ready.'

$(NODE_STAMP): clients/package.json clients/typescript/package.json clients/web/package.json clients/package-lock.json
	@command -v npm >/dev/null || { echo 'The page and the TypeScript client need Node 20.19 or later, with npm.' >&2; exit 1; }
	cd clients && npm ci --loglevel=error
	@touch $(NODE_STAMP)

$(PAGE): $(NODE_STAMP) $(PAGE_SOURCES)
	cd clients && npm run build --silent
	@touch $(PAGE)

suggest: $(STAMP) ## Print the best plan for an example, or for POSITION=file.json.
	@$(BIN)/carnegie suggest $(POSITION) $(ARGUMENTS)

test: $(STAMP) $(PAGE) ## Run the tests; with ARGUMENTS='-k name ...' those of pytest that it names.
	$(BIN)/python -m pytest --numprocesses=$(PROCESSES) --dist=worksteal $(ARGUMENTS)
	$(if $(filter-out --thorough,$(ARGUMENTS)),,cd clients && npm test --silent)

check: $(STAMP) $(NODE_STAMP) ## Check style, types, the contract and the generated code.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	cd clients && npm run check --silent
	$(BIN)/buf lint proto
	BUF=$(BIN)/buf .ci/check-breaking
	.ci/check-generated
	$(BIN)/python -m pytest --quiet tests/test_architecture.py

bench: $(STAMP) ## Measure, and print the tables of docs/benchmarks.md.
	@for benchmark in bench/*.py; do echo; echo "## $$benchmark"; echo; $(BIN)/python "$$benchmark"; done

soak: $(STAMP) ## Put the service under load and faults for about half an hour; see docs/load-tests.md.
	@failed=; for script in $(SOAK); do echo; echo "## $$script"; echo; PYTHONPATH=tests $(BIN)/python -m load.$$script || failed+=" $$script"; done; \
	test -z "$$failed" || { echo "not kept:$$failed" >&2; exit 1; }

proto: $(STAMP) $(NODE_STAMP) ## Generate the code of the contract and the lists of docs/api.md anew.
	proto/generate.sh
	clients/typescript/generate.sh
	$(BIN)/python proto/write_api_reference.py

clean: ## Remove .venv and everything else that is not source.
	rm -rf .venv clients/node_modules clients/*/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
