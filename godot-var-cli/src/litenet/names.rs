//! The names under which the program shows messages and fields.
//!
//! A message has the name that the schema's enums of messages give it, and a field the schema's name in
//! camelCase: `object_id` is `objectId`, as in the C# classes. What differs stands in the tables here.

/// A message whose name, or whose body, depends on more than its number.
pub(super) struct View {
    /// Its name in the enums `ClientMessage` and `ServerMessage`.
    pub(super) member: &'static str,
    /// The name that is shown.
    pub(super) name: &'static str,
    /// When a message with this number is this one.
    pub(super) pick: Pick,
    /// What stands in the place of the type parameter.
    pub(super) body: Body,
}

/// When a message with the right number is the one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// Always.
    Any,
    /// When this side has sent it: whether that is a client.
    SentBy { client: bool },
    /// When its first field, a packed ushort, is this number.
    First(u16),
    /// When its fields, each in the one form that a writer gives it, end where the message does.
    Whole,
}

/// What stands in the place of a type parameter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    /// Bytes to the end.
    Rest,
    /// Nothing.
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

/// Fields that have another name than the schema's, by their type.
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

/// Fields whose own fields stand beside them, not inside them.
const INLINE: [&str; 2] = ["element", "body"];

/// The name of what an unknown member of an enum keeps.
pub(super) const UNKNOWN_REST: &str = "extra";

/// The name that a field is shown by.
pub(super) fn shown(of: &str, field: &str) -> String {
    let renamed = RENAMED.iter().find(|(owner, name, _)| (*owner, *name) == (of, field));
    renamed.map_or_else(|| camel_case(field), |(.., name)| (*name).to_owned())
}

/// Whether the fields of a field stand beside it.
pub(super) fn is_inline(field: &str) -> bool {
    INLINE.contains(&field)
}

/// The name of how many elements a list has: `stateCount` of `states`.
pub(super) fn count_of(list: &str) -> String {
    format!("{}Count", list.strip_suffix('s').unwrap_or(list))
}

/// `object_id` as `objectId`.
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
