# fringe and fringe_formats: PGXS does build, install and installcheck; the rest is below. `make help` lists what can be made.

EXTENSION = fringe fringe_formats
MODULE_big = fringe
DATA = fringe--1.0.sql
DATA_built = fringe--$(EXTVERSION).sql fringe--1.0--$(EXTVERSION).sql fringe_formats--$(EXTVERSION).sql

# Another folder can be built in, and installed and tested from: make -f ../fringe/Makefile
here := $(dir $(firstword $(MAKEFILE_LIST)))
ifneq ($(here),./)
ifneq ($(wildcard $(here)fringe.so),)
$(error $(here) has been built in itself; run make clean there first)
endif
endif

EXTVERSION := $(shell sed -n "s/default_version = '\(.*\)'/\1/p" $(here)fringe.control)
CORE = $(sort $(shell cd $(here) && find src/core -name '*.c'))
PG = $(sort $(shell cd $(here) && find src/pg -name '*.c'))
FORMATS = $(sort $(shell cd $(here) && find src/formats -name '*.c'))
SERVER = $(PG) $(FORMATS)
OBJS = $(patsubst %.c,%.o,$(CORE) $(PG))

# The library fringe_formats is a second one, with these of the first one linked in too: src/pg/types/interface.h.
IN_BOTH = src/core/base/base.c src/core/base/text.c src/pg/declaration.c $(filter src/pg/rules/%,$(PG)) src/pg/types/jsonb_writer.c
FORMATS_OBJS = $(patsubst %.c,%.o,$(FORMATS) $(IN_BOTH))
ALL_OBJS = $(sort $(OBJS) $(FORMATS_OBJS))

INCLUDES = $(shell find $(here)src -name '*.h')
PG_CPPFLAGS = -I$(srcdir)/src -DFRINGE_VERSION='"$(EXTVERSION)"' $(if $(xml),-DFRINGE_EXPAT) $(if $(zstd),-DFRINGE_ZSTD)

# Maps of Tiled in XML need Expat, those compressed by zstd libzstd. Without the headers, or by make with_xml=no
# with_zstd=no, fringe_formats builds and says so to who reads one.
has_header = $(shell echo '\#include <$(1)>' | $(CC) -E - >/dev/null 2>&1 && echo yes)
xml := $(filter-out no,$(or $(with_xml),$(call has_header,expat.h)))
zstd := $(filter-out no,$(or $(with_zstd),$(call has_header,zstd.h)))

# A library exports what SQL or the other library calls and no more, as PostgreSQL 16 and later arrange anyway.
# -Bsymbolic makes calls within it direct under other PG_CFLAGS too, such as those of a profiler.
symbolic = $(if $(filter-out darwin,$(PORTNAME)),-Wl$(comma)-Bsymbolic)
SHLIB_LINK = -lpng $(symbolic) # fringe_png
FORMATS_LINK = -lpng -lz $(if $(xml),-lexpat) $(if $(zstd),-lzstd) $(symbolic) # PNG, REXPaint, Tiled
comma = ,
# Which register holds a variable at each instruction would take gcc a third of a build; a debugger still has lines and functions.
PG_CFLAGS = -std=gnu11 -fvisibility=hidden -fno-math-errno -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare \
	-Wno-declaration-after-statement -Wno-missing-field-initializers -fno-var-tracking $(WERROR)

# The first one creates the extension that the others use.
REGRESS = fringe $(filter-out fringe $(LEFT_OUT),$(patsubst $(here)sql/%.sql,%,$(sort $(wildcard $(here)sql/*.sql))))
# WITHOUT names tests to leave out. A build without a library leaves out the tests of it, and says so; tiled tests what such a build says.
built_with = $(if $(wildcard build/flags),$(filter -DFRINGE_$(1),$(file <build/flags)),$(2))
LEFT_OUT = $(if $(call built_with,EXPAT,$(xml)),,tiled_xml) $(if $(call built_with,ZSTD,$(zstd)),,tiled_zstd) $(WITHOUT)
# Some quote letters: whatever the encoding of the server is.
REGRESS_OPTS = --encoding=UTF8
EXTRA_CLEAN = build web/fringe.wasm fringe_formats$(DLSUFFIX) $(FORMATS_OBJS)

# No bitcode for PostgreSQL's JIT, which would inline functions into expressions: each of these takes a value apart or searches, next to
# which a call is nothing. Bitcode takes a quarter of the time of a build.
override with_llvm = no

PG_CONFIG ?= pg_config
ifneq ($(MAKECMDGOALS),help)
ifeq ($(wildcard $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)/postgres.h),)
$(error no PostgreSQL server headers by PG_CONFIG=$(PG_CONFIG); on Debian they are in postgresql-server-dev-VERSION, which tools/setup installs)
endif
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)
ifeq ($(shell test $(MAJORVERSION) -ge 15 && echo yes),)
$(error fringe needs PostgreSQL 15 or later, and $(PG_CONFIG) is of $(VERSION))
endif
endif

installcheck: say-left-out

.PHONY: say-left-out
say-left-out:
	@$(if $(filter file,$(origin REGRESS)),$(foreach test,$(WITHOUT),echo 'left out: $(test), by WITHOUT';) \
		$(foreach test,$(filter-out $(WITHOUT),$(LEFT_OUT)),echo 'left out: $(test), because this build has no $(if $(filter tiled_xml,$(test)),Expat,libzstd)';)) :

# A line per file, so that a warning stands out; make V=1 prints the commands.
ifndef V
define brief
$(1) = @echo '  $$@'; $(value $(1))
endef
$(foreach command,COMPILE.c LINK.shared,$(eval $(call brief,$(command))))
endif

# The second library, as PGXS makes the first one.
all: fringe_formats$(DLSUFFIX)

fringe_formats$(DLSUFFIX): $(FORMATS_OBJS)
	$(LINK.shared) -o $@ $(FORMATS_OBJS) $(LDFLAGS) $(LDFLAGS_SL) $(FORMATS_LINK) $(BE_DLLLIBS)

# Bitcode that an earlier installation left would be inlined in place of this library's functions.
bitcode = $(foreach module,$(EXTENSION),'$(DESTDIR)$(pkglibdir)/bitcode/$(module)' '$(DESTDIR)$(pkglibdir)/bitcode/$(module).index.bc')

install: install-formats

install-formats: fringe_formats$(DLSUFFIX) installdirs
	$(INSTALL_SHLIB) $< '$(DESTDIR)$(pkglibdir)/'
	rm -rf $(bitcode)

uninstall: uninstall-formats

uninstall-formats:
	rm -f '$(DESTDIR)$(pkglibdir)/fringe_formats$(DLSUFFIX)'
	rm -rf $(bitcode)

# What a new installation runs: the topics in the order of their numbers. An update brings older ones to the same catalog.
fringe--$(EXTVERSION).sql: $(sort $(wildcard $(here)src/pg/sql/*.sql))
fringe_formats--$(EXTVERSION).sql: $(sort $(wildcard $(here)src/formats/sql/*.sql))
fringe--$(EXTVERSION).sql fringe_formats--$(EXTVERSION).sql:
	@awk 'FNR == 1 && NR > 1 { print "" } 1' $^ > $@

upgrade = $(here)src/pg/sql/upgrade
fringe--1.0--$(EXTVERSION).sql: fringe--1.0.sql fringe--$(EXTVERSION).sql $(wildcard $(upgrade)/*)
	@{ cat $(upgrade)/before.sql && awk -f $(upgrade)/differences.awk $< $(word 2,$^) && cat $(upgrade)/after.sql; } > $@ || { rm $@; false; }

# Objects depend on their flags too: headers that are installed after a build, or with_xml=no, change them. Flags of warnings do not count.
ifneq ($(filter-out help clean installcheck,$(or $(MAKECMDGOALS),all)),)
ifeq ($(shell mkdir -p build 2>/dev/null && test -w build && echo yes),yes)
$(file >build/flags.now,$(CC) $(filter-out $(WERROR),$(CPPFLAGS) $(CFLAGS)) $(SHLIB_LINK) $(FORMATS_LINK))
$(shell { cmp -s build/flags.now build/flags || cp build/flags.now build/flags; rm -f build/flags.now; } 2>/dev/null)
endif
endif
build/flags: ;

$(ALL_OBJS): $(INCLUDES) build/flags
ifneq ($(here),./)
$(shell mkdir -p $(sort $(dir $(ALL_OBJS))))
endif

# fringe_load, and fringe_atlas if make web has built it, belong where psql is found. Packages of PostgreSQL keep a folder a version, which is in nobody's PATH, and have
# psql in /usr/bin, which is theirs.
SCRIPTDIR ?= $(if $(filter /usr/lib/postgresql/% /usr/pgsql-%,$(bindir)),/usr/local/bin,$(bindir))

install: install-fringe_load install-manual

install-fringe_load:
	$(MKDIR_P) '$(DESTDIR)$(SCRIPTDIR)'
	$(INSTALL_SCRIPT) $(srcdir)/tools/fringe_load '$(DESTDIR)$(SCRIPTDIR)/'
	$(foreach atlas,$(wildcard $(here)build/web/fringe_atlas),$(INSTALL_SCRIPT) $(atlas) '$(DESTDIR)$(SCRIPTDIR)/')

uninstall: uninstall-fringe_load

uninstall-fringe_load:
	rm -f '$(DESTDIR)$(SCRIPTDIR)/fringe_load' '$(DESTDIR)$(SCRIPTDIR)/fringe_atlas'

# The manual keeps its folders, so that links between its pages hold; DOCS of PGXS would put all pages into one.
MANDIR ?= $(if $(filter /usr/local/bin,$(SCRIPTDIR)),/usr/local/share/man,$(mandir))
manual = $(docdir)/extension/fringe
PAGES = $(patsubst $(here)%,%,$(wildcard $(addprefix $(here),README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE bench/results/*.md doc/*.md doc/*/*.md doc/figures/*)))

install-manual:
	$(MKDIR_P) $(addprefix '$(DESTDIR)$(manual)'/,$(sort $(dir $(PAGES)))) '$(DESTDIR)$(MANDIR)/man1'
	$(foreach page,$(PAGES),$(INSTALL_DATA) $(here)$(page) '$(DESTDIR)$(manual)/$(dir $(page))' &&) true
	$(INSTALL_DATA) $(srcdir)/doc/man/fringe_load.1 '$(DESTDIR)$(MANDIR)/man1/'
	$(if $(wildcard $(here)build/web/fringe_atlas),$(INSTALL_DATA) $(srcdir)/doc/man/fringe_atlas.1 '$(DESTDIR)$(MANDIR)/man1/')

uninstall: uninstall-manual

uninstall-manual:
	rm -rf '$(DESTDIR)$(manual)'
	rm -f '$(DESTDIR)$(MANDIR)/man1/fringe_load.1' '$(DESTDIR)$(MANDIR)/man1/fringe_atlas.1'

# A target's line below ends with what it does. Lines of two # begin groups.
help: ## this list
	@printf '%-20s %s\n' all 'the extensions' install 'into the PostgreSQL of PG_CONFIG; fringe_load into SCRIPTDIR' uninstall 'the reverse' \
		installcheck 'the SQL tests, as a superuser of a running server; tools/server make installcheck brings one' clean 'removes what was built' \
		run/test_NAME 'one test of the core, built alone: make run/test_model'
	@awk -F ':.* ## ' '/^## / { print ""; print substr($$0, 4) } /^[a-z-]+:.* ## / { printf "%-20s %s\n", $$1, $$2 }' $(here)Makefile

# ---- the core alone: no server header, strict warnings -----------------

## test/core: the core, compared with an oracle

COMPILERS = gcc clang
CORE_FLAGS = -std=c11 -O2 -g -fno-var-tracking -fno-math-errno -Wall -Wextra -Werror -Isrc
CORE_TESTS = $(patsubst test/core/%.c,%,$(sort $(wildcard test/core/test_*.c)))

# Programs of their own; every test links the other files, and the objects of the extension.
CORE_PROGRAMS = make_scenarios whole_map_sizes whole_map_lines random_costs random_worlds
CORE_TEST_SUPPORT = $(filter-out test/core/test_%.c $(CORE_PROGRAMS:%=test/core/%.c),$(sort $(wildcard test/core/*.c)))

# The only functions that the core may take from outside.
CORE_IMPORTS = memchr memcmp memcpy memmove memset strchr strlen vsnprintf __cpu_model __divti3 __udivmodti4 __udivti3 __umodti3 __stack_chk_fail

.PHONY: $(CORE_TESTS:%=run/%) help install-formats uninstall-formats install-fringe_load uninstall-fringe_load install-manual uninstall-manual build-core check-core check-deep check-warnings bench-native check-documents reference site check-alike check-index check-borders check-worlds check-small check-anyangle check-anyangle-maps check-patterns check-options check-weights check-layers check-turns check-shapes check-points check-cuts check-sight check-assign check-links check-size check-limits check-scenarios check-weighted check-soak check-throws check-costs check-gaps check-fuzz check-values replay-fuzz check-versions check-upgrade check-package check-load check-settings check-valgrind check-asan coverage lint dist format web check-web

build-core: $(CORE_TESTS:%=build/gcc/%) ## the tests of the core

# The longest one starts first; each prints what it says in one piece.
check-core: build-core build/imports ## runs them
	@$(MAKE) -s -k -O -j $$(nproc) run/test_search $(CORE_TESTS:%=run/%)

$(CORE_TESTS:%=run/%): run/%: build/gcc/%
	@$<

build/gcc/test/%.o: test/core/%.c $(wildcard test/core/*.h) $(INCLUDES)
	@mkdir -p $(@D) && gcc $(CORE_FLAGS) -Itest/core -c -o $@ $<

build/gcc/core.a: $(CORE:.c=.o)
build/gcc/support.a: $(CORE_TEST_SUPPORT:test/core/%.c=build/gcc/test/%.o)
build/gcc/core.a build/gcc/support.a:
	@mkdir -p $(@D) && rm -f $@ && ar rc $@ $^

build/gcc/%: build/gcc/test/%.o build/gcc/support.a build/gcc/core.a
	@gcc $(COPT) -o $@ $^ -lm

.SECONDARY: $(patsubst test/core/%.c,build/gcc/test/%.o,$(wildcard test/core/*.c))

build/imports: build/gcc/core.a
	@nm -u $< | awk '$$1 == "U" && $$2 !~ /^fr_/ { print $$2 }' | sed 's/^__\(.*\)_chk$$/\1/' | sort -u \
		| grep -vxF $(CORE_IMPORTS:%=-e %) | grep -v '^_GLOBAL_OFFSET_TABLE_$$' > $@.extra; \
	if [ -s $@.extra ]; then echo "the core calls:"; cat $@.extra; exit 1; fi; touch $@

# Warnings are errors.
SERVER_WARNINGS = $(foreach cc,$(COMPILERS),$(SERVER:%=warnings/$(cc)/%))
CORE_WARNINGS = $(foreach cc,$(COMPILERS),$(patsubst %,warnings/$(cc)/%,$(CORE) $(if $(filter clang,$(cc)),$(wildcard test/core/*.c))))

check-warnings: ## by COMPILERS
	@$(MAKE) -s -k -O -j $$(nproc) $(SERVER_WARNINGS) $(CORE_WARNINGS)

$(SERVER_WARNINGS): flags = $(CPPFLAGS) $(PG_CFLAGS) -Werror -Wno-unknown-warning-option -Wno-ignored-attributes
$(CORE_WARNINGS): flags = $(CORE_FLAGS) -Itest/core
$(SERVER_WARNINGS) $(CORE_WARNINGS): warnings/%:
	@path=$*; cc=$${path%%/*} file=$${path#*/}; \
	$$cc $(flags) -fsyntax-only $$file && echo "ok - $$cc $$file" || { echo "not ok - $$cc $$file"; exit 1; }

# The tests that draw most, with ten to thirty times as many cases as check-core; an hour.
check-deep: build-core ## random cases of the core, many more of them
	build/gcc/test_search 100000
	build/gcc/test_factors 1000
	build/gcc/test_diagnosis 1000
	build/gcc/test_options 3
	build/gcc/test_jump 50000
	build/gcc/test_idastar 50000
	build/gcc/test_alternatives 10000
	build/gcc/test_cold 3000

# Indexes of any form, on random maps under random models: over 10^7 comparisons each.
check-alike: build-core ## indexes against the oracle
	build/gcc/test_borders 1 1500
	build/gcc/test_index 1 1500

# All maps up to 5 x 5, those of 25 cells under one rule each; many random ones; and rules that are broken.
check-index: build-core ## indexes on all small maps
	build/gcc/test_index 5 5000
	test/source/mutants

# Sets of up to four options of a method and keys of a model; half a minute.
check-options: build/gcc/test_options ## all sets of options on small maps, against the oracle
	build/gcc/test_options 4

# All maps of 3 x 4 cells that are blocked or weigh 1 or 2.
check-patterns: build-core ## jump with weights on all small maps
	build/gcc/test_patterns 1 1000 1 4

# Small random grids under many models, by IDA* with a delta: over 10^6 questions.
check-cuts: build-core ## that deadends=safe of IDA* loses nothing, against the oracle
	build/gcc/test_idastar_cuts 1500000

# Ten million costs each, by all methods, under all rules and sizes, with links; some minutes. Each prints what it covered.
check-weights check-layers check-turns check-shapes check-points: check-%: build/gcc/random_costs
	build/gcc/random_costs $* 10000000

check-weights: ## costs and routes over random weights, 0 included, against the oracle
check-layers: ## ... over layers, limits of heights, blocked cells and closed sides
check-turns: ## ... over prices of turns
check-shapes: ## ... over joined edges, oblong cells, and agents that are not square
check-points: ## ... over movement points, cells that end turns, and prices of turns

# All maps of 12 squares and of 10 hexagons with two heights, and over 10^7 random pairs.
check-sight: build/gcc/test_sight ## lines of sight over heights, against an oracle in fractions
	build/gcc/test_sight 40000 1 1

check-assign: build/gcc/test_assign ## 10,000 random assignments, against scipy
	test/operation/assignments 10000

# All maps of 3 x 3 cells with each single link of seven costs under each model, and many random ones.
check-links: build-core ## jump, straight lines and indexes with links on all small maps
	build/gcc/test_links_small 1
	build/gcc/test_links 60000
	build/gcc/test_links_field 60000
	build/gcc/test_links_anyangle 1 200000

# All maps up to 3 x 4, many random ones, and real ones.
check-borders: build-core ## indexes of weighted maps
	build/gcc/test_borders 12 5000
	test/maps/weighted_indexes

# All maps of 3 x 4 cells that are blocked or weigh 1 or 2, under 14 models, from each cell to each; an hour.
check-small: build-core ## indexes of weighted maps of 3 x 4 cells
	build/gcc/test_borders 3x4 0

# All maps of 4 x 4 and 5 x 4, a million up to 16 x 16; some hours.
check-anyangle: build-core ## straight lines, by search and by index, against all cells that see each other
	build/gcc/test_anyangle 1 1000000

## test/maps: whole maps of benchmarks, in MAPS

check-scenarios: ## every benchmark scenario, by two methods
	test/maps/scenarios

check-weighted: ## scenarios of weighted terrain
	test/maps/weighted_scenarios

# Every index of bg512 and dao has to be built within the default settings; an hour and a half.
check-worlds: build/index ## indexes of weighted game maps: none is refused, none is wrong
	test/maps/every_index

check-anyangle-maps: ## the same on whole maps of MAPS, bg512 and dao, against an oracle
	test/maps/straight_lines

check-size: ## agents of 2 x 2 and 3 x 3 cells on all maps of MAPS/bg512, against the oracle
	test/maps/agent_sizes

## test/tap: servers that are cancelled, killed, limited

# 12 GB of disk, half an hour.
check-limits: ## every function with the largest inputs, under a timeout and a small fringe.max_memory
	FRINGE_LIMITS=largest tools/server tools/test tap test/tap/limits.pl test/tap/models.pl

check-costs: ## ten million costs of all SQL functions under random combinations of all rules, against the oracle, and ten million between edits and errors
	FRINGE_COSTS=10000000 tools/server tools/test tap test/tap/every_cost.pl

# Every call of every statement, which takes three hours; PART=2/6 takes the second sixth.
check-throws: PART = 1
check-throws: ## an error at each poll, allocation and notice: the session answers as before
	FRINGE_EVERY_THROW=$(PART) tools/server tools/test tap test/tap/throws.pl

check-gaps: ## the longest time between two polls of every function: at most 50 ms
	FRINGE_GAPS=1 tools/server tools/test tap test/tap/cancel_each.pl test/tap/limits.pl

## test/builds: the SQL tests on other builds and under other settings

check-settings: ## the SQL tests under settings that change how statements are executed
	test/builds/settings

check-valgrind: ## the SQL tests on a checked server under valgrind
	test/builds/valgrind

check-asan: ## the SQL tests and damaged values on a server with AddressSanitizer
	test/builds/asan

coverage: ## the lines and branches that the SQL tests run
	test/builds/coverage

## test/operation: many sessions, for long

check-soak: ## many searches for long: memory stays flat
	test/operation/soak

check-load: ## a thousand connections through PgBouncer: answers are right, memory stays flat
	test/operation/connections

## test/roots: clean roots of Debian and Ubuntu

check-versions: ## builds and tests in clean roots of Debian and Ubuntu; an hour or two
	test/roots/versions

check-upgrade: ## pg_upgrade, and dumps, from PostgreSQL 15 to 16, 17, 18 and 19, with fringe in both
	for newer in 16 17 18 19; do test/roots/upgrade 15 $$newer || exit; done

check-package: ## builds the Debian packages in a clean root and tries them; says where they are
	test/roots/package

## test/source: the source, its pages and scripts

check-documents: ## every SQL block of README.md and doc/, and the clients' programs
	test/source/documents

lint: ## cppcheck, clang-tidy and gcc's analyzer
	test/source/lint

## fuzz: hostile bytes and texts

check-fuzz: ## the fuzzers, for MINUTES
	@$(MAKE) --no-print-directory -C fuzz $@

check-values: ## ten million maps with layers whose bytes were changed: refused, or other maps
	@$(MAKE) --no-print-directory -C fuzz $@

replay-fuzz: ## what they found before
	@$(MAKE) --no-print-directory -C fuzz $@

## test/web: the core in a browser

web: ## the core for browsers and Node, and its pages
	@$(MAKE) --no-print-directory -C web

check-web: ## they answer as SQL does: in Node and in Chromium
	test/web/run

## tools: what is made from the source

bench-native: build/native build/sweep build/index build/scatter build/cold build/floors build/recursion build/tight build/unreachable ## the benchmarks outside the database

build/native build/sweep build/index build/scatter build/cold build/floors build/recursion build/tight build/unreachable: build/%: bench/%.c $(wildcard bench/*.h) test/core/malloc_arena.h build/gcc/core.a
	@gcc $(CORE_FLAGS) -Itest/core -D_POSIX_C_SOURCE=200809L -o $@ $< build/gcc/core.a -lm

reference: ## writes doc/reference/*.md from the catalog and from the facts there
	tools/reference

site: ## the manual as a web site with search, and as one HTML page
	tools/site

dist: ## what PGXN distributes: the files of the last commit
	@mkdir -p build && git archive --format=zip --prefix=fringe-$(EXTVERSION).0/ -o build/fringe-$(EXTVERSION).0.zip HEAD && echo build/fringe-$(EXTVERSION).0.zip

format: ## clang-format
	clang-format -i $(CORE) $(SERVER) $(INCLUDES) test/core/*.[ch] fuzz/*.[ch] bench/*.[ch] web/*.[ch]
