# shellcheck shell=bash
# copy_sources FOLDER: what git knows of this tree, as it is now, for builds with flags of their own.
copy_sources() { (cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$1"); }
