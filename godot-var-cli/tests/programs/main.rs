//! Tests that start other programs than the one of this package: `tshark`, shells, compilers and engines.
#![cfg(unix)]

#[path = "../../../tests/common/boundaries.rs"]
pub mod boundaries;
#[path = "../../../tests/common/pages.rs"]
mod markdown;
mod pages;
#[path = "../../../tests/common/programs/mod.rs"]
mod programs;
mod quick_start;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
mod wireshark;
