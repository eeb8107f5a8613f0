//! The server's game: a player for each peer, which the peers of its group see.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::Vector2;
use godot_var::multiplayer::net::Message;
use godot_var::multiplayer::{
    Config, Event, Incoming, MultiplayerSynchronizer, NewNode, NodeId, Outgoing, Session,
};

use super::Failure;
use super::scene::{CALM, GROUP, INPUT_SYNC, Input, SPAWNER, STATE_SYNC, State, spawner};

pub(crate) struct Game {
    session: Session,
    spawner: NodeId,
    players: BTreeMap<i32, Player>,
    tick: u32,
}

struct Player {
    node: NodeId,
    state_sync: NodeId,
    input_sync: NodeId,
    state: State,
    input: Input,
}

/// The peers that see a peer, itself among them: numbers are given from 2 on.
fn group(peer: i32) -> impl Iterator<Item = i32> {
    let first = (peer - 2) / GROUP as i32 * GROUP as i32 + 2;
    first..first + GROUP as i32
}

impl Game {
    pub(crate) fn new() -> Result<Self, Failure> {
        let mut session = Session::new(Config::default());
        let spawner = session.add_spawner(SPAWNER, spawner())?;
        Ok(Self { session, spawner, players: BTreeMap::new(), tick: 0 })
    }

    pub(crate) fn connect(&mut self, peer: i32, now: Duration) -> Result<(), Failure> {
        assert_eq!(self.session.connect(peer, now), Some(Event::Connected(peer)));
        self.join(peer)
    }

    fn join(&mut self, peer: i32) -> Result<(), Failure> {
        let state = State { position: Vector2::ZERO, health: 0 };
        let mut sync = MultiplayerSynchronizer::new(&state)?.with_public_visibility(false);
        for other in group(peer) {
            sync = sync.with_visibility_for(other);
        }
        let input = MultiplayerSynchronizer::of::<Input>().with_authority(peer);
        let new = NewNode::scene(0, &peer.to_string())
            .with_synchronizer(STATE_SYNC, sync)
            .with_synchronizer(INPUT_SYNC, input);
        let node = self.session.spawn(self.spawner, new)?;
        let &[state_sync, input_sync] = self.session.synchronizers(node) else {
            return Err("two synchronizers were given".into());
        };
        let input = Input::default();
        self.players.insert(peer, Player { node, state_sync, input_sync, state, input });
        Ok(())
    }

    fn leave(&mut self, peer: i32) {
        if let Some(player) = self.players.remove(&peer) {
            self.session.remove_node(player.node);
        }
    }

    pub(crate) fn receive(
        &mut self,
        peer: i32,
        bytes: &[u8],
        now: Duration,
    ) -> Result<(), Failure> {
        match self.session.receive(Incoming::new(peer, bytes), now) {
            Some(event) => self.take(event),
            None => Ok(()),
        }
    }

    /// Takes what has happened on the network.
    pub(crate) fn message(&mut self, message: &Message, now: Duration) -> Result<(), Failure> {
        match message.event(&mut self.session, now) {
            Some(event) => self.take(event),
            None => Ok(()),
        }
    }

    fn take(&mut self, event: Event<'_>) -> Result<(), Failure> {
        match event {
            Event::Connected(peer) => self.join(peer)?,
            Event::Disconnected(peer) => self.leave(peer),
            Event::Synchronized { peer, updates, .. } => {
                let Some(player) = self.players.get_mut(&peer) else { return Ok(()) };
                for update in updates.iter().filter(|one| one.synchronizer == player.input_sync) {
                    update.apply(&mut player.input)?;
                }
            }
            other => return Err(format!("{other:?}").into()),
        }
        Ok(())
    }

    pub(crate) fn tick(&mut self, now: Duration) -> Result<(), Failure> {
        self.tick += 1;
        for (peer, player) in &mut self.players {
            player.state.position.x += player.input.direction.x;
            if (*peer as u32).wrapping_add(self.tick).is_multiple_of(CALM) {
                player.state.health += 1;
            }
            self.session.set_state(player.state_sync, &player.state)?;
        }
        while self.session.poll(now).is_some() {}
        Ok(())
    }

    pub(crate) fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.session.drain(send);
    }
}
