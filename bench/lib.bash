# Shared by the benchmarks that need a server; sourced by them, after tools/common.bash.
#
# sample is the folder that choose fills; MAPS=FOLDER takes the place of
# ../shared/maps. model is what both sides search under.

beside_server "$@"

maps=${MAPS:-$root/../shared/maps}
sample=$TMPDIR/sample
model=octile

sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

# choose SET N [MAP...]: about N scenarios of a set or of these maps of it, spread
# evenly over each map's; all of them where N is empty.
choose() {
    local set=$1 wanted=$2 total map
    shift 2
    [ $# -gt 0 ] || set -- "$maps/$set"/*.map
    total=$(cat "${@/%/.scen}" | wc -l)
    mkdir -p "$sample/$set"
    for map; do
        cp "$map" "$sample/$set" # fringe_load follows no links
        awk -v n="${wanted:-$total}" -v of="$total" 'NR == 1 || int(NR * n / of) > int((NR - 1) * n / of)' \
            "$map.scen" >"$sample/$set/${map##*/}.scen"
    done
}

# The CPU seconds that the server's process has taken.
cpu="SELECT round(split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::numeric / 1e9, 6) AS cpu"

# native METHOD...: rows of the native runner's table, one per set and method.
native() {
    local method options=()
    for method; do options+=(-s "$method"); done
    "$root/build/native" -m "$model" "${options[@]}" -r 1 "$sample"/* | tail -n +5
}

# timed METHOD [SCENARIOS]: statements for one core that print the us a query, out
# of all scenarios or those of this subquery.
timed() {
    cat <<SQL
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SELECT cpu AS before FROM ($cpu) c \gset
SELECT count(*) AS queries, sum(fringe_cost(map, start, goal, '${model//\'/\'\'}', '$1')) AS total
FROM ${2:-scenario} AS scenario JOIN level ON level.name = scenario.level \gset
SELECT (cpu - :before) / :queries * 1e6 FROM ($cpu) c;
SQL
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
