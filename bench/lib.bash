# What the benchmarks beside a server share; sourced by them.
#
# sample is the folder that choose fills; MAPS=FOLDER takes the place of
# ../shared/maps.

if [ -z "${PGHOST-}" ]; then exec "$root/tools/server" "$0" "$@"; fi

maps=${MAPS:-$root/../shared/maps}
sample=$TMPDIR/sample

sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

# choose SET N: about N scenarios of a set, every so-manieth of each map; all of
# them without N.
choose() {
    local step=1 map
    [ -z "${2-}" ] || step=$(($(cat "$maps/$1"/*.scen | wc -l) / $2))
    mkdir -p "$sample/$1"
    for map in "$maps/$1"/*.map; do
        ln -s "$(realpath "$map")" "$sample/$1"
        awk -v step="$((step > 0 ? step : 1))" 'NR == 1 || NR % step == 0' "$map.scen" >"$sample/$1/${map##*/}.scen"
    done
}

# The CPU seconds that the server's process has taken.
cpu="SELECT (s[12]::float8 + s[13]::float8) / 100 AS cpu
    FROM regexp_split_to_array(regexp_replace(pg_read_file('/proc/self/stat'), '^.*\) ', ''), ' ') s"

# native METHOD: rows of the native runner's table, one a set.
native() { "$root/build/native" -m octile -s "$1" -r 1 "$sample"/* | tail -n +5; }

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
