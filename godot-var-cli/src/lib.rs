//! CLI library.
