//! Changes of messages, the same in every run.

use godot_var::{Array, Dictionary, Variant, Vector3};
use godot_var_fuzz::foreign::Random;

/// In the error of a number that is no time: of generated code only Rust's knows the range.
pub(crate) const NO_TIME: &str = "no time that this type holds";

/// Changes bytes: others, fewer, more.
pub(crate) fn spoil(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    let byte = [0, 1, 2, 3, 0x7f, 0x80, 0xff, random.below(256) as u8][random.below(8)];
    match random.below(8) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, byte),
        2 | 3 => bytes.get_mut(at).into_iter().for_each(|it| *it ^= 1 << (byte % 8)),
        _ => bytes.get_mut(at).into_iter().for_each(|it| *it = byte),
    }
}

/// Changes a value, or one inside it.
pub(crate) fn change(random: &mut Random, value: &mut Variant) {
    let here = random.below(6) == 0;
    match value {
        Variant::Dictionary(pairs) if !here && !pairs.entries.is_empty() => {
            // An engine refuses a typed one with other elements.
            pairs.types = None;
            let at = random.below(pairs.entries.len());
            match random.below(12) {
                0 => drop(pairs.entries.remove(at)),
                1 => pairs.entries.push(("more".into(), true.into())),
                2 => change(random, &mut pairs.entries[at].0),
                3 => {
                    let last = pairs.entries.len() - 1;
                    pairs.entries.swap(at, last);
                }
                _ => change(random, &mut pairs.entries[at].1),
            }
        }
        Variant::Array(Array { elements, element_type }) if !here && !elements.is_empty() => {
            *element_type = None;
            let at = random.below(elements.len());
            match random.below(8) {
                0 => drop(elements.remove(at)),
                1 => elements.insert(at, elements[at].clone()),
                _ => change(random, &mut elements[at]),
            }
        }
        _ => *value = other(random),
    }
}

fn other(random: &mut Random) -> Variant {
    let others = [
        Variant::Nil,
        true.into(),
        Variant::Int(0),
        Variant::Int(-1),
        Variant::Int(1 << 40),
        Variant::Int(300),
        Variant::Float(2.5),
        Variant::Float(3.0),
        "x y".into(),
        "".into(),
        Variant::from(vec![1_u8, 2]),
        Variant::from(vec![1_i32, -1]),
        Variant::from(vec![0.5_f32]),
        Variant::from(vec!["a".to_owned()]),
        Variant::Array(Array::default()),
        Variant::from(vec![Variant::Int(1), "q".into()]),
        Variant::Dictionary(Dictionary::default()),
        Vector3::ZERO.into(),
    ];
    let at = random.below(others.len());
    others.into_iter().nth(at).expect("one of these")
}
