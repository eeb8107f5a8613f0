//! The examples `multiplayer`, `bevy` and `multiplayer_godot3`: with their own bots, and with the ordinary Godot projects that they are the servers of.

use std::time::Duration;

use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{Outgoing, SERVER, TransferMode};
use godot_var::{Godot4, ToVariantBytes};

use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch};
use crate::programs::example::{Server, run};

const PROJECT: &str = "examples/multiplayer-client-godot4";
const PROJECT_GODOT3: &str = "examples/multiplayer-client-godot3";

fn bots_play_over_both_transports() {
    bots_play_at("multiplayer");
}

fn bots_play_with_bevy() {
    bots_play_at("bevy");
}

fn bots_play_at(example: &str) {
    let printed = run(example, &[]);
    for said in [
        "a stranger is sent away: true",
        "Ann and Bob see each other: true",
        "Ann has walked over the spikes, and Bob sees her health: Some(90)",
        "Ann hears Bob: take care",
        "Bob sees on the map: 2",
        "Ann marks a place, and Bob sees the mark: 1",
        "who comes later sees the door open: true",
        "OK",
    ] {
        assert!(printed.lines().any(|line| line == said), "no {said:?} in\n{printed}");
    }
    assert_nothing_refused(&printed);
}

/// A server prints what it refuses after an arrow.
fn assert_nothing_refused(printed: &str) {
    let refused =
        printed.lines().find(|line| line.contains(" -> ") && !line.contains(" -> closed"));
    assert_eq!(refused, None, "{printed}");
}

/// Joins as a player without waiting for anything.
fn join_at_once(server: &Server, name: &str) -> Client {
    let url = format!("ws://{}", server.address);
    let mut client =
        Client::connect(&url, NetConfig::default(), Duration::from_secs(20)).expect("a server");
    let name = name.to_variant_bytes::<Godot4>().expect("a text");
    let path = 0x8000_0000 | (7 + name.len() as u32);
    let join = [&[0x20], &path.to_le_bytes()[..], &[0, 1], &name, b"Main\0"].concat();
    for bytes in [b"\x07\0open sesame", &b"\x07\0"[..], &join] {
        let (mode, channel) = (TransferMode::Reliable, 0);
        client.send(Outgoing { peer: SERVER, bytes, mode, channel });
    }
    client
}

fn a_peer_that_joins_and_goes_at_once_leaves_no_player() {
    for example in ["multiplayer", "bevy"] {
        let server = Server::start(example, &[]);
        for _ in 0..8 {
            join_at_once(&server, "Ghost").close();
        }
        let mut last = join_at_once(&server, "Last");
        last.wait(Duration::from_millis(10)).expect("sent");
        server.wait_for(" plays as \"Last\"");
        let printed = server.stop();
        let count = |part| printed.matches(part).count();
        assert_eq!(count(" plays as "), count(" has gone") + 1, "{example}: {printed}");
    }
}

fn bots_of_godot3_play_over_both_transports() {
    let printed = run("multiplayer_godot3", &[]);
    for said in [
        "Ann and Bob see each other: true",
        "Ann has walked over the spikes, and Bob sees her health: 90",
        "Ann hears Bob: take care",
        "Bob hears Ann whispers: thanks",
        "Bob sees that Ann is orange",
        "who comes later sees the door open: true",
        "OK",
    ] {
        assert!(printed.lines().any(|line| line == said), "no {said:?} in\n{printed}");
    }
    assert_nothing_refused(&printed);
}

/// Returns the output of a client that plays by itself.
fn demo(godot: &Godot, project: &str, url: &str, name: &str) -> String {
    let scratch = Scratch::in_engine(godot, &format!("multiplayer-game-{name}"));
    let mut game = Engine::start_game(godot, scratch, project, &[url, name, "demo"]);
    let printed = game.finish_in_place();
    let lines = printed.lines().skip_while(|line| !line.starts_with(name));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn the_project_plays_over_both_transports(godot: &Godot) {
    the_project_plays_at("multiplayer", godot, [("ws", "Ann"), ("enet", "Bob")]);
}

fn the_project_plays_with_bevy(godot: &Godot) {
    the_project_plays_at("bevy", godot, [("ws", "Gus"), ("enet", "Hal")]);
}

/// `clients` have the scheme of a URL and a name of their own.
fn the_project_plays_at(example: &str, godot: &Godot, clients: [(&str, &str); 2]) {
    let server = Server::start(example, &[]);
    for (scheme, name) in clients {
        assert_eq!(
            demo(godot, PROJECT, &format!("{scheme}://{}", server.address), name),
            format!(
                "\
{name} is at 0 with 100
{name} is hurt by 10
health 90, moved true
{name}: hello
marked on the map: true
the door is open
OK
"
            )
        );
    }
    let printed = server.stop();
    let plays = clients.map(|(_, name)| format!("plays as \"{name}\"\n"));
    for said in plays.iter().map(String::as_str).chain(["opens the door\n", "has gone\n"]) {
        assert!(printed.contains(said), "no {said:?} in\n{printed}");
    }
    assert_nothing_refused(&printed);
}

/// Two games at once over `ENet`: each client sends its own input, and the server sends it to the other.
fn two_projects_see_each_other(godot: &Godot) {
    two_projects_at("multiplayer", godot, ["Cem", "Dora"]);
}

fn two_projects_see_each_other_with_bevy(godot: &Godot) {
    two_projects_at("bevy", godot, ["Ida", "Jan"]);
}

fn two_projects_at(example: &str, godot: &Godot, [one, other]: [&str; 2]) {
    let server = Server::start(example, &[]);
    let url = format!("enet://{}", server.address);
    let games = [(one, other), (other, one)].map(|(name, friend)| {
        let scratch = Scratch::in_engine(godot, &format!("multiplayer-two-{name}"));
        let game = Engine::start_game(godot, scratch, PROJECT, &[&url, name, "demo", friend]);
        (game, name, friend)
    });
    for (mut game, name, friend) in games {
        let printed = game.finish_in_place();
        let walks = format!("{friend} walks\n");
        let both =
            [format!("{name}: I see you, {friend}\n"), format!("{friend}: I see you, {name}\n")];
        for said in both.iter().chain([&walks]) {
            assert!(printed.contains(said), "no {said:?} in\n{printed}");
        }
        assert!(printed.ends_with("OK\n"), "{printed}");
    }
    assert_nothing_refused(&server.stop());
}

fn the_project_of_godot3_plays_over_both_transports(godot: &Godot) {
    let server = Server::start("multiplayer_godot3", &[]);
    for (scheme, name) in [("ws", "Ann"), ("enet", "Bob")] {
        assert_eq!(
            demo(godot, PROJECT_GODOT3, &format!("{scheme}://{}", server.address), name),
            format!(
                "\
{name} is at 0 with 100
{name} is hurt by 10
health 90, moved True
{name}: hello
{name} is orange
the door is open
OK
"
            )
        );
    }
    let printed = server.stop();
    for said in ["plays as \"Ann\"\n", "plays as \"Bob\"\n", "opens the door\n", "has gone\n"] {
        assert!(printed.contains(said), "no {said:?} in\n{printed}");
    }
    assert_nothing_refused(&printed);
}

/// Two games at once, one over each transport: each sees the other player walk, and whispers to it through the server.
fn two_projects_of_godot3_whisper(godot: &Godot) {
    let server = Server::start("multiplayer_godot3", &[]);
    let games = [("Cem", "Dora", "ws"), ("Dora", "Cem", "enet")].map(|(name, friend, scheme)| {
        let scratch = Scratch::in_engine(godot, &format!("multiplayer-whisper-{name}"));
        let url = format!("{scheme}://{}", server.address);
        let arguments = [&*url, name, "demo", friend];
        (Engine::start_game(godot, scratch, PROJECT_GODOT3, &arguments), name, friend)
    });
    for (mut game, name, friend) in games {
        let printed = game.finish_in_place();
        for said in [
            format!("{friend} walks\n"),
            format!("{friend} whispers: I see you, {name}\n"),
            format!("{friend}: bye\n"),
        ] {
            assert!(printed.contains(&said), "no {said:?} in\n{printed}");
        }
        assert!(printed.ends_with("OK\n"), "{printed}");
    }
    assert_nothing_refused(&server.stop());
}

needs::tests! {
    in GODOT4: the_project_plays_over_both_transports, the_project_plays_with_bevy, two_projects_see_each_other,
        two_projects_see_each_other_with_bevy;
    in GODOT3 GODOT36: the_project_of_godot3_plays_over_both_transports, two_projects_of_godot3_whisper;
    needs nothing: bots_play_over_both_transports, bots_play_with_bevy, bots_of_godot3_play_over_both_transports,
        a_peer_that_joins_and_goes_at_once_leaves_no_player;
}
