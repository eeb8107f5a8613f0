//! What servers do without confirmations: whole snapshots, and deltas on the tick before.

use godot_var::snapshot::{SnapshotInput, SnapshotState};
use godot_var::{FromFlatBytes, GodotFlat, ToFlatBytes};

use crate::link::{Random, Way};
use crate::scene::{Moves, Scene};
use crate::{ENTITIES, MEASURED};

/// A state with its name.
#[derive(GodotFlat)]
struct Named<S> {
    #[flat(varint)]
    key: u32,
    state: S,
}

#[derive(GodotFlat)]
struct Whole<S> {
    #[flat(varint)]
    tick: u32,
    states: Vec<Named<S>>,
}

/// Bytes a second of whole snapshots.
pub(crate) fn whole<S: Moves + SnapshotState>() -> f64 {
    let scene = Scene::<S>::new(7);
    let states = (0..).zip(scene.states).map(|(key, state)| Named { key, state }).collect();
    let whole = Whole { tick: 100_000, states };
    20.0 * whole.flat_len().expect("a snapshot") as f64
}

#[derive(GodotFlat)]
struct Change<D> {
    #[flat(varint)]
    key: u32,
    delta: D,
}

#[derive(GodotFlat)]
pub(crate) struct Changes<D> {
    #[flat(varint)]
    tick: u32,
    changes: Vec<Change<D>>,
}

/// Bytes a second of deltas on the tick before, and the share of entities that are wrong when the world has stopped. A packet has at most
/// 1,200 bytes.
pub(crate) fn naive<S: Moves + SnapshotInput>(loss: f64, clients: usize) -> (f64, f64)
where
    Changes<S::Delta>: ToFlatBytes + for<'de> FromFlatBytes<'de>,
{
    let (mut scene, mut random) = (Scene::<S>::new(7), Random::new(8));
    let mut views = vec![scene.states.clone(); clients];
    let mut ways: Vec<Way> = (0..clients).map(|_| Way::new(loss, 120.0, 20.0)).collect();
    let mut bytes = 0;
    for tick in 0..MEASURED + 40 {
        let at = f64::from(tick) * 50.0;
        if tick < MEASURED {
            let before = scene.states.clone();
            scene.step();
            let changed = (0..).zip(&scene.states).zip(&before);
            let changed =
                changed.filter(|((_, new), old)| new.to_flat_bytes() != old.to_flat_bytes());
            let changed =
                changed.map(|((key, new), old)| Change { key, delta: new.delta_from(old) });
            let mut changes: Vec<_> = changed.collect();
            while !changes.is_empty() {
                // 40 records of the longest delta take less than 1,200 bytes.
                let rest = changes.split_off(changes.len().min(25));
                let packet = Changes { tick, changes };
                let packet = packet.to_flat_bytes().expect("a packet");
                bytes += packet.len();
                for way in &mut ways {
                    way.send(at, &packet, &mut random);
                }
                changes = rest;
            }
        }
        for (view, way) in views.iter_mut().zip(&mut ways) {
            while let Some((_, packet)) = way.next(at) {
                let packet = Changes::<S::Delta>::from_flat_bytes(&packet).expect("a packet");
                for Change { key, delta } in packet.changes {
                    view[key as usize].apply_delta(delta);
                }
            }
        }
    }
    let is_wrong = |(seen, state): &(&S, &S)| seen.to_flat_bytes() != state.to_flat_bytes();
    let wrong =
        views.iter().flat_map(|view| view.iter().zip(&scene.states)).filter(is_wrong).count();
    (bytes as f64 / f64::from(MEASURED) * 20.0, wrong as f64 / (clients * ENTITIES as usize) as f64)
}
