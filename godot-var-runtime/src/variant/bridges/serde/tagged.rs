//! A lossless form of a [`Variant`](crate::variant::Variant) for formats such as JSON, one form for every type.
//!
//! | Type | Form |
//! |---|---|
//! | Nil, bool, String, `StringName` | `{"t":"Nil"}`, `{"t":"bool","v":true}`, `{"t":"String","v":"…"}` |
//! | int | `{"t":"int","v":"-5"}`: a decimal string, because JSON numbers are exact only up to 2^53 |
//! | float | `{"t":"float","bits":"3fb999999999999a"}`: the bits, 16 hex digits |
//! | structures of reals | `{"t":"Vector3","f32":[1065353216,…]}`: the bits of each component; 64-bit components as `"f64"` with 16 hex digits each |
//! | structures of ints | `{"t":"Vector2i","v":["1","-2"]}` |
//! | Dictionary, Array | `{"t":"Dictionary","v":[[key,value],…]}`, `{"t":"Array","v":[…]}` |
//! | typed containers | also `"key_type"` and `"value_type"`, or `"type"`: `null`, `{"builtin":2,"name":"int"}`, `{"class":"…"}`, `{"script":"…"}` |
//! | packed arrays | bytes as `"hex"`; ints as `"v"`: decimal strings (Godot 3: numbers); reals as `"f32"` or `"f64"`, without inner brackets; strings as `"v"` |
//! | `NodePath` | `"names"`, `"subnames"`, `"absolute"` |
//! | RID, `ObjectId` | `"v"`: a decimal string |
//! | Signal | `"name"`, `"object_id"` |
//! | Object with its properties | `"class"`, `"properties"`: `[[name,value],…]` |
//!
//! The components of Basis, `Transform3D` and Projection are ordered by axis vector (column),
//! unlike in the encoding. Types have the names of the dialect's generation: `Quat` and
//! `PoolIntArray` in Godot 3.
//!
//! Readers also accept what a person would write: ints as numbers, a float as `"v": 1.5`, reals as
//! `"v": [1, 2.5]`. They ignore unknown keys.
//!
//! [`Serialize`](serde::Serialize) of [`Variant`](crate::variant::Variant) uses this form in
//! human-readable formats, with the names of Godot 4. The program `godot-var` reads and writes it.
//!
//! ```
//! use godot_var_runtime::variant::Variant;
//!
//! let text = serde_json::to_string(&Variant::Int(7))?;
//! assert_eq!(text, r#"{"t":"int","v":"7"}"#);
//! assert_eq!(serde_json::from_str::<Variant>(&text)?, Variant::Int(7));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod form;
mod node;
mod write;

pub use form::Form;
pub use write::Tagged;
pub(super) use write::{array, dictionary, object};
