//! Lives of entities: keys that are used again, variants that change, visibility, epochs.

use std::time::Duration;

use godot_var::snapshot::wire::{ClientMessage, Received};
use godot_var::snapshot::{Event, Refusal, SnapshotConfig};
use godot_var::{FromFlatBytes, ToFlatBytes};

use crate::game::{Client, Game, Note, PEER, Server, Steer, Thing};

#[test]
fn a_key_that_is_used_again_is_another_entity() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    for _ in 0..5 {
        game.run();
    }
    // In one tick, so no packet has the absence.
    game.server.remove(5);
    game.server.insert(5, &Thing::at(2.0)).expect("a state");
    for _ in 0..5 {
        game.run();
    }
    let (spawned, removed) = (Event::Spawned { key: 5 }, Event::Removed { key: 5 });
    assert_eq!(game.events, [spawned, removed, spawned]);
    game.server.remove(5);
    for _ in 0..5 {
        game.run();
    }
    assert_eq!(game.events.last(), Some(&removed));
    assert_eq!(game.client.sample(5, game.now()), None);
}

#[test]
fn another_variant_is_the_same_entity() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    let things = [Thing::Marker, Thing::Note(Note { text: "hi".into(), color: 2 }), Thing::at(3.0)];
    for step in 0..30 {
        game.server.set(5, &things[step % 3]).expect("a state");
        game.run();
        assert_eq!(game.client.latest(5), Some((game.tick, &things[step % 3])));
    }
    assert_eq!(game.events, [Event::Spawned { key: 5 }]);
    let statistics = game.server.statistics(PEER).expect("a client");
    assert_eq!((statistics.wholes, statistics.deltas), (30, 0));
}

#[test]
fn visibility_is_that_of_each_client() {
    let mut game = Game::new();
    game.server.connect(8, Duration::ZERO);
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    assert!(game.server.set_visible(PEER, 5, false) && !game.server.set_visible(PEER, 6, false));
    assert!(!game.server.is_visible(PEER, 5) && game.server.is_visible(8, 5));
    game.run_alone();
    assert_eq!(game.client.keys().count(), 0);
    game.server.set_visible(PEER, 5, true);
    game.run_alone();
    assert_eq!(game.client.latest(5), Some((game.tick, &Thing::at(1.0))));
    game.server.set_visible(PEER, 5, false);
    game.run_alone();
    assert_eq!(game.client.keys().count(), 0);
    assert_eq!(game.server.statistics(PEER).map(|statistics| statistics.entities), Some(0));
    game.server.set_visible(PEER, 5, true);
    game.run_alone();
    assert_eq!(game.client.keys().count(), 1);
}

impl Game {
    /// A tick with several clients, of which one takes its packets.
    fn run_alone(&mut self) {
        self.tick += 1;
        let now = self.now();
        self.server.poll(self.tick, now);
        let client = &mut self.client;
        self.server.drain(|packet| {
            if packet.peer == PEER {
                client.receive(packet.bytes, now).expect("a packet");
            }
        });
        let message = self.message();
        self.receive(&message).expect("a message");
    }
}

#[test]
fn a_world_may_be_hidden_at_first() {
    let mut game = Game::with(SnapshotConfig::new(20).with_visible(false));
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.server.connect(8, Duration::ZERO);
    game.run_alone();
    assert_eq!(game.client.keys().count(), 0);
    game.server.set_visible(PEER, 5, true);
    game.run_alone();
    assert_eq!(game.client.keys().count(), 1);
    // Another life is hidden again.
    game.server.remove(5);
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.run_alone();
    assert_eq!(game.client.keys().count(), 0);
}

#[test]
fn epochs_wrap() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::Marker).expect("a state");
    for round in 0..600 {
        assert!(game.server.reset(PEER));
        game.server.set(5, &Thing::at(round as f32)).expect("a state");
        game.run();
        assert_eq!(game.client.latest(5), Some((game.tick, &Thing::at(round as f32))));
    }
    assert!(!game.server.reset(8));
}

#[test]
fn packets_of_an_old_epoch_have_no_effect() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.run();
    game.server.set(5, &Thing::at(1.0)).expect("a state");
    let old = game.packets().remove(0);
    game.server.reset(PEER);
    game.server.set(5, &Thing::at(2.0)).expect("a state");
    game.run();
    game.client.receive(&old, game.now()).expect("an old packet");
    assert_eq!(game.client.latest(5), Some((game.tick, &Thing::at(2.0))));
}

#[test]
fn ticks_that_begin_again_begin_a_new_epoch() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::Marker).expect("a state");
    for _ in 0..10 {
        game.run();
    }
    game.tick = 3;
    game.server.set(5, &Thing::at(2.0)).expect("a state");
    game.run();
    assert_eq!(game.client.latest(5), Some((4, &Thing::at(2.0))));
    let begun_anew =
        |game: &Game| game.server.statistics(PEER).map(|statistics| statistics.begun_anew);
    assert_eq!(begun_anew(&game), Some(1));
    // The same tick again is not an earlier one.
    game.server.poll(game.tick, game.now());
    assert_eq!(begun_anew(&game), Some(1));
}

/// The other server learns of it by the client's message, and begins anew. If no message arrives, the client asks for it after ten seconds.
#[test]
fn a_client_whose_server_was_replaced_begins_anew() {
    for (is_heard, ticks) in [(true, 0..10), (false, 199..240)] {
        let mut game = Game::new();
        for round in 0..5 {
            game.server.insert(round, &Thing::Marker).expect("a state");
            game.run();
            game.server.reset(PEER);
        }
        let packets = game.packets();
        game.client.receive(&packets[0], game.now()).expect("a packet");
        let epoch = Game::parsed(&packets[0]).epoch;
        let has_older_epoch = |seed: u64| {
            game.server = Server::new(SnapshotConfig::new(20).with_seed(seed));
            game.server.connect(PEER, Duration::ZERO);
            game.server.insert(70, &Thing::Marker).expect("a state");
            let packets = game.clone().packets();
            Game::parsed(&packets[0]).epoch.wrapping_sub(epoch) >= 128
        };
        assert!((0..100).any(has_older_epoch));
        let begun = (0..300).find(|_| {
            for packet in game.packets() {
                game.client.receive(&packet, game.now()).expect("a packet");
            }
            let message = game.message();
            if is_heard {
                // It confirms packets of another server.
                let _ = game.receive(&message);
                game.client.keys().eq([70])
            } else {
                ClientMessage::<Steer>::from_flat_bytes(&message).is_ok_and(|it| it.begin_anew)
            }
        });
        assert!(begun.is_some_and(|tick| ticks.contains(&tick)), "{begun:?}");
    }
}

#[test]
fn absences_that_nobody_confirms_have_a_bound() {
    let mut server = Server::new(SnapshotConfig::new(20).with_max_absences(50));
    server.connect(PEER, Duration::ZERO);
    for tick in 0..400 {
        server.insert(tick, &Thing::Marker).expect("a state");
        if let Some(old) = tick.checked_sub(3) {
            server.remove(old);
        }
        server.poll(tick, Duration::ZERO);
    }
    let statistics = server.statistics(PEER).expect("a client");
    assert!(statistics.entities <= 54, "{}", statistics.entities);
    assert!(statistics.begun_anew >= 6);
}

#[test]
fn a_client_asks_once_a_second_at_most() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.run();
    for _ in 0..30 {
        game.client.reset();
        let message = game.message();
        game.receive(&message).expect("a message");
        game.packets();
    }
    assert_eq!(game.server.statistics(PEER).map(|statistics| statistics.begun_anew), Some(2));
}

#[test]
fn clients_come_and_go() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.run();
    assert!(game.server.disconnect(PEER) && !game.server.disconnect(PEER));
    assert!(!game.server.is_connected(PEER));
    assert_eq!((game.server.peers().count(), game.server.statistics(PEER)), (0, None));
    game.server.remove(5);
    game.server.insert(6, &Thing::Marker).expect("a state");
    game.server.connect(PEER, game.now());
    assert!(game.server.is_connected(PEER));
    game.client = Client::new(SnapshotConfig::new(20));
    game.run();
    assert_eq!(game.client.keys().collect::<Vec<_>>(), [6]);
    assert_eq!(game.server.keys().collect::<Vec<_>>(), [6]);
}

/// A game whose client connects again with its world, after so many other connections.
fn connected_again(others: i32, seed: u64) -> Game {
    let mut game = Game::with(SnapshotConfig::new(20).with_seed(seed));
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.server.insert(6, &Thing::Marker).expect("a state");
    for _ in 0..40 {
        game.run();
    }
    game.server.disconnect(PEER);
    for other in 0..others {
        game.server.connect(100 + other, game.now());
        game.server.disconnect(100 + other);
    }
    game.server.remove(5);
    game.server.connect(PEER, game.now());
    game
}

#[test]
fn a_client_that_connects_again_with_its_world_has_that_of_the_server() {
    // With 256 connections the epoch is the same again.
    for others in 0..255 {
        for seed in [0, 5, 6, 7] {
            let mut game = connected_again(others, seed);
            for _ in 0..30 {
                for packet in game.packets() {
                    let now = game.now();
                    game.client.receive(&packet, now).expect("a packet");
                }
                let message = game.message();
                game.receive(&message).expect("a message");
            }
            game.server.set(6, &Thing::at(3.0)).expect("a state");
            game.run();
            assert_eq!(game.client.keys().collect::<Vec<_>>(), [6], "{others}, {seed}");
            assert_eq!(game.client.latest(6), Some((game.tick, &Thing::at(3.0))));
        }
    }
}

#[test]
fn confirmations_of_packets_that_were_never_sent_begin_anew() {
    let (mut refused, mut repaired) = (0, 0);
    for seed in 0..40 {
        // After 256 connections the epoch is the same.
        let mut game = connected_again(255, seed);
        for _ in 0..30 {
            for packet in game.packets() {
                let now = game.now();
                game.client.receive(&packet, now).expect("a packet");
            }
            let message = game.message();
            if let Err(refusal) = game.receive(&message) {
                assert!(matches!(refusal, Refusal::NeverSent { .. }), "{refusal}");
                refused += 1;
            }
        }
        game.server.set(6, &Thing::at(3.0)).expect("a state");
        game.run();
        assert_eq!(game.client.latest(6), Some((game.tick, &Thing::at(3.0))), "{seed}");
        let statistics = game.server.statistics(PEER).expect("a client");
        assert_eq!(statistics.refused > 0, statistics.begun_anew > 0, "{seed}");
        repaired += u32::from(statistics.begun_anew > 0 && game.client.keys().eq([6]));
    }
    assert!((10..80).contains(&refused) && repaired > 10, "{refused} {repaired}");
}

#[test]
fn messages_with_strange_confirmations_begin_anew_once_a_second_at_most() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::Marker).expect("a state");
    game.run();
    for step in 0..30_u8 {
        let message = game.message();
        let mut message = ClientMessage::<Steer>::from_flat_bytes(&message).expect("a message");
        message.received =
            Some(Received { epoch: step.wrapping_mul(90), latest: u16::from(step), before: 7 });
        let _refused_or_not = game.receive(&message.to_flat_bytes().expect("a message"));
        game.packets();
    }
    let statistics = game.server.statistics(PEER).expect("a client");
    assert_eq!(statistics.begun_anew, 2);
}

#[test]
fn a_message_confirms_what_has_come_and_measures_the_way_of_the_newest() {
    let mut game = Game::with(SnapshotConfig::new(20).with_budget(4_800));
    for key in 0..150 {
        game.server.insert(key, &Thing::at(1.0)).expect("a state");
    }
    let receive = |game: &mut Game, packets: &[Vec<u8>]| {
        for packet in packets {
            game.client.receive(packet, game.now()).expect("a packet");
        }
        game.message()
    };
    let confirmed = |game: &mut Game, message: &[u8]| {
        game.receive(message).expect("a message");
        let statistics = game.server.statistics(PEER).expect("a client");
        (statistics.confirmed_packets, statistics.round_trip_ticks)
    };
    let first = game.packets();
    let count = first.len() as u64;
    assert!(count > 1);
    let message = receive(&mut game, &first);
    let later: Vec<_> = (0..4)
        .map(|tick| {
            game.server.set(5, &Thing::at(tick as f32)).expect("a state");
            let packets = game.packets();
            assert_eq!(packets.len(), 1);
            packets
        })
        .collect();
    // Six ticks are assumed at first, and one time in eight counts. A tick counts once, whatever the number of its packets.
    assert_eq!(confirmed(&mut game, &message), (count, 6.0 + (4.0 - 6.0) / 8.0));
    // The second and the fourth are lost.
    receive(&mut game, &later[0]);
    let message = receive(&mut game, &later[2]);
    let round_trip = 5.75 + (1.0 - 5.75) / 8.0;
    assert_eq!(confirmed(&mut game, &message), (count + 2, round_trip));
    assert_eq!(confirmed(&mut game, &message), (count + 2, round_trip));
    // The second comes late, after newer ones.
    let message = receive(&mut game, &later[1]);
    assert_eq!(confirmed(&mut game, &message), (count + 3, round_trip));
}
