//! Calls of nodes that a session does not have, because the client's paths begin at another node.

use std::sync::Arc;

use godot_var::multiplayer::{
    AnswerError, CallError, Config, Event, LeftOut, Node, Numbered, Refusal, ReplicationError,
    Session,
};

use super::session::{NOW, receive, refusal, unknown_path};

/// A session with nodes at these paths, and a peer 7.
fn session(paths: &[&str]) -> Session {
    let mut session = Session::new(Config::default());
    for path in paths {
        session.add_node(path, Node::new()).expect("a path of its own");
    }
    assert_eq!(session.connect(7, NOW), Some(Event::Connected(7)));
    session
}

/// Calls the first method of a node by its path.
fn called(session: &mut Session, path: &str) -> Refusal {
    let bytes = [&[0xa0, 6, 0, 0, 0x80, 0], path.as_bytes(), b"\0"].concat();
    refusal(receive(session, 7, &bytes))
}

#[test]
fn a_path_from_another_root_names_the_node_that_is_meant() {
    let mut session = session(&[".", "Menu", "Combo/Main", "Combo/Main/Box/Game", "Chat\u{7}"]);
    for (path, own) in [("Box/Game", "Combo/Main/Box/Game"), ("Level/Combo/Main", "Combo/Main")] {
        let refused = called(&mut session, path);
        let similar = Some(own.into());
        assert_eq!(refused, Refusal::UnknownPath { path: path.into(), similar });
        assert_eq!(
            refused.to_string(),
            format!(
                "no node has the path {path}, and here is {own}: paths begin at `/root`, or at the path that a script of the project \
                 gives to `set_multiplayer`"
            )
        );
    }
    // A part of a name, and another node below the same one.
    for path in ["ox/Game", "ame", "Combo/Main/Box/Chat", "Box"] {
        assert_eq!(called(&mut session, path), unknown_path(path));
    }
    // A peer cannot write a line of its own into a log.
    let refused = called(&mut session, "Main\n/Chat\u{7}").to_string();
    assert!(
        refused.starts_with("no node has the path Main\\n/Chat\\u{7}, and here is Chat\\u{7}: ")
    );
}

/// Errors have paths and texts that peers have sent.
#[test]
fn no_path_of_a_peer_writes_a_line_or_sends_a_command() {
    let known: Arc<str> = "A\n7: joined\u{1b}[2J".into();
    let (kind, found) = (Numbered::Path, "B\u{202e}\u{85}\u{feff}é".into());
    let texts = [
        Refusal::NameTaken(known.clone()).to_string(),
        CallError::OtherMethods { node: known.clone(), expected: "", found: "" }.to_string(),
        ReplicationError::OtherKind(known.clone()).to_string(),
        LeftOut { peer: 7, node: known.clone(), method: "say" }.to_string(),
        AnswerError::Peer(known.to_string()).to_string(),
        Refusal::DuplicateId { kind, id: 1, known, found }.to_string(),
    ];
    for text in &texts {
        assert!(text.contains("A\\n7: joined\\u{1b}[2J"), "{text:?}");
    }
    assert!(texts[5].ends_with("B\\u{202e}\\u{85}\\u{feff}é"), "{:?}", texts[5]);
}

/// Each unknown path costs the same, whatever the game has.
#[test]
fn a_search_ends_after_the_first_nodes() {
    let paths: Vec<_> = (0..300).map(|number| format!("Rocks/Rock{number}")).collect();
    let mut session = session(&paths.iter().map(|path| &**path).collect::<Vec<_>>());
    let similar = |refused: Refusal| match refused {
        Refusal::UnknownPath { similar, .. } => similar.map(|own| own.to_string()),
        other => panic!("{other}"),
    };
    assert_eq!(similar(called(&mut session, "Rock255")).as_deref(), Some("Rocks/Rock255"));
    assert_eq!(similar(called(&mut session, "Rock256")), None);
}
