//! Budgets and weights: what is sent when not everything fits.

use std::time::Duration;

use godot_var::snapshot::SnapshotConfig;

use crate::game::{Game, PEER, Server, Thing};

#[test]
fn each_entity_is_sent_the_more_often_the_more_it_weighs() {
    let mut server = Server::new(SnapshotConfig::new(20).with_budget(300));
    server.connect(PEER, Duration::ZERO);
    let weight = |key: u32| [1.0, 2.0, 5.0, 20.0][key as usize % 4];
    for key in 0..300 {
        server.insert(key, &Thing::at(0.0)).expect("a state");
        assert!(server.set_weight(PEER, key, weight(key)));
    }
    let (mut last, mut longest, mut count) = (vec![0; 300], [0; 4], [0_u32; 4]);
    for tick in 1..3_000 {
        for key in 0..300 {
            server.set(key, &Thing::at((tick % 100) as f32)).expect("a state");
        }
        server.poll(tick, Duration::ZERO);
        server.drain(|packet| {
            assert!(packet.bytes.len() <= 300);
            for record in Game::parsed(packet.bytes).records {
                let key = record.key as usize;
                longest[key % 4] = longest[key % 4].max(tick - last[key]);
                count[key % 4] += 1;
                last[key] = tick;
            }
        });
    }
    assert!(last.iter().all(|tick| *tick > 2_700), "each was sent");
    // The heavier, the shorter the wait.
    assert!(longest.is_sorted_by(|lighter, heavier| lighter > heavier), "{longest:?}");
    assert!(longest[0] < 250 && longest[3] < 20, "{longest:?}");
    // In proportion to the weights, as long as no tick has room for all.
    let share = |heavy: usize, light: usize| f64::from(count[heavy]) / f64::from(count[light]);
    assert!((share(1, 0) - 2.0).abs() < 0.2 && (share(2, 0) - 5.0).abs() < 0.5, "{count:?}");
}

#[test]
fn a_budget_is_a_bound_of_each_tick() {
    for budget in [60, 300, 1_200, 2_000, 4_800] {
        let mut game = Game::with(SnapshotConfig::new(20).with_budget(budget));
        for key in 0..500 {
            game.server.insert(key, &Thing::at(key as f32)).expect("a state");
        }
        let mut ticks = 0;
        while game.client.keys().count() < 500 {
            ticks += 1;
            let packets = game.packets();
            let bytes: usize = packets.iter().map(Vec::len).sum();
            assert!(bytes <= budget && packets.iter().all(|packet| packet.len() <= 1_200));
            // The rest of the budget has no room for one more.
            assert!(
                bytes + 8 + 19 > budget
                    || game
                        .server
                        .statistics(PEER)
                        .is_some_and(|statistics| statistics.waiting < 500)
            );
            for packet in packets {
                let now = game.now();
                game.client.receive(&packet, now).expect("a packet");
            }
            let message = game.message();
            game.receive(&message).expect("a message");
        }
        assert!(ticks <= 500 * 21 / (budget - 20) + 2, "{budget}: {ticks}");
    }
}

#[test]
fn one_record_is_sent_whatever_the_budget() {
    let mut game = Game::with(SnapshotConfig::new(20).with_budget(0));
    for key in 0..10 {
        game.server.insert(key, &Thing::at(key as f32)).expect("a state");
    }
    for _ in 0..10 {
        game.run();
    }
    assert_eq!(game.client.keys().count(), 10);
    game.server.set_budget(PEER, 1_200);
    for key in 0..10 {
        game.server.set(key, &Thing::at(100.0)).expect("a state");
    }
    let packets = game.packets();
    assert_eq!(Game::parsed(&packets[0]).records.len(), 10);
}

#[test]
fn weights_have_bounds() {
    let mut game = Game::with(SnapshotConfig::new(20).with_budget(0));
    for key in 0..3 {
        game.server.insert(key, &Thing::at(0.0)).expect("a state");
    }
    for (key, weight) in [(0, f32::NAN), (1, f32::INFINITY), (2, -5.0)] {
        assert!(game.server.set_weight(PEER, key, weight));
    }
    assert!(!game.server.set_weight(PEER, 9, 1.0) && !game.server.set_weight(9, 1, 1.0));
    game.run();
    assert_eq!(game.client.keys().collect::<Vec<_>>(), [1]);
    for _ in 0..5 {
        game.run();
    }
    assert_eq!(game.client.keys().count(), 3);
}

#[test]
fn what_is_lost_is_sent_again() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    // The round trip is assumed to be 6 ticks at first: after 8 ticks without a confirmation it is sent again.
    let sent: Vec<_> = (0..20)
        .map(|_| game.packets().iter().any(|packet| !Game::parsed(packet).records.is_empty()))
        .collect();
    let ticks: Vec<_> = (0..20).filter(|tick| sent[*tick]).collect();
    assert_eq!(ticks, [0, 9, 18]);
}
