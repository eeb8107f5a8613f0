//! All messages through the JSON of the command line.

use godot_var::litenet::{EraSpec, LiteNet2018};
use godot_var_cli::lines;
use godot_var_cli::litenet::Side;
use serde_json::Value as Json;

use super::values::{plain, value_of_head, values};
use crate::common::{text, vectors};

/// The JSON of the command line has the fields of the vectors. Parts with types there are hex here.
/// Gives the floats of 32 bits in a value the digits that the program prints, the shortest ones.
fn shorten(value: &mut Json) {
    match value {
        Json::Array(values) => values.iter_mut().for_each(shorten),
        Json::Object(members) => members.values_mut().for_each(shorten),
        Json::Number(number) if number.is_f64() => {
            let wide = number.as_f64().expect("a float");
            let single = wide as f32;
            if f64::from(single).to_bits() == wide.to_bits() {
                *value = single.to_string().parse::<f64>().expect("its digits").into();
            }
        }
        _ => {}
    }
}

#[test]
fn messages_through_the_command_line() {
    let mut count = 0;
    for line in vectors("litenetlib.jsonl") {
        let Some(name) = text(&line, "kind").strip_prefix("message:") else { continue };
        let is_head = text(&line, "era") == "head";
        let era = if is_head { EraSpec::Head } else { EraSpec::Y2018 };
        let side = Side::new(era, name.ends_with("(client)"));
        let (id, digits) = (text(&line, "id"), text(&line, "hex"));
        let mut answer = Vec::new();
        let is_read = lines::decode_line(digits.as_bytes(), &side, &mut answer);
        let decoded: Json = serde_json::from_slice(&answer).expect("JSON");
        assert!(is_read.expect("a Vec takes all"), "{id}: {decoded}");
        assert_eq!(decoded["used"], digits.len() / 2, "{id}");
        assert_eq!(decoded["value"]["message"], name, "{id}");
        let fields = decoded["value"]["fields"].as_object().expect("an object");
        let mut expected = line["value"].as_object().expect("an object").clone();
        expected.retain(|name, _| {
            name != "msgType"
                && !["itemType", "receiversName", "reasonsName", "operationName"].contains(&&**name)
        });
        for (name, value) in &mut expected {
            match name.as_str() {
                "params" | "field" | "item" => {
                    let typed = if is_head {
                        values(value, value_of_head)
                    } else {
                        values(value, plain::<LiteNet2018>)
                    };
                    *value = hex::encode(typed.0).into();
                }
                // These were compared as typed values already.
                "states" | "objects" => *value = fields[name].clone(),
                _ if value.is_null() => *value = "".into(),
                _ => {}
            }
        }
        for counted in ["stateCount", "objectCount"] {
            if let Some(count) = fields.get(counted) {
                expected.insert(counted.to_owned(), count.clone());
            }
        }
        expected.values_mut().for_each(shorten);
        assert_eq!(*fields, expected, "{id}");
        let encoded = lines::encode_line(&answer, &side);
        assert_eq!(encoded.line, digits, "{id}");
        count += 1;
    }
    assert_eq!(count, 649);
}
