# shellcheck shell=bash
# copy_sources ROOT FOLDER: a tree as it is now, but for what is built (.gitignore), for builds elsewhere. Needs no git.
copy_sources() {
    local control version=
    control=$(<"$1/fringe.control")
    [[ ! $control =~ default_version\ =\ \'([^\']*)\' ]] || version=${BASH_REMATCH[1]}
    (cd "$1" && find . \( -name .git -o -name .deps -o -path ./build -o -path ./results -o -path ./output_iso -o -path ./tmp_check -o -path ./log \) -prune \
        -o -type f ! -path "./fringe--$version.sql" ! -path "./fringe_formats--$version.sql" ! -path ./web/fringe.wasm ! -name '*.o' ! -name '*.bc' ! -name '*.so' ! -name '*.dylib' ! -name 'regression.*' -print0 | xargs -0 cp --parents -t "$2")
}
