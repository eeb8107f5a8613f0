//! The command line: a file for each command. They use `settings` and `sources`, which do not use them.

#[cfg(feature = "program")]
mod check;
#[cfg(feature = "program")]
mod completions;
#[cfg(feature = "program")]
mod decode;
#[cfg(feature = "network")]
mod dev;
#[cfg(feature = "program")]
mod docs;
#[cfg(feature = "program")]
mod encode;
#[cfg(feature = "program")]
mod generate;
mod inspect;
#[cfg(feature = "network")]
mod listen;
#[cfg(feature = "network")]
mod live;
#[cfg(feature = "program")]
mod man;
#[cfg(feature = "network")]
mod new;
#[cfg(feature = "program")]
mod output;
#[cfg(feature = "program")]
mod progress;
#[cfg(feature = "network")]
mod proxy;
mod recognized;
#[cfg(feature = "network")]
mod replay;
#[cfg(feature = "program")]
mod schema;
mod selection;
#[cfg(feature = "network")]
mod send;
#[cfg(feature = "network")]
mod status;
#[cfg(feature = "program")]
mod template;
#[cfg(feature = "program")]
mod versions;
#[cfg(feature = "program")]
mod watch;
mod wires;

use std::fs::File;
use std::io::{self, BufWriter, Read, Stdin, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use godot_var_cli::stream::{Form, Growing, Piped};
use godot_var_cli::visible::visible;

use crate::sources::of_file;

/// Encode, decode and explain the messages of Godot clients.
#[derive(Debug, Parser)]
#[command(name = "godot-var", version, arg_required_else_help = true)]
#[command(after_help = "Examples:
  godot-var new my-game
  godot-var inspect 0200000007000000
  godot-var generate gdscript --godot 4 schemas/arena.rs -o client/net")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[cfg(feature = "program")]
    Check(check::Arguments),
    #[cfg(feature = "program")]
    Completions(completions::Arguments),
    #[cfg(feature = "program")]
    Decode(decode::Arguments),
    #[cfg(feature = "network")]
    Dev(dev::Arguments),
    #[cfg(feature = "program")]
    Encode(encode::Arguments),
    #[cfg(feature = "program")]
    Generate(generate::Arguments),
    Inspect(inspect::Arguments),
    #[cfg(feature = "network")]
    Listen(listen::Arguments),
    #[cfg(feature = "program")]
    Man(man::Arguments),
    #[cfg(feature = "network")]
    New(new::Arguments),
    #[cfg(feature = "network")]
    Proxy(proxy::Arguments),
    #[cfg(feature = "program")]
    Schema(schema::Arguments),
    #[cfg(feature = "network")]
    Send(send::Arguments),
    #[cfg(feature = "program")]
    Template(template::Arguments),
}

/// The order of a help: the purpose and the usage, the examples, then the commands and options.
const HELP: &str = "{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}";

/// The command line, with the help of each command in the same order.
fn command() -> clap::Command {
    fn ordered(command: clap::Command) -> clap::Command {
        command.help_template(HELP).mut_subcommands(ordered)
    }
    ordered(Arguments::command())
}

/// Runs the program. Returns 0 on success and 1 if some input could not be read or written. `check` has its own exit statuses.
pub(crate) fn run() -> ExitCode {
    let arguments = Arguments::from_arg_matches(&command().get_matches());
    let done = match arguments.unwrap_or_else(|error| error.exit()).command {
        #[cfg(feature = "program")]
        Command::Check(arguments) => return ended(check::run(&arguments)),
        #[cfg(feature = "program")]
        Command::Completions(arguments) => completions::run(&arguments, command()),
        #[cfg(feature = "program")]
        Command::Decode(arguments) => decode::run(arguments),
        #[cfg(feature = "network")]
        Command::Dev(arguments) => dev::run(&arguments),
        #[cfg(feature = "program")]
        Command::Encode(arguments) => encode::run(arguments),
        #[cfg(feature = "program")]
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
        #[cfg(feature = "network")]
        Command::Listen(arguments) => listen::run(arguments),
        #[cfg(feature = "program")]
        Command::Man(arguments) => man::run(&arguments, command()),
        #[cfg(feature = "network")]
        Command::New(arguments) => new::run(&arguments),
        #[cfg(feature = "network")]
        Command::Proxy(arguments) => proxy::run(arguments),
        #[cfg(feature = "program")]
        Command::Schema(arguments) => schema::run(&arguments),
        #[cfg(feature = "network")]
        Command::Send(arguments) => send::run(arguments),
        #[cfg(feature = "program")]
        Command::Template(arguments) => template::run(&arguments),
    };
    ended(done.map(|good| if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

fn ended(done: io::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(status) => status,
        // The reader of the output has closed it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: {}", visible(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Where messages are written. JSON has no colors, and without a terminal the other output loses control characters with them.
fn output_of(form: Form) -> BufWriter<Box<dyn Write>> {
    BufWriter::new(match form {
        Form::Json | Form::SummaryJson | Form::Page => Box::new(io::stdout().lock()),
        Form::Dump | Form::Line | Form::Summary => Box::new(anstream::stdout().lock()),
    })
}

/// The input of a command.
enum Input {
    File(File),
    Stdin(Stdin),
    Piped(Piped<'static>),
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Stdin(stdin) => stdin.read(buffer),
            Self::Piped(piped) => piped.read(buffer),
        }
    }
}

impl Growing for Input {
    fn may_grow(&mut self, read: u64) -> io::Result<bool> {
        match self {
            Self::File(file) => file.may_grow(read),
            Self::Stdin(_) | Self::Piped(_) => Ok(false),
        }
    }
}

/// Opens a file, or standard input for `None` or `-`. Returns its length, too, if it is known.
fn open(file: Option<&Path>) -> io::Result<(Input, Option<u64>)> {
    match file {
        Some(path) if path != Path::new("-") => {
            let (file, len) = godot_var_schema::open::named(path).map_err(of_file(path))?;
            Ok((Input::File(file), len))
        }
        _ => Ok((Input::Stdin(io::stdin()), None)),
    }
}
