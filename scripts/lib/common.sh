# Shared by the scripts, which source it from the project's folder. Two environment variables change its behaviour:
#   BUILD=FOLDER       a configured build folder instead of build/release
#   MBCONVERT=PROGRAM  an existing program instead of the one in that folder
# shellcheck shell=bash
build=${BUILD:-build/release}
program=${MBCONVERT:-$build/converter/mbconvert}

# configure: installs the packages for the build and makes the build folder.
configure() {
  scripts/install-packages
  [ -n "${BUILD:-}" ] && return
  [ -f build/release/build.ninja ] || echo "configuring build/release" >&2
  cmake --preset release >/dev/null
}

# build_targets TARGET...: builds the targets. Afterwards MBCONVERT is the program and BUILD the folder.
build_targets() {
  local target targets=()
  for target in "$@"; do
    [ "$target" = mbconvert ] && [ -n "${MBCONVERT:-}" ] || targets+=("$target")
  done
  if [ ${#targets[@]} -gt 0 ]; then
    configure
    cmake --build "$build" --target "${targets[@]}" >&2
  fi
  MBCONVERT=$(realpath "$program")
  export MBCONVERT BUILD=$build
}

# list SCRIPT: the comment above each name of the script's case statement, in two columns.
list() { sed -n 's/^  # //p' "$1" | awk -F': ' '{ name = $1; sub(/^[^:]*: /, ""); printf "%-37s %s\n", name, $0 }'; }

# unknown SCRIPT NAME: lists the names; an unknown name is an error.
unknown() {
  [ -z "$2" ] || { echo "$1: there is no '$2'; there are:" >&2 && list "$1" >&2 && exit 2; }
  list "$1"
}

# show_progress: turns ninja's output, with NINJA_STATUS set to $progress_status, into a line with the share done and an estimate: on a terminal one line
# that is overwritten, otherwise a line for every tenth. Compilers' messages are passed on.
export progress_status='@%f %t %e@ '
show_progress() {
  local line share left text last=-1 on_terminal=
  [ -t 2 ] && on_terminal=yes
  while IFS= read -r line; do
    if [[ $line =~ ^@([0-9]+)\ ([0-9]+)\ ([0-9]+)[.0-9]*@ ]]; then
      local finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} elapsed=${BASH_REMATCH[3]}
      case $line in *Re-checking*) continue ;; esac
      share=$((100 * finished / total))
      left=$((finished > 0 ? elapsed * (total - finished) / finished : 0))
      text="building: $share %, $finished of $total files"
      [ "$elapsed" -lt 3 ] || [ $left = 0 ] || text+=", about $((left / 60)) min $((left % 60)) s left"
      if [ -n "$on_terminal" ]; then
        printf '\r\033[K%s' "$text" >&2
      elif [ $((share / 10)) != $((last / 10)) ] || [ $last = -1 ]; then
        echo "$text" >&2
      fi
      last=$share
    else
      case $line in
        'ninja: Entering directory'* | 'ninja: no work to do.') ;;
        *) [ -z "$on_terminal" ] || [ $last = -1 ] || printf '\n' >&2; echo "$line" >&2 ;;
      esac
    fi
  done
  [ -z "$on_terminal" ] || [ $last = -1 ] || printf '\n' >&2
}
