//! `from_variant()`: statements that check what came, off the fast path only where it is odd.

use std::rc::Rc;

use godot_var_runtime::variant::{Bounds, TypeLayout, VariantType, VariantTypes};
use godot_var_schema::RenameRule;

use super::Generator;
use super::kind::{Ints, Kind, Slot};
use super::locals::Locals;
use super::names::numbers_table;
use super::text::string;
use super::words::range;
use crate::protocol::{Body, ParsedText};
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
    /// What was read of the value already, as an expression, where that is remembered.
    pub(super) seen: Option<String>,
}

impl From {
    fn inside(&self, source: &str, key: &str) -> Self {
        let mut outer = vec![self.key.clone()];
        outer.extend(self.outer.iter().cloned());
        let seen = self.seen.as_ref().map(|seen| format!("{seen}.at({key})"));
        Self { source: source.to_owned(), key: key.to_owned(), outer, seen }
    }
}

impl Generator<'_> {
    /// `fault.append(…)` for what stands around, and the end.
    pub(super) fn give_up(&mut self, outer: &[String]) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        for key in outer {
            self.line(format!("{fault}.append({key})"));
        }
        self.line(format!("return {}", self.failure));
    }

    /// Gives up with a fault, if the condition holds.
    pub(super) fn fail_if(
        &mut self,
        condition: impl AsRef<str>,
        fault: impl AsRef<str>,
        outer: &[String],
    ) {
        self.block(format!("if {}:", condition.as_ref()), |generator| {
            generator.line(fault);
            generator.give_up(outer);
        });
    }

    /// What a call of a reader of this type is told besides: what was read already.
    pub(super) fn remembered(&self, index: usize, seen: Option<&str>) -> String {
        match seen {
            Some(seen) if self.speculation.remembers(index) => format!(", {seen}"),
            _ => String::new(),
        }
    }

    /// The value is of a wrong type or missing.
    fn unless(&mut self, condition: &str, from: &From, expected: &str) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let From { source, key, outer, .. } = from;
        let expected = string(expected);
        self.fail_if(
            condition,
            format!("_Wire.refuse({fault}, {source}, {key}, {expected})"),
            outer,
        );
    }

    fn bounds(low: i64, high: i64) -> (String, String) {
        let low = if low == i64::MIN { "_Wire.I64_MIN".to_owned() } else { low.to_string() };
        let high = if high == i64::MAX { "_Wire.I64_MAX".to_owned() } else { high.to_string() };
        (low, high)
    }

    /// Asks a function of `_Wire` for the value, which is null after a fault.
    fn ask(&mut self, function: &str, from: &From, arguments: &str) {
        let Locals { fault, value, .. } = &*Rc::clone(&self.locals);
        let From { source, key, outer, .. } = from;
        let comma = if arguments.is_empty() { "" } else { ", " };
        self.line(format!(
            "{value} = _Wire.{function}({fault}, {source}, {key}{comma}{arguments})"
        ));
        self.block(format!("if {value} == null:"), |generator| generator.give_up(outer));
    }

    fn read_int(&mut self, ints: Ints, strict: bool, from: &From) {
        let Locals { value, fault, .. } = &*Rc::clone(&self.locals);
        let (low, high) = (ints.least, ints.most);
        let strict = strict || !self.is_read_from(VariantType::Int, VariantType::Float);
        let wrong = format!("not ({value} is int)");
        let mut odd = wrong.clone();
        if low != i64::MIN {
            odd = format!("{odd} or {value} < {low}");
        }
        if high != i64::MAX {
            odd = format!("{odd} or {value} > {high}");
        }
        if strict {
            self.unless(&wrong, from, "int");
        }
        if !strict || odd != wrong {
            let (low, high) = Self::bounds(low, high);
            self.block(format!("if {odd}:"), |generator| {
                generator.ask("to_int", from, &format!("{low}, {high}"));
            });
        }
        if ints.lacks_zero {
            let From { key, outer, .. } = from;
            self.fail_if(format!("{value} == 0"), format!("_Wire.zero({fault}, {key})"), outer);
        }
    }

    /// Refuses a number that would be infinite in 32 bits.
    fn refuse_too_large(&mut self, from: &From) {
        let Locals { value, fault, .. } = &*Rc::clone(&self.locals);
        let From { key, outer, .. } = from;
        let limit = "_Wire.BEYOND_SINGLE";
        self.block(format!("if {value} >= {limit} or {value} <= -{limit}:"), |generator| {
            let refused = format!("if _Wire.is_too_large({fault}, {key}, {value}):");
            generator.block(refused, |generator| generator.give_up(outer));
        });
    }

    /// Reads a float, or an int that a float holds exactly.
    fn read_float(&mut self, strict: bool, from: &From) {
        let Locals { value, .. } = &*Rc::clone(&self.locals);
        let wrong = format!("not ({value} is float)");
        if strict || !self.is_read_from(VariantType::Float, VariantType::Int) {
            self.unless(&wrong, from, "float");
        } else {
            self.block(format!("if {wrong}:"), |generator| {
                generator.ask("to_float", from, "");
            });
        }
    }

    /// Whether a value of one type is read from one of another type, by the rules of all readers.
    fn is_read_from(&self, kind: VariantType, from: VariantType) -> bool {
        self.read_from(kind).contains(&from)
    }

    /// The types that a value of one type is read from, itself first.
    fn read_from(&self, kind: VariantType) -> Vec<VariantType> {
        let all = TypeLayout::Value(kind, Bounds::None).read_types(self.generation());
        let others = all.iter().filter(|other| *other != kind);
        let known = |kind: &VariantType| kind.id(self.generation()).is_some();
        std::iter::once(kind).chain(others).filter(known).collect()
    }

    /// The condition under which a value is of none of the types that one of this type is read from.
    fn none_of(&self, kind: VariantType, value: &str) -> String {
        let types = self.read_from(kind).into_iter();
        let types = types.map(|kind| format!("not ({value} is {})", kind.name(self.generation())));
        types.collect::<Vec<_>>().join(" and ")
    }

    /// The condition under which a value is a text.
    pub(super) fn is_text(&self, value: &str) -> String {
        let types = self.read_from(VariantType::String).into_iter();
        let types = types.map(|kind| format!("{value} is {}", kind.name(self.generation())));
        types.collect::<Vec<_>>().join(" or ")
    }

    /// The condition under which a value is no text.
    pub(super) fn no_text(&self, value: &str) -> String {
        self.none_of(VariantType::String, value)
    }

    /// The condition under which a text has not the form that Rust parses.
    fn no_form(&mut self, form: &ParsedText, text: &str) -> String {
        let check = form.check;
        self.parses_texts = true;
        format!("not _Texts.{check}({text})")
    }

    /// Checks the value and turns it into what the member holds.
    pub(super) fn read(&mut self, slot: &Slot, from: &From, hint: &str) {
        let Locals { value, .. } = &*Rc::clone(&self.locals);
        let text = self.no_text(value);
        match &*slot.kind {
            Kind::Any(_) => {}
            Kind::Nil => self.unless(&format!("{value} != null"), from, "Nil"),
            Kind::Bool => self.unless(&format!("not ({value} is bool)"), from, "bool"),
            Kind::Int(ints) => self.read_int(*ints, slot.strict, from),
            Kind::BoolAsInt => {
                self.read_int(Ints::from(0, 1), slot.strict, from);
                self.line(format!("{value} = {value} == 1"));
            }
            Kind::FloatAsInt => {
                let (least, most) = Bounds::F64.whole_floats();
                self.read_int(Ints::from(least, most), slot.strict, from);
                self.line(format!("{value} = {value} * 1.0"));
            }
            Kind::IntAsFloat(ints) => {
                if slot.strict {
                    self.unless(&format!("not ({value} is float)"), from, "float");
                }
                self.read_int(*ints, false, from);
            }
            Kind::BoolAsFloat => {
                self.read_int(Ints::from(0, 1), false, from);
                self.line(format!("{value} = {value} == 1"));
            }
            Kind::Float { single } => {
                self.read_float(slot.strict, from);
                if *single {
                    self.refuse_too_large(from);
                }
            }
            Kind::Text | Kind::TextAsName => {
                let (odd, expected) = match (&*slot.kind, slot.strict, self.four) {
                    (Kind::TextAsName, true, true) => {
                        (format!("not ({value} is StringName)"), "StringName")
                    }
                    (Kind::Text, true, true) => {
                        (format!("typeof({value}) != TYPE_STRING"), "String")
                    }
                    _ => (text, "String"),
                };
                self.unless(&odd, from, expected);
                if self.four {
                    self.line(format!("{value} = str({value})"));
                }
            }
            Kind::Letter => {
                self.unless(&text, from, "String");
                self.unless(&format!("str({value}).length() != 1"), from, "one character");
            }
            Kind::Parsed(form) => {
                let no_form = self.no_form(form, &format!("str({value})"));
                let expected = format!("{} in a String", form.name);
                self.unless(&format!("{text} or {no_form}"), from, &expected);
                if self.four {
                    self.line(format!("{value} = str({value})"));
                }
            }
            Kind::StringName => {
                let odd = if slot.strict {
                    format!("not ({value} is StringName)")
                } else {
                    self.none_of(VariantType::StringName, value)
                };
                self.unless(&odd, from, "StringName");
            }
            Kind::NodePath | Kind::TextAsPath => {
                let odd = if slot.strict {
                    format!("not ({value} is NodePath)")
                } else {
                    self.none_of(VariantType::NodePath, value)
                };
                self.unless(&odd, from, "NodePath");
                match &*slot.kind {
                    Kind::TextAsPath => self.line(format!("{value} = str({value})")),
                    _ if slot.strict => {}
                    _ => self.line(format!("{value} = NodePath(str({value}))")),
                }
            }
            Kind::Engine(name) => self.unless(&format!("not ({value} is {name})"), from, name),
            Kind::Option(inner) => {
                // A value that needs no look is its own.
                if !matches!(*inner.kind, Kind::Any(_) | Kind::Nil) {
                    self.block(format!("if {value} != null:"), |generator| {
                        generator.read(inner, from, hint);
                    });
                }
            }
            Kind::List { .. } => self.read_list(slot, from, hint),
            Kind::Map { .. } => self.read_map(slot, from, hint),
            Kind::Class(index) => {
                let object = self.read_object(*index, from, hint);
                self.line(format!("{value} = {object}"));
            }
            Kind::Number { open: true, .. } => {
                self.read_int(Ints::ALL, slot.strict, from);
            }
            Kind::Number { index, .. } => {
                if slot.strict {
                    self.unless(&format!("not ({value} is int)"), from, "int");
                }
                let name = string(self.names.class(*index));
                let numbers = self.numbers(*index);
                self.ask("to_enum", from, &format!("{name}, [{numbers}]"));
            }
            Kind::Name { index } => {
                let class = self.names.class(*index);
                let arguments = format!("{}, {}", string(class), numbers_table(class));
                self.ask("to_name", from, &arguments);
            }
            Kind::NameText { .. } => {
                self.unless(&text, from, "String");
                if self.four {
                    self.line(format!("{value} = str({value})"));
                }
            }
        }
        if matches!(*slot.kind, Kind::Text | Kind::TextAsName | Kind::TextAsPath) {
            let size = if self.four {
                format!("str({value}).to_utf8_buffer().size()")
            } else {
                format!("{value}.to_utf8().size()")
            };
            self.check_len(slot, &size, "bytes", from);
        }
    }

    /// Reads the value into a variable of its class, and returns the name.
    fn read_object(&mut self, index: usize, from: &From, hint: &str) -> String {
        let Locals { value, fault, .. } = &*Rc::clone(&self.locals);
        let class = self.names.class(index).to_owned();
        let From { source, key, outer, seen } = from;
        if key.starts_with('"') {
            let missing = format!("{value} == null and _Wire.lacks({source}, {key})");
            self.unless(&missing, from, &class);
        }
        let seen = self.remembered(index, seen.as_deref());
        let object = self.fresh(&format!("{hint}_item"));
        let refused = if matches!(self.protocol.types[index].body, Body::Record(_)) {
            self.local(&object, &class, &format!("{class}.new()"));
            format!("not {object}._load({value}, {fault}{seen})")
        } else {
            self.local(&object, &class, &format!("{class}._read({value}, {fault}{seen})"));
            format!("{object} == null")
        };
        let mut around = vec![key.clone()];
        around.extend(outer.iter().cloned());
        self.block(format!("if {refused}:"), |generator| generator.give_up(&around));
        object
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

    fn check_len(&mut self, slot: &Slot, size: &str, unit: &str, from: &From) {
        let Some(len) = slot.max_len else { return };
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let From { key, outer, .. } = from;
        self.fail_if(
            format!("{size} > {len}"),
            format!("_Wire.too_long({fault}, {key}, {len}, \"{unit}\")"),
            outer,
        );
    }

    fn check_size(&mut self, len: Option<u64>, size: &str, from: &From) {
        let Some(len) = len else { return };
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let mut around = vec![from.key.clone()];
        around.extend(from.outer.iter().cloned());
        self.fail_if(
            format!("{size} != {len}"),
            format!("_Wire.wrong_size({fault}, {size}, \"{len}\")"),
            &around,
        );
    }

    fn read_list(&mut self, slot: &Slot, from: &From, hint: &str) {
        let Kind::List { element, packed, len, exact, .. } = &*slot.kind else { return };
        let Locals { value, .. } = &*Rc::clone(&self.locals);
        let has_zero = !matches!(&*element.kind, Kind::Int(ints) if !ints.contain_zero());
        match packed {
            Some(packed) if *exact || slot.strict => {
                self.unless(&format!("not ({value} is {packed})"), from, packed);
                if slot.max_len.is_some() || len.is_some() {
                    let list = self.fresh("list");
                    self.local(&list, packed, value);
                    self.check_lengths(slot, *len, &list, from);
                }
                if !has_zero {
                    self.refuse_zeros(packed, from);
                }
            }
            Some(packed) if len.is_none() && slot.max_len.is_none() => {
                self.block(format!("if not ({value} is {packed}):"), |generator| {
                    generator.read_elements(slot, from, hint);
                });
                if !has_zero {
                    self.block("else:", |generator| generator.refuse_zeros(packed, from));
                }
            }
            _ => self.read_elements(slot, from, hint),
        }
    }

    /// Looks for zeros in a packed array of ints that are none.
    fn refuse_zeros(&mut self, packed: &str, from: &From) {
        let Locals { value, fault, .. } = &*Rc::clone(&self.locals);
        let (list, index) = (self.fresh("list"), self.fresh("i"));
        self.local(&list, packed, value);
        let mut around = vec![from.key.clone()];
        around.extend(from.outer.iter().cloned());
        let head = self.each(&index, "int", &format!("{list}.size()"));
        self.block(head, |generator| {
            generator.fail_if(
                format!("{list}[{index}] == 0"),
                format!("_Wire.zero({fault}, {index})"),
                &around,
            );
        });
    }

    fn check_lengths(&mut self, slot: &Slot, len: Option<u64>, list: &str, from: &From) {
        let size = format!("{list}.size()");
        self.check_len(slot, &size, "elements", from);
        self.check_size(len, &size, from);
    }

    /// Reads an Array or a packed array element by element.
    fn read_elements(&mut self, slot: &Slot, from: &From, hint: &str) {
        let Kind::List { element, packed, len, read_from, .. } = &*slot.kind else { return };
        let Locals { value, fault, .. } = &*Rc::clone(&self.locals);
        if slot.strict {
            self.unless(&format!("not ({value} is Array)"), from, "Array");
        }
        let arrays = self.array_constants(*read_from);
        let expected = packed.unwrap_or("Array");
        if arrays.is_empty() {
            if !slot.strict {
                self.unless(&format!("not ({value} is Array)"), from, expected);
            }
        } else {
            let From { source, key, outer, .. } = from;
            let expected = string(expected);
            self.line(format!("{value} = _Wire.to_list({value}, [{arrays}])"));
            self.fail_if(
                format!("{value} == null"),
                format!("_Wire.refuse({fault}, {source}, {key}, {expected})"),
                outer,
            );
        }
        let list = self.fresh("list");
        self.local(&list, "Array", value);
        self.check_lengths(slot, *len, &list, from);
        let out = self.fresh(&format!("{hint}_out"));
        // The engine converts what the check lets pass: whole floats to ints, names to texts.
        let converts = matches!(
            *element.kind,
            Kind::Bool | Kind::Int(..) | Kind::Float { .. } | Kind::Text | Kind::Engine(_)
        );
        let all_at_once = converts && (packed.is_some() || self.four);
        let ty = if packed.is_some() { "Array".to_owned() } else { self.array_of(&element.kind) };
        if !all_at_once {
            self.line(format!("var {out}: {ty} = []"));
        }
        let index = self.fresh("i");
        let head = self.each(&index, "int", &format!("{list}.size()"));
        self.block(head, |generator| {
            generator.line(format!("{value} = {list}[{index}]"));
            if let Kind::Class(class) = *element.kind {
                let object = generator.read_object(class, &from.inside(&list, &index), hint);
                generator.line(format!("{out}.append({object})"));
                return;
            }
            generator.read(element, &from.inside(&list, &index), hint);
            if all_at_once {
                return;
            }
            let item_type = generator.element_type(&element.kind);
            if generator.four && item_type != "Variant" {
                let item = generator.fresh(&format!("{hint}_item"));
                generator.line(format!("var {item}: {item_type} = {value}"));
                generator.line(format!("{out}.append({item})"));
            } else if matches!(*element.kind, Kind::Float { .. }) {
                generator.line(format!("{out}.append({value} * 1.0)"));
            } else {
                generator.line(format!("{out}.append({value})"));
            }
        });
        match (packed, all_at_once) {
            (Some(packed), true) => self.line(format!("{value} = {packed}({list})")),
            (Some(packed), false) => self.line(format!("{value} = {packed}({out})")),
            (None, true) => {
                self.line(format!("var {out}: {ty} = []"));
                self.line(format!("{out}.assign({list})"));
                self.line(format!("{value} = {out}"));
            }
            (None, false) => self.line(format!("{value} = {out}")),
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

    fn read_map(&mut self, slot: &Slot, from: &From, hint: &str) {
        let Kind::Map { key, value: content, .. } = &*slot.kind else { return };
        let Locals { value, .. } = &*Rc::clone(&self.locals);
        self.unless(&format!("not ({value} is Dictionary)"), from, "Dictionary");
        let (table, out) = (self.fresh("table"), self.fresh(&format!("{hint}_out")));
        self.local(&table, "Dictionary", value);
        self.check_len(slot, &format!("{table}.size()"), "pairs", from);
        let ty = self.member_type(&slot.kind);
        self.local(&out, &ty, "{}");
        let name = self.fresh("key");
        let head = self.each(&name, "Variant", &table);
        self.block(head, |generator| {
            let mut around = vec![from.key.clone()];
            around.extend(from.outer.iter().cloned());
            generator.check_key(key, &name, &around);
            generator.line(format!("{value} = {table}[{name}]"));
            generator.read(content, &from.inside(&table, &name), hint);
            let float = matches!(*content.kind, Kind::Float { .. });
            let float = if float { " * 1.0" } else { "" };
            let name = match *key.kind {
                Kind::Text | Kind::Letter if generator.four => format!("str({name})"),
                Kind::StringName => format!("StringName(str({name}))"),
                _ => name.clone(),
            };
            generator.line(format!("{out}[{name}] = {value}{float}"));
        });
        self.line(format!("{value} = {out}"));
    }

    fn check_key(&mut self, key: &Slot, name: &str, around: &[String]) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let (odd, expected) = match &*key.kind {
            Kind::Text => (self.no_text(name), "String as key".to_owned()),
            Kind::StringName => (self.no_text(name), "StringName as key".to_owned()),
            Kind::Letter => (
                format!("{} or str({name}).length() != 1", self.no_text(name)),
                "one character as key".to_owned(),
            ),
            Kind::Engine(kind) => (format!("not ({name} is {kind})"), format!("{kind} as key")),
            Kind::Int(ints) => {
                let (from, to) = Self::bounds(ints.least, ints.most);
                let zero = if ints.lacks_zero { format!(" or {name} == 0") } else { String::new() };
                (
                    format!("not ({name} is int) or {name} < {from} or {name} > {to}{zero}"),
                    format!("int from {} as key", range(*ints)),
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
        // Of a number that is none of them, the number says more than its type.
        let is_number = matches!(*key.kind, Kind::Int(_) | Kind::Number { .. });
        let report = if is_number { "odd_key" } else { "mismatch" };
        self.fail_if(
            odd,
            format!("_Wire.{report}({fault}, {name}, {})", string(&expected)),
            around,
        );
    }
}
