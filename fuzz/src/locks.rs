//! Any text as the lock of a schema: it ends in a schema or an error, within the stack of a thread. A schema is written as the lock that it was
//! read from, and can be compared with others.

use std::thread;

use godot_var_codegen::evolve::{self, Side};
use godot_var_codegen::flat::Schema;
use godot_var_codegen::lock::{parse_all, write_all};
use godot_var_codegen::protocol::{Diagnostic, Protocol};

const NAME: &str = "game.lock";
const ARENA: &str = include_str!("../../schemas/arena.lock");

/// Reads the text as a lock, also with the fingerprints that it should have.
pub fn locks(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // What a thread of Rust has.
    let thread = thread::Builder::new().stack_size(2 << 20);
    thread::scope(|scope| {
        let run = thread.spawn_scoped(scope, || run(text)).expect("a thread");
        run.join().expect("no panic");
    });
}

fn run(text: &str) {
    let errors = match parse_all(NAME, text) {
        Ok(read) => return compare(read),
        Err(errors) => errors,
    };
    assert!(!errors.is_empty());
    let lines = text.split('\n').count().max(1);
    for error in &errors {
        assert!((1..=lines).contains(&error.place.line), "{error}");
        assert!(error.place.column > 0, "{error}");
    }
    // Whoever changes a lock can also write its fingerprints.
    if let Some(text) = pinned(text, &errors)
        && let Ok(read) = parse_all(NAME, &text)
    {
        compare(read);
    }
}

/// Writes the fingerprints that the errors name, if there are no other errors.
fn pinned(text: &str, errors: &[Diagnostic]) -> Option<String> {
    let mut pinned = text.to_owned();
    for error in errors {
        let (_, rest) = error.message.strip_prefix("the layout of `")?.split_once("` is ")?;
        let (right, rest) = rest.split_once(", and not ")?;
        let (wrong, _) = rest.split_once("; was the lock")?;
        let lines = pinned.split_inclusive('\n');
        let start: usize = lines.take(error.place.line - 1).map(str::len).sum();
        let wrong = format!("\"{wrong}\"");
        let at = start + pinned.get(start..)?.find(&wrong)?;
        pinned.replace_range(at..at + wrong.len(), &format!("\"{right}\""));
    }
    Some(pinned)
}

fn compare((protocol, flat): (Protocol, Schema)) {
    let fingerprints = (protocol.fingerprint_of_all(), flat.fingerprint_of_all());
    let written = write_all(&protocol, &flat).expect("it was read from a lock");
    let (again, flat_again) = parse_all(NAME, &written).unwrap_or_else(|errors| {
        panic!("{}: {written}", errors[0]);
    });
    assert_eq!((again.fingerprint_of_all(), flat_again.fingerprint_of_all()), fingerprints);
    assert_eq!(write_all(&again, &flat_again).expect("the same"), written);

    let (own, same) = (Side { protocol, flat }, Side { protocol: again, flat: flat_again });
    let changes = evolve::check_all(&own, &same);
    assert!(changes.is_empty(), "{}: {written}", changes[0]);
    let (protocol, flat) = parse_all("arena.lock", ARENA).expect("a lock of this project");
    let arena = Side { protocol, flat };
    let _ = evolve::check_all(&own, &arena);
    let _ = evolve::check_all(&arena, &own);
}

/// The locks of this project, and small ones with types that hold each other.
pub(crate) fn seeds(of_project: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let small = [
        r#"{ "types": [ { "name": "T0", "record": { "form": "dictionary", "fields": [ { "name": "a", "key": "a", "type": { "message": "T0" } } ] }, "layout": "0" } ] }"#,
        r#"{ "types": [ { "name": "T0", "record": { "form": "array", "fields": [ { "name": "a", "flatten": true, "key": "a", "type": { "option": "u8" } } ] }, "layout": "0" } ] }"#,
        r#"{ "types": [], "flat": [ { "name": "T0", "record": { "fields": [ { "name": "a", "type": { "array": [4, "u8"] } } ] }, "layout": "0" } ] }"#,
        r#"{ "types": [], "flat": [ { "name": "T0", "record": { "fields": [ { "name": "a", "type": { "message": "T1" } } ] }, "layout": "0" }, { "name": "T1", "given": ["T0"], "record": { "fields": [] }, "layout": "0" } ] }"#,
    ];
    let small = small.map(|text| text.as_bytes().to_vec());
    of_project.into_iter().chain(small).collect()
}
