//! Tests of the messages and of the rules. `tests/play.rs` plays with real clients.

use std::time::Duration;

use godot_var::snapshot::{Event, SnapshotClient, SnapshotConfig};
use godot_var::{ToFlatBytes, Vector2};

use crate::game::{Game, MAX_PLAYERS, TICKS_PER_SECOND, walk};
use crate::protocol::{Hello, LAYOUT, Player, Steer, Thing};

/// The length of a text, then the text. Clients of every version send them.
#[test]
fn hello_has_these_bytes() {
    let (layout, name) = ("0123456789abcdef".to_owned(), "Ann".to_owned());
    let bytes = Hello { layout, name }.to_flat_bytes().unwrap();
    assert_eq!(bytes, b"\x100123456789abcdef\x03Ann");
}

#[test]
fn players_walk_inside_the_field() {
    let mut at = Vector2::new(480.0, 270.0);
    for _ in 0..100 {
        let before = at.x;
        // As far as a client may want it, and further.
        at = walk(at, Vector2::new(1e9, 0.0));
        assert!(at.x - before < 12.0);
    }
    assert!((at.x - 942.0).abs() < 0.01, "{at:?}");
    assert_eq!(walk(at, Vector2::new(f32::NAN, 0.0)), at);
}

#[test]
fn another_protocol_is_refused() {
    let game = Game::new(0).unwrap();
    assert_eq!(game.refusal(LAYOUT), "");
    let refused = game.refusal("0123456789abcdef");
    assert!(
        refused.ends_with("…, client 0123…: update the game"),
        "{refused}"
    );
}

#[test]
fn a_client_joins_once_and_no_more_than_the_maximum_play() {
    let mut game = Game::new(0).unwrap();
    let mut join = |peer| game.join(peer, "Ann".to_owned(), Duration::ZERO);
    join(2).unwrap();
    assert!(join(2).is_err());
    let joined = (3..200).filter(|peer| join(*peer).is_ok()).count();
    assert_eq!(joined + 1, MAX_PLAYERS);
    game.leave(2);
    game.join(2, "Ann".to_owned(), Duration::ZERO).unwrap();
}

/// Half of the packets and of the messages are lost.
#[test]
fn a_client_sees_its_player_walk() {
    const PEER: i32 = 2;
    let mut game = Game::new(0).unwrap();
    game.join(PEER, "Ann".to_owned(), Duration::ZERO).unwrap();
    let mut client: SnapshotClient<Thing> =
        SnapshotClient::new(SnapshotConfig::new(TICKS_PER_SECOND));
    let mut spawned = Vec::new();
    for tick in 0..60 {
        let now = Duration::from_millis(50) * tick;
        let is_lost = tick % 2 == 1;
        // It walks until it is in front of the wall.
        let direction = Vector2::new(if tick < 30 { 1.0 } else { 0.0 }, 0.0);
        let message = client.send(&Steer { direction }, now).unwrap();
        if !is_lost {
            game.receive(PEER, &message, now).unwrap();
        }
        game.tick(now).unwrap();
        game.drain(|packet| {
            if !is_lost {
                client.receive(packet.bytes, now).unwrap();
            }
        });
        while let Some(event) = client.poll(now) {
            if let Event::Spawned { key } = event {
                spawned.push(key);
            }
        }
    }
    let own = spawned
        .into_iter()
        .find_map(|key| match client.latest(key) {
            Some((_, Thing::Player(player))) => Some(player.clone()),
            _ => None,
        });
    let Some(Player { peer, place, .. }) = own else {
        panic!("a player")
    };
    assert_eq!(peer, PEER);
    // 30 inputs, 30 steps.
    assert!((place.x - (480.0 + 30.0 * 11.0)).abs() < 0.1, "{place:?}");
}
