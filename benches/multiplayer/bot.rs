//! A client: it walks, and counts what it sees.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::multiplayer::{
    Config, Event, Incoming, MultiplayerSynchronizer, NodeId, Options, Outgoing, Packet,
    PropertySet, SERVER, Session, Spawned,
};
use godot_var::{Limits, Vector2};

use super::Failure;
use super::scene::{INPUT_SYNC, Input, SPAWNER, STATE_SYNC, State, spawner};

pub(crate) struct Bot {
    session: Session,
    /// The synchronizer of its own input.
    own: Option<NodeId>,
    states: BTreeMap<NodeId, State>,
    /// How many rows it has got that a server sends at its rate.
    pub(crate) rows: u64,
    /// Whether it counts these without reading them, so that a machine has room for many bots and a server.
    is_light: bool,
}

impl Bot {
    pub(crate) fn new(id: i32, is_light: bool, now: Duration) -> Result<Self, Failure> {
        let mut session = Session::client(id, Config::default());
        session.add_spawner(SPAWNER, spawner())?;
        assert_eq!(session.connect(SERVER, now), Some(Event::Connected(SERVER)));
        Ok(Self { session, own: None, states: BTreeMap::new(), rows: 0, is_light })
    }

    /// How many nodes are there.
    pub(crate) fn nodes(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn receive(&mut self, bytes: &[u8], now: Duration) -> Result<(), Failure> {
        if self.is_light
            && let Packet::Sync(sync) = Packet::read(bytes, &Options::DEFAULT)?
        {
            self.rows += sync.elements.into_iter().count() as u64;
            return Ok(());
        }
        match self.session.receive(Incoming::new(SERVER, bytes), now) {
            Some(Event::Spawned(spawned)) => {
                let path = self.session.path(spawned.node).ok_or("no path")?.to_owned();
                self.add(&path, &spawned)
            }
            Some(Event::Synchronized { updates, refused: None, .. }) => {
                for update in updates {
                    let state = self.states.get_mut(&update.synchronizer).ok_or("no state")?;
                    update.apply(state)?;
                    self.rows += u64::from(update.mask.is_none());
                }
                Ok(())
            }
            None | Some(Event::Despawned { .. }) => Ok(()),
            Some(other) => Err(format!("{other:?}").into()),
        }
    }

    fn add(&mut self, path: &str, spawned: &Spawned<'_>) -> Result<(), Failure> {
        let mut state = State { position: Vector2::ZERO, health: 0 };
        state.read_spawn(&mut spawned.state.reader(Limits::DEFAULT))?;
        let sync = MultiplayerSynchronizer::of::<State>();
        let sync = self.session.add_synchronizer(&format!("{path}/{STATE_SYNC}"), sync)?;
        self.states.insert(sync, state);
        let owner = spawned.name.parse()?;
        let is_own = owner == self.session.unique_id();
        let input = if is_own {
            MultiplayerSynchronizer::new(&Input::default())?
        } else {
            MultiplayerSynchronizer::of::<Input>()
        };
        let path = format!("{path}/{INPUT_SYNC}");
        let input = self.session.add_synchronizer(&path, input.with_authority(owner))?;
        if is_own {
            self.own = Some(input);
        }
        Ok(())
    }

    pub(crate) fn tick(&mut self, now: Duration) -> Result<(), Failure> {
        if let Some(own) = self.own {
            self.session.set_state(own, &Input { direction: Vector2::new(1.0, 0.0) })?;
        }
        while self.session.poll(now).is_some() {}
        Ok(())
    }

    pub(crate) fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.session.drain(send);
    }
}
