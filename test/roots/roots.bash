# shellcheck shell=bash
# Clean roots of Debian and Ubuntu, for scripts that install things; they need
# root, debootstrap and the network. A bare root is kept for the next time, in
# $FRINGE_ROOTS or /var/tmp/fringe-roots. Packages come from the mirrors that apt
# of this machine uses; FRINGE_DEBIAN and FRINGE_UBUNTU name others.
# shellcheck source=test/roots/copy.bash
. "${root:?}/test/roots/copy.bash"
roots=${FRINGE_ROOTS:-/var/tmp/fringe-roots}

# configured ORIGIN: the mirror of Debian or Ubuntu in the sources of apt; that of a release, not of its updates.
configured() {
    apt-get indextargets --format '$(ORIGIN)|$(RELEASE)|$(REPO_URI)' 2>/dev/null |
        awk -F '|' -v origin="$1" '$1 == origin && $2 !~ /-/ { print $3; exit }'
}

debian=${FRINGE_DEBIAN:-$(configured Debian)}
ubuntu=${FRINGE_UBUNTU:-$(configured Ubuntu)}

fail() { echo "${0##*/}: $*" >&2; exit 1; }

need_roots() {
    [ "$(id -u)" -eq 0 ] || fail 'needs root, debootstrap and the network: this user is not root'
    command -v debootstrap >/dev/null || fail 'needs root, debootstrap and the network: no debootstrap here'
    mkdir -p "$roots"
}

# why_not RELEASE: says why there can be no root of it here; nothing if there can.
why_not() {
    case $1 in
        noble) [ -n "$ubuntu" ] || echo "apt has no mirror of Ubuntu here; FRINGE_UBUNTU names one" ;;
        *) [ -n "$debian" ] || echo "apt has no mirror of Debian here; FRINGE_DEBIAN names one" ;;
    esac
}

# bootstrap NAME RELEASE MIRROR [OPTION...]; $script is debootstrap's script for a release that it does not know
bootstrap() {
    local base=$roots/$1
    [ ! -e "$base.made" ] || return 0
    rm -rf "$base"
    debootstrap --variant=minbase "${@:4}" "$2" "$base" "$3" ${script:+"$script"} >"$base.log" 2>&1 || { tail "$base.log" >&2; fail "no root $1"; }
    # a mirror may lag behind
    echo 'Acquire::Check-Valid-Until "false";' >"$base/etc/apt/apt.conf.d/valid-until"
    touch "$base.made"
}

# Ubuntu's keys, and the script of debootstrap for it, come from Debian 13.
bootstrap_ubuntu() {
    local keys=$roots/ubuntu-archive-keyring.gpg
    if [ ! -e "$keys" ]; then
        bootstrap trixie trixie "$debian"
        within "$roots/trixie" sh -c 'apt-get -qq update && apt-get -qq install -y ubuntu-archive-keyring' >"$keys.log" 2>&1
        cp "$roots/trixie/usr/share/keyrings/ubuntu-archive-keyring.gpg" "$keys"
    fi
    local script=/usr/share/debootstrap/scripts/gutsy # as all its releases have
    bootstrap "$1" "$1" "$ubuntu" --keyring "$keys" --components=main,universe
}

# install_newest FOLDER: the newest server there is, and its headers, where the package postgresql means an older one.
install_newest() {
    [ ! -e "$1.newest" ] || return 0
    within "$1" sh -c '
        export DEBIAN_FRONTEND=noninteractive
        mkdir -p /etc/postgresql-common/createcluster.d
        echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/none.conf
        apt-get -qq update
        newest=$(apt-cache search --names-only "^postgresql-server-dev-[0-9]+\$" | grep -oE "dev-[0-9]+" | sort -t - -k 2 -n | tail -n 1)
        apt-get -qq install -y --no-install-recommends "postgresql-${newest#dev-}" "postgresql-server-$newest"' >"$1.log" 2>&1 ||
        { tail "$1.log" >&2; fail "no newest server in $1"; }
    touch "$1.newest"
}

make_base() {
    local why
    why=$(why_not "$1")
    [ -z "$why" ] || fail "no root $1: $why"
    case $1 in
        noble) bootstrap_ubuntu noble ;;
        experimental)
            bootstrap experimental sid "$debian"
            echo "deb $debian experimental main" >"$roots/experimental/etc/apt/sources.list.d/experimental.list"
            # postgresql-common of the same suite knows the newest version
            printf 'Package: postgresql* libpq*\nPin: release a=experimental\nPin-Priority: 900\n' \
                >"$roots/experimental/etc/apt/preferences.d/postgresql"
            install_newest "$roots/experimental"
            ;;
        *) bootstrap "$1" "$1" "$debian" ;;
    esac
}

# within FOLDER COMMAND...: as root there; mounts go when the command ends.
within() {
    unshare --mount sh -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && cp /etc/resolv.conf "$0/etc/resolv.conf" &&
        exec chroot "$0" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"' "$@"
}

# ---- tests in a copy of a root, as TAP -----------------------------------------

tests=0
failed=0

# verdict NAME COMMAND...: a test that passes if the command succeeds.
verdict() {
    tests=$((tests + 1))
    if "${@:2}" >"$work.log" 2>&1; then
        echo "ok $tests - $1"
    else
        failed=$((failed + 1))
        echo "not ok $tests - $1"
        tail -n 30 "$work.log" | sed 's/^/#   /'
    fi
}

# put_sources FOLDER: what a tarball has, in a folder of the copy.
put_sources() { mkdir -p "$work$1" && copy_sources "$root" "$work$1"; }

# new_root NAME: a copy of the bare root of $release, in $work.
new_root() {
    work=$roots/$1
    rm -rf "$work"
    cp -a "$roots/$release" "$work"
}

# here COMMAND: a shell command in the copy; no daemon starts there.
here() { within "$work" sh -c "export DEBIAN_FRONTEND=noninteractive; $1"; }

apt_install() { here "apt-get -qq update && apt-get -qq install -y --no-install-recommends $1"; }
