# Shared by scripts that do what the guides say. Sourced, not run; $source is the root of the tree.
# shellcheck shell=sh

# blocks FILE SECTION LANGUAGE: the contents of the code blocks of a section.
blocks()
{
    awk -v section="## $2" -v opening="\`\`\`$3" '
        /^## / { inside = $0 == section }
        /^```$/ { printing = 0 }
        inside && printing
        $0 == opening { printing = 1 }
    ' "${source:?}/$1"
}
