//! Messages over ENet: each packet is one, on any channel, also compressed by the range coder. No DTLS.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use godot_var::framing::EnetHeader;
use godot_var::multiplayer::net::EnetHost;
use godot_var::multiplayer::net::enet::{Event, Limits, Mode, PeerId, Reason};
use godot_var::multiplayer::{SERVER, TransferMode, godot3};

use super::{EndedBy, MAX_CLIENTS, Outbox, PATIENCE, Seen, Sink, Step, Way, any_port};

/// How long a host does nothing when nothing has come.
const PAUSE: Duration = Duration::from_millis(1);
/// The longest packet of ENet, in bytes.
const MAX_PACKET: usize = 1 << 24;
/// The bytes of packets that wait for a peer, besides one packet.
const MAX_WAITING: usize = 1 << 22;

fn host(at: SocketAddr, peers: usize, max: usize) -> io::Result<EnetHost> {
    let max = max.min(MAX_PACKET);
    // As many channels as ENet has: the client says how many it wants.
    let limits = Limits::default()
        .with_max_peers(peers)
        .with_max_channels(u8::MAX)
        .with_max_packet_bytes(max)
        .with_max_waiting_bytes(max + MAX_WAITING)
        .with_max_queued_bytes(max + MAX_WAITING);
    EnetHost::bind(at, limits)
}

/// Notes each address that sends something else than ENet once, up to this many.
const MAX_MISFITS: usize = 16;

fn note_misfits(host: &mut EnetHost, noted: &mut Vec<IpAddr>, sink: &Sink) {
    for (client, misfit) in host.misfits() {
        if noted.len() < MAX_MISFITS && !noted.contains(&client.ip()) {
            noted.push(client.ip());
            sink.note(format!("enet {client} {misfit}"));
        }
    }
}

/// The word that the other side has sent with the end of a connection.
const fn farewell(reason: Reason) -> u32 {
    if let Reason::Closed(data) = reason { data } else { 0 }
}

pub(super) fn listen(at: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    let mut host = host(at, MAX_CLIENTS, sink.max)?;
    let at = host.local_addr()?;
    thread::spawn(move || {
        let (mut clients, mut noted) = (HashMap::new(), Vec::new());
        loop {
            while let Some(event) = host.next_event() {
                match event {
                    Event::Connected { peer, address, .. } => {
                        clients.insert(peer, address);
                        sink.note(format!("enet {address} connected"));
                    }
                    Event::Disconnected { peer, .. } => {
                        if let Some(client) = clients.remove(&peer) {
                            sink.note(format!("enet {client} disconnected"));
                        }
                    }
                    Event::Received { peer, bytes, .. } => {
                        if let Some(client) = clients.get(&peer) {
                            sink.message(Way::ToServer, *client, at, &bytes);
                        }
                    }
                }
            }
            note_misfits(&mut host, &mut noted, &sink);
            thread::sleep(PAUSE);
        }
    });
    Ok(at)
}

/// A server that has not answered a client by then is reported.
const NO_ANSWER: Duration = Duration::from_secs(3);

/// How long an end may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// A packet on its way: its channel, its mode and its bytes.
type Packet = (u8, Mode, Vec<u8>);

/// A client's way to the server.
struct Link {
    client: SocketAddr,
    server: SocketAddr,
    host: EnetHost,
    peer: PeerId,
    open: bool,
    /// When the user is told that the server does not answer; `None` afterwards.
    told_at: Option<Instant>,
    /// What the client sent before the server let it in.
    waiting: Vec<Packet>,
    /// The bytes of these.
    waiting_bytes: usize,
    /// The client has gone, with this number: what it has sent still goes on, until then.
    closing: Option<(u32, Instant)>,
}

/// Packets that wait for a server, at most, of as many bytes together as one message may have.
const MAX_PACKETS: usize = 1024;

impl Link {
    /// Passes on what the client has sent; it is seen when it goes on.
    fn send(&mut self, packet: Packet, sink: &Sink) {
        let (channel, mode, bytes) = &packet;
        if self.open {
            if let Err(error) = self.host.send(self.peer, *channel, *mode, &bytes[..]) {
                return sink.note(format!("enet {}: not passed on: {error}", self.client));
            }
            self.host.flush();
            sink.message(Way::ToServer, self.client, self.server, bytes);
        } else if self.waiting.len() < MAX_PACKETS && self.waiting_bytes + bytes.len() <= sink.max {
            self.waiting_bytes += bytes.len();
            self.waiting.push(packet);
        } else {
            sink.note(format!("enet {}: too many packets before it is connected", self.client));
        }
    }

    /// The server has let the client in.
    fn begin(&mut self, sink: &Sink) {
        self.open = true;
        for packet in std::mem::take(&mut self.waiting) {
            self.send(packet, sink);
        }
        if let Some((data, _)) = self.closing {
            self.host.disconnect_later(self.peer, data);
        }
    }

    /// The client has gone.
    fn close(&mut self, data: u32) {
        self.closing = Some((data, Instant::now() + PATIENCE));
        if self.open {
            self.host.disconnect_later(self.peer, data);
        }
    }

    /// Reports a server that does not answer, once.
    fn tell_silence(&mut self, sink: &Sink) {
        if !self.open && self.told_at.is_some_and(|at| Instant::now() > at) {
            self.told_at = None;
            let Self { client, server, .. } = self;
            sink.note(format!(
                "enet {client}: no answer from {server} yet; does a server listen there?"
            ));
        }
    }

    fn is_late(&self) -> bool {
        self.closing.is_some_and(|(_, end)| Instant::now() > end)
    }
}

pub(super) fn proxy(at: SocketAddr, server: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    let mut clients = host(at, MAX_CLIENTS, sink.max)?;
    let at = clients.local_addr()?;
    thread::spawn(move || {
        let mut links: HashMap<PeerId, Link> = HashMap::new();
        let mut closing: Vec<Link> = Vec::new();
        let mut noted = Vec::new();
        loop {
            let mut idle = true;
            while let Some(event) = clients.next_event() {
                idle = false;
                match event {
                    Event::Connected { peer, address, data } => {
                        let channels = clients.peer(peer).map_or(u8::MAX, |peer| peer.channels);
                        match link((address, channels, data), server, sink.max) {
                            Ok(link) => {
                                sink.note(format!("enet {address} connected"));
                                links.insert(peer, link);
                            }
                            Err(error) => {
                                sink.note(format!("enet: {error}"));
                                clients.close(peer, 0);
                            }
                        }
                    }
                    Event::Disconnected { peer, reason } => {
                        if let Some(mut link) = links.remove(&peer) {
                            sink.note(format!("enet {} disconnected", link.client));
                            link.close(farewell(reason));
                            // Each has a socket, so the oldest ends at once.
                            if closing.len() >= MAX_CLIENTS {
                                closing.remove(0);
                            }
                            closing.push(link);
                        }
                    }
                    Event::Received { peer, channel, mode, bytes } => {
                        if let Some(link) = links.get_mut(&peer) {
                            link.send((channel, mode, bytes), &sink);
                        }
                    }
                }
            }
            note_misfits(&mut clients, &mut noted, &sink);
            let mut ended = Vec::new();
            for (peer, link) in &mut links {
                link.tell_silence(&sink);
                while let Some(event) = link.host.next_event() {
                    idle = false;
                    match event {
                        Event::Connected { .. } => link.begin(&sink),
                        Event::Disconnected { reason, .. } => {
                            let why = if link.open {
                                "closed the connection"
                            } else {
                                "refused the connection"
                            };
                            sink.note(format!("enet {}: {server} {why}", link.client));
                            ended.push((*peer, farewell(reason)));
                        }
                        Event::Received { channel, mode, bytes, .. } => {
                            if let Err(error) = clients.send(*peer, channel, mode, &bytes[..]) {
                                let client = link.client;
                                sink.note(format!("enet {client}: not passed on: {error}"));
                                continue;
                            }
                            clients.flush();
                            sink.message(Way::ToClient, link.client, server, &bytes);
                        }
                    }
                }
            }
            closing.retain_mut(|link| {
                let mut has_ended = link.is_late();
                while let Some(event) = link.host.next_event() {
                    match event {
                        Event::Connected { .. } => link.begin(&sink),
                        Event::Disconnected { .. } => has_ended = true,
                        Event::Received { .. } => {}
                    }
                }
                !has_ended
            });
            for (peer, data) in ended {
                links.remove(&peer);
                clients.disconnect_later(peer, data);
            }
            if idle {
                thread::sleep(PAUSE);
            }
        }
    });
    Ok(at)
}

/// Asks the server to let a client in, with the channels and the number that it has given itself.
fn link(
    (client, channels, data): (SocketAddr, u8, u32),
    server: SocketAddr,
    max: usize,
) -> io::Result<Link> {
    let mut host = host(any_port(server), 0, max)?;
    let peer = host.connect(server, channels, data).map_err(io::Error::other)?;
    Ok(Link {
        client,
        server,
        host,
        peer,
        open: false,
        told_at: Some(Instant::now() + NO_ANSWER),
        waiting: Vec::new(),
        waiting_bytes: 0,
        closing: None,
    })
}

pub(super) fn send(
    server: SocketAddr,
    mut messages: Outbox<'_>,
    godot3: bool,
    max: usize,
    look: &mut dyn FnMut(Option<Seen>) -> io::Result<Step>,
) -> io::Result<EndedBy> {
    let mut host = host(any_port(server), 0, max)?;
    let own = host.local_addr()?;
    // A client chooses its own number, above 1, which is the server.
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let id = (since.subsec_nanos() >> 1) + 2;
    let channels = godot3::Message::ENET_CHANNELS;
    let peer = host.connect(server, channels, id).map_err(io::Error::other)?;
    let deadline = Instant::now() + PATIENCE;
    let mut open = false;
    loop {
        while open && let Some(message) = messages.due()? {
            let packet =
                godot3::Message::Packet { source: id as i32, target: SERVER, packet: &message };
            let packet = if godot3 { packet.to_enet(TransferMode::Reliable) } else { None };
            let (channel, bytes) = packet.unwrap_or((0, message));
            host.send(peer, channel, Mode::Reliable, bytes).map_err(io::Error::other)?;
        }
        let step = match host.next_event() {
            Some(Event::Connected { .. }) => {
                open = true;
                Step::Wait
            }
            Some(Event::Disconnected { .. }) if open => return Ok(EndedBy::Server),
            Some(Event::Disconnected { .. }) => return Err(io::ErrorKind::TimedOut.into()),
            Some(Event::Received { bytes, .. }) => {
                let bytes = if godot3 {
                    EnetHeader::split(&bytes).map_or(&bytes[..], |it| it.1)
                } else {
                    &bytes
                };
                look(Some(Seen::now(Way::ToClient, own, server, bytes)))?
            }
            None if !open && Instant::now() > deadline => {
                return Err(match host.misfits().pop() {
                    Some((_, misfit)) => io::Error::other(format!("the server {misfit}")),
                    None => io::ErrorKind::TimedOut.into(),
                });
            }
            None => {
                thread::sleep(PAUSE);
                if open { look(None)? } else { Step::Wait }
            }
        };
        if let Step::End = step {
            // What is not yet confirmed is sent again before.
            host.disconnect_later(peer, 0);
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline {
                match host.next_event() {
                    Some(Event::Disconnected { .. }) => break,
                    Some(_) => {}
                    None => thread::sleep(PAUSE),
                }
            }
            return Ok(EndedBy::Client);
        }
    }
}
