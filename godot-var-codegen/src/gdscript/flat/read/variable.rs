//! Statements that read values whose length the bytes tell.

use godot_var_runtime::Limits;
use godot_var_runtime::flat::{NumberType, Prefix};

use super::super::super::Generator;
use super::super::super::kind::{Kind, Slot};
use super::super::super::text::string;
use super::super::{Class, Part, is_class};
use super::{In, Steps, largest, within};
use crate::flat::Type;

/// The last argument of a check of a count: how many elements there may be, unless that is what the check takes.
fn most_of(most: Option<usize>) -> String {
    let all = Limits::DEFAULT.elements;
    most.filter(|most| *most < all).map_or(String::new(), |most| format!(", {most}"))
}

impl Generator<'_> {
    pub(super) fn take_variable(&mut self, value: &In<'_>, around: Steps<'_>) {
        match value {
            In::MayEnd(defaults) => {
                let bytes = self.flat_bytes();
                if self.four {
                    let at = self.flat_at();
                    self.block(format!("if {at} == {bytes}.size():"), |generator| {
                        for line in defaults {
                            generator.line(line);
                        }
                        generator.line(format!("return {at}"));
                    });
                } else {
                    self.block(format!("if {bytes}.get_available_bytes() == 0:"), |generator| {
                        for line in defaults {
                            generator.line(line);
                        }
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
        let number = self.varint(most, hint);
        self.end_after_fault(steps);
        number
    }

    /// Does the same, but goes on after a fault.
    fn varint(&mut self, most: &str, hint: &str) -> String {
        let number = self.fresh(hint);
        let (here, fault) = (self.here(), self.flat_fault());
        self.local(&number, "int", &format!("_Flat.varint({here}, {most}, {fault})"));
        self.go_on(&format!("1 if {number} >> 7 == 0 else _Flat.varint_size({number})"));
        number
    }

    /// Reads a count into a new variable, and moves the position by this many bytes.
    fn varint_and_more(&mut self, hint: &str) -> String {
        let count = self.fresh(&format!("{hint}_count"));
        let (bytes, fault, at) = (self.flat_bytes(), self.flat_fault(), self.flat_at());
        let most = i64::MAX;
        self.local(&count, "int", &format!("_Flat.varint({bytes}, {at}, {most}, {fault})"));
        let size = format!("1 if {count} >> 7 == 0 else _Flat.varint_size({count})");
        let line = format!("{at} += {count} + ({size})");
        if self.out.fits(&line) {
            self.line(line);
        } else {
            self.line(format!("{at} += {size}"));
            self.line(format!("{at} += {count}"));
        }
        count
    }

    /// Reads a count into a new variable.
    fn take_count(&mut self, prefix: Prefix, steps: Steps<'_>, hint: &str) -> String {
        match prefix {
            // What reads on sees the fault.
            Prefix::Varint => self.varint("9223372036854775807", &format!("{hint}_count")),
            Prefix::Number(number) => {
                let name = self.fresh(&format!("{hint}_count"));
                let target = format!("var {name}{}", self.pick(": int", ""));
                let part = Part { ty: &Type::Number(number), slot: &Self::slot_of_int() };
                self.take_to(part, &target, steps, hint);
                name
            }
        }
    }

    /// Ends the function for a count that is too large for its field, or for the rest of the message.
    fn check_count(&mut self, count: &str, most: Option<usize>, element: usize, steps: Steps<'_>) {
        let (here, fault) = (self.here(), self.flat_fault());
        let most = most_of(most);
        let call = format!("_Flat.holds({here}, {count}, {element}, {fault}{most})");
        self.block(format!("if not {call}:"), |generator| generator.end_inside(steps));
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
            Type::InBits(bits, inner) => {
                let mut place = String::new();
                if self.refuses_bits(*bits, inner) {
                    place = self.fresh(&format!("{hint}_at"));
                    let here = self.place_of_fault(0, 0);
                    self.local(&place, "int", &here);
                }
                self.take_in_bits((*bits, inner), target, &place, steps, hint, |own, target| {
                    own.take_to(Part { ty: inner, slot }, target, steps, hint);
                });
            }
            Type::NonZero(inner) => {
                let place = self.fresh(&format!("{hint}_at"));
                let here = self.place_of_fault(0, 0);
                self.local(&place, "int", &here);
                let number = self.fresh(&format!("{hint}_number"));
                let read = format!("var {number}{}", self.pick(": int", ""));
                self.take_to(Part { ty: inner, slot }, &read, steps, hint);
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
                if number.is_signed() {
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
            Type::Text(_, Prefix::Varint) if !self.four => {
                let most = most.map_or(String::new(), |most| format!(", {most}"));
                self.assign_text(slot, target, &format!("_Flat.text({bytes}, {fault}{most})"));
                self.end_after_fault(steps);
            }
            Type::Text(_, prefix) => {
                let most = most.map_or(String::new(), |most| format!(", {most}"));
                if !self.four {
                    let count = self.take_count(*prefix, steps, hint);
                    let read = format!("_Flat.text_at({bytes}, {count}, {fault}{most})");
                    self.assign_text(slot, target, &read);
                    return self.end_after_fault(steps);
                }
                let at = self.flat_at();
                let count = if *prefix == Prefix::Varint {
                    self.varint_and_more(hint)
                } else {
                    let count = self.take_count(*prefix, steps, hint);
                    self.line(format!("{at} += {count}"));
                    count
                };
                let read =
                    format!("_Flat.text_at({bytes}, {at} - {count}, {count}, {fault}{most})");
                self.assign_text(slot, target, &read);
                self.end_after_fault(steps);
            }
            Type::CString(_) => {
                let most = most.map_or("-1".to_owned(), |most| most.to_string());
                if self.four {
                    let (at, end) = (self.flat_at(), self.fresh(&format!("{hint}_end")));
                    let call = format!("_Flat.end_of_text({bytes}, {at}, {most}, {fault})");
                    self.local(&end, "int", &call);
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
            Type::Packed(prefix, bits, element) => {
                self.take_packed(slot, *prefix, (*bits, element), target, steps, hint, most);
            }
            Type::Array(count, element) => {
                let Kind::List { element: slot, packed, .. } = &*slot.kind else { return };
                let list = self.begin_list(slot, target, hint);
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
                    let mut place = String::new();
                    if self.refuses_numbers(slot, *flat) {
                        place = self.fresh(&format!("{hint}_at"));
                        let here = self.place_of_fault(0, 0);
                        self.local(&place, "int", &here);
                    }
                    let number = self.in_order(turned, |generator| {
                        let number = generator.take_count(prefix, steps, hint);
                        if prefix == Prefix::Varint {
                            generator.end_after_fault(steps);
                        }
                        number
                    });
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
                        let here = generator.here();
                        let made = format!("{class}._flat_made{suffix}({here}, {fault})");
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

    /// Returns an empty list: the target if it is one, or else a new one.
    pub(super) fn begin_list(&mut self, element: &Slot, target: &str, hint: &str) -> String {
        if self.flat_empty.iter().any(|empty| empty == target) {
            return target.to_owned();
        }
        let list = self.fresh(&format!("{hint}_list"));
        let ty = self.array_of(&element.kind);
        self.local(&list, &ty, "[]");
        list
    }

    pub(super) fn end_list(&mut self, target: &str, list: &str, packed: Option<&str>) {
        match packed {
            Some(packed) => self.line(format!("{target} = {packed}({list})")),
            None if list == target => {}
            None => self.line(format!("{target} = {list}")),
        }
    }

    /// Reads an element at the position, and appends it. `len` says that its bytes are there.
    pub(super) fn take_element(
        &mut self,
        part: Part<'_>,
        list: &str,
        i: &str,
        around: Steps<'_>,
        hint: &str,
        len: Option<usize>,
    ) {
        let steps = within(Some(&i.to_owned()), around);
        let (item, target) = self.declare_item(part, hint);
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
                    self.take_fixed_to(part, &target, 0, &steps, hint);
                    self.advance(len);
                }
            }
            None => self.take_to(part, &target, &steps, hint),
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

    /// Returns a variable for a part of a value, and what reads the part assigns to: its declaration, if that is done once.
    fn declare_item(&mut self, part: Part<'_>, hint: &str) -> (String, String) {
        let item = self.fresh(&format!("{hint}_item"));
        let kind = &part.slot.kind;
        let ty = self.element_type(kind);
        if self.is_assigned_once(part.ty) {
            let target =
                if self.four { format!("var {item}: {ty}") } else { format!("var {item}") };
            return (item, target);
        }
        let initial = match &**kind {
            // Its variant makes it.
            Kind::Class(index) if self.enumeration(*index).is_some() => "null".to_owned(),
            kind => self.initial(kind),
        };
        self.local(&item, &ty, &initial);
        (item.clone(), item)
    }

    /// Whether code that reads a value only assigns it, and does that once.
    fn is_assigned_once(&self, ty: &Type) -> bool {
        match ty {
            Type::AtMost(_, inner) => self.is_assigned_once(inner),
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Wrapper(inner, _) => self.is_assigned_once(&inner),
                class => matches!(class, Class::Number(..)),
            },
            Type::Unit
            | Type::Direction(_)
            | Type::Octahedron(_)
            | Type::InBits(..)
            | Type::Tuple(_)
            | Type::Option(_)
            | Type::Variant(..)
            | Type::Custom(_) => false,
            _ => true,
        }
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
        let list = self.begin_list(slot, target, hint);
        let i = self.fresh("i");
        let head = self.each(&i, "int", &count);
        self.block(head, |generator| {
            let part = Part { ty: element, slot };
            generator.take_element(part, &list, &i, steps, hint, len);
        });
        self.end_list(target, &list, *packed);
    }

    /// Reads elements of a few bits each after their count.
    #[expect(clippy::too_many_arguments, reason = "they are one value")]
    fn take_packed(
        &mut self,
        slot: &Slot,
        prefix: Prefix,
        (bits, element): (u8, &Type),
        target: &str,
        steps: Steps<'_>,
        hint: &str,
        most: Option<usize>,
    ) {
        let Kind::List { element: slot, packed, .. } = &*slot.kind else { return };
        let count = self.take_count(prefix, steps, hint);
        let (here, fault) = (self.here(), self.flat_fault());
        let most = most_of(most);
        let call = format!("_Flat.holds_packed({here}, {count}, {bits}, {fault}{most})");
        self.block(format!("if not {call}:"), |generator| generator.end_inside(steps));
        let list = self.begin_list(slot, target, hint);
        let sign = match element {
            Type::Bool => -1,
            element if element.is_signed() => 1_i64 << (bits - 1),
            _ => 0,
        };
        let call = format!("_Flat.take_packed({list}, {here}, {count}, {bits}, {sign}, {fault})");
        self.block(format!("if not {call}:"), |generator| generator.end_inside(steps));
        self.go_on(&format!("_Flat.packed_size({count}, {bits})"));
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
        let is_empty = self.flat_empty.iter().any(|empty| empty == target);
        let table = if is_empty {
            target.to_owned()
        } else {
            let table = self.fresh(&format!("{hint}_table"));
            self.local(&table, if self.four { &ty } else { "Dictionary" }, "{}");
            table
        };
        let i = self.fresh("i");
        let head = self.each(&i, "int", &count);
        self.block(head, |generator| {
            let own = within(Some(&i), steps);
            let key = Part { ty: key, slot: key_slot };
            let hint_of_key = format!("{hint}_key");
            let (name, target) = generator.declare_item(key, &hint_of_key);
            generator.take_to(key, &target, &own, &hint_of_key);
            let own = within(Some(&name), steps);
            let value = Part { ty: value, slot: value_slot };
            let (item, target) = generator.declare_item(value, hint);
            generator.take_to(value, &target, &own, hint);
            generator.line(format!("{table}[{name}] = {item}"));
        });
        if !is_empty {
            self.line(format!("{target} = {table}"));
        }
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
        let target_of_flag = format!("var {has}{}", self.pick(": int", ""));
        let flag = Part { ty: &Type::Number(NumberType::U8), slot: &Self::slot_of_int() };
        self.take_to(flag, &target_of_flag, steps, &has);
        let place = format!("{} - 1", self.place_of_fault(0, 0));
        self.refuse_if(&format!("{has} > 1"), &place, steps, "a bool, 0 or 1", &has);
        let has = format!("{has} == 1");
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
            if generator.is_assigned_once(part.ty) {
                return generator.take_to(part, target, steps, hint);
            }
            let (item, of_item) = generator.declare_item(part, hint);
            generator.take_to(part, &of_item, steps, hint);
            generator.line(format!("{target} = {item}"));
        });
    }

    fn take_address(&mut self, ty: &Type, target: &str, steps: Steps<'_>, hint: &str) {
        let (here, fault) = (self.here(), self.flat_fault());
        let (function, len) = match ty {
            Type::Ipv4 => ("ipv4", "4".to_owned()),
            Type::Ipv6 => ("ipv6", "16".to_owned()),
            Type::Uuid => ("uuid", "16".to_owned()),
            _ => {
                let len = self.fresh(&format!("{hint}_len"));
                self.local(&len, "int", &format!("_Flat.len_of_ip({here}, {fault})"));
                self.end_after_fault(steps);
                self.advance(1);
                ("ip", len)
            }
        };
        let data = self.fresh(&format!("{hint}_bytes"));
        let call = format!("_Flat.data_at({here}, {len}, {fault})");
        self.local(&data, self.pick("PackedByteArray", ""), &call);
        self.end_after_fault(steps);
        self.go_on(&len);
        if *ty == Type::Socket {
            let port =
                self.take_count(Prefix::Number(NumberType::U16), steps, &format!("{hint}_port"));
            self.line(format!("{target} = _Flat.socket_of({data}, {port})"));
        } else {
            self.line(format!("{target} = _Flat.{function}_of({data})"));
        }
    }

    fn take_variant(&mut self, slot: &Slot, target: &str, steps: Steps<'_>, hint: &str) {
        let (here, fault) = (self.here(), self.flat_fault());
        let len = self.take_count(Prefix::Number(NumberType::U32), steps, hint);
        let value = self.fresh(&format!("{hint}_value"));
        self.local(&value, "Variant", &format!("_Flat.variant({here}, {len}, {fault})"));
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
        self.go_on(&len);
    }
}
