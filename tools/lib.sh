# What the scripts of this folder share. Each sources it first; it goes to the package's root.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# See the end of Package.swift. All scripts say the same, as what is built with it is not what is built without.
export PLAYHEAD_OPTIMIZED=1
# Warnings are errors here, and nowhere else.
export PLAYHEAD_STRICT=1

# A line that a person finds again in long output.
say() { printf '== %s\n' "$*"; }

# Ends the script with a sentence.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Does what the words say and prints how long that took.
timed() {
  local name=$1 start=$SECONDS
  shift
  say "$name"
  "$@"
  say "$name: done in $((SECONDS - start)) s"
}

# Puts every NAME.json.gz or NAME.json of one folder into another as NAME.json.
unpack_traces() {
  local trace
  for trace in "$1"/*.json "$1"/*.json.gz; do
    [ -e "$trace" ] || continue
    case $trace in
    *.gz) gunzip -c "$trace" >"$2/$(basename "$trace" .gz)" ;;
    *) cp "$trace" "$2" ;;
    esac
  done
}

# Builds the tool, and the apps of which the page's tests show sessions, with the options that 'swift build' is given,
# and prints where the tool is. PLAYHEAD names a tool that is built already, with the apps beside it.
page_tool() {
  local product
  if [ -z "${PLAYHEAD:-}" ]; then
    for product in playhead trap-app hostile-app; do
      swift build "$@" --product "$product" >&2 || return
    done
    PLAYHEAD=$(swift build "$@" --show-bin-path)/playhead || return
  fi
  echo "$PLAYHEAD"
}

# Copies package $1 to '.build/integrations', where what SwiftPM writes into a package does no harm. The copy is at the same depth,
# because its path to this package is relative. Prints the copy.
place() {
  local copy=.build/integrations/${1##*/}
  rm -rf "$copy"/{Package.swift,Sources,Tests}
  mkdir -p "$copy"
  cp -R "$1"/* "$copy"
  echo "$copy"
}

# Does something of Tests/PageTests with Python.
page_python() { PYTHONDONTWRITEBYTECODE=1 .build/page-python/bin/python "$@"; }

# Makes pages with the tool, opens them in a browser, and compares them with what the tool answers. The words after the
# tool go to 'make_pages.py'. With words only the answers are tested: the other tests know the sessions that there usually are.
test_pages() {
  local tool=$1 folder tests=test_*.py
  shift
  [ $# -eq 0 ] || tests=test_answers.py
  folder=$(mktemp -d "${TMPDIR:-/tmp}/playhead-pages.XXXXXX")
  PLAYHEAD=$tool page_python Tests/PageTests/make_pages.py "$@" "$folder" || fail "the pages cannot be made, see above"
  PLAYHEAD=$tool PLAYHEAD_PAGES=$folder page_python -m unittest discover -s Tests/PageTests -p "$tests" ||
    fail "a page is not as it has to be, see above; the pages are in $folder"
  rm -rf "$folder"
}

# Puts the documentation of every module that has a catalog into a folder, as MODULE.doccarchive. DocC only counts what it
# cannot resolve as an error if the catalog has a landing page, so a catalog without one is refused.
convert_docs() {
  local folder=$1 graphs catalog module symbols
  local options=(--enable-experimental-external-link-support)
  graphs=$(swift build --show-bin-path)/../symbolgraph
  rm -rf "$graphs"
  # Without a build of the tests it fails for their modules, which have no documentation.
  swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
    --emit-extension-block-symbols >/dev/null 2>&1 || true
  symbols=$(mktemp -d)
  # The page of the module Playhead links to those of all others.
  for catalog in Sources/Playhead?*/*.docc Sources/Playhead/*.docc; do
    module=$(basename "$catalog" .docc)
    [ -f "$catalog/$module.md" ] || fail "$catalog has no landing page '$module.md'"
    mkdir "$symbols/$module"
    cp "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json "$symbols/$module" 2>/dev/null || true
    [ -f "$symbols/$module/$module.symbols.json" ] || fail "there is no symbol graph of $module: does 'swift build' work?"
    run_docc convert "$catalog" --additional-symbol-graph-dir "$symbols/$module" \
      --fallback-display-name "$module" --fallback-bundle-identifier "playhead.$module" \
      "${options[@]}" --warnings-as-errors --output-dir "$folder/$module.doccarchive" ||
      fail "the documentation of $module has errors, see above"
    options+=(--dependency "$folder/$module.doccarchive")
    echo "$module: $(find "$folder/$module.doccarchive/data" -name '*.json' | wc -l | tr -d ' ') pages"
  done
  rm -rf "$symbols"
}

# Xcode keeps docc out of PATH.
run_docc() { if command -v docc >/dev/null; then docc "$@"; else xcrun docc "$@"; fi; }

# The Swift that the tests are written for and run with. An app may be built with the older one that Package.swift asks for.
swift_needed=6.3

require_swift() {
  local advice="Playhead needs Swift $swift_needed or later: get it from https://www.swift.org/install/"
  command -v swift >/dev/null ||
    fail "there is no 'swift' in PATH. $advice and put its 'usr/bin' into PATH."
  local found
  found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  [ -n "$found" ] || fail "'swift --version' names no version. $advice."
  is_as_new "$found" "$swift_needed" || fail "'swift' is version $found. $advice."
}

# Whether one version is not older than another; both are MAJOR.MINOR.
is_as_new() {
  [ "${1%.*}" -gt "${2%.*}" ] || { [ "${1%.*}" -eq "${2%.*}" ] && [ "${1#*.}" -ge "${2#*.}" ]; }
}
