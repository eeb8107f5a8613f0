//! What belongs to a connection and not to its peer id, in a session without sockets.

use std::iter;
use std::ops::Range;
use std::time::Duration;

use godot_var_multiplayer::{Config, Event, Incoming, MultiplayerSpawner, NewNode, Session};
use godot_var_runtime::seats::{SeatError, Token};

const NOW: Duration = Duration::ZERO;

#[test]
fn a_new_connection_with_the_same_id_gets_no_event_of_the_old_one() {
    let mut session = Session::new(Config::default());
    let spawner = MultiplayerSpawner::new("Main").with_scenes(&["a"]);
    let spawner = session.add_spawner("Spawner", spawner).expect("a path");
    // The spawner is the first node, so its number is 1.
    let confirm = [2, 1, 1, 0, 0, 0];
    session.connect(7, NOW);
    let node = session.spawn(spawner, NewNode::scene(0, "a")).expect("a number");
    for _ in 0..3 {
        assert_eq!(session.receive(Incoming::new(7, &confirm), NOW), None);
        assert!(session.is_spawned(7, node));
        session.disconnect(7);
        session.connect(7, NOW);
    }
    assert_eq!(session.receive(Incoming::new(7, &confirm), NOW), None);
    let events: Vec<_> = iter::from_fn(|| session.poll(NOW)).collect();
    assert_eq!(events, [Event::SpawnedAt { peer: 7, node }]);
}

/// The node that is announced to each of them stays, and nothing of them stays with it.
#[test]
fn nothing_is_left_of_peers_that_have_left() {
    let mut session = Session::new(Config::default());
    let spawner = MultiplayerSpawner::new("Main").with_scenes(&["a"]);
    let spawner = session.add_spawner("Spawner", spawner).expect("a path");
    session.spawn(spawner, NewNode::scene(0, "a")).expect("a number");
    let mut play = |ids: Range<i32>| {
        for id in ids {
            session.connect(id, NOW);
            session.disconnect(id);
            session.drain(|_| ());
        }
    };
    play(2..10);
    let used = allocation_counter::measure(|| play(10..1000));
    assert!(used.bytes_current <= 256, "{}", used.bytes_current);
}

#[test]
fn no_seat_is_kept_for_the_id_of_somebody_who_is_there() {
    let mut session = Session::new(Config::default());
    session.connect(7, NOW);
    let token = || Token::random([1; 16]);
    assert_eq!(session.add_away_seat(7, token()), Err(SeatError::ConnectionTaken));
    assert_eq!(session.add_away_seat(8, token()), Ok(()));
    // Nor can the id of a player who is away be had by somebody else.
    assert!(matches!(session.connect(8, NOW), Some(Event::Refused { peer: 8, .. })));
    assert_eq!(session.away().collect::<Vec<_>>(), [8]);
}
