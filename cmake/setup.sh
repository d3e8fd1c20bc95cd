# What ./run, ./test and the scripts beside this file share: the cache, the log, step lines, locks, retries.
# Sourced, never run. Everything a person sees goes through `say`; everything else goes to the log.

set -euo pipefail
limber_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
limber_cache=${LIMBER_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/limber}
export LIMBER_OFFLINE=${LIMBER_OFFLINE:-}
umask 022

# What a person should see goes to descriptor 3, which is stderr: a step's own output goes to the log, and stdout is left
# to the program.
if [ -z "${LIMBER_INSIDE_STEP:-}" ]; then exec 3>&2; fi
say() {   # each argument is a line; inside a step also in the log
  if [ -t 3 ] && [ -n "${LIMBER_INSIDE_STEP:-}" ]; then echo >&3; fi
  printf '%s\n' "$@" >&3
  if [ -n "${LIMBER_INSIDE_STEP:-}" ]; then printf '%s\n' "$@"; fi
}
fail() { say "$@"; exit 1; }
cores() { nproc 2>/dev/null || echo 2; }
time_text() { if (($1 < 60)); then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi; }

# retry COMMAND...: three times, with a pause that grows; networks and package locks have bad moments.
retry() {
  local pause
  for pause in 2 8 0; do
    "$@" && return 0
    ((pause == 0)) || { echo "failed: $1; again in $pause s"; sleep $pause; }
  done
  return 1
}

# wait_for_lock FILE WHAT: held until this script ends; a second start waits for the first and says so.
wait_for_lock() {
  mkdir -p "$(dirname "$1")"
  exec 9>"$1"
  flock -n 9 || { say "      another start of Limber is busy with $2: waiting for it"; flock 9; }
}

# key_of TEXT...: names a cached build after everything that shaped it, and the system it was built on.
key_of() {
  local system
  system=$(. /etc/os-release 2>/dev/null && echo "${ID:-linux}-${VERSION_ID:-rolling}")
  printf '%s\n' "$system" "$(uname -m)" "$@" | sha256sum | cut -c1-10
}

sha256_of() { sha256sum "$1" | cut -d' ' -f1; }

# ---- steps: `steps_begin LOG NUMBER`, then `step TITLE EXPECTED COMMAND...` for each ----

steps_begin() {
  export LIMBER_LOG=$1
  step_count=$2 step_number=0
  mkdir -p "$(dirname "$LIMBER_LOG")"
  [ ! -e "$LIMBER_LOG" ] || mv "$LIMBER_LOG" "$LIMBER_LOG.before"
  echo "Limber, $(date)" >"$LIMBER_LOG"
}

# While a step runs: on a terminal its clock and the last "[n/m]" of the log, otherwise one line a minute.
step_clock() {
  local line=$1 since=$SECONDS progress
  while sleep 1 3>&-; do
    progress=$(tail -c 4000 "$LIMBER_LOG" | tr '\r' '\n' | grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -1 || true)
    if [ -t 3 ]; then printf '\r%s  %s %s ' "$line" "$(time_text $((SECONDS - since)))" "$progress" >&3
    elif (((SECONDS - since) % 60 == 0)); then say "      ... $(time_text $((SECONDS - since))) $progress"; fi
  done
}

interrupted() {
  kill "$1" 2>/dev/null || true
  printf '\n%s\n' "Interrupted. Start again and it goes on where it stopped." >&3
  exit 130
}

step() {
  local title=$1 expected=$2 since=$SECONDS status=0 line
  shift 2
  step_number=$((step_number + 1))
  line="[$step_number of $step_count] $title${expected:+ ($expected)}"
  echo "== $line" >>"$LIMBER_LOG"
  if [ -t 3 ]; then printf '%s' "$line" >&3; else say "$line"; fi
  step_clock "$line" >/dev/null 2>&1 9>&- & local clock=$!
  trap "interrupted $clock" INT TERM
  LIMBER_INSIDE_STEP=1 "$@" >>"$LIMBER_LOG" 2>&1 </dev/null || status=$?
  { kill $clock; wait $clock; } 2>/dev/null || true
  trap - INT TERM
  echo "== took $((SECONDS - since)) s, status $status" >>"$LIMBER_LOG"
  if ((status == 0)); then
    if [ -t 3 ]; then printf '\r%s  done, %s        \n' "$line" "$(time_text $((SECONDS - since)))" >&3
    elif ((SECONDS - since > 1)); then say "      done, $(time_text $((SECONDS - since)))"; fi
    return 0
  fi
  [ ! -t 3 ] || echo >&3
  say "" "Failed: $title. The end of the log:"
  tail -n "${LIMBER_TAIL:-25}" "$LIMBER_LOG" | sed 's/^/    /' >&3
  say "The whole log: $LIMBER_LOG" \
    "What to do: put right what the lines above name, then start again; it goes on where it stopped."
  exit 1
}

# ---- what ./run and ./test have in common ----

# expected FILE MINUTES: a step's usual time, said only when its result is not there yet.
expected() { [ -e "$1" ] || echo "$2"; }

# One clear sentence instead of a build that fails after minutes.
known_processor() {
  local processor=${LIMBER_PROCESSOR:-$(uname -m)}
  [ "$processor" = x86_64 ] ||
    fail "Limber builds for x86-64 only, and this is $processor: what formulas become is compiled for the units of that processor."
}

set_up() {
  known_processor
  step "Debian packages" "" cmake/packages.sh "$@"
  [ -z "${LIMBER_SYSTEM_LIBRARIES:-}" ] || return 0   # find_package finds them
  step "SymEngine" "$(expected "$(cmake/symengine.sh --where)/libs" '2 to 7 minutes, once per machine')" cmake/symengine.sh
  step "Skia" "$(expected "$(cmake/skia.sh --where)/libs" '6 to 15 minutes, once per machine')" cmake/skia.sh
}

# build_limber PRESET TARGET RESULT. Once the result is there, ninja runs cmake again by itself when it has to.
build_limber() {
  [ -e "build/$1/build.ninja" ] && [ -e "$3" ] ||
    cmake --preset "$1" ${LIMBER_SYSTEM_LIBRARIES:+-DLIMBER_SYSTEM_LIBRARIES=ON} || return 1
  cmake --build "build/$1" --target "$2"
}

clean() {
  wait_for_lock "$limber_root/build/lock" "this folder"
  rm -rf "$limber_root/build" "$limber_root/out"
  [ "$1" != --clean=all ] || rm -rf "$limber_cache"
}
