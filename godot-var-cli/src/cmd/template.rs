//! `godot-var template`.

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use godot_var_cli::diagnostics::{Severity, warnings};
use godot_var_cli::visible::shown;
use godot_var_schema::template::parse;

use crate::settings::lludp::show;
use crate::sources::named_text;

/// Check message templates of LLUDP
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var template check message_template.msg")]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Report the errors in a template with their lines, up to 100
    ///
    /// Warnings are for templates that are valid but probably wrong: blocks without fields, messages longer than a packet. The exit status
    /// is 1 only if there are errors.
    #[command(after_help = "Examples:
  godot-var template check message_template.msg")]
    Check {
        /// The template
        file: PathBuf,
    },
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let Command::Check { file } = &arguments.command;
    let text = named_text(file)?;
    let parsed = parse(&text);
    let (severity, told) = match &parsed {
        Ok(template) => (Severity::Warning, warnings(template)),
        Err(errors) => (Severity::Error, errors.clone()),
    };
    anstream::eprint!("{}", show(file, &text, severity, &told));
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let (name, count) = (shown(file), told.len());
    match &parsed {
        Ok(template) => {
            let messages = template.messages.len();
            let warned = match count {
                0 => String::new(),
                _ => format!(", {count} warning{}", plural(count)),
            };
            anstream::println!("{name}: {messages} message{}{warned}", plural(messages));
        }
        Err(_) => anstream::eprintln!("{name}: {count} error{}", plural(count)),
    }
    Ok(parsed.is_ok())
}
