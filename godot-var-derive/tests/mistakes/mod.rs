//! The mistakes that the derives find by themselves, without the compiler: many in a file, each
//! with its place and text in the `.txt` beside it. `tests/compile-errors` has what the compiler prints.
//!
//! After a change that is meant: `BLESS=1 cargo test -p godot-var-derive mistakes`, and read the
//! difference.

use std::fmt::Write as _;
use std::path::Path;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item};

use crate::expand::expand;
use crate::{flat, litenet, lludp, multiplayer, snapshot, variant};

/// What the derives of an item expand to.
fn expansions(
    attrs: &mut Vec<Attribute>,
    item: impl Fn(&[Attribute]) -> TokenStream,
) -> Vec<TokenStream> {
    let mut names = Vec::new();
    attrs.retain(|attr| {
        let is_derive = attr.path().is_ident("derive");
        if is_derive {
            let list = attr.meta.require_list().expect("a list of derives");
            names.extend(list.tokens.to_string().split(',').map(|name| name.trim().to_owned()));
        }
        !is_derive
    });
    let expansion = |name: &String| match &**name {
        "GodotVar" => Some(expand(&variant::GODOT_VAR, item(attrs))),
        "GodotFlat" => Some(expand(&flat::GODOT_FLAT, item(attrs))),
        "LiteNetMessage" => Some(expand(&litenet::LITENET_MESSAGE, item(attrs))),
        "LludpMessage" => Some(expand(&lludp::LLUDP_MESSAGE, item(attrs))),
        "LludpBlock" => Some(expand(&lludp::LLUDP_BLOCK, item(attrs))),
        "GodotRpc" => Some(expand(&multiplayer::GODOT_RPC, item(attrs))),
        "GodotSync" => Some(expand(&multiplayer::GODOT_SYNC, item(attrs))),
        "SnapshotState" => Some(expand(&snapshot::SNAPSHOT_STATE, item(attrs))),
        _ => None,
    };
    names.iter().filter_map(expansion).collect()
}

/// `6:5 token: text` of each error in an expansion.
fn errors(expansion: TokenStream, found: &mut String) {
    let file: syn::File = syn::parse2(expansion).expect("items");
    for item in file.items {
        let Item::Macro(item) = item else { continue };
        let Ok(text) = item.mac.parse_body::<syn::LitStr>() else { continue };
        let first = item.mac.path.to_token_stream().into_iter().next().expect("a path");
        let (place, token) = (first.span().start(), first.span().source_text());
        let token = token.unwrap_or_default();
        let (line, column) = (place.line, place.column + 1);
        writeln!(found, "{line}:{column} {token}: {}", text.value()).expect("a String");
    }
}

fn mistakes(source: &str) -> String {
    let mut found = String::new();
    let file = syn::parse_file(source).expect("a file of Rust");
    for item in file.items {
        let expansions = match item {
            Item::Struct(mut item) => {
                let mut attrs = std::mem::take(&mut item.attrs);
                expansions(&mut attrs, |attrs| {
                    syn::ItemStruct { attrs: attrs.to_vec(), ..item.clone() }.to_token_stream()
                })
            }
            Item::Enum(mut item) => {
                let mut attrs = std::mem::take(&mut item.attrs);
                expansions(&mut attrs, |attrs| {
                    syn::ItemEnum { attrs: attrs.to_vec(), ..item.clone() }.to_token_stream()
                })
            }
            Item::Union(mut item) => {
                let mut attrs = std::mem::take(&mut item.attrs);
                expansions(&mut attrs, |attrs| {
                    syn::ItemUnion { attrs: attrs.to_vec(), ..item.clone() }.to_token_stream()
                })
            }
            _ => Vec::new(),
        };
        for expansion in expansions {
            errors(expansion, &mut found);
        }
    }
    found
}

#[test]
fn mistakes_have_their_places_and_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "rs") || path.ends_with("mod.rs") {
            continue;
        }
        files += 1;
        let source = std::fs::read_to_string(&path).expect("the source");
        let actual = mistakes(&source);
        let expected_path = path.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected_path, &actual).expect("the expected file can be written");
        }
        let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
        assert_eq!(actual, expected, "the mistakes in {} have changed", path.display());
    }
    assert_eq!(files, 28, "files of mistakes");
}
