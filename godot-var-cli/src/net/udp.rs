//! Messages over UDP: each datagram is one.

use std::collections::HashMap;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::{EndedBy, MAX_CLIENTS, Outbox, Seen, Sink, Step, Way, any_port, is_silence};

/// No datagram is longer.
const LONGEST: usize = 1 << 16;
/// A client that has been silent for so long gets a new port to the server.
const SILENCE: Duration = Duration::from_secs(30);
/// A server that has not answered a client by then is reported, once.
const NO_ANSWER: Duration = Duration::from_secs(3);

pub(super) fn listen(at: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    let socket = UdpSocket::bind(at)?;
    let at = socket.local_addr()?;
    thread::spawn(move || {
        let mut buffer = vec![0; LONGEST];
        loop {
            // An error is about a datagram of ours, and we send none.
            let Ok((len, client)) = socket.recv_from(&mut buffer) else { continue };
            sink.message(Way::ToServer, client, at, &buffer[..len]);
        }
    });
    Ok(at)
}

type Clients = Arc<Mutex<HashMap<SocketAddr, Arc<UdpSocket>>>>;

pub(super) fn proxy(at: SocketAddr, server: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    let socket = Arc::new(UdpSocket::bind(at)?);
    let at = socket.local_addr()?;
    thread::spawn(move || {
        let clients = Clients::default();
        let mut buffer = vec![0; LONGEST];
        loop {
            // Windows says so when a datagram of ours was not taken.
            let Ok((len, client)) = socket.recv_from(&mut buffer) else { continue };
            match socket_of(client, server, &clients, &socket, &sink) {
                Ok(to_server) => drop(to_server.send(&buffer[..len])),
                Err(error) => sink.note(format!("udp {client}: {error}")),
            }
            sink.message(Way::ToServer, client, server, &buffer[..len]);
        }
    });
    Ok(at)
}

/// The socket from which the server hears this client.
fn socket_of(
    client: SocketAddr,
    server: SocketAddr,
    clients: &Clients,
    socket: &Arc<UdpSocket>,
    sink: &Sink,
) -> io::Result<Arc<UdpSocket>> {
    let mut map = clients.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = map.get(&client) {
        return Ok(Arc::clone(known));
    }
    if map.len() >= MAX_CLIENTS {
        return Err(io::Error::other("too many clients"));
    }
    let own = UdpSocket::bind(any_port(server))?;
    own.connect(server)?;
    own.set_read_timeout(Some(NO_ANSWER))?;
    let own = Arc::new(own);
    map.insert(client, Arc::clone(&own));
    let (clients, socket, answers, sink) =
        (Arc::clone(clients), Arc::clone(socket), Arc::clone(&own), sink.clone());
    thread::spawn(move || {
        let mut buffer = vec![0; LONGEST];
        let mut is_first = true;
        let why = loop {
            let received = answers.recv(&mut buffer);
            let is_silent = received.as_ref().is_err_and(is_silence);
            if is_first {
                is_first = false;
                if is_silent {
                    sink.note(format!(
                        "udp {client}: no answer from {server} yet; does a server listen there?"
                    ));
                }
                // An error is that of the next call.
                let _ = answers.set_read_timeout(Some(SILENCE));
                if is_silent {
                    continue;
                }
            }
            match received {
                Ok(len) => {
                    let _ = socket.send_to(&buffer[..len], client);
                    sink.message(Way::ToClient, client, server, &buffer[..len]);
                }
                Err(_) if is_silent => break None,
                Err(error) => break Some(error),
            }
        };
        clients.lock().unwrap_or_else(PoisonError::into_inner).remove(&client);
        if let Some(error) = why {
            sink.note(format!("udp {client}: cannot send to {server}: {error}"));
        }
    });
    Ok(own)
}

pub(super) fn send(
    server: SocketAddr,
    mut messages: Outbox<'_>,
    look: &mut dyn FnMut(Option<Seen>) -> io::Result<Step>,
) -> io::Result<EndedBy> {
    let socket = UdpSocket::bind(any_port(server))?;
    socket.connect(server)?;
    let own = socket.local_addr()?;
    let mut buffer = vec![0; LONGEST];
    loop {
        while let Some(message) = messages.due()? {
            socket.send(&message)?;
        }
        socket.set_read_timeout(Some(messages.pause()))?;
        let seen = match socket.recv(&mut buffer) {
            Ok(len) => Some(Seen::now(Way::ToClient, own, server, &buffer[..len])),
            Err(error) if is_silence(&error) => None,
            Err(error) => return Err(error),
        };
        if let Step::End = look(seen)? {
            return Ok(EndedBy::Client);
        }
    }
}
