//! Which types of arguments and properties travel between a real engine and this library: what the engine passes is converted on either side.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_types.gd`.

use std::collections::BTreeMap;

use godot_var::Vector2;
use godot_var::multiplayer::{
    Config, Event, GodotRpc, GodotSync, MultiplayerSynchronizer, Node, Target,
};

use crate::needs::{self, GODOT4, Godot};
use crate::one_client::{CLIENT, OneClient};

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

needs::tests! {
    in GODOT4: values_have_the_types_of_the_script;
}
