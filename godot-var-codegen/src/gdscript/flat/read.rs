//! Statements that read values of flat messages into variables, and end the function after a fault.

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::VariantType;

use super::super::Generator;
use super::super::kind::{Kind, Slot};
use super::super::text::{int, string};
use super::write::{components, in_array, in_stream, is_signed, most};
use super::{Class, Part, float, is_class, pos};
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

    /// Goes on by so many bytes.
    fn advance(&mut self, len: usize) {
        if self.four && len > 0 {
            let at = self.flat_at();
            self.line(format!("{at} += {len}"));
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
    fn place_of_fault(&self, offset: usize, back: usize) -> String {
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
            self.line(format!("return _Flat.inside({fault}, [{}])", steps.join(", ")));
        }
    }

    fn take_fixed(&mut self, value: &In<'_>, offset: usize, around: Steps<'_>) {
        match value {
            In::Header { bytes, bits, name } => {
                self.take_header(*bytes, *bits, name, offset, around);
            }
            In::Value { part, target, step, hint } => {
                let steps = within(step.as_ref(), around);
                self.take_fixed_to(*part, target, offset, &steps, hint);
            }
            In::Bits { part, expr, target, step } => {
                let steps = within(Some(step), around);
                self.take_bits(*part, expr, target, &steps);
            }
            In::Present { .. } | In::MayEnd => {}
        }
    }

    fn take_header(
        &mut self,
        bytes: usize,
        bits: u8,
        name: &str,
        offset: usize,
        around: Steps<'_>,
    ) {
        let turned = std::mem::take(&mut self.flat_turned);
        let mut parts = Vec::new();
        let (mut left, mut done) = (bytes, 0);
        while left > 0 {
            let (number, len) = match left {
                8.. if self.four => (NumberType::I64, 8),
                4.. if self.four => (NumberType::U32, 4),
                2.. if self.four => (NumberType::U16, 2),
                _ => (NumberType::U8, 1),
            };
            let part = self.number(number, offset + done);
            parts.push(if done == 0 { part } else { format!("{part} << {}", done * 8) });
            left -= len;
            done += len;
        }
        self.flat_turned = turned;
        self.local(name, "int", &parts.join(" | "));
        if usize::from(bits) < bytes * 8 {
            let place = self.place_of_fault(offset, bytes);
            let expected = format!("{bits} flags");
            self.refuse_if(
                &format!("{name} >> {bits} != 0"),
                &place,
                around,
                &expected,
                "\"more\"",
            );
        }
    }

    fn take_bits(&mut self, part: Part<'_>, expr: &str, target: &str, steps: Steps<'_>) {
        let place = if self.four {
            self.flat_at()
        } else {
            format!("{}.get_position()", self.flat_bytes())
        };
        match part.ty {
            Type::Bool | Type::LenientBool => self.line(format!("{target} = {expr} != 0")),
            Type::Message(flat) => {
                let number = self.fresh("number");
                self.local(&number, "int", expr);
                self.assign_number(part.slot, *flat, target, &number, &place, steps);
            }
            _ => self.line(format!("{target} = {expr}")),
        }
    }

    /// A number at an offset, as an expression.
    pub(super) fn number(&mut self, number: NumberType, offset: usize) -> String {
        let bytes = self.flat_bytes();
        if !self.four {
            if number == NumberType::F16 {
                return format!("_Flat.of_half({bytes}.get_u16())");
            }
            return format!("{bytes}.get_{}()", in_stream(number));
        }
        let place = pos(&self.flat_at(), offset);
        if number == NumberType::U8 {
            return format!("{bytes}[{place}]");
        }
        if self.flat_turned && number.bytes() > 1 {
            let len = number.bytes();
            return format!("_Flat.turned({bytes}, {place}, {len}).decode_{}(0)", in_array(number));
        }
        format!("{bytes}.decode_{}({place})", in_array(number))
    }

    /// A float of some form at an offset, as an expression.
    fn component(&mut self, ty: &Type, offset: usize) -> String {
        match ty {
            Type::Number(number) => self.number(*number, offset),
            Type::Range { low, high, steps, .. } => {
                let step = self.number(*steps, offset);
                let part = format!("{step} / {}", most(*steps));
                let span = high - low;
                // The last step is exactly the upper bound.
                if low + span == *high {
                    if *low == 0.0 && span == 1.0 {
                        return part;
                    }
                    if *low == 0.0 {
                        return format!("{part} * {}", float(span));
                    }
                    let value = format!("{} + {part} * {}", float(*low), float(span));
                    if value.len() <= 60 {
                        return value;
                    }
                }
                let (low, high) = (float(*low), float(*high));
                format!("_Flat.of_step({step}, {}, {low}, {high})", most(*steps))
            }
            Type::Angle { degrees, steps } => {
                let turn = if *degrees { "360.0" } else { "TAU" };
                let step = self.number(*steps, offset);
                format!("{step} / {} * {turn}", most(*steps))
            }
            _ => String::new(),
        }
    }

    /// Reads a value of one length at an offset.
    fn take_fixed_to(
        &mut self,
        part: Part<'_>,
        target: &str,
        offset: usize,
        steps: Steps<'_>,
        hint: &str,
    ) {
        let Part { ty, slot } = part;
        let place = self.place_of_fault(offset, self.flat_len(ty).unwrap_or(0));
        match ty {
            Type::Unit => {}
            Type::AtMost(_, inner) => {
                self.take_fixed_to(Part { ty: inner, slot }, target, offset, steps, hint);
            }
            Type::NonZero(inner) => {
                let number = self.fresh(&format!("{hint}_number"));
                self.local(&number, "int", "0");
                self.take_fixed_to(Part { ty: inner, slot }, &number, offset, steps, hint);
                self.refuse_if(
                    &format!("{number} == 0"),
                    &place,
                    steps,
                    "a number other than 0",
                    "0",
                );
                self.line(format!("{target} = {number}"));
            }
            Type::Bool => {
                let byte = self.fresh(&format!("{hint}_byte"));
                let read = self.number(NumberType::U8, offset);
                self.local(&byte, "int", &read);
                self.refuse_if(&format!("{byte} > 1"), &place, steps, "a bool, 0 or 1", &byte);
                self.line(format!("{target} = {byte} == 1"));
            }
            Type::LenientBool => {
                let read = self.number(NumberType::U8, offset);
                self.line(format!("{target} = {read} != 0"));
            }
            Type::Number(NumberType::U64) => {
                let number = self.fresh(&format!("{hint}_number"));
                let read = self.number(NumberType::U64, offset);
                self.local(&number, "int", &read);
                let expected = "a u64 up to 9223372036854775807";
                self.refuse_if(&format!("{number} < 0"), &place, steps, expected, "\"more\"");
                self.line(format!("{target} = {number}"));
            }
            Type::Number(number) => {
                let read = self.number(*number, offset);
                self.line(format!("{target} = {read}"));
            }
            Type::Range { .. } | Type::Angle { .. } => {
                let read = self.component(ty, offset);
                self.line(format!("{target} = {read}"));
            }
            Type::Direction(inner) => {
                let read = self.component(inner, offset);
                self.line(if self.four {
                    format!("{target} = Vector2.from_angle({read})")
                } else {
                    format!("{target} = Vector2(1, 0).rotated({read})")
                });
            }
            Type::Octahedron(inner) => {
                let len = self.flat_len(inner).unwrap_or(0);
                let (x, y) = (self.component(inner, offset), self.component(inner, offset + len));
                self.line(if self.four {
                    format!("{target} = Vector3.octahedron_decode(Vector2({x}, {y}))")
                } else {
                    format!("{target} = _Flat.of_octahedron(Vector2({x}, {y}))")
                });
            }
            Type::SmallestThree(bits) => self.take_rotation(*bits, target, offset, steps, hint),
            Type::Components(kind, inner) => self.take_components(*kind, inner, target, offset),
            Type::Array(count, element) => {
                let Kind::List { element: slot, packed, .. } = &*slot.kind else { return };
                let list = self.begin_list(slot, hint);
                let i = self.fresh("i");
                let len = self.flat_len(element).unwrap_or(0);
                // Elements are read at the position itself.
                self.advance(offset);
                let head = self.each(&i, "int", &count.to_string());
                self.block(head, |generator| {
                    let part = Part { ty: element, slot };
                    generator.take_element(part, &list, &i, steps, hint, Some(len));
                });
                if self.four && offset + count * len > 0 {
                    let at = self.flat_at();
                    self.line(format!("{at} -= {}", offset + count * len));
                }
                self.end_list(target, &list, *packed);
            }
            Type::Tuple(_) => {
                let deeper = self.deeper_in_tuple(slot, target);
                self.take_object(target, offset, steps, deeper.as_deref(), None);
            }
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Wrapper(inner, turned) => self.in_order(turned, |generator| {
                    generator.take_fixed_to(Part { ty: &inner, slot }, target, offset, steps, hint);
                }),
                Class::Number(Prefix::Number(width), turned) => {
                    let number = self.fresh(&format!("{hint}_number"));
                    let read = self.in_order(turned, |generator| generator.number(width, offset));
                    self.local(&number, "int", &read);
                    self.assign_number(slot, *flat, target, &number, &place, steps);
                }
                Class::Record(turned) => {
                    let child = self.deeper(self.forms.own(*flat), target);
                    self.in_order(turned, |generator| {
                        generator.take_object(target, offset, steps, child.as_deref(), Some(*flat));
                    });
                }
                Class::Number(..) | Class::Choice(_) | Class::Nothing => {}
            },
            _ => {}
        }
    }

    /// Assigns the number of an enum's variant.
    fn assign_number(
        &mut self,
        slot: &Slot,
        flat: usize,
        target: &str,
        number: &str,
        place: &str,
        steps: Steps<'_>,
    ) {
        let class = self.names.class(self.forms.own(flat)).to_owned();
        let numbers = self.flat_numbers(flat);
        let (class_of_value, is_open) = match &*slot.kind {
            Kind::Number { index, open } => (self.names.class(*index).to_owned(), *open),
            Kind::Name { index } => (self.names.class(*index).to_owned(), false),
            _ => (String::new(), true),
        };
        let value = if let Some(ids) = self.flat_ids(flat, &slot.kind) {
            let found = self.fresh(&format!("{number}_position"));
            self.local(&found, "int", &format!("{ids}.find({number})"));
            self.refuse_if(&format!("{found} < 0"), place, steps, &class, number);
            found
        } else {
            if !is_open {
                let is_range = numbers.iter().enumerate().all(|(at, id)| *id == at as u32);
                let condition = if is_range {
                    format!("{number} >= {}", numbers.len())
                } else {
                    let list = numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
                    format!("not [{}].has({number})", list.join(", "))
                };
                self.refuse_if(&condition, place, steps, &class, number);
            }
            number.to_owned()
        };
        if self.four && !is_open {
            self.line(format!("{target} = {value} as {class_of_value}"));
        } else {
            self.line(format!("{target} = {value}"));
        }
    }

    fn take_rotation(
        &mut self,
        bits: u8,
        target: &str,
        offset: usize,
        steps: Steps<'_>,
        hint: &str,
    ) {
        let number = self.fresh(&format!("{hint}_number"));
        let place =
            self.place_of_fault(offset, self.flat_len(&Type::SmallestThree(bits)).unwrap_or(0));
        match bits {
            10 => {
                let read = self.number(NumberType::U32, offset);
                self.local(&number, "int", &read);
            }
            20 => {
                let read = self.number(NumberType::I64, offset);
                self.local(&number, "int", &read);
            }
            _ if !self.four => {
                let bytes = self.flat_bytes();
                self.local(&number, "int", &format!("_Flat.get_48({bytes})"));
            }
            _ if self.flat_turned => {
                let (high, low) = (
                    self.number(NumberType::U16, offset),
                    self.number(NumberType::U32, offset + 2),
                );
                self.local(&number, "int", &format!("{high} << 32 | {low}"));
            }
            _ => {
                let (low, high) = (
                    self.number(NumberType::U32, offset),
                    self.number(NumberType::U16, offset + 4),
                );
                self.local(&number, "int", &format!("{low} | {high} << 32"));
            }
        }
        // The position takes the two highest bits, the components the lowest; what is between is 0.
        let bytes = self.flat_len(&Type::SmallestThree(bits)).unwrap_or(0);
        let spare = bytes * 8 - 2 - 3 * usize::from(bits);
        if spare > 0 {
            let condition =
                format!("{number} >> {} & {} != 0", 3 * usize::from(bits), (1_u32 << spare) - 1);
            let expected = "a rotation, whose spare bits are 0";
            self.refuse_if(&condition, &place, steps, expected, "\"others\"");
        }
        self.line(format!("{target} = _Flat.of_smallest_three({number}, {bits})"));
    }

    fn take_components(&mut self, kind: VariantType, inner: &Type, target: &str, offset: usize) {
        let count = components(kind).len();
        let len = self.flat_len(inner).unwrap_or(0);
        let read = (0..count).map(|i| self.component(inner, offset + i * len)).collect::<Vec<_>>();
        let joined = |range: &[String]| range.join(", ");
        let vectors = |size: usize| {
            let vectors = read.chunks(size).map(|part| format!("Vector{size}({})", joined(part)));
            vectors.collect::<Vec<_>>().join(", ")
        };
        let name = match (kind, self.four) {
            (VariantType::Quaternion, false) => "Quat",
            (VariantType::Transform3D, false) => "Transform",
            (kind, _) => kind.name(godot_var_runtime::variant::Generation::Godot4),
        };
        let value = match kind {
            VariantType::Aabb | VariantType::Basis | VariantType::Transform3D => {
                format!("{name}({})", vectors(3))
            }
            VariantType::Transform2D => format!("{name}({})", vectors(2)),
            VariantType::Projection => format!("{name}({})", vectors(4)),
            _ => format!("{name}({})", joined(&read)),
        };
        self.line(format!("{target} = {value}"));
    }

    /// Reads an object that exists. `deeper` is what must be said to it before.
    fn take_object(
        &mut self,
        target: &str,
        offset: usize,
        steps: Steps<'_>,
        deeper: Option<&str>,
        flat: Option<usize>,
    ) {
        if let Some(line) = deeper {
            self.line(line);
        }
        let (bytes, fault, suffix) = (self.flat_bytes(), self.flat_fault(), self.flat_suffix(flat));
        let head = if self.four {
            let at = pos(&self.flat_at(), offset);
            format!("if {target}._flat_take{suffix}({bytes}, {at}, {fault}) < 0:")
        } else {
            format!("if not {target}._flat_take({bytes}, {fault}):")
        };
        self.block(head, |generator| generator.end_inside(steps));
    }

    /// Reads an object that exists, of any length.
    fn take_object_on(
        &mut self,
        target: &str,
        steps: Steps<'_>,
        deeper: Option<&str>,
        flat: Option<usize>,
    ) {
        if !self.four {
            self.take_object(target, 0, steps, deeper, flat);
            return;
        }
        if let Some(line) = deeper {
            self.line(line);
        }
        let (bytes, fault, suffix) = (self.flat_bytes(), self.flat_fault(), self.flat_suffix(flat));
        let at = self.flat_at();
        self.line(format!("{at} = {target}._flat_take{suffix}({bytes}, {at}, {fault})"));
        self.block(format!("if {at} < 0:"), |generator| generator.end_inside(steps));
    }

    fn deeper_in_tuple(&self, slot: &Slot, target: &str) -> Option<String> {
        match &*slot.kind {
            Kind::Class(index) => self.deeper(*index, target),
            _ => None,
        }
    }

    fn take_variable(&mut self, value: &In<'_>, around: Steps<'_>) {
        match value {
            In::MayEnd => {
                let bytes = self.flat_bytes();
                if self.four {
                    let at = self.flat_at();
                    self.block(format!("if {at} == {bytes}.size():"), |generator| {
                        generator.line(format!("return {at}"));
                    });
                } else {
                    self.block(format!("if {bytes}.get_available_bytes() == 0:"), |generator| {
                        generator.line("return true");
                    });
                }
            }
            In::Present { condition, part, target, step, hint, is_change } => {
                let steps = within(Some(step), around);
                if !is_change {
                    self.line(format!("{target} = null"));
                }
                self.take_present(*part, condition, target, &steps, hint);
            }
            In::Value { part, target, step, hint } => {
                let steps = within(step.as_ref(), around);
                self.take_to(*part, target, &steps, hint);
            }
            In::Header { .. } | In::Bits { .. } => {}
        }
    }

    /// Reads a varint into a new variable, and goes on after it.
    fn take_varint(&mut self, most: &str, steps: Steps<'_>, hint: &str) -> String {
        let number = self.fresh(hint);
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        if self.four {
            let at = self.flat_at();
            self.local(&number, "int", &format!("_Flat.varint({bytes}, {at}, {most}, {fault})"));
            self.end_after_fault(steps);
            let size = format!("_Flat.varint_size({number})");
            self.line(format!("{at} += 1 if {number} >> 7 == 0 else {size}"));
        } else {
            self.local(&number, "int", &format!("_Flat.varint({bytes}, {most}, {fault})"));
            self.end_after_fault(steps);
        }
        number
    }

    /// Reads a count into a new variable.
    fn take_count(&mut self, prefix: Prefix, steps: Steps<'_>, hint: &str) -> String {
        match prefix {
            Prefix::Varint => {
                self.take_varint("9223372036854775807", steps, &format!("{hint}_count"))
            }
            Prefix::Number(number) => {
                let name = self.fresh(&format!("{hint}_count"));
                self.local(&name, "int", "0");
                let slot = Self::slot_of_int();
                let value = In::Value {
                    part: Part { ty: &Type::Number(number), slot: &slot },
                    target: name.clone(),
                    step: None,
                    hint: hint.to_owned(),
                };
                self.take_all(&[value], steps, false);
                name
            }
        }
    }

    /// Ends the function for a count that is too large for its field, or for the rest of the message.
    fn check_count(&mut self, count: &str, most: Option<usize>, element: usize, steps: Steps<'_>) {
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        let steps = steps.join(", ");
        let most = most.map_or(String::new(), |most| format!(", {most}"));
        let call = if self.four {
            let at = self.flat_at();
            format!("_Flat.holds({bytes}, {at}, {count}, {element}, {fault}{most})")
        } else {
            format!("_Flat.holds({bytes}, {count}, {element}, {fault}{most})")
        };
        self.block(format!("if not {call}:"), |generator| {
            if steps.is_empty() {
                generator.line(format!("return {}", generator.pick("-1", "false")));
            } else {
                generator.line(format!("return _Flat.inside({fault}, [{steps}])"));
            }
        });
    }

    /// Reads a value of any length.
    fn take_to(&mut self, part: Part<'_>, target: &str, steps: Steps<'_>, hint: &str) {
        self.take_bounded(part, target, steps, hint, None);
    }

    fn take_bounded(
        &mut self,
        part: Part<'_>,
        target: &str,
        steps: Steps<'_>,
        hint: &str,
        most: Option<usize>,
    ) {
        let Part { ty, slot } = part;
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        if self.flat_len(ty).is_some() {
            let value =
                In::Value { part, target: target.to_owned(), step: None, hint: hint.to_owned() };
            self.take_all(&[value], steps, false);
            return;
        }
        match ty {
            Type::AtMost(most, inner) => {
                self.take_bounded(Part { ty: inner, slot }, target, steps, hint, Some(*most));
            }
            Type::NonZero(inner) => {
                let place = self.fresh(&format!("{hint}_at"));
                let here = self.place_of_fault(0, 0);
                self.local(&place, "int", &here);
                let number = self.fresh(&format!("{hint}_number"));
                self.local(&number, "int", "0");
                self.take_to(Part { ty: inner, slot }, &number, steps, hint);
                self.refuse_if(
                    &format!("{number} == 0"),
                    &place,
                    steps,
                    "a number other than 0",
                    "0",
                );
                self.line(format!("{target} = {number}"));
            }
            Type::Varint(number) => {
                let most = largest(*number);
                let read = self.take_varint(&most, steps, &format!("{hint}_number"));
                if is_signed(*number) {
                    self.line(format!("{target} = _Flat.unzigzag({read})"));
                } else {
                    self.line(format!("{target} = {read}"));
                }
            }
            Type::Char => {
                let place = self.fresh(&format!("{hint}_at"));
                let here = self.place_of_fault(0, 0);
                self.local(&place, "int", &here);
                let code = self.take_varint("1114111", steps, &format!("{hint}_code"));
                let condition = format!("{code} == 0 or {code} >= 55296 and {code} < 57344");
                let expected = "a character that a String holds";
                self.refuse_if(&condition, &place, steps, expected, &code);
                self.line(if self.four {
                    format!("{target} = String.chr({code})")
                } else {
                    format!("{target} = char({code})")
                });
            }
            Type::Text(_, prefix) => {
                let count = self.take_count(*prefix, steps, hint);
                let most = most.map_or(String::new(), |most| format!(", {most}"));
                let read = if self.four {
                    format!("_Flat.text_at({bytes}, {}, {count}, {fault}{most})", self.flat_at())
                } else {
                    format!("_Flat.text_at({bytes}, {count}, {fault}{most})")
                };
                self.assign_text(slot, target, &read);
                self.end_after_fault(steps);
                if self.four {
                    let at = self.flat_at();
                    self.line(format!("{at} += {count}"));
                }
            }
            Type::CString(_) => {
                let most = most.map_or("-1".to_owned(), |most| most.to_string());
                if self.four {
                    let (at, end) = (self.flat_at(), self.fresh(&format!("{hint}_end")));
                    self.local(
                        &end,
                        "int",
                        &format!("_Flat.end_of_text({bytes}, {at}, {most}, {fault})"),
                    );
                    self.end_after_fault(steps);
                    let read = format!("_Flat.text_at({bytes}, {at}, {end} - {at}, {fault})");
                    self.assign_text(slot, target, &read);
                    self.end_after_fault(steps);
                    self.line(format!("{at} = {end} + 1"));
                } else {
                    let read = format!("_Flat.c_string({bytes}, {most}, {fault})");
                    self.assign_text(slot, target, &read);
                    self.end_after_fault(steps);
                }
            }
            Type::List(prefix, element) => {
                self.take_list(slot, *prefix, element, target, steps, hint, most);
            }
            Type::Array(count, element) => {
                let Kind::List { element: slot, packed, .. } = &*slot.kind else { return };
                let list = self.begin_list(slot, hint);
                let i = self.fresh("i");
                let head = self.each(&i, "int", &count.to_string());
                self.block(head, |generator| {
                    let part = Part { ty: element, slot };
                    generator.take_element(part, &list, &i, steps, hint, None);
                });
                self.end_list(target, &list, *packed);
            }
            Type::Map(prefix, key, value) => {
                self.take_map(slot, *prefix, (key, value), target, steps, hint, most);
            }
            Type::Tuple(_) => {
                let deeper = self.deeper_in_tuple(slot, target);
                self.take_object_on(target, steps, deeper.as_deref(), None);
            }
            Type::Option(inner) => self.take_option(slot, inner, target, steps, hint, most),
            Type::Ipv4 | Type::Ipv6 | Type::Uuid | Type::Ip | Type::Socket => {
                self.take_address(ty, target, steps, hint);
            }
            Type::Variant(..) => self.take_variant(slot, target, steps, hint),
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Wrapper(inner, turned) => self.in_order(turned, |generator| {
                    generator.take_to(Part { ty: &inner, slot }, target, steps, hint);
                }),
                Class::Number(prefix, turned) => {
                    let place = self.fresh(&format!("{hint}_at"));
                    let here = self.place_of_fault(0, 0);
                    self.local(&place, "int", &here);
                    let number = self
                        .in_order(turned, |generator| generator.take_count(prefix, steps, hint));
                    self.assign_number(slot, *flat, target, &number, &place, steps);
                }
                Class::Record(turned) => {
                    let deeper = self.deeper(self.forms.own(*flat), target);
                    self.in_order(turned, |generator| {
                        generator.take_object_on(target, steps, deeper.as_deref(), Some(*flat));
                    });
                }
                Class::Choice(turned) => {
                    let class = self.names.class(self.forms.own(*flat)).to_owned();
                    let deeper = self.deeper(self.forms.own(*flat), target);
                    self.in_order(turned, |generator| {
                        let suffix = generator.flat_suffix(Some(*flat));
                        let made = if generator.four {
                            let at = generator.flat_at();
                            format!("{class}._flat_made{suffix}({bytes}, {at}, {fault})")
                        } else {
                            format!("{class}._flat_made({bytes}, {fault})")
                        };
                        generator.line(format!("{target} = {made}"));
                        generator.block(format!("if {target} == null:"), |generator| {
                            generator.end_inside(steps);
                        });
                        generator.take_object_on(target, steps, deeper.as_deref(), Some(*flat));
                    });
                }
                Class::Nothing => {}
            },
            _ => {}
        }
    }

    fn assign_text(&mut self, slot: &Slot, target: &str, read: &str) {
        let value = match &*slot.kind {
            Kind::StringName => format!("StringName({read})"),
            Kind::NodePath => format!("NodePath({read})"),
            _ => read.to_owned(),
        };
        self.line(format!("{target} = {value}"));
    }

    /// Declares an empty list.
    fn begin_list(&mut self, element: &Slot, hint: &str) -> String {
        let list = self.fresh(&format!("{hint}_list"));
        let ty = self.array_of(&element.kind);
        self.local(&list, &ty, "[]");
        list
    }

    fn end_list(&mut self, target: &str, list: &str, packed: Option<&str>) {
        match packed {
            Some(packed) => self.line(format!("{target} = {packed}({list})")),
            None => self.line(format!("{target} = {list}")),
        }
    }

    /// Reads an element at the position, and appends it. `len` says that its bytes are there.
    fn take_element(
        &mut self,
        part: Part<'_>,
        list: &str,
        i: &str,
        around: Steps<'_>,
        hint: &str,
        len: Option<usize>,
    ) {
        let steps = within(Some(&i.to_owned()), around);
        let item = self.declare_item(part, hint);
        match len {
            Some(len) => {
                let is_object = self.four && is_class(&part.slot.kind) && len > 0;
                if is_object && matches!(self.plain_object(part.ty), Some(false)) {
                    let (deeper, flat) = match part.ty {
                        Type::Message(flat) => {
                            (self.deeper(self.forms.own(*flat), &item), Some(*flat))
                        }
                        _ => (self.deeper_in_tuple(part.slot, &item), None),
                    };
                    self.take_object_on(&item, &steps, deeper.as_deref(), flat);
                } else {
                    self.take_fixed_to(part, &item, 0, &steps, hint);
                    self.advance(len);
                }
            }
            None => self.take_to(part, &item, &steps, hint),
        }
        self.line(format!("{list}.append({item})"));
    }

    /// Whether a type is an object whose order of bytes differs from that around it; `None` if it is none.
    fn plain_object(&self, ty: &Type) -> Option<bool> {
        match ty {
            Type::Tuple(_) => Some(false),
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Record(turned) => Some(turned != self.flat_turned),
                _ => None,
            },
            _ => None,
        }
    }

    /// Declares a variable for a part of a value.
    fn declare_item(&mut self, part: Part<'_>, hint: &str) -> String {
        let item = self.fresh(&format!("{hint}_item"));
        let kind = &part.slot.kind;
        let ty = self.element_type(kind);
        let initial = match &**kind {
            // Its variant makes it.
            Kind::Class(index) if self.enumeration(*index).is_some() => "null".to_owned(),
            kind => self.initial(kind),
        };
        self.local(&item, &ty, &initial);
        item
    }

    #[expect(clippy::too_many_arguments, reason = "they are one value")]
    fn take_list(
        &mut self,
        slot: &Slot,
        prefix: Prefix,
        element: &Type,
        target: &str,
        steps: Steps<'_>,
        hint: &str,
        most: Option<usize>,
    ) {
        let Kind::List { element: slot, packed, .. } = &*slot.kind else { return };
        let count = self.take_count(prefix, steps, hint);
        let min = self.flat_min(element);
        self.check_count(&count, most, min, steps);
        let bytes = self.flat_bytes();
        let len = self.flat_len(element);
        if let (Some(kind), Some(len)) = (self.as_one_block(element, *packed), len) {
            if !self.four {
                self.line(format!("{target} = _Flat.take_data({bytes}, {count})"));
                return;
            }
            let at = self.flat_at();
            let end = if len == 1 {
                format!("{at} + {count}")
            } else {
                format!("{at} + {count} * {len}")
            };
            let convert =
                if kind.is_empty() { String::new() } else { format!(".to_{kind}_array()") };
            self.line(format!("{target} = {bytes}.slice({at}, {end}){convert}"));
            let step = if len == 1 { count } else { format!("{count} * {len}") };
            self.line(format!("{at} += {step}"));
            return;
        }
        let list = self.begin_list(slot, hint);
        let i = self.fresh("i");
        let head = self.each(&i, "int", &count);
        self.block(head, |generator| {
            let part = Part { ty: element, slot };
            generator.take_element(part, &list, &i, steps, hint, len);
        });
        self.end_list(target, &list, *packed);
    }

    #[expect(clippy::too_many_arguments, reason = "they are one value")]
    fn take_map(
        &mut self,
        slot: &Slot,
        prefix: Prefix,
        (key, value): (&Type, &Type),
        target: &str,
        steps: Steps<'_>,
        hint: &str,
        most: Option<usize>,
    ) {
        let ty = self.member_type(&slot.kind);
        let Kind::Map { key: key_slot, value: value_slot, .. } = &*slot.kind else { return };
        let count = self.take_count(prefix, steps, hint);
        let min = self.flat_min(key) + self.flat_min(value);
        self.check_count(&count, most, min, steps);
        let table = self.fresh(&format!("{hint}_table"));
        self.local(&table, if self.four { &ty } else { "Dictionary" }, "{}");
        let i = self.fresh("i");
        let head = self.each(&i, "int", &count);
        self.block(head, |generator| {
            let own = within(Some(&i), steps);
            let name =
                generator.declare_item(Part { ty: key, slot: key_slot }, &format!("{hint}_key"));
            let item = generator.declare_item(Part { ty: value, slot: value_slot }, hint);
            let of_key = [In::Value {
                part: Part { ty: key, slot: key_slot },
                target: name.clone(),
                step: None,
                hint: format!("{hint}_key"),
            }];
            generator.take_all(&of_key, &own, false);
            let own = within(Some(&name), steps);
            let of_value = [In::Value {
                part: Part { ty: value, slot: value_slot },
                target: item.clone(),
                step: None,
                hint: hint.to_owned(),
            }];
            generator.take_all(&of_value, &own, false);
            generator.line(format!("{table}[{name}] = {item}"));
        });
        self.line(format!("{target} = {table}"));
    }

    fn take_option(
        &mut self,
        slot: &Slot,
        inner: &Type,
        target: &str,
        steps: Steps<'_>,
        hint: &str,
        most: Option<usize>,
    ) {
        let Kind::Option(slot) = &*slot.kind else { return };
        let has = self.fresh(&format!("has_{hint}"));
        self.local(&has, self.pick("bool", ""), "false");
        let bool_slot = Self::slot_of_bool();
        let flag = In::Value {
            part: Part { ty: &Type::Bool, slot: &bool_slot },
            target: has.clone(),
            step: None,
            hint: has.clone(),
        };
        self.take_all(&[flag], steps, false);
        let bounded = most.map(|most| Type::AtMost(most, Box::new(inner.clone())));
        let part = Part { ty: bounded.as_ref().unwrap_or(inner), slot };
        self.line(format!("{target} = null"));
        self.take_present(part, &has, target, steps, hint);
    }

    /// Reads what an option holds under a condition.
    pub(super) fn take_present(
        &mut self,
        part: Part<'_>,
        condition: &str,
        target: &str,
        steps: Steps<'_>,
        hint: &str,
    ) {
        self.block(format!("if {condition}:"), |generator| {
            let item = generator.declare_item(part, hint);
            generator.take_to(part, &item, steps, hint);
            generator.line(format!("{target} = {item}"));
        });
    }

    fn take_address(&mut self, ty: &Type, target: &str, steps: Steps<'_>, hint: &str) {
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        let (function, len) = match ty {
            Type::Ipv4 => ("ipv4", "4".to_owned()),
            Type::Ipv6 => ("ipv6", "16".to_owned()),
            Type::Uuid => ("uuid", "16".to_owned()),
            _ => {
                let len = self.fresh(&format!("{hint}_len"));
                let call = if self.four {
                    format!("_Flat.len_of_ip({bytes}, {}, {fault})", self.flat_at())
                } else {
                    format!("_Flat.len_of_ip({bytes}, {fault})")
                };
                self.local(&len, "int", &call);
                self.end_after_fault(steps);
                if self.four {
                    self.advance(1);
                }
                ("ip", len)
            }
        };
        let data = self.fresh(&format!("{hint}_bytes"));
        let call = if self.four {
            format!("_Flat.data_at({bytes}, {}, {len}, {fault})", self.flat_at())
        } else {
            format!("_Flat.data_at({bytes}, {len}, {fault})")
        };
        self.local(&data, self.pick("PackedByteArray", ""), &call);
        self.end_after_fault(steps);
        if self.four {
            let at = self.flat_at();
            self.line(format!("{at} += {len}"));
        }
        if *ty == Type::Socket {
            let port =
                self.take_count(Prefix::Number(NumberType::U16), steps, &format!("{hint}_port"));
            self.line(format!("{target} = _Flat.socket_of({data}, {port})"));
        } else {
            self.line(format!("{target} = _Flat.{function}_of({data})"));
        }
    }

    fn take_variant(&mut self, slot: &Slot, target: &str, steps: Steps<'_>, hint: &str) {
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        let len = self.take_count(Prefix::Number(NumberType::U32), steps, hint);
        let value = self.fresh(&format!("{hint}_value"));
        let call = if self.four {
            format!("_Flat.variant({bytes}, {}, {len}, {fault})", self.flat_at())
        } else {
            format!("_Flat.variant({bytes}, {len}, {fault})")
        };
        self.local(&value, "Variant", &call);
        self.end_after_fault(steps);
        let place = self.place_of_fault(0, 0);
        match &*slot.kind {
            Kind::Any(_) => self.line(format!("{target} = {value}")),
            Kind::Class(index) => {
                let class = self.names.class(*index).to_owned();
                let reasons = self.fresh(&format!("{hint}_fault"));
                self.local(&reasons, "Array", "[]");
                let cast = if self.four { format!(" as {class}") } else { String::new() };
                self.line(format!("{target} = {class}.new()._read({value}, {reasons}){cast}"));
                let text = format!("_Wire.text({}, {reasons})", string(&class));
                self.refuse_if(&format!("{target} == null"), &place, steps, &class, &text);
            }
            kind => {
                let ty = self.member_type(kind);
                self.refuse_if(&format!("not ({value} is {ty})"), &place, steps, &ty, &value);
                self.line(format!("{target} = {value}"));
            }
        }
        if self.four {
            let at = self.flat_at();
            self.line(format!("{at} += {len}"));
        }
    }
}

fn within(step: Option<&String>, around: Steps<'_>) -> Vec<String> {
    step.into_iter().chain(around).cloned().collect()
}

/// The largest number in LEB128; -1 for all of 64 bits.
fn largest(number: NumberType) -> String {
    match number {
        NumberType::U8 | NumberType::I8 => "255".to_owned(),
        NumberType::U16 | NumberType::I16 => "65535".to_owned(),
        NumberType::U32 | NumberType::I32 => "4294967295".to_owned(),
        NumberType::I64 => "-1".to_owned(),
        _ => int(i64::MAX),
    }
}
