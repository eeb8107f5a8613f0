//! Which types of arguments and properties travel between a real engine and this library: what the engine passes is converted on either side.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_types.gd`.

use std::collections::BTreeMap;

use std::fmt::Write as _;

use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i,
    Vector3i, Vector4, Vector4i,
};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, GodotSync, MultiplayerSynchronizer, Node, Target,
};
use godot_var::values::{NodePath, Rid, StringName};
use godot_var::{Color, Godot4, GodotVar, ToVariantBytes, Vector2, Vector3};
use godot_var_codegen::protocol;
use godot_var_project as project;

use crate::needs::{self, GODOT4, Godot};
use crate::one_client::{CLIENT, OneClient};
use crate::programs::engine::{Engine, Scratch};

/// The RPCs of `multiplayer_types_node.gd`.
#[derive(Clone, Debug, PartialEq, GodotRpc)]
enum Types {
    #[rpc(any_peer)]
    Take(u8, f64, bool, String, Vector2, Vec<f32>),
    Give(#[rpc(typed)] Vec<i16>, #[rpc(typed)] BTreeMap<String, i64>, Vec<i64>),
    /// Written as an Array without a type, which `Array[int]` refuses.
    Loose(Vec<i16>),
}

/// Its synchronizer.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Properties {
    #[sync(on_change, typed)]
    numbers: Vec<i64>,
    #[sync(on_change, typed)]
    scores: BTreeMap<String, i64>,
    #[sync(on_change)]
    untyped: Vec<i64>,
}

fn values_have_the_types_of_the_script(godot: &Godot) {
    let mut client =
        OneClient::start(godot, "multiplayer_types.gd", &[], Config::default(), |_| {});
    let node = client.session.add_node("Types", Node::of::<Types>()).expect("a path");
    let (mut calls, mut errors) = (Vec::new(), Vec::new());
    while calls.len() + errors.len() < 3 {
        client.turn(|_, event| match event {
            Event::Call(call) => match call.decode::<Types>() {
                Ok(call) => calls.push(call),
                Err(error) => errors.push(error.to_string()),
            },
            other => panic!("{other:?}"),
        });
    }
    let place = Vector2::new(3.0, 4.0);
    let expected = [
        Types::Take(1, 5.0, true, "../Main:x".into(), place, vec![1.0, 2.0]),
        Types::Take(7, 1.0, true, "name".into(), place, vec![0.5, 2.0]),
    ];
    assert_eq!(calls, expected);
    let error = "arg0: expected int, found float 2.5";
    assert!(errors[0].contains(error), "{errors:?}");

    let scores = BTreeMap::from([("a".to_owned(), 1)]);
    let give = Types::Give(vec![5, 6], scores.clone(), vec![7]);
    for call in [give, Types::Loose(vec![5])] {
        client.session.call(Target::Peer(CLIENT), node, &call).expect("a call");
    }
    let state = Properties { numbers: vec![5, 6], scores, untyped: vec![5, 6] };
    let state = MultiplayerSynchronizer::new(&state).expect("a state");
    client.session.add_synchronizer("Types/Sync", state).expect("a path");
    let printed = client.finish(|_, event| panic!("{event:?}"));
    assert!(printed.contains("give [5, 6] { \"a\": 1 } [7]\n"), "{printed}");
    let refused = "RPC - 'Node(multiplayer_types_node.gd)::loose': Cannot convert argument 1 from Array to Array";
    assert!(printed.contains(refused), "{printed}");
    assert!(!printed.contains("loose ["), "{printed}");
    let synchronized = "numbers [5, 6] scores { \"a\": 1 } untyped [1]\n";
    assert!(printed.contains(synchronized), "{printed}");
}

/// The types of variables and parameters.
const DECLARED: [&str; 40] = [
    "Variant",
    "bool",
    "int",
    "float",
    "String",
    "StringName",
    "NodePath",
    "Vector2",
    "Vector2i",
    "Rect2",
    "Rect2i",
    "Vector3",
    "Vector3i",
    "Transform2D",
    "Vector4",
    "Vector4i",
    "Plane",
    "Quaternion",
    "AABB",
    "Basis",
    "Transform3D",
    "Projection",
    "Color",
    "RID",
    "Dictionary",
    "Array",
    "PackedByteArray",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedColorArray",
    "PackedVector4Array",
    "Array[int]",
    "Array[String]",
    "Dictionary[String, int]",
    "E",
];

const USES: &str = "
    use godot_var::math::*;
    use godot_var::values::*;
    use godot_var::*;
    use std::collections::BTreeMap;
";

/// Fields of Rust, each with its attribute and one of its values, none of which is a default of the engine.
fn fields() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    macro_rules! bytes {
        ($type:ty, $value:ident) => {
            $value.to_variant_bytes::<Godot4>().expect("encoded")
        };
        (typed $type:ty, $value:ident) => {{
            #[derive(GodotVar)]
            #[godot_var(transparent)]
            struct Typed(#[godot_var(typed)] $type);
            Typed($value).to_variant_bytes::<Godot4>().expect("encoded")
        }};
    }
    macro_rules! fields {
        ($($(@$attribute:ident)? $type:ty = $value:expr;)*) => {
            vec![$((
                concat!($(stringify!($attribute))?),
                stringify!($type),
                {
                    let value: $type = $value;
                    bytes!($($attribute)? $type, value)
                },
            )),*]
        };
    }
    let one = Vector3::new(1.0, 2.0, 3.0);
    let turned = Basis::new(
        Vector3::new(0.0, 1.0, 0.0),
        Vector3::new(-1.0, 0.0, 0.0),
        Vector3::new(0.0, 0.0, 1.0),
    );
    let four = Vector4::new(1.0, 2.0, 3.0, 4.0);
    let red = Color::rgb(1.0, 0.0, 0.0);
    fields! {
        bool = true;
        i8 = 1;
        u32 = 1;
        f32 = 1.0;
        f64 = 1.0;
        Option<i64> = None;
        Option<String> = None;
        String = "red".to_owned();
        StringName = StringName::from("red");
        NodePath = NodePath::parse("red");
        Vector2 = Vector2::new(1.0, 2.0);
        Vector2i = Vector2i::new(1, 2);
        Rect2 = Rect2::new(Vector2::ONE, Vector2::ONE);
        Rect2i = Rect2i::new(Vector2i::new(1, 2), Vector2i::new(1, 2));
        Vector3 = one;
        Vector3i = Vector3i::new(1, 2, 3);
        Transform2D = Transform2D::new(Vector2::ONE, Vector2::ONE, Vector2::ONE);
        Vector4 = four;
        Vector4i = Vector4i::new(1, 2, 3, 4);
        Plane = Plane::new(one, 1.0);
        Quaternion = Quaternion::new(0.0, 0.0, 0.6, 0.8);
        Aabb = Aabb::new(one, one);
        Basis = turned;
        Transform3D = Transform3D::new(turned, one);
        Projection = Projection::new(four, four, four, four);
        Color = red;
        Rid = Rid(1);
        Vec<u8> = vec![1, 2];
        Vec<i32> = vec![1, 2];
        Vec<i64> = vec![1, 2];
        Vec<f32> = vec![1.0, 2.0];
        Vec<f64> = vec![1.0, 2.0];
        Vec<String> = vec!["red".to_owned()];
        Vec<Vector2> = vec![Vector2::ONE];
        Vec<Vector3> = vec![one];
        Vec<Color> = vec![red];
        Vec<Vector4> = vec![four];
        Vec<i16> = vec![1, 2];
        (i64, String) = (1, "red".to_owned());
        BTreeMap<String, i64> = BTreeMap::from([("a".to_owned(), 1)]);
        @typed Vec<u8> = vec![1, 2];
        @typed Vec<i64> = vec![1, 2];
        @typed Vec<String> = vec!["red".to_owned()];
        @typed Vec<StringName> = vec![StringName::from("red")];
        @typed BTreeMap<String, i64> = BTreeMap::from([("a".to_owned(), 1)]);
        @typed BTreeMap<String, String> = BTreeMap::from([("a".to_owned(), "b".to_owned())]);
    }
}

/// Whatever a property or argument refuses, `check` reports, for each pair of types.
fn check_reports_what_the_engine_refuses(godot: &Godot) {
    let scratch = Scratch::in_engine(godot, "multiplayer-refused");
    let (mut script, mut config) = ("extends Node\nenum E { A, B }\n".to_owned(), String::new());
    for (at, ty) in DECLARED.iter().enumerate() {
        let value = if *ty == "Variant" { " = \"\"" } else { "" };
        let _ = writeln!(script, "var p{at}: {ty}{value}");
        let _ = writeln!(script, "@rpc func f{at}(_value: {ty}) -> void: is_called = true");
        let _ = writeln!(config, "properties/{at}/path = NodePath(\".:p{at}\")");
    }
    script.push_str("var is_called := false\n");
    std::fs::write(scratch.path("node.gd"), &script).expect("written");
    let fields = fields();
    let values: String = fields.iter().map(|(.., bytes)| hex::encode(bytes) + "\n").collect();
    std::fs::write(scratch.path("values.txt"), values).expect("written");
    let folder = scratch.path("").to_str().expect("UTF-8").to_owned();
    let count = DECLARED.len().to_string();
    let printed =
        Engine::start_in(godot, scratch, "multiplayer_refused.gd", &[&folder, &count]).wait();
    let taken: Vec<Vec<&str>> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("taken "))
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!(taken.len(), DECLARED.len(), "{printed}");

    let scene = format!(
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://node.gd\" id=\"1\"]\n\
         [sub_resource type=\"SceneReplicationConfig\" id=\"2\"]\n{config}\
         [node name=\"Node\" type=\"Node\"]\nscript = ExtResource(\"1\")\n\
         [node name=\"Sync\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n\
         replication_config = SubResource(\"2\")\n"
    );
    let files = ["project.godot", "node.gd", "node.tscn"].map(str::to_owned);
    let read = |path: &str| {
        Ok(match path {
            "node.gd" => script.clone(),
            "node.tscn" => scene.clone(),
            _ => "[application]\nrun/main_scene=\"res://node.tscn\"\n".to_owned(),
        })
    };
    let (mut wrong, mut refused, mut told) = (Vec::new(), 0, 0);
    for (number, (attribute, ty, _)) in fields.iter().enumerate() {
        let mut schema = String::from(USES);
        schema.push_str("#[derive(GodotSync)] struct Sync {");
        for at in 0..DECLARED.len() {
            let _ = write!(schema, " #[sync({attribute})] p{at}: {ty},");
        }
        schema.push_str("}\n#[derive(GodotRpc)] enum Call {");
        for at in 0..DECLARED.len() {
            let _ = write!(schema, " F{at}(#[rpc({attribute})] {ty}),");
        }
        schema.push('}');
        let protocol = protocol::parse_text("schema.rs", &schema).expect("a schema");
        let found = project::check(&project::Options::new(&files), read, &[protocol]);
        let found = found.expect("a project").differences;
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        for (at, declared) in DECLARED.iter().enumerate() {
            let names = [format!("`.:p{at}` ("), format!("of `f{at}` (")];
            for (name, taken) in names.iter().zip(taken[at][number].chars()) {
                let mut report = found.iter().filter(|line| line.contains(name));
                let says = report.next().map_or("", |line| line);
                let is_refusal = says.contains(", which refuses ");
                if (taken == '0' && says.is_empty()) || (taken == '1' && is_refusal) {
                    wrong.push(format!("{declared} {name} {attribute} {ty}: {taken} {says}"));
                }
                refused += usize::from(taken == '0');
                told += usize::from(is_refusal);
            }
        }
    }
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong.join("\n"));
    assert!(refused > 3000 && told > 30, "{refused} {told}");
}

needs::tests! {
    in GODOT4: values_have_the_types_of_the_script, check_reports_what_the_engine_refuses;
}
