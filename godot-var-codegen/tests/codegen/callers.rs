//! What `check` reports to users of generated files: the names that the files have.

use godot_var_codegen::evolve::{self, Callers};
use godot_var_codegen::flat;
use godot_var_codegen::gdscript;
use godot_var_codegen::language::csharp::{CSharp, Engine};
use godot_var_codegen::language::typescript::TypeScript;
use godot_var_codegen::language::{Language, Named};
use godot_var_codegen::lock;
use godot_var_codegen::schema::Schema;
use godot_var_runtime::variant::Generation;

const ARENA: &str = include_str!("../../../schemas/arena.rs");
const EVERY_FORM: &str = include_str!("../../../schemas/every_form.rs");
const EVERY_FLAT: &str = include_str!("../../../schemas/every_flat.rs");

fn languages() -> [Box<dyn Language>; 3] {
    [
        Box::new(gdscript::Options::new(gdscript::Engine::Godot4)),
        Box::new(CSharp::new(Engine::Godot)),
        Box::new(TypeScript { generation: Generation::Godot4 }),
    ]
}

/// The findings with what users have to change, of a schema and of its lock.
fn changes(old: &str, new: &str) -> Vec<(String, Vec<String>)> {
    let side = |text: &str| {
        let text = format!("use godot_var::*;\n{text}");
        evolve::parse("a.rs", |_| Ok(text.clone())).unwrap_or_else(|errors| panic!("{errors:#?}"))
    };
    let (before, after) = (side(old), side(new));
    let locked = lock::write_all(&before.protocol, &before.flat).expect("a lock");
    let locked = evolve::parse("a.lock", |_| Ok(locked.clone())).expect("a lock");
    let languages = languages();
    let languages: Vec<&dyn Language> = languages.iter().map(AsRef::as_ref).collect();
    let of = |before: &evolve::Side| {
        let mut found = evolve::check_all(before, &after);
        evolve::add_callers(&mut found, (before, &after), &languages);
        let shown = found.into_iter().map(|finding| {
            let text = |it: &Callers| format!("{}: {}", it.language, it.change);
            (finding.subject, finding.callers.iter().map(text).collect())
        });
        shown.collect::<Vec<_>>()
    };
    let found = of(&before);
    assert_eq!(found, of(&locked), "a lock has the names, too");
    found
}

fn only(old: &str, new: &str) -> Vec<String> {
    let mut found = changes(old, new);
    found.retain(|(_, callers)| !callers.is_empty());
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).1
}

#[test]
fn a_field_has_the_names_of_each_language() {
    let old = "#[derive(GodotVar)] struct Chat { #[godot_var(rename = \"at\")] sent_at: i32 }";
    assert_eq!(
        only(old, &old.replace("sent_at: i32", "said_at: i32")),
        [
            "GDScript: `Chat.sent_at` is now `Chat.said_at`",
            "C#: `Chat.SentAt` is now `Chat.SaidAt`",
            "TypeScript: `Chat.sentAt` is now `Chat.saidAt`",
        ]
    );
    // In GDScript every int is an `int`.
    assert_eq!(
        only(old, &old.replace("i32", "i64")),
        [
            "C#: `Chat.SentAt` has the type `long` instead of `int`",
            "TypeScript: `Chat.sentAt` has the type `bigint` instead of `number`",
        ]
    );
    let both = old.replace("sent_at: i32", "sent_at: i32, #[godot_var(default)] loud: bool");
    assert_eq!(
        only(old, &both),
        [
            "GDScript: `Chat.loud`, of the type `bool`, is new, also as an argument of `Chat.create`",
            "C#: `Chat.Loud`, of the type `bool`, is new",
            "TypeScript: `Chat.loud`, of the type `boolean`, is new",
        ]
    );
}

#[test]
fn names_that_the_schema_sets_and_names_that_are_taken() {
    // `Score.score` cannot be `Score.Score` in C#.
    let old = "#[derive(GodotVar)] struct Score { #[godot_var(rename = \"s\")] points: i32 }";
    assert_eq!(
        only(old, &old.replace("points", "score"))[1],
        "C#: `Score.Points` is now `Score.Score_`"
    );
    let named = old.replace("rename = \"s\"", "rename = \"s\", csharp = \"Sum\"");
    assert_eq!(
        changes(old, &named),
        [("Score.points".to_owned(), vec!["C#: `Score.Points` is now `Score.Sum`".to_owned()])]
    );
    let named = old.replace("rename = \"s\"", "rename = \"s\", typescript = \"sum\"");
    assert_eq!(
        changes(old, &named),
        [(
            "Score.points".to_owned(),
            vec!["TypeScript: `Score.points` is now `Score.sum`".to_owned()]
        )]
    );
}

#[test]
fn a_field_of_a_variant_is_an_argument() {
    let old = "#[derive(GodotVar)] #[godot_var(array, id)] enum Event { #[godot_var(id = 1)] Wave { text: String } }";
    let new = old.replace("String }", "String, #[godot_var(default)] times: u8 }");
    let added = "GDScript: `EventWave.times`, of the type `int`, is new, also as an argument of `Event.create_wave`";
    assert_eq!(only(old, &new)[0], added);
    let gone = "GDScript: `EventWave.times` is gone, also as an argument of `Event.create_wave`";
    assert_eq!(only(&new, old)[0], gone);
}

#[test]
fn types_with_their_functions_and_variants() {
    let old = "#[derive(GodotVar, GodotFlat)] struct Hit { at: i64 }";
    assert_eq!(
        only(old, &old.replace("Hit", "Shot")),
        [
            "GDScript: `Hit` is now `Shot`",
            "C#: `Hit` is now `Shot`",
            "TypeScript: `Hit`, `encodeHit`, `decodeHit`, `encodeHitFlat` and `decodeHitFlat` are now \
             `Shot`, `encodeShot`, `decodeShot`, `encodeShotFlat` and `decodeShotFlat`",
        ]
    );
    let old = "#[derive(GodotVar)] #[godot_var(array, id)] enum Event { #[godot_var(id = 1)] Go(u8), #[godot_var(id = 2)] End }";
    assert_eq!(
        only(old, &old.replace("Go(", "Walk(")),
        [
            "GDScript: `Event.Kind.GO` is now `Event.Kind.WALK`",
            "C#: `Event.Go` is now `Event.Walk`",
            "TypeScript: `{ kind: 'Go' }` is now `{ kind: 'Walk' }`",
        ]
    );
    let old = "#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum Team { NearBy = 0, Far = 1 }";
    assert_eq!(
        only(old, &old.replace("NearBy", "Near")),
        [
            "GDScript: `Team.NEAR_BY` is now `Team.NEAR`",
            "C#: `Team.NearBy` is now `Team.Near`",
            "TypeScript: `Team.NearBy` is now `Team.Near`",
        ]
    );
}

#[test]
fn a_world_has_states_and_inputs_with_deltas() {
    let old = "use godot_var::snapshot::SnapshotState;
        #[derive(Clone, PartialEq, GodotFlat, SnapshotState)] #[flat(delta)] struct Player { health: u8 }
        #[derive(Clone, PartialEq, GodotFlat, SnapshotState)] #[snapshot(input = Steer)] enum Thing { #[flat(id = 1)] Player(Player) }
        #[derive(Clone, PartialEq, GodotFlat, SnapshotState)] #[flat(delta)] struct Steer { turn: i8 }";
    let told = |new: &str| {
        let callers = changes(old, new).into_iter().map(|(subject, callers)| {
            let callers =
                callers.iter().filter_map(|it| it.strip_prefix("C#: ").map(str::to_owned));
            (subject, callers.collect::<Vec<_>>())
        });
        callers.filter(|(_, callers)| !callers.is_empty()).collect::<Vec<_>>()
    };
    let one = |subject: &str, caller: &str| (subject.to_owned(), vec![caller.to_owned()]);
    assert_eq!(
        told(&old.replace("health: u8", "health: u8, armor: u8")),
        [
            one("Player.armor", "`Player.Armor`, of the type `byte`, is new"),
            one("PlayerDelta.armor", "`PlayerDelta.Armor`, of the type `byte`, is new"),
        ]
    );
    assert_eq!(
        told(&old.replace("Player(Player)", "Player(Player), #[flat(id = 2)] Flag")),
        [
            one("Thing::Flag", "`Thing.Flag` is new"),
            one("ThingDelta::Flag", "`ThingDelta.Flag` is new"),
        ]
    );
    assert_eq!(
        told(&old.replace("turn: i8", "wheel: i8")),
        [
            one("Steer.turn", "`Steer.Turn` is now `Steer.Wheel`"),
            one("SteerDelta.turn", "`SteerDelta.Turn` is now `SteerDelta.Wheel`"),
        ]
    );
    let renamed = told(&old.replace("Thing", "Entity"));
    for (subject, caller) in [
        ("Thing", "`Thing` is now `Entity`"),
        ("ThingDelta", "`ThingDelta` is now `EntityDelta`"),
        ("snapshot::SnapshotThing", "`SnapshotThing` is now `SnapshotEntity`"),
    ] {
        assert!(renamed.contains(&one(subject, caller)), "{renamed:#?}");
    }
}

/// How a file declares a name.
fn declarations(language: &str, named: &Named) -> Vec<String> {
    let ty = named.ty.as_deref().unwrap_or_default();
    let last = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    let declared = |name: &String| match (language, named.field, named.member) {
        // The type of what a variant holds is that of the argument of its `create_…`.
        ("gdscript", Some(_), Some(_)) if last(name) == "value" => format!("(content: {ty}"),
        ("gdscript", Some(_), _) => format!("var {}: {ty}", last(name)),
        ("gdscript", None, Some(_)) => last(name),
        ("csharp", Some(_), _) => format!("public {ty} {}", last(name)),
        ("csharp", None, Some(_)) => last(name),
        // An element of a tuple has its place among the types.
        ("typescript", Some(_), None) if name.ends_with(']') => ty.to_owned(),
        ("typescript", Some(_), None) => last(name),
        ("typescript", Some(_), Some(_)) => {
            name.trim_matches(['{', '}', ' ']).split("; ").next().expect("a part").to_owned()
        }
        ("typescript", None, Some(_)) if !name.starts_with('{') => format!("{}: ", last(name)),
        ("typescript", None, Some(_)) => name.trim_matches(['{', '}', ' ']).to_owned(),
        _ => format!(" {name}"),
    };
    named.names.iter().map(declared).collect()
}

#[test]
fn files_declare_the_names() {
    for (stem, text) in [("arena", ARENA), ("every_form", EVERY_FORM), ("every_flat", EVERY_FLAT)] {
        let (variants, flat) = flat::parse_both("a.rs", |_| Ok(text.to_owned())).expect("a schema");
        let schema = Schema::new(&variants, &flat);
        for language in languages() {
            let file =
                language.generate(&schema, stem).unwrap_or_else(|errors| panic!("{errors:#?}"));
            // In a class that has another one of the same name, types have their namespace.
            let namespace =
                format!("global::{}.", language.file_name(stem).trim_end_matches(".cs"));
            let file = file.replace(&namespace, "");
            let all = language.named(&schema);
            assert!(all.len() > schema.types.len() * 2, "{stem}: {}", all.len());
            for named in &all {
                for declared in declarations(language.name(), named) {
                    assert!(
                        file.contains(&declared),
                        "{} {stem}: {declared:?} {named:?}",
                        language.name()
                    );
                }
            }
        }
    }
}
