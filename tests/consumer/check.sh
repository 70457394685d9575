#!/bin/sh
# check.sh SOURCE_DIR CONSUMER_DIR COMPILER...: what a stranger does. Runs the commands of the
# README's sections "Install", "Simulate", "Analyse" and "Use", and those of the guide "Use it in
# your program", as they are written, in home directories of their own: they install programs that
# need no library, and then the library, and compile the example, shared and static. Then checks what
# was installed, see installed.sh, and builds the example with the library as a static Meson
# subproject, which a wrap fetches.
set -eu
source=$1 consumer=$2
shift 2
# shellcheck source=tests/consumer/blocks.sh
. "$consumer/blocks.sh"
# shellcheck source=tests/consumer/programs.sh
. "$consumer/programs.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# follow HOME_DIR FILE SECTION: runs the commands of a section.
follow()
{
    home=$1
    shift
    blocks "$@" sh > "$scratch/commands"
    [ -s "$scratch/commands" ] || fail "$1 shows no commands in \"$2\""
    mkdir -p "$home"
    HOME=$home PATH=$scratch/bin:$scratch/programs/.local/bin:$PATH \
        sh -eu "$scratch/commands" > "$scratch/commands.log" 2>&1 ||
        { cat "$scratch/commands.log"; fail "the commands of $1, \"$2\", fail"; }
}

# The tree, without build directories. Optimising would only take time here.
mkdir clone
for entry in "$source"/*; do
    case ${entry##*/} in
        build*) ;;
        *) ln -s "$entry" clone ;;
    esac
done
export CFLAGS=-O0 CC="$*" HOME="$scratch/home"

strict_cc "$@"

cd clone
blocks README.md Use c > minimal.c
diff -u examples/minimal.c minimal.c || fail 'README.md does not show examples/minimal.c'

follow "$scratch/programs" README.md Install
for program in "$scratch"/programs/.local/bin/battleship*; do
    ! needs "$program" || fail "${program##*/} was installed with a library to be searched for"
done

for section in Simulate Analyse; do
    follow "$HOME" README.md $section
done

follow "$HOME" README.md Use
needs minimal || fail 'the shared program does not load the library'
follow "$HOME" doc/using.md pkg-config
needs minimal || fail 'the shared program of the guide does not load the library'
! needs static || fail 'the static program loads the shared library'
LD_LIBRARY_PATH=$HOME/.local/lib ./minimal > ../shared.txt
./static > ../static.txt
cd ..
[ -s shared.txt ] || fail 'the example prints nothing'
cmp shared.txt static.txt

"$consumer/installed.sh" "$source" "$consumer" "$HOME/.local" "$@"

cp -r "$consumer/subproject" subproject
cp clone/minimal.c subproject/consumer.c
mkdir subproject/subprojects repository
blocks doc/using.md Meson meson > dependency
sed -i -e '/^@DEPENDENCY@$/ { r dependency' -e 'd }' subproject/meson.build
blocks doc/using.md Meson ini | sed "s|ADDRESS_OR_PATH|$scratch/repository|" \
    > subproject/subprojects/libbattleship.wrap
find clone -maxdepth 1 -type l -exec cp -rL {} repository \;
{
    git -C repository init -q && git -C repository add . &&
        git -C repository -c user.name=consumer -c user.email=consumer@example.org commit -qm tree &&
        PKG_CONFIG_LIBDIR=/nonexistent meson setup subproject/build subproject &&
        ninja -C subproject/build
} > subproject.log 2>&1 || { cat subproject.log; fail 'the subproject cannot be built'; }
for part in programs examples tests benchmarks doc; do
    [ ! -e "subproject/build/subprojects/libbattleship/$part" ] || fail "a subproject builds $part"
done
! needs subproject/build/consumer || fail 'the subproject is not linked statically'
subproject/build/consumer > subproject.txt
cmp shared.txt subproject.txt
