//! What `listen`, `proxy` and `send` have in common: which messages are shown, how, and for how long.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use clap::Args;
use godot_var::Limits;
use godot_var::dialect::Generation;
use godot_var::framing::EnetHeader;
use godot_var_cli::Wire;
use godot_var_cli::net::{Event, MAX_WAITING, Recording, Seen, Transport, Way};
use godot_var_cli::stream::{Condition, Decoder, Form, Live, Options, Sighting};

use super::inspect::{STOPPED, check_schema, decoder, refused, stop_when_interrupted};
use super::template::Lludp;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct Shown {
    /// The wire of the messages
    #[arg(long, value_enum, default_value_t)]
    pub(super) wire: Wire,

    #[command(flatten)]
    lludp: Lludp,

    /// A Rust schema: show messages and fields by its names
    #[arg(long, value_name = "FILE")]
    pub(super) schema: Option<PathBuf>,

    /// Use only this type of the schema, such as `ClientMessage`; may be given several times
    #[arg(long = "type", value_name = "TYPE", requires = "schema")]
    types: Vec<String>,

    /// Messages to the server are of this type of the schema
    #[arg(long, value_name = "TYPE", requires = "schema", conflicts_with = "types")]
    to_server: Option<String>,

    /// Messages to clients are of this type of the schema
    #[arg(long, value_name = "TYPE", requires = "schema", conflicts_with = "types")]
    to_client: Option<String>,

    /// Show only messages of this name, number (with which an Array begins) or type; may be given
    /// several times
    #[arg(long, value_name = "NAME|ID")]
    message: Vec<String>,

    /// Show only messages that meet this condition, as `inspect --help` explains it
    #[arg(long = "where", value_name = "CONDITION")]
    conditions: Vec<Condition>,

    /// Print one JSON object per message, one a line, as `inspect --json` does
    #[arg(long)]
    json: bool,

    /// With --json, print each value as `decode` does, which tells all types
    #[arg(long, requires = "json")]
    lossless: bool,

    /// Show long values to their last byte
    #[arg(long)]
    full: bool,

    /// Read encoded objects ("full objects"), too
    #[arg(long)]
    objects: bool,

    /// The longest message, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 8 << 20)]
    pub(super) max_message: usize,

    /// Record all messages, shown or not, for `inspect --pcap` and Wireshark
    ///
    /// Each is a UDP datagram of the capture, whatever carried it, with its time and the addresses of both ends.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// End after so many messages that were shown
    #[arg(long, value_name = "N")]
    pub(super) count: Option<u64>,

    /// End after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<f64>,
}

/// Shows and records what is seen, until there is enough of it.
pub(super) struct Viewer<'a, W> {
    live: Live<'a, W>,
    to_server: &'a Decoder,
    to_client: &'a Decoder,
    /// Bytes before each message, which belong to its transport.
    skip: usize,
    recording: Option<Recording<BufWriter<File>>>,
    left: Option<u64>,
    time: Option<Duration>,
    /// When it began to look.
    begun: Option<Instant>,
}

/// What reads the messages of each way.
pub(super) struct Decoders {
    pub(super) to_server: Decoder,
    to_client: Decoder,
}

impl Shown {
    /// What reads the messages; `None` if the schema is wrong, which is then said.
    pub(super) fn decoders(&self) -> io::Result<Option<Decoders>> {
        self.lludp.check(self.wire)?;
        let schema = self.schema.as_deref();
        let limits = Limits::NONE.with_objects(self.objects);
        let of = |own: &Option<String>| {
            let types = own.clone().map_or_else(|| self.types.clone(), |own| vec![own]);
            check_schema(self.wire, schema, &types)?;
            decoder(self.wire, limits, schema, &types, &self.lludp)
        };
        let Some(to_server) = of(&self.to_server)? else { return Ok(None) };
        let to_client = if self.to_client == self.to_server {
            to_server.clone()
        } else {
            match of(&self.to_client)? {
                Some(decoder) => decoder,
                None => return Ok(None),
            }
        };
        let both = [&to_server, &to_client];
        for word in &self.message {
            any(both, |decoder| decoder.check_message(word))
                .map_err(|error| refused(&format!("--message: {error}")))?;
        }
        for condition in &self.conditions {
            any(both, |decoder| decoder.check_condition(condition))
                .map_err(|error| refused(&format!("--where: {error}")))?;
        }
        if self.time.is_some_and(|time| Duration::try_from_secs_f64(time).is_err()) {
            return Err(refused("--time: expected seconds"));
        }
        Ok(Some(Decoders { to_server, to_client }))
    }

    pub(super) fn options(&self) -> Options {
        Options {
            form: if self.json { Form::Json } else { Form::Dump },
            message: self.message.clone(),
            conditions: self.conditions.clone(),
            lossless: self.lossless,
            full: self.full,
            flush: true,
        }
    }

    /// Begins to show messages that this transport carries, for at most so many seconds.
    pub(super) fn viewer<'a, W: Write>(
        &self,
        decoders: &'a Decoders,
        options: &'a Options,
        output: &'a mut W,
        is_enet: bool,
        seconds: Option<f64>,
    ) -> io::Result<Viewer<'a, W>> {
        let recording = match &self.record {
            None => None,
            Some(path) => {
                let named = |error: io::Error| {
                    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                };
                let file = File::create(path).map_err(named)?;
                Some(Recording::new(BufWriter::new(file)).map_err(named)?)
            }
        };
        let time = seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
        Ok(Viewer {
            live: Live::new(&decoders.to_server, options, output),
            to_server: &decoders.to_server,
            to_client: &decoders.to_client,
            skip: if is_enet && self.is_godot3() { EnetHeader::SIZE } else { 0 },
            recording,
            left: self.count,
            time,
            begun: None,
        })
    }

    pub(super) fn is_godot3(&self) -> bool {
        self.wire.spec().is_some_and(|spec| spec.generation == Generation::Godot3)
    }

    /// Shows what happens, until interrupted or until there is enough.
    pub(super) fn watch(&self, transport: Transport, events: &Receiver<Event>) -> io::Result<bool> {
        let Some(decoders) = self.decoders()? else { return Ok(false) };
        let options = self.options();
        let mut output = BufWriter::new(anstream::stdout().lock());
        let is_enet = transport == Transport::Enet;
        let mut viewer = self.viewer(&decoders, &options, &mut output, is_enet, self.time)?;
        stop_when_interrupted()?;
        loop {
            if viewer.is_over() {
                // What was seen until it was interrupted is told, too.
                let is_enough = !STOPPED.load(Ordering::Relaxed);
                for event in events.try_iter().take(if is_enough { 0 } else { MAX_WAITING }) {
                    if let Event::Message(seen) = event {
                        viewer.show(&seen)?;
                    }
                }
                break;
            }
            match events.recv_timeout(Duration::from_millis(50)) {
                Ok(Event::Message(seen)) => viewer.show(&seen)?,
                Ok(Event::Note(note)) => anstream::eprintln!("{note}"),
                Err(RecvTimeoutError::Timeout) => viewer.flush()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        viewer.end()
    }
}

/// Whether one of both ways takes it.
fn any(
    decoders: [&Decoder; 2],
    check: impl Fn(&Decoder) -> Result<(), String>,
) -> Result<(), String> {
    let [one, other] = decoders;
    check(one).or_else(|error| check(other).map_err(|_| error))
}

impl<W: Write> Viewer<'_, W> {
    /// Whether there is enough. The time begins with the first such question: a client that is let in late waits no
    /// shorter.
    pub(super) fn is_over(&mut self) -> bool {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        STOPPED.load(Ordering::Relaxed)
            || self.left == Some(0)
            || self.time.is_some_and(|time| begun.elapsed() >= time)
    }

    pub(super) fn show(&mut self, seen: &Seen) -> io::Result<()> {
        let offset = match &mut self.recording {
            Some(recording) => recording.put(seen)?,
            None => 0,
        };
        let (source, destination) = seen.ends();
        let decoder = match seen.way {
            Way::ToServer => self.to_server,
            Way::ToClient => self.to_client,
        };
        let sighting = Sighting { offset, nanoseconds: seen.nanoseconds, source, destination };
        let bytes = seen.bytes.get(self.skip..).unwrap_or_default();
        let is_shown = self.live.message(decoder, sighting, bytes)?;
        if let (true, Some(left)) = (is_shown, &mut self.left) {
            *left = left.saturating_sub(1);
        }
        Ok(())
    }

    /// How many of the messages that were asked for have not come.
    pub(super) fn missing(&self) -> u64 {
        self.left.unwrap_or_default()
    }

    /// Writes out what is recorded: somebody may look at it.
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
