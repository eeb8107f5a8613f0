//! The page of a message template with sample packets.

use godot_var_codegen::docs::{self, Example, Page};
use godot_var_schema::template::{Block, Field, FieldType, Message, Quantity, Template};
use serde_json::{Map, Value as Json, json};

use super::Interpreter;
use crate::Wire as _;

/// The number of blocks for a Variable quantity.
const BLOCKS: usize = 1;
/// The maximum number of fields in an example.
const MAX_FIELDS: usize = 1024;
/// The maximum length of an example in bytes.
const MAX_BYTES: usize = 8192;

/// Makes the page of a message template with examples.
pub fn page(template: &Template, title: &str) -> Page {
    let interpreter = Interpreter::new(template.clone());
    docs::lludp(template, title, &mut |message| example(&interpreter, message))
}

fn example(interpreter: &Interpreter, message: &Message) -> Result<Example, String> {
    let rows = message.blocks.iter().map(|block| repeats(block) * block.fields.len());
    if rows.sum::<usize>() > MAX_FIELDS
        || message.blocks.iter().map(least).sum::<usize>() > MAX_BYTES
    {
        return Err("it would be too long".to_owned());
    }
    let mut number = 0;
    let blocks: Map<String, Json> = message
        .blocks
        .iter()
        .map(|block| (block.name.clone(), rows_of(block, &mut number)))
        .collect();
    let form = json!({ "message": message.name, "flags": 0, "sequence": 1, "fields": blocks });
    let bytes = interpreter.encode(&form).map_err(|error| error.to_string())?;
    let runs = interpreter.parts(&bytes).map_err(|error| error.to_string())?;
    Ok(Example { value: form.to_string(), bytes, runs })
}

fn repeats(block: &Block) -> usize {
    match block.quantity {
        Quantity::Single => 1,
        Quantity::Multiple(count) => count.into(),
        Quantity::Variable => BLOCKS,
    }
}

/// Returns the length of a block's fields of fixed length, in bytes.
fn least(block: &Block) -> usize {
    let fixed = block.fields.iter().map(|field| match field.field_type {
        FieldType::Fixed(len) => len.into(),
        _ => 24,
    });
    fixed.sum::<usize>() * repeats(block)
}

fn rows_of(block: &Block, number: &mut u32) -> Json {
    let row = |_| {
        let fields = block.fields.iter().map(|field| {
            *number += 1;
            (field.name.clone(), value(field, *number))
        });
        Json::Object(fields.collect())
    };
    (0..repeats(block)).map(row).collect()
}

/// Returns a value that identifies its field: values differ as long as the type has room.
fn value(field: &Field, number: u32) -> Json {
    let small = number % 100;
    let float = f64::from(small) + 0.5;
    match field.field_type {
        FieldType::U8
        | FieldType::S8
        | FieldType::U16
        | FieldType::S16
        | FieldType::U32
        | FieldType::S32 => small.into(),
        FieldType::IpPort => (13_000 + small).into(),
        FieldType::U64 | FieldType::S64 => small.to_string().into(),
        FieldType::F32 | FieldType::F64 => float.into(),
        FieldType::Vector3 | FieldType::Vector3d => json!({ "x": float, "y": 0.0, "z": -2.5 }),
        FieldType::Vector4 => json!({ "x": float, "y": 0.0, "z": -2.5, "w": 1.0 }),
        FieldType::Quaternion => json!({ "x": 0.0, "y": 0.0, "z": 0.5 }),
        FieldType::Uuid => format!("00000000-0000-0000-0000-{number:012x}").into(),
        FieldType::Bool => true.into(),
        FieldType::IpAddr => format!("192.0.2.{small}").into(),
        FieldType::Fixed(len) => "00".repeat(len.into()).into(),
        // By convention texts end with a NUL.
        FieldType::Variable(_) => {
            let name: String = field.name.chars().filter(char::is_ascii_graphic).take(16).collect();
            hex::encode(name.bytes().chain([0]).collect::<Vec<_>>()).into()
        }
    }
}
