//! Parsed schemas are refused with the compiler's messages for types that are wrong as a whole.

use std::fs;
use std::path::Path;

use godot_var_codegen::protocol::parse_text;

/// Programs with a mistake that a schema cannot have, and the reason.
const EXCEPTIONS: [(&str, &str); 4] = [
    ("option/alias", "a schema knows what the alias stands for, and says that"),
    ("option/boxed", "a schema knows what is in the `Box` alone"),
    ("option/generic", "a schema does not know what `T` is"),
    ("option/generic_of_a_variant", "a schema does not know what `T` is"),
];

#[test]
fn say_what_is_wrong() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/compile-errors/tests/ui");
    let mut seen = 0;
    let mut other = Vec::new();
    for group in ["key", "layout", "lost", "option", "size"] {
        for program in fs::read_dir(corpus.join(group)).expect("a group") {
            let program = program.expect("an entry").path();
            let stem = program.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            let name = format!("{group}/{stem}");
            let is_exception = EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
            if program.extension().is_none_or(|extension| extension != "rs") || is_exception {
                continue;
            }
            let said = fs::read_to_string(program.with_extension("stderr")).expect("a text");
            let said = said.lines().next().expect("an error");
            let said = said.trim_start_matches("error[E0080]: evaluation panicked: ");
            let said = said.trim_start_matches("error: ").replace("godot_var::", "");
            let text = fs::read_to_string(&program).expect("a program");
            let errors = parse_text(&name, &text).err().unwrap_or_default();
            if !errors.iter().any(|error| error.message == said) {
                other.push(format!("{name}:\n  {said}\n  {errors:?}"));
            }
            seen += 1;
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
    assert!(seen > 30, "only {seen} programs");
}
