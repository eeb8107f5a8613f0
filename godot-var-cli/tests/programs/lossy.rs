//! A UDP proxy that delays datagrams, and loses some of them.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What happens to the datagrams of each direction.
#[derive(Clone, Copy)]
pub(crate) struct Network {
    pub(crate) delay: Duration,
    /// Up to this time more, evenly.
    pub(crate) jitter: Duration,
    /// The share of datagrams that are lost, in percent.
    pub(crate) loss: u64,
    pub(crate) seed: u64,
}

/// A proxy before a server. It ends when it is dropped.
pub(crate) struct Lossy {
    pub(crate) address: SocketAddr,
    is_healed: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Lossy {
    pub(crate) fn before(server: SocketAddr, network: Network) -> Self {
        let front = socket().expect("a port");
        let address = front.local_addr().expect("its address");
        let stop = Arc::new(AtomicBool::new(false));
        let is_healed = Arc::new(AtomicBool::new(false));
        let mut relay = Relay {
            network,
            is_healed: Arc::clone(&is_healed),
            random: network.seed,
            server,
            front: Arc::new(front),
            behind: HashMap::new(),
            waiting: BTreeMap::new(),
            count: 0,
        };
        let is_over = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                relay.turn();
                thread::sleep(Duration::from_millis(1));
            }
        });
        Self { address, is_healed, stop, thread: Some(thread) }
    }

    /// From now on nothing is lost.
    pub(crate) fn heal(&self) {
        self.is_healed.store(true, Ordering::Relaxed);
    }
}

impl Drop for Lossy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        drop(self.thread.take().map(JoinHandle::join));
    }
}

fn socket() -> io::Result<UdpSocket> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}

struct Datagram {
    from: Arc<UdpSocket>,
    to: SocketAddr,
    bytes: Vec<u8>,
}

struct Relay {
    network: Network,
    is_healed: Arc<AtomicBool>,
    random: u64,
    server: SocketAddr,
    /// The clients send to this socket.
    front: Arc<UdpSocket>,
    /// For each client the socket that it has at the server.
    behind: HashMap<SocketAddr, Arc<UdpSocket>>,
    /// By the times at which they are due, and in one time by their numbers.
    waiting: BTreeMap<(Instant, u64), Datagram>,
    count: u64,
}

impl Relay {
    /// Takes what has arrived, and passes on what is due.
    fn turn(&mut self) {
        let mut buffer = [0; 2_048];
        let front = Arc::clone(&self.front);
        while let Ok((len, client)) = front.recv_from(&mut buffer) {
            let behind = self.behind.entry(client);
            let behind = Arc::clone(
                behind.or_insert_with(|| Arc::new(socket().expect("a port for the client"))),
            );
            self.take(behind, self.server, &buffer[..len]);
        }
        for (client, behind) in self.behind.clone() {
            while let Ok((len, _)) = behind.recv_from(&mut buffer) {
                self.take(Arc::clone(&front), client, &buffer[..len]);
            }
        }
        while let Some(first) = self.waiting.first_entry()
            && first.key().0 <= Instant::now()
        {
            let Datagram { from, to, bytes } = first.remove();
            // A client that has gone makes errors.
            drop(from.send_to(&bytes, to));
        }
    }

    fn take(&mut self, from: Arc<UdpSocket>, to: SocketAddr, bytes: &[u8]) {
        let Network { delay, jitter, loss, .. } = self.network;
        let (is_lost, late) = (self.random() % 100 < loss, self.random() % 1_000);
        if is_lost && !self.is_healed.load(Ordering::Relaxed) {
            return;
        }
        self.count += 1;
        let late = u32::try_from(late).unwrap_or(1_000);
        let due = Instant::now() + delay + jitter * late / 1_000;
        self.waiting.insert((due, self.count), Datagram { from, to, bytes: bytes.to_vec() });
    }

    /// `SplitMix64`.
    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
            bits = (bits ^ bits >> shift).wrapping_mul(factor);
        }
        bits ^ bits >> 31
    }
}
