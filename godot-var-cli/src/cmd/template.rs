//! `godot-var template`.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Subcommand};
use godot_var_cli::lludp::Interpreter;
use godot_var_schema::template::{Diagnostic, Template, parse};

/// Work with message templates of LLUDP
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Report all that is wrong in a template, with line and column
    Check {
        /// The template
        file: PathBuf,
    },
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let Command::Check { file } = &arguments.command;
    match read(file)? {
        Ok(template) => {
            anstream::println!("{}: {} messages", file.display(), template.messages.len());
            Ok(true)
        }
        Err(errors) => {
            for error in errors {
                anstream::eprintln!("{}:{error}", file.display());
            }
            Ok(false)
        }
    }
}

/// The interpreter of the template in a file.
pub(super) fn interpreter(file: Option<&Path>) -> io::Result<Interpreter> {
    let file = file.ok_or_else(|| io::Error::other("this wire needs `--template FILE`"))?;
    read(file)?.map(Interpreter::new).map_err(|errors| {
        let lines: Vec<String> =
            errors.iter().map(|error| format!("{}:{error}", file.display())).collect();
        io::Error::new(io::ErrorKind::InvalidData, lines.join("\n"))
    })
}

fn read(file: &Path) -> io::Result<Result<Template, Vec<Diagnostic>>> {
    let text = fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    Ok(parse(&text))
}
