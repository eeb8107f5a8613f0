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
        value => {
            if random.below(2) == 0 || !alike(random, value) {
                *value = other(random);
            }
        }
    }
}

/// Changes a value to another one of its type, which may be out of range. Returns whether it did.
fn alike(random: &mut Random, value: &mut Variant) -> bool {
    match value {
        Variant::Int(number) => {
            let int = [0, -1, 128, 256, 1 << 16, 1 << 32, *number][random.below(7)];
            // A whole float stands for an int.
            let is_float = int == *number || random.below(3) == 0;
            *value = if is_float { Variant::Float(int as f64) } else { Variant::Int(int) };
        }
        Variant::Float(number) => {
            *number = [-1.0, 0.0, 0.5, 256.0, 1e300][random.below(5)];
        }
        Variant::String(text) => text.push_str(" and more"),
        Variant::PackedByteArray(bytes) => bytes.push(0),
        Variant::PackedInt32Array(numbers) => numbers.extend([0, -1, 300]),
        Variant::PackedInt64Array(numbers) => numbers.extend([0, -1, 300]),
        Variant::PackedStringArray(texts) => texts.extend(["a", "b", "c"].map(str::to_owned)),
        Variant::Array(Array { elements, .. }) => {
            let Some(last) = elements.last().cloned() else { return false };
            elements.extend([last.clone(), last.clone(), last]);
        }
        Variant::Dictionary(Dictionary { entries, .. }) => {
            let Some((_, last)) = entries.last().cloned() else { return false };
            entries.extend(["a", "b", "c"].map(|key| (key.into(), last.clone())));
        }
        _ => return false,
    }
    true
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
