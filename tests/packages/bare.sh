#!/bin/sh
# bare.sh: installs the packages that are beside it on a Debian that has nothing else, as root: the
# game plays and its manual opens, programs are built by pkg-config and CMake and run, and once
# everything has been purged no file is left. check.sh runs it on a system of its own.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 MANPAGER=cat PATH="$PATH:/usr/games"
cd "$(dirname "$0")"

fail()
{
    echo "FAILED: $*"
    exit 1
}

# install PACKAGE...
install()
{
    apt-get install -y --no-install-recommends "$@" > log 2>&1 || { cat log; fail "install $*"; }
}

# prints WORDS COMMAND...: runs a command, whose output must have the words.
prints()
{
    words=$1
    shift
    "$@" > output 2>&1 < /dev/null || { cat output; fail "$*"; }
    grep -F -e "$words" output > /dev/null || { cat output; fail "$* does not print \"$words\""; }
    echo "$*: $(grep -F -m 1 -e "$words" output)"
}

# leaves_nothing: purges all packages of the library, and what only they took; what is there then is
# what was there before.
leaves_nothing()
{
    apt-get purge -y --auto-remove '?name(battleship)' > log 2>&1 || { cat log; fail 'purge'; }
    files > after
    diff bare after || fail 'purged packages leave something behind'
}

# files: all files of the system, and what dpkg knows of packages; caches and logs come and go.
files()
{
    find / -xdev \( -path /root -o -path /tmp -o -path /proc -o -path /sys -o -path /dev \
        -o -path /var/cache -o -path /var/log -o -path /var/lib/apt \) -prune -o -print | sort
    dpkg-query --show --showformat='${Package} ${db:Status-Abbrev}\n'
}

# The game alone: its packages must name all that it takes.
apt-get update > /dev/null
install man-db
files > bare
install ./battleship_*.deb ./libbattleship1_*.deb
prints 'won in' battleship --demo
prints 'the game of Battleship' man battleship
leaves_nothing

# The tools without the game.
install ./battleship-tools_*.deb ./libbattleship1_*.deb
prints 'layouts' battleship-analyse position.record
prints 'density  ' battleship-sim --strategy density --games 100 --seed 1
prints 'NAME' man battleship-sim
find -L /usr/share/bash-completion/completions -type l -name 'battleship*' > dangling
[ ! -s dangling ] || { cat dangling; fail 'completions are missing'; }
leaves_nothing

# A developer.
install gcc libc6-dev pkg-config cmake ninja-build
files > bare
install ./libbattleship-dev_*.deb ./libbattleship1_*.deb ./libbattleship-doc_*.deb
# shellcheck disable=SC2046 # several options
cc $(pkg-config --cflags libbattleship) -o minimal minimal.c $(pkg-config --libs libbattleship)
prints 'sunk in' ./minimal
{ cmake -G Ninja -S cmake -B build && cmake --build build; } > log 2>&1 ||
    { cat log; fail 'the CMake project cannot be built'; }
prints 'sunk in' build/consumer
prints 'sunk in' build/static
prints 'bship_sampler' man 3 libbattleship
[ -s /usr/share/doc/libbattleship-doc/html/index.html ] || fail 'the guides are missing'
leaves_nothing
echo 'after apt-get purge nothing is left'
