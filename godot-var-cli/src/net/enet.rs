//! Messages over ENet: each packet is one, on any channel, also compressed by the range coder. No DTLS.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use godot_var::framing::EnetHeader;
use godot_var::multiplayer::godot3::Message;
use godot_var::multiplayer::net::EnetSocket;
use godot_var::multiplayer::{SERVER, TransferMode};
use rusty_enet::{EventNoRef as Event, Host, HostSettings, Packet, PeerID};

use super::{EndedBy, MAX_CLIENTS, Outbox, PATIENCE, Seen, Sink, Step, Way, any_port};

/// As many as ENet has: the client says how many it wants.
const CHANNELS: usize = 255;
/// How long a host does nothing when nothing has come.
const PAUSE: Duration = Duration::from_millis(1);

fn host(at: SocketAddr, peers: usize, max: usize) -> io::Result<(Host<EnetSocket>, SocketAddr)> {
    let socket = EnetSocket::bind(at)?;
    let at = socket.local_addr()?;
    let settings =
        HostSettings { peer_limit: peers, channel_limit: CHANNELS, ..HostSettings::default() };
    let wrong = |error: &dyn std::fmt::Debug| io::Error::other(format!("ENet: {error:?}"));
    let mut host = Host::new(socket, settings).map_err(|error| wrong(&error))?;
    host.set_maximum_packet_size(max).map_err(|error| wrong(&error))?;
    Ok((host, at))
}

/// What has happened next. An error is about one datagram, whose address nobody can reach.
fn next(host: &mut Host<EnetSocket>) -> Option<Event> {
    host.service().unwrap_or_default().map(rusty_enet::Event::no_ref)
}

/// Notes each address that sends something else than ENet once, up to this many.
const MAX_MISFITS: usize = 16;

fn note_misfits(host: &mut Host<EnetSocket>, noted: &mut Vec<IpAddr>, sink: &Sink) {
    for (client, misfit) in host.socket_mut().misfits() {
        if noted.len() < MAX_MISFITS && !noted.contains(&client.ip()) {
            noted.push(client.ip());
            sink.note(format!("enet {client} {misfit}"));
        }
    }
}

/// Where a peer is.
fn address(host: &Host<EnetSocket>, peer: PeerID) -> Option<SocketAddr> {
    host.get_peer(peer).and_then(rusty_enet::Peer::address)
}

/// Runs in a thread, as hosts stay where they were made; returns the address.
fn run(
    at: SocketAddr,
    sink: Sink,
    serve: impl FnOnce(Host<EnetSocket>, SocketAddr, Sink) + Send + 'static,
) -> io::Result<SocketAddr> {
    let (made, answer) = std::sync::mpsc::channel();
    thread::spawn(move || match host(at, MAX_CLIENTS, sink.max) {
        Ok((host, at)) => {
            drop(made.send(Ok(at)));
            serve(host, at, sink);
        }
        Err(error) => drop(made.send(Err(error))),
    });
    answer.recv().map_err(io::Error::other)?
}

pub(super) fn listen(at: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    run(at, sink, |mut host, at, sink| {
        let (mut clients, mut noted) = (HashMap::new(), Vec::new());
        loop {
            note_misfits(&mut host, &mut noted, &sink);
            match next(&mut host) {
                Some(Event::Connect { peer, .. }) => {
                    let Some(client) = address(&host, peer) else { continue };
                    clients.insert(peer, client);
                    sink.note(format!("enet {client} connected"));
                }
                Some(Event::Disconnect { peer, .. }) => {
                    if let Some(client) = clients.remove(&peer) {
                        sink.note(format!("enet {client} disconnected"));
                    }
                }
                Some(Event::Receive { peer, packet, .. }) => {
                    if let Some(client) = clients.get(&peer) {
                        sink.message(Way::ToServer, *client, at, packet.data());
                    }
                }
                None => thread::sleep(PAUSE),
            }
        }
    })
}

/// A server that has not answered a client by then is reported.
const NO_ANSWER: Duration = Duration::from_secs(3);

/// How long an end may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// A client's way to the server.
struct Link {
    client: SocketAddr,
    server: SocketAddr,
    host: Host<EnetSocket>,
    peer: PeerID,
    open: bool,
    /// When the user is told that the server does not answer; `None` afterwards.
    told_at: Option<Instant>,
    /// What the client sent before the server let it in.
    waiting: Vec<(u8, Packet)>,
    /// The bytes of these.
    waiting_bytes: usize,
    /// The client has gone, with this number: what it has sent still goes on, until then.
    closing: Option<(u32, Instant)>,
}

/// Packets that wait for a server, at most, of as many bytes together as one message may have.
const MAX_PACKETS: usize = 1024;

impl Link {
    /// Passes on what the client has sent; it is seen when it goes on.
    fn send(&mut self, channel: u8, packet: Packet, sink: &Sink) {
        if self.open {
            let _ = self.host.peer_mut(self.peer).send(channel, &packet);
            self.host.flush();
            sink.message(Way::ToServer, self.client, self.server, packet.data());
        } else if self.waiting.len() < MAX_PACKETS
            && self.waiting_bytes + packet.data().len() <= sink.max
        {
            self.waiting_bytes += packet.data().len();
            self.waiting.push((channel, packet));
        } else {
            sink.note(format!("enet {}: too many packets before it is connected", self.client));
        }
    }

    /// The server has let the client in.
    fn begin(&mut self, sink: &Sink) {
        self.open = true;
        for (channel, packet) in std::mem::take(&mut self.waiting) {
            self.send(channel, packet, sink);
        }
        if let Some((data, _)) = self.closing {
            self.host.peer_mut(self.peer).disconnect_later(data);
        }
    }

    /// The client has gone.
    fn close(&mut self, data: u32) {
        self.closing = Some((data, Instant::now() + PATIENCE));
        if self.open {
            self.host.peer_mut(self.peer).disconnect_later(data);
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
    run(at, sink, move |mut clients, _, sink| {
        let mut links: HashMap<PeerID, Link> = HashMap::new();
        let mut closing: Vec<Link> = Vec::new();
        let mut noted = Vec::new();
        loop {
            let mut idle = true;
            note_misfits(&mut clients, &mut noted, &sink);
            while let Some(event) = next(&mut clients) {
                idle = false;
                match event {
                    Event::Connect { peer, data } => {
                        match link(&mut clients, peer, data, server, sink.max) {
                            Ok(link) => {
                                sink.note(format!("enet {} connected", link.client));
                                links.insert(peer, link);
                            }
                            Err(error) => {
                                sink.note(format!("enet: {error}"));
                                clients.peer_mut(peer).disconnect(0);
                            }
                        }
                    }
                    Event::Disconnect { peer, data } => {
                        if let Some(mut link) = links.remove(&peer) {
                            sink.note(format!("enet {} disconnected", link.client));
                            link.close(data);
                            closing.push(link);
                        }
                    }
                    Event::Receive { peer, channel_id, packet } => {
                        if let Some(link) = links.get_mut(&peer) {
                            link.send(channel_id, packet, &sink);
                        }
                    }
                }
            }
            let mut ended = Vec::new();
            for (peer, link) in &mut links {
                link.tell_silence(&sink);
                while let Some(event) = next(&mut link.host) {
                    idle = false;
                    match event {
                        Event::Connect { .. } => link.begin(&sink),
                        Event::Disconnect { data, .. } => {
                            let why = if link.open {
                                "closed the connection"
                            } else {
                                "refused the connection"
                            };
                            sink.note(format!("enet {}: {server} {why}", link.client));
                            ended.push((*peer, data));
                        }
                        Event::Receive { channel_id, packet, .. } => {
                            let _ = clients.peer_mut(*peer).send(channel_id, &packet);
                            clients.flush();
                            sink.message(Way::ToClient, link.client, server, packet.data());
                        }
                    }
                }
            }
            closing.retain_mut(|link| {
                let mut has_ended = link.is_late();
                while let Some(event) = next(&mut link.host) {
                    match event {
                        Event::Connect { .. } => link.begin(&sink),
                        Event::Disconnect { .. } => has_ended = true,
                        Event::Receive { .. } => {}
                    }
                }
                !has_ended
            });
            for (peer, data) in ended {
                links.remove(&peer);
                clients.peer_mut(peer).disconnect_later(data);
            }
            if idle {
                thread::sleep(PAUSE);
            }
        }
    })
}

/// Asks the server to let a client in, with the number that it has given itself.
fn link(
    clients: &mut Host<EnetSocket>,
    peer: PeerID,
    data: u32,
    server: SocketAddr,
    max: usize,
) -> io::Result<Link> {
    let gone = || io::Error::other("a client has gone");
    let client = address(clients, peer).ok_or_else(gone)?;
    let channels = clients.get_peer(peer).ok_or_else(gone)?.channel_count();
    let (mut host, _) = host(any_port(server), 1, max)?;
    let to_server = host.connect(server, channels, data);
    let peer = to_server.map_err(|error| io::Error::other(format!("ENet: {error:?}")))?.id();
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
    let (mut host, own) = host(any_port(server), 1, max)?;
    // A client chooses its own number, above 1, which is the server.
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let id = (since.subsec_nanos() >> 1) + 2;
    let to_server = host.connect(server, Message::ENET_CHANNELS.into(), id);
    let peer = to_server.map_err(|error| io::Error::other(format!("ENet: {error:?}")))?.id();
    let deadline = Instant::now() + PATIENCE;
    let mut open = false;
    loop {
        while open && let Some(message) = messages.due()? {
            let packet = Message::Packet { source: id as i32, target: SERVER, packet: &message };
            let packet = if godot3 { packet.to_enet(TransferMode::Reliable) } else { None };
            let (channel, bytes) = packet.unwrap_or((0, message));
            let sent = host.peer_mut(peer).send(channel, &Packet::reliable(bytes));
            sent.map_err(|error| io::Error::other(format!("ENet: {error:?}")))?;
        }
        let step = match next(&mut host) {
            Some(Event::Connect { .. }) => {
                open = true;
                Step::Wait
            }
            Some(Event::Disconnect { .. }) if open => return Ok(EndedBy::Server),
            Some(Event::Disconnect { .. }) => return Err(io::ErrorKind::TimedOut.into()),
            Some(Event::Receive { packet, .. }) => {
                let bytes = packet.data();
                let bytes =
                    if godot3 { EnetHeader::split(bytes).map_or(bytes, |it| it.1) } else { bytes };
                look(Some(Seen::now(Way::ToClient, own, server, bytes)))?
            }
            None if !open && Instant::now() > deadline => {
                return Err(match host.socket_mut().misfits().pop() {
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
            host.peer_mut(peer).disconnect_later(0);
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline {
                match next(&mut host) {
                    Some(Event::Disconnect { .. }) => break,
                    Some(_) => {}
                    None => thread::sleep(PAUSE),
                }
            }
            return Ok(EndedBy::Client);
        }
    }
}
