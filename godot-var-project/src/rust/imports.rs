//! The imports of a module.

use godot_var_runtime::variant::VariantType;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The modules of `godot_var` whose names a module uses, and these names; the first is the root.
fn modules() -> [(&'static str, Vec<String>); 4] {
    let of = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
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
    let structures = VariantType::ALL.iter().filter(|kind| kind.components().is_some());
    let mut math: Vec<String> = structures.map(|kind| format!("{kind:?}")).collect();
    math.retain(|name| !root.contains(name));
    math.sort();
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
    let values = of(&["NodePath", "Rid", "StringName"]);
    [("", root), ("math", math), ("multiplayer", multiplayer), ("values", values)]
}

/// All names that a module may import from `godot_var`.
pub(super) fn names() -> impl Iterator<Item = String> {
    modules().into_iter().flat_map(|(_, names)| names)
}

/// The imports that these tokens need: of the standard library, of `godot_var`.
pub(super) fn all(tokens: &str) -> Vec<TokenStream> {
    let words: std::collections::BTreeSet<&str> =
        tokens.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut standard = TokenStream::new();
    if words.contains("BTreeMap") {
        standard.extend(quote! { use std::collections::BTreeMap; });
    }
    if words.contains("Duration") {
        standard.extend(quote! { use std::time::Duration; });
    }
    let mut all = Vec::new();
    for (module, mut names) in modules() {
        names.retain(|name| words.contains(name.as_str()));
        let names: Vec<Ident> = names.iter().map(|name| format_ident!("{name}")).collect();
        let path = match module {
            "" => quote! { godot_var },
            module => {
                let module = format_ident!("{module}");
                quote! { godot_var::#module }
            }
        };
        // In the order of rustfmt: several names of the root are the last.
        match &names[..] {
            [] => {}
            [one] => all.push((false, quote! { use #path::#one; })),
            _ => all.push((module.is_empty(), quote! { use #path::{#(#names),*}; })),
        }
    }
    all.sort_by_key(|(is_last, _)| *is_last);
    let all = all.into_iter().map(|(_, line)| line);
    let parts = [standard, quote! { #(#all)* }];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}
