//! Statements that check the values of a message before it is written.
//!
//! Ints of a plain width, and numbers of enums, are checked in a debug build only, as `encode_*` and `put_*` do not check them either.
//! Everything else, on which the form of the message depends, is always checked.

use std::slice;

use godot_var_runtime::flat::{NumberType, Prefix};

use super::super::Generator;
use super::super::kind::{Kind, Slot};
use super::super::text::string;
use super::super::write::Known;
use super::engine::components;
use super::write::{Value, is_name};
use super::{Class, Part, float, is_class};
use crate::flat::{Type, bounds_of_bits};
use crate::protocol;

impl Generator<'_> {
    /// Whether a value needs any check. `all` asks for those of debug builds, too.
    fn is_checked(&self, part: Part<'_>, known: Known, all: bool) -> bool {
        self.is_checked_within(part, known, all, &mut Vec::new())
    }

    fn is_checked_within(
        &self,
        part: Part<'_>,
        known: Known,
        all: bool,
        around: &mut Vec<usize>,
    ) -> bool {
        let Part { ty, slot } = part;
        if known == Known::Nothing && !matches!(*slot.kind, Kind::Any(_) | Kind::Nil) {
            return true;
        }
        let inner = |ty, known: Known, slot, around: &mut Vec<usize>| {
            self.is_checked_within(Part { ty, slot }, known, all, around)
        };
        match ty {
            Type::Unit | Type::Bool | Type::LenientBool | Type::Custom(_) => false,
            Type::Variant(..) => is_class(&slot.kind),
            Type::Number(NumberType::I64 | NumberType::F64) | Type::Varint(NumberType::I64) => {
                false
            }
            Type::Number(NumberType::F16) => true,
            Type::Number(_) | Type::Varint(_) => all,
            Type::Components(_, ty) => match **ty {
                // The engine holds no other.
                Type::Number(NumberType::F16) => true,
                Type::Number(_) => false,
                _ => true,
            },
            Type::Text(_, Prefix::Varint | Prefix::Number(NumberType::U32)) => false,
            Type::NonZero(_)
            | Type::Char
            | Type::Range { .. }
            | Type::Angle { .. }
            | Type::Direction(_)
            | Type::Octahedron(_)
            | Type::SmallestThree(_)
            | Type::Text(..)
            | Type::AtMost(..)
            | Type::InBits(..)
            | Type::Array(..)
            | Type::Tuple(_)
            | Type::Ipv4
            | Type::Ipv6
            | Type::Ip
            | Type::Socket
            | Type::Uuid => true,
            // A String has no NUL.
            Type::CString(_) => false,
            Type::List(prefix, element) => {
                let Kind::List { element: slot, packed, .. } = &*slot.kind else { return false };
                let is_narrow = !matches!(prefix, Prefix::Varint | Prefix::Number(NumberType::U32));
                let known = match packed {
                    Some(_) => Known::All,
                    None => known.element(&slot.kind),
                };
                is_narrow
                    || matches!(*slot.kind, Kind::Class(_))
                    || !Self::is_packed_as_is(element, *packed)
                        && inner(element, known, slot, around)
            }
            Type::Packed(prefix, bits, element) => {
                let list = Type::List(*prefix, Box::new(element.in_packed(*bits)));
                inner(&list, known, slot, around)
            }
            Type::Map(prefix, key, value) => {
                let Kind::Map { key: key_slot, value: value_slot, .. } = &*slot.kind else {
                    return false;
                };
                let is_narrow = !matches!(prefix, Prefix::Varint | Prefix::Number(NumberType::U32));
                is_narrow
                    || matches!(*value_slot.kind, Kind::Class(_))
                    || inner(key, known, key_slot, around)
                    || inner(value, known, value_slot, around)
            }
            Type::Option(ty) => {
                let Kind::Option(slot) = &*slot.kind else { return false };
                let known = Self::known_in_option(slot, known);
                inner(ty, known, slot, around)
            }
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing => false,
                Class::Wrapper(ty, _) => inner(&ty, known, slot, around),
                Class::Number(..) => all,
                // It may be null.
                Class::Record(_) | Class::Choice(_) => true,
            },
        }
    }

    /// Whether a packed array holds no elements but those that fit.
    fn is_packed_as_is(element: &Type, packed: Option<&'static str>) -> bool {
        matches!(
            (element, packed),
            (Type::Number(NumberType::U8), Some("PackedByteArray" | "PoolByteArray"))
                | (Type::Number(NumberType::I32), Some("PackedInt32Array" | "PoolIntArray"))
                | (Type::Number(NumberType::F32), Some("PackedFloat32Array" | "PoolRealArray"))
        )
    }

    /// Ends the function if a value does not fit.
    pub(super) fn check_fit(&mut self, value: &Value<'_>, steps: &[String]) {
        if !self.is_checked(value.part, value.known, true) {
            return;
        }
        let Part { ty, slot } = value.part;
        if let (Type::Option(inner), Kind::Option(inner_slot)) = (ty, &*slot.kind) {
            let part = Part { ty: inner, slot: inner_slot };
            let known = Self::known_in_option(inner_slot, value.known);
            if self.is_checked(part, known, true) {
                let inner = Value { part, known, ..value.clone() };
                self.block(format!("if {} != null:", value.expr), |generator| {
                    generator.check_fit(&inner, steps);
                });
            }
            return;
        }
        let mut value = value.clone();
        if value.known == Known::Nothing && Self::checks_type(slot) {
            let condition = self.wrong_type(slot, &value.expr);
            let expected = string(&self.plain_words(&slot.kind));
            self.unfit_if(
                &condition,
                steps,
                &format!("_Flat.other_type({expected}, {})", value.expr),
            );
            value.known = match &*slot.kind {
                Kind::List { packed: None, .. } | Kind::Map { .. } => Known::Container,
                _ => Known::All,
            };
            if is_class(&slot.kind) && !matches!(ty, Type::Variant(..)) {
                if self.object_is_checked(value.part, true) {
                    self.check_object_itself(&value.expr, value.part, steps, false);
                }
                return;
            }
            if !self.four && is_name(&value.expr) {
                return self.check_value(&value, steps, None);
            }
            let local = self.fresh(&format!("{}_value", value.hint));
            let given = std::mem::replace(&mut value.expr, local);
            let checks = self.apart(|generator| generator.check_value(&value, steps, None));
            if !checks.is_empty() {
                let kind = match &*slot.kind {
                    Kind::Number { .. } | Kind::Name { .. } => "int".to_owned(),
                    kind => self.element_type(kind),
                };
                self.local(&value.expr, &kind, &given);
                self.out.join(&checks);
            }
            return;
        }
        self.check_value(&value, steps, None);
    }

    /// Whether the type of a value can be another one.
    fn checks_type(slot: &Slot) -> bool {
        !matches!(*slot.kind, Kind::Any(_) | Kind::Nil)
    }

    /// What a type is, without the marks of documentation.
    fn plain_words(&self, kind: &Kind) -> String {
        self.words(kind).replace("[enum ", "").replace(']', "")
    }

    fn wrong_type(&self, slot: &Slot, expr: &str) -> String {
        let ty = match &*slot.kind {
            Kind::Number { .. } | Kind::Name { .. } => "int".to_owned(),
            Kind::Float { .. } | Kind::FloatAsInt => {
                return format!("not ({expr} is float or {expr} is int)");
            }
            kind => self.element_type(kind),
        };
        if !self.four && ty.starts_with("Array") {
            return format!("not ({expr} is Array)");
        }
        format!("not ({expr} is {ty})")
    }

    fn unfit_if(&mut self, condition: &str, steps: &[String], reason: &str) {
        let fault = self.flat_fault();
        let steps = steps.join(", ");
        self.block(format!("if {condition}:"), |generator| {
            let refusal =
                |reason: &str| format!("return _Flat.unfit({fault}, [{steps}], {reason})");
            let mut reason = reason.to_owned();
            if !generator.out.fits(&refusal(&reason)) {
                let text = generator.fresh("reason");
                generator.local(&text, "String", &reason);
                reason = text;
            }
            generator.line(refusal(&reason));
        });
    }

    fn check_value(&mut self, value: &Value<'_>, steps: &[String], most: Option<usize>) {
        let Part { ty, slot } = value.part;
        let expr = value.expr.clone();
        match ty {
            Type::AtMost(most, inner) => {
                let inner = Value { part: Part { ty: inner, slot }, ..value.clone() };
                self.check_value(&inner, steps, Some(*most));
            }
            Type::InBits(bits, inner) => {
                let inner = Value { part: Part { ty: inner, slot }, ..value.clone() };
                self.check_bits(&inner, *bits, steps);
            }
            Type::Number(number) | Type::Varint(number) => self.check_number(*number, &expr, steps),
            Type::NonZero(inner) => {
                self.unfit_if(
                    &format!("{expr} == 0"),
                    steps,
                    "\"expected int other than 0, got 0\"",
                );
                let inner = Value { part: Part { ty: inner, slot }, ..value.clone() };
                self.check_value(&inner, steps, None);
            }
            Type::Range { .. } | Type::Angle { .. } => self.check_component(ty, &expr, steps),
            Type::Direction(_) | Type::Octahedron(_) => {
                let condition = self.has_no_direction(&expr);
                self.unfit_if(
                    &condition,
                    steps,
                    "\"a vector that is zero or not finite has no direction\"",
                );
            }
            Type::SmallestThree(_) => {
                let condition = format!("not _Flat.is_rotation({expr})");
                self.unfit_if(
                    &condition,
                    steps,
                    "\"a quaternion that is zero or not finite has no direction\"",
                );
            }
            Type::Components(kind, inner) => {
                for name in components(*kind) {
                    self.check_component(inner, &format!("{expr}.{name}"), steps);
                }
            }
            Type::Char => {
                let length = self.pick("length()", "length()");
                self.unfit_if(
                    &format!("{expr}.{length} != 1"),
                    steps,
                    &format!("\"expected one character, got \" + str({expr}.{length})"),
                );
            }
            Type::Text(_, prefix) => self.check_text(value, steps, tighter(most, *prefix)),
            Type::CString(_) => self.check_text(value, steps, most),
            Type::Ipv4 | Type::Ipv6 | Type::Ip | Type::Socket | Type::Uuid => {
                if let Kind::Parsed(form) = &*slot.kind {
                    self.parses_texts = true;
                    let expected = string(&format!("expected {}, got ", form.name));
                    self.unfit_if(
                        &format!("not _Texts.{}({expr})", form.check),
                        steps,
                        &format!("{expected} + {expr}"),
                    );
                }
            }
            Type::List(prefix, element) => {
                if let Some(most) = tighter(most, *prefix) {
                    self.check_size(&expr, most, steps);
                }
                self.check_elements(value, element, steps);
            }
            Type::Packed(prefix, bits, element) => {
                let list = Type::List(*prefix, Box::new(element.in_packed(*bits)));
                let list = Value { part: Part { ty: &list, slot }, ..value.clone() };
                self.check_value(&list, steps, most);
            }
            Type::Array(count, element) => {
                self.unfit_if(
                    &format!("{expr}.size() != {count}"),
                    steps,
                    &format!("\"expected {count} elements, got \" + str({expr}.size())"),
                );
                self.check_elements(value, element, steps);
            }
            Type::Map(prefix, key, content) => {
                if let Some(most) = tighter(most, *prefix) {
                    self.check_size(&expr, most, steps);
                }
                self.check_map(value, key, content, steps);
            }
            Type::Tuple(_) => self.check_object(value, steps),
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing => {}
                Class::Wrapper(inner, _) => {
                    let inner = Value { part: Part { ty: &inner, slot }, ..value.clone() };
                    self.check_value(&inner, steps, None);
                }
                Class::Number(prefix, _) => {
                    let most = match prefix {
                        Prefix::Number(number) => number.largest(),
                        Prefix::Varint => u32::MAX,
                    };
                    self.check_enum(value, *flat, most.into(), steps);
                }
                Class::Record(_) | Class::Choice(_) => self.check_object(value, steps),
            },
            Type::Variant(..) => self.check_variant(value, steps),
            Type::Unit | Type::Bool | Type::LenientBool | Type::Option(_) | Type::Custom(_) => {}
        }
    }

    /// A condition that counts in debug builds.
    fn in_debug_builds(&self, condition: &str) -> String {
        let all = &self.flat_all;
        if condition.contains(" or ") {
            format!("{all} and ({condition})")
        } else {
            format!("{all} and {condition}")
        }
    }

    fn check_number(&mut self, number: NumberType, expr: &str, steps: &[String]) {
        let bounds = match number {
            NumberType::F16 => return self.check_component(&Type::Number(number), expr, steps),
            NumberType::F32 => {
                let absolute = self.pick("absf", "abs");
                let condition = self.in_debug_builds(&format!(
                    "{absolute}({expr}) >= _Wire.F32_LIMIT and {absolute}({expr}) < INF"
                ));
                let reason = format!("str({expr}) + \" is infinite in 32 bits\"");
                return self.unfit_if(&condition, steps, &reason);
            }
            NumberType::F64 | NumberType::I64 => return,
            NumberType::U8 => (0, u8::MAX.into()),
            NumberType::U16 => (0, u16::MAX.into()),
            NumberType::U32 => (0, u32::MAX.into()),
            NumberType::U64 => {
                let condition = self.in_debug_builds(&format!("{expr} < 0"));
                let reason = format!("\"expected int from 0, got \" + str({expr})");
                return self.unfit_if(&condition, steps, &reason);
            }
            NumberType::I8 => (i8::MIN.into(), i8::MAX.into()),
            NumberType::I16 => (i16::MIN.into(), i16::MAX.into()),
            NumberType::I32 => (i32::MIN.into(), i32::MAX.into()),
        };
        self.check_range_of(bounds, expr, steps);
    }

    /// Checks the range of an int in a debug build.
    fn check_range_of(&mut self, (low, high): (i64, i64), expr: &str, steps: &[String]) {
        let condition = self.in_debug_builds(&format!("{expr} < {low} or {expr} > {high}"));
        self.unfit_if(&condition, steps, &format!("_Flat.beyond({expr}, {low}, {high})"));
    }

    /// Checks a value that must fit into `bits` bits.
    pub(super) fn check_bits(&mut self, value: &Value<'_>, bits: u8, steps: &[String]) {
        let expr = value.expr.clone();
        match value.part.ty {
            Type::Bool | Type::LenientBool => {}
            Type::Number(number) if bits < 64 => {
                let (low, high) = bounds_of_bits(bits.min(63), number.is_signed());
                // Other fields have the bits next to it.
                self.unfit_if(
                    &format!("{expr} < {low} or {expr} > {high}"),
                    steps,
                    &format!("_Flat.beyond({expr}, {low}, {high})"),
                );
            }
            Type::Message(flat) => {
                let (_, most) = bounds_of_bits(bits.min(32), false);
                self.flat_is_strict = true;
                self.check_enum(value, *flat, most, steps);
                self.flat_is_strict = false;
            }
            _ => {}
        }
    }

    /// Whether a vector is zero or not finite.
    pub(super) fn has_no_direction(&self, expr: &str) -> String {
        if self.four {
            format!("not {expr}.is_finite() or {expr}.length_squared() == 0.0")
        } else {
            format!("not _Flat.is_direction({expr})")
        }
    }

    fn check_component(&mut self, ty: &Type, expr: &str, steps: &[String]) {
        match ty {
            Type::Range { low, high, clamp, .. } => {
                // A component has 32 bits, in which 0.1 is more than 0.1.
                let least = float(low.min(f64::from(*low as f32)));
                let most = float(high.max(f64::from(*high as f32)));
                let (low, high) = (float(*low), float(*high));
                let (condition, reason) = if *clamp {
                    (format!("is_nan({expr})"), "\"NaN has no place in a range\"".to_owned())
                } else {
                    (
                        format!("not ({expr} >= {least} and {expr} <= {most})"),
                        format!("str({expr}) + \" is outside of {low} to {high}\""),
                    )
                };
                self.unfit_if(&condition, steps, &reason);
            }
            Type::Angle { .. } => {
                let condition = format!("is_nan({expr}) or is_inf({expr})");
                self.unfit_if(&condition, steps, &format!("str({expr}) + \" is not an angle\""));
            }
            Type::Number(NumberType::F16) => {
                let absolute = self.pick("absf", "abs");
                let condition =
                    format!("{absolute}({expr}) >= 65520.0 and {absolute}({expr}) < INF");
                self.unfit_if(
                    &condition,
                    steps,
                    &format!("str({expr}) + \" is infinite as a half\""),
                );
            }
            _ => {}
        }
    }

    fn check_text(&mut self, value: &Value<'_>, steps: &[String], most: Option<usize>) {
        let Some(most) = most else { return };
        let expr = match &*value.part.slot.kind {
            Kind::StringName | Kind::NodePath => format!("str({})", value.expr),
            _ => value.expr.clone(),
        };
        let encode = self.pick("to_utf8_buffer", "to_utf8");
        let condition = if most >= 4 {
            // A character has at most 4 bytes.
            format!("{expr}.length() > {} and {expr}.{encode}().size() > {most}", most / 4)
        } else {
            format!("{expr}.{encode}().size() > {most}")
        };
        self.unfit_if(&condition, steps, &format!("\"longer than {most} bytes\""));
    }

    fn check_size(&mut self, expr: &str, most: usize, steps: &[String]) {
        self.unfit_if(
            &format!("{expr}.size() > {most}"),
            steps,
            &format!("\"at most {most} elements, got \" + str({expr}.size())"),
        );
    }

    /// Checks the number of an enum's variant, which is at most `most`.
    fn check_enum(&mut self, value: &Value<'_>, flat: usize, most: i128, steps: &[String]) {
        let numbers = self.flat_numbers(flat);
        let expr = value.expr.clone();
        let ids = self.flat_ids(flat, &value.part.slot.kind);
        let condition = match (&*value.part.slot.kind, &ids) {
            (Kind::Number { open: true, .. }, _) => {
                format!("{expr} < 0 or {expr} > {most}")
            }
            (_, Some(_)) => format!("{expr} < 0 or {expr} >= {}", numbers.len()),
            _ if numbers.iter().enumerate().all(|(at, id)| *id == at as u32) => {
                format!("{expr} < 0 or {expr} >= {}", numbers.len())
            }
            _ => {
                let list = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                format!("not [{list}].has({expr})")
            }
        };
        let condition = if self.flat_is_strict || ids.is_some() {
            condition
        } else {
            self.in_debug_builds(&condition)
        };
        let class = self.names.class(self.forms.own(flat)).to_owned();
        let expected = string(&format!("expected {class}, got "));
        self.unfit_if(&condition, steps, &format!("{expected} + str({expr})"));
    }

    fn check_object(&mut self, value: &Value<'_>, steps: &[String]) {
        let expr = value.expr.clone();
        let class = string(&self.plain_words(&value.part.slot.kind));
        self.unfit_if(
            &format!("{expr} == null"),
            steps,
            &format!("_Flat.other_type({class}, null)"),
        );
        if self.object_is_checked(value.part, true) {
            self.check_object_itself(&expr, value.part, steps, false);
        }
    }

    /// Checks an object that is written as a Variant: that it is there, and in debug builds what it holds.
    fn check_variant(&mut self, value: &Value<'_>, steps: &[String]) {
        let Kind::Class(index) = *value.part.slot.kind else { return };
        let (expr, all) = (value.expr.clone(), self.flat_all.clone());
        let class = self.names.class(index).to_owned();
        let name = string(&class);
        self.unfit_if(
            &format!("{expr} == null"),
            steps,
            &format!("_Flat.other_type({name}, null)"),
        );
        let fault = self.fresh(&format!("{}_fault", value.hint));
        self.block(format!("if {all}:"), |generator| {
            generator.local(&fault, "Array", "[]");
            let read = format!("{class}.new()._read({expr}._write(), {fault}) == null");
            generator.unfit_if(&read, steps, &format!("_Wire.text({name}, {fault})"));
        });
    }

    fn check_object_itself(
        &mut self,
        expr: &str,
        part: Part<'_>,
        steps: &[String],
        is_known: bool,
    ) {
        let (fault, all) = (self.flat_fault(), self.flat_all.clone());
        let only_all = if is_known || self.object_is_checked(part, false) {
            String::new()
        } else {
            format!("{all} and ")
        };
        self.block(format!("if {only_all}not {expr}._flat_fits({fault}, {all}):"), |generator| {
            generator.line(format!("return _Wire.inside({fault}, [{}])", steps.join(", ")));
        });
    }

    /// Whether any field of an object needs a check.
    pub(super) fn object_is_checked(&self, part: Part<'_>, all: bool) -> bool {
        let Kind::Class(index) = &*part.slot.kind else { return true };
        if self.enumeration(*index).is_some() {
            return true;
        }
        let Some(def) = self.forms.of(*index) else { return true };
        if def.delta_of.is_some() {
            return true;
        }
        let crate::flat::Body::Record(record) = &def.body else { return true };
        record.fields.iter().any(|field| {
            let in_header = field.bits.is_some() && !matches!(field.ty, Type::Bool);
            in_header || self.field_is_checked(&field.ty, all)
        })
    }

    /// Whether a field of a record needs a check, by its type.
    fn field_is_checked(&self, ty: &Type, all: bool) -> bool {
        match ty {
            Type::Variant(_, protocol::Type::Message(_)) => true,
            Type::Message(inner) => match self.flat_class(*inner) {
                Class::Nothing => false,
                Class::Number(..) => all,
                Class::Wrapper(ty, _) => self.field_is_checked(&ty, all),
                Class::Record(_) | Class::Choice(_) => true,
            },
            Type::Unit
            | Type::Bool
            | Type::LenientBool
            | Type::Variant(..)
            | Type::Number(NumberType::I64 | NumberType::F64)
            | Type::Varint(NumberType::I64)
            | Type::Text(_, Prefix::Varint | Prefix::Number(NumberType::U32))
            | Type::CString(_) => false,
            Type::Number(number) => all || *number == NumberType::F16,
            Type::Varint(_) => all,
            Type::Components(_, inner) => {
                !matches!(**inner, Type::Number(number) if number != NumberType::F16)
            }
            _ => true,
        }
    }

    fn check_elements(&mut self, value: &Value<'_>, element: &Type, steps: &[String]) {
        let Kind::List { element: slot, packed, .. } = &*value.part.slot.kind else { return };
        if Self::is_packed_as_is(element, *packed) {
            return;
        }
        let known = Self::known_element(value);
        let part = Part { ty: element, slot };
        let expr = value.expr.clone();
        let is_object = matches!(*slot.kind, Kind::Class(_));
        if is_object && known == Known::All {
            let class = string(&self.plain_words(&slot.kind));
            let null = self.fresh("null_at");
            self.local(&null, "int", &format!("{expr}.find(null)"));
            let inner = [slice::from_ref(&null), steps].concat();
            self.unfit_if(
                &format!("{null} >= 0"),
                &inner,
                &format!("_Flat.other_type({class}, null)"),
            );
            if !self.object_is_checked(part, true) {
                return;
            }
        } else if !self.is_checked(part, known, true) {
            return;
        }
        let i = self.fresh("i");
        let head = self.each(&i, "int", &format!("{expr}.size()"));
        let is_always = if is_object && known == Known::All {
            self.object_is_checked(part, false)
        } else {
            self.is_checked(part, known, false)
        };
        let item = Value {
            part,
            expr: format!("{expr}[{i}]"),
            hint: format!("{}_item", value.hint),
            known,
        };
        let inner = [&[i], steps].concat();
        let body = |generator: &mut Self| {
            generator.block(head, |generator| {
                if is_object && known == Known::All {
                    generator.check_object_itself(&item.expr, part, &inner, true);
                } else {
                    let local = generator.fresh(&item.hint);
                    let ty = if known == Known::Nothing {
                        "Variant".to_owned()
                    } else {
                        generator.element_type(&slot.kind)
                    };
                    generator.local(&local, &ty, &item.expr);
                    generator.check_fit(&Value { expr: local, ..item }, &inner);
                }
            });
        };
        if is_always {
            body(self);
        } else {
            let all = self.flat_all.clone();
            self.block(format!("if {all}:"), body);
        }
    }

    fn check_map(&mut self, value: &Value<'_>, key: &Type, content: &Type, steps: &[String]) {
        let Kind::Map { key: key_slot, value: value_slot, .. } = &*value.part.slot.kind else {
            return;
        };
        let known = if value.known == Known::All { Known::All } else { Known::Nothing };
        let keys = Part { ty: key, slot: key_slot };
        let values = Part { ty: content, slot: value_slot };
        let known_value = known.element(&value_slot.kind);
        let checks = [(keys, known), (values, known_value)].map(|(part, known)| {
            (self.is_checked(part, known, true), self.is_checked(part, known, false))
        });
        if !checks[0].0 && !checks[1].0 {
            return;
        }
        let name = self.fresh("key");
        let expr = value.expr.clone();
        let ty = if known == Known::All {
            self.element_type(&key_slot.kind)
        } else {
            "Variant".to_owned()
        };
        let head = self.each(&name, &ty, &expr);
        let inner = [slice::from_ref(&name), steps].concat();
        let hint = value.hint.clone();
        let body = |generator: &mut Self| {
            generator.block(head, |generator| {
                let key = Value {
                    part: keys,
                    expr: name.clone(),
                    hint: format!("{hint}_key"),
                    known: generator.known_in_loop(known),
                };
                generator.check_fit(&key, &inner);
                if checks[1].0 {
                    let local = generator.fresh(&format!("{hint}_item"));
                    let ty = if known_value == Known::Nothing {
                        "Variant".to_owned()
                    } else {
                        generator.element_type(&value_slot.kind)
                    };
                    generator.local(&local, &ty, &format!("{expr}[{name}]"));
                    let item = Value { part: values, expr: local, hint, known: known_value };
                    generator.check_fit(&item, &inner);
                }
            });
        };
        if checks[0].1 || checks[1].1 {
            body(self);
        } else {
            let all = self.flat_all.clone();
            self.block(format!("if {all}:"), body);
        }
    }
}

/// The tighter bound of a field and of its count.
fn tighter(most: Option<usize>, prefix: Prefix) -> Option<usize> {
    let of_count = match prefix {
        Prefix::Number(NumberType::U8) => Some(255),
        Prefix::Number(NumberType::U16) => Some(65535),
        _ => None,
    };
    most.into_iter().chain(of_count).min()
}
