//! A schema as JSON, for generators in other languages.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Body, Field, Member, Schema, TypeDef};
use crate::flat::World;
use crate::lock::{exchange, named, print};
use crate::{flat, protocol};
use godot_var_runtime::variant::Generation;

/// The version of the format. A new key leaves it; it changes with the meaning of one.
pub const VERSION: u32 = 1;

/// Returns a schema as JSON with line breaks: `docs/schema_json.md` describes it.
///
/// ```
/// use godot_var_codegen::{flat, schema};
///
/// let text = "
///     use godot_var::GodotVar;
///     /// Something said.
///     #[derive(GodotVar)]
///     struct Chat { #[godot_var(rename = \"msg\", max_len = 200)] text: String, at: Option<u32> }
/// ";
/// let (variants, flat) = flat::parse_both("game.rs", |_| Ok(text.to_owned())).expect("a valid schema");
/// let json = schema::json(&schema::Schema::new(&variants, &flat)).expect("it can be written");
/// assert_eq!(
///     json,
///     r#"{
///   "version": 1,
///   "files": ["game.rs"],
///   "docs": [],
///   "layout": "cef42979c7c7fdb1",
///   "types": [
///     {
///       "name": "Chat",
///       "docs": ["Something said."],
///       "record": [
///         { "name": "text", "type": "String", "variant": { "key": "msg", "max_len": 200 } },
///         { "name": "at", "type": { "option": "u32" }, "variant": { "key": "at" } }
///       ],
///       "variant": { "form": "dictionary", "layout": "038dd02ac18ab90e", "size": [44, 252] }
///     }
///   ],
///   "rpcs": []
/// }
/// "#
/// );
/// ```
///
/// # Errors
/// What `serde_json` cannot write.
pub fn json(schema: &Schema<'_>) -> Result<String> {
    let json = Json::new(schema);
    let mut whole = Map::new();
    whole.insert("version".to_owned(), VERSION.into());
    whole.insert("files".to_owned(), json!(schema.files));
    whole.insert("docs".to_owned(), json!(schema.docs));
    if !schema.variants.types.is_empty() {
        whole.insert("layout".to_owned(), hex(schema.variants.fingerprint_of_all()));
    }
    if !schema.flat.types.is_empty() {
        whole.insert("flat_layout".to_owned(), hex(schema.flat.fingerprint_of_all()));
    }
    let types = schema.types.iter().enumerate();
    let types: Result<Vec<_>> = types.map(|(index, def)| json.type_def(index, def)).collect();
    whole.insert("types".to_owned(), types?.into());
    whole.insert("rpcs".to_owned(), json.of_variants(&schema.rpc_sets, &[])?);
    Ok(print(&whole.into()))
}

fn hex(fingerprint: u64) -> Value {
    format!("{fingerprint:016x}").into()
}

struct Json<'j, 's> {
    schema: &'j Schema<'s>,
    /// The names of all types, and of those that are flat messages.
    paths: Vec<String>,
    flat_paths: Vec<String>,
    variants: Vec<u64>,
    flat: Vec<u64>,
    variant_sizes: protocol::Sizes<'s>,
    flat_sizes: flat::Sizes<'s>,
}

type Result<T> = std::result::Result<T, serde_json::Error>;

impl<'j, 's> Json<'j, 's> {
    fn new(schema: &'j Schema<'s>) -> Self {
        Self {
            schema,
            paths: schema.types.iter().map(TypeDef::path).collect(),
            flat_paths: schema.flat.types.iter().map(flat::TypeDef::path).collect(),
            variants: schema.variants.fingerprints(),
            flat: schema.flat.fingerprints(),
            variant_sizes: protocol::Sizes::new(schema.variants, Generation::Godot4),
            flat_sizes: flat::Sizes::new(schema.flat),
        }
    }

    /// A part of the model of Variants without some keys.
    fn of_variants(&self, part: &impl Serialize, without: &[&str]) -> Result<Value> {
        let mut value = serde_json::to_value(part)?;
        let names = named(&self.paths);
        exchange(&mut value, &names, &names);
        Ok(lacking(value, without))
    }

    /// A part of the model of flat messages without some keys.
    fn of_flat(&self, part: &impl Serialize, without: &[&str]) -> Result<Value> {
        let mut value = serde_json::to_value(part)?;
        exchange(&mut value, &named(&self.flat_paths), &named(&self.paths));
        Ok(lacking(value, without))
    }

    fn type_def(&self, index: usize, def: &TypeDef<'_>) -> Result<Value> {
        let mut json = head(&self.paths[index], def.docs);
        if let Some(of) = def.delta_of {
            json.insert("delta_of".to_owned(), self.paths[of].as_str().into());
        }
        let (key, body) = match &def.body {
            Body::Record(fields) => ("record", self.fields(fields)?),
            Body::Transparent(field) => ("transparent", self.field(field)?),
            Body::Unit => ("unit", Value::Object(Map::new())),
            Body::Enumeration(enumeration) => {
                let each = enumeration.members.iter().map(|member| self.member(member));
                ("variants", each.collect::<Result<Vec<_>>>()?.into())
            }
        };
        json.insert(key.to_owned(), body);
        if let Some(state) = def.flat.and_then(|flat| flat.state.as_ref()) {
            json.insert("state".to_owned(), self.state(state));
        }
        if let Some(own) = def.variant {
            let size = self.variant_sizes.message(index);
            let mut column = flattened(self.of_variants(own, &OF_TYPES)?);
            let size = (size.least, size.most);
            join(&mut column, json!({ "layout": hex(self.variants[index]), "size": size }));
            json.insert("variant".to_owned(), column);
        }
        if let (Some(own), Some(flat)) =
            (def.flat, self.schema.of_flat.iter().position(|of| *of == index))
        {
            let size = self.flat_sizes.message(flat);
            let mut column = flattened(self.of_flat(own, &OF_TYPES)?);
            let size = (size.min, (size.max < usize::MAX).then_some(size.max));
            join(&mut column, json!({ "layout": hex(self.flat[flat]), "size": size }));
            json.insert("flat".to_owned(), column);
        }
        Ok(json.into())
    }

    /// How a type is the state of an entity.
    fn state(&self, state: &flat::State) -> Value {
        let mut json = Map::new();
        if state.extrapolates {
            json.insert("extrapolates".to_owned(), true.into());
        }
        if let Some(World { input, packet, message }) = &state.world {
            let named = |index: usize| self.flat_paths[index].as_str();
            let world = json!({ "input": input.map(named), "packet": named(*packet), "message": named(*message) });
            json.insert("world".to_owned(), world);
        }
        json.into()
    }

    fn member(&self, member: &Member<'_>) -> Result<Value> {
        let mut json = head(member.name, member.docs);
        if member.is_other {
            json.insert("other".to_owned(), true.into());
        }
        json.insert("record".to_owned(), self.fields(&member.fields)?);
        if let Some(own) = member.variant {
            let column = self.of_variants(own, &["name", "style"])?;
            json.insert("variant".to_owned(), flattened(column));
        }
        if let Some(own) = member.flat {
            let column = self.of_flat(own, &["name"])?;
            json.insert("flat".to_owned(), flattened(column));
        }
        if let Some(own) = member.flat_other {
            json.insert("flat".to_owned(), self.of_flat(own, &["name"])?);
        }
        Ok(json.into())
    }

    fn fields(&self, fields: &[Field<'_>]) -> Result<Value> {
        Ok(fields.iter().map(|field| self.field(field)).collect::<Result<Vec<_>>>()?.into())
    }

    fn field(&self, field: &Field<'_>) -> Result<Value> {
        let mut json = head(field.name, field.docs);
        json.insert("type".to_owned(), self.of_variants(&field.ty, &[])?);
        if let Some(time) = field.time {
            let time = json!({ "unit": time.unit, "since_1970": time.since_1970 });
            json.insert("time".to_owned(), time);
        }
        if field.default != protocol::FieldDefault::Required {
            json.insert("default".to_owned(), self.of_variants(&field.default, &[])?);
        }
        if let Some(blend) = field.flat.and_then(|flat| flat.blend) {
            json.insert("blend".to_owned(), serde_json::to_value(blend)?);
        }
        if let Some(own) = field.variant {
            let column = self.of_variants(own, &["name", "type", "time", "default"])?;
            json.insert("variant".to_owned(), column);
        }
        if let Some(own) = field.flat {
            let column = self.of_flat(own, &["name", "time", "default"])?;
            json.insert("flat".to_owned(), column);
        }
        Ok(json.into())
    }
}

/// What the columns of a type do not say again.
const OF_TYPES: [&str; 8] =
    ["name", "module", "is_generic", "arguments", "given", "delta_of", "transparent", "state"];

fn head(name: &str, docs: &[String]) -> Map<String, Value> {
    let mut json = Map::new();
    json.insert("name".to_owned(), name.into());
    if !docs.is_empty() {
        json.insert("docs".to_owned(), json!(docs));
    }
    json
}

fn lacking(mut value: Value, keys: &[&str]) -> Value {
    if let Value::Object(entries) = &mut value {
        entries.retain(|key, _| !keys.contains(&&**key));
    }
    value
}

/// A column of a type or variant, in which what is said of its fields stands beside the rest.
fn flattened(mut column: Value) -> Value {
    for key in ["record", "enumeration"] {
        if let Some(body) = column.as_object_mut().and_then(|column| column.remove(key)) {
            join(&mut column, lacking(body, &["fields", "members", "other"]));
        }
    }
    column
}

fn join(value: &mut Value, more: Value) {
    if let (Value::Object(entries), Value::Object(more)) = (value, more) {
        entries.extend(more);
    }
}
