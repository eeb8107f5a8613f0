//! Compares fingerprints of source text with those of compiled types.

use std::collections::HashMap;

use godot_var::flat::layout_fingerprint as flat_fingerprint;
use godot_var::layout::{Describe, layout_fingerprint};
use godot_var::{EncodeVariant, Godot3, Godot4, GodotFlat, GodotVar};
use godot_var_codegen::docs::Sizes;
use godot_var_codegen::language::Language;
use godot_var_codegen::language::csharp::{self, CSharp};
use godot_var_codegen::language::typescript::TypeScript;
use godot_var_codegen::protocol::{self, Protocol, parse_text};
use godot_var_codegen::schema::{self, Accepted, Schema};
use godot_var_codegen::{flat, gdscript, lock, wireshark};
use godot_var_runtime::variant::Generation;

use crate::schemas::{arena, every_form};

#[allow(dead_code, reason = "only layouts are looked at")]
mod files;
#[allow(dead_code, reason = "only layouts are looked at")]
mod mixed;
#[path = "../../../schemas/multiplayer.rs"]
#[allow(dead_code, missing_docs, unreachable_pub, reason = "only layouts are looked at")]
mod multiplayer;

mod more {
    //! Forms that only Godot 4 has, and custom functions.
    #![allow(clippy::trivially_copy_pass_by_ref, reason = "so are the functions of attributes")]

    use std::collections::BTreeMap;

    use godot_var::GodotVar;
    use godot_var::math::{Projection, Vector2i, Vector4};
    use godot_var::values::{Callable, ObjectId, Rid, Signal};

    #[derive(GodotVar)]
    #[allow(dead_code, reason = "only its layout is looked at")]
    pub(crate) struct Newer<'a> {
        cell: Vector2i,
        wide: Vector4,
        projection: Projection,
        owner: ObjectId,
        rid: Rid,
        call: Callable,
        signal: Signal,
        #[godot_var(typed)]
        rounds: Vec<i64>,
        #[godot_var(typed)]
        points: Option<BTreeMap<String, i64>>,
        #[godot_var(encode_with = seconds::encode, decode_with = seconds::decode)]
        at: u64,
        #[godot_var(as = "Array")]
        fixed: [i32; 2],
        #[godot_var(borrow)]
        bytes: &'a [u8],
        node: Option<Box<Node<Vec<Newer<'a>>>>>,
    }

    #[derive(GodotVar)]
    #[allow(dead_code, reason = "only its layout is looked at")]
    pub(crate) struct Node<T> {
        content: T,
        next: Option<Box<Self>>,
    }

    mod seconds {
        use godot_var::{
            DecodeError, DecodeVariant, Dialect, EncodeError, EncodeVariant, Output, Reader,
        };

        #[expect(
            clippy::trivially_copy_pass_by_ref,
            reason = "called with a reference to the field"
        )]
        pub(super) fn encode<D: Dialect, O: Output>(
            ms: &u64,
            out: &mut O,
        ) -> Result<(), EncodeError> {
            EncodeVariant::<D>::encode(ms, out)
        }

        pub(super) fn decode<D: Dialect>(reader: &mut Reader<'_>) -> Result<u64, DecodeError> {
            <u64 as DecodeVariant<'_, D>>::decode(reader)
        }
    }
}

fn read(name: &str, text: &str) -> Protocol {
    parse_text(name, text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn check<D, T>(protocol: &Protocol, name: &str, seen: &mut usize)
where
    D: godot_var::Dialect,
    T: EncodeVariant<D> + EncodeVariant<Godot4>,
{
    let index = protocol.types.iter().position(|def| def.name == name).expect("this type");
    // A type that keeps its `max_size` at compile time also keeps it in a schema.
    let most = Sizes::longest(protocol).message(index).most;
    if let Some(bytes) = <T as EncodeVariant<Godot4>>::FACTS.max_bytes() {
        assert!(most.is_some_and(|most| most <= bytes as u64), "{name}: {most:?}, {bytes}");
    }
    let computed = format!("{:016x}", protocol.fingerprint(index));
    assert_eq!(computed, layout_fingerprint::<T>(), "{name}: {}", <T as Describe>::LAYOUT);
    *seen += 1;
}

/// Checks every type of a schema, so that a new one is not forgotten.
macro_rules! check_all {
    ($protocol:expr, $dialect:ty, $module:ident: $($name:ident),* $(; $text:literal: $type:ty)*) => {
        let (protocol, mut seen) = (&$protocol, 0);
        $(check::<$dialect, $module::$name>(protocol, stringify!($name), &mut seen);)*
        $(check::<$dialect, $type>(protocol, $text, &mut seen);)*
        assert_eq!(seen, protocol.types.len());
    };
}

#[test]
fn of_the_arena() {
    let protocol = read("arena.rs", include_str!("../../../schemas/arena.rs"));
    check_all!(
        protocol, Godot3, arena: PlayerState, Team, Hello, Greeting, Join, Chat, Snapshot, Welcome, Bye,
        ClientMessage, ServerMessage
    );
}

#[test]
fn of_every_form() {
    let protocol = read("every_form.rs", include_str!("../../../schemas/every_form.rs"));
    check_all!(
        protocol, Godot3, every_form: Numbers, Texts, Structures, Lists, Maps, Place, Anything,
        Names, Closed, Defaults, OneWay, Config, Waypoint, Row, Only, EntityId, Words, Ping, Team, Mood,
        Weapon, Paint, External, Internal, Adjacent, Untagged, Message, Entity, Extra, Tree, Pages,
        Timer, Choices, Habits, Key, Handle, Happening, What, Remark, Hero,
        HeroDelta, Heroes;
        "EventPlace": every_form::Event<every_form::Place>;
        "Moment": every_form::inner::Moment;
        "BookPlace": every_form::Book<every_form::Place>;
        "BookPlaceDelta": every_form::BookDelta<every_form::Place>;
        "PagePlace1": every_form::Page<every_form::Place, 1>;
        "PageI322": every_form::Page<i32, 2>
    );
}

#[test]
fn of_what_is_newer() {
    let text = include_str!("fingerprint.rs");
    let from = text.find("mod more {").expect("the module");
    let until = text.find("fn read(").expect("what follows");
    let protocol = read("more.rs", &text[from..until]);
    let mut seen = 0;
    check::<Godot4, more::Newer<'_>>(&protocol, "Newer", &mut seen);
}

#[test]
fn the_whole_changes_with_any_part() {
    let text = include_str!("../../../schemas/arena.rs");
    let before = read("arena.rs", text);
    assert_eq!(before.fingerprint_of_all(), read("b.rs", text).fingerprint_of_all());
    let after = read("arena.rs", &text.replace("pub health: i32", "pub health: i64"));
    assert_ne!(before.fingerprint_of_all(), after.fingerprint_of_all());
}

/// The fingerprint of a protocol, compiled, is that of the text and of the scripts for these engines.
fn check_whole(root: &str, compiled: &str, engines: &[gdscript::Engine]) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let read = |file: &str| std::fs::read_to_string(file).map_err(|error| error.to_string());
    let protocol = protocol::parse(&format!("{folder}{root}"), read);
    let protocol = protocol.unwrap_or_else(|errors| panic!("{root}: {errors:#?}"));
    assert_eq!(format!("{:016x}", protocol.fingerprint_of_all()), compiled, "{root}");
    for engine in engines {
        let script = gdscript::generate(&protocol, &gdscript::Options::new(*engine));
        let script = script.unwrap_or_else(|errors| panic!("{root}: {errors:#?}"));
        let line =
            script.lines().find(|line| line.starts_with("const LAYOUT")).expect("a constant");
        assert!(line.ends_with(&format!(" = \"{compiled}\"")), "{root}: {line}");
    }
}

#[test]
fn the_compiled_whole_is_that_of_the_scripts() {
    let both = &[gdscript::Engine::Godot3, gdscript::Engine::Godot4];
    check_whole("../schemas/arena.rs", arena::LAYOUT, both);
    check_whole("../schemas/every_form.rs", every_form::LAYOUT, both);
    check_whole("../schemas/multiplayer.rs", multiplayer::LAYOUT, &both[1..]);
    check_whole("tests/codegen/fingerprint/files.rs", files::LAYOUT, both);
    // No client can be made of it: it has what GDScript cannot send.
    check_whole("../schemas/every_row.rs", crate::every_row::rows::LAYOUT, &[]);
}

/// The text of [`mixed`], read as the program reads it.
fn both(text: &str) -> (Protocol, flat::Schema) {
    let both = flat::parse_both("mixed.rs", |_| Ok(text.to_owned()));
    both.unwrap_or_else(|errors| panic!("{errors:#?}"))
}

#[test]
fn the_whole_covers_both_kinds_in_every_output() {
    let text = include_str!("fingerprint/mixed.rs");
    let (protocol, flat) = both(text);
    let whole = |protocol: &Protocol| format!("{:016x}", protocol.fingerprint_of_all());
    assert_eq!(whole(&protocol), mixed::LAYOUT);
    assert_eq!(whole(&read("mixed.rs", text)), mixed::LAYOUT);
    assert_eq!(format!("{:016x}", flat.fingerprint_of_all()), mixed::FLAT_LAYOUT);
    let locked = lock::write_all(&protocol, &flat).expect("a lock");
    assert_eq!(whole(&lock::parse("mixed.lock", &locked).expect("a lock")), mixed::LAYOUT);

    let accepted = Some(Accepted::of((&protocol, &flat), []));
    let schema = Schema { accepted, ..Schema::new(&protocol, &flat) };
    let [gdscript3, gdscript4] =
        [gdscript::Engine::Godot3, gdscript::Engine::Godot4].map(gdscript::Options::new);
    let csharp = CSharp::new(csharp::Engine::None);
    let typescript = TypeScript { generation: Generation::Godot4 };
    let languages: [(&dyn Language, _); 4] = [
        (&gdscript3, ["const LAYOUT", "const FLAT_LAYOUT"]),
        (&gdscript4, ["const LAYOUT", "const FLAT_LAYOUT"]),
        (&csharp, ["string Layout", "string FlatLayout"]),
        (&typescript, ["const LAYOUT", "const FLAT_LAYOUT"]),
    ];
    for (language, constants) in languages {
        let file = language.generate(&schema, "mixed").unwrap_or_else(|it| panic!("{it:#?}"));
        for (constant, layout) in constants.into_iter().zip([mixed::LAYOUT, mixed::FLAT_LAYOUT]) {
            let line = file.lines().find(|line| line.contains(constant)).expect("a constant");
            assert!(line.contains(layout), "{}: {line}", language.title());
            // It is also accepted.
            assert_eq!(file.matches(layout).count(), 2, "{}: {layout}", language.title());
        }
    }
    let json = schema::json(&schema).expect("JSON");
    for part in [("layout", mixed::LAYOUT), ("flat_layout", mixed::FLAT_LAYOUT)] {
        assert!(json.contains(&format!("\"{}\": \"{}\"", part.0, part.1)), "{json}");
    }
    let layout = Some(protocol.fingerprint_of_all());
    let options = wireshark::Options { layout, ..wireshark::Options::new("mixed") };
    let of_variants = wireshark::generate(&protocol, &options).expect("a dissector");
    let of_flat = wireshark::generate_flat(&flat, &options).expect("a dissector");
    for dissector in [of_variants, of_flat] {
        assert!(dissector.contains(&format!("[\"{}\"] = true", mixed::LAYOUT)), "{dissector}");
    }
}

/// Each kind, the order of the kinds, the packets of a world.
#[test]
fn the_whole_changes_with_each_kind() {
    let text = include_str!("fingerprint/mixed.rs");
    let whole = |text: &str| both(text).0.fingerprint_of_all();
    let changes = [
        ("text: String", "text: i64"),
        ("score: u32", "#[flat(varint)]\n    score: u32"),
        ("bits = 4", "bits = 5"),
        ("height: f32", "height: f64"),
        ("#[snapshot(input = ())]\n", ""),
    ];
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        assert_ne!(whole(text), whole(&text.replace(old, new)), "{old}");
    }
    let moved =
        text.replace("#[derive(GodotVar)]\nstruct Chat", "#[derive(GodotFlat)]\nstruct Chat");
    assert_ne!(whole(text), whole(&moved));
}

#[test]
fn the_whole_of_a_module_is_refused() {
    let text = "mod inner { #[derive(GodotVar)] pub struct A { a: i32 } \
                pub const LAYOUT: &str = godot_var::protocol_fingerprint!(); }";
    let errors = parse_text("a.rs", text).expect_err("a mistake");
    assert_eq!(
        errors[0].to_string(),
        "a.rs:1:57: `protocol_fingerprint!` covers only this module here; write it in `a.rs`"
    );
}

/// A type in a chain: it holds the next one, and itself or one that is around it.
#[derive(Clone, Copy)]
struct Link {
    /// Whether it is a newtype, of the next one or, at the end of the chain, of the other one.
    is_newtype: bool,
    next: Option<Holder>,
    other: (Holder, usize),
}

/// How a type holds another one: its name and what stands around its name.
type Holder = (&'static str, &'static str);

const HOLDERS: [Holder; 3] =
    [("Vec<", ">"), ("Option<Box<", ">>"), ("std::collections::BTreeMap<String, ", ">")];

impl Link {
    /// All links at this position of a chain.
    fn all(position: usize, is_last: bool) -> Vec<Self> {
        let nexts: &[Option<Holder>] = if is_last { &[None] } else { &HOLDERS.map(Some) };
        let mut links = Vec::new();
        for next in nexts {
            for to in 0..=position {
                for holder in HOLDERS {
                    let is_newtype = position > 0;
                    for is_newtype in [false, is_newtype] {
                        links.push(Self { is_newtype, next: *next, other: (holder, to) });
                    }
                }
            }
        }
        links
    }

    /// What it holds: how, and the position of the type.
    fn held(self, position: usize) -> Vec<(Holder, usize)> {
        let next = self.next.map(|next| (next, position + 1));
        let other = (next.is_none() || !self.is_newtype).then_some(self.other);
        next.into_iter().chain(other).collect()
    }

    fn item(self, position: usize, derive: &str) -> String {
        let is_flat = derive == "GodotFlat";
        // Flat messages name the types around them. Others have the one around them as a parameter.
        let name = |to: usize| match (is_flat, position, to) {
            (true, ..) | (_, 0, 0) => format!("T{to}"),
            (_, 0, _) => "T1<T0>".to_owned(),
            (_, _, 0) => "A".to_owned(),
            _ => "T1<A>".to_owned(),
        };
        let types = self
            .held(position)
            .into_iter()
            .map(|((open, close), to)| format!("{open}{}{close}", name(to)));
        let types = types.collect::<Vec<_>>();
        let own = name(position);
        let around =
            (0..position).map(|around| format!("T{around}")).collect::<Vec<_>>().join(", ");
        let around = match (is_flat, position) {
            (false, _) | (_, 0) => String::new(),
            _ => format!("#[flat(recursive({around}))] "),
        };
        if self.is_newtype {
            return format!("#[derive({derive})] {around}pub struct {own}(pub {});\n", types[0]);
        }
        let fields = types.iter().enumerate().map(|(at, ty)| format!("pub f{at}: {ty}, "));
        let fields = fields.collect::<String>();
        // The length tells flat messages apart, the name others.
        let mark = format!("pub k{position}: [u8; {}]", position + 1);
        format!("#[derive({derive})] {around}pub struct {own} {{ {mark}, {fields}}}\n")
    }
}

/// What the bytes of a type show, so many levels deep.
fn unrolled(chain: &[Link], position: usize, levels: usize, out: &mut String) {
    let Some(levels) = levels.checked_sub(1) else { return };
    let link = chain[position];
    let mark = if link.is_newtype { String::new() } else { position.to_string() };
    out.push_str(&mark);
    for ((open, _), to) in link.held(position) {
        out.push_str(open);
        unrolled(chain, to, levels, out);
        out.push('>');
    }
    out.push_str(&mark);
}

/// Types with one fingerprint have the same bytes, however they contain themselves and each other.
#[test]
fn types_inside_each_other_are_told_apart() {
    let variant = |schema: &str| {
        let protocol = parse_text("schema.rs", schema).ok()?;
        let index = protocol.types.iter().position(|def| def.name == "T0")?;
        Some(protocol.fingerprint(index))
    };
    let flat = |schema: &str| {
        let schema = flat::parse_text("schema.rs", schema).ok()?;
        let index = schema.types.iter().position(|def| def.name == "T0")?;
        Some(schema.fingerprint(index))
    };
    let chains = |lengths: usize| {
        let mut chains = vec![Vec::new()];
        for position in 0..lengths {
            let links = Link::all(position, position + 1 == lengths);
            chains = chains
                .iter()
                .flat_map(|chain| links.iter().map(|link| [&chain[..], &[*link]].concat()))
                .collect();
        }
        chains
    };
    for (derive, length, fingerprint) in
        [("GodotVar", 2, &variant as &dyn Fn(&str) -> Option<u64>), ("GodotFlat", 3, &flat)]
    {
        let mut known: HashMap<u64, (String, String)> = HashMap::new();
        for chain in chains(length) {
            // A flat newtype is a struct, whose name is not in the bytes.
            if length == 3 && chain.iter().any(|link| link.is_newtype) {
                continue;
            }
            let items = chain.iter().enumerate().map(|(at, link)| link.item(at, derive));
            let schema = items.collect::<String>();
            // Not both an option and what is in it can be Nil.
            let Some(fingerprint) = fingerprint(&schema) else { continue };
            let mut layout = String::new();
            unrolled(&chain, 0, 9, &mut layout);
            let (other, former) =
                known.entry(fingerprint).or_insert_with(|| (layout.clone(), schema.clone()));
            assert!(*other == layout, "one fingerprint for\n{former}and\n{schema}");
        }
        assert!(known.len() > 60, "{derive}: {}", known.len());
    }
}

/// Compiled types whose inner types contain the outer one or themselves, through a parameter and the attribute `recursive`.
#[test]
fn compiled_types_inside_each_other_are_told_apart() {
    #[derive(GodotVar, GodotFlat)]
    struct Link<T> {
        next: Option<Box<T>>,
    }
    #[derive(GodotVar)]
    struct Outer {
        link: Link<Outer>,
    }
    #[derive(GodotVar, GodotFlat)]
    struct Chain {
        next: Option<Box<Chain>>,
    }
    #[derive(GodotVar, GodotFlat)]
    struct Holder {
        link: Chain,
    }
    #[derive(GodotFlat)]
    struct Room {
        link: Door,
    }
    #[derive(GodotFlat)]
    #[flat(recursive(Room))]
    struct Door {
        next: Option<Box<Room>>,
    }
    let [outer, holder] = [layout_fingerprint::<Outer>(), layout_fingerprint::<Holder>()];
    assert_ne!(outer, holder);
    assert_ne!(flat_fingerprint::<Room>(), flat_fingerprint::<Holder>());
    let source = "#[derive(GodotVar)] struct Link<T> { next: Option<Box<T>> } #[derive(GodotVar)] struct Outer { link: Link<Outer> }
        #[derive(GodotVar)] struct Chain { next: Option<Box<Chain>> } #[derive(GodotVar)] struct Holder { link: Chain }";
    let protocol = parse_text("schema.rs", source).expect("a schema");
    for (name, compiled) in [("Outer", outer), ("Holder", holder)] {
        let index = protocol.types.iter().position(|def| def.name == name).expect("it");
        assert_eq!(format!("{:016x}", protocol.fingerprint(index)), compiled);
    }
    let source = "#[derive(GodotFlat)] struct Room { link: Door } #[derive(GodotFlat)] #[flat(recursive(Room))] struct Door { next: Option<Box<Room>> }";
    let schema = flat::parse_text("schema.rs", source).expect("a schema");
    assert_eq!(format!("{:016x}", schema.fingerprint(0)), flat_fingerprint::<Room>());
}
