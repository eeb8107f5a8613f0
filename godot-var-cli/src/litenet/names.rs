//! The names of messages and fields in the program's output.
//!
//! A message has its name in the schema's enums of messages. A field has the schema's name in camelCase, as in the C# classes: `object_id`
//! is `objectId`. The tables here have the exceptions.

/// A message whose name or body depends on more than its number.
pub(super) struct View {
    /// The name in the enums `ClientMessage` and `ServerMessage`.
    pub(super) member: &'static str,
    /// The shown name.
    pub(super) name: &'static str,
    /// The condition for this view.
    pub(super) pick: Pick,
    /// The type for the type parameter.
    pub(super) body: Body,
}

/// When a view applies to a message with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// Always.
    Any,
    /// If this side has sent it.
    SentBy { client: bool },
    /// If its first field, a packed ushort, has this value.
    First(u16),
    /// If its fields in canonical form take exactly the whole message.
    Whole,
}

/// The type for a type parameter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    /// Bytes to the end of the message.
    Rest,
    /// No bytes.
    Nothing,
    /// This type of the schema.
    Type(&'static str),
}

const fn view(member: &'static str, name: &'static str, pick: Pick, body: Body) -> View {
    View { member, name, pick, body }
}

/// In the order in which they are tried and listed.
pub(super) const VIEWS: [View; 11] = [
    view("Request", "Request:EnterGame", Pick::First(0), Body::Type("EnterGameRequest")),
    view("Request", "Request:ClientReady", Pick::First(1), Body::Rest),
    view("Request", "Request:ClientNotReady", Pick::First(2), Body::Rest),
    view("Request", "Request", Pick::Any, Body::Rest),
    view("Response", "Response:EnterGame", Pick::Whole, Body::Type("EnterGameResponse")),
    view("Response", "Response:Empty", Pick::Whole, Body::Nothing),
    view("Response", "Response", Pick::Any, Body::Rest),
    view("Rpc", "RPC(client)", Pick::SentBy { client: true }, Body::Rest),
    view("Rpc", "RPC(server)", Pick::SentBy { client: false }, Body::Rest),
    view("SyncBaseLine", "SyncBaseLine(client)", Pick::SentBy { client: true }, Body::Rest),
    view("SyncBaseLine", "SyncBaseLine", Pick::SentBy { client: false }, Body::Rest),
];

/// Fields whose names differ from the schema's, by their type.
const RENAMED: [(&str, &str, &str); 9] = [
    ("ClientCallFunction", "parameters", "params"),
    ("ServerCallFunction", "parameters", "params"),
    ("ClientRpc", "parameters", "params"),
    ("ServerRpc", "parameters", "params"),
    ("ServerUpdateSyncField", "value", "field"),
    ("SyncListOperation", "value", "item"),
    // The only field of `Add(T)`.
    ("SyncListOperation", "0", "item"),
    ("Request", "body", "extra"),
    ("Response", "body", "extra"),
];

/// Fields whose own fields are shown next to them, not inside.
const INLINE: [&str; 2] = ["element", "body"];

/// The name of the rest that an unknown variant of an enum keeps.
pub(super) const UNKNOWN_REST: &str = "extra";

/// Returns the shown name of a field.
pub(super) fn shown(of: &str, field: &str) -> String {
    let renamed = RENAMED.iter().find(|(owner, name, _)| (*owner, *name) == (of, field));
    renamed.map_or_else(|| camel_case(field), |(.., name)| (*name).to_owned())
}

/// Whether the fields of a field are shown next to it.
pub(super) fn is_inline(field: &str) -> bool {
    INLINE.contains(&field)
}

/// Returns the name of a list's count: `stateCount` for `states`.
pub(super) fn count_of(list: &str) -> String {
    format!("{}Count", list.strip_suffix('s').unwrap_or(list))
}

/// Converts `object_id` to `objectId`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}
