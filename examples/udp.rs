//! The smallest server: each UDP datagram is one value.
//!
//! All clients push one ball, and receive its position.
//!
//! ```text
//! cargo run --example udp                                         shows itself, with a client of its own
//! cargo run --example udp -- --listen 127.0.0.1:7777              serves clients of Godot 4
//! cargo run --example udp -- --listen 127.0.0.1:7777 --godot 3    serves clients of Godot 3
//! godot3-server --path examples/clients-godot3 -s udp.gd -- 127.0.0.1 7777
//! godot --headless --path examples/clients-godot4 -s udp.gd -- 127.0.0.1 7777
//! ```

use std::error::Error;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::Duration;

use godot_var::{
    Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, ToVariantBytes, Vector2,
};
use options::Options;

#[path = "common/options.rs"]
mod options;

type Failure = Box<dyn Error + Send + Sync>;

/// What a client sends: `{"tick": 1, "force": Vector2(1, 0.5)}`.
#[derive(Debug, GodotVar)]
struct Push {
    /// The number of this client's pushes.
    tick: u32,
    force: Vector2,
}

impl Push {
    /// The reader checks the types, but not the meaning: NaN would break the ball for all clients.
    fn is_fair(&self) -> bool {
        self.force.x.abs() <= 1.0 && self.force.y.abs() <= 1.0
    }
}

/// The answer: `{"tick": 1, "pos": Vector2(1, 0.5)}`.
#[derive(Debug, PartialEq, GodotVar)]
struct Ball {
    /// The tick of the push, because datagrams can be lost or arrive out of order.
    tick: u32,
    pos: Vector2,
}

/// A push has one level and two elements. More is an error.
const LIMITS: Limits = Limits::DEFAULT.with_depth(4).with_elements(16);

fn serve<D: Dialect>(socket: &UdpSocket) -> Result<(), Failure> {
    let mut pos = Vector2::ZERO;
    // A longer datagram is cut here and refused below.
    let mut buffer = [0; 1024];
    loop {
        let (len, client) = match socket.recv_from(&mut buffer) {
            // Windows returns this error if an earlier answer was not received.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => continue,
            received => received?,
        };
        match Push::from_variant_bytes_with::<D>(&buffer[..len], LIMITS) {
            Ok(push) if !push.is_fair() => println!("{client} -> dropped {push:?}"),
            Ok(push) => {
                println!("{client} -> {push:?}");
                pos = Vector2::new(pos.x + push.force.x, pos.y + push.force.y);
                let answer = Ball { tick: push.tick, pos }.to_variant_bytes::<D>()?;
                // An answer that cannot be sent counts as lost.
                let _ = socket.send_to(&answer, client);
            }
            Err(error) => println!("{client} -> dropped {len} bytes: {error}"),
        }
    }
}

/// A client: what `clients-godot3/udp.gd` does, in Rust.
fn push_it<D: Dialect>(server: SocketAddr) -> Result<(), Failure> {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    socket.connect(server)?;
    socket.set_read_timeout(Some(Duration::from_secs(10)))?;
    for tick in 1..=5 {
        let push = Push { tick, force: Vector2::new(1.0, 0.5) };
        socket.send(&push.to_variant_bytes::<D>()?)?;
        let mut buffer = [0; 1024];
        let len = socket.recv(&mut buffer)?;
        let ball = Ball::from_variant_bytes::<D>(&buffer[..len])?;
        println!("{ball:?}");
        let way = tick as f32;
        assert_eq!(ball, Ball { tick, pos: Vector2::new(way, way * 0.5) });
    }
    println!("OK");
    Ok(())
}

fn run<D: Dialect>(options: &Options) -> Result<(), Failure> {
    let socket = UdpSocket::bind(options.address())?;
    let address = socket.local_addr()?;
    println!("listening on {address}");
    if options.listen.is_some() {
        return serve::<D>(&socket);
    }
    thread::spawn(move || serve::<D>(&socket));
    push_it::<D>(address)
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    if options.godot3 { run::<Godot3>(&options) } else { run::<Godot4>(&options) }
}
