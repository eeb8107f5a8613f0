//! Statements that read values of one length at an offset.

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::VariantType;

use super::super::super::Generator;
use super::super::super::kind::{Kind, Slot};
use super::super::engine::{components, in_array, in_stream, last_step};
use super::super::{Class, Part, float, pos};
use super::{In, Steps, within};
use crate::flat::{Type, bounds_of_bits};

impl Generator<'_> {
    pub(super) fn take_fixed(&mut self, value: &In<'_>, offset: usize, around: Steps<'_>) {
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
            In::Present { .. } | In::MayEnd(_) => {}
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
        let place = self.place_of_fault(0, 0);
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
    pub(in super::super) fn number(&mut self, number: NumberType, offset: usize) -> String {
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
                let part = format!("{step} / {}", last_step(*steps));
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
                format!("_Flat.of_step({step}, {}, {low}, {high})", last_step(*steps))
            }
            Type::Angle { degrees, steps } => {
                let turn = if *degrees { "360.0" } else { "TAU" };
                let step = self.number(*steps, offset);
                format!("{step} / {} * {turn}", last_step(*steps))
            }
            _ => String::new(),
        }
    }

    /// Reads a value of one length at an offset.
    pub(super) fn take_fixed_to(
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
            Type::InBits(bits, inner) => {
                self.take_in_bits((*bits, inner), target, &place, steps, hint, |own, target| {
                    own.take_fixed_to(Part { ty: inner, slot }, target, offset, steps, hint);
                });
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
                self.refuse_no_direction(inner, target, &place, steps);
            }
            Type::Octahedron(inner) => {
                let len = self.flat_len(inner).unwrap_or(0);
                let (x, y) = (self.component(inner, offset), self.component(inner, offset + len));
                self.line(if self.four {
                    format!("{target} = Vector3.octahedron_decode(Vector2({x}, {y}))")
                } else {
                    format!("{target} = _Flat.of_octahedron(Vector2({x}, {y}))")
                });
                self.refuse_no_direction(inner, target, &place, steps);
            }
            Type::SmallestThree(bits) => self.take_rotation(*bits, target, offset, steps, hint),
            Type::Components(kind, inner) => self.take_components(*kind, inner, target, offset),
            Type::Array(count, element) => {
                let Kind::List { element: slot, packed, .. } = &*slot.kind else { return };
                let list = self.begin_list(slot, target, hint);
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

    /// Reads a number, or an enum without fields, whose number fits into `bits` bits.
    pub(super) fn take_in_bits(
        &mut self,
        (bits, inner): (u8, &Type),
        target: &str,
        place: &str,
        steps: Steps<'_>,
        hint: &str,
        take: impl FnOnce(&mut Self, &str),
    ) {
        if !self.refuses_bits(bits, inner) {
            return take(self, target);
        }
        let number = self.fresh(&format!("{hint}_number"));
        self.local(&number, "int", "0");
        take(self, &number);
        let (low, high) = bounds_of_bits(bits, inner.is_signed());
        let condition = if low == 0 {
            format!("{number} > {high}")
        } else {
            format!("{number} < {low} or {number} > {high}")
        };
        let expected = format!("a number in {bits} bits");
        self.refuse_if(&condition, place, steps, &expected, &number);
        self.line(format!("{target} = {number}"));
    }

    /// Whether a type has numbers that do not fit into `bits` bits.
    pub(super) fn refuses_bits(&self, bits: u8, inner: &Type) -> bool {
        bits < 63 && self.forms.schema.may_exceed_bits(inner)
    }

    /// Whether an enum has no variant for some numbers.
    pub(super) fn refuses_numbers(&self, slot: &Slot, flat: usize) -> bool {
        self.flat_ids(flat, &slot.kind).is_some()
            || matches!(&*slot.kind, Kind::Number { open: false, .. } | Kind::Name { .. })
    }

    /// Assigns the number of an enum's variant.
    pub(super) fn assign_number(
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

    /// Refuses a direction that numbers which are no steps did not give.
    fn refuse_no_direction(&mut self, inner: &Type, target: &str, place: &str, steps: Steps<'_>) {
        if matches!(inner, Type::Number(_)) {
            let condition = self.has_no_direction(target);
            let found = "\"an invalid one\"";
            self.refuse_if(&condition, place, steps, "a direction", found);
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
    pub(super) fn take_object_on(
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
        let (here, fault, suffix) = (self.here(), self.flat_fault(), self.flat_suffix(flat));
        let at = self.flat_at();
        self.line(format!("{at} = {target}._flat_take{suffix}({here}, {fault})"));
        self.block(format!("if {at} < 0:"), |generator| generator.end_inside(steps));
    }

    pub(super) fn deeper_in_tuple(&self, slot: &Slot, target: &str) -> Option<String> {
        match &*slot.kind {
            Kind::Class(index) => self.deeper(*index, target),
            _ => None,
        }
    }
}
