//! Statements that read values of flat messages into variables, and end the function after a fault.

mod value;

use godot_var_runtime::flat::NumberType;

use super::super::Generator;
use super::super::text::{int, string};
use super::Part;
use crate::flat::Type;

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
    /// Where a message may end.
    MayEnd,
}

/// Where the values are, from the inside out.
pub(super) type Steps<'s> = &'s [String];

impl Generator<'_> {
    fn len_of_in(&self, value: &In<'_>) -> Option<usize> {
        match value {
            In::Header { bytes, .. } => Some(*bytes),
            In::Value { part, .. } => self.flat_len(part.ty),
            In::Bits { .. } => Some(0),
            In::Present { .. } | In::MayEnd => None,
        }
    }

    /// Reads one after the other. `is_there` says that the bytes of all of it are.
    pub(super) fn take_all(&mut self, values: &[In<'_>], around: Steps<'_>, is_there: bool) {
        let mut rest = values;
        while !rest.is_empty() {
            let lens = rest.iter().map_while(|value| self.len_of_in(value)).collect::<Vec<_>>();
            let (run, after) = rest.split_at(lens.len());
            let len: usize = lens.iter().sum();
            if len > 0 && !is_there {
                self.check_room(run, &lens, len, around);
            }
            for value in run.iter().chain(after.first()) {
                self.take_in(value, around);
            }
            rest = after.get(1..).unwrap_or_default();
        }
    }

    /// Ends the function if the message has fewer bytes than these values together.
    pub(super) fn check_room_of(&mut self, values: &[In<'_>], len: usize) {
        let lens: Vec<usize> =
            values.iter().map(|value| self.len_of_in(value).unwrap_or(0)).collect();
        self.check_room(values, &lens, len, &[]);
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
        let (fault, buffer) = (self.flat_fault(), self.flat_buffer());
        let more =
            if around.is_empty() { String::new() } else { format!(", [{}]", around.join(", ")) };
        let mut sizes = format!("[{}]", sizes.join(", "));
        self.block(format!("if {buffer}.get_available_bytes() < {len}:"), |generator| {
            let refusal =
                |sizes: &str| format!("return _Flat.cut({fault}, {buffer}, {sizes}{more})");
            if !generator.out.fits(&refusal(&sizes)) {
                let list = generator.fresh("sizes");
                generator.local(&list, "Array", &sizes);
                sizes = list;
            }
            generator.line(refusal(&sizes));
        });
    }

    /// The position of a value of this length that was read.
    fn place_of_read(&self, len: usize) -> String {
        let buffer = self.flat_buffer();
        match len {
            0 => format!("{buffer}.get_position()"),
            _ => format!("{buffer}.get_position() - {len}"),
        }
    }

    /// The position of a value that is read next, for faults after it. Of varying length, it is kept in a variable.
    fn place_of_next(&mut self, ty: &Type, hint: &str) -> String {
        if let Some(len) = self.flat_len(ty) {
            return self.place_of_read(len);
        }
        let place = self.fresh(&format!("{hint}_at"));
        let here = self.place_of_read(0);
        self.local(&place, "int", &here);
        place
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
            self.line("return false");
        } else {
            self.line(format!("return _Wire.inside({fault}, [{}])", steps.join(", ")));
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
