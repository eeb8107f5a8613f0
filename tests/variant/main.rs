//! The Variant wire: decoding and encoding with the dynamic type, derived types and types of other crates.
// For `hygiene.rs`, which cannot deny it only for itself.
#![deny(non_ascii_idents)]

// The name that programs use. `bridges/schema/messages.rs` is the schema of such a program.
extern crate glam_034 as glam;

mod allocations;
mod any_order;
pub mod bridges;
#[path = "../common/mod.rs"]
mod common;
mod deltas;
mod derive_adapters;
mod derive_attributes;
mod derive_enums;
mod derive_structs;
mod dialects;
mod error_paths;
mod expected_programs;
mod field_forms;
pub mod fits;
mod flattened_maps;
mod golden;
// Public, because the denied lints check only public items.
pub mod hygiene;
mod in_place;
mod layout;
mod limits;
mod malformed;
mod max_size;
mod no_mistake;
pub mod own_name;
mod peek;
mod roundtrip;
mod roundtrip_derived;
mod senders_mistakes;
mod slices;
mod truncation;
mod typed_vectors;
mod views;
mod walk;
