//! Types that cannot be encoded, recognized by their names, each with what to write instead.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypePath};

use crate::known::NUMBERS;

/// The alternative that other wires, whose readers and writers are the same, do not have.
pub(crate) const OR_SKIP: &str = ", or `skip` the field";

/// The first type of a field that no message can hold, and what to write instead.
pub(crate) fn mistake(ty: &Type) -> Option<(Span, String)> {
    match ty {
        Type::Group(group) => mistake(&group.elem),
        Type::Paren(paren) => mistake(&paren.elem),
        Type::Array(array) => mistake(&array.elem),
        Type::Slice(slice) => mistake(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(mistake),
        Type::FnPtr(function) => Some((
            function.span(),
            format!("a function cannot be encoded; send a name or a number for it{OR_SKIP}"),
        )),
        Type::Ptr(pointer) => Some((
            pointer.span(),
            format!("a pointer means nothing to another program; send what it points to{OR_SKIP}"),
        )),
        Type::TraitObject(object) => Some((
            object.span(),
            "a trait object has no fields to write; use an enum that derives `GodotVar`".to_owned(),
        )),
        Type::Reference(reference) => reference_mistake(reference),
        Type::Path(path) if path.qself.is_none() => path_mistake(path),
        _ => None,
    }
}

/// A reader can lend out only texts and bytes, because the message holds them unchanged.
fn reference_mistake(reference: &syn::TypeReference) -> Option<(Span, String)> {
    let lent = &*reference.elem;
    let span = reference.span();
    if reference.mutability.is_some() {
        let ty = text(lent);
        return Some((span, format!("a message lends out nothing to change; use `{ty}`")));
    }
    match lent {
        Type::Slice(slice) if is_named(&slice.elem, "u8") => None,
        Type::Slice(slice) => {
            let element = text(&slice.elem);
            Some((
                span,
                format!(
                    "a message has no `{}` to borrow; use `Vec<{element}>`, or `PackedView<'a, {element}>` for numbers",
                    text(lent)
                ),
            ))
        }
        Type::Path(path) if path.qself.is_none() && !path.path.is_ident("str") => {
            let ty = text(lent);
            Some((span, format!("a message has no `{ty}` to borrow; use `{ty}`, or `Box<{ty}>`")))
        }
        _ => None,
    }
}

/// The types among the arguments of a path's segment: `K` and `V` of `HashMap<K, V>`.
pub fn type_arguments(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn path_mistake(path: &TypePath) -> Option<(Span, String)> {
    let last = path.path.segments.last()?;
    let is_plain = path.path.segments.len() == 1;
    // Others may have types of these names.
    let is_of_std = path.path.segments[0].ident == "std" || path.path.segments[0].ident == "alloc";
    let arguments = type_arguments(last);
    let name = last.ident.to_string();
    let at = |message: String| Some((last.ident.span(), message));
    match (&*name, &arguments[..]) {
        ("PhantomData", _) => None,
        ("usize" | "isize", []) if is_plain => at(format!(
            "`{name}` has another width on other machines; use {}",
            if name == "usize" { "`u32` or `u64`" } else { "`i32` or `i64`" }
        )),
        ("u128" | "i128", []) if is_plain => {
            at(format!("`{name}` does not fit Godot's int of 64 bits; use `i64`, or a `String`"))
        }
        ("PathBuf" | "OsString" | "CString", []) if is_of_std => {
            at(format!("`{name}` may hold bytes that are not text; use a `String`"))
        }
        ("Instant", []) if is_of_std => at(
            "an `Instant` means nothing to another program; send a `Duration`, or seconds as `f64`"
                .to_owned(),
        ),
        ("RefCell" | "Mutex" | "RwLock", [inner]) => at(format!(
            "`{name}` is for state that is shared, and a message is a copy; use `{}`",
            text(inner)
        )),
        ("Result", [_, _]) => {
            at("a `Result` has no form on the wire; use an enum that derives `GodotVar`".to_owned())
        }
        ("PackedView", [element]) if NOT_VIEWED.iter().any(|name| is_named(element, name)) => {
            at(format!(
                "no packed array has elements that could be viewed as `{0}`; use `Vec<{0}>`",
                text(element)
            ))
        }
        ("HashMap" | "BTreeMap" | "HashSet" | "BTreeSet", [key, ..])
            if is_named(key, "f32") || is_named(key, "f64") =>
        {
            let key_name = text(key);
            let needs = if name.starts_with("Hash") { "`Eq` and `Hash`" } else { "`Ord`" };
            let other = match &arguments[..] {
                [_, value, ..] => format!("Vec<({key_name}, {})>", text(value)),
                _ => format!("Vec<{key_name}>"),
            };
            Some((
                key.span(),
                format!(
                    "`{key_name}` has no {needs}, so it cannot be a key; use an integer or a text, or `{other}`"
                ),
            ))
        }
        _ => arguments.into_iter().find_map(mistake),
    }
}

/// Types that no packed array holds unchanged.
const NOT_VIEWED: [&str; 9] =
    ["String", "bool", "char", "i8", "i16", "u16", "u32", "u64", "Variant"];

/// Why a type has no text that could be encoded as `as` requires.
pub(super) fn text_mistake(ty: &Type, wire_type: &str) -> Option<(Span, String)> {
    let inner = super::field::argument_of(ty, "Option").unwrap_or(ty);
    let is_list = super::field::argument_of(inner, "Vec").is_some();
    if !is_list && !is_number(inner) {
        return None;
    }
    let message = format!(
        "`as = \"{wire_type}\"` belongs on a text: a `String`, `&str`, `Cow<str>` or `Box<str>`"
    );
    Some((inner.span(), message))
}

/// Whether a type is a number of Rust, a `bool` or a `char`.
pub(super) fn is_number(ty: &Type) -> bool {
    NUMBERS.iter().any(|name| is_named(ty, name))
}

fn is_named(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Group(group) => is_named(&group.elem, name),
        Type::Path(path) => path.path.is_ident(name),
        _ => false,
    }
}

/// A type in the form in which its author writes it.
fn text(ty: &Type) -> String {
    let tokens = ty.to_token_stream().to_string();
    let tight = [
        (" < ", "<"),
        (" >", ">"),
        (" <", "<"),
        ("< ", "<"),
        (" ,", ","),
        (" :: ", "::"),
        ("& ", "&"),
    ];
    tight.iter().fold(tokens, |text, (loose, tight)| text.replace(loose, tight))
}
