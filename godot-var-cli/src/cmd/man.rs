//! `godot-var man`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::{Man, generate_to};

/// Write the manual pages: one for the program, and one for each subcommand
///
/// Without `-o`, the page of the program is written to standard output.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var man | man -l -
  godot-var man -o ~/.local/share/man/man1")]
pub(super) struct Arguments {
    /// The folder for the pages: `godot-var.1`, `godot-var-inspect.1`, …
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, program: Command) -> io::Result<bool> {
    // The `help` subcommand has no options to describe.
    let program = program.disable_help_subcommand(true);
    let Some(folder) = &arguments.output else {
        let mut output = io::stdout().lock();
        Man::new(program).render(&mut output)?;
        output.flush()?;
        return Ok(true);
    };
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(named)?;
    generate_to(program, folder).map_err(named)?;
    Ok(true)
}
