# shellcheck shell=bash
# Servers that check themselves: PostgreSQL built from Debian's source package, once a kind, into $FRINGE_CHECKED
# (/var/tmp/checked-postgres), and the SQL tests beside one. Needs apt and the network.
# shellcheck source=test/roots/copy.bash
. "${root:?}/test/roots/copy.bash"
checked=${FRINGE_CHECKED:-/var/tmp/checked-postgres}

fail() { echo "${0##*/}: $*" >&2; exit 1; }

# ---- building -------------------------------------------------------------------

# apt with lists of its own, of the same places but for sources.
apt_of_sources() {
    local tool=$1 own=$checked/apt list
    shift
    if [ ! -d "$own" ]; then
        mkdir -p "$own/lists/partial" "$own/cache/archives/partial" "$own/sources"
        for list in /etc/apt/sources.list.d/*.sources; do
            sed 's/^Types:.*/Types: deb-src/' "$list" >"$own/sources/${list##*/}"
        done
        for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
            [ ! -e "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$own/sources/${list##*/}"
        done
        apt_of_sources apt-get -qq update
    fi
    "$tool" -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$own/sources" \
        -o Dir::State::Lists="$own/lists" -o Dir::Cache="$own/cache" "$@"
}

# The newest version that there is; a mirror may lag behind its list. Without the patches of Debian, which install outside the prefix.
fetch_source() {
    local version
    for version in $(apt_of_sources apt-cache showsrc "postgresql-$major" | sed -n 's/^Version: //p' | sort -rV | uniq); do
        if apt_of_sources apt-get -qq --download-only source "postgresql-$major=$version" >&2; then
            dpkg-source --no-check --skip-patches -x "postgresql-${major}_${version#*:}.dsc" source >/dev/null
            return
        fi
    done
    fail "no source package of postgresql-$major"
}

# build_server KIND WHAT CONFIGURE...: a server with assertions in $prefix, which is of the same major version as the one that
# tools/find-postgres names.
build_server() {
    local work=$checked/build$1
    major=$("$("$root/tools/find-postgres")" --version | grep -oE "[0-9]+" | head -n 1)
    prefix=$checked/$major$1
    # The tests use the type xml. A server that an older checkout has built may lack it.
    ! "$prefix/bin/pg_config" --configure 2>/dev/null | grep -qe --with-libxml || return 0
    echo "${0##*/}: building PostgreSQL $major with $2, once, into $prefix" >&2
    rm -rf "$work"
    mkdir -p "$work"
    (
        cd "$work"
        fetch_source && cd source &&
            ./configure -q --prefix="$prefix" --enable-cassert --enable-debug --without-readline --with-libxml "${@:3}" &&
            make -s -j "$(nproc)" MAKELEVEL=0 &&
            make -s MAKELEVEL=0 install &&
            cp src/tools/valgrind.supp "$prefix"
    ) >"$work/log" 2>&1 || { tail "$work/log" >&2; fail "PostgreSQL is not built; see $work/log"; }
    rm -rf "$work"
}

# ---- tests ----------------------------------------------------------------------

# beside_checked SCRIPT ARGUMENT...: a copy of this tree's script beside the server; counts its verdicts.
beside_checked() {
    local copy log failed
    copy=$(mktemp -d)
    log=$(mktemp)
    # shellcheck disable=SC2064 # as they are now
    trap "rm -rf '$copy' '$log'" EXIT
    copy_sources "$root" "$copy"
    chmod -R a+rX "$copy"
    PG_CONFIG=$prefix/bin/pg_config "$copy/tools/server" "$copy/test/builds/$1" --beside "${@:2}" | tee "$log"
    failed=$(grep -c '^not ok' "$log" || true)
    echo "$(grep -c '^ok' "$log" || true) passed, $failed failed"
    [ "$failed" -eq 0 ]
}

# sql_tests OPTIONS [TEST...]: a line a test, with these options of connections: all tests, or fringe, which creates the
# extension, and these.
sql_tests() {
    local out=$TMPDIR/regress options=$1
    shift
    mkdir "$out"
    PGOPTIONS=$options make -s -C "$root" PG_CONFIG="$PG_CONFIG" ${*:+REGRESS="fringe $*"} \
        EXTRA_REGRESS_OPTS="--outputdir=$out" installcheck 2>&1 | sed -unE 's/^(test )?([a-z_]+) +\.\.\. ok +(.*)/ok - \2, \3/p; s/^(test )?([a-z_]+) +\.\.\. FAILED.*/not ok - \2/p; s/^(ok|not ok) .*- ([a-z_]+) +(.*)/\1 - \2, \3/p' ||
        true # what failed is told
    cat "$out/regression.diffs" 2>/dev/null || true
}

# verdict_of WHO FOLDER: what it says of one process, in a file of the folder, is a test that fails.
verdict_of() {
    local log found=0
    for log in "$2"/*; do
        [ -s "$log" ] || continue
        found=1
        head -c 8000 "$log"
    done
    if [ "$found" -eq 0 ]; then echo "ok - $1 found nothing"; else echo "not ok - $1 found errors"; fi
}
