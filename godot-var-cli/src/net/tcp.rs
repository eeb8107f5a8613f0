//! Messages over TCP: a stream of frames.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::Limits;
use godot_var::framing::{FrameDecoder, LengthOrder, write_frame};

use super::{EndedBy, MAX_CLIENTS, Outbox, PATIENCE, Seen, Sink, Step, Way, is_silence};

const ORDER: LengthOrder = LengthOrder::LittleEndian;
const PIECE: usize = 1 << 14;
/// How long after a refusal the next connection is tried.
const RETRY: Duration = Duration::from_millis(100);

/// Serves each client in a thread of its own, up to [`MAX_CLIENTS`] at a time.
pub(super) fn serve(
    at: SocketAddr,
    sink: Sink,
    name: &'static str,
    talk: impl Fn(TcpStream, SocketAddr, SocketAddr, &Sink) -> io::Result<()> + Send + Sync + 'static,
) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(at)?;
    let at = listener.local_addr()?;
    let talk = Arc::new(talk);
    let clients = Arc::new(AtomicUsize::new(0));
    thread::spawn(move || {
        loop {
            // An error is about a client that has gone before it was let in.
            let Ok((stream, client)) = listener.accept() else { continue };
            if clients.load(Ordering::Relaxed) >= MAX_CLIENTS {
                sink.note(format!("{name} {client}: too many clients"));
                continue;
            }
            clients.fetch_add(1, Ordering::Relaxed);
            let (talk, clients, sink) = (Arc::clone(&talk), Arc::clone(&clients), sink.clone());
            thread::spawn(move || {
                sink.note(format!("{name} {client} connected"));
                match talk(stream, client, at, &sink) {
                    Ok(()) => sink.note(format!("{name} {client} disconnected")),
                    Err(error) => sink.note(format!("{name} {client} disconnected: {error}")),
                }
                clients.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
    Ok(at)
}

/// Takes frames out of a stream; nothing more after the first that is none.
struct Frames {
    decoder: Option<FrameDecoder>,
}

impl Frames {
    fn new(max: usize) -> Self {
        let limits = Limits::NONE.with_bytes(max);
        Self { decoder: Some(FrameDecoder::with_limits(ORDER, limits)) }
    }

    fn feed(&mut self, piece: &[u8], mut take: impl FnMut(&[u8])) -> Result<(), String> {
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        decoder.feed(piece);
        loop {
            match decoder.next_frame() {
                Ok(Some(frame)) => take(frame),
                Ok(None) => return Ok(()),
                Err(error) => {
                    self.decoder = None;
                    return Err(format!("no more messages can be found: {error}"));
                }
            }
        }
    }
}

pub(super) fn listen(at: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    serve(at, sink, "tcp", |mut stream, client, server, sink| {
        let mut frames = Frames::new(sink.max);
        let mut piece = [0; PIECE];
        loop {
            let len = match stream.read(&mut piece) {
                Ok(0) => return Ok(()),
                Ok(len) => len,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let take = |frame: &[u8]| sink.message(Way::ToServer, client, server, frame);
            frames.feed(&piece[..len], take).map_err(io::Error::other)?;
        }
    })
}

pub(super) fn proxy(at: SocketAddr, to: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    serve(at, sink, "tcp", move |client, address, _, sink| {
        let server = connect_patiently(to, sink).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot connect to {to}: {error}"))
        })?;
        let (from_server, to_client) = (server.try_clone()?, client.try_clone()?);
        let there = sink.clone();
        let back = thread::spawn(move || {
            copy(&from_server, &to_client, Way::ToClient, (address, to), &there);
        });
        copy(&client, &server, Way::ToServer, (address, to), sink);
        back.join().map_err(|_| io::Error::other("the thread for answers panicked"))
    })
}

/// Passes on what comes until one side ends or the other does not take it.
fn copy(
    mut from: &TcpStream,
    mut to: &TcpStream,
    way: Way,
    (client, server): (SocketAddr, SocketAddr),
    sink: &Sink,
) {
    let _ = to.set_nodelay(true);
    let mut frames = Frames::new(sink.max);
    let mut piece = [0; PIECE];
    loop {
        let len = match from.read(&mut piece) {
            Ok(len @ 1..) => len,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(_) | Err(_) => break,
        };
        if to.write_all(&piece[..len]).is_err() {
            break;
        }
        let take = |frame: &[u8]| sink.message(way, client, server, frame);
        if let Err(error) = frames.feed(&piece[..len], take) {
            // Where the next message would begin, nobody knows; the bytes go on all the same.
            sink.note(format!("tcp {client}: {error}; the bytes are still passed on"));
        }
    }
    let _ = to.shutdown(Shutdown::Write);
    let _ = from.shutdown(Shutdown::Read);
}

/// Connects to the server of a proxy, which may not listen yet.
pub(super) fn connect_patiently(to: SocketAddr, sink: &Sink) -> io::Result<TcpStream> {
    let begun = Instant::now();
    loop {
        match connect(to) {
            Err(error)
                if error.kind() == ErrorKind::ConnectionRefused && begun.elapsed() < sink.wait =>
            {
                if !sink.is_wait_told.swap(true, Ordering::Relaxed) {
                    sink.note("no server yet; clients wait for it".to_owned());
                }
                thread::sleep(RETRY);
            }
            done => {
                if done.is_ok() {
                    sink.is_wait_told.store(false, Ordering::Relaxed);
                }
                return done;
            }
        }
    }
}

pub(super) fn connect(to: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&to, PATIENCE)?;
    // Without a listener, a connection to a port of this machine can come from the same port.
    if stream.local_addr()? == to {
        return Err(ErrorKind::ConnectionRefused.into());
    }
    stream.set_nodelay(true)?;
    Ok(stream)
}

pub(super) fn send(
    server: SocketAddr,
    mut messages: Outbox<'_>,
    max: usize,
    look: &mut dyn FnMut(Option<Seen>) -> io::Result<Step>,
) -> io::Result<EndedBy> {
    let mut stream = connect(server)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let own = stream.local_addr()?;
    let mut frames = Frames::new(max);
    let mut piece = [0; PIECE];
    loop {
        while let Some(message) = messages.due()? {
            write_frame(&mut stream, &message, ORDER)?;
        }
        stream.set_read_timeout(Some(messages.pause()))?;
        let len = match stream.read(&mut piece) {
            Ok(0) => return Ok(EndedBy::Server),
            Ok(len) => len,
            Err(error) if is_silence(&error) => {
                if let Step::End = look(None)? {
                    return Ok(EndedBy::Client);
                }
                continue;
            }
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        let take = |frame: &[u8]| found.push(Seen::now(Way::ToClient, own, server, frame));
        let fed = frames.feed(&piece[..len], take);
        // A part of a message is not silence, and may be all that ever comes.
        if found.is_empty()
            && let Step::End = look(None)?
        {
            return Ok(EndedBy::Client);
        }
        for seen in found {
            if let Step::End = look(Some(seen))? {
                return Ok(EndedBy::Client);
            }
        }
        fed.map_err(io::Error::other)?;
    }
}
