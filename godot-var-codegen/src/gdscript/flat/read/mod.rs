//! Statements that read values of flat messages into variables, and end the function after a fault.

mod fixed;
mod variable;

use godot_var_runtime::flat::NumberType;

use super::super::Generator;
use super::super::text::{int, string};
use super::{Part, pos};

/// What is read one after the other.
#[derive(Clone, Debug)]
pub(super) enum In<'v> {
    /// So many bytes of bits, of which some are used, into a variable.
    Header { bytes: usize, bits: u8, name: String },
    /// A value into a variable that exists.
    Value { part: Part<'v>, target: String, step: Option<String>, hint: String },
    /// What an option holds, under a condition; otherwise the variable is null, or, of a delta, stays as it is.
    Present {
        condition: String,
        part: Part<'v>,
        target: String,
        step: String,
        hint: String,
        is_change: bool,
    },
    /// Bits of the header into a variable.
    Bits { part: Part<'v>, expr: String, target: String, step: String },
    /// Where a message may end, with statements for the members whose defaults are not what a new object has.
    MayEnd(Vec<String>),
}

/// Where the values are, from the inside out.
pub(super) type Steps<'s> = &'s [String];

impl Generator<'_> {
    fn len_of_in(&self, value: &In<'_>) -> Option<usize> {
        match value {
            In::Header { bytes, .. } => Some(*bytes),
            In::Value { part, .. } => self.flat_len(part.ty),
            In::Bits { .. } => Some(0),
            In::Present { .. } | In::MayEnd(_) => None,
        }
    }

    /// Reads one after the other. `is_there` says that the bytes of all of it are.
    pub(super) fn take_all(&mut self, values: &[In<'_>], around: Steps<'_>, is_there: bool) {
        let pending = self.take_some(values, around, is_there);
        self.advance(pending);
    }

    /// Does the same, and returns how many bytes of the last ones the position must still go on.
    pub(super) fn take_some(
        &mut self,
        values: &[In<'_>],
        around: Steps<'_>,
        is_there: bool,
    ) -> usize {
        let mut rest = values;
        while !rest.is_empty() {
            let lens = rest.iter().map_while(|value| self.len_of_in(value)).collect::<Vec<_>>();
            let (run, after) = rest.split_at(lens.len());
            let len: usize = lens.iter().sum();
            if !run.is_empty() {
                if len > 0 && !is_there {
                    self.check_room(run, &lens, len, around);
                }
                let mut offset = 0;
                for (value, len) in run.iter().zip(&lens) {
                    self.take_fixed(value, offset, around);
                    offset += len;
                }
                if after.is_empty() {
                    return len;
                }
                self.advance(len);
            }
            rest = after;
            if let Some((value, after)) = rest.split_first() {
                self.take_variable(value, around);
                rest = after;
            }
        }
        0
    }

    /// Ends the function if the message has fewer bytes than these values together.
    pub(super) fn check_room_of(&mut self, values: &[In<'_>], len: usize) {
        let lens: Vec<usize> =
            values.iter().map(|value| self.len_of_in(value).unwrap_or(0)).collect();
        self.check_room(values, &lens, len, &[]);
    }

    /// Goes on by this many bytes.
    fn advance(&mut self, len: usize) {
        if len > 0 {
            self.go_on(&len.to_string());
        }
    }

    /// Ends the function if a message has fewer bytes.
    fn check_room(&mut self, run: &[In<'_>], lens: &[usize], len: usize, around: Steps<'_>) {
        let mut sizes = Vec::new();
        for (value, len) in run.iter().zip(lens) {
            let step = match value {
                In::Value { step: Some(step), .. } => step.clone(),
                _ => "null".to_owned(),
            };
            if *len > 0 {
                sizes.push(format!("{len}, {step}"));
            }
        }
        let (fault, bytes, at) = (self.flat_fault(), self.flat_bytes(), self.flat_at());
        let more =
            if around.is_empty() { String::new() } else { format!(", [{}]", around.join(", ")) };
        let condition = if self.four {
            format!("if {at} + {len} > {bytes}.size():")
        } else {
            format!("if {bytes}.get_available_bytes() < {len}:")
        };
        let place = if self.four { format!("{bytes}, {at}") } else { bytes };
        let mut sizes = format!("[{}]", sizes.join(", "));
        self.block(condition, |generator| {
            let refusal =
                |sizes: &str| format!("return _Flat.cut({fault}, {place}, {sizes}{more})");
            if !generator.out.fits(&refusal(&sizes)) {
                let list = generator.fresh("sizes");
                generator.local(&list, "Array", &sizes);
                sizes = list;
            }
            generator.line(refusal(&sizes));
        });
    }

    /// The position of something that was read, `back` bytes before the present one in Godot 3.
    pub(super) fn place_of_fault(&self, offset: usize, back: usize) -> String {
        if self.four {
            pos(&self.flat_at(), offset)
        } else {
            let bytes = self.flat_bytes();
            if back == 0 {
                format!("{bytes}.get_position()")
            } else {
                format!("{bytes}.get_position() - {back}")
            }
        }
    }

    /// Ends the function under a condition.
    fn refuse_if(
        &mut self,
        condition: &str,
        place: &str,
        steps: Steps<'_>,
        expected: &str,
        found: &str,
    ) {
        let fault = self.flat_fault();
        let steps = steps.join(", ");
        let expected = string(expected);
        self.block(format!("if {condition}:"), |generator| {
            generator.line(format!(
                "return _Flat.odd({fault}, {place}, [{steps}], {expected}, {found})"
            ));
        });
    }

    /// Ends the function if something that was called has noted a fault.
    fn end_after_fault(&mut self, steps: Steps<'_>) {
        let fault = self.flat_fault();
        let empty = self.pick("is_empty()", "empty()");
        self.block(format!("if not {fault}.{empty}:"), |generator| generator.end_inside(steps));
    }

    /// Ends the function, adding where the value is.
    fn end_inside(&mut self, steps: Steps<'_>) {
        let fault = self.flat_fault();
        if steps.is_empty() {
            self.line(format!("return {}", self.pick("-1", "false")));
        } else {
            let class = self.pick("_Flat", "_Wire");
            self.line(format!("return {class}.inside({fault}, [{}])", steps.join(", ")));
        }
    }
}

fn within(step: Option<&String>, around: Steps<'_>) -> Vec<String> {
    step.into_iter().chain(around).cloned().collect()
}

/// The largest number in LEB128; -1 for all of 64 bits.
fn largest(number: NumberType) -> String {
    match number {
        NumberType::I64 => "-1".to_owned(),
        NumberType::U64 => int(i64::MAX),
        number => number.largest().to_string(),
    }
}
