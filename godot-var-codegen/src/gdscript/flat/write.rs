//! Statements that write values of flat messages into a `StreamPeerBuffer`.

use godot_var_runtime::flat::{NumberType, Prefix};

use super::super::Generator;
use super::super::kind::{Kind, Slot};
use super::super::write::Known;
use super::engine::{components, in_stream, last_step};
use super::{Class, Part, float};
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
    /// Writes one after the other.
    pub(super) fn put_all(&mut self, outs: &[Out<'_>]) {
        for out in outs {
            match out {
                Out::Header(bytes, expr) => self.put_header(*bytes, expr),
                Out::Number(number, expr) | Out::Prefix(Prefix::Number(number), expr) => {
                    self.put_number(*number, expr);
                }
                Out::Prefix(Prefix::Varint, expr) => {
                    let buffer = self.flat_buffer();
                    self.line(format!("_Flat.put_varint({buffer}, {expr})"));
                }
                Out::Value(value) => self.put(value),
                Out::If(condition, value) => {
                    self.block(format!("if {condition}:"), |generator| generator.put(value));
                }
            }
        }
    }

    fn put_header(&mut self, bytes: usize, expr: &str) {
        if bytes == 1 {
            self.put_number(NumberType::U8, expr);
            return;
        }
        let flags = self.fresh("flags");
        self.local(&flags, "int", expr);
        for byte in 0..bytes {
            let part = if byte == 0 { flags.clone() } else { format!("{flags} >> {}", byte * 8) };
            self.put_number(NumberType::U8, &part);
        }
    }

    fn put_number(&mut self, number: NumberType, expr: &str) {
        let buffer = self.flat_buffer();
        self.line(match number {
            NumberType::F16 => format!("{buffer}.put_u16(_Flat.half({expr}))"),
            number => format!("{buffer}.put_{}({expr})", in_stream(number)),
        });
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

    /// Writes a value.
    fn put(&mut self, value: &Value<'_>) {
        let Part { ty, slot } = value.part;
        let buffer = self.flat_buffer();
        match ty {
            Type::Unit | Type::Custom(_) => {}
            Type::NonZero(inner) | Type::InBits(_, inner) | Type::AtMost(_, inner) => {
                self.put(&Value { part: Part { ty: inner, slot }, ..value.clone() });
            }
            Type::Bool | Type::LenientBool => {
                let expr = self.typed(value);
                self.put_number(NumberType::U8, &format!("int({expr})"));
            }
            Type::Number(number) => {
                let expr = self.typed(value);
                self.put_number(*number, &expr);
            }
            Type::Varint(number) => {
                let expr = self.typed(value);
                let number =
                    if number.is_signed() { format!("_Flat.zigzag({expr})") } else { expr };
                self.line(format!("_Flat.put_varint({buffer}, {number})"));
            }
            Type::Char => {
                let expr = self.typed(value);
                let code = if self.four {
                    format!("{expr}.unicode_at(0)")
                } else {
                    format!("ord({expr})")
                };
                self.line(format!("_Flat.put_varint({buffer}, {code})"));
            }
            Type::Range { .. } | Type::Angle { .. } => {
                let expr = self.typed(value);
                self.put_component(ty, &expr);
            }
            Type::Direction(inner) => {
                let expr = self.typed(value);
                self.put_component(inner, &format!("{expr}.angle()"));
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
                self.put_component(inner, &format!("{parts}.x"));
                self.put_component(inner, &format!("{parts}.y"));
            }
            Type::SmallestThree(bits) => {
                let expr = self.typed(value);
                self.put_rotation(*bits, &expr, &value.hint);
            }
            Type::Components(kind, inner) => {
                let mut expr = self.typed(value);
                if !is_name(&expr) {
                    let local = self.fresh(&format!("{}_value", value.hint));
                    self.local(&local, &self.member_type(&slot.kind), &expr);
                    expr = local;
                }
                for name in components(*kind) {
                    self.put_component(inner, &format!("{expr}.{name}"));
                }
            }
            Type::Text(text, prefix) => self.put_text(value, *text, *prefix),
            Type::CString(text) => {
                let expr = self.text_of(value, *text);
                self.line(format!("_Flat.put_c_string({buffer}, {expr})"));
            }
            Type::List(prefix, element) => self.put_list(value, *prefix, element),
            Type::Array(_, element) => self.put_elements(value, element, false),
            Type::Map(prefix, key, content) => self.put_map(value, *prefix, key, content),
            Type::Tuple(_) => self.put_object(value),
            Type::Option(inner) => self.put_option(value, inner),
            Type::Ipv4 | Type::Ipv6 | Type::Ip | Type::Uuid => {
                let expr = self.typed(value);
                let function = match ty {
                    Type::Ipv4 => "ipv4",
                    Type::Ipv6 => "ipv6",
                    Type::Ip => "ip",
                    _ => "uuid",
                };
                self.line(format!("_Flat.put_data({buffer}, _Flat.bytes_of_{function}({expr}))"));
            }
            Type::Socket => {
                let expr = self.typed(value);
                self.line(format!("_Flat.put_data({buffer}, _Flat.bytes_of_socket({expr}))"));
                self.put_number(NumberType::U16, &format!("_Flat.port_of({expr})"));
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
                self.put_number(NumberType::U32, &format!("{data}.size()"));
                self.line(format!("_Flat.put_data({buffer}, {data})"));
            }
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing => {}
                Class::Wrapper(inner, turned) => {
                    let inner = Value { part: Part { ty: &inner, slot }, ..value.clone() };
                    self.in_order(turned, |generator| generator.put(&inner));
                }
                Class::Number(prefix, turned) => {
                    let number = self.number_of(value, *flat);
                    self.in_order(turned, |generator| {
                        generator.put_all(&[Out::Prefix(prefix, number)]);
                    });
                }
                Class::Record(turned) | Class::Choice(turned) => {
                    self.in_order(turned, |generator| generator.put_object(value));
                }
            },
        }
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

    fn put_object(&mut self, value: &Value<'_>) {
        let expr = if self.four { self.typed(value) } else { value.expr.clone() };
        let buffer = self.flat_buffer();
        self.line(format!("{expr}._flat_append({buffer})"));
    }

    /// Writes a float that is a number of some form.
    fn put_component(&mut self, ty: &Type, expr: &str) {
        match ty {
            Type::Number(number) => self.put_number(*number, expr),
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
                self.put_number(*steps, &step);
            }
            Type::Angle { degrees, steps } => {
                let turn = if *degrees { "360.0" } else { "TAU" };
                let (round, last) = (self.pick("roundi", "round"), last_step(*steps));
                let step = format!("{round}(fposmod({expr}, {turn}) / {turn} * {last})");
                let step = if self.four { step } else { format!("int({step})") };
                self.put_number(*steps, &step);
            }
            _ => {}
        }
    }

    /// Writes a rotation in 4, 6 or 8 bytes.
    fn put_rotation(&mut self, bits: u8, expr: &str, hint: &str) {
        let number = self.fresh(&format!("{hint}_number"));
        self.local(&number, "int", &format!("_Flat.smallest_three({expr}, {bits})"));
        match bits {
            10 => self.put_number(NumberType::U32, &number),
            20 => self.put_number(NumberType::I64, &number),
            _ => {
                let buffer = self.flat_buffer();
                self.line(format!("_Flat.put_48({buffer}, {number})"));
            }
        }
    }

    /// A text as a String.
    fn text_of(&mut self, value: &Value<'_>, text: TextType) -> String {
        let expr = self.typed(value);
        match (&*value.part.slot.kind, text) {
            (Kind::StringName | Kind::NodePath, _) => format!("str({expr})"),
            _ => expr,
        }
    }

    fn put_text(&mut self, value: &Value<'_>, text: TextType, prefix: Prefix) {
        let buffer = self.flat_buffer();
        let expr = self.text_of(value, text);
        if prefix == Prefix::Varint {
            self.line(format!("_Flat.put_text({buffer}, {expr})"));
            return;
        }
        let data = self.fresh(&format!("{}_bytes", value.hint));
        let (ty, encode) =
            (self.pick("PackedByteArray", ""), self.pick("to_utf8_buffer", "to_utf8"));
        self.local(&data, ty, &format!("{expr}.{encode}()"));
        self.put_all(&[Out::Prefix(prefix, format!("{data}.size()"))]);
        self.line(format!("_Flat.put_data({buffer}, {data})"));
    }

    fn put_list(&mut self, value: &Value<'_>, prefix: Prefix, element: &Type) {
        let expr = self.typed(value);
        let value = Value { expr: expr.clone(), known: known_container(value), ..value.clone() };
        self.put_all(&[Out::Prefix(prefix, format!("{expr}.size()"))]);
        self.put_elements(&value, element, true);
    }

    /// Writes elements without their count. `reserves` says that the buffer is to grow once for all of one length.
    fn put_elements(&mut self, value: &Value<'_>, element: &Type, reserves: bool) {
        let Kind::List { element: slot, packed, .. } = &*value.part.slot.kind else { return };
        let len = self.flat_len(element);
        if len == Some(0) {
            return;
        }
        let buffer = self.flat_buffer();
        let expr = self.typed(value);
        if let Some(kind) = self.as_one_block(element, *packed) {
            let convert = if kind.is_empty() { "" } else { ".to_byte_array()" };
            self.line(format!("_Flat.put_data({buffer}, {expr}{convert})"));
            return;
        }
        if let Some(len) = len.filter(|_| reserves) {
            let more = format!("{expr}.size() * {len}");
            self.line(format!("{buffer}.resize({buffer}.get_position() + {more})"));
        }
        let known = Self::known_element(value);
        let ty = if known == Known::Nothing {
            "Variant".to_owned()
        } else {
            self.element_type(&slot.kind)
        };
        let item = self.fresh("item");
        let head = self.each(&item, &ty, &expr);
        let known = self.known_in_loop(known);
        let hint = value.hint.clone();
        self.block(head, |generator| {
            generator.put(&Value { part: Part { ty: element, slot }, expr: item, hint, known });
        });
    }

    fn put_map(&mut self, value: &Value<'_>, prefix: Prefix, key: &Type, content: &Type) {
        let Kind::Map { key: key_slot, value: value_slot, .. } = &*value.part.slot.kind else {
            return;
        };
        let expr = self.typed(value);
        self.put_all(&[Out::Prefix(prefix, format!("{expr}.size()"))]);
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
            generator.put_all(&outs);
        });
    }

    fn put_option(&mut self, value: &Value<'_>, inner: &Type) {
        let Kind::Option(slot) = &*value.part.slot.kind else { return };
        let value = Value {
            part: Part { ty: inner, slot },
            known: Self::known_in_option(slot, value.known),
            ..value.clone()
        };
        let expr = value.expr.clone();
        let byte = |number: &str| Out::Number(NumberType::U8, number.to_owned());
        self.block(format!("if {expr} == null:"), |generator| {
            generator.put_all(&[byte("0")]);
        });
        self.block("else:", |generator| {
            generator.put_all(&[byte("1"), Out::Value(value)]);
        });
    }

    /// What the engine knows of what an option holds.
    pub(super) fn known_in_option(inner: &Slot, known: Known) -> Known {
        if matches!(*inner.kind, Kind::Class(_)) { known } else { Known::Nothing }
    }

    /// Whether numbers may have the highest byte first when the present function runs.
    fn may_be_turned(&self) -> bool {
        self.flat_turned || self.flat_current.is_some_and(|index| self.forms.is_turned(index))
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
            _ if self.may_be_turned() => return None,
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
