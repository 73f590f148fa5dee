# shellcheck shell=bash
# What every script begins with, once it has set $root. With --help it prints the comment at its head, and does nothing else.
help() { sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"; }

if [ "${1-}" = --help ]; then
    help
    exit
fi

# Goes on with a temporary server, whichever one the caller's environment names.
beside_server() { [ -n "${FRINGE_AS_OWNER+set}" ] || exec "${root:?}/tools/server" "$0" "$@"; }

# start_telling SECONDS COMMAND...: runs it every so often, until stop_telling or the script's end.
start_telling() {
    tell_again "$@" >&2 &
    telling=$!
}

stop_telling() {
    kill "$telling" 2>/dev/null || true
    wait "$telling" || true
}

tell_again() {
    local nap=
    trap 'kill $nap; exit 0' TERM
    while sleep "$1" & nap=$!; wait "$nap" && kill -0 $$ 2>/dev/null; do "${@:2}"; done
}
