//! `from_variant()`: statements that check what came, off the fast path only where it is odd.

use godot_var_runtime::variant::VariantTypes;
use godot_var_schema::RenameRule;

use super::Generator;
use super::kind::{Kind, Slot};
use super::text::string;
use crate::protocol::Body;
use godot_var_schema::variant::model::Id;

/// Where a value came from: `source[key]`, and the keys around it.
#[derive(Clone, Debug)]
pub(super) struct From {
    /// The Dictionary or Array.
    pub(super) source: String,
    /// The key in it, as an expression.
    pub(super) key: String,
    /// What stands around, from the inside out.
    pub(super) outer: Vec<String>,
}

impl From {
    fn inside(&self, source: &str, key: &str) -> Self {
        let mut outer = vec![self.key.clone()];
        outer.extend(self.outer.iter().cloned());
        Self { source: source.to_owned(), key: key.to_owned(), outer }
    }
}

impl Generator<'_> {
    /// `fault.append(…)` for what stands around, and the end.
    pub(super) fn give_up(&mut self, outer: &[String]) {
        for key in outer {
            self.line(format!("fault.append({key})"));
        }
        self.line("return null");
    }

    /// The value is of a wrong type or missing.
    fn unless(&mut self, condition: &str, from: &From, expected: &str) {
        let From { source, key, outer } = from.clone();
        let expected = string(expected);
        self.block(format!("if {condition}:"), |generator| {
            generator.line(format!("_Wire.refuse(fault, {source}, {key}, {expected})"));
            generator.give_up(&outer);
        });
    }

    fn bounds(low: i64, high: i64) -> (String, String) {
        let low = if low == i64::MIN { "_Wire.I64_MIN".to_owned() } else { low.to_string() };
        let high = if high == i64::MAX { "_Wire.I64_MAX".to_owned() } else { high.to_string() };
        (low, high)
    }

    /// Asks a function of `_Wire` for the value, which is null after a fault.
    fn ask(&mut self, call: &str, outer: &[String]) {
        self.line(format!("value = _Wire.{call}"));
        self.block("if value == null:", |generator| generator.give_up(outer));
    }

    fn read_int(&mut self, low: i64, high: i64, strict: bool, from: &From) {
        let mut odd = "not (value is int)".to_owned();
        if low != i64::MIN {
            odd = format!("{odd} or value < {low}");
        }
        if high != i64::MAX {
            odd = format!("{odd} or value > {high}");
        }
        if strict {
            self.unless("not (value is int)", from, "int");
            if odd == "not (value is int)" {
                return;
            }
        }
        let From { source, key, outer } = from.clone();
        let (low, high) = Self::bounds(low, high);
        self.block(format!("if {odd}:"), |generator| {
            generator.ask(&format!("to_int(fault, {source}, {key}, {low}, {high})"), &outer);
        });
    }

    /// Checks `value` and turns it into what the member holds.
    pub(super) fn read(&mut self, slot: &Slot, from: &From, hint: &str) {
        let text = self
            .pick("not (value is String) and not (value is StringName)", "not (value is String)");
        match &*slot.kind {
            Kind::Any(_) => {}
            Kind::Nil => self.unless("value != null", from, "Nil"),
            Kind::Bool => self.unless("not (value is bool)", from, "bool"),
            Kind::Int(low, high) => self.read_int(*low, *high, slot.strict, from),
            Kind::BoolAsInt => {
                self.read_int(0, 1, slot.strict, from);
                self.line("value = value == 1");
            }
            Kind::FloatAsInt => {
                self.read_int(i64::MIN, i64::MAX, slot.strict, from);
                self.line("value = value * 1.0");
            }
            Kind::IntAsFloat(low, high) => {
                if slot.strict {
                    self.unless("not (value is float)", from, "float");
                }
                self.read_int(*low, *high, false, from);
            }
            Kind::BoolAsFloat => {
                self.read_int(0, 1, false, from);
                self.line("value = value == 1");
            }
            Kind::Float { .. } => {
                let odd = if slot.strict {
                    "not (value is float)"
                } else {
                    "not (value is float) and not (value is int)"
                };
                self.unless(odd, from, "float");
            }
            Kind::Text | Kind::TextAsName => {
                let odd = match (&*slot.kind, slot.strict, self.four) {
                    (Kind::TextAsName, true, true) => "not (value is StringName)",
                    (Kind::Text, true, true) => "typeof(value) != TYPE_STRING",
                    _ => text,
                };
                let expected =
                    if odd == "not (value is StringName)" { "StringName" } else { "String" };
                self.unless(odd, from, expected);
                if self.four {
                    self.line("value = str(value)");
                }
            }
            Kind::Letter => {
                self.unless(text, from, "String");
                let From { source, key, outer } = from.clone();
                self.block("if str(value).length() != 1:", |generator| {
                    generator
                        .line(format!("_Wire.refuse(fault, {source}, {key}, \"one character\")"));
                    generator.give_up(&outer);
                });
            }
            Kind::StringName => {
                let odd = if slot.strict { "not (value is StringName)" } else { text };
                self.unless(odd, from, "StringName");
            }
            Kind::NodePath => {
                if slot.strict {
                    self.unless("not (value is NodePath)", from, "NodePath");
                } else {
                    let odd = format!("not (value is NodePath) and {text}");
                    self.unless(&odd, from, "NodePath");
                    self.line("value = NodePath(str(value))");
                }
            }
            Kind::TextAsPath => {
                if slot.strict {
                    self.unless("not (value is NodePath)", from, "NodePath");
                } else {
                    let odd = format!("not (value is NodePath) and {text}");
                    self.unless(&odd, from, "NodePath");
                }
                self.line("value = str(value)");
            }
            Kind::Engine(name) => self.unless(&format!("not (value is {name})"), from, name),
            Kind::Option(inner) => {
                // A value that needs no look is its own.
                if !matches!(*inner.kind, Kind::Any(_) | Kind::Nil) {
                    self.block("if value != null:", |generator| {
                        generator.read(inner, from, hint);
                        generator.check_len(inner, from);
                    });
                }
            }
            Kind::List { .. } => self.read_list(slot, from, hint),
            Kind::Tuple(elements) => self.read_tuple(elements, from, hint),
            Kind::Map { key, value, .. } => self.read_map(key, value, &slot.kind, from, hint),
            Kind::Class(index) => {
                let class = self.names.class(*index).to_owned();
                let From { source, key, outer } = from.clone();
                if source.starts_with("fields") && key.starts_with('"') {
                    let lacks = self.pick("not {}.has({})", "not {}.has({})");
                    let lacks = lacks.replacen("{}", &source, 1).replacen("{}", &key, 1);
                    let expected = string(&class);
                    self.block(format!("if value == null and {lacks}:"), |generator| {
                        generator.line(format!("_Wire.refuse(fault, {source}, {key}, {expected})"));
                        generator.give_up(&outer);
                    });
                }
                self.line(format!("value = {class}._read(value, fault)"));
                let mut around = vec![key];
                around.extend(outer);
                self.block("if value == null:", |generator| generator.give_up(&around));
            }
            Kind::Number { open: true, .. } => {
                self.read_int(i64::MIN, i64::MAX, slot.strict, from);
            }
            Kind::Number { index, .. } => {
                let From { source, key, outer } = from.clone();
                let (name, numbers) = (self.names.class(*index).to_owned(), self.numbers(*index));
                let name = string(&name);
                self.ask(&format!("to_enum(fault, {source}, {key}, {name}, [{numbers}])"), &outer);
            }
            Kind::Name { index } => {
                let From { source, key, outer } = from.clone();
                let class = self.names.class(*index).to_owned();
                let table = format!("_{}_NUMBERS", super::text::constant(&class));
                let name = string(&class);
                self.ask(&format!("to_name(fault, {source}, {key}, {name}, {table})"), &outer);
            }
            Kind::NameText { .. } => {
                self.unless(text, from, "String");
                if self.four {
                    self.line("value = str(value)");
                }
            }
        }
        if !matches!(*slot.kind, Kind::List { .. }) {
            self.check_len(slot, from);
        }
    }

    fn numbers(&self, index: usize) -> String {
        let Body::Enumeration(enumeration) = &self.protocol.types[index].body else {
            return String::new();
        };
        let numbers = enumeration.members.iter().filter_map(|member| match member.id {
            Id::Int(number) => Some(super::text::int(number)),
            Id::Text(_) => None,
        });
        numbers.collect::<Vec<_>>().join(", ")
    }

    fn check_len(&mut self, slot: &Slot, from: &From) {
        let Some(len) = slot.max_len else { return };
        let (size, unit) = match &*slot.kind {
            Kind::Text | Kind::TextAsName | Kind::TextAsPath => {
                (self.pick("str(value).to_utf8_buffer().size()", "value.to_utf8().size()"), "bytes")
            }
            Kind::Map { .. } => ("value.size()", "pairs"),
            Kind::List { .. } => ("value.size()", "elements"),
            _ => return,
        };
        let From { source: _, key, outer } = from.clone();
        self.block(format!("if {size} > {len}:"), |generator| {
            generator.line(format!("_Wire.too_long(fault, {key}, {len}, \"{unit}\")"));
            generator.give_up(&outer);
        });
    }

    fn read_list(&mut self, slot: &Slot, from: &From, hint: &str) {
        let Kind::List { element, packed, len, exact, read_from, .. } = &*slot.kind else { return };
        let expected = packed.unwrap_or("Array");
        if *exact || slot.strict && packed.is_some() {
            self.unless(&format!("not (value is {expected})"), from, expected);
        }
        if *exact || slot.strict && packed.is_some() {
            self.check_len(slot, from);
            self.check_size(*len, from);
            return;
        }
        let list = self.fresh("list");
        let body = |generator: &mut Self| {
            if slot.strict {
                generator.unless("not (value is Array)", from, "Array");
            }
            let arrays = generator.array_constants(*read_from);
            generator.line(format!("value = _Wire.to_list(value, [{arrays}])"));
            let From { source, key, outer } = from.clone();
            generator.block("if value == null:", |generator| {
                generator.line(format!("_Wire.refuse(fault, {source}, {key}, \"{expected}\")"));
                generator.give_up(&outer);
            });
            generator.check_len(slot, from);
            generator.check_size(*len, from);
            generator.local(&list, "Array", "value");
            let out = generator.fresh(&format!("{hint}_out"));
            match packed {
                Some(packed) => generator.line(format!("var {out}: {packed} = {packed}()")),
                None => {
                    let ty = generator.array_of(&element.kind);
                    let ty = if generator.four { ty } else { "Array".to_owned() };
                    generator.line(format!("var {out}: {ty} = []"));
                }
            }
            let index = generator.fresh("i");
            let head = generator.each(&index, "int", &format!("{list}.size()"));
            generator.block(head, |generator| {
                generator.line(format!("value = {list}[{index}]"));
                generator.read(element, &from.inside(&list, &index), hint);
                if matches!(*element.kind, Kind::Float { .. }) {
                    generator.line(format!("{out}.append(value * 1.0)"));
                } else {
                    generator.line(format!("{out}.append(value)"));
                }
            });
            generator.line(format!("value = {out}"));
        };
        match packed {
            Some(packed) if len.is_none() && slot.max_len.is_none() => {
                self.block(format!("if not (value is {packed}):"), body);
            }
            _ => body(self),
        }
    }

    /// What `typeof` gives for packed arrays: `TYPE_PACKED_INT32_ARRAY`, in Godot 3 `TYPE_INT_ARRAY`.
    fn array_constants(&self, arrays: VariantTypes) -> String {
        let known = arrays.iter().filter(|array| array.id(self.generation()).is_some());
        let names = known.map(|array| {
            let words = array.name(self.generation());
            let words = words.trim_start_matches("Pool").replace("ByteArray", "RawArray");
            let words = if self.four { words.replace("Raw", "Byte") } else { words };
            format!("TYPE_{}", RenameRule::ScreamingSnake.member(&words))
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn check_size(&mut self, len: Option<u64>, from: &From) {
        let Some(len) = len else { return };
        let mut around = vec![from.key.clone()];
        around.extend(from.outer.iter().cloned());
        self.block(format!("if value.size() != {len}:"), |generator| {
            generator.line(format!("_Wire.wrong_size(fault, value.size(), \"{len}\")"));
            generator.give_up(&around);
        });
    }

    fn read_tuple(&mut self, elements: &[Slot], from: &From, hint: &str) {
        self.unless("not (value is Array)", from, "Array");
        self.check_size(Some(elements.len() as u64), from);
        let (list, out) = (self.fresh("list"), self.fresh(&format!("{hint}_out")));
        self.local(&list, "Array", "value");
        self.local(&out, "Array", "[]");
        for (i, element) in elements.iter().enumerate() {
            self.line(format!("value = {list}[{i}]"));
            self.read(element, &from.inside(&list, &i.to_string()), hint);
            let float = matches!(*element.kind, Kind::Float { .. });
            self.line(format!("{out}.append({})", if float { "value * 1.0" } else { "value" }));
        }
        self.line(format!("value = {out}"));
    }

    fn read_map(&mut self, key: &Slot, value: &Slot, map: &Kind, from: &From, hint: &str) {
        self.unless("not (value is Dictionary)", from, "Dictionary");
        let (table, out) = (self.fresh("table"), self.fresh(&format!("{hint}_out")));
        self.local(&table, "Dictionary", "value");
        let ty = self.member_type(map);
        self.line(format!("var {out}: {ty} = {{}}"));
        let name = self.fresh("key");
        let head = self.each(&name, "Variant", &table);
        self.block(head, |generator| {
            let mut around = vec![from.key.clone()];
            around.extend(from.outer.iter().cloned());
            generator.check_key(key, &name, &around);
            generator.line(format!("value = {table}[{name}]"));
            generator.read(value, &from.inside(&table, &name), hint);
            let float = matches!(*value.kind, Kind::Float { .. });
            let written = if float { "value * 1.0" } else { "value" };
            let text = generator.four && matches!(*key.kind, Kind::Text);
            let name = if text { format!("str({name})") } else { name.clone() };
            generator.line(format!("{out}[{name}] = {written}"));
        });
        self.line(format!("value = {out}"));
    }

    fn check_key(&mut self, key: &Slot, name: &str, around: &[String]) {
        let (odd, expected) = match &*key.kind {
            Kind::Text if self.four => (
                format!("not ({name} is String) and not ({name} is StringName)"),
                "String as key".to_owned(),
            ),
            Kind::Text => (format!("not ({name} is String)"), "String as key".to_owned()),
            Kind::Int(low, high) => {
                let (from, to) = Self::bounds(*low, *high);
                (
                    format!("not ({name} is int) or {name} < {from} or {name} > {to}"),
                    format!("int from {low} to {high} as key"),
                )
            }
            Kind::Bool => (format!("not ({name} is bool)"), "bool as key".to_owned()),
            Kind::Number { index, .. } => {
                let numbers = self.numbers(*index);
                (
                    format!("not ({name} is int) or not [{numbers}].has({name})"),
                    format!("{} as key", self.names.class(*index)),
                )
            }
            _ => return,
        };
        self.block(format!("if {odd}:"), |generator| {
            generator.line(format!("_Wire.mismatch(fault, {name}, {})", string(&expected)));
            generator.give_up(around);
        });
    }
}
