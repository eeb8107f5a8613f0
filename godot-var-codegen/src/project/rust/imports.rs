//! The imports of a module.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The imports that these tokens need: of the standard library, of `godot_var`.
pub(super) fn all(tokens: &str) -> Vec<TokenStream> {
    let words: std::collections::BTreeSet<&str> =
        tokens.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let of = |names: &[&str]| -> Vec<Ident> {
        names
            .iter()
            .filter(|name| words.contains(*name))
            .map(|name| format_ident!("{name}"))
            .collect()
    };
    let mut standard = TokenStream::new();
    if words.contains("BTreeMap") {
        standard.extend(quote! { use std::collections::BTreeMap; });
    }
    if words.contains("Duration") {
        standard.extend(quote! { use std::time::Duration; });
    }
    let mut all = Vec::new();
    let math = of(&[
        "Aabb",
        "Basis",
        "Plane",
        "Projection",
        "Quaternion",
        "Rect2",
        "Rect2i",
        "Transform2D",
        "Transform3D",
        "Vector2i",
        "Vector3i",
        "Vector4",
        "Vector4i",
    ]);
    if !math.is_empty() {
        all.push(quote! { use godot_var::math::{#(#math),*}; });
    }
    let multiplayer = of(&[
        "GodotRpc",
        "GodotSync",
        "MultiplayerSpawner",
        "MultiplayerSynchronizer",
        "NewNode",
        "Node",
        "NodeId",
        "ReplicationError",
        "Session",
    ]);
    if !multiplayer.is_empty() {
        all.push(quote! { use godot_var::multiplayer::{#(#multiplayer),*}; });
    }
    if words.contains("Rid") {
        all.push(quote! { use godot_var::values::Rid; });
    }
    let root = of(&[
        "Array",
        "Color",
        "Dictionary",
        "EncodeError",
        "GodotVar",
        "NodePath",
        "StringName",
        "Variant",
        "Vector2",
        "Vector3",
    ]);
    // In the order of rustfmt.
    match &root[..] {
        [] => {}
        [one] => all.insert(0, quote! { use godot_var::#one; }),
        _ => all.push(quote! { use godot_var::{#(#root),*}; }),
    }
    let parts = [standard, quote! { #(#all)* }];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}
