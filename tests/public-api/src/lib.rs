//! The test of this package compares the public API of the published packages with texts.
