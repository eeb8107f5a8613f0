//! After a mistake a stub stands in, also for generics and for another path of the crate.
mod renamed {
    pub use godot_var::*;
}

use renamed::{FromVariantBytes, Godot3, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
#[godot_var(crate = "crate::renamed", arary)]
struct Generic<'a, 'b, T: Clone = i32, const N: usize = 1>
where
    T: Copy,
{
    a: &'a str,
    b: &'b str,
    t: [T; N],
}

#[derive(GodotVar)]
struct Outer<'a> {
    inner: Generic<'a, 'a>,
    list: Vec<Generic<'a, 'a, u8, 2>>,
}

fn main() {
    let bytes = Outer { inner: Generic { a: "", b: "", t: [1] }, list: vec![] }
        .to_variant_bytes::<Godot3>()
        .unwrap();
    Outer::from_variant_bytes::<Godot3>(&bytes).unwrap();
}
