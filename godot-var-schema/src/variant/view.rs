//! The types that a view borrows in place of the owned types of a message.

use syn::{GenericArgument, Path, PathArguments, Type, parse_quote};

use super::check::type_arguments;

/// How a field of a view is converted to the message's field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lent {
    /// `&str`
    Text,
    /// `&[u8]`
    Bytes,
    /// `PackedView<T>`
    Packed,
    /// `Option<…>`
    Option(Box<Lent>),
    /// `Vec<…>`
    List(Box<Lent>),
    /// `HashMap<…, …>` or `BTreeMap<…, …>`: for its keys, and for its values.
    Map(Option<Box<Lent>>, Option<Box<Lent>>),
}

/// The elements of packed arrays that a view borrows from the message.
const VIEWED: &[&str] = &["i32", "i64", "f32", "f64", "Vector2", "Vector3", "Vector4", "Color"];

/// The type that replaces `ty` in a view, if any part of it is borrowed. `krate` is the path of the
/// facade crate.
pub fn lent(ty: &Type, krate: &Path) -> Option<(Type, Lent)> {
    let path = match ty {
        Type::Group(group) => return lent(&group.elem, krate),
        Type::Path(path) if path.qself.is_none() => &path.path,
        _ => return None,
    };
    let last = path.segments.last()?;
    let arguments = type_arguments(last);
    match (&*last.ident.to_string(), &arguments[..]) {
        ("String", []) => Some((parse_quote!(&'a str), Lent::Text)),
        ("Box" | "Rc" | "Arc", [Type::Path(inner)]) if inner.path.is_ident("str") => {
            Some((parse_quote!(&'a str), Lent::Text))
        }
        ("Box" | "Rc" | "Arc", [Type::Slice(slice)]) => list(&slice.elem, krate),
        ("Vec", [element]) => list(element, krate).or_else(|| {
            let (inner, lent) = lent(element, krate)?;
            Some((with(path, &[inner]), Lent::List(Box::new(lent))))
        }),
        ("Option", [inner]) => {
            let (inner, lent) = lent(inner, krate)?;
            Some((with(path, &[inner]), Lent::Option(Box::new(lent))))
        }
        ("HashMap" | "BTreeMap", [key, value]) => {
            let (lent_key, lent_value) = (lent(key, krate), lent(value, krate));
            if lent_key.is_none() && lent_value.is_none() {
                return None;
            }
            let (key, key_lent) = lent_key.map_or_else(|| ((*key).clone(), None), boxed);
            let (value, value_lent) = lent_value.map_or_else(|| ((*value).clone(), None), boxed);
            Some((with(path, &[key, value]), Lent::Map(key_lent, value_lent)))
        }
        _ => None,
    }
}

fn boxed((ty, lent): (Type, Lent)) -> (Type, Option<Box<Lent>>) {
    (ty, Some(Box::new(lent)))
}

/// A list whose elements a view borrows.
fn list(element: &Type, krate: &Path) -> Option<(Type, Lent)> {
    let Type::Path(path) = element else { return None };
    let last = path.path.segments.last()?.ident.to_string();
    match &*last {
        "u8" => Some((parse_quote!(&'a [u8]), Lent::Bytes)),
        _ if VIEWED.contains(&&*last) => {
            Some((parse_quote!(#krate::values::PackedView<'a, #element>), Lent::Packed))
        }
        _ => None,
    }
}

/// A path with other arguments.
fn with(path: &Path, arguments: &[Type]) -> Type {
    let mut path = path.clone();
    if let Some(PathArguments::AngleBracketed(list)) =
        path.segments.last_mut().map(|last| &mut last.arguments)
    {
        list.args = arguments.iter().cloned().map(GenericArgument::Type).collect();
    }
    parse_quote!(#path)
}
