# What .ci/run and .ci/nightly share; both stand in the root folder of the project when they read this.
# shellcheck shell=bash

# step NAME: the former step ends here. The seconds of all of them are printed in the end.
taken=()
named=
since=0
step() {
    end_step
    named=$1
    since=$SECONDS
    printf '\n==== %s (%d s)\n' "$1" "$SECONDS"
}
end_step() {
    [ -z "$named" ] || taken+=("$((SECONDS - since)) $named")
    named=
}
print_steps() {
    end_step
    printf '\n==== seconds\n'
    printf '%s\n' "${taken[@]}" "$SECONDS in all" | awk '{ printf "%6d", $1; $1 = ""; print " " $0 }'
}

# The sanitizers lay out their shadow memory more surely without random addresses, where this may be
# switched off.
steady=()
if setarch -R true 2>/dev/null; then
    steady=(setarch -R)
fi

# The data that the tests read where there are any, as ./run finds them.
if [ -z "${LEEWAY_DATA:-}" ] && [ -d ../shared/data ]; then
    LEEWAY_DATA=$(cd ../shared/data && pwd)
    export LEEWAY_DATA
fi

# build PRESET [TARGET...]
build() {
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1" ${2:+--target "${@:2}"} >"build/$1.log" || { cat "build/$1.log" && false; }
}

# tests PRESET [ARGUMENT...]: those of a build, with further arguments to ctest.
tests() {
    "${steady[@]}" ctest --preset "$1" -j "$(nproc)" "${@:2}"
}

# fuzz SECONDS RUNS: every fuzzer from a fixed seed, with the inputs that are kept.
fuzz() {
    local folder name found
    for folder in test/fuzz/corpus/*; do
        name=${folder##*/}
        found=$(mktemp -d)
        LEEWAY_FUZZ=$name "${steady[@]}" build/fuzz/test/fuzz/leeway_fuzz -seed="${LEEWAY_SEED:-1}" -runs="$2" \
            -max_total_time="$1" -timeout=20 -rss_limit_mb=2048 -artifact_prefix="build/fuzz/$name-" \
            "$found" "$folder" >"build/fuzz/$name.log" 2>&1 || { tail -60 "build/fuzz/$name.log" && false; }
        rm -rf "$found"
    done
}
