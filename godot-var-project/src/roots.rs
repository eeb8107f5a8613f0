//! Warns of scripts that give the paths of an API another root than `/root`.

use crate::files::Files;
use crate::model::Model;
use crate::rust::Names;

/// How many scenes a warning names.
const NAMED: usize = 3;

/// Says for each `set_multiplayer` with a path what the server calls in place of `Tree::add_to`.
pub(super) fn warn(model: &Model, names: &Names, files: &mut Files<'_>) {
    let named: Vec<_> = names.scenes.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let way = match &named[..] {
        [] => "add each node by its path from there".to_owned(),
        [only] => {
            let name = only.trim_matches('`');
            format!("if the scene {only} is there, call `{name}::add_to(&mut session, \".\")`")
        }
        [others @ .., last] => {
            let (others, last) = if names.scenes.len() > NAMED {
                (named.join(", "), "another scene")
            } else {
                (others.join(", "), &**last)
            };
            format!("call `add_to(&mut session, \".\")` of the scene there: {others} or {last}")
        }
    };
    for place in &model.roots {
        let message = format!(
            "the paths of this API begin at the path in `set_multiplayer`, not at `/root`; in place of `Tree::add_to` {way}"
        );
        files.warn(place, message);
    }
}
