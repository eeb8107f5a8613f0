//! What a client shows.

use std::time::Duration;

use godot_var::Vector3;
use godot_var::snapshot::{Event, SnapshotConfig};

use crate::game::{Game, Player, Thing};

/// A game at 20 ticks a second that has shown an entity at rest.
fn resting() -> Game {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(0.0)).expect("a state");
    for _ in 0..80 {
        game.run();
    }
    assert_eq!(game.client.delay(), Duration::from_millis(75));
    game
}

/// What is shown so many milliseconds after the last tick.
fn seen(game: &Game, milliseconds: u64) -> Player {
    let at = game.now() + Duration::from_millis(milliseconds);
    match game.client.sample(5, at) {
        Some(Thing::Player(player)) => player,
        other => panic!("{other:?}"),
    }
}

fn set(game: &mut Game, change: impl FnOnce(&mut Player)) {
    let mut player = match game.client.latest(5) {
        Some((_, Thing::Player(player))) => player.clone(),
        other => panic!("{other:?}"),
    };
    change(&mut player);
    game.server.set(5, &Thing::Player(player)).expect("a state");
    game.run();
}

#[test]
fn what_is_shown_is_between_two_states() {
    let mut game = resting();
    for x in [4.0, 8.0] {
        set(&mut game, |player| player.pos.x = x);
    }
    // 75 ms ago was the middle between the states of 100 and 50 ms ago, of which the older is a rest.
    assert!((seen(&game, 25).pos.x - 4.0).abs() < 1e-4);
    assert!((seen(&game, 50).pos.x - 6.0).abs() < 1e-4);
    assert!((seen(&game, 75).pos.x - 8.0).abs() < 1e-4);
    // Then it waits.
    assert_eq!(seen(&game, 900).pos.x, 8.0);
}

#[test]
fn after_a_rest_it_moves_for_a_few_ticks_alone() {
    let mut game = resting();
    set(&mut game, |player| player.pos.x = 8.0);
    // The last state is 80 ticks old, but it moves in the last 8: 400 ms before the new one.
    assert!((seen(&game, 75).pos.x - 8.0).abs() < 1e-4);
    let before = seen(&game, 0).pos.x;
    assert!((before - 8.0 * 325.0 / 400.0).abs() < 1e-3, "{before}");
}

#[test]
fn angles_go_the_shorter_way_and_other_fields_step() {
    let mut game = resting();
    set(&mut game, |player| player.yaw = 6.1);
    set(&mut game, |player| (player.yaw, player.health, player.grounded) = (0.2, 50, false));
    let between = seen(&game, 50);
    // 6.1, then 6.48, which is 0.2.
    assert!((between.yaw - 6.29).abs() < 0.01, "{}", between.yaw);
    assert_eq!((between.health, between.grounded), (100, true));
    assert_eq!((seen(&game, 75).health, seen(&game, 75).grounded), (50, false));
}

#[test]
fn a_teleport_is_a_jump() {
    let mut game = resting();
    set(&mut game, |player| player.pos.x = 4.0);
    set(&mut game, |player| player.pos.x = 20.0);
    assert_eq!(seen(&game, 70).pos.x, 4.0);
    assert_eq!(seen(&game, 75).pos.x, 20.0);
}

#[test]
fn a_state_goes_on_by_what_it_contains_for_a_while() {
    let mut game = resting();
    set(&mut game, |player| player.vel = Vector3::new(4.0, 0.0, 0.0));
    assert_eq!(seen(&game, 75).pos.x, 0.0);
    assert!((seen(&game, 175).pos.x - 0.4).abs() < 1e-4);
    // At most 250 ms.
    assert!((seen(&game, 2_000).pos.x - 1.0).abs() < 1e-4);
}

#[test]
fn entities_appear_and_vanish_at_the_time_of_the_playback() {
    let mut game = resting();
    game.server.insert(6, &Thing::Marker).expect("a state");
    game.events.clear();
    game.run();
    assert_eq!((game.events.len(), game.client.latest(6).is_some()), (0, true));
    assert_eq!(game.client.sample(6, game.now() + Duration::from_secs(1)), None);
    let (before, shown) = [74, 75].map(|late| game.now() + Duration::from_millis(late)).into();
    assert_eq!(game.client.poll(before), None);
    assert_eq!(game.client.poll(shown), Some(Event::Spawned { key: 6 }));
    assert_eq!(game.client.sample(6, shown), Some(Thing::Marker));
    assert_eq!(game.client.shown().collect::<Vec<_>>(), [5, 6]);
}

#[test]
fn a_life_of_one_tick_is_shown() {
    let mut game = resting();
    game.events.clear();
    game.server.insert(6, &Thing::Marker).expect("a state");
    game.run();
    game.server.remove(6);
    for _ in 0..5 {
        game.run();
    }
    assert_eq!(game.events, [Event::Spawned { key: 6 }, Event::Removed { key: 6 }]);
}

#[test]
fn a_client_that_never_looks_keeps_little() {
    let mut game = Game::with(SnapshotConfig::new(20));
    let mut before = 0;
    for round in 0..30_000_u32 {
        game.server.insert(round, &Thing::Marker).expect("a state");
        if let Some(old) = round.checked_sub(1) {
            game.server.remove(old);
        }
        for packet in game.packets() {
            let now = game.now();
            game.client.receive(&packet, now).expect("a packet");
        }
        let message = game.message();
        game.receive(&message).expect("a message");
        if round == 10_000 {
            before = format!("{:?}", game.client).len();
        }
    }
    let after = format!("{:?}", game.client).len();
    assert!(after < before * 2 && before > 100_000, "{before} {after}");
}

#[test]
fn the_delay_has_a_bound() {
    let mut game = Game::with(SnapshotConfig::new(20).with_max_delay(Duration::from_millis(60)));
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.run();
    assert_eq!(game.client.delay(), Duration::from_millis(60));
    assert_eq!(game.client.tick(game.now()).map(f64::round), Some(100.0));
}
