# shellcheck shell=bash
# Commit e9cdce7, or $baseline_commit, from the history of this repository, for benchmarks
# that compare with it: $baseline is its folder until the script ends. Expects $root.

baseline_home=$(mktemp -d)
baseline=$baseline_home/then
trap 'git -C "$root" worktree remove --force "$baseline"; rm -r "$baseline_home"' EXIT
chmod 755 "$baseline_home"
git -C "$root" worktree add --quiet --detach "$baseline" "${baseline_commit:-e9cdce7}"
