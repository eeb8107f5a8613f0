//! Statements that read a value.

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::VariantType;

use super::super::super::Generator;
use super::super::super::kind::{Kind, Slot};
use super::super::super::text::string;
use super::super::engine::{components, in_stream, last_step};
use super::super::{Class, Part, float};
use super::{In, Steps, largest, within};
use crate::flat::{Type, bounds_of_bits};

impl Generator<'_> {
    pub(super) fn take_in(&mut self, value: &In<'_>, around: Steps<'_>) {
        match value {
            In::Header { bytes, bits, name } => self.take_header(*bytes, *bits, name, around),
            In::Value { part, target, step, hint } => {
                let steps = within(step.as_ref(), around);
                self.take_part(*part, target, &steps, hint, None);
            }
            In::Bits { part, expr, target, step } => {
                let steps = within(Some(step), around);
                self.take_bits(*part, expr, target, &steps);
            }
            In::Present { condition, part, target, step, hint, is_change } => {
                let steps = within(Some(step), around);
                if !is_change {
                    self.line(format!("{target} = null"));
                }
                self.take_present(*part, condition, target, &steps, hint);
            }
            In::MayEnd => {
                let buffer = self.flat_buffer();
                self.block(format!("if {buffer}.get_available_bytes() == 0:"), |generator| {
                    generator.line("return true");
                });
            }
        }
    }

    fn take_header(&mut self, bytes: usize, bits: u8, name: &str, around: Steps<'_>) {
        let buffer = self.flat_buffer();
        let byte = |at: usize| match at {
            0 => format!("{buffer}.get_u8()"),
            at => format!("{buffer}.get_u8() << {}", at * 8),
        };
        self.local(name, "int", &(0..bytes).map(byte).collect::<Vec<_>>().join(" | "));
        if usize::from(bits) < bytes * 8 {
            let place = self.place_of_read(bytes);
            let expected = format!("{bits} flags");
            let condition = format!("{name} >> {bits} != 0");
            self.refuse_if(&condition, &place, around, &expected, "\"more\"");
        }
    }

    fn take_bits(&mut self, part: Part<'_>, expr: &str, target: &str, steps: Steps<'_>) {
        match part.ty {
            Type::Bool | Type::LenientBool => self.line(format!("{target} = {expr} != 0")),
            Type::Message(flat) => {
                let place = self.place_of_read(0);
                let number = self.fresh("number");
                self.local(&number, "int", expr);
                self.assign_number(part.slot, *flat, target, &number, &place, steps);
            }
            _ => self.line(format!("{target} = {expr}")),
        }
    }

    /// A number, as an expression.
    pub(in super::super) fn number(&self, number: NumberType) -> String {
        let buffer = self.flat_buffer();
        // Godot 4.4 is the first with `get_half`.
        if number == NumberType::F16 && !self.has_typed_dictionaries() {
            return format!("_Flat.of_half({buffer}.get_u16())");
        }
        format!("{buffer}.get_{}()", in_stream(number))
    }

    /// A float of some form, as an expression.
    fn component(&self, ty: &Type) -> String {
        match ty {
            Type::Number(number) => self.number(*number),
            Type::Range { low, high, steps, .. } => {
                let step = self.number(*steps);
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
                let step = self.number(*steps);
                format!("{step} / {} * {turn}", last_step(*steps))
            }
            _ => String::new(),
        }
    }

    /// Reads a varint into a new variable.
    fn take_varint(&mut self, most: &str, steps: Steps<'_>, hint: &str) -> String {
        let number = self.fresh(hint);
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        self.local(&number, "int", &format!("_Flat.varint({buffer}, {most}, {fault})"));
        self.end_after_fault(steps);
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

    /// Reads how many elements of at least `size` bytes follow, which must be there, and at most `most`.
    fn take_len(
        &mut self,
        prefix: Prefix,
        size: usize,
        most: Option<usize>,
        steps: Steps<'_>,
        hint: &str,
    ) -> String {
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        let most = most.map_or(String::new(), |most| format!(", {most}"));
        if prefix == Prefix::Varint {
            let count = self.fresh(&format!("{hint}_count"));
            let read = format!("_Flat.get_count({buffer}, {size}, {fault}{most})");
            self.local(&count, "int", &read);
            self.end_after_fault(steps);
            return count;
        }
        let count = self.take_count(prefix, steps, hint);
        let call = format!("_Flat.holds({buffer}, {count}, {size}, {fault}{most})");
        self.block(format!("if not {call}:"), |generator| generator.end_inside(steps));
        count
    }

    /// Reads a value of any length.
    fn take_to(&mut self, part: Part<'_>, target: &str, steps: Steps<'_>, hint: &str) {
        let value =
            In::Value { part, target: target.to_owned(), step: None, hint: hint.to_owned() };
        self.take_all(&[value], steps, false);
    }

    /// Reads a value. If its type has one length, its bytes are there. `most` limits what has a count.
    fn take_part(
        &mut self,
        part: Part<'_>,
        target: &str,
        steps: Steps<'_>,
        hint: &str,
        most: Option<usize>,
    ) {
        let Part { ty, slot } = part;
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        match ty {
            Type::Unit | Type::Custom(_) => {}
            Type::AtMost(most, inner) => {
                self.take_part(Part { ty: inner, slot }, target, steps, hint, Some(*most));
            }
            Type::NonZero(inner) => {
                let place = self.place_of_next(inner, hint);
                let number = self.fresh(&format!("{hint}_number"));
                self.local(&number, "int", "0");
                self.take_part(Part { ty: inner, slot }, &number, steps, hint, most);
                let condition = format!("{number} == 0");
                self.refuse_if(&condition, &place, steps, "a number other than 0", "0");
                self.line(format!("{target} = {number}"));
            }
            Type::InBits(bits, inner) => {
                self.take_in_bits(*bits, Part { ty: inner, slot }, target, steps, hint);
            }
            Type::Bool => {
                let byte = self.fresh(&format!("{hint}_byte"));
                let read = self.number(NumberType::U8);
                self.local(&byte, "int", &read);
                let place = self.place_of_read(1);
                self.refuse_if(&format!("{byte} > 1"), &place, steps, "a bool, 0 or 1", &byte);
                self.line(format!("{target} = {byte} == 1"));
            }
            Type::LenientBool => {
                let read = self.number(NumberType::U8);
                self.line(format!("{target} = {read} != 0"));
            }
            Type::Number(NumberType::U64) => {
                let number = self.fresh(&format!("{hint}_number"));
                let read = self.number(NumberType::U64);
                self.local(&number, "int", &read);
                let (place, expected) = (self.place_of_read(8), "a u64 up to 9223372036854775807");
                self.refuse_if(&format!("{number} < 0"), &place, steps, expected, "\"more\"");
                self.line(format!("{target} = {number}"));
            }
            Type::Varint(number) => {
                let most = largest(*number);
                let read = self.take_varint(&most, steps, &format!("{hint}_number"));
                if number.is_signed() {
                    self.line(format!("{target} = _Flat.unzigzag({read})"));
                } else {
                    self.line(format!("{target} = {read}"));
                }
            }
            Type::Number(_) | Type::Range { .. } | Type::Angle { .. } => {
                let read = self.component(ty);
                self.line(format!("{target} = {read}"));
            }
            Type::Direction(inner) => {
                let read = self.component(inner);
                self.line(if self.four {
                    format!("{target} = Vector2.from_angle({read})")
                } else {
                    format!("{target} = Vector2(1, 0).rotated({read})")
                });
                self.refuse_no_direction(inner, target, ty, steps);
            }
            Type::Octahedron(inner) => {
                let read = self.component(inner);
                self.line(if self.four {
                    format!("{target} = Vector3.octahedron_decode(Vector2({read}, {read}))")
                } else {
                    format!("{target} = _Flat.of_octahedron(Vector2({read}, {read}))")
                });
                self.refuse_no_direction(inner, target, ty, steps);
            }
            Type::SmallestThree(bits) => self.take_rotation(*bits, target, steps, hint),
            Type::Components(kind, inner) => self.take_components(*kind, inner, target),
            Type::Char => {
                let place = self.place_of_next(ty, hint);
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
                let most = most.map_or(String::new(), |most| format!(", {most}"));
                let read = if *prefix == Prefix::Varint {
                    format!("_Flat.get_text({buffer}, {fault}{most})")
                } else {
                    let count = self.take_count(*prefix, steps, hint);
                    format!("_Flat.text_at({buffer}, {count}, {fault}{most})")
                };
                self.assign_text(slot, target, &read);
                self.end_after_fault(steps);
            }
            Type::CString(_) => {
                let most = most.map_or("-1".to_owned(), |most| most.to_string());
                let read = format!("_Flat.c_string({buffer}, {most}, {fault})");
                self.assign_text(slot, target, &read);
                self.end_after_fault(steps);
            }
            Type::List(prefix, element) => {
                self.take_list(slot, *prefix, element, target, steps, hint, most);
            }
            Type::Array(count, element) => {
                let Kind::List { packed, .. } = &*slot.kind else { return };
                let is_there = self.flat_len(ty).is_some();
                let count = count.to_string();
                self.take_elements(slot, element, &count, target, steps, hint, is_there, *packed);
            }
            Type::Map(prefix, key, value) => {
                self.take_map(slot, *prefix, (key, value), target, steps, hint, most);
            }
            Type::Tuple(_) => {
                let deeper = match &*slot.kind {
                    Kind::Class(index) => self.deeper(*index, target),
                    _ => None,
                };
                self.take_object(target, steps, deeper);
            }
            Type::Option(inner) => self.take_option(slot, inner, target, steps, hint, most),
            Type::Ipv4 | Type::Ipv6 | Type::Uuid | Type::Ip | Type::Socket => {
                self.take_address(ty, target, steps, hint);
            }
            Type::Variant(..) => self.take_variant(slot, target, steps, hint),
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing => {}
                Class::Wrapper(inner, turned) => self.in_order(turned, |generator| {
                    generator.take_part(Part { ty: &inner, slot }, target, steps, hint, None);
                }),
                Class::Number(prefix, turned) => {
                    let place = if self.refuses_numbers(slot, *flat) {
                        self.place_of_next(ty, hint)
                    } else {
                        String::new()
                    };
                    let number = self.in_order(turned, |generator| match prefix {
                        Prefix::Number(width) => {
                            let number = generator.fresh(&format!("{hint}_number"));
                            let read = generator.number(width);
                            generator.local(&number, "int", &read);
                            number
                        }
                        Prefix::Varint => generator.take_count(prefix, steps, hint),
                    });
                    self.assign_number(slot, *flat, target, &number, &place, steps);
                }
                Class::Record(turned) => {
                    let deeper = self.deeper(self.forms.own(*flat), target);
                    self.in_order(turned, |generator| {
                        generator.take_object(target, steps, deeper);
                    });
                }
                Class::Choice(turned) => {
                    let class = self.names.class(self.forms.own(*flat)).to_owned();
                    let deeper = self.deeper(self.forms.own(*flat), target);
                    self.in_order(turned, |generator| {
                        generator.line(format!("{target} = {class}._flat_made({buffer}, {fault})"));
                        generator.block(format!("if {target} == null:"), |generator| {
                            generator.end_inside(steps);
                        });
                        generator.take_object(target, steps, deeper);
                    });
                }
            },
        }
    }

    /// Reads a number, or an enum without fields, whose number fits into `bits` bits.
    fn take_in_bits(
        &mut self,
        bits: u8,
        part: Part<'_>,
        target: &str,
        steps: Steps<'_>,
        hint: &str,
    ) {
        // Numbers that do not fit into 63 bits are no ints.
        if bits >= 63 || !self.forms.schema.may_exceed_bits(part.ty) {
            self.take_part(part, target, steps, hint, None);
            return;
        }
        let place = self.place_of_next(part.ty, hint);
        let number = self.fresh(&format!("{hint}_number"));
        self.local(&number, "int", "0");
        self.take_part(part, &number, steps, hint, None);
        let (low, high) = bounds_of_bits(bits, part.ty.is_signed());
        let condition = if low == 0 {
            format!("{number} > {high}")
        } else {
            format!("{number} < {low} or {number} > {high}")
        };
        let expected = format!("a number in {bits} bits");
        self.refuse_if(&condition, &place, steps, &expected, &number);
        self.line(format!("{target} = {number}"));
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
    fn refuse_no_direction(&mut self, inner: &Type, target: &str, ty: &Type, steps: Steps<'_>) {
        if matches!(inner, Type::Number(_)) {
            let place = self.place_of_read(self.flat_len(ty).unwrap_or(0));
            let condition = self.has_no_direction(target);
            let found = "\"an invalid one\"";
            self.refuse_if(&condition, &place, steps, "a direction", found);
        }
    }

    fn take_rotation(&mut self, bits: u8, target: &str, steps: Steps<'_>, hint: &str) {
        let number = self.fresh(&format!("{hint}_number"));
        let bytes = self.flat_len(&Type::SmallestThree(bits)).unwrap_or(0);
        let read = match bits {
            10 => self.number(NumberType::U32),
            20 => self.number(NumberType::I64),
            _ => format!("_Flat.get_48({})", self.flat_buffer()),
        };
        self.local(&number, "int", &read);
        // The position takes the two highest bits, the components the lowest; what is between is 0.
        let spare = bytes * 8 - 2 - 3 * usize::from(bits);
        if spare > 0 {
            let condition =
                format!("{number} >> {} & {} != 0", 3 * usize::from(bits), (1_u32 << spare) - 1);
            let (place, expected) =
                (self.place_of_read(bytes), "a rotation, whose spare bits are 0");
            self.refuse_if(&condition, &place, steps, expected, "\"others\"");
        }
        self.line(format!("{target} = _Flat.of_smallest_three({number}, {bits})"));
    }

    fn take_components(&mut self, kind: VariantType, inner: &Type, target: &str) {
        let read = vec![self.component(inner); components(kind).len()];
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
    fn take_object(&mut self, target: &str, steps: Steps<'_>, deeper: Option<String>) {
        if let Some(line) = deeper {
            self.line(line);
        }
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        let head = format!("if not {target}._flat_take({buffer}, {fault}):");
        self.block(head, |generator| generator.end_inside(steps));
    }

    fn assign_text(&mut self, slot: &Slot, target: &str, read: &str) {
        let value = match &*slot.kind {
            Kind::StringName => format!("StringName({read})"),
            Kind::NodePath => format!("NodePath({read})"),
            _ => read.to_owned(),
        };
        self.line(format!("{target} = {value}"));
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
        let Kind::List { packed, .. } = &*slot.kind else { return };
        let count = self.take_len(prefix, self.flat_min(element), most, steps, hint);
        let len = self.flat_len(element);
        if let (Some(kind), Some(len)) = (self.as_one_block(element, *packed), len) {
            let bytes = if len == 1 { count } else { format!("{count} * {len}") };
            let convert =
                if kind.is_empty() { String::new() } else { format!(".to_{kind}_array()") };
            let buffer = self.flat_buffer();
            self.line(format!("{target} = _Flat.take_data({buffer}, {bytes}){convert}"));
            return;
        }
        self.take_elements(slot, element, &count, target, steps, hint, len.is_some(), *packed);
    }

    /// Reads elements. `is_there` says that their bytes are.
    #[expect(clippy::too_many_arguments, reason = "they are one value")]
    fn take_elements(
        &mut self,
        slot: &Slot,
        element: &Type,
        count: &str,
        target: &str,
        steps: Steps<'_>,
        hint: &str,
        is_there: bool,
        packed: Option<&str>,
    ) {
        let Kind::List { element: slot, .. } = &*slot.kind else { return };
        let list = self.fresh(&format!("{hint}_list"));
        let ty = self.array_of(&slot.kind);
        self.local(&list, &ty, "[]");
        let i = self.fresh("i");
        let head = self.each(&i, "int", count);
        self.block(head, |generator| {
            let part = Part { ty: element, slot };
            let steps = within(Some(&i), steps);
            let item = generator.declare_item(part, hint);
            if is_there {
                generator.take_part(part, &item, &steps, hint, None);
            } else {
                generator.take_to(part, &item, &steps, hint);
            }
            generator.line(format!("{list}.append({item})"));
        });
        match packed {
            Some(packed) => self.line(format!("{target} = {packed}({list})")),
            None => self.line(format!("{target} = {list}")),
        }
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
        let size = self.flat_min(key) + self.flat_min(value);
        let count = self.take_len(prefix, size, most, steps, hint);
        let table = self.fresh(&format!("{hint}_table"));
        self.local(&table, if self.four { &ty } else { "Dictionary" }, "{}");
        let i = self.fresh("i");
        let head = self.each(&i, "int", &count);
        self.block(head, |generator| {
            let own = within(Some(&i), steps);
            let name =
                generator.declare_item(Part { ty: key, slot: key_slot }, &format!("{hint}_key"));
            let item = generator.declare_item(Part { ty: value, slot: value_slot }, hint);
            let part = Part { ty: key, slot: key_slot };
            generator.take_to(part, &name, &own, &format!("{hint}_key"));
            let own = within(Some(&name), steps);
            generator.take_to(Part { ty: value, slot: value_slot }, &item, &own, hint);
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
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        let read = format!("_Flat.get_bool({buffer}, {fault})");
        self.local(&has, self.pick("bool", ""), &read);
        self.end_after_fault(steps);
        let bounded = most.map(|most| Type::AtMost(most, Box::new(inner.clone())));
        let part = Part { ty: bounded.as_ref().unwrap_or(inner), slot };
        self.line(format!("{target} = null"));
        self.take_present(part, &has, target, steps, hint);
    }

    /// Reads what an option holds under a condition.
    fn take_present(
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
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        let (function, len) = match ty {
            Type::Ipv4 => ("ipv4", "4".to_owned()),
            Type::Ipv6 => ("ipv6", "16".to_owned()),
            Type::Uuid => ("uuid", "16".to_owned()),
            _ => {
                let len = self.fresh(&format!("{hint}_len"));
                self.local(&len, "int", &format!("_Flat.len_of_ip({buffer}, {fault})"));
                self.end_after_fault(steps);
                ("ip", len)
            }
        };
        let data = self.fresh(&format!("{hint}_bytes"));
        let call = format!("_Flat.data_at({buffer}, {len}, {fault})");
        self.local(&data, self.pick("PackedByteArray", ""), &call);
        self.end_after_fault(steps);
        if *ty == Type::Socket {
            let port =
                self.take_count(Prefix::Number(NumberType::U16), steps, &format!("{hint}_port"));
            self.line(format!("{target} = _Flat.socket_of({data}, {port})"));
        } else {
            self.line(format!("{target} = _Flat.{function}_of({data})"));
        }
    }

    fn take_variant(&mut self, slot: &Slot, target: &str, steps: Steps<'_>, hint: &str) {
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        let len = self.take_count(Prefix::Number(NumberType::U32), steps, hint);
        let value = self.fresh(&format!("{hint}_value"));
        let call = format!("_Flat.variant({buffer}, {len}, {fault})");
        self.local(&value, "Variant", &call);
        self.end_after_fault(steps);
        let place = format!("{buffer}.get_position() - {len}");
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
    }
}
