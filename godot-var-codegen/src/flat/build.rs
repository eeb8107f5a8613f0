//! From checked items to the model of a whole schema, with the encoding of every field.

use std::collections::BTreeSet;

use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Data, Expr, ExprLit, Lit, Meta, Token};

use super::codec::{Codec, number, prefix};
use super::{
    Bits, Body, Enumeration, Field, Member, Other, Record, Schema, State, Type, TypeDef, World,
};
use crate::layout_size;
use crate::protocol::build::{contained, in_cycles, text_of};
use crate::protocol::names::{Argument, Found, Instance, MAX_USES, Names, Scope, segments};
use crate::protocol::source::{Derived, Name, STATE, Sources};
use crate::protocol::{self as variant, Diagnostic, FieldDefault, Time, Value, default};
use godot_var_runtime::flat::NumberType;
use godot_var_runtime::variant::Generation;
use godot_var_schema::files::{CFG, derives};
use godot_var_schema::flat::{message, option_content};
use godot_var_schema::notes::Notes;
use godot_var_schema::snapshot::delta::delta;
use godot_var_schema::snapshot::{self, model::State as CheckedState};
use godot_var_schema::stream::model::Argument::{
    Bits as BitCount, Bound, Flag, Len, Number, Prefix as CountPrefix,
};
use godot_var_schema::stream::model::{self, DefaultValue, Named, Presence};

/// The maximum number of constants in the value of a constant.
const MAX_STEPS: u32 = 24;

type Result<T> = std::result::Result<T, Diagnostic>;

/// The derive.
const WIRE: &str = "GodotFlat";

/// Builds a schema.
pub(super) fn build(names: &mut Names<'_>) -> std::result::Result<Schema, Vec<Diagnostic>> {
    let sources = names.sources;
    let mut errors = sources.errors(WIRE);
    let krate = syn::parse_quote!(::godot_var);
    let messages = sources.checked(WIRE, message, |of| delta(of, &krate), &mut errors);
    let states = states(sources, &mut errors);
    let mut builder = Builder { names, messages, states, errors };
    let mut types = Vec::new();
    // Fields may use further instances of generic types.
    while let Some((index, instance)) = builder.names.requested(types.len()) {
        let def = builder.type_def(index, instance);
        types.push(def);
    }
    let Builder { names, states, mut errors, .. } = builder;
    errors.extend(cycles(&types));
    if !errors.is_empty() {
        return Err(sources.in_order(errors));
    }
    let mut warnings = sources.warnings(WIRE);
    warnings.extend(names.unused());
    warnings.extend(without_world(sources, &states));
    let schema = Schema {
        files: sources.files.clone(),
        docs: sources.docs.clone(),
        types,
        warnings: sources.in_order(warnings),
        ..Schema::default()
    };
    let mut errors = layout_size::of_flat(&schema);
    if errors.is_empty() {
        errors = super::size::mistakes(&schema);
    }
    if errors.is_empty() { Ok(schema) } else { Err(sources.in_order(errors)) }
}

/// Reports types that contain each other: they have no constant layout. `rustc` refuses them, too.
fn cycles(types: &[TypeDef]) -> Vec<Diagnostic> {
    let edges: Vec<BTreeSet<usize>> = (0..types.len())
        .map(|index| {
            let fields = types[index].fields();
            let mut mentioned = Vec::new();
            fields.for_each(|field| field.ty.messages(&mut |of| mentioned.push(of)));
            mentioned.retain(|of| !types[index].around.contains(of));
            contained(index, mentioned, &|of| types[of].arguments.clone())
        })
        .collect();
    let named = |index: usize| (types[index].name.as_str(), &types[index].place);
    in_cycles(&edges, named)
}

/// Checks every item that derives `SnapshotState` as the derive does.
fn states(sources: &Sources, errors: &mut Vec<Diagnostic>) -> Vec<Option<CheckedState>> {
    let check = |derived: &Derived| {
        let is_state = derived.delta_of.is_none() && derives(&derived.item.attrs, STATE);
        if !is_state {
            return None;
        }
        snapshot::state(&derived.item)
            .map_err(|mistakes| {
                for mistake in mistakes.flatten() {
                    let place = sources.place(derived.module, mistake.span());
                    errors.push(Diagnostic::new(&place, mistake.to_string()));
                }
            })
            .ok()
    };
    sources.derived.iter().map(check).collect()
}

/// Warns if there are states, and none has the input of a world: then no language has a class that takes snapshots.
fn without_world(sources: &Sources, states: &[Option<CheckedState>]) -> Option<Diagnostic> {
    let all = || states.iter().zip(&sources.derived).filter(|(state, _)| state.is_some());
    if all().any(|(state, _)| state.as_ref().is_some_and(|state| state.input.is_some())) {
        return None;
    }
    let is_enum = |item: &Derived| matches!(item.item.data, Data::Enum(_));
    // Variants of an enum have states, so an enum is more likely that of the world.
    let (_, world) = all().find(|(_, item)| is_enum(item)).or_else(|| all().next())?;
    let ident = &world.item.ident;
    let place = sources.place(world.module, ident.span());
    let message = format!(
        "no type with `SnapshotState` has an `input`, so no client class is written; write `#[snapshot(input = Steer)]` on the state of the entities, such as `{ident}`, with your type of input, or `#[snapshot(input = ())]`"
    );
    Some(Diagnostic::new(&place, message))
}

struct Builder<'s, 'n> {
    names: &'n mut Names<'s>,
    /// The checked model of each derived item; `None` if it has mistakes.
    messages: Vec<Option<model::Message>>,
    /// The same of those that are states.
    states: Vec<Option<CheckedState>>,
    errors: Vec<Diagnostic>,
}

impl Builder<'_, '_> {
    fn type_def(&mut self, index: usize, (derived, arguments): Instance) -> TypeDef {
        let sources = self.names.sources;
        let item = &sources.derived[derived];
        let scope = self.names.scope_of(index);
        let delta_of = item.delta_of.and_then(|message| {
            let message = self.names.instance((message, arguments.clone()));
            self.names.position(message)
        });
        let mut given = Vec::new();
        for argument in &arguments {
            if let Argument::Type(ty) = argument {
                ty.messages(&mut |index| given.extend(self.names.position(index)));
            }
        }
        let mut def = TypeDef {
            name: self.names.name_with(derived, &arguments),
            ident: item.item.ident.unraw().to_string(),
            module: sources.modules[item.module].path.clone(),
            arguments: given,
            instance: self.names.instance_key(&arguments),
            is_generic: !arguments.is_empty() || item.is_packet,
            around: Vec::new(),
            place: sources.place(item.module, item.item.ident.span()),
            docs: self.docs(&scope, &item.item.attrs),
            delta_of,
            big_endian: false,
            trailing: false,
            default: default::of_type(self.names, &scope, derived),
            max_size: None,
            pinned: None,
            state: None,
            body: Body::Record(Record::default()),
        };
        let Some(message) = self.messages[derived].clone() else { return def };
        def.big_endian = message.big_endian;
        def.trailing = message.trailing;
        for name in &message.around {
            let found = self.names.type_named(&scope, &[name.unraw().to_string()]);
            match found {
                Some(index) => def.around.push(index),
                None => {
                    let place = self.names.place(&scope, name.span());
                    let message =
                        format!("`{name}` is not a type of this schema that derives `GodotFlat`");
                    self.errors.push(Diagnostic::new(&place, message));
                }
            }
        }
        let place = |span| self.names.place(&scope, span);
        def.max_size = message.max_size.map(|(size, span)| (size, place(span)));
        def.pinned = message.layout.as_ref().map(|(text, span)| (text.clone(), place(*span)));
        match (&message.body, &item.item.data) {
            (model::Body::Record(record), Data::Struct(data)) => {
                def.body = Body::Record(self.record(&scope, record, &data.fields));
            }
            (model::Body::Enumeration(enumeration), Data::Enum(data)) => {
                def.body = Body::Enumeration(self.enumeration(&scope, enumeration, data));
            }
            _ => {}
        }
        if let Some(state) = self.states[derived].clone() {
            self.state(index, &scope, &state, &mut def);
        }
        def
    }

    /// Adds what is known of a state, and requests the packets of its world.
    fn state(&mut self, index: usize, scope: &Scope, state: &CheckedState, def: &mut TypeDef) {
        if let Body::Record(record) = &mut def.body {
            for (field, blend) in record.fields.iter_mut().zip(&state.blends) {
                field.blend = Some((*blend).into());
            }
        }
        let world = state.input.as_ref().map(|input| self.world(index, scope, input));
        let world = world.and_then(|world| world.map_err(|error| self.errors.push(error)).ok());
        def.state = Some(State { extrapolates: state.extrapolate.is_some(), world });
    }

    /// Requests the packets of a world.
    fn world(&mut self, index: usize, scope: &Scope, input: &syn::Type) -> Result<World> {
        let found = self.names.resolve(scope, input)?;
        let own = match &found {
            variant::Type::Message(input) => Some(*input),
            _ => None,
        };
        let is_input = match own {
            Some(own) => self.names.derived_of(own).is_some_and(|derived| {
                let state = self.states[derived].as_ref().and_then(|state| state.message.as_ref());
                state.is_some_and(|message| matches!(message.body, model::Body::Record(_)))
            }),
            None => found == variant::Type::UNIT,
        };
        if !is_input {
            let message = format!(
                "`{}` is not an input: a struct with `#[flat(delta)]` that derives `SnapshotState`, or `()`",
                text_of(input)
            );
            return self.error(scope, input.span(), message);
        }
        let state = variant::Type::Message(index);
        let packet = self.names.packet_of("Snapshot", state);
        let message = self.names.packet_of("ClientMessage", found);
        match (packet, message) {
            (Some(packet), Some(message)) => {
                Ok(World { input: own.and_then(|own| self.names.position(own)), packet, message })
            }
            _ => self.error(scope, input.span(), "the packets of snapshots are not known"),
        }
    }

    /// Returns the documentation of an item. A `cfg` on it is an error.
    fn docs(&mut self, scope: &Scope, attrs: &[Attribute]) -> Vec<String> {
        let notes = Notes::read(attrs);
        let hidden = attrs.iter().find(|attr| hides_attributes(attr));
        if let Some(cfg) = notes.cfg.or_else(|| hidden.map(Spanned::span)) {
            let place = self.names.place(scope, cfg);
            self.errors.push(Diagnostic::new(&place, CFG));
        }
        notes.docs
    }

    fn enumeration(
        &mut self,
        scope: &Scope,
        enumeration: &model::Enumeration,
        data: &syn::DataEnum,
    ) -> Enumeration {
        let mut members = Vec::new();
        let mut other = None;
        let mut default = None;
        for variant in &data.variants {
            let docs = self.docs(scope, &variant.attrs);
            let name = variant.ident.unraw().to_string();
            let place = self.names.place(scope, variant.ident.span());
            if Notes::read(&variant.attrs).is_default {
                default = Some(name.clone());
            }
            match enumeration.members.iter().find(|member| member.ident == variant.ident) {
                Some(member) => members.push(Member {
                    is_message: member.newtype().is_some_and(|field| !is_pointer(&field.ty)),
                    id: member.number.unwrap_or_default(),
                    record: self.record(scope, &member.record, &variant.fields),
                    name,
                    place,
                    docs,
                }),
                None => {
                    let rest = enumeration.other.as_ref().and_then(|other| other.rest.as_ref());
                    if let Some(rest) = rest {
                        self.check_rest(scope, rest);
                    }
                    other = enumeration.other.as_ref().map(|kept| Other {
                        name,
                        place,
                        docs,
                        number: kept.number,
                        rest: kept.rest.is_some(),
                    });
                }
            }
        }
        Enumeration { number: prefix(enumeration.repr), members, other, default }
    }

    /// Refuses a type that cannot hold the rest of a message.
    fn check_rest(&mut self, scope: &Scope, ty: &syn::Type) {
        let found = self.names.resolve(scope, ty).and_then(|found| match found {
            variant::Type::List(inner) | variant::Type::View(inner) if *inner == variant::Type::U8 => Ok(()),
            _ => self.error(
                scope,
                ty.span(),
                format!(
                    "`{}` cannot hold the rest of a message; the second field of `other` is a `Vec<u8>`, `&[u8]` or \
                     `Cow<[u8]>`",
                    text_of(ty)
                ),
            ),
        });
        self.errors.extend(found.err());
    }

    fn record(&mut self, scope: &Scope, record: &model::Record, given: &syn::Fields) -> Record {
        let mut fields = Vec::new();
        for (field, syntax) in record.fields.iter().zip(given) {
            let span = syntax.ident.as_ref().map_or_else(|| syntax.ty.span(), Spanned::span);
            let docs = self.docs(scope, &syntax.attrs);
            let (ty, rust) = self.field_type(scope, field).unwrap_or_else(|error| {
                self.errors.push(error);
                (Type::Unit, variant::Type::UNIT)
            });
            let bits = match field.presence {
                Presence::Always | Presence::If(_) => None,
                Presence::Bool(first) | Presence::Flag(first) => Some((first, 1)),
                Presence::Bits(first, count, _) => Some((first, count)),
            };
            fields.push(Field {
                name: match &field.name {
                    syn::Member::Named(ident) => ident.unraw().to_string(),
                    syn::Member::Unnamed(index) => index.index.to_string(),
                },
                place: self.names.place(scope, span),
                docs,
                ty,
                rust,
                bits: bits.map(|(first, count)| Bits { first: first as u8, count: count as u8 }),
                default: self.field_default(scope, &field.default),
                time: self.field_time(scope, &field.codec, &field.ty),
                through: match &field.codec {
                    model::Codec::Through(path, ..) => Some(path_text(path)),
                    _ => None,
                },
                blend: None,
            });
        }
        Record { header_bits: record.header_bits.unwrap_or(0) as u8, fields }
    }

    fn field_default(&mut self, scope: &Scope, default: &DefaultValue) -> FieldDefault {
        match default {
            DefaultValue::None => FieldDefault::Required,
            DefaultValue::Trait => FieldDefault::Type,
            DefaultValue::Expr(expr) => match default::value(self.names, scope, expr) {
                Some(Value::Empty) => FieldDefault::Type,
                Some(value) => FieldDefault::Value(value),
                None => FieldDefault::Code(text_of(expr)),
            },
        }
    }

    /// Returns how a field is encoded, and its type in Rust.
    fn field_type(&mut self, scope: &Scope, field: &model::Field) -> Result<(Type, variant::Type)> {
        if let Presence::Flag(_) = field.presence {
            let inner = option_content(&field.ty).unwrap_or(&field.ty);
            return self.encoding(scope, &field.codec, inner).map(optional);
        }
        let (ty, rust) = self.encoding(scope, &field.codec, &field.ty)?;
        if let Presence::Bits(_, count, _) = field.presence {
            let is_number = match &ty {
                Type::Number(number) => number.bytes() * 8 >= count as usize,
                Type::Message(_) => true,
                _ => false,
            };
            if !is_number {
                let message = format!("`{}` {}", text_of(&field.ty), super::size::no_bits(count));
                return self.error(scope, field.ty.span(), message);
            }
        }
        Ok((ty, rust))
    }

    /// Returns the encoding of a type with the attributes of its field, and the type in Rust.
    fn encoding(
        &mut self,
        scope: &Scope,
        codec: &model::Codec,
        ty: &syn::Type,
    ) -> Result<(Type, variant::Type)> {
        let inner = option_content(ty);
        let in_option = |encoded| if inner.is_some() { optional(encoded) } else { encoded };
        let (ty, codec) = match codec {
            model::Codec::With(path) => {
                return Ok((Type::Custom(path_text(path)), variant::Type::Custom));
            }
            model::Codec::Variant(godot4) => {
                let generation = if *godot4 { Generation::Godot4 } else { Generation::Godot3 };
                let ty = self.names.with_wire("GodotVar", |names| names.field(scope, ty))?;
                return Ok((Type::Variant(generation, ty.clone()), ty));
            }
            model::Codec::Through(_, wire, codec) => {
                return self.encoding(scope, codec, wire).map(in_option);
            }
            model::Codec::Unit(nanoseconds) => {
                let time = self.time(scope, inner.unwrap_or(ty), *nanoseconds)?;
                return Ok(in_option(match time {
                    Time { unit: "s", .. } => (Type::Number(NumberType::F64), variant::Type::F64),
                    Time { since_1970: true, .. } => {
                        (Type::Number(NumberType::I64), variant::Type::I64)
                    }
                    _ => (Type::Number(NumberType::U64), variant::Type::U64),
                }));
            }
            codec => (ty, self.codec(scope, codec)?),
        };
        let rust = self.names.field_with_pointers(scope, ty)?;
        match codec.apply(&rust.clone().settled()) {
            Ok(encoded) => Ok((encoded, rust)),
            Err(refusal) => self.error(scope, ty.span(), format!("`{}` {refusal}", text_of(ty))),
        }
    }

    /// Returns the time that a field stands for.
    fn field_time(&self, scope: &Scope, codec: &model::Codec, ty: &syn::Type) -> Option<Time> {
        match codec {
            model::Codec::Unit(nanoseconds) => {
                // In a delta the new value may be `None`, too.
                let mut ty = ty;
                while let Some(inner) = option_content(ty) {
                    ty = inner;
                }
                self.time(scope, ty, *nanoseconds).ok()
            }
            model::Codec::Through(_, wire, codec) => self.field_time(scope, codec, wire),
            _ => None,
        }
    }

    /// Returns which time a type is.
    fn time(&self, scope: &Scope, ty: &syn::Type, unit: u32) -> Result<Time> {
        let unit = Time::UNITS.into_iter().find(|(_, nanoseconds)| *nanoseconds == unit);
        if let syn::Type::Path(path) = ty
            && let Some((unit, nanoseconds)) = unit
            && let Some(Found::Outside(full)) =
                self.names.find(scope.module, &segments(&path.path), MAX_USES)
        {
            match full.last().map(String::as_str) {
                Some("Duration") => return Ok(Time { since_1970: false, unit, nanoseconds }),
                Some("SystemTime") => return Ok(Time { since_1970: true, unit, nanoseconds }),
                _ => {}
            }
        }
        let message = format!(
            "`{}` is not a time; `unit` applies to a `Duration` or `SystemTime`, or to an `Option` of it",
            text_of(ty)
        );
        self.error(scope, ty.span(), message)
    }

    fn codec(&self, scope: &Scope, codec: &model::Codec) -> Result<Codec> {
        Ok(match codec {
            model::Codec::Named(named) => self.named(scope, named)?,
            model::Codec::Counted(len, max_len, element) => {
                let prefix = prefix(len.unwrap_or(model::Prefix::Varint));
                let element = Box::new(self.codec(scope, element)?);
                let most = max_len.as_ref().map(|most| self.most(scope, most)).transpose()?;
                Codec::Counted(prefix, most, element)
            }
            // Their types say all of it.
            _ => Codec::Plain,
        })
    }

    /// Returns an encoding of its own attribute.
    fn named(&self, scope: &Scope, Named { name, arguments, .. }: &Named) -> Result<Codec> {
        Ok(match (*name, arguments.as_slice()) {
            ("Varint", []) => Codec::Varint,
            ("Half", []) => Codec::Half,
            ("Lenient", []) => Codec::Lenient,
            ("Bits", [BitCount(bits)]) => Codec::Bits(*bits as u8),
            ("PackedBits", [CountPrefix(len), BitCount(bits), most @ ..]) => {
                let most = match most {
                    [Len(most)] => Some(self.most(scope, most)?),
                    _ => None,
                };
                let prefix = prefix(len.unwrap_or(model::Prefix::Varint));
                Codec::PackedBits(prefix, *bits as u8, most)
            }
            ("Range", [Number(steps), Bound(low), Bound(high), Flag(clamp)]) => {
                let (bottom, top) = (self.bound(scope, low)?, self.bound(scope, high)?);
                if bottom >= top {
                    let message = "the range is the wrong way round, or of one value";
                    return self.error(scope, low.span(), message);
                }
                Codec::Range { low: bottom, high: top, steps: number(*steps), clamp: *clamp }
            }
            ("Angle", [Number(steps), Flag(degrees)]) => {
                Codec::Angle { degrees: *degrees, steps: number(*steps) }
            }
            ("Normal", [Number(shown_as)]) => Codec::Normal(*shown_as),
            ("SmallestThree", [BitCount(bits)]) => Codec::SmallestThree(*bits as u8),
            ("CString", []) => Codec::CString(None),
            ("CString", [Len(most)]) => Codec::CString(Some(self.most(scope, most)?)),
            // Another wire's.
            _ => Codec::Plain,
        })
    }

    /// Returns a maximum length.
    fn most(&self, scope: &Scope, most: &Expr) -> Result<usize> {
        let len = self.names.length(scope, most)?;
        Ok(usize::try_from(len).unwrap_or(usize::MAX))
    }

    /// Returns a bound of a range, as the compiler converts it to an `f64`.
    fn bound(&self, scope: &Scope, expr: &Expr) -> Result<f64> {
        match self.float(scope, expr, MAX_STEPS) {
            Some(value) => Ok(value),
            None => self.error(
                scope,
                expr.span(),
                "the bound is neither a number nor a constant of this schema",
            ),
        }
    }

    fn float(&self, scope: &Scope, expr: &Expr, steps: u32) -> Option<f64> {
        let next = steps.checked_sub(1)?;
        match expr {
            Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => {
                let value = number.base10_parse().ok()?;
                Some(if number.suffix() == "f32" { single(value) } else { value })
            }
            Expr::Group(group) => self.float(scope, &group.expr, next),
            Expr::Paren(paren) => self.float(scope, &paren.expr, next),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                self.float(scope, &unary.expr, next).map(|value| -value)
            }
            Expr::Path(path) => {
                let found = self.names.find(scope.module, &segments(&path.path), MAX_USES);
                if let Some(Found::Name(module, Name::Const(item))) = found {
                    let scope = Scope { module, ..Scope::default() };
                    let value = self.float(&scope, &item.expr, next)?;
                    let is_single = item.ty.to_token_stream().to_string() == "f32";
                    return Some(if is_single { single(value) } else { value });
                }
                self.names.number(scope, expr).map(|number| number as f64)
            }
            expr => self.names.number(scope, expr).map(|number| number as f64),
        }
    }

    fn error<T>(&self, scope: &Scope, span: Span, message: impl Into<String>) -> Result<T> {
        Err(Diagnostic::new(&self.names.place(scope, span), message))
    }
}

/// Whether attributes of this wire depend on a condition.
fn hides_attributes(attr: &Attribute) -> bool {
    let parts = Punctuated::<Meta, Token![,]>::parse_terminated;
    attr.path().is_ident("cfg_attr")
        && attr
            .parse_args_with(parts)
            .is_ok_and(|parts| parts.iter().skip(1).any(|part| part.path().is_ident("flat")))
}

/// The `Option` of a type, as it is encoded and in Rust.
fn optional((ty, rust): (Type, variant::Type)) -> (Type, variant::Type) {
    (Type::Option(Box::new(ty)), variant::Type::Option(Box::new(rust)))
}

/// The path of a module.
fn path_text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// What an `f32` keeps of a number.
fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Whether a type is a pointer, which is read apart from the message around it.
fn is_pointer(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Group(group) => is_pointer(&group.elem),
        syn::Type::Paren(paren) => is_pointer(&paren.elem),
        syn::Type::Reference(_) => true,
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name)),
        _ => false,
    }
}
