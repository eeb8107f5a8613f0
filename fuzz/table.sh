#!/usr/bin/env bash
# Prints the table of SECURITY.md from logs of fuzz/run.sh: fuzz/table.sh target/fuzz/logs/*
set -euo pipefail

echo '| Target | Executions | Seconds of CPU | Date | Commit |'
echo '|---|--:|--:|---|---|'
for log in "$@"; do
    log="${log%.log}.log"
    awk -v target="$(basename "$log" .log)" -v date="$(date -r "$log" +%F)" '
        /^commit: / { commit = $2 }
        /^stat::number_of_executed_units: / { executions += $2 }
        # Of a log that another program began there is only the time of the clock.
        /^Done [0-9]+ runs in [0-9]+ second/ { clock += $5 }
        /^cpu: / { cpu += $2 / 1000 }
        END { printf "| `%s` | %d | %d | %s | %s |\n", target, executions, cpu ? cpu : clock, date, commit }
    ' "$log"
done
