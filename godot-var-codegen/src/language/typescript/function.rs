//! Functions of the file, and what surrounds the bodies of those that write and read messages.

use super::Generator;
use crate::language::printer::Printer;

/// The longest function that is one line.
const WIDTH: usize = 120;

/// A parameter: its name, and its type or default.
pub(super) type Parameter<'p> = (&'p str, &'p str);

/// What surrounds the body of a function.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// Whether the type contains itself.
    pub(super) is_recursive: bool,
    /// Whether numbers have the highest byte first.
    pub(super) is_big: bool,
}

/// Whether code has a variable in it: neither the key of a property nor a text.
pub(super) fn mentions(code: &str, variable: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut rest = code;
    let mut before = "";
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '\'' => {
                let mut is_escaped = false;
                let end = rest.char_indices().skip(1).find(|(_, c)| {
                    let is_end = *c == '\'' && !is_escaped;
                    is_escaped = *c == '\\' && !is_escaped;
                    is_end
                });
                end.map_or(rest.len(), |(at, _)| at + 1)
            }
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(len);
        let is_member = before.ends_with('.') && !before.ends_with("...");
        if word == variable && !is_member && !after.starts_with(':') {
            return true;
        }
        before = &code[..code.len() - after.len()];
        rest = after;
    }
    false
}

/// Prints a function. A parameter that its body does not use gets an underscore, and a short body is on the line of the head.
pub(super) fn function(
    out: &mut Printer,
    name: &str,
    parameters: &[Parameter<'_>],
    returns: &str,
    body: impl FnOnce(&mut Printer),
) {
    let (is_exported, name) =
        name.strip_prefix("export ").map_or((false, name), |name| (true, name));
    let mut inside = Printer::new("  ");
    inside.indented(body);
    let text = inside.finish();
    let parameters = parameters.iter().map(|(name, rest)| {
        let mark = if mentions(&text, name) { "" } else { "_" };
        format!("{mark}{name}{rest}")
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    let export = if is_exported { "export " } else { "" };
    let head = format!("{export}function {name}({parameters}): {returns}");
    let line = text.trim();
    if line.is_empty() {
        out.line(format!("{head} {{}}"));
    } else if !line.contains('\n') && head.len() + line.len() <= WIDTH {
        out.line(format!("{head} {{ {line} }}"));
    } else {
        out.line(format!("{head} {{"));
        out.lines(text.trim_end());
        out.line("}");
    }
}

impl Generator<'_> {
    /// Prints a function that writes a message `m`.
    pub(super) fn print_writer(
        &self,
        name: &str,
        ty: &str,
        around: Around,
        out: &mut Printer,
        body: impl FnOnce(&mut Printer),
    ) {
        let parameters = [("w", ": Writer"), ("m", &*format!(": {ty}"))];
        let content = |out: &mut Printer| {
            if !around.is_recursive {
                return body(out);
            }
            self.parts.need("Writer.enter");
            out.line("w.enter();");
            body(out);
            out.line("w.depth--;");
        };
        function(out, &self.names.function(name), &parameters, "void", |out| {
            if !around.is_big {
                return content(out);
            }
            self.parts.need("Writer.big");
            out.line("w.big(() => {");
            out.indented(content);
            out.line("});");
        });
    }

    /// Prints a function that takes a flat message, which may be a whole one.
    pub(super) fn print_taker(
        &self,
        name: &str,
        ty: &str,
        may_be_whole: bool,
        around: Around,
        out: &mut Printer,
        body: impl FnOnce(&mut Printer),
    ) {
        let mut parameters = vec![("r", ": Reader")];
        parameters.extend(may_be_whole.then_some(("whole", " = false")));
        function(out, &self.names.function(name), &parameters, ty, |out| {
            if !around.is_big {
                return body(out);
            }
            self.parts.need("Reader.big");
            out.line("return r.big(() => {");
            out.indented(body);
            out.line("});");
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_in_code() {
        for (code, expected) in [
            ("w.u8(m.a, 'a')", true),
            ("w.u8(1, 'a m b')", false),
            ("return { m: null, b: it.m }", false),
            ("return { ...m }", true),
            ("f('it\\'s', m)", true),
            ("limit(mm)", false),
        ] {
            assert_eq!(mentions(code, "m"), expected, "{code}");
        }
    }
}
