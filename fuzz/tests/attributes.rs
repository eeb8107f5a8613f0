//! The generated types have every attribute of their wire.

#[path = "../generator/mod.rs"]
mod generator;

/// The attributes that no type has: a path and a fingerprint that only a program knows, and bounds of type parameters.
const ABSENT: [&str; 3] = ["crate", "layout", "bound"];

#[test]
fn the_types_have_every_attribute() {
    let rows = [
        include_str!("../../godot-var-schema/src/variant/attributes.rs"),
        include_str!("../../godot-var-schema/src/flat/attributes.rs"),
        include_str!("../../godot-var-schema/src/litenet/attributes.rs"),
        include_str!("../../godot-var-schema/src/lludp/attributes.rs"),
    ];
    for ((wire, types), rows) in generator::all(1, 80).into_iter().zip(rows) {
        let source = types.source + &types.newer + &types.families + &types.template;
        let mut found = 0;
        // `"rename" on [FIELD] => rename: …, "rename = \"…\"";`
        for row in
            rows.lines().map(str::trim).filter(|row| row.contains("\" ") && row.contains("=> "))
        {
            let Some(name) = row.strip_prefix('"').and_then(|row| row.split('"').next()) else {
                continue;
            };
            let has = source.lines().any(|line| {
                line.split("#[").skip(1).any(|attribute| {
                    let attribute = attribute.split(']').next().unwrap_or_default();
                    let mut words = attribute.split(|c: char| !c.is_alphanumeric() && c != '_');
                    words.any(|word| word == name)
                })
            });
            assert!(has != ABSENT.contains(&name), "{wire}: `{name}`");
            found += 1;
        }
        assert!(found > 0, "{wire}: {found} attributes");
    }
}
