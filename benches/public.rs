//! The data sets of `rust_serialization_benchmark` in this and other formats: bytes, and instructions as callgrind counts them.
//!
//! ```text
//! cargo bench --bench public           # a table, with the ratio to wincode
//! cargo bench --bench public -- log    # only this set
//! valgrind --tool=callgrind --toggle-collect=public::measured target/release/deps/public-… --run log flat decode
//! ```

#![allow(missing_docs, reason = "a program")]
#![allow(
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    clippy::ref_option_ref,
    reason = "the types are those of the benchmark, and each format derives code of its own"
)]

#[path = "public/borrowed.rs"]
mod borrowed;
mod callgrind;
#[path = "public/data.rs"]
mod data;
#[path = "public/sized.rs"]
mod sized;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;
use std::{env, iter};

use godot_var::{FromFlatBytes, ToFlatBytes};
const RUN: &str = "--run";

/// One operation of a format.
struct Case {
    format: &'static str,
    operation: &'static str,
    bytes: usize,
    run: Box<dyn FnMut()>,
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|one| one != "--bench").collect();
    if let [RUN, set, only @ ..] = &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        for mut case in cases(set) {
            if only.is_empty() || only == [case.format, case.operation] {
                measured(&mut case);
            }
        }
        return;
    }
    for set in ["log", "mesh", "minecraft", "mk48"] {
        if arguments.is_empty() || arguments.iter().any(|one| one == set) {
            table(set);
        }
    }
}

#[inline(never)]
fn measured(case: &mut Case) {
    (case.run)();
    // The last call would be a jump, which callgrind does not see return.
    black_box(());
}

fn table(set: &str) {
    const OPERATIONS: [&str; 4] = ["slice", "vec", "decode", "borrowed"];
    // Else callgrind counts a large fill or copy as one instruction, or as one a byte.
    let tunables = "glibc.cpu.x86_rep_stosb_threshold=0x7fffffff:glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_non_temporal_threshold=0x7fffffff";
    let counts = callgrind::counts("public::measured", &[RUN, set], tunables);
    let cases = cases(set);
    assert_eq!(counts.len(), cases.len(), "each case is counted");
    let mut formats: Vec<(&str, usize)> = Vec::new();
    let mut table = BTreeMap::new();
    for (case, count) in iter::zip(&cases, counts) {
        if case.operation == "slice" {
            formats.push((case.format, case.bytes));
        }
        // What a format cannot do is an empty function.
        if count > 1000 {
            table.insert((case.format, case.operation), count);
        }
    }
    let head = OPERATIONS.map(|operation| format!("{operation:>20}")).concat();
    println!("{set:12} {:>9}{head}", "bytes");
    for (format, bytes) in formats {
        let cells = OPERATIONS.map(|operation| {
            let wincode = table.get(&("wincode", operation));
            match (table.get(&(format, operation)), wincode) {
                (Some(count), Some(theirs)) => {
                    format!("{count:>13} {:>5.2}x", *count as f64 / *theirs as f64)
                }
                _ => format!("{:>20}", ""),
            }
        });
        println!("{format:12} {bytes:>9}{}", cells.concat());
    }
    println!();
}

/// Adds the operations of a format, which reads what it wrote.
fn add<T: Debug + PartialEq + 'static>(
    cases: &mut Vec<Case>,
    format: &'static str,
    value: &Rc<T>,
    slice: impl Fn(&T, &mut [u8]) + 'static,
    vec: impl Fn(&T) -> Vec<u8> + 'static,
    decode: impl Fn(&[u8]) -> T + 'static,
) {
    let message = vec(value);
    assert!(decode(&message) == **value, "{format} reads what it wrote");
    let bytes = message.len();
    let mut push = |operation, run| cases.push(Case { format, operation, bytes, run });
    let (whole, mut target) = (value.clone(), vec![0; bytes]);
    push("slice", Box::new(move || slice(black_box(&whole), black_box(&mut target))));
    let whole = value.clone();
    push("vec", Box::new(move || drop(black_box(vec(black_box(&whole))))));
    push("decode", Box::new(move || drop(black_box(decode(black_box(&message))))));
}

/// The operations of all formats on a value: `borrowed` is the type that borrows its texts, `sized` the one of small messages.
macro_rules! cases {
    ($value:expr, $type:ty $(, borrowed $borrowed:ident)? $(, sized $sized:ty)?) => {{
        let (value, mut cases) = (Rc::new($value), Vec::new());
        add(
            &mut cases,
            "flat",
            &value,
            |value, target| {
                value.write_flat_bytes(target).expect("encodes");
            },
            |value| value.to_flat_bytes().expect("encodes"),
            |bytes| <$type>::from_flat_bytes(bytes).expect("decodes"),
        );
        add(
            &mut cases,
            "wincode",
            &value,
            |value, target| wincode::serialize_into(target, value).expect("encodes"),
            |value| wincode::serialize(value).expect("encodes"),
            |bytes| wincode::deserialize::<$type>(bytes).expect("decodes"),
        );
        add(
            &mut cases,
            "bitcode",
            &value,
            |_, _| {},
            |value| bitcode::encode(value),
            |bytes| bitcode::decode::<$type>(bytes).expect("decodes"),
        );
        add(
            &mut cases,
            "borsh",
            &value,
            |value, mut target| borsh::to_writer(&mut target, value).expect("encodes"),
            |value| borsh::to_vec(value).expect("encodes"),
            |bytes| borsh::from_slice::<$type>(bytes).expect("decodes"),
        );
        add(
            &mut cases,
            "nanoserde",
            &value,
            |_, _| {},
            nanoserde::SerBin::serialize_bin,
            |bytes| <$type as nanoserde::DeBin>::deserialize_bin(bytes).expect("decodes"),
        );
        add(
            &mut cases,
            "postcard",
            &value,
            |value, target| {
                postcard::to_slice(value, target).expect("encodes");
            },
            |value| postcard::to_allocvec(value).expect("encodes"),
            |bytes| postcard::from_bytes::<$type>(bytes).expect("decodes"),
        );
        add(
            &mut cases,
            "rkyv",
            &value,
            |_, _| {},
            |value| rkyv::to_bytes::<rkyv::rancor::Error>(value).expect("encodes").into_vec(),
            |bytes| rkyv::from_bytes::<$type, rkyv::rancor::Error>(bytes).expect("decodes"),
        );
        add(
            &mut cases,
            "rmp-serde",
            &value,
            |value, mut target| rmp_serde::encode::write(&mut target, value).expect("encodes"),
            |value| rmp_serde::to_vec(value).expect("encodes"),
            |bytes| rmp_serde::from_slice::<$type>(bytes).expect("decodes"),
        );
        $(
            let mut push = |format, bytes: Vec<u8>, read: fn(&[u8])| {
                let run = Box::new(move || read(black_box(&bytes)));
                cases.push(Case { format, operation: "borrowed", bytes: 0, run });
            };
            push("flat", value.to_flat_bytes().expect("encodes"), |bytes| {
                drop(black_box(borrowed::$borrowed::from_flat_bytes(bytes).expect("decodes")));
            });
            push("wincode", wincode::serialize(&*value).expect("encodes"), |bytes| {
                drop(black_box(wincode::deserialize::<borrowed::$borrowed<'_>>(bytes).expect("decodes")));
            });
            push("bitcode", bitcode::encode(&*value), |bytes| {
                drop(black_box(bitcode::decode::<borrowed::$borrowed<'_>>(bytes).expect("decodes")));
            });
            push("postcard", postcard::to_allocvec(&*value).expect("encodes"), |bytes| {
                drop(black_box(postcard::from_bytes::<borrowed::$borrowed<'_>>(bytes).expect("decodes")));
            });
        )?
        $(
            let same = rmp_serde::to_vec(&*value).expect("encodes");
            let small: Rc<$sized> = Rc::new(rmp_serde::from_slice(&same).expect("the same fields"));
            add(
                &mut cases,
                "flat, sized",
                &small,
                |value, target| {
                value.write_flat_bytes(target).expect("encodes");
            },
                |value| value.to_flat_bytes().expect("encodes"),
                |bytes| <$sized>::from_flat_bytes(bytes).expect("decodes"),
            );
        )?
        cases
    }};
}

fn cases(set: &str) -> Vec<Case> {
    match set {
        "log" => cases!(data::logs(1000), data::Logs, borrowed Logs, sized sized::Logs),
        "mesh" => cases!(data::mesh(2000), data::Mesh),
        "minecraft" => {
            cases!(data::players(100), data::Players, borrowed Players, sized sized::Players)
        }
        _ => cases!(data::updates(100), data::Updates, sized sized::Updates),
    }
}
