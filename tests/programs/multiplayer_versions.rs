//! A session and real clients of two versions, whose scripts have different RPCs.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_versions.gd`.

use godot_var::multiplayer::{CallError, Config, Event, GodotRpc, Node, OlderRpcs, Target};

use crate::needs::{self, GODOT4, Godot};
use crate::one_client::{CLIENT, OneClient};

/// `Old` has all but `alert`, whose name moves the ids of the others.
#[derive(Debug, PartialEq, GodotRpc)]
enum Chat {
    Alert {
        text: String,
    },
    #[rpc(any_peer)]
    Say {
        text: String,
    },
    Topic {
        text: String,
    },
}

const OLDER: &[OlderRpcs] = &[OlderRpcs::of::<Chat>(&["say", "topic"])];

/// Plays until the client has thanked for the topic. Returns what it said and what the engine printed.
fn play(godot: &Godot, mode: &str, config: Config, knows_version: bool) -> (Vec<String>, String) {
    let mut chat = None;
    let mut client = OneClient::start(godot, "multiplayer_versions.gd", &[mode], config, |it| {
        chat = it.add_node("Chat", Node::of::<Chat>()).ok();
    });
    let chat = chat.expect("a path");
    if knows_version {
        client.session.set_older(CLIENT, OLDER);
    }
    let is_old = mode != "new";
    let mut said = Vec::new();
    let mut is_told = false;
    while said.last().is_none_or(|text| text != "thanks") {
        if !is_told && (mode == "waits" || !said.is_empty()) {
            is_told = true;
            let alert = Chat::Alert { text: "rain".into() };
            match client.session.call(Target::Peer(CLIENT), chat, &alert) {
                Err(CallError::Older(left_out)) if is_old => assert_eq!(left_out.method, "alert"),
                sent => assert!(!is_old && sent.is_ok(), "{sent:?}"),
            }
            // Among all peers, the old one is left out.
            let left_out = client.session.call(Target::All, chat, &alert).expect("sent").len();
            assert_eq!(left_out, usize::from(is_old));
            let topic = Chat::Topic { text: "weather".into() };
            client.session.call(Target::Peer(CLIENT), chat, &topic).expect("sent");
        }
        client.turn(|_, event| match event {
            Event::Call(call) => match call.decode::<Chat>() {
                Ok(Chat::Say { text }) => said.push(text),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        });
    }
    let log = client.finish(|_, event| panic!("{event:?}"));
    (said, log)
}

/// Both versions call the present server, and are called by it, by the numbers that they know. The engine reports no error.
fn two_versions_play_on_one_server(godot: &Godot) {
    let config = Config::default().with_older(OLDER);
    for (mode, knows_version, heard) in
        [("old", false, "hi"), ("waits", true, ""), ("new", false, "hi")]
    {
        let (said, log) = play(godot, mode, config, knows_version);
        let expected: Vec<_> =
            [heard, "thanks"].into_iter().filter(|text| !text.is_empty()).collect();
        assert_eq!(said, expected);
        assert!(log.contains("topic weather") && !log.contains("ERROR"), "{log}");
        assert_eq!(log.matches("alert rain").count(), if mode == "new" { 2 } else { 0 }, "{log}");
    }
}

needs::tests! {
    in GODOT4: two_versions_play_on_one_server;
}
