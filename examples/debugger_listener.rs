//! Takes the editor's place as the debugger, and prints the messages of a running game.
//!
//! ```text
//! cargo run --example debugger_listener                               two games of its own: as Godot 3 and as Godot 4 speak
//! cargo run --example debugger_listener -- --listen 127.0.0.1:6007    any game, until interrupted
//!     --once      ends with the first game
//!
//! godot --path game --remote-debug tcp://127.0.0.1:6007               Godot 4
//! godot3 --path game --remote-debug 127.0.0.1:6007                    Godot 3
//! ```
//!
//! The game connects over TCP. A u32, little-endian, with the length comes before every value (`PacketPeerStream`):
//!
//! | | A message is | Source in the engine |
//! |---|---|---|
//! | Godot 3 | several values: the command, how many arguments follow, the arguments | `core/script_debugger_remote.cpp` (branch 3.x) |
//! | Godot 4 | one Array: the command, the thread, an Array of the arguments (4.0 and 4.1: without the thread) | `core/debugger/remote_debugger.cpp`, `debugger_marshalls.cpp` |
//!
//! After a script error the game pauses and waits for a command. This program tells it to continue.

use std::error::Error;
use std::fmt;
use std::io::{self, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;

use godot_var::framing::{LengthOrder, read_frame, write_frame};
use godot_var::inspect::peek_field;
use godot_var::{
    DecodeError, Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, ToVariantBytes,
    Variant,
};

type Failure = Box<dyn Error + Send + Sync>;

/// The engines' own limit on a message is 8 MiB.
const LIMITS: Limits = Limits::DEFAULT.with_bytes(8 << 20);
/// More than an engine sends with one command, but few enough to buffer.
const MAX_ARGUMENTS: usize = 4096;

// ---------------------------------------------------------------- messages

/// An event of the game.
#[derive(Debug)]
enum Event {
    Printed(Vec<Line>),
    Failed(Report),
    /// The game pauses and waits for a command.
    Paused(Pause),
    Other {
        command: String,
        arguments: Vec<Variant>,
    },
}

/// A line of `print`. The kinds are 0 for `print`, 1 for `printerr`, 2 for `print_rich`. Godot before 3.2 sends only the text.
#[derive(Debug, GodotVar)]
#[godot_var(untagged)]
enum Line {
    Kind(String, i64),
    Plain(String),
}

/// All lines of a message of Godot 4.
#[derive(Debug, GodotVar)]
#[godot_var(array)]
struct Lines4 {
    texts: Vec<String>,
    kinds: Vec<i32>,
}

/// An error or a warning, with the fields of Godot 3.
#[derive(Debug, GodotVar)]
#[godot_var(array)]
struct Report {
    hour: u32,
    minute: u32,
    second: u32,
    millisecond: u32,
    function: String,
    file: String,
    line: i64,
    error: String,
    description: String,
    warning: bool,
}

/// The reason why a game has paused.
#[derive(Debug)]
struct Pause {
    can_continue: bool,
    reason: String,
    /// The thread, in Godot 4.
    thread: Option<u64>,
}

impl Event {
    /// Reads a message of Godot 3: each argument is a separate value.
    fn read3(command: String, arguments: &[Vec<u8>]) -> Result<Self, DecodeError> {
        fn read<T: for<'de> FromVariantBytes<'de>>(argument: &[u8]) -> Result<T, DecodeError> {
            T::from_variant_bytes_with::<Godot3>(argument, LIMITS)
        }
        Ok(match (command.as_str(), arguments) {
            ("output", lines) => {
                Self::Printed(lines.iter().map(|line| read(line)).collect::<Result<_, _>>()?)
            }
            // The stack comes after the report.
            ("error", [report, ..]) => Self::Failed(read(report)?),
            ("debug_enter", [can_continue, reason, ..]) => {
                let (can_continue, reason) = (read(can_continue)?, read(reason)?);
                Self::Paused(Pause { can_continue, reason, thread: None })
            }
            (_, values) => {
                let arguments = values.iter().map(|value| read(value)).collect::<Result<_, _>>()?;
                Self::Other { command, arguments }
            }
        })
    }

    /// Reads a message of Godot 4: one Array. Only the fields to show are decoded.
    fn read4(frame: &[u8]) -> Result<Self, DecodeError> {
        let command: String = peek_field::<Godot4, _>(frame, "[0]")?;
        // In Godot 4.0 and 4.1 the arguments are where later versions have the thread.
        let thread = peek_field::<Godot4, u64>(frame, "[1]").ok();
        let at = if thread.is_some() { "[2]" } else { "[1]" };
        let text = |index| peek_field::<Godot4, String>(frame, &format!("{at}[{index}]"));
        let int = |index| peek_field::<Godot4, u32>(frame, &format!("{at}[{index}]"));
        let truth = |index| peek_field::<Godot4, bool>(frame, &format!("{at}[{index}]"));
        Ok(match command.as_str() {
            "output" => {
                let Lines4 { texts, kinds } = peek_field::<Godot4, _>(frame, at)?;
                let kinds = kinds.into_iter().map(i64::from);
                Self::Printed(texts.into_iter().zip(kinds).map(|(t, k)| Line::Kind(t, k)).collect())
            }
            // The stack comes after these ten fields. File and function have another order than in Godot 3.
            "error" => Self::Failed(Report {
                hour: int(0)?,
                minute: int(1)?,
                second: int(2)?,
                millisecond: int(3)?,
                file: text(4)?,
                function: text(5)?,
                line: int(6)?.into(),
                error: text(7)?,
                description: text(8)?,
                warning: truth(9)?,
            }),
            "debug_enter" => {
                Self::Paused(Pause { can_continue: truth(0)?, reason: text(1)?, thread })
            }
            _ => Self::Other { command, arguments: peek_field::<Godot4, _>(frame, at)? },
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Printed(lines) => {
                for (position, line) in lines.iter().enumerate() {
                    let (Line::Kind(text, _) | Line::Plain(text)) = line;
                    let start = if position > 0 { "\n" } else { "" };
                    let is_error = matches!(line, Line::Kind(_, 1));
                    write!(f, "{start}{} {text:?}", if is_error { "printerr" } else { "print" })?;
                }
                Ok(())
            }
            Self::Failed(report) => {
                let Report { hour, minute, second, file, line, function, .. } = report;
                let kind = if report.warning { "warning" } else { "error" };
                write!(
                    f,
                    "{kind} after {hour}:{minute:02}:{second:02} at {file:?}:{line}, {function:?}: "
                )?;
                write!(f, "{:?} {:?}", report.error, report.description)
            }
            Self::Paused(Pause { can_continue, reason, .. }) => {
                write!(f, "paused: {reason:?}, can continue: {can_continue}")
            }
            Self::Other { command, arguments } => {
                write!(f, "{command:?}, {} arguments: {arguments:?}", arguments.len())
            }
        }
    }
}

// ---------------------------------------------------------------- connections

/// Prints every event of a game until it disconnects. Returns the number of events.
fn follow(stream: &TcpStream) -> Result<usize, Failure> {
    let mut input = BufReader::new(stream);
    let mut frame = || {
        let mut buffer = Vec::new();
        // A killed game leaves a connection that is reset.
        match read_frame(&mut input, LengthOrder::LittleEndian, LIMITS, &mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok(None),
            read => read.map(|frame| frame.map(<[u8]>::to_vec)),
        }
    };
    let mut count = 0;
    while let Some(first) = frame()? {
        // The type id of a String. Godot 4 sends an Array here.
        let is_godot3 = first.first() == Some(&4);
        let event = if is_godot3 {
            let command = String::from_variant_bytes_with::<Godot3>(&first, LIMITS)?;
            let number = frame()?.ok_or("the game has ended in a message")?;
            let number = usize::from(u16::from_variant_bytes_with::<Godot3>(&number, LIMITS)?);
            if number > MAX_ARGUMENTS {
                return Err(format!("{command:?} with {number} arguments").into());
            }
            let mut arguments = Vec::new();
            for _ in 0..number {
                arguments.push(frame()?.ok_or("the game has ended in a message")?);
            }
            Event::read3(command, &arguments)
        } else {
            Event::read4(&first)
        };
        count += 1;
        match &event {
            Ok(event) => println!("{event}"),
            // The next message has a length of its own, so go on.
            Err(error) => println!("not understood: {error}"),
        }
        if let Ok(Event::Paused(Pause { thread, .. })) = event {
            let nothing: [Variant; 0] = [];
            match thread {
                // Use an Array: only texts would become a PoolStringArray, which the engine does not accept.
                _ if is_godot3 => put::<Godot3, _>(stream, &[Variant::from("continue")])?,
                Some(thread) => put::<Godot4, _>(stream, &("continue", thread, nothing))?,
                None => put::<Godot4, _>(stream, &("continue", nothing))?,
            }
        }
    }
    Ok(count)
}

/// Sends a value after its length.
fn put<D: Dialect, T: ToVariantBytes>(mut stream: &TcpStream, value: &T) -> Result<(), Failure> {
    let bytes = value.to_variant_bytes::<D>()?;
    Ok(write_frame(&mut stream, &bytes, LengthOrder::LittleEndian)?)
}

fn listen(address: SocketAddr, once: bool) -> Result<(), Failure> {
    let listener = TcpListener::bind(address)?;
    println!("listening on {}", listener.local_addr()?);
    loop {
        let (stream, game) = listener.accept()?;
        println!("{game} has connected");
        match follow(&stream) {
            Ok(count) => println!("{game} has ended after {count} messages"),
            Err(error) => println!("{game} is not understood: {error}"),
        }
        if once {
            return Ok(());
        }
    }
}

// ---------------------------------------------------------------- the demonstration

/// Sends the messages of a Godot 3 game until it is told to continue.
fn play3(stream: &TcpStream) -> Result<(), Failure> {
    let say = |values: &[Variant]| -> Result<(), Failure> {
        values.iter().try_for_each(|value| put::<Godot3, _>(stream, value))
    };
    let line = Variant::from(vec![Variant::from("hello from Godot 3"), 0.into()]);
    say(&["output".into(), 1.into(), line])?;
    let report = Report {
        hour: 0,
        minute: 0,
        second: 7,
        millisecond: 120,
        function: "call".into(),
        file: "res://game.gd".into(),
        line: 12,
        error: "low on lives".into(),
        description: String::new(),
        warning: true,
    };
    say(&["error".into(), 2.into()])?;
    put::<Godot3, _>(stream, &report)?;
    say(&[0.into()])?;
    say(&["debug_enter".into(), 2.into(), true.into(), "Breakpoint".into()])?;
    let mut buffer = Vec::new();
    let told = read_frame(&mut &*stream, LengthOrder::LittleEndian, LIMITS, &mut buffer)?;
    let told = Variant::from_variant_bytes::<Godot3>(told.ok_or("no command")?)?;
    if told != Variant::from(vec![Variant::from("continue")]) {
        return Err(format!("told {told:?}").into());
    }
    say(&["debug_exit".into(), 0.into()])
}

/// Sends the messages of a Godot 4 game until it is told to continue.
fn play4(stream: &TcpStream) -> Result<(), Failure> {
    let thread = 1_u64;
    put::<Godot4, _>(stream, &("set_pid", thread, [Variant::from(4711)]))?;
    let (texts, kinds) = (vec!["hello from Godot 4".into(), "oh no".into()], vec![0, 1]);
    put::<Godot4, _>(stream, &("output", thread, Lines4 { texts, kinds }))?;
    let mut report: Vec<Variant> = vec![0.into(), 0.into(), 8.into(), 5.into()];
    report.extend(["res://game.gd", "_process"].map(Variant::from));
    report.extend([Variant::from(40), "Division by zero".into(), "".into(), false.into()]);
    // Three values of the stack: file, function, line.
    report.extend([Variant::from(3), "res://game.gd".into(), "_process".into(), 40.into()]);
    put::<Godot4, _>(stream, &("error", thread, report))?;
    let pause = (true, "Division by zero", true, "Main Thread");
    put::<Godot4, _>(stream, &("debug_enter", thread, pause))?;
    let mut buffer = Vec::new();
    let told = read_frame(&mut &*stream, LengthOrder::LittleEndian, LIMITS, &mut buffer)?;
    let told = told.ok_or("no command")?;
    let command: (String, u64, Vec<Variant>) =
        FromVariantBytes::from_variant_bytes::<Godot4>(told)?;
    if command != ("continue".into(), thread, vec![]) {
        return Err(format!("told {command:?}").into());
    }
    put::<Godot4, _>(stream, &("debug_exit", thread, [Variant::Nil; 0]))
}

fn demonstrate() -> Result<(), Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = listener.local_addr()?;
    for play in [play3, play4] {
        let game = thread::spawn(move || play(&TcpStream::connect(address)?));
        let (stream, _) = listener.accept()?;
        let count = follow(&stream)?;
        game.join().unwrap_or_else(|_| Err("the game has panicked".into()))?;
        println!("the game has ended after {count} messages");
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => demonstrate(),
        ["--listen", address] | ["--listen", address, "--once"] => address
            .parse()
            .map_err(Failure::from)
            .and_then(|address| listen(address, arguments.len() == 3)),
        _ => Err("usage: debugger_listener [--listen ADDRESS [--once]]".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}
