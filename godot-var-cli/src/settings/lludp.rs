//! The options of `--wire lludp`, and its message template.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use godot_var::lludp::{ExtraPlace, Options};
use godot_var_cli::diagnostics::{Severity, Shown};
use godot_var_cli::lludp::Interpreter;
use godot_var_cli::visible;
use godot_var_schema::template::{Diagnostic, Template, parse};

use crate::sources::named_text;

/// The number of diagnostics of a template that are shown: each one looks for its line from the start of the text.
const MAX_SHOWN: usize = 100;

/// Shows the first diagnostics, and says how many others there are.
pub(crate) fn show(file: &Path, text: &str, severity: Severity, told: &[Diagnostic]) -> String {
    let file = &visible::shown(file);
    let show = |diagnostic| format!("{}\n", Shown { file, text, severity, diagnostic });
    let mut shown: String = told.iter().take(MAX_SHOWN).map(show).collect();
    if let more @ 1.. = told.len().saturating_sub(MAX_SHOWN) {
        shown.extend(["… and ", &more.to_string(), " more\n"]);
    }
    shown
}

/// The options of `--wire lludp`.
#[derive(Debug, Default, Args)]
pub(crate) struct Lludp {
    /// The message template of `--wire lludp`, such as Second Life's `message_template.msg`
    #[arg(long, value_name = "FILE", required_if_eq("wire", "lludp"), help_heading = "LLUDP")]
    template: Option<PathBuf>,

    /// The position of LLUDP's extra header: that of the viewer (the default) or that of the wiki
    #[arg(long, value_enum, value_name = "PLACE", requires = "template", help_heading = "LLUDP")]
    extra_header: Option<ExtraHeader>,

    /// The maximum size in bytes of a zero-coded LLUDP packet after expansion, including its header; default: 12288, and 8192 in the viewer
    #[arg(long, value_name = "BYTES", requires = "template", help_heading = "LLUDP")]
    max_expanded: Option<usize>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExtraHeader {
    /// After the message number, zero-coded together with it, as in the viewer
    AfterNumber,
    /// Before the message number, never zero-coded, as the wiki describes it
    BeforeNumber,
}

impl Lludp {
    /// Whether a template was named, without which there are no other options.
    pub(crate) const fn has_template(&self) -> bool {
        self.template.is_some()
    }

    /// Makes an interpreter of the template.
    pub(crate) fn interpreter(&self) -> io::Result<Interpreter> {
        let file = self.template.as_deref();
        let file = file.ok_or_else(|| io::Error::other("this wire needs `--template FILE`"))?;
        let mut options = Options::DEFAULT;
        if let Some(ExtraHeader::BeforeNumber) = self.extra_header {
            options.extra = ExtraPlace::BeforeNumber;
        }
        if let Some(expanded) = self.max_expanded {
            options.expanded = expanded;
        }
        parsed(file).map(|template| Interpreter::new(template).with_options(options))
    }
}

/// Reads a template, or prints its errors.
pub(crate) fn parsed(file: &Path) -> io::Result<Template> {
    let text = named_text(file)?;
    parse(&text).map_err(|errors| {
        // The program escapes all codes in an error, also those of its own colors.
        let shown = show(file, &text, Severity::Error, &errors);
        let plain = anstream::adapter::strip_str(shown.trim_end());
        let message = format!("the template cannot be used\n{plain}");
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}
