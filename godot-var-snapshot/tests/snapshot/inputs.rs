//! Inputs of clients, and the pace of their ticks.

use std::time::Duration;

use godot_var::snapshot::SnapshotConfig;

use crate::game::{Game, PEER, Steer, Thing};

/// What the game takes.
fn taken(game: &mut Game) -> Vec<(u32, i8)> {
    std::iter::from_fn(|| game.server.next_input(PEER))
        .map(|(number, steer)| (number, steer.forward))
        .collect()
}

/// A tick of the client with an input.
fn message(game: &mut Game, forward: i8) -> Vec<u8> {
    game.client.send(&Steer { forward, turn: 3 }, game.now()).expect("an input")
}

#[test]
fn a_message_repairs_the_loss_of_those_before() {
    let mut game = Game::new();
    let messages: Vec<_> = (1..=6).map(|forward| message(&mut game, forward)).collect();
    game.receive(&messages[1]).expect("a message");
    assert_eq!(taken(&mut game), [(1, 1), (2, 2)]);
    game.receive(&messages[5]).expect("a message");
    // Late ones are no errors.
    game.receive(&messages[0]).expect("a message");
    game.receive(&messages[5]).expect("a message");
    assert_eq!(taken(&mut game), [(3, 3), (4, 4), (5, 5), (6, 6)]);
}

#[test]
fn only_what_the_server_lacks_is_sent_again() {
    let mut game = Game::new();
    for forward in 1..=4 {
        let message = message(&mut game, forward);
        game.receive(&message).expect("a message");
    }
    assert_eq!(taken(&mut game).len(), 4);
    assert_eq!(game.client.unconfirmed_inputs().count(), 4);
    for packet in game.packets() {
        let now = game.now();
        game.client.receive(&packet, now).expect("a packet");
    }
    assert_eq!((game.client.confirmed_input(), game.client.unconfirmed_inputs().count()), (4, 0));
    let next = message(&mut game, 5);
    let last = message(&mut game, 6);
    let unconfirmed: Vec<_> =
        game.client.unconfirmed_inputs().map(|(number, input)| (number, input.forward)).collect();
    assert_eq!(unconfirmed, [(5, 5), (6, 6)]);
    // One more mask and field.
    assert_eq!(last.len(), next.len() + 2);
}

#[test]
fn inputs_go_on_after_a_long_outage() {
    let mut game = Game::new();
    for forward in 0..100 {
        let message = message(&mut game, forward);
        game.receive(&message).expect("a message");
        assert_eq!(taken(&mut game).len(), 1);
    }
    for _ in 0..1_000 {
        message(&mut game, 0);
    }
    let message = message(&mut game, 9);
    game.receive(&message).expect("a message");
    let taken = taken(&mut game);
    // 12 inputs fit a message; those before are lost.
    assert_eq!((taken.len(), taken.last()), (12, Some(&(1_101, 9))));
}

#[test]
fn inputs_that_the_game_does_not_take_have_a_bound() {
    let mut game = Game::with(SnapshotConfig::new(20).with_max_inputs(5));
    for forward in 1..=20 {
        let message = message(&mut game, forward);
        game.receive(&message).expect("a message");
    }
    assert_eq!(game.server.statistics(PEER).map(|statistics| statistics.inputs), Some(5));
    assert_eq!(taken(&mut game).first(), Some(&(16, 16)));
}

#[test]
fn numbers_that_jump_harm_their_client_alone() {
    let mut game = Game::new();
    game.server.connect(8, Duration::ZERO);
    let hostile = [0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 0];
    game.receive(&hostile).expect("a message");
    assert_eq!(taken(&mut game), [(u32::MAX, 1)]);
    let message = message(&mut game, 1);
    game.receive(&message).expect("a message");
    assert_eq!(taken(&mut game), []);
    game.server
        .receive(godot_var::snapshot::Incoming::new(8, &message), game.now())
        .expect("a message");
    assert_eq!(game.server.next_input(8).map(|(number, _)| number), Some(1));
}

#[test]
fn the_pace_follows_the_lead() {
    // The game takes one input a tick; `wait` of them are there before.
    let pace = |wait: u32| {
        let mut game = Game::new();
        for _ in 0..wait {
            let message = message(&mut game, 0);
            game.receive(&message).expect("a message");
        }
        for _ in 0..10 {
            game.server.next_input(PEER);
            for packet in game.packets() {
                let now = game.now();
                game.client.receive(&packet, now).expect("a packet");
            }
            let message = message(&mut game, 0);
            game.receive(&message).expect("a message");
        }
        game.client.pace()
    };
    // An input that is taken as soon as it comes is close to being late.
    assert_eq!([pace(0), pace(2), pace(3), pace(4), pace(9)], [1.01, 1.0, 1.0, 0.99, 0.95]);
    // Without inputs the server waits: it asks for a faster pace, up to the bound.
    let mut game = Game::new();
    let first = message(&mut game, 0);
    game.receive(&first).expect("a message");
    for _ in 0..30 {
        while game.server.next_input(PEER).is_some() {}
        for packet in game.packets() {
            let now = game.now();
            game.client.receive(&packet, now).expect("a packet");
        }
    }
    assert_eq!(game.client.pace(), 1.05);
}

#[test]
fn a_client_that_sends_no_inputs_is_not_late() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::Marker).expect("a state");
    for tick in 0..5 {
        game.server.set(5, &Thing::at(tick as f32)).expect("a state");
        assert_eq!(Game::parsed(&game.packets()[0]).lead, 0);
    }
}
