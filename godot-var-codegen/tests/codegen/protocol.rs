//! A whole schema as a model: names across modules, places, and refused schemas.

use std::collections::BTreeMap;

use godot_var::values::VariantType;
use godot_var_codegen::flat;
use godot_var_codegen::protocol::{
    Body, FieldDefault, Protocol, Type, TypeDefault, Value, parse, parse_text,
};

fn read(text: &str) -> Protocol {
    parse_text("a.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn errors(text: &str) -> Vec<String> {
    let errors = parse_text("a.rs", text).expect_err("something is wrong");
    errors.iter().map(ToString::to_string).collect()
}

fn field_types(protocol: &Protocol, name: &str) -> Vec<Type> {
    let def = protocol.get(name).unwrap_or_else(|| panic!("no {name}"));
    def.fields().into_iter().map(|field| field.ty.clone()).collect()
}

fn files(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn parse_files(list: &[(&str, &str)]) -> Result<Protocol, Vec<String>> {
    let files = files(list);
    parse(list[0].0, |name| files.get(name).cloned().ok_or_else(|| "no such file".to_owned()))
        .map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

#[test]
fn the_schemas_of_the_project() {
    for (name, text, types) in [
        ("arena.rs", include_str!("../../../schemas/arena.rs"), 11),
        ("every_form.rs", include_str!("../../../schemas/every_form.rs"), 48),
    ] {
        let protocol = parse_text(name, text).unwrap_or_else(|errors| panic!("{errors:#?}"));
        assert_eq!(protocol.types.len(), types, "{name}");
        assert!(protocol.warnings.is_empty(), "{:?}", protocol.warnings);
        assert_eq!(protocol, parse_text(name, text).expect("the same again"));
    }
}

#[test]
fn types_are_found_through_uses_aliases_and_modules() {
    let protocol = read(
        "
        use godot_var::math::double;
        use godot_var::{GodotVar, Vector2 as Point};
        use self::inner::{self, Team as Side};
        type Row<T> = Vec<T>;
        const N: usize = { 4 };
        #[derive(GodotVar)]
        struct A<'a> {
            a: Point, b: godot_var::math::double::Vector2, c: double::Vector3, d: Side, e: inner::Team,
            f: Row<Option<Side>>, g: [u8; N], h: &'a str, i: &'a [u8], j: std::borrow::Cow<'a, [u8]>,
            k: std::collections::HashMap<String, Box<A<'a>>>, l: crate::a::inner::deep::Deep,
        }
        mod inner {
            use super::*;
            #[derive(GodotVar)]
            enum Team { Red }
            pub mod deep {
                use super::super::inner::*;
                #[derive(GodotVar)]
                struct Deep { team: Team, point: Point }
            }
        }",
    );
    let point = Type::engine(VariantType::Vector2);
    assert_eq!(
        field_types(&protocol, "A"),
        [
            point.clone(),
            point.clone().doubled(),
            Type::engine(VariantType::Vector3).doubled(),
            Type::Message(1),
            Type::Message(1),
            Type::List(Box::new(Type::Option(Box::new(Type::Message(1))))),
            Type::FixedList(4, Box::new(Type::U8)),
            Type::STRING,
            Type::View(Box::new(Type::U8)),
            Type::View(Box::new(Type::U8)),
            Type::Map(Box::new(Type::STRING), Box::new(Type::Message(0))),
            Type::Message(2),
        ]
    );
    assert_eq!(field_types(&protocol, "Deep"), [Type::Message(1), point]);
    let deep = protocol.get("inner::deep::Deep").expect("by its path");
    assert_eq!(deep.place.to_string(), "a.rs:20:24");
}

#[test]
fn generic_types_stand_for_each_choice_of_arguments() {
    let protocol = read(
        "
        use godot_var::GodotVar;
        #[derive(GodotVar)] struct Page<T, const N: usize> { items: [T; N], next: Option<Box<Self>> }
        #[derive(GodotVar)] struct A { a: Page<u8, 2>, b: Page<u8, 2>, c: Page<Vec<A>, 3> }
        #[derive(GodotVar)] struct Unused<T> { t: T }",
    );
    let names: Vec<&str> = protocol.types.iter().map(|def| def.name.as_str()).collect();
    assert_eq!(names, ["A", "PageU82", "PageAList3"]);
    assert_eq!(
        field_types(&protocol, "PageAList3"),
        [
            Type::FixedList(3, Box::new(Type::List(Box::new(Type::Message(0))))),
            Type::Option(Box::new(Type::Message(2))),
        ]
    );
    assert_eq!(
        protocol.warnings[0].to_string(),
        "a.rs:5:36: `Unused` is generic, and nothing here uses it with types; left out"
    );
}

#[test]
fn modules_in_files_are_read() {
    let protocol = parse_files(&[
        (
            "src/protocol.rs",
            "mod one; pub mod two; #[path = \"other/three.rs\"] mod three; mod inline { mod four; }
             #[derive(GodotVar)] struct A { a: one::B, b: two::C, c: three::D, d: inline::four::E }
             #[cfg(test)] mod tests { broken!(); }",
        ),
        (
            "src/protocol/one.rs",
            "use godot_var::GodotVar; #[derive(GodotVar)] pub struct B(super::two::C);",
        ),
        (
            "src/two/mod.rs",
            "mod five; #[derive(GodotVar)] pub struct C(pub crate::protocol::two::five::F);",
        ),
        ("src/two/five.rs", "#[derive(GodotVar)] pub struct F(u8);"),
        ("src/other/three.rs", "#[derive(GodotVar)] pub struct D(u8);"),
        ("src/protocol/inline/four.rs", "#[derive(GodotVar)] pub struct E(u8);"),
    ])
    .expect("a schema");
    let places: Vec<String> = protocol.types.iter().map(|def| def.place.file.clone()).collect();
    assert_eq!(protocol.types.len(), 6);
    assert!(places.contains(&"src/two/five.rs".to_owned()), "{places:?}");
    assert_eq!(protocol.files.len(), 6);
}

#[test]
fn files_that_are_missing_or_broken_are_said() {
    assert_eq!(
        parse_files(&[("p/a.rs", "mod x;")]).unwrap_err(),
        ["p/a.rs:1:5: the module `x` has no file: `p/a/x.rs` (no such file), \
          `p/a/x/mod.rs` (no such file), `p/x.rs` (no such file), `p/x/mod.rs` (no such file)"]
    );
    let broken = parse_files(&[("mod.rs", "mod x;"), ("x.rs", "struct A {\n    b u8 }")]);
    assert_eq!(broken.unwrap_err(), ["x.rs:2:7: expected `:`"]);
    let twice = parse_files(&[
        ("lib.rs", "mod x; mod y;"),
        ("x.rs", ""),
        ("y.rs", "#[path = \"x.rs\"] mod z;"),
    ]);
    assert_eq!(twice.unwrap_err(), ["y.rs:1:22: `x.rs` is a module twice, or of itself"]);
}

#[test]
fn what_cannot_be_known_is_refused_at_its_place() {
    let head = "use godot_var::*;\n";
    for (text, expected) in [
        (
            "#[derive(GodotVar)] struct A { a: Missing }",
            "2:35: `Missing` is not found in this schema; is a `use` or a `mod` missing?",
        ),
        (
            "#[derive(GodotVar)] struct A { a: nalgebra::Vec3 }",
            "2:35: `nalgebra::Vec3` is not part of this schema; move it here, or encode the field by `with = module`",
        ),
        (
            "#[derive(GodotVar)] struct A { a: glam::Mat2 }",
            "2:35: `glam::Mat2` cannot be sent; write `with = module` with functions that convert the field",
        ),
        (
            "struct B; #[derive(GodotVar)] struct A { a: B }",
            "2:45: `B` (a.rs:2) does not derive `GodotVar`; derive it, or encode the field by `with = module`",
        ),
        (
            "#[derive(GodotVar)] struct A { a: usize }",
            "2:35: `usize` has another width on other machines; use `u32` or `u64`",
        ),
        (
            "#[derive(GodotVar)] struct A { a: std::rc::Weak<u8> }",
            "2:35: `std::rc::Weak` cannot be sent; write `with = module` with functions that convert the field",
        ),
        (
            "#[derive(GodotVar)] struct A { a: my_type!() }",
            "2:35: `my_type!` is not expanded; write the type",
        ),
        (
            "#[derive(GodotVar)] struct A { a: [u8; size_of::<u8>()] }",
            "2:40: the length is neither a number nor a constant of this schema",
        ),
        (
            "#[derive(GodotVar)] struct A<T> { a: T } #[derive(GodotVar)] struct B { a: A }",
            "2:76: this generic type needs all its arguments here; write them",
        ),
        (
            "#[derive(GodotVar)] struct A { a: Vec<B> } #[derive(GodotVar)] struct B { a: Vec<A> }",
            "2:28: `A` contains itself through another type; a type may contain itself only in a field of its own",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(as = \"bool\")] a: u8, b: Option<Option<u8>> }",
            "2:49: unknown wire type `bool`; the types are `String`, `StringName`, `NodePath`, `Array`, `int`, `float`, `float64`",
        ),
        (
            "type A = B; type B = A; #[derive(GodotVar)] struct C { a: A }",
            "2:22: `A` refers to itself",
        ),
        (
            "#[derive(GodotVar)] struct A { a: Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<u8>>>>>>>>>>>>>>>>>>>>>>>>> }",
            "2:131: the type is nested more than 24 levels deep, aliases resolved; give a part of it a name by a struct that derives \
             `GodotVar`",
        ),
        (
            "#[derive(GodotVar)] #[godot_var(tag = \"t\", content = \"c\")] enum A { B(i32) } #[derive(GodotVar)] struct C { #[godot_var(flatten)] a: A }",
            "2:131: `A` cannot be flattened: it has no keys; flatten a struct with named fields or an enum with a `tag` that derives \
             `GodotVar`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these",
        ),
        (
            "#[derive(GodotVar)] struct A(u8); #[derive(GodotVar)] #[godot_var(tag = \"t\")] enum B { C(A) }",
            "2:90: `A` cannot be combined with a tag: it has no keys; name the field: `Chat { text: String }`; or give the content a \
             key of its own: `#[godot_var(tag = \"type\", content = \"data\")]`",
        ),
        (
            "#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum A { B = i32::MAX as isize - 1, C = !0 }",
            "2:88: this discriminant is not known without the compiler, as it calls a function, negates bits, or uses what is not in this \
             schema; write the number",
        ),
        (
            "#[derive(GodotVar)] struct A<T> { a: Option<Box<A<Vec<T>>>> } #[derive(GodotVar)] struct B { a: A<u8> }",
            "2:49: this generic type contains itself with growing arguments",
        ),
        (
            "#[derive(GodotVar)] struct A; mod m { struct A; } mod m {}",
            "2:55: `m` is defined twice here; rename one of them",
        ),
    ] {
        let found = errors(&format!("{head}{text}"));
        assert_eq!(found[0], format!("a.rs:{expected}"), "{text}");
    }
    for (text, at) in [
        ("#[cfg(unix)] #[derive(GodotVar)] struct A { a: u8 }", "1:3"),
        ("#[derive(GodotVar)] struct A { #[cfg(unix)] a: u8 }", "1:34"),
        ("#[derive(GodotVar)] enum A { B, #[cfg(unix)] C }", "1:35"),
        ("#[derive(GodotVar)] enum A { B { #[cfg(unix)] a: u8 } }", "1:36"),
        ("#[cfg(unix)] mod m { }", "1:3"),
        ("#[cfg_attr(unix, derive(GodotVar))] struct A;", "1:3"),
        ("#[derive(GodotVar)] struct A { #[cfg_attr(unix, godot_var(skip))] a: u8 }", "1:34"),
    ] {
        let expected = "a `#[cfg]` decides whether this is part of the schema, which cannot be known here; \
             remove it, or move the optional part to another schema";
        assert_eq!(errors(text), [format!("a.rs:{at}: {expected}")], "{text}");
    }
    let protocol = read("types!(A, B);\n#[derive(godot_var::GodotVar)] struct A;");
    assert_eq!(
        protocol.warnings[0].to_string(),
        "a.rs:1:1: `types!` is not expanded; types that it defines are not known"
    );
}

#[test]
fn all_mistakes_are_reported_in_order() {
    let found = errors(
        "#[derive(GodotVar)] struct A { a: X, b: u8, c: Y }\n#[derive(GodotVar)] struct B(Z);",
    );
    let places: Vec<&str> = found.iter().filter_map(|error| error.split(": ").next()).collect();
    assert_eq!(places, ["a.rs:1:35", "a.rs:1:48", "a.rs:2:30"]);
}

#[test]
fn defaults_are_values_where_they_can_be() {
    let protocol = read(
        "
        use godot_var::*;
        #[derive(GodotVar)]
        struct A {
            #[godot_var(default)] a: i32,
            #[godot_var(default = -2)] b: i32,
            #[godot_var(default = \"x\")] c: String,
            #[godot_var(default = Vector2::new(1.0, -2.5))] d: Vector2,
            #[godot_var(default = Team::Blue)] e: Team,
            #[godot_var(default = now())] f: i64,
            #[godot_var(default = Vec::new())] g: Vec<u8>,
            #[godot_var(default = Some(vec![1, 2]))] h: Option<Vec<i32>>,
            i: i32,
        }
        #[derive(Default, GodotVar)] enum Team { Red, #[default] Blue }
        #[derive(GodotVar)] #[godot_var(default)] struct B { name: String, at: i64 }
        impl Default for B { fn default() -> Self { B { name: String::from(\"b\"), at: now() } } }",
    );
    let defaults = |name: &str| -> Vec<FieldDefault> {
        let def = protocol.get(name).expect("a type");
        def.fields().into_iter().map(|field| field.default.clone()).collect()
    };
    assert_eq!(
        defaults("A"),
        [
            FieldDefault::Type,
            FieldDefault::Value(Value::Int(-2)),
            FieldDefault::Value(Value::Text("x".into())),
            FieldDefault::Value(Value::Structure(
                "Vector2".into(),
                vec![Value::Float(1.0), Value::Float(-2.5)]
            )),
            FieldDefault::Value(Value::Member(1, "Blue".into())),
            FieldDefault::Code("now()".into()),
            FieldDefault::Type,
            FieldDefault::Value(Value::Some(Box::new(Value::List(vec![
                Value::Int(1),
                Value::Int(2)
            ])))),
            FieldDefault::Required,
        ]
    );
    assert_eq!(
        defaults("B"),
        [FieldDefault::Value(Value::Text("b".into())), FieldDefault::Code("now()".into())]
    );
    let team = protocol.get("Team").expect("a type");
    assert_eq!(team.default, TypeDefault::Derived);
    let Body::Enumeration(enumeration) = &team.body else { panic!("no enum") };
    assert_eq!(enumeration.default.as_deref(), Some("Blue"));
}

#[test]
fn documentation_and_names_are_kept() {
    let protocol = read(
        "//! The whole.\n//!\n//! More.\n\
         /// A type.\n#[derive(GodotVar)]\n#[godot_var(gdscript = \"Other\")]\n\
         struct A { /** A field,\n * in two lines. */ #[godot_var(gdscript = \"b_\")] b: u8 }\n\
         #[derive(GodotVar)] enum B { /// A member.\n #[godot_var(gdscript = \"D\")] C }",
    );
    assert_eq!(protocol.docs, ["The whole.", "", "More."]);
    let a = protocol.get("A").expect("a type");
    assert_eq!(
        (&a.docs[..], a.gdscript.as_ref().map(|(name, _)| name.as_str())),
        (&["A type.".to_owned()][..], Some("Other"))
    );
    let field = a.fields()[0].clone();
    assert_eq!(field.docs, ["A field,", "in two lines."]);
    assert_eq!(field.gdscript.expect("a name").0, "b_");
    let Body::Enumeration(b) = &protocol.get("B").expect("a type").body else { panic!("no enum") };
    assert_eq!(b.members[0].docs, ["A member."]);
    assert_eq!(b.members[0].gdscript.as_ref().expect("a name").0, "D");
}

#[test]
fn a_glob_brings_the_modules_of_the_crate() {
    let protocol = read(
        "use godot_var::*;
        #[derive(GodotVar)]
        struct M { a: math::Quaternion, b: math::double::Vector2, c: values::Variant, d: Vec<math::Vector4i> }",
    );
    let same = read(
        "use godot_var::{GodotVar, math, math::double, values::Variant};
        #[derive(GodotVar)]
        struct M { a: math::Quaternion, b: double::Vector2, c: Variant, d: Vec<math::Vector4i> }",
    );
    assert_eq!(field_types(&protocol, "M"), field_types(&same, "M"));
    let found = errors("use godot_var::*; #[derive(GodotVar)] struct M { a: maths::Quaternion }");
    assert!(found[0].contains("`maths::Quaternion` is not part of this schema"), "{found:?}");
}

#[test]
fn a_hostile_schema_ends_in_time() {
    let mut text = String::from(
        "mod a { use super::*; use super::b::*; }\nmod b { use super::*; use super::a::*; }\n",
    );
    text.push_str("use a::*; use b::*; #[derive(GodotVar)] struct A { x: Missing }");
    assert_eq!(errors(&text).len(), 1);
    let deep =
        format!("#[derive(GodotVar)] struct A {{ x: {}u8{} }}", "Vec<".repeat(30), ">".repeat(30));
    assert_eq!(errors(&deep).len(), 1);

    // Globs of modules that all import each other lead to a name in 11^8 ways.
    let modules = (0..12).map(|n| {
        let globs =
            (0..12).filter(|other| *other != n).map(|n| format!("pub use super::m{n}::*; "));
        format!("mod m{n} {{ {} }}\n", globs.collect::<String>())
    });
    let globs = format!(
        "{}use m0::*; #[derive(GodotVar)] struct A {{ x: Missing }}",
        modules.collect::<String>()
    );
    assert_eq!(errors(&globs).len(), 1);

    // Each name has the next one twice.
    let doubled = |first: &str, last: &str| {
        let each = (0..20).map(|n| {
            let next = format!("A{}", n + 1);
            format!("{}\n", first.replace('$', &format!("A{n}")).replace('%', &next))
        });
        each.chain([last.to_owned()]).collect::<String>()
    };
    let consts = doubled("const $: usize = % + %;", "const A20: usize = 1;");
    let protocol =
        read(&format!("{consts}#[derive(GodotVar)] struct S {{ x: [u8; A0], y: [u8; A1] }}"));
    let [Type::FixedList(first, _), Type::FixedList(second, _)] = &field_types(&protocol, "S")[..]
    else {
        panic!("two lists");
    };
    assert_eq!((*first, *second), (1 << 20, 1 << 19));
    for aliases in [
        doubled("type $ = (%, %);", "type A20 = u8;"),
        format!("type D<T> = (T, T); type A0 = {}u8{};", "D<".repeat(11), ">".repeat(11))
            .replace("(T, T)", "(T, T, T, T)"),
    ] {
        let found = errors(&format!("{aliases}#[derive(GodotVar)] struct S {{ x: A0 }}"));
        assert!(found[0].contains("more than 262144 parts"), "{found:?}");
    }
    let few = doubled("type $ = (%, u8);", "type A20 = u8;").replace("type A0 ", "type B ");
    assert!(parse_text("a.rs", &format!("{few}#[derive(GodotVar)] struct S {{ x: A12 }}")).is_ok());
}

#[test]
fn layouts_that_nobody_could_look_at_are_refused() {
    let types = |derive: &str, len: usize, fields: usize| {
        let types = (0..len).map(|n| {
            let fields = (0..fields).map(|field| {
                let ty = if n + 1 < len { format!("T{}", n + 1) } else { "u8".to_owned() };
                format!("f{field}: {ty}, ")
            });
            format!("#[derive({derive})] struct T{n} {{ {} }}\n", fields.collect::<String>())
        });
        format!("use godot_var::*;\n{}", types.collect::<String>())
    };
    let message = "`T0` holds too many types inside each other";
    for (len, fields) in [(9, 8), (200, 1)] {
        let errors = parse_text("a.rs", &types("GodotVar", len, fields)).expect_err("too many");
        assert!(errors[0].message.contains(message), "{}", errors[0]);
        let errors =
            flat::parse_text("a.rs", &types("GodotFlat", len, fields)).expect_err("too many");
        assert!(errors[0].message.contains(message), "{}", errors[0]);
    }
    assert!(parse_text("a.rs", &types("GodotVar", 100, 1)).is_ok());
    assert!(parse_text("a.rs", &types("GodotVar", 8, 6)).is_ok());
}
