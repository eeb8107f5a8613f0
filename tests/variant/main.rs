//! The wire of values: what is read and written through the dynamic type, derived types and the types of other crates.
// For `hygiene.rs`, which cannot deny it for itself alone.
#![deny(non_ascii_idents)]

// The name that a program has it by: `bridges/schema/messages.rs` is such a program's schema.
extern crate glam_034 as glam;

mod allocations;
mod any_order;
pub mod bridges;
#[path = "../common/mod.rs"]
mod common;
mod derive_adapters;
mod derive_attributes;
mod derive_enums;
mod derive_structs;
mod dialects;
mod expected_programs;
mod field_forms;
pub mod fits;
mod flattened_maps;
mod golden;
// Public, as the lints that it denies look at what others can reach.
pub mod hygiene;
mod in_place;
mod layout;
mod limits;
mod malformed;
mod max_size;
mod message_views;
mod no_mistake;
mod peek;
mod public_names;
mod roundtrip;
mod roundtrip_derived;
mod slices;
mod truncation;
mod typed_vectors;
mod views;
mod walk;
