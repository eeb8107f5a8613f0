//! The examples of `docs/attributes.md` and `docs/types.md`, as documentation tests.

#[path = "../../../docs/show.rs"]
#[allow(
    clippy::pedantic,
    missing_docs,
    unused_imports,
    reason = "it is written for short examples"
)]
pub mod show;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));
