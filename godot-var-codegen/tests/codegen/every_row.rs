//! Every row of `docs/types.md` and every attribute of `docs/attributes.md`, through the derive and the generators: the generators
//! understand everything that the derive accepts, with the same bytes.

use godot_var::EncodeVariant;
use godot_var::layout::layout_fingerprint;
use godot_var::{Dialect, Godot3, Godot4};
use godot_var_codegen::protocol::{Protocol, parse_text};
use godot_var_codegen::{gdscript, lock, wireshark};

#[path = "../../../schemas/every_row.rs"]
#[allow(dead_code, missing_docs, reason = "only layouts are looked at, and the types say it all")]
pub mod rows;

const ROWS: &str = include_str!("../../../schemas/every_row.rs");
/// The derive's documentation in an editor.
const HOVER: &str = include_str!("../../../godot-var-derive/src/lib.rs");
const FORMS: &str = include_str!("../../../schemas/every_form.rs");

fn read() -> Protocol {
    parse_text("every_row.rs", ROWS).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn check<D: Dialect, T: EncodeVariant<D>>(protocol: &Protocol, name: &str, seen: &mut usize) {
    let def = protocol.get(name).unwrap_or_else(|| panic!("{name} is not a type of the schema"));
    let index = protocol.types.iter().position(|other| other.path() == def.path());
    let computed = format!("{:016x}", protocol.fingerprint(index.expect("its place")));
    assert_eq!(computed, layout_fingerprint::<T>(), "{name}: {}", T::LAYOUT);
    *seen += 1;
}

#[test]
fn is_the_same_for_the_derive_and_the_schema() {
    let (protocol, mut seen) = (read(), 0);
    macro_rules! check_all {
        ($dialect:ty: $($name:literal $type:ty),*) => {
            $(check::<$dialect, $type>(&protocol, $name, &mut seen);)*
        };
    }
    check_all! { Godot3:
        "Values" rows::Values, "Lists" rows::Lists<'_>, "PairBoxedI32" rows::Pair<Box<i32>>, "Containers" rows::Containers<'_>,
        "Structures" rows::Structures, "Named" rows::Named, "Content" rows::Content,
        "Converted" rows::Converted, "Tried" rows::Tried, "Whole" rows::Whole, "Row" rows::Row,
        "Number" rows::Number, "Plain" rows::Plain, "Tagged" rows::Tagged, "Both" rows::Both,
        "Either" rows::Either, "Ids" rows::Ids, "Uses" rows::Uses, "BoundedI32" rows::Bounded<i32>,
        "Expression" rows::Expression
    }
    check_all! { Godot4: "Newer" rows::Newer<'_>, "OfTheEngine" rows::OfTheEngine }
    assert_eq!(seen, protocol.types.len());
}

#[test]
fn goes_through_every_generator() {
    let protocol = read();
    let text = lock::write(&protocol).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let again = lock::parse("schema.lock", &text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    for (index, def) in protocol.types.iter().enumerate() {
        let path = def.path();
        let locked = again.types.iter().position(|other| other.path() == path).expect("its place");
        assert_eq!(protocol.fingerprint(index), again.fingerprint(locked), "{path} in\n{text}");
    }
    wireshark::generate(&protocol, &wireshark::Options::new("rows")).expect("a dissector");
    // Types that have a meaning only in one engine are in the last module, those of Godot 4 in the one before.
    let (newer, _) = ROWS.split_once("pub mod of_the_engine").expect("the last module");
    let (both, _) = newer.split_once("pub mod newer").expect("the module before");
    for (engine, text) in [
        (gdscript::Engine::Godot4, newer),
        (gdscript::Engine::Godot4, both),
        (gdscript::Engine::Godot3, both),
    ] {
        let text = text.replace("pub use of_the_engine::OfTheEngine;", "");
        let text = if text.contains("pub mod newer") {
            text
        } else {
            text.replace("pub use newer::Newer;", "")
        };
        let protocol = parse_text("rows.rs", &text).unwrap_or_else(|errors| panic!("{errors:#?}"));
        gdscript::generate(&protocol, &gdscript::Options::new(engine))
            .unwrap_or_else(|errors| panic!("{errors:#?}"));
    }
}

/// Returns the code in the first cells of a page's tables.
fn first_cells(page: &str) -> Vec<Vec<&str>> {
    page.lines()
        .filter(|line| {
            line.starts_with("| ")
                && !line.starts_with("| Rust ")
                && !line.starts_with("| Feature ")
        })
        .filter_map(|line| line.split(" | ").next())
        .map(|cell| cell.split('`').skip(1).step_by(2).collect())
        .collect()
}

#[test]
fn has_every_type_of_the_page() {
    check_types(ROWS);
}

/// Checks that a schema has every type of the page.
pub(crate) fn check_types(text: &str) {
    let page = include_str!("../../../docs/types.md");
    let (page, _) = page.split_once("# Types of other crates").expect("that chapter");
    let mut found = 0;
    for cell in first_cells(page) {
        for ty in cell {
            // A list is found as `Vec`, and a generic type by its name.
            let wanted = match ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']')) {
                Some("T") => continue,
                Some("&str") => "Vec<&'a str".to_owned(),
                Some(element) => format!("Vec<{element}"),
                None if ty.starts_with('(') => continue,
                None => {
                    ty.split(['<', ',']).next().unwrap_or(ty).trim_start_matches('&').to_owned()
                }
            };
            assert!(text.contains(&wanted), "`{ty}` of docs/types.md: no `{wanted}` in the schema");
            found += 1;
        }
    }
    assert!(found > 60, "only {found} types");
}

#[test]
fn has_every_attribute_of_the_page() {
    let page = include_str!("../../../docs/attributes.md");
    let (table, _) = page.split_once("In the examples,").expect("what follows the table");
    let attributes = || [ROWS, FORMS].into_iter().flat_map(str::lines).map(str::trim);
    let mut found = 0;
    for line in table.lines().filter(|line| line.starts_with("| ")) {
        for names in line.split('`').skip(1).step_by(2) {
            for name in names.split(", ") {
                let has = attributes().any(|line| {
                    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                        .any(|word| word == name)
                        && line.contains("godot_var(")
                });
                assert!(has, "`{name}` of docs/attributes.md is nowhere in the schemas");
                assert!(
                    HOVER.contains(&format!("[`{name}`][")),
                    "`{name}` is not in the derive's own text"
                );
                found += 1;
            }
        }
    }
    assert!(found > 40, "only {found} attributes");
}
