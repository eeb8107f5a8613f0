//! `godot-var completions`.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Write shell completions to standard output
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var completions bash > ~/.local/share/bash-completion/completions/godot-var
  godot-var completions zsh > ~/.zfunc/_godot-var
  godot-var completions fish > ~/.config/fish/completions/godot-var.fish
  godot-var completions powershell >> $PROFILE
  godot-var completions elvish >> ~/.config/elvish/rc.elv")]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, mut program: Command) -> io::Result<bool> {
    let name = program.get_name().to_owned();
    // Write to memory first, because the generator panics if writing fails, for example to a closed pipe.
    let mut script = Vec::new();
    generate(arguments.shell, &mut program, name, &mut script);
    let mut output = io::stdout().lock();
    output.write_all(&script)?;
    output.flush()?;
    Ok(true)
}
