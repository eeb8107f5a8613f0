//! The imports of a module.

use godot_var_runtime::variant::VariantType;
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
    let structures = VariantType::ALL.iter().filter(|kind| kind.components().is_some());
    let mut structures: Vec<String> = structures.map(|kind| format!("{kind:?}")).collect();
    structures.retain(|name| !["Color", "Vector2", "Vector3"].contains(&name.as_str()));
    structures.sort();
    let math = of(&structures.iter().map(String::as_str).collect::<Vec<_>>());
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
    let values = of(&["NodePath", "Rid", "StringName"]);
    match &values[..] {
        [] => {}
        [one] => all.push(quote! { use godot_var::values::#one; }),
        _ => all.push(quote! { use godot_var::values::{#(#values),*}; }),
    }
    let root = of(&[
        "Array",
        "Color",
        "Dictionary",
        "EncodeError",
        "GodotVar",
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
