#!/usr/bin/env bash
# Finds words that only their author understands in what users read: pages, templates, help and error texts. Fails if it finds one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Write instead: speculatively; N; is sent; next to; besides; is not a …; again; your …; is identified by; already exists; do not contain.
words='\bin vain\b|\bso many (bytes|milliseconds|others|elements|times)\b|\btravels?\b|\bbeside\b|\bis no (GDScript|character|command|message|type|value)\b|\banew\b|\bof yours\b|\b(is|are) told (apart )?by\b|\bthat made it alone\b|\bstands for numbers\b|\bis there already\b|\bdo(es)? not tell (its|their)\b'
found=0

# Pages and templates, whole.
grep -rnP "$words" README.md SECURITY.md CONTRIBUTING.md docs godot-var-cli/templates \
    --include='*.md' --include='*.rs' --include='*.gd' --include='*.toml' \
    --exclude-dir=generated --exclude=show.rs && found=1
# Help: the documentation of commands and options.
grep -rnP "^\s*///.*($words)" godot-var-cli/src/cmd godot-var-cli/src/settings && found=1
# Error texts and generated comments: strings.
grep -rnP "^(?!\s*//).*\"[^\"]*($words)" --include='*.rs' --exclude='tests.rs' \
    godot-var-*/src src && found=1
if [ "$found" -ne 0 ]; then
    echo "error: write these in plain words" >&2
    exit 1
fi
