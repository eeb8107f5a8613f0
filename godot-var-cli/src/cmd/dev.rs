//! `godot-var dev`.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};
use std::{fs, thread};

use clap::Args;
use godot_var::Limits;
use godot_var::framing::EnetHeader;
use godot_var_cli::Wire;
use godot_var_cli::net::{self, Address, Event, Events, Seen, Transport, Way};
use godot_var_cli::pcap::Carried;
use godot_var_cli::stream::{Line, line, start};
use godot_var_cli::visible::shown;

use super::generate;
use super::inspect::{STOPPED, stop_when_interrupted};
use super::output::Writing;
use super::watch::Files;
use crate::rates::{self, Source};
use crate::settings::lludp::Lludp;
use crate::settings::messages::FILE;
use crate::settings::wires::{Setup, Types, refused};
use crate::settings::{self, Settings};

/// Run the server of a project, restart it after each change, and show its messages
///
/// Generates what `godot-var.toml` names, builds the package and runs its server, again after each change of a schema, of a source in `src`
/// or of `Cargo.toml`. The old server runs until the new one is built. Clients connect to the address in the table `dev`, where a proxy
/// forwards their messages and prints each in one line. The server gets its own address as its first argument. Ends when interrupted.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var dev
  godot-var dev --metrics http://127.0.0.1:9100/metrics")]
pub(super) struct Arguments {
    /// Show each message in full, even if it is longer than the line
    #[arg(long)]
    full: bool,
    /// Print the rates of the server, which serves figures for Prometheus at this address of this machine
    ///
    /// By default `metrics` in the table `dev`. Every five seconds a line has the peers, packets, bytes and refusals, unless it is the same as
    /// the last one.
    #[arg(long, value_name = "URL")]
    metrics: Option<Source>,
}

/// The longest message, in bytes.
const MAX_MESSAGE: usize = 8 << 20;
/// How long to wait for a message before looking at the server and the files.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a client waits while the server is built or started.
const START: Duration = Duration::from_secs(10);
/// How long a line that comes again is only counted.
const QUIET: Duration = Duration::from_secs(1);

/// How long to wait for the last lines of a program.
const LAST_LINES: Duration = Duration::from_millis(500);
/// The longest line of a program that is kept together, in bytes.
const MAX_LINE: u64 = 1 << 16;
/// Whoever prints holds it, so that the lines of this program, of cargo and of the server do not mix.
static TERMINAL: Mutex<()> = Mutex::new(());

fn terminal() -> MutexGuard<'static, ()> {
    TERMINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a line that is not about a message.
fn tell(line: &str) {
    let _terminal = terminal();
    anstream::eprintln!("{line}");
}

/// A program that ends with this one. What it prints goes on in whole lines.
struct Running {
    child: Child,
    output: [JoinHandle<()>; 2],
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        self.finish();
    }
}

/// Prints what a program has printed, in whole lines.
fn pass_on(from: impl Read, mut to: impl Write) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while let Ok(1..) = from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
        if line.last() != Some(&b'\n') {
            line.push(b'\n');
        }
        let _terminal = terminal();
        // The program goes on without a terminal.
        let _ = to.write_all(&line).and_then(|()| to.flush());
        line.clear();
    }
}

impl Running {
    fn cargo(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> io::Result<Self> {
        let mut command = Command::new("cargo");
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Cargo sees a pipe in place of the terminal.
        if anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never {
            command.env("CARGO_TERM_COLOR", "always");
        }
        if !folder.as_os_str().is_empty() {
            command.current_dir(folder);
        }
        let started = command.spawn();
        let mut child =
            started.map_err(|error| io::Error::new(error.kind(), format!("cargo: {error}")))?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let output = [
            thread::spawn(|| out.into_iter().for_each(|pipe| pass_on(pipe, io::stdout()))),
            thread::spawn(|| err.into_iter().for_each(|pipe| pass_on(pipe, io::stderr()))),
        ];
        Ok(Self { child, output })
    }

    /// Waits for the last lines of a program that has ended, but not for programs that it has left behind.
    fn finish(&self) {
        let begun = Instant::now();
        while begun.elapsed() < LAST_LINES && !self.output.iter().all(JoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What prints the messages.
struct Viewer {
    to_server: Arc<dyn Wire>,
    to_client: Arc<dyn Wire>,
    hide: Vec<String>,
    /// The number of bytes before each message that belong to the transport.
    skip: usize,
    begun: SystemTime,
    full: bool,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let path = settings::find()?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let settings = Settings::read(&path)?;
    let begun = SystemTime::now();
    let mut viewer = viewer(&settings, begun, arguments.full)?;
    let proxy = settings.dev.as_ref().map(|dev| proxy(&dev.address)).transpose()?;
    let server = proxy.as_ref().map(|(server, _)| server.to_string());
    stop_when_interrupted()?;
    let of_settings = || settings.dev.as_ref().and_then(|dev| dev.metrics.clone());
    if let Some(source) = arguments.metrics.clone().or_else(of_settings) {
        // It ends with this program.
        thread::spawn(move || rates::watch(&source, tell));
    }

    let mut repeats = Repeats::default();
    let mut running = None;
    // The messages of the running server are not yet those of the new schema.
    let mut next = None;
    loop {
        let mut files = Files::of(&watched(&path, &folder)).without(&settings::modules(&path));
        let printing = terminal();
        // Mistakes are printed. The old server goes on.
        let is_generated = generate::all(&path, &Writing::default()).unwrap_or_else(|error| {
            anstream::eprintln!("error: {error}");
            false
        });
        match Settings::read(&path)
            .and_then(|settings| self::viewer(&settings, begun, arguments.full))
        {
            Ok(new) => next = new,
            Err(error) if is_generated => anstream::eprintln!("error: {error}"),
            Err(_) => {}
        }
        drop(printing);
        let mut building = None;
        if is_generated {
            tell("building…");
            building = Some(Running::cargo(&folder, &["build", "--quiet"])?);
        } else {
            tell("not generated; waiting for a change");
        }
        let changed = loop {
            if STOPPED.load(Ordering::Relaxed) {
                return Ok(true);
            }
            if let Some(changed) = files.changed() {
                break changed;
            }
            if let Some(status) = ended(&mut building)? {
                if status.success() {
                    // First, so that the address is free.
                    drop(running.take());
                    if let Some(new) = next.take() {
                        if let Some((_, events)) = &proxy {
                            show(events, viewer.as_ref(), &mut repeats)?;
                        }
                        viewer = Some(new);
                    }
                    let arguments = ["run", "--quiet", "--"].into_iter().chain(server.as_deref());
                    let arguments: Vec<_> = arguments.collect();
                    running = Some(Running::cargo(&folder, &arguments)?);
                } else {
                    tell("not built; waiting for a change");
                }
            }
            if let Some(status) = ended(&mut running)? {
                tell(&format!("the server has ended, {status}; waiting for a change"));
            }
            match &proxy {
                Some((_, events)) => show(events, viewer.as_ref(), &mut repeats)?,
                None => thread::sleep(GLANCE),
            }
        };
        tell(&format!("{} has changed", shown(changed)));
    }
}

/// Returns the status of a program that has ended, once.
fn ended(program: &mut Option<Running>) -> io::Result<Option<std::process::ExitStatus>> {
    let Some(running) = program else { return Ok(None) };
    let status = running.child.try_wait()?;
    if status.is_some() {
        // With its last lines.
        *program = None;
    }
    Ok(status)
}

/// Returns the files that make the server: the settings, the schemas, the manifest and the sources.
fn watched(path: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut files = settings::inputs(path);
    files.push(folder.join("Cargo.toml"));
    let mut folders = vec![folder.join("src")];
    let mut known = HashSet::new();
    while let Some(inner) = folders.pop() {
        // A link may lead back.
        if !fs::canonicalize(&inner).is_ok_and(|inner| known.insert(inner)) {
            continue;
        }
        for entry in fs::read_dir(inner).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Stands between the clients, who come to `address`, and the server at the returned address.
fn proxy(address: &Address) -> io::Result<(SocketAddr, Events)> {
    let any = (Ipv4Addr::LOCALHOST, 0);
    // A port that is free now.
    let server = match address.transport {
        Transport::Udp | Transport::Enet => UdpSocket::bind(any)?.local_addr()?,
        Transport::Tcp | Transport::WebSocket => TcpListener::bind(any)?.local_addr()?,
    };
    let to = Address { host: server.to_string(), ..address.clone() };
    let (at, events) = net::proxy(address, &to, MAX_MESSAGE, START)?;
    anstream::eprintln!("clients come to {}://{at}", address.transport.scheme());
    Ok((server, events))
}

/// Makes what prints messages. Returns `None` without a table `dev`, or if the schema has mistakes, which are printed.
fn viewer(settings: &Settings, begun: SystemTime, full: bool) -> io::Result<Option<Viewer>> {
    let (Some(dev), wire) = (&settings.dev, settings.wire) else { return Ok(None) };
    let generated = settings.rust.iter().map(|(_, module)| &module.output);
    let schema = settings.schemas.iter().chain(generated).next().map(PathBuf::as_path);
    let of = |key, own: &Option<String>| {
        let option = &format!("{FILE}: {key}");
        let types = Types { option, names: own.as_slice(), is_only: false };
        let (limits, lludp) = (Limits::NONE, &Lludp::default());
        wire.open(&Setup { limits, natural: true, schema, types, lludp })
    };
    let to_server = of("to-server", &dev.to_server)?;
    let to_client = of("to-client", &dev.to_client)?;
    let (Some(to_server), Some(to_client)) = (to_server, to_client) else { return Ok(None) };
    for word in &dev.hide {
        to_server
            .check_message(word)
            .or_else(|error| to_client.check_message(word).map_err(|_| error))
            .map_err(|error| refused(&format!("{FILE}: hide: {error}")))?;
    }
    let is_godot3 = to_server.carried() == Carried::Godot3Variants;
    let has_header = is_godot3 && dev.address.transport == Transport::Enet;
    let skip = if has_header { EnetHeader::SIZE } else { 0 };
    Ok(Some(Viewer { to_server, to_client, hide: dev.hide.clone(), skip, begun, full }))
}

/// Messages that do not fit the schema come with each tick. Each mistake is shown once, and then counted.
#[derive(Default)]
struct Repeats(HashMap<(char, String), (Instant, u64)>);

impl Repeats {
    /// Whether this mistake is to be shown.
    fn is_new(&mut self, arrow: char, fault: String, now: Instant) -> bool {
        match self.0.entry((arrow, fault)) {
            Entry::Occupied(mut known) => {
                known.get_mut().1 += 1;
                false
            }
            Entry::Vacant(new) => {
                new.insert((now, 0));
                true
            }
        }
    }

    /// Returns the lines that count what has come again, and forgets what has not.
    fn counted(&mut self, now: Instant) -> Vec<String> {
        let mut lines = Vec::new();
        self.0.retain(|(arrow, fault), (since, count)| {
            if now.saturating_duration_since(*since) < QUIET {
                return true;
            }
            if *count == 0 {
                return false;
            }
            lines.push(format!("{:8} {arrow} … {count} more: {fault}", ""));
            (*since, *count) = (now, 0);
            true
        });
        lines
    }
}

/// Prints the messages that are there, or waits a moment for one.
fn show(events: &Events, viewer: Option<&Viewer>, repeats: &mut Repeats) -> io::Result<()> {
    let first = match events.recv_timeout(GLANCE) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("the proxy has ended")),
    };
    for event in first.into_iter().chain(events.try_iter().take(net::MAX_WAITING)) {
        match event {
            Event::Message(seen) => {
                if let Some(line) = viewer.and_then(|viewer| viewer.line(&seen, repeats)) {
                    print(&line)?;
                }
            }
            Event::Note(note) => tell(&note),
        }
    }
    for line in repeats.counted(Instant::now()) {
        print(&line)?;
    }
    Ok(())
}

/// Prints the line of a message.
fn print(line: &str) -> io::Result<()> {
    let _terminal = terminal();
    let mut output = anstream::stdout().lock();
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}

impl Viewer {
    fn line(&self, seen: &Seen, repeats: &mut Repeats) -> Option<String> {
        let (wire, arrow) = match seen.way {
            Way::ToServer => (&self.to_server, '→'),
            Way::ToClient => (&self.to_client, '←'),
        };
        let seconds = self.begun.elapsed().unwrap_or_default().as_secs_f64();
        let start = start(Some(seconds), seen.way == Way::ToClient, seen.client);
        let is_multiplayer = wire.carried() == Carried::Multiplayer;
        if is_multiplayer && seen.is_client_number() {
            return None;
        }
        let bytes = seen.bytes.get(self.skip..).unwrap_or_default();
        let columns = console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
        let width = columns.filter(|_| !self.full);
        let shown = line(&**wire, Line { start: &start, bytes, width, hide: &self.hide })?;
        let is_shown = shown.fault.is_none_or(|it| repeats.is_new(arrow, it, Instant::now()));
        is_shown.then_some(shown.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces of a line, and a last line without an end.
    #[test]
    fn lines_are_whole() {
        struct Writes(Vec<String>);
        impl Write for Writes {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.push(String::from_utf8_lossy(bytes).into_owned());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let from = (&b"Ann "[..]).chain(&b"joined\n\xffBob"[..]).chain(&b" left"[..]);
        let mut to = Writes(Vec::new());
        pass_on(from, &mut to);
        assert_eq!(to.0, ["Ann joined\n", "\u{fffd}Bob left\n"]);
    }

    #[test]
    fn repeated_mistakes_are_counted() {
        let (mut repeats, start) = (Repeats::default(), Instant::now());
        let mut come = |fault: &str, now| repeats.is_new('←', fault.to_owned(), now);
        let shown = [0, 50, 100, 150].map(|milliseconds| {
            let now = start + Duration::from_millis(milliseconds);
            [come("no hat", now), come("no name", now)]
        });
        assert_eq!(shown, [[true, true], [false, false], [false, false], [false, false]]);
        assert!(repeats.is_new('→', "no hat".to_owned(), start));
        assert_eq!(repeats.counted(start + QUIET / 2), [""; 0]);
        let mut lines = repeats.counted(start + QUIET);
        lines.sort();
        assert_eq!(lines, ["         ← … 3 more: no hat", "         ← … 3 more: no name"]);
        // It goes on.
        assert!(!repeats.is_new('←', "no hat".to_owned(), start + QUIET));
        assert_eq!(repeats.counted(start + 2 * QUIET), ["         ← … 1 more: no hat"]);
        // Nothing more has come.
        assert_eq!(repeats.counted(start + 3 * QUIET), [""; 0]);
        assert!(repeats.is_new('←', "no hat".to_owned(), start + 3 * QUIET));
    }
}
