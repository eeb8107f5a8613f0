//! The command line: one file a subcommand, with glue only.

mod check;
mod completions;
mod decode;
mod docs;
mod encode;
mod generate;
mod inspect;
mod man;
mod template;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Reads, writes and explains the messages of Godot clients.
#[derive(Debug, Parser)]
#[command(name = "godot-var", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Completions(completions::Arguments),
    Decode(decode::Arguments),
    Encode(encode::Arguments),
    Generate(generate::Arguments),
    Inspect(inspect::Arguments),
    Man(man::Arguments),
    Template(template::Arguments),
}

/// Runs the program: 0 when all went well, 1 when some input could not be read or written. The
/// statuses of `check` are its own.
pub(crate) fn run() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Check(arguments) => return ended(check::run(&arguments)),
        Command::Completions(arguments) => completions::run(&arguments, Arguments::command()),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Encode(arguments) => encode::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Man(arguments) => man::run(&arguments, Arguments::command()),
        Command::Template(arguments) => template::run(&arguments),
    };
    ended(done.map(|good| if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

fn ended(done: io::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(status) => status,
        // Whoever read our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A file, or standard input without one or with `-`.
fn open(file: Option<&PathBuf>) -> io::Result<Box<dyn Read>> {
    match file {
        Some(path) if path != Path::new("-") => match File::open(path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
        },
        _ => Ok(Box::new(io::stdin())),
    }
}
