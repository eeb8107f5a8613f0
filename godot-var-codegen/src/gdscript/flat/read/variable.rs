//! Statements that read values whose length the bytes tell.

use godot_var_runtime::flat::{NumberType, Prefix};

use super::super::super::Generator;
use super::super::super::kind::{Kind, Slot};
use super::super::super::text::string;
use super::super::{Class, Part, is_class};
use super::{In, Steps, largest, within};
use crate::flat::Type;

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
                    let mut place = String::new();
                    if self.refuses_numbers(slot, *flat) {
                        place = self.fresh(&format!("{hint}_at"));
                        let here = self.place_of_fault(0, 0);
                        self.local(&place, "int", &here);
                    }
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
    pub(super) fn begin_list(&mut self, element: &Slot, hint: &str) -> String {
        let list = self.fresh(&format!("{hint}_list"));
        let ty = self.array_of(&element.kind);
        self.local(&list, &ty, "[]");
        list
    }

    pub(super) fn end_list(&mut self, target: &str, list: &str, packed: Option<&str>) {
        match packed {
            Some(packed) => self.line(format!("{target} = {packed}({list})")),
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
