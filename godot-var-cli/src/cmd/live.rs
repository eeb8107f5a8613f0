//! Options that `listen`, `proxy` and `send` share: which messages to show and record, how, and for how long.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use clap::Args;
use godot_var::framing::EnetHeader;
use godot_var_cli::Wire;
use godot_var_cli::net::{Event, Events, MAX_WAITING, Recording, Seen, Transport, Way};
use godot_var_cli::pcap::{Capture, Carried};
use godot_var_cli::stream::{Live, Options, Sighting};

use super::inspect::{STOPPED, stop_when_interrupted};
use super::output::followed;
use super::output_of;
use super::selection::Selection;
use super::status::Status;
use super::wires::Wires;
use crate::settings::wires::refused;
use crate::sources::of_file;

#[derive(Debug, Args)]
pub(super) struct Shown {
    #[command(flatten)]
    pub(super) selection: Selection,

    /// The maximum length of a message in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 8 << 20, help_heading = "Input")]
    pub(super) max_message: usize,

    /// Record all messages, shown or not, for `inspect`, `send` and Wireshark
    ///
    /// The capture has a UDP datagram for each message, over any transport, with its time and the addresses of both ends.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    record: Option<PathBuf>,

    /// Record over an existing capture
    #[arg(long, requires = "record", help_heading = "Output")]
    force: bool,

    /// End after this number of shown messages
    #[arg(short = 'n', long, value_name = "N", help_heading = "Selection")]
    pub(super) count: Option<u64>,

    /// End after this number of seconds
    #[arg(long, value_name = "SECONDS", help_heading = "Selection")]
    pub(super) time: Option<f64>,
}

/// The number of messages after which a hint about all of them makes sense.
const ENOUGH: u64 = 4;

/// Shows and records messages until a limit is reached.
pub(super) struct Viewer<'a, W> {
    live: Live<'a, W>,
    to_server: &'a dyn Wire,
    to_client: &'a dyn Wire,
    /// The number of bytes before each message that belong to the transport.
    skip: usize,
    recording: Option<Recording<BufWriter<File>>>,
    left: Option<u64>,
    time: Option<Duration>,
    /// The time of the first call of `is_over`.
    begun: Option<Instant>,
    /// Whether the user knows that the wire is another one.
    has_hinted: bool,
}

impl Shown {
    /// Makes the wires. Returns `None` if the schema has mistakes, which are printed.
    pub(super) fn wires(&self) -> io::Result<Option<Wires>> {
        if self.time.is_some_and(|time| Duration::try_from_secs_f64(time).is_err()) {
            return Err(refused("--time: expected seconds"));
        }
        Wires::new(&self.selection)
    }

    pub(super) fn options(&self) -> Options {
        self.selection.options()
    }

    /// Makes a viewer for messages over this transport. It ends after `seconds`, if there is a limit.
    pub(super) fn viewer<'a, W: Write>(
        &self,
        wires: &'a Wires,
        options: &'a Options,
        output: &'a mut W,
        is_enet: bool,
        seconds: Option<f64>,
    ) -> io::Result<Viewer<'a, W>> {
        let recording = match &self.record {
            None => None,
            Some(path) => Some(
                begin_recording(path, self.force)
                    .and_then(|file| Recording::new(BufWriter::new(file)))
                    .map_err(of_file(path))?,
            ),
        };
        let time = seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
        Ok(Viewer {
            live: Live::new(&*wires.to_server, options, output),
            to_server: &*wires.to_server,
            to_client: &*wires.to_client,
            skip: if is_enet && wires.is_godot3() { EnetHeader::SIZE } else { 0 },
            recording,
            left: self.count,
            time,
            begun: None,
            has_hinted: false,
        })
    }

    /// Shows messages until interrupted or until a limit is reached.
    pub(super) fn watch(&self, transport: Transport, events: &Events) -> io::Result<bool> {
        let Some(wires) = self.wires()? else { return Ok(false) };
        let options = self.options();
        let mut output = output_of(options.form);
        let is_enet = transport == Transport::Enet;
        let mut viewer = self.viewer(&wires, &options, &mut output, is_enet, self.time)?;
        stop_when_interrupted()?;
        let mut status = Status::new();
        loop {
            status.tell(viewer.live.outcome().wrong);
            if viewer.is_over() {
                // Messages that arrived before the interruption are shown, too.
                let is_enough = !STOPPED.load(Ordering::Relaxed);
                for event in events.try_iter().take(if is_enough { 0 } else { MAX_WAITING }) {
                    if let Event::Message(seen) = event {
                        viewer.show(&seen)?;
                    }
                }
                break;
            }
            match events.recv_timeout(Duration::from_millis(50)) {
                Ok(event) => status.beside(|status| {
                    // What has come at once is shown at once.
                    let rest = events.try_iter().take(MAX_WAITING);
                    for event in iter::once(event).chain(rest) {
                        match event {
                            Event::Message(seen) => {
                                status.count(&seen);
                                viewer.show(&seen)?;
                            }
                            Event::Note(note) => anstream::eprintln!("{note}"),
                        }
                        if viewer.is_over() {
                            break;
                        }
                    }
                    Ok::<_, io::Error>(())
                })?,
                Err(RecvTimeoutError::Timeout) => viewer.flush()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        status.end();
        viewer.end()
    }
}

impl<W: Write> Viewer<'_, W> {
    /// Whether a limit is reached. The time begins with the first call, so that a client that connects late gets the whole time.
    pub(super) fn is_over(&mut self) -> bool {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        self.is_stopped() || self.time.is_some_and(|time| begun.elapsed() >= time)
    }

    /// Whether the user has stopped the program, or all messages that are asked for have been shown.
    pub(super) fn is_stopped(&self) -> bool {
        STOPPED.load(Ordering::Relaxed) || self.left == Some(0)
    }

    pub(super) fn show(&mut self, seen: &Seen) -> io::Result<()> {
        let is_multiplayer = self.to_client.carried() == Carried::Multiplayer;
        if is_multiplayer && seen.is_client_number() {
            return Ok(());
        }
        let offset = match &mut self.recording {
            Some(recording) => recording.put(seen)?,
            None => 0,
        };
        let (source, destination) = seen.ends();
        let wire = match seen.way {
            Way::ToServer => self.to_server,
            Way::ToClient => self.to_client,
        };
        let (nanoseconds, to_client) = (seen.nanoseconds, seen.way == Way::ToClient);
        let sighting = Sighting { offset, nanoseconds, source, destination, to_client };
        let bytes = seen.bytes.get(self.skip..).unwrap_or_default();
        let is_shown = self.live.message(wire, sighting, bytes)?;
        let outcome = self.live.outcome();
        if let Some(hint) = outcome.packet_hint()
            && outcome.all >= ENOUGH
            && !self.has_hinted
        {
            anstream::eprintln!("hint: {hint}");
            self.has_hinted = true;
        }
        if let (true, Some(left)) = (is_shown, &mut self.left) {
            *left = left.saturating_sub(1);
        }
        Ok(())
    }

    /// Returns the number of requested messages that have not arrived.
    pub(super) fn missing(&self) -> u64 {
        self.left.unwrap_or_default()
    }

    /// Flushes the recording, so that other programs can read it.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match &mut self.recording {
            Some(recording) => recording.flush(),
            None => Ok(()),
        }
    }

    pub(super) fn end(mut self) -> io::Result<bool> {
        self.flush()?;
        Ok(self.live.end()?.is_good())
    }
}

/// Opens a file for a recording. With `force` that may be an earlier capture; no other file is ever lost.
fn begin_recording(path: &Path, force: bool) -> io::Result<File> {
    let path = &followed(path)?;
    // Such as a pipe to Wireshark.
    let is_device = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).read(!is_device);
    let mut file = options.open(path)?;
    if is_device || file.metadata()?.len() == 0 {
        return Ok(file);
    }
    let mut start = Vec::new();
    (&mut file).take(1 << 16).read_to_end(&mut start)?;
    let mut capture = Capture::new(&start[..]);
    if matches!(capture.next_packet(), Ok(Some(Err(error))) if error.is_no_capture()) {
        return Err(io::Error::other("the file is not a capture; record to another one"));
    }
    if !force {
        let message = "the file has a capture already; record to another one, or write over it with `--force`";
        return Err(io::Error::other(message));
    }
    file.rewind()?;
    file.set_len(0)?;
    Ok(file)
}
