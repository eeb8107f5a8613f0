//! Relays between a Godot client and its server over UDP and TCP, and prints the decoded messages of both.
//!
//! ```text
//! cargo run --example proxy                                                            a server and a client of its own
//! cargo run --example proxy -- --listen 127.0.0.1:7776 --to 127.0.0.1:7777             until interrupted
//!     --godot 3       speaks as Godot 3; as Godot 4 otherwise
//! ```
//!
//! The messages are those of `schemas/arena.rs`. The proxy sends bytes on before it decodes them. It prints an error for messages that
//! cannot be decoded, but still sends them on.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use godot_var::framing::{FrameDecoder, LengthOrder, read_frame, write_frame};
use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes};

use arena::{Chat, ClientMessage, ServerMessage};

#[path = "../schemas/arena.rs"]
pub mod arena;

type Failure = Box<dyn Error + Send + Sync>;

const LIMITS: Limits = Limits::DEFAULT.with_depth(8).with_elements(4096).with_bytes(1 << 16);
/// A UDP client that was silent for so long gets a new port to the server.
const SILENCE: Duration = Duration::from_secs(30);
const MAX_CLIENTS: usize = 64;

/// Prints a message of one direction.
fn show<D: Dialect, T>(way: impl Display, bytes: &[u8])
where
    T: for<'de> FromVariantBytes<'de> + Debug,
{
    match T::from_variant_bytes_with::<D>(bytes, LIMITS) {
        Ok(message) => println!("{way} {} bytes: {message:?}", bytes.len()),
        Err(error) => println!("{way} {} bytes, unread: {error}", bytes.len()),
    }
}

type Clients = Arc<Mutex<HashMap<SocketAddr, Arc<UdpSocket>>>>;

/// Serves the clients of both sockets, in threads of their own.
fn serve<D: Dialect>(server: SocketAddr, udp: UdpSocket, tcp: TcpListener) {
    thread::spawn(move || {
        for client in tcp.incoming() {
            match client.and_then(|client| join_streams::<D>(server, client)) {
                Ok(()) => {}
                Err(error) => println!("tcp: {error}"),
            }
        }
    });
    let udp = Arc::new(udp);
    thread::spawn(move || {
        let clients = Clients::default();
        let mut buffer = vec![0; 1 << 16];
        loop {
            // Windows returns this error if an earlier datagram was not received.
            let Ok((len, client)) = udp.recv_from(&mut buffer) else { continue };
            let datagram = &buffer[..len];
            match socket_of::<D>(server, client, &clients, &udp) {
                Ok(socket) => drop(socket.send(datagram)),
                Err(error) => println!("udp {client}: {error}"),
            }
            show::<D, ClientMessage>(format_args!("udp {client} ->"), datagram);
        }
    });
}

/// Returns the socket that sends this client's datagrams to the server.
fn socket_of<D: Dialect>(
    server: SocketAddr,
    client: SocketAddr,
    clients: &Clients,
    udp: &Arc<UdpSocket>,
) -> io::Result<Arc<UdpSocket>> {
    let mut map = clients.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(socket) = map.get(&client) {
        return Ok(socket.clone());
    }
    if map.len() == MAX_CLIENTS {
        return Err(io::Error::other("too many clients"));
    }
    let any: SocketAddr = match server {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (std::net::Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(any)?;
    socket.connect(server)?;
    socket.set_read_timeout(Some(SILENCE))?;
    let socket = Arc::new(socket);
    map.insert(client, socket.clone());
    let (clients, udp, answers) = (clients.clone(), udp.clone(), socket.clone());
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(len) = answers.recv(&mut buffer) {
            let _ = udp.send_to(&buffer[..len], client);
            show::<D, ServerMessage>(format_args!("udp {client} <-"), &buffer[..len]);
        }
        clients.lock().unwrap_or_else(PoisonError::into_inner).remove(&client);
    });
    Ok(socket)
}

fn join_streams<D: Dialect>(server: SocketAddr, client: TcpStream) -> io::Result<()> {
    let address = client.peer_addr()?;
    let server = TcpStream::connect(server)?;
    let (to_server, to_client) = (server.try_clone()?, client.try_clone()?);
    thread::spawn(move || {
        copy::<D, ClientMessage>(&client, &to_server, &format!("tcp {address} ->"));
    });
    thread::spawn(move || {
        copy::<D, ServerMessage>(&server, &to_client, &format!("tcp {address} <-"));
    });
    Ok(())
}

/// Sends bytes on, and prints the messages in them, until one side ends or the other does not accept them.
fn copy<D: Dialect, T>(mut from: &TcpStream, mut to: &TcpStream, way: &str)
where
    T: for<'de> FromVariantBytes<'de> + Debug,
{
    let _ = to.set_nodelay(true);
    let mut frames = Some(FrameDecoder::with_limits(LengthOrder::LittleEndian, LIMITS));
    let mut piece = [0; 4096];
    while let Ok(len @ 1..) = from.read(&mut piece) {
        if to.write_all(&piece[..len]).is_err() {
            break;
        }
        let Some(decoder) = &mut frames else { continue };
        decoder.feed(&piece[..len]);
        let error = loop {
            match decoder.next_frame() {
                Ok(Some(frame)) => show::<D, T>(way, frame),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        if let Some(error) = error {
            // The start of the next message is unknown. The bytes are still sent on.
            println!("{way} no more is read: {error}");
            frames = None;
        }
    }
    println!("{way} ended");
    let _ = to.shutdown(Shutdown::Write);
    let _ = from.shutdown(Shutdown::Read);
}

/// Listens on one port over both transports.
fn bind(address: SocketAddr) -> io::Result<(UdpSocket, TcpListener)> {
    loop {
        let tcp = TcpListener::bind(address)?;
        match UdpSocket::bind(tcp.local_addr()?) {
            // The port that was free for TCP is in use for UDP.
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && address.port() == 0 => {}
            udp => return Ok((udp?, tcp)),
        }
    }
}

/// Sends messages, some invalid, through a proxy to a server that sends them back.
fn demonstrate<D: Dialect>() -> Result<(), Failure> {
    let (udp, tcp) = bind((Ipv4Addr::LOCALHOST, 0).into())?;
    let server = udp.local_addr()?;
    let (listener, streams) = bind((Ipv4Addr::LOCALHOST, 0).into())?;
    let proxy = listener.local_addr()?;
    serve::<D>(server, listener, streams);

    let chat =
        Chat { channel: "all".into(), text: "hello".into(), at: 1_750_000_000, tags: vec![] };
    let question = ClientMessage::Chat(chat).to_variant_bytes::<D>()?;
    let mut cut = question.clone();
    cut.truncate(question.len() - 6);
    let messages = [question, cut, b"nonsense".to_vec()];

    let client = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    client.connect(proxy)?;
    client.set_read_timeout(Some(SILENCE))?;
    udp.set_read_timeout(Some(SILENCE))?;
    let mut buffer = [0; 1024];
    for message in &messages {
        client.send(message)?;
        let (len, from) = udp.recv_from(&mut buffer)?;
        is_same(message, &buffer[..len])?;
        udp.send_to(message, from)?;
        let len = client.recv(&mut buffer)?;
        is_same(message, &buffer[..len])?;
    }

    let mut client = TcpStream::connect(proxy)?;
    client.set_read_timeout(Some(SILENCE))?;
    let (mut served, _) = tcp.accept()?;
    served.set_read_timeout(Some(SILENCE))?;
    let mut frame = Vec::new();
    for message in &messages {
        write_frame(&mut client, message, LengthOrder::LittleEndian)?;
        let heard = read_frame(&mut served, LengthOrder::LittleEndian, LIMITS, &mut frame)?;
        is_same(message, heard.ok_or("the proxy has ended")?)?;
        write_frame(&mut served, message, LengthOrder::LittleEndian)?;
        let heard = read_frame(&mut client, LengthOrder::LittleEndian, LIMITS, &mut frame)?;
        is_same(message, heard.ok_or("the proxy has ended")?)?;
    }
    // A length that no message has: the proxy cannot decode any more, but still sends on all bytes.
    let noise = [0xff; 64];
    client.write_all(&noise)?;
    client.shutdown(Shutdown::Write)?;
    let mut rest = Vec::new();
    served.read_to_end(&mut rest)?;
    is_same(&noise, &rest)?;
    served.shutdown(Shutdown::Write)?;
    client.read_to_end(&mut rest)?;
    is_same(&noise, &rest)?;
    println!("OK: {} messages over UDP and TCP, unchanged both ways", messages.len());
    Ok(())
}

fn is_same(sent: &[u8], came: &[u8]) -> Result<(), Failure> {
    if sent == came { Ok(()) } else { Err(format!("{sent:?} came as {came:?}").into()) }
}

fn run(arguments: &[&str]) -> Result<(), Failure> {
    let (mut listen, mut server, mut godot3) = (None::<SocketAddr>, None::<SocketAddr>, false);
    for pair in arguments.chunks(2) {
        match *pair {
            ["--listen", address] => listen = Some(address.parse()?),
            ["--to", address] => server = Some(address.parse()?),
            ["--godot", version] if matches!(version.split('.').next(), Some("3" | "4")) => {
                godot3 = version.starts_with('3');
            }
            _ => return Err("usage: proxy [--listen ADDRESS --to ADDRESS] [--godot 3|4]".into()),
        }
    }
    let (Some(listen), Some(server)) = (listen, server) else {
        return if godot3 { demonstrate::<Godot3>() } else { demonstrate::<Godot4>() };
    };
    if listen == server
        || listen.port() == server.port()
            && listen.ip().is_unspecified()
            && server.ip().is_loopback()
    {
        return Err(format!("{server} is the proxy itself; give the address of the server").into());
    }
    let (udp, tcp) = bind(listen)?;
    println!("listening on {} for {server}", udp.local_addr()?);
    if godot3 {
        serve::<Godot3>(server, udp, tcp);
    } else {
        serve::<Godot4>(server, udp, tcp);
    }
    loop {
        thread::park();
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}
