//! Statements that write values of flat messages: at offsets of a `PackedByteArray`, or into the `StreamPeerBuffer` of Godot 3.

use godot_var_runtime::flat::{NumberType, Prefix};

use super::super::Generator;
use super::super::kind::{Kind, Slot};
use super::super::write::Known;
use super::colors::in_colors;
use super::engine::{components, in_array, in_stream, last_step};
use super::{Class, Part, float, pos};
use crate::flat::{TextType, Type};

/// A value that is written.
#[derive(Clone, Debug)]
pub(super) struct Value<'v> {
    pub(super) part: Part<'v>,
    /// The expression.
    pub(super) expr: String,
    /// What locals for it are called.
    pub(super) hint: String,
    /// What the engine knows of its type.
    pub(super) known: Known,
}

/// What is written one after the other.
#[derive(Clone, Debug)]
pub(super) enum Out<'v> {
    /// So many low bytes of an int, the lowest first.
    Header(usize, String),
    /// A number.
    Number(NumberType, String),
    /// A count, or the number of a variant.
    Prefix(Prefix, String),
    Value(Value<'v>),
    /// A value under a condition.
    If(String, Value<'v>),
}

impl Generator<'_> {
    fn len_of_out(&self, out: &Out<'_>) -> Option<usize> {
        match out {
            Out::Header(bytes, _) => Some(*bytes),
            Out::Number(number, _) | Out::Prefix(Prefix::Number(number), _) => Some(number.bytes()),
            Out::Prefix(Prefix::Varint, _) | Out::If(..) => None,
            Out::Value(value) => self.flat_len(value.part.ty),
        }
    }

    /// Writes one after the other: at an offset, where all of it has one length, or at the end.
    pub(super) fn put_all(&mut self, outs: &[Out<'_>], at: Option<&str>) {
        if let Some(at) = at {
            self.put_run(outs, at);
            return;
        }
        let mut rest = outs;
        while !rest.is_empty() {
            let lens = rest.iter().map_while(|out| self.len_of_out(out)).collect::<Vec<_>>();
            let (run, after) = rest.split_at(lens.len());
            let len: usize = lens.iter().sum();
            if let Some(bytes) = self.as_bytes(run) {
                self.block(format!("if {}:", bytes.join(" or ")), |it| it.line("return"));
            } else if self.four && len > 0 {
                let at = self.fresh("at");
                self.make_room(&at, &len.to_string());
                self.put_run(run, &at);
            } else {
                self.put_run(run, "");
            }
            rest = after;
            if let Some((out, after)) = rest.split_first() {
                self.put_variable(out);
                rest = after;
            }
        }
    }

    /// A few bytes as conditions that append them.
    fn as_bytes(&mut self, run: &[Out<'_>]) -> Option<Vec<String>> {
        const MOST: usize = 2;
        let is_byte = |out: &Out<'_>| match out {
            Out::Number(number, _) | Out::Prefix(Prefix::Number(number), _) => {
                *number == NumberType::U8
            }
            Out::Value(value) => match value.part.ty {
                Type::Number(number) => *number == NumberType::U8,
                Type::Message(flat) => matches!(
                    self.flat_class(*flat),
                    Class::Number(Prefix::Number(NumberType::U8), _)
                ),
                _ => false,
            },
            _ => false,
        };
        if !self.four || run.is_empty() || run.len() > MOST || !run.iter().all(is_byte) {
            return None;
        }
        let bytes = self.flat_bytes();
        let expressions = run.iter().map(|out| match out {
            Out::Number(_, expr) | Out::Prefix(_, expr) => expr.clone(),
            Out::Value(value) => match value.part.ty {
                Type::Message(flat) => self.number_of(value, *flat),
                _ => self.typed(value),
            },
            _ => String::new(),
        });
        Some(expressions.map(|byte| format!("{bytes}.append({byte})")).collect())
    }

    /// Makes the array longer by this many bytes, which begin at a new variable.
    pub(super) fn make_room(&mut self, at: &str, len: &str) {
        let bytes = self.flat_bytes();
        self.local(at, "int", &format!("{bytes}.size()"));
        // The engine says what is wrong.
        self.block(format!("if {bytes}.resize({at} + {len}) != OK:"), |generator| {
            generator.line("return");
        });
    }

    fn put_run(&mut self, outs: &[Out<'_>], at: &str) {
        if !self.four || self.flat_turned {
            self.put_each(outs, at);
            return;
        }
        let written = self.apart(|generator| generator.put_each(outs, at));
        let len = outs.iter().filter_map(|out| self.len_of_out(out)).sum();
        match in_colors(written.text(), &self.flat_bytes(), at, len) {
            Some(lines) => {
                self.line(
                    "# A Color is written as four floats, after four bytes that are written later.",
                );
                for line in lines {
                    if line.contains(".encode_var(") {
                        self.line("@warning_ignore(\"return_value_discarded\")");
                    }
                    self.line(line);
                }
            }
            None => self.out.join(&written),
        }
    }

    fn put_each(&mut self, outs: &[Out<'_>], at: &str) {
        let mut offset = 0;
        for out in outs {
            let place = pos(at, offset);
            match out {
                Out::Header(bytes, expr) => self.put_header(*bytes, expr, at, offset),
                Out::Number(number, expr) | Out::Prefix(Prefix::Number(number), expr) => {
                    self.put_number(*number, expr, &place);
                }
                Out::Value(value) => self.put_fixed(value, at, offset),
                Out::Prefix(Prefix::Varint, _) | Out::If(..) => {}
            }
            offset += self.len_of_out(out).unwrap_or(0);
        }
    }

    fn put_variable(&mut self, out: &Out<'_>) {
        match out {
            Out::Prefix(_, expr) => {
                let bytes = self.flat_bytes();
                self.line(format!("_Flat.put_varint({bytes}, {expr})"));
            }
            Out::Value(value) => self.append(value),
            Out::If(condition, value) => {
                let value = value.clone();
                self.block(format!("if {condition}:"), |generator| {
                    generator.put_all(&[Out::Value(value)], None);
                });
            }
            Out::Header(..) | Out::Number(..) => {}
        }
    }

    fn put_header(&mut self, bytes: usize, expr: &str, at: &str, offset: usize) {
        let (mut left, mut done) = (bytes, 0);
        let turned = std::mem::take(&mut self.flat_turned);
        let source = if matches!(bytes, 1 | 2 | 4 | 8) && (bytes == 1 || self.four) {
            expr.to_owned()
        } else {
            let flags = self.fresh("flags");
            self.local(&flags, "int", expr);
            flags
        };
        while left > 0 {
            let (number, len) = match left {
                8.. if self.four => (NumberType::I64, 8),
                4.. if self.four => (NumberType::U32, 4),
                2.. if self.four => (NumberType::U16, 2),
                _ => (NumberType::U8, 1),
            };
            let part = if done == 0 { source.clone() } else { format!("{source} >> {}", done * 8) };
            self.put_number(number, &part, &pos(at, offset + done));
            left -= len;
            done += len;
        }
        self.flat_turned = turned;
    }

    pub(super) fn put_number(&mut self, number: NumberType, expr: &str, place: &str) {
        let bytes = self.flat_bytes();
        let (expr, number) = match number {
            NumberType::F16 => (format!("_Flat.half({expr})"), NumberType::U16),
            number => (expr.to_owned(), number),
        };
        if !self.four {
            self.line(format!("{bytes}.put_{}({expr})", in_stream(number)));
            return;
        }
        let is_byte = expr.starts_with("int(") || expr.parse::<u8>().is_ok() || expr == "kind";
        if number == NumberType::U8 && is_byte {
            self.line(format!("{bytes}[{place}] = {expr}"));
            return;
        }
        self.line(format!("{bytes}.encode_{}({place}, {expr})", in_array(number)));
        if self.flat_turned && number.bytes() > 1 {
            self.line(format!("_Flat.turn({bytes}, {place}, {})", number.bytes()));
        }
    }

    /// The name of a value whose type the engine knows.
    fn typed(&mut self, value: &Value<'_>) -> String {
        let kind = &value.part.slot.kind;
        let is_plain = value.known != Known::Nothing || !self.four && !is_float(kind);
        if is_plain {
            return value.expr.clone();
        }
        let local = self.fresh(&format!("{}_value", value.hint));
        let ty = match &**kind {
            Kind::Number { .. } | Kind::Name { .. } => "int".to_owned(),
            kind => self.element_type(kind),
        };
        self.local(&local, &ty, &value.expr);
        local
    }

    /// The number of an enum's variant.
    fn number_of(&mut self, value: &Value<'_>, flat: usize) -> String {
        let expr = match (&*value.part.slot.kind, self.four) {
            (Kind::Number { .. } | Kind::Name { .. }, true) if value.known == Known::Nothing => {
                self.typed(value)
            }
            _ => value.expr.clone(),
        };
        match self.flat_ids(flat, &value.part.slot.kind) {
            Some(ids) => {
                let number = self.fresh(&format!("{}_number", value.hint));
                self.local(&number, "int", &format!("{ids}[{expr}]"));
                number
            }
            None => expr,
        }
    }

    /// Writes a value of one length.
    fn put_fixed(&mut self, value: &Value<'_>, at: &str, offset: usize) {
        let place = pos(at, offset);
        let Part { ty, slot } = value.part;
        match ty {
            Type::Unit => {}
            Type::NonZero(inner) | Type::InBits(_, inner) | Type::AtMost(_, inner) => {
                self.put_fixed(
                    &Value { part: Part { ty: inner, slot }, ..value.clone() },
                    at,
                    offset,
                );
            }
            Type::Bool | Type::LenientBool => {
                let expr = self.typed(value);
                self.put_number(NumberType::U8, &format!("int({expr})"), &place);
            }
            Type::Number(number) => {
                let expr = self.typed(value);
                self.put_number(*number, &expr, &place);
            }
            Type::Range { .. } | Type::Angle { .. } => {
                let expr = self.typed(value);
                self.put_component(ty, &expr, &place);
            }
            Type::Direction(inner) => {
                let expr = self.typed(value);
                self.put_component(inner, &format!("{expr}.angle()"), &place);
            }
            Type::Octahedron(inner) => {
                let expr = self.typed(value);
                let parts = self.fresh(&format!("{}_parts", value.hint));
                let encoded = if self.four {
                    format!("{expr}.octahedron_encode()")
                } else {
                    format!("_Flat.octahedron({expr})")
                };
                self.local(&parts, "Vector2", &encoded);
                let len = self.flat_len(inner).unwrap_or(0);
                self.put_component(inner, &format!("{parts}.x"), &place);
                self.put_component(inner, &format!("{parts}.y"), &pos(at, offset + len));
            }
            Type::SmallestThree(bits) => {
                let expr = self.typed(value);
                self.put_rotation(*bits, &expr, &value.hint, at, offset);
            }
            Type::Components(kind, inner) => {
                let mut expr = self.typed(value);
                if !is_name(&expr) {
                    let local = self.fresh(&format!("{}_value", value.hint));
                    self.local(&local, &self.member_type(&slot.kind), &expr);
                    expr = local;
                }
                let len = self.flat_len(inner).unwrap_or(0);
                for (i, name) in components(*kind).into_iter().enumerate() {
                    let place = pos(at, offset + i * len);
                    self.put_component(inner, &format!("{expr}.{name}"), &place);
                }
            }
            Type::Array(_, element) => self.put_array(value, element, at, offset),
            Type::Tuple(_) => {
                let expr = if self.four { self.typed(value) } else { value.expr.clone() };
                self.put_object(&expr, &place, None);
            }
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing => {}
                Class::Wrapper(inner, turned) => {
                    let inner = Value { part: Part { ty: &inner, slot }, ..value.clone() };
                    self.in_order(turned, |generator| generator.put_fixed(&inner, at, offset));
                }
                Class::Number(prefix, turned) => {
                    let number = self.number_of(value, *flat);
                    if let Prefix::Number(width) = prefix {
                        self.in_order(turned, |generator| {
                            generator.put_number(width, &number, &place);
                        });
                    }
                }
                Class::Record(turned) => {
                    let expr = if self.four { self.typed(value) } else { value.expr.clone() };
                    self.in_order(turned, |generator| {
                        generator.put_object(&expr, &place, Some(*flat));
                    });
                }
                Class::Choice(_) => {}
            },
            _ => {}
        }
    }

    /// Writes a fixed number of elements of one length.
    fn put_array(&mut self, value: &Value<'_>, element: &Type, at: &str, offset: usize) {
        let Kind::List { element: slot, .. } = &*value.part.slot.kind else { return };
        let expr = self.typed(value);
        let len = self.flat_len(element).unwrap_or(0);
        if len == 0 {
            return;
        }
        let item = self.fresh("item");
        let next = self.fresh("at");
        if self.four {
            self.local(&next, "int", &pos(at, offset));
        }
        let known = Self::known_element(value);
        let ty = if known == Known::Nothing {
            "Variant".to_owned()
        } else {
            self.element_type(&slot.kind)
        };
        let head = self.each(&item, &ty, &expr);
        let known = self.known_in_loop(known);
        self.block(head, |generator| {
            let value = Value {
                part: Part { ty: element, slot },
                expr: item.clone(),
                hint: value.hint.clone(),
                known,
            };
            generator.put_fixed(&value, &next, 0);
            if generator.four {
                generator.line(format!("{next} += {len}"));
            }
        });
    }

    /// What the engine knows of an element of a list.
    pub(super) fn known_element(value: &Value<'_>) -> Known {
        let Kind::List { element, packed, .. } = &*value.part.slot.kind else {
            return Known::Nothing;
        };
        match (packed, value.known) {
            (Some(_), _) => Known::All,
            (None, known) => known.element(&element.kind),
        }
    }

    /// What the engine knows of the variable of a loop over elements of which it knows this.
    pub(super) fn known_in_loop(&self, known: Known) -> Known {
        if self.has_typed_loops() || !self.four { known } else { Known::Nothing }
    }

    /// Writes an object of one length.
    fn put_object(&mut self, expr: &str, place: &str, flat: Option<usize>) {
        let (bytes, suffix) = (self.flat_bytes(), self.flat_suffix(flat));
        if self.four {
            self.line(format!("{expr}._flat_put{suffix}({bytes}, {place})"));
        } else {
            self.line(format!("{expr}._flat_append({bytes})"));
        }
    }

    /// Writes a float that is a number of some form.
    fn put_component(&mut self, ty: &Type, expr: &str, place: &str) {
        match ty {
            Type::Number(number) => self.put_number(*number, expr, place),
            Type::Range { low, high, steps, .. } => {
                let (clamp, round) = (self.pick("clampf", "clamp"), self.pick("roundi", "round"));
                let (span, last) = (float(high - low), last_step(*steps));
                let (low_text, high) = (float(*low), float(*high));
                let from_low = match low {
                    0.0 => format!("{clamp}({expr}, {low_text}, {high})"),
                    low if *low < 0.0 => {
                        format!("({clamp}({expr}, {low_text}, {high}) + {})", float(-low))
                    }
                    _ => format!("({clamp}({expr}, {low_text}, {high}) - {low_text})"),
                };
                let step = format!("{round}({from_low} / {span} * {last})");
                let step = if self.four { step } else { format!("int({step})") };
                // A line that is broken within its operators is hard to read.
                let step = if step.len() > 60 {
                    format!("_Flat.to_step({expr}, {low_text}, {high}, {last})")
                } else {
                    step
                };
                self.put_number_of_steps(*steps, &step, place);
            }
            Type::Angle { degrees, steps } => {
                let turn = if *degrees { "360.0" } else { "TAU" };
                let (round, last) = (self.pick("roundi", "round"), last_step(*steps));
                let step = format!("{round}(fposmod({expr}, {turn}) / {turn} * {last})");
                let step = if self.four { step } else { format!("int({step})") };
                self.put_number_of_steps(*steps, &step, place);
            }
            _ => {}
        }
    }

    fn put_number_of_steps(&mut self, steps: NumberType, step: &str, place: &str) {
        if self.four && steps == NumberType::U8 {
            let bytes = self.flat_bytes();
            self.line(format!("{bytes}[{place}] = {step}"));
        } else {
            self.put_number(steps, step, place);
        }
    }

    /// Writes a rotation in 4, 6 or 8 bytes.
    fn put_rotation(&mut self, bits: u8, expr: &str, hint: &str, at: &str, offset: usize) {
        let number = self.fresh(&format!("{hint}_number"));
        self.local(&number, "int", &format!("_Flat.smallest_three({expr}, {bits})"));
        match bits {
            10 => self.put_number(NumberType::U32, &number, &pos(at, offset)),
            20 => self.put_number(NumberType::I64, &number, &pos(at, offset)),
            _ if !self.four => {
                let bytes = self.flat_bytes();
                self.line(format!("_Flat.put_48({bytes}, {number})"));
            }
            _ => {
                let (low, high) = if self.flat_turned { (2, 0) } else { (0, 4) };
                let halves = [
                    (low, NumberType::U32, format!("{number} & 4294967295")),
                    (high, NumberType::U16, format!("{number} >> 32")),
                ];
                let mut halves = halves;
                halves.sort_by_key(|(at, ..)| *at);
                for (part, ty, expr) in halves {
                    self.put_number(ty, &expr, &pos(at, offset + part));
                }
            }
        }
    }

    /// Writes a value of any length at the end.
    fn append(&mut self, value: &Value<'_>) {
        let Part { ty, slot } = value.part;
        let bytes = self.flat_bytes();
        match ty {
            Type::AtMost(_, inner) | Type::InBits(_, inner) => {
                self.append(&Value { part: Part { ty: inner, slot }, ..value.clone() });
            }
            Type::NonZero(inner) => {
                self.append(&Value { part: Part { ty: inner, slot }, ..value.clone() });
            }
            Type::Varint(number) => {
                let expr = self.typed(value);
                let number =
                    if number.is_signed() { format!("_Flat.zigzag({expr})") } else { expr };
                self.line(format!("_Flat.put_varint({bytes}, {number})"));
            }
            Type::Char => {
                let expr = self.typed(value);
                let code = if self.four {
                    format!("{expr}.unicode_at(0)")
                } else {
                    format!("ord({expr})")
                };
                self.line(format!("_Flat.put_varint({bytes}, {code})"));
            }
            Type::Text(text, prefix) => self.append_text(value, *text, *prefix),
            Type::CString(text) => {
                let expr = self.text_of(value, *text);
                self.line(format!("_Flat.put_c_string({bytes}, {expr})"));
            }
            Type::List(prefix, element) => self.append_list(value, *prefix, element),
            Type::Packed(prefix, bits, _) => self.append_packed(value, *prefix, *bits),
            Type::Array(_, element) => self.append_elements(value, element),
            Type::Map(prefix, key, content) => self.append_map(value, *prefix, key, content),
            Type::Tuple(_) => self.append_object(value, None),
            Type::Option(inner) => self.append_option(value, inner),
            Type::Ipv4 | Type::Ipv6 | Type::Ip | Type::Uuid => {
                let expr = self.typed(value);
                let function = match ty {
                    Type::Ipv4 => "ipv4",
                    Type::Ipv6 => "ipv6",
                    Type::Ip => "ip",
                    _ => "uuid",
                };
                self.line(format!("_Flat.put_data({bytes}, _Flat.bytes_of_{function}({expr}))"));
            }
            Type::Socket => {
                let expr = self.typed(value);
                let port = format!("_Flat.port_of({expr})");
                self.line(format!("_Flat.put_data({bytes}, _Flat.bytes_of_socket({expr}))"));
                self.put_all(&[Out::Number(NumberType::U16, port)], None);
            }
            Type::Variant(..) => {
                let expr = match (&*slot.kind, value.known) {
                    (Kind::Class(_), _) => format!("{}._write()", value.expr),
                    (kind, known) => {
                        let (kind, expr) = (kind.clone(), value.expr.clone());
                        self.write(&kind, &expr, &value.hint, known)
                    }
                };
                let data = self.fresh(&format!("{}_bytes", value.hint));
                let (ty, encode) =
                    (self.pick("PackedByteArray", ""), self.pick("var_to_bytes", "var2bytes"));
                self.local(&data, ty, &format!("{encode}({expr})"));
                self.put_all(&[Out::Number(NumberType::U32, format!("{data}.size()"))], None);
                self.line(format!("_Flat.put_data({bytes}, {data})"));
            }
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Wrapper(inner, turned) => {
                    let inner = Value { part: Part { ty: &inner, slot }, ..value.clone() };
                    self.in_order(turned, |generator| generator.append(&inner));
                }
                Class::Number(prefix, turned) => {
                    let number = self.number_of(value, *flat);
                    self.in_order(turned, |generator| {
                        generator.put_all(&[Out::Prefix(prefix, number)], None);
                    });
                }
                Class::Record(turned) | Class::Choice(turned) => {
                    self.in_order(turned, |generator| generator.append_object(value, Some(*flat)));
                }
                Class::Nothing => {}
            },
            _ => {}
        }
    }

    fn append_object(&mut self, value: &Value<'_>, flat: Option<usize>) {
        let (bytes, suffix) = (self.flat_bytes(), self.flat_suffix(flat));
        let expr = if self.four { self.typed(value) } else { value.expr.clone() };
        self.line(format!("{expr}._flat_append{suffix}({bytes})"));
    }

    /// A text as a String.
    fn text_of(&mut self, value: &Value<'_>, text: TextType) -> String {
        let expr = self.typed(value);
        match (&*value.part.slot.kind, text) {
            (Kind::StringName | Kind::NodePath, _) => format!("str({expr})"),
            _ => expr,
        }
    }

    fn append_text(&mut self, value: &Value<'_>, text: TextType, prefix: Prefix) {
        let bytes = self.flat_bytes();
        let expr = self.text_of(value, text);
        if prefix == Prefix::Varint {
            self.line(format!("_Flat.put_text({bytes}, {expr})"));
            return;
        }
        let data = self.fresh(&format!("{}_bytes", value.hint));
        let (ty, encode) =
            (self.pick("PackedByteArray", ""), self.pick("to_utf8_buffer", "to_utf8"));
        self.local(&data, ty, &format!("{expr}.{encode}()"));
        self.put_all(&[Out::Prefix(prefix, format!("{data}.size()"))], None);
        self.line(format!("_Flat.put_data({bytes}, {data})"));
    }

    fn append_list(&mut self, value: &Value<'_>, prefix: Prefix, element: &Type) {
        let expr = self.typed(value);
        let value = Value { expr: expr.clone(), known: known_container(value), ..value.clone() };
        self.put_all(&[Out::Prefix(prefix, format!("{expr}.size()"))], None);
        self.append_elements(&value, element);
    }

    /// Writes elements of a few bits each after their count.
    fn append_packed(&mut self, value: &Value<'_>, prefix: Prefix, bits: u8) {
        let Kind::List { packed, .. } = &*value.part.slot.kind else { return };
        let (bytes, expr) = (self.flat_bytes(), self.typed(value));
        self.put_all(&[Out::Prefix(prefix, format!("{expr}.size()"))], None);
        let list = if packed.is_some() { format!("Array({expr})") } else { expr };
        self.line(format!("_Flat.put_packed({bytes}, {list}, {bits})"));
    }

    /// Writes elements without their count.
    fn append_elements(&mut self, value: &Value<'_>, element: &Type) {
        let Kind::List { element: slot, packed, .. } = &*value.part.slot.kind else { return };
        if self.flat_len(element) == Some(0) {
            return;
        }
        let bytes = self.flat_bytes();
        let expr = self.typed(value);
        match self.as_one_block(element, *packed) {
            Some("") => {
                self.line(format!("_Flat.put_data({bytes}, {expr})"));
                return;
            }
            Some(_) => {
                self.line(format!("_Flat.put_data({bytes}, {expr}.to_byte_array())"));
                return;
            }
            None => {}
        }
        let known = Self::known_element(value);
        let ty = if known == Known::Nothing {
            "Variant".to_owned()
        } else {
            self.element_type(&slot.kind)
        };
        let item = self.fresh("item");
        let len = self.flat_len(element).filter(|_| self.four);
        let at = len.map(|len| {
            let at = self.fresh("at");
            match len {
                1 => self.make_room(&at, &format!("{expr}.size()")),
                len => self.make_room(&at, &format!("{expr}.size() * {len}")),
            }
            (at, len)
        });
        let head = self.each(&item, &ty, &expr);
        let known = self.known_in_loop(known);
        let hint = value.hint.clone();
        self.block(head, |generator| {
            let value = Value { part: Part { ty: element, slot }, expr: item, hint, known };
            match at {
                Some((at, len)) => {
                    generator.put_fixed(&value, &at, 0);
                    generator.line(format!("{at} += {len}"));
                }
                None => generator.put_all(&[Out::Value(value)], None),
            }
        });
    }

    fn append_map(&mut self, value: &Value<'_>, prefix: Prefix, key: &Type, content: &Type) {
        let Kind::Map { key: key_slot, value: value_slot, .. } = &*value.part.slot.kind else {
            return;
        };
        let expr = self.typed(value);
        self.put_all(&[Out::Prefix(prefix, format!("{expr}.size()"))], None);
        let all = value.known == Known::All;
        let name = self.fresh("key");
        let ty = if all { self.element_type(&key_slot.kind) } else { "Variant".to_owned() };
        let head = self.each(&name, &ty, &expr);
        let known = self.known_in_loop(if all { Known::All } else { Known::Nothing });
        let hint = value.hint.clone();
        self.block(head, |generator| {
            let outs = [
                Out::Value(Value {
                    part: Part { ty: key, slot: key_slot },
                    expr: name.clone(),
                    hint: format!("{hint}_key"),
                    known,
                }),
                Out::Value(Value {
                    part: Part { ty: content, slot: value_slot },
                    expr: format!("{expr}[{name}]"),
                    hint,
                    known: Known::Nothing,
                }),
            ];
            generator.put_all(&outs, None);
        });
    }

    fn append_option(&mut self, value: &Value<'_>, inner: &Type) {
        let Kind::Option(slot) = &*value.part.slot.kind else { return };
        let value = Value {
            part: Part { ty: inner, slot },
            known: Self::known_in_option(slot, value.known),
            ..value.clone()
        };
        let expr = value.expr.clone();
        let byte = |number: &str| Out::Number(NumberType::U8, number.to_owned());
        self.block(format!("if {expr} == null:"), |generator| {
            generator.put_all(&[byte("0")], None);
        });
        self.block("else:", |generator| {
            generator.put_all(&[byte("1"), Out::Value(value)], None);
        });
    }

    /// What the engine knows of what an option holds.
    pub(super) fn known_in_option(inner: &Slot, known: Known) -> Known {
        if matches!(*inner.kind, Kind::Class(_)) { known } else { Known::Nothing }
    }

    /// Whether elements are the bytes of a packed array: the name in the function that makes one of bytes, empty for bytes.
    pub(super) fn as_one_block(
        &self,
        element: &Type,
        packed: Option<&'static str>,
    ) -> Option<&'static str> {
        let Type::Number(number) = element else { return None };
        Some(match (number, packed?) {
            (NumberType::U8, "PackedByteArray" | "PoolByteArray") => "",
            _ if self.flat_turned => return None,
            (NumberType::I32, "PackedInt32Array") => "int32",
            (NumberType::I64, "PackedInt64Array") => "int64",
            (NumberType::F32, "PackedFloat32Array") => "float32",
            (NumberType::F64, "PackedFloat64Array") => "float64",
            _ => return None,
        })
    }
}

fn known_container(value: &Value<'_>) -> Known {
    if value.known == Known::Nothing { Known::Container } else { value.known }
}

fn is_float(kind: &Kind) -> bool {
    matches!(kind, Kind::Float { .. })
}

/// Whether an expression is no more than a name.
pub(super) fn is_name(expr: &str) -> bool {
    expr.chars().all(|c| c.is_alphanumeric() || c == '_')
}
