//! Rust names for the names of a template.

use std::collections::HashMap;

use super::Diagnostic;
use super::ast::{Message, Place};

/// A name in `snake_case`: `AgentID` is `agent_id`, `UUIDNameRequest` is `uuid_name_request`,
/// `TaskIDs` is `task_ids`.
pub fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| chars.get(before));
        let word_ends = before.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        // The s of `IDs` and `IMsExtended` belongs to the capital letters before it.
        let is_plural = chars.get(at + 1) == Some(&'s')
            && chars.get(at + 2).is_none_or(|c| !c.is_ascii_lowercase());
        let word_begins = before.is_some_and(char::is_ascii_uppercase)
            && chars.get(at + 1).is_some_and(char::is_ascii_lowercase)
            && !is_plural;
        if c.is_ascii_uppercase() && (word_ends || word_begins) {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// Reports names that are different in the template, but equal in `snake_case`.
pub fn check_names<'t>(messages: impl IntoIterator<Item = &'t Message>) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut modules = HashMap::new();
    for message in messages {
        check_name("message", &message.name, message.place, &mut modules, &mut errors);
        let mut blocks = HashMap::new();
        for block in &message.blocks {
            check_name("block", &block.name, block.place, &mut blocks, &mut errors);
            let mut fields = HashMap::new();
            for field in &block.fields {
                check_name("field", &field.name, field.place, &mut fields, &mut errors);
            }
        }
    }
    errors.sort();
    errors
}

fn check_name<'t>(
    what: &str,
    name: &'t str,
    place: Place,
    seen: &mut HashMap<String, &'t str>,
    errors: &mut Vec<Diagnostic>,
) {
    let snake = snake_case(name);
    if let Some(first) = seen.get(&snake) {
        errors.push(Diagnostic {
            place,
            message: format!("{what} `{name}` is `{snake}` in Rust, as `{first}` is already"),
        });
    } else {
        seen.insert(snake, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_where_a_reader_sees_them() {
        for (name, snake) in [
            ("AgentID", "agent_id"),
            ("UUIDNameRequest", "uuid_name_request"),
            ("ID", "id"),
            ("RegionInfo5", "region_info5"),
            ("Test0", "test0"),
            ("type", "type"),
            ("a_U8", "a_u8"),
            ("UseCachedMuteList", "use_cached_mute_list"),
            ("SimIP", "sim_ip"),
            ("TaskIDs", "task_ids"),
            ("SeeAVs", "see_avs"),
            ("RetrieveIMsExtended", "retrieve_ims_extended"),
            ("IDsOnly", "ids_only"),
            ("ParamInUse", "param_in_use"),
            ("RayEndIsIntersection", "ray_end_is_intersection"),
            ("IDString", "id_string"),
        ] {
            assert_eq!(snake_case(name), snake);
        }
    }

    #[test]
    fn names_that_coincide_are_reported() {
        let text = "version 2.0 { M High 1 NotTrusted Unencoded { B Single { AgentID U8 } { AgentId U8 } } }";
        let template = crate::template::parse(text).expect("a valid template");
        let errors = check_names(&template.messages);
        assert_eq!(
            errors[0].message,
            "field `AgentId` is `agent_id` in Rust, as `AgentID` is already"
        );
        assert_eq!(errors.len(), 1);
    }
}
