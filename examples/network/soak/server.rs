//! The server: a chat that answers, a spawned node and an entity for each player, which only those near see.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use godot_var::Vector2;
use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::{
    Config, Event, Interest, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node, NodeId,
    Session, Target, TransferMode,
};
use godot_var::snapshot::{Incoming, SnapshotConfig, SnapshotServer};

use crate::{CHAT, Chat, Failure, PLAYERS, Player, SPAWNER, Score, TICKS};

/// How far players see: about 15 of 1,000.
const SIGHT: f32 = 280.0;

struct Seat {
    key: u32,
    player: Player,
    node: NodeId,
    synchronizer: NodeId,
    score: Score,
}

struct Game {
    session: Session,
    world: SnapshotServer<Player>,
    chat: NodeId,
    spawner: NodeId,
    entities: Interest<u32>,
    nodes: Interest,
    seats: BTreeMap<i32, Seat>,
    joined: u32,
}

/// Serves until it is killed. Prints its address, and then a line in each interval, in seconds.
pub(crate) fn serve(interval: u64) -> Result<(), Failure> {
    let mut server = Server::new(NetConfig::default().with_max_peers(4000))?;
    let address = server.listen_enet("127.0.0.1:0")?;
    server.listen_websocket(address)?;
    println!("{address}");
    let mut game = Game::new()?;
    let (started, mut tick, mut second, mut cpu) = (Instant::now(), 0_u32, 0, 0);
    loop {
        let now = started.elapsed();
        while let Some(message) = server.receive()? {
            if let Some(event) = message.event(&mut game.session, now) {
                game.take(event, now)?;
            }
        }
        while game.session.poll(now).is_some() {}
        let next_tick = Duration::from_secs(1) * tick / u32::from(TICKS);
        if now >= next_tick {
            tick += 1;
            game.tick(tick, now)?;
        }
        game.session.drain(|packet| server.send(packet));
        if now.as_secs() >= second + interval {
            second = now.as_secs();
            let (peers, entities) = (game.seats.len(), game.world.keys().count());
            let (all, [memory, handles]) = (cpu_time()?, memory_and_handles()?);
            println!("{second} {peers} {entities} {memory} {handles} {}", all - cpu);
            cpu = all;
        }
        server.wait(next_tick.saturating_sub(started.elapsed()))?;
    }
}

impl Game {
    fn new() -> Result<Self, Failure> {
        let mut session = Session::new(Config::default());
        let chat = session.add_node(CHAT, Node::of::<Chat>())?;
        let spawner = MultiplayerSpawner::new(PLAYERS).with_scenes(&["res://player.tscn"]);
        let spawner = session.add_spawner(SPAWNER, spawner)?;
        let config = SnapshotConfig::new(TICKS).with_budget(1_200).with_visible(false);
        Ok(Self {
            session,
            world: SnapshotServer::new(config),
            chat,
            spawner,
            entities: Interest::new(SIGHT).with_hysteresis(20.0),
            nodes: Interest::new(SIGHT).with_hysteresis(20.0),
            seats: BTreeMap::new(),
            joined: 0,
        })
    }

    fn take(&mut self, event: Event<'_>, now: Duration) -> Result<(), Failure> {
        match event {
            Event::Connected(peer) => self.join(peer, now)?,
            Event::Disconnected(peer) => {
                self.world.disconnect(peer);
                if let Some(seat) = self.seats.remove(&peer) {
                    self.world.remove(seat.key);
                    self.session.remove_node(seat.node);
                }
            }
            Event::Call(call) => {
                if let Chat::Say(time) = call.decode()? {
                    self.session.call(Target::Peer(call.peer), self.chat, &Chat::Heard(time))?;
                }
            }
            Event::Raw { peer, bytes } => self.world.receive(Incoming::new(peer, bytes), now)?,
            _ => {}
        }
        Ok(())
    }

    /// A place that nobody chooses, the same in each run.
    fn join(&mut self, peer: i32, now: Duration) -> Result<(), Failure> {
        self.joined += 1;
        let place = self.joined.wrapping_mul(2_654_435_761);
        let place = Vector2::new((place >> 20) as f32, (place >> 8 & 0xFFF) as f32);
        let (key, score) = (self.joined, Score { position: place, points: 0 });
        let player = Player { peer, place };
        self.world.connect(peer, now);
        self.world.insert(key, &player)?;
        self.entities.insert(key, [place.x, place.y, 0.0]);
        self.entities.set_viewer(peer, key);
        let synchronizer = MultiplayerSynchronizer::new(&score)?;
        let new = NewNode::scene(0, &peer.to_string()).with_synchronizer("Sync", synchronizer);
        let node = self.session.spawn(self.spawner, new)?;
        let synchronizer = self.session.synchronizers(node)[0];
        self.nodes.watch(&mut self.session, synchronizer)?;
        self.nodes.set_viewer(peer, synchronizer);
        self.seats.insert(peer, Seat { key, player, node, synchronizer, score });
        Ok(())
    }

    fn tick(&mut self, tick: u32, now: Duration) -> Result<(), Failure> {
        for (peer, seat) in &mut self.seats {
            let Some((_, steer)) = self.world.next_input(*peer) else { continue };
            seat.player.place.x =
                (seat.player.place.x + steer.direction.x * 10.0).clamp(0.0, 4096.0);
            seat.player.place.y =
                (seat.player.place.y + steer.direction.y * 10.0).clamp(0.0, 4096.0);
            let Vector2 { x, y } = seat.player.place;
            self.world.set(seat.key, &seat.player)?;
            self.entities.set_position(seat.key, [x, y, 0.0]);
            if tick.is_multiple_of(TICKS.into()) {
                seat.score = Score { position: seat.player.place, points: seat.score.points + 1 };
                self.session.set_state(seat.synchronizer, &seat.score)?;
            }
        }
        self.entities.update(&mut self.world);
        self.nodes.update(&mut self.session);
        self.world.poll(tick, now);
        self.world.drain(|packet| {
            // An error is about a client that is leaving.
            let to = Target::Peer(packet.peer);
            let _ = self.session.send_bytes(to, packet.bytes, TransferMode::Unreliable, 0);
        });
        Ok(())
    }
}

/// The CPU time of this process, in milliseconds.
fn cpu_time() -> Result<u64, Failure> {
    let text = fs::read_to_string("/proc/self/schedstat")?;
    let nanos: u64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanos / 1_000_000)
}

/// The memory of this process in kB, and its open files.
fn memory_and_handles() -> Result<[u64; 2], Failure> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    let memory = line.trim().trim_end_matches(" kB").parse()?;
    Ok([memory, fs::read_dir("/proc/self/fd")?.count() as u64])
}
