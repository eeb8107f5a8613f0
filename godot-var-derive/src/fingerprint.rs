//! `protocol_fingerprint!`: one fingerprint for all types of the schema file that it is in.

use std::path::PathBuf;

use godot_var_schema::files::{self, CFG, Files, derives, is_fingerprint, is_generic, may_derive};
use godot_var_schema::notes::Notes;
use godot_var_schema::open;
use godot_var_schema::variant::{asked_for_by, delta};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{DeriveInput, GenericParam, Ident, Item, Token, parse_quote};

/// A type of the schema.
struct Type {
    /// Its name with its modules, as generators know it.
    name: String,
    /// Its path from the module of the macro.
    path: TokenStream,
    /// Whether it is a flat message here.
    is_flat: bool,
}

/// Expands the macro in a file. The compiler knows the file and those of its modules already, so a change in any of
/// them makes it expand the macro again.
pub(crate) fn expand(input: TokenStream, file: Option<PathBuf>) -> TokenStream {
    let expanded = arguments.parse2(input).and_then(|(is_flat, krate)| {
        let types = types(&read(file)?, is_flat, &krate)?;
        Ok(constant(&krate, &types))
    });
    expanded.unwrap_or_else(|error| {
        let error = error.into_compile_error();
        // A text, so that nothing else is wrong with the constant.
        quote!({ #error "" })
    })
}

fn error(message: impl std::fmt::Display) -> syn::Error {
    syn::Error::new(Span::call_site(), message)
}

/// `flat` and `crate = path`, or nothing.
fn arguments(input: ParseStream<'_>) -> syn::Result<(bool, syn::Path)> {
    let is_flat = input.peek(Ident);
    if is_flat {
        let ident: Ident = input.parse()?;
        if ident != "flat" {
            return Err(syn::Error::new(ident.span(), "write `flat`, `crate = path` or nothing"));
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    krate(input).map(|krate| (is_flat, krate))
}

/// Nothing, or `crate = path`.
fn krate(input: ParseStream<'_>) -> syn::Result<syn::Path> {
    if input.is_empty() {
        return Ok(parse_quote!(::godot_var));
    }
    input.parse::<Token![crate]>()?;
    input.parse::<Token![=]>()?;
    input.call(syn::Path::parse_mod_style)
}

fn read(file: Option<PathBuf>) -> syn::Result<Files> {
    let file = file.ok_or_else(|| {
        error("the compiler does not report which file this is; write `protocol_fingerprint!` in the schema's file itself")
    })?;
    let root = file.to_string_lossy();
    let text =
        |name: &str| open::text(&files::on_disk(&file, name)).map_err(|error| error.to_string());
    let files = files::read(&root, &mut { text });
    if let Some(mistake) = files.mistakes.first() {
        return Err(error(format!("{}: {}", mistake.file, mistake.message)));
    }
    if files.items.iter().any(|(module, item)| *module == 0 && is_fingerprint(item)) {
        Ok(files)
    } else {
        Err(error(
            "`protocol_fingerprint!` covers the types of its own file; write it at the top level of the schema's file: \
             `pub const LAYOUT: &str = godot_var::protocol_fingerprint!();`",
        ))
    }
}

/// The types that generators see, in their order. Those that use generic types have the layouts of these.
fn types(files: &Files, is_flat: bool, krate: &syn::Path) -> syn::Result<Vec<Type>> {
    let mut types = Vec::new();
    if !is_flat {
        types = types_of(files, "GodotVar", krate)?;
    }
    types.extend(types_of(files, "GodotFlat", krate)?);
    if types.is_empty() {
        let derives = if is_flat { "`GodotFlat`" } else { "`GodotVar` or `GodotFlat`" };
        return Err(error(format!("no type of this file or its modules derives {derives}")));
    }
    Ok(types)
}

/// Those with one derive.
fn types_of(files: &Files, derive: &str, krate: &syn::Path) -> syn::Result<Vec<Type>> {
    let (is_flat, wire) = if derive == "GodotFlat" { (true, "flat") } else { (false, "godot_var") };
    let (mut types, mut packets) = (Vec::new(), Vec::new());
    for (module, item) in &files.items {
        let item: DeriveInput = match item.clone() {
            Item::Struct(item) => item.into(),
            Item::Enum(item) => item.into(),
            _ => continue,
        };
        let ident = &item.ident;
        let is_derived = derives(&item.attrs, derive);
        if may_derive(&item.attrs, derive) || is_derived && Notes::read(&item.attrs).cfg.is_some() {
            let file = &files.modules[*module].file;
            return Err(error(format!("`{ident}` in {file}: {CFG}")));
        }
        if !is_derived || is_generic(&item.generics) {
            continue;
        }
        if *module > 0 && item.vis == syn::Visibility::Inherited {
            let file = &files.modules[*module].file;
            return Err(error(format!(
                "`{ident}` in {file} is private to its module, and this is in another one; write `pub(crate)` before it"
            )));
        }
        let ty = named(files, *module, ident, &item, is_flat);
        let is_state = is_flat && derives(&item.attrs, "SnapshotState");
        if is_state && asked_for_by("snapshot", &item.attrs, "input").is_some() {
            packets.extend(packets_of(&ty, krate));
        }
        types.push(ty);
        let is_enum = matches!(item.data, syn::Data::Enum(_));
        if asked_for_by(wire, &item.attrs, "delta").is_some() || is_state && is_enum {
            types.push(named(files, *module, &delta::name(ident), &item, is_flat));
        }
    }
    types.append(&mut packets);
    Ok(types)
}

/// The packets of snapshots of a world, for the state of its entities.
fn packets_of(state: &Type, krate: &syn::Path) -> [Type; 2] {
    let Type { name, path, .. } = state;
    let packet = |packet: &str, argument: TokenStream| {
        let ident = Ident::new(packet, Span::call_site());
        let path = quote!(#krate::snapshot::wire::#ident<#argument>);
        Type { name: format!("{packet}<{name}>"), path, is_flat: true }
    };
    let input = quote!(<#path as #krate::snapshot::SnapshotWorld>::Input);
    [packet("Snapshot", path.clone()), packet("ClientMessage", input)]
}

fn named(files: &Files, module: usize, ident: &Ident, item: &DeriveInput, is_flat: bool) -> Type {
    let mut path = vec![ident];
    let mut around = Some(module);
    while let Some(module) = around.map(|module| &files.modules[module]) {
        path.extend(&module.ident);
        around = module.parent;
    }
    path.reverse();
    let names: Vec<String> = path.iter().map(|ident| ident.unraw().to_string()).collect();
    let lifetimes = item.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => Some(quote!('static)),
        _ => None,
    });
    let lifetimes: Vec<_> = lifetimes.collect();
    let arguments = (!lifetimes.is_empty()).then(|| quote!(<#(#lifetimes),*>));
    // The tokens of a file have no place in it here.
    let path = path.into_iter().map(|ident| {
        let mut ident = ident.clone();
        ident.set_span(Span::call_site());
        ident
    });
    Type { name: names.join("::"), path: quote!(self #(::#path)* #arguments), is_flat }
}

/// ```text
/// {
///     const DIGITS: [u8; 16] = digits(fingerprint_of_all(&[("Chat", fingerprint_of::<self::Chat>()), …]));
///     as_text(&DIGITS)
/// }
/// ```
fn constant(krate: &impl ToTokens, types: &[Type]) -> TokenStream {
    let names = types.iter().map(|ty| &ty.name);
    let fingerprints = types.iter().map(|Type { path, is_flat, .. }| {
        if *is_flat {
            quote!(#krate::flat::fingerprint(
                <#path as #krate::flat::Encode<#krate::flat::Flat<#krate::flat::Little>>>::LAYOUT
            ))
        } else {
            quote!(__rt::fingerprint_of::<#path>())
        }
    });
    quote! {
        {
            use #krate::__private as __rt;
            #[allow(deprecated, unused_qualifications)]
            const __DIGITS: [__rt::u8; 16] = __rt::digits(__rt::fingerprint_of_all(&[
                #((#names, #fingerprints)),*
            ]));
            __rt::as_text(&__DIGITS)
        }
    }
}
