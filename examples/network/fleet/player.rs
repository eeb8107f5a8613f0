//! A bot that sends its messages to any server of the fleet, and records the messages it receives.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use godot_var::framing::{FrameDecoder, LengthOrder};
use godot_var::inspect::peek_id;
use godot_var::{FromVariantBytes, Godot4, ToVariantBytes};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use crate::messages::{FromPlayer, FromServer, Join};
use crate::server::{fill, send};
use crate::{Failure, MESSAGES};

/// The maximum number of messages without acknowledgement.
const WINDOW: usize = 8;

/// The sender of a message, its life, and the number of the message.
pub(crate) type MessageId = (String, u32, u32);

/// The messages that a player has sent and seen.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) room: &'static str,
    pub(crate) name: String,
    pub(crate) life: u32,
    key: i64,
    said: u32,
    waiting: BTreeSet<u32>,
    pub(crate) acknowledged: BTreeSet<u32>,
    /// How often each message of the room has arrived.
    pub(crate) seen: BTreeMap<MessageId, usize>,
    after: u64,
    /// The number of lost connections, and of messages that were sent again after that.
    pub(crate) moves: usize,
    pub(crate) said_again: usize,
}

impl Player {
    /// Makes a player whose program has just started.
    pub(crate) fn new(room: &'static str, name: &str) -> Result<Self, Failure> {
        Ok(Self {
            room,
            name: name.to_owned(),
            life: getrandom::u32()?,
            key: getrandom::u64()?.cast_signed(),
            said: 0,
            waiting: BTreeSet::new(),
            acknowledged: BTreeSet::new(),
            seen: BTreeMap::new(),
            after: 0,
            moves: 0,
            said_again: 0,
        })
    }

    /// Plays until everything is sent and this number of messages is seen. If a server is lost, it uses the next one. Each acknowledgement
    /// adds a permit.
    pub(crate) async fn play(
        mut self,
        servers: Vec<SocketAddr>,
        to_see: usize,
        told: Arc<Semaphore>,
    ) -> Self {
        for server in servers.iter().cycle() {
            match self.play_on(*server, to_see, &told).await {
                Ok(()) => break,
                Err(error) => {
                    println!("{} has lost {server}: {error}", self.name);
                    self.moves += 1;
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        self
    }

    async fn play_on(
        &mut self,
        server: SocketAddr,
        to_see: usize,
        told: &Semaphore,
    ) -> Result<(), Failure> {
        let mut socket = TcpStream::connect(server).await?;
        socket.set_nodelay(true)?;
        let mut frames = FrameDecoder::new(LengthOrder::LittleEndian);
        send(&mut socket, &[&self.join().to_variant_bytes::<Godot4>()?]).await?;
        // It is unknown whether the lost server has forwarded these.
        for number in self.waiting.clone() {
            send(&mut socket, &[&self.message(number).to_variant_bytes::<Godot4>()?]).await?;
            self.said_again += 1;
        }
        while self.acknowledged.len() < MESSAGES as usize || self.seen.len() < to_see {
            while self.waiting.len() < WINDOW && self.said < MESSAGES {
                self.said += 1;
                self.waiting.insert(self.said);
                let message = self.message(self.said).to_variant_bytes::<Godot4>()?;
                send(&mut socket, &[&message]).await?;
            }
            if !fill(&mut socket, &mut frames).await? {
                return Err("the connection has ended".into());
            }
            while let Some(frame) = frames.next_frame()? {
                self.read(frame, told)?;
            }
        }
        Ok(())
    }

    pub(crate) fn join(&self) -> FromPlayer {
        let (room, name) = (self.room.into(), self.name.clone());
        FromPlayer::Join(Join { room, name, life: self.life, key: self.key, after: self.after })
    }

    pub(crate) fn message(&self, number: u32) -> FromPlayer {
        let (room, from, life) = (self.room.into(), self.name.clone(), self.life);
        if number.is_multiple_of(4) {
            FromPlayer::Hit { room, from, life, number, damage: 0.5 }
        } else {
            FromPlayer::Say { room, from, life, number, text: format!("message {number}") }
        }
    }

    fn read(&mut self, bytes: &[u8], told: &Semaphore) -> Result<(), Failure> {
        if peek_id::<Godot4>(bytes)? < 1000 {
            match FromPlayer::from_variant_bytes::<Godot4>(bytes)? {
                FromPlayer::Say { from, life, number, .. }
                | FromPlayer::Hit { from, life, number, .. } => {
                    *self.seen.entry((from, life, number)).or_default() += 1;
                }
                FromPlayer::Join(join) => return Err(format!("{join:?} from the stream").into()),
            }
            return Ok(());
        }
        match FromServer::from_variant_bytes::<Godot4>(bytes)? {
            FromServer::Acknowledged { number } => {
                self.waiting.remove(&number);
                if self.acknowledged.insert(number) {
                    told.add_permits(1);
                }
            }
            FromServer::Reached { sequence } => self.after = sequence,
            FromServer::Refused { reason } => return Err(reason.into()),
        }
        Ok(())
    }
}
