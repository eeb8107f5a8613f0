//! The rates of a server that `godot-var dev` runs, from the figures that it serves for Prometheus.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

/// How often the server is asked.
const PERIOD: Duration = Duration::from_secs(5);
/// How long it may take for each part of its answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// The longest answer, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Where a server on this machine serves its figures: `http://127.0.0.1:9100/metrics`.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    host: String,
    address: SocketAddr,
    path: String,
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = "write, for example, http://127.0.0.1:9100/metrics";
        let rest = text.strip_prefix("http://").ok_or_else(|| format!("{text:?}: {example}"))?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let number = match host.strip_prefix("localhost:") {
            Some(port) => format!("127.0.0.1:{port}"),
            None => host.to_owned(),
        };
        let address: SocketAddr = number.parse().map_err(|_| {
            format!("{host:?} is not an address of this machine with a port; {example}")
        })?;
        if !address.ip().is_loopback() {
            return Err(format!("{host} may be another machine, and only this one is asked"));
        }
        if !path.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!("{path:?} is not a path; {example}"));
        }
        Ok(Self { host: host.to_owned(), address, path: format!("/{path}") })
    }
}

impl Source {
    fn ask(&self) -> io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&self.address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let Self { host, path, .. } = self;
        // At once: a small server may read only what has arrived first. An answer to HTTP/1.0 ends with its connection.
        stream.write_all(format!("GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").as_bytes())?;
        let mut answer = Vec::new();
        stream.take(MAX_BYTES).read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}

/// Sums since the server has started.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    peers: f64,
    /// Received and sent.
    packets: [f64; 2],
    bytes: [f64; 2],
    refusals: f64,
}

impl Sums {
    /// Reads the text for Prometheus. Returns `None` if it has no peers of this library.
    fn read(answer: &str) -> Option<Self> {
        let mut sums = Self::default();
        let mut has_peers = false;
        for line in answer.lines() {
            let Some((series, value)) = line.rsplit_once(' ') else { continue };
            let Ok(value) = value.parse::<f64>() else { continue };
            let (name, labels) = series.split_once('{').unwrap_or((series, ""));
            let way = usize::from(!labels.contains("direction=\"in\""));
            match name {
                "godot_var_peers" => (sums.peers, has_peers) = (value, true),
                "godot_var_packets_total" => sums.packets[way] += value,
                "godot_var_bytes_total" => sums.bytes[way] += value,
                "godot_var_refusals_total" => sums.refusals += value,
                _ => {}
            }
        }
        has_peers.then_some(sums)
    }

    /// Returns the rates since an earlier answer of the same server.
    fn line(&self, before: &Self, time: Duration) -> String {
        // A server that was started anew begins at 0.
        let rate = |now: f64, before: f64| (now - before).max(0.0) / time.as_secs_f64();
        let [packets_in, packets_out] =
            [0, 1].map(|way| rate(self.packets[way], before.packets[way]));
        let [bytes_in, bytes_out] =
            [0, 1].map(|way| rate(self.bytes[way], before.bytes[way]) / 1e3);
        format!(
            "figures: {} peers, {packets_in:.0} packets/s in, {packets_out:.0} out, {bytes_in:.1} kB/s in, \
             {bytes_out:.1} out, {:.1} refusals/s",
            self.peers,
            rate(self.refusals, before.refusals),
        )
    }
}

/// Asks as long as this program runs, and tells a line whenever it differs from the last one. A server that does not answer is asked again.
pub(crate) fn watch(source: &Source, tell: impl Fn(&str)) {
    let (mut before, mut last) = (None, String::new());
    loop {
        let asked = Instant::now();
        let sums = source.ask().ok().and_then(|answer| Sums::read(&answer));
        if let (Some(sums), Some((earlier, at))) = (sums, &before) {
            let line = sums.line(earlier, asked - *at);
            if line != last {
                tell(&line);
                last = line;
            }
        }
        before = sums.map(|sums| (sums, asked));
        thread::sleep(PERIOD.saturating_sub(asked.elapsed()));
    }
}
