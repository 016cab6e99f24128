# What the scripts of this folder share. Each sources it first; it goes to the package's root.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A line that a person finds again in long output.
say() { printf '== %s\n' "$*"; }

# Ends the script with a sentence.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Does what the words say and tells how long that took.
timed() {
  local name=$1 start=$SECONDS
  shift
  say "$name"
  "$@"
  say "$name: done in $((SECONDS - start)) s"
}

require_swift() {
  command -v swift >/dev/null && return
  fail "there is no 'swift' in PATH. Playhead needs Swift 6.2 or later: get it from" \
    "https://www.swift.org/install/ and put its 'usr/bin' into PATH."
}
