//! The order in which a `BTreeMap` has its keys.

use std::cmp::Ordering;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use godot_var_codegen::flat::{Body, Enumeration, Record, Schema, Type, is_tuple};
use serde_json::Value as Json;

/// Compares two keys, as natural JSON, in the order of their Rust type.
pub(super) fn compare(schema: &Schema, ty: &Type, this: &Json, other: &Json) -> Ordering {
    match ty {
        Type::InBits(_, inner) | Type::AtMost(_, inner) => compare(schema, inner, this, other),
        Type::Number(_) | Type::Varint(_) | Type::NonZero(_) => number(this).cmp(&number(other)),
        Type::Ip => parsed::<IpAddr>(this).cmp(&parsed(other)),
        Type::Ipv4 | Type::Ipv6 => parsed::<IpAddr>(this).cmp(&parsed(other)),
        Type::Socket => parsed::<SocketAddr>(this).cmp(&parsed(other)),
        Type::Option(inner) => match (this.is_null(), other.is_null()) {
            (false, false) => compare(schema, inner, this, other),
            (this, other) => other.cmp(&this),
        },
        Type::List(_, element) | Type::Packed(_, _, element) | Type::Array(_, element) => {
            let (this, other) = (list(this), list(other));
            let by_element = this.iter().zip(other).map(|(a, b)| compare(schema, element, a, b));
            first(by_element).then(this.len().cmp(&other.len()))
        }
        Type::Tuple(elements) => {
            let pairs = elements.iter().zip(list(this)).zip(list(other));
            first(pairs.map(|((ty, a), b)| compare(schema, ty, a, b)))
        }
        Type::Message(index) => match &schema.types[*index].body {
            Body::Record(it) => record(schema, it, this, other),
            Body::Enumeration(it) => enumeration(schema, it, this, other),
        },
        _ => (this.as_bool(), this.as_str()).cmp(&(other.as_bool(), other.as_str())),
    }
}

fn first(mut orderings: impl Iterator<Item = Ordering>) -> Ordering {
    orderings.find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
}

fn number(json: &Json) -> Option<i128> {
    json.as_i64().map(i128::from).or_else(|| json.as_u64().map(i128::from))
}

fn parsed<T: FromStr>(json: &Json) -> Option<T> {
    json.as_str()?.parse().ok()
}

fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn record(schema: &Schema, record: &Record, this: &Json, other: &Json) -> Ordering {
    let of = |json: &Json, index: usize, name: &str| match json {
        Json::Array(values) => values.get(index).cloned().unwrap_or_default(),
        json if is_tuple(record) => json.clone(),
        json => json.get(name).cloned().unwrap_or_default(),
    };
    first(record.fields.iter().enumerate().map(|(index, field)| {
        let [this, other] = [this, other].map(|json| of(json, index, &field.name));
        compare(schema, &field.ty, &this, &other)
    }))
}

/// Variants are in the order in which the schema has them; the one for unknown numbers is the last.
fn enumeration(schema: &Schema, of: &Enumeration, this: &Json, other: &Json) -> Ordering {
    let member = |json: &Json| {
        let name = json.as_str().or_else(|| json.as_object()?.keys().next().map(String::as_str));
        of.members.iter().position(|member| Some(&*member.name) == name).unwrap_or(usize::MAX)
    };
    let content = |json: &Json| json.as_object().and_then(|it| it.values().next().cloned());
    let at = member(this);
    at.cmp(&member(other)).then_with(|| match (of.members.get(at), content(this), content(other)) {
        (Some(member), Some(this), Some(other)) => record(schema, &member.record, &this, &other),
        _ => Ordering::Equal,
    })
}
