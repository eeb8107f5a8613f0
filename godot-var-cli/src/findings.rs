//! Findings of `check` in JSON.

use godot_var_codegen::evolve::{Break, Callers, Finding};
use godot_var_codegen::protocol::Place;
use serde_json::{Value, json};

/// Converts a finding to an object: `level`, `rule`, `subject`, `message`, `breaks`, `old`, `new`, and `callers`, if there are any.
///
/// Each of `callers` has `language` and `change`.
/// Each of `breaks` has `who` (`old-reader`, `old-writer`), `extent` (`all`, `misread`, `some`, `new`) and `why`. `old` and `new` are
/// `{"file", "line", "column"}`, or null if the item exists only on the other side. The names are those of [`Finding`]'s parts.
///
/// ```
/// use godot_var_cli::findings;
/// use godot_var_codegen::{evolve, protocol};
///
/// let read = |text| protocol::parse_text("a.rs", text).expect("a valid schema");
/// let old = read("#[derive(GodotVar)] struct A { n: u8 }");
/// let new = read("#[derive(GodotVar)] struct A { n: u8, m: u8 }");
/// let found = evolve::check(&old, &new);
/// assert_eq!(
///     findings::to_json(&found[0]).to_string(),
///     concat!(
///         r#"{"level":"wire","rule":"field-added","subject":"A.m","#,
///         r#""message":"`A.m` is new and required","#,
///         r#""breaks":[{"who":"old-writer","extent":"all","why":"the field is missing"}],"#,
///         r#""old":null,"new":{"file":"a.rs","line":1,"column":39}}"#,
///     )
/// );
/// ```
pub fn to_json(finding: &Finding) -> Value {
    let mut value = json!({
        "level": finding.level.name(),
        "rule": finding.rule.name(),
        "subject": finding.subject,
        "message": finding.message,
        "breaks": finding.breaks.iter().map(of_break).collect::<Vec<_>>(),
        "old": finding.old.as_ref().map(of_place),
        "new": finding.new.as_ref().map(of_place),
    });
    if !finding.callers.is_empty() {
        let of_language = |it: &Callers| json!({ "language": it.language, "change": it.change });
        value["callers"] = finding.callers.iter().map(of_language).collect();
    }
    value
}

fn of_break(found: &Break) -> Value {
    json!({ "who": found.who.name(), "extent": found.extent.name(), "why": found.why })
}

fn of_place(place: &Place) -> Value {
    json!({ "file": place.file, "line": place.line, "column": place.column })
}
