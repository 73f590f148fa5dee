# shellcheck shell=bash
# copy_sources ROOT FOLDER: what git knows of a tree, as it is now, for builds with flags of their own.
copy_sources() { (cd "$1" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$2"); }
