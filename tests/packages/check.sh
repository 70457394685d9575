#!/bin/sh
# check.sh DIRECTORY: builds the Debian packages of the tree as it is committed, in a directory, and
# checks them: lintian finds nothing, and on a bare Debian of the same release, which is made for it
# and thrown away, bare.sh uses them as a stranger would. It takes what `apt-get build-dep .` installs,
# lintian and mmdebstrap, and packages for the bare system from where this one takes its own.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
directory=$(cd "$1" && pwd)
cd "$directory"
rm -rf source bare ./*.deb ./libbattleship_*
mkdir source bare

echo "building packages; the log is $directory/log"
git -C "$root" archive HEAD | tar -x -C source
(cd source && dpkg-buildpackage -us -uc) > log 2>&1 || { tail -n 20 log; exit 1; }

lintian --allow-root --display-info --display-experimental --pedantic ./*.changes | tee findings
[ ! -s findings ] || { echo 'FAILED: lintian finds faults'; exit 1; }
echo 'lintian finds nothing'

mv ./*.deb bare
cp -r source/tests/consumer/cmake source/tests/packages/bare.sh source/examples/minimal.c \
    source/examples/position.record bare
cp bare/minimal.c bare/cmake/consumer.c
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" source/meson.build)
sed -i "s/@VERSION@/$version/" bare/cmake/CMakeLists.txt
# shellcheck source=/dev/null
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
sources=/etc/apt/sources.list.d/debian.sources
[ -s "$sources" ] || sources=/etc/apt/sources.list
apt-config dump --format '%f "%v";%n' | grep '^Acquire::' > apt.conf
# shellcheck disable=SC2016 # mmdebstrap's shell knows the directory
mmdebstrap --quiet --variant=apt --aptopt="$directory/apt.conf" \
    --customize-hook="copy-in '$directory/bare' /root" \
    --customize-hook='chroot "$1" sh /root/bare/bare.sh' "$suite" /dev/null "$sources"
