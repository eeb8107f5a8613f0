//! The rules of what readers take, held against the readers: every Rust type at its boundaries.

use godot_var::layout::{TypeLayout, Wire, fits};
use godot_var::{
    Dialect, Double, Flagless, FromVariantBytes, Godot3, Godot3_0, Godot4, ToVariantBytes, Variant,
};

use boundaries::{both, newer, types, values};

#[path = "../common/boundaries.rs"]
pub mod boundaries;

/// What a reader and the rules say of a value, where they differ.
fn compare<D: Dialect>(
    layout: &'static TypeLayout<'static>,
    message: &Variant,
    read: impl FnOnce(&[u8]) -> bool,
    differences: &mut Vec<String>,
) -> bool {
    // Of a type that the dialect lacks.
    let Ok(bytes) = message.to_variant_bytes::<D>() else { return false };
    // As it arrives: a dialect may know a name as a text, or a float in 32 bits alone.
    let arrived = Variant::from_variant_bytes::<D>(&bytes).expect("what was just written");
    let (read, fit) = (read(&bytes), fits(layout, &arrived, D::SPEC.generation));
    if read != fit.is_ok() {
        let fit = fit.map(drop);
        differences.push(format!("{}: read: {read}, {fit:?}: {arrived:?}", D::SPEC.name));
    }
    read
}

fn report(differences: &[String]) {
    let shown = &differences[..differences.len().min(40)];
    assert!(differences.is_empty(), "{}\n{}", differences.len(), shown.join("\n"));
}

#[test]
fn every_type_at_its_boundaries() {
    let (mut taken, mut refused, mut differences) = (0, 0, Vec::new());
    for kind in types() {
        for value in values() {
            let message = kind.message(value.as_ref());
            let godot4 = compare::<Godot4>(kind.layout, &message, kind.godot4, &mut differences);
            let godot3 = kind.godot3.is_some_and(|read| {
                compare::<Godot3>(kind.layout, &message, read, &mut differences)
            });
            for read in [godot4, godot3] {
                *(if read { &mut taken } else { &mut refused }) += 1;
            }
        }
    }
    report(&differences);
    assert!(taken > 2000 && refused > 10_000, "{taken} taken, {refused} refused");
}

/// The other dialects differ in how numbers and structures travel.
macro_rules! check {
    ($dialect:ty, $differences:expr; $($module:ident::$name:ident),* $(,)?) => { $(
        for value in values() {
            let kind = types().into_iter().find(|kind| kind.name == stringify!($name));
            let message = kind.expect("it is listed").message(value.as_ref());
            let layout = <$module::$name as Wire<$dialect>>::LAYOUT;
            let read = |bytes: &[u8]| $module::$name::from_variant_bytes::<$dialect>(bytes).is_ok();
            compare::<$dialect>(layout, &message, read, $differences);
        }
    )* };
}

#[test]
fn numbers_and_structures_in_every_dialect() {
    let mut differences = Vec::new();
    macro_rules! in_dialects {
        ($($dialect:ty),*) => { $(check!(
            $dialect, &mut differences;
            both::OfI64, both::OfU8, both::OfF32, both::OfF64, both::OfI32AsFloat, both::OfName,
            both::OfStrictF32, both::OfListOfI64, both::OfListOfF32, both::OfListOfVector3,
            both::OfVector3, both::OfColor,
        );)* };
    }
    in_dialects!(Godot3_0, Flagless, Double<Godot4>, Double<Godot3>);
    check!(
        Double<Godot4>, &mut differences;
        newer::OfWideVector3, newer::OfVector4, newer::OfListOfVector4, newer::OfProjection,
    );
    report(&differences);
}
