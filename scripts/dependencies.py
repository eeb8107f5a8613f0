#!/usr/bin/env python3
"""Holds the packages that this project builds on against the lists below: where they come from, their licences,
and those that come in several versions.

    scripts/dependencies.py

It asks `cargo metadata` and compiles nothing. Known vulnerabilities are not in the metadata: `cargo audit` and
`cargo deny` take them from the network.
"""

import json
import pathlib
import re
import subprocess
import sys

SOURCES = {"registry+https://github.com/rust-lang/crates.io-index"}

# Licences that only require their text beside a program.
LICENCES = {
    "Apache-2.0",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "NCSA",
    "Unicode-3.0",
    "Zlib",
}

# Packages with several versions in one workspace, with the reason.
SEVERAL_VERSIONS = {
    "darling": "wincode's macros, which benchmarks compare with, stay at the older",
    "darling_core": "as darling",
    "darling_macro": "as darling",
    "embedded-io": "postcard has a feature for either",
    "getrandom": "ring stays at the older",
    "glam": "a feature for each version that programs are on",
    "hashbrown": "bevy_platform, of an example, stays at the older",
    "syn": "macros of zerocopy, tokio and prost stay at the older",
    "toml_datetime": "as toml_edit",
    "toml_edit": "bevy_macro_utils, of an example, stays at the older",
    "winnow": "as toml_edit",
    "windows-sys": "ring stays at the older; on Windows alone",
}


def is_allowed(expression):
    """Whether a licence expression of SPDX can be met by LICENCES: `OR` is a choice, `AND` is not."""
    tokens = re.findall(r"[()]|[^\s()/]+|/", expression)

    def either():
        allowed = both()
        while tokens and tokens[0] in ("OR", "/"):
            tokens.pop(0)
            allowed = both() or allowed
        return allowed

    def both():
        allowed = one()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            allowed = one() and allowed
        return allowed

    def one():
        name = tokens.pop(0)
        if name == "(":
            allowed = either()
            tokens.pop(0)
            return allowed
        if tokens and tokens[0] == "WITH":
            # A licence with an exception requires less.
            del tokens[:2]
        return name in LICENCES

    return either()


def packages(workspace):
    command = ["cargo", "metadata", "--format-version", "1", "--all-features", "--locked"]
    output = subprocess.run(command, cwd=workspace, check=True, stdout=subprocess.PIPE).stdout
    # Packages of this project have no source.
    return [package for package in json.loads(output)["packages"] if package["source"]]


def main():
    assert is_allowed("(MIT OR GPL-3.0) AND MIT") and is_allowed("GPL-3.0/MIT")
    assert not is_allowed("MIT AND GPL-3.0") and not is_allowed("(GPL-3.0) OR LGPL-2.1")
    wrong = set()
    versions = {}
    for package in packages(pathlib.Path(__file__).resolve().parent.parent):
        name, version, source = package["name"], package["version"], package["source"]
        versions.setdefault(name, []).append(version)
        if source not in SOURCES:
            wrong.add(f"{name} {version} comes from {source}")
        if not is_allowed(package["license"] or "none"):
            wrong.add(f"{name} {version} has the licence {package['license']}")
    several = {name for name, numbers in versions.items() if len(numbers) > 1}
    for name in several - SEVERAL_VERSIONS.keys():
        wrong.add(f"{name} comes in several versions: {', '.join(versions[name])}")
    for name in SEVERAL_VERSIONS.keys() - several:
        wrong.add(f"{name} no longer comes in several versions")
    for line in sorted(wrong):
        print(f"error: {line}", file=sys.stderr)
    print(f"{sum(map(len, versions.values()))} packages, {len(several)} of them in several versions")
    print("Advisories are not checked, as no registry of packages has their database: run `cargo audit`.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
