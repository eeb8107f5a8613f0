//! What the derives write, held against `expected/*.expected.rs`: one expansion of each shape, to be read in review.
//!
//! After a change that is meant: `BLESS=1 cargo test -p godot-var-derive expansions`, and read
//! the difference.

use std::path::Path;

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::Visit;

use crate::expand::expand;
use crate::{flat, litenet, lludp, multiplayer, snapshot, variant};

fn check(name: &str, item: TokenStream) {
    check_expansion(name, expand(&variant::GODOT_VAR, item));
}

fn check_expansion(name: &str, expansion: TokenStream) {
    let file = syn::parse2(expansion).expect("the expansion consists of items");
    let actual = prettyplease::unparse(&file);
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/expansions/expected")
        .join(format!("{name}.expected.rs"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &actual).expect("the expected file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let first = actual.lines().zip(expected.lines()).position(|(one, other)| one != other);
    assert!(
        actual == expected,
        "the expansion of `{name}` has changed, from line {} on; see the top of this file",
        first.unwrap_or(0) + 1,
    );
    let mut found = Found(Vec::new());
    found.visit_file(&file);
    assert!(found.0.is_empty(), "the expansion of `{name}` contains {:?}", found.0);
}

/// What an expansion must not contain.
struct Found(Vec<&'static str>);

impl<'ast> Visit<'ast> for Found {
    fn visit_expr_unsafe(&mut self, _: &'ast syn::ExprUnsafe) {
        self.0.push("unsafe");
    }

    fn visit_expr_for_loop(&mut self, _: &'ast syn::ExprForLoop) {
        self.0.push("for");
    }

    fn visit_expr_while(&mut self, _: &'ast syn::ExprWhile) {
        self.0.push("while");
    }

    fn visit_expr_loop(&mut self, _: &'ast syn::ExprLoop) {
        self.0.push("loop");
    }
}

/// Generators tell messages of other wires by the list that the front end has.
#[test]
fn the_front_end_knows_every_derive() {
    assert_eq!(godot_var_schema::DERIVES, crate::NAMES);
}

/// rustc has reported the mistake. If it knows newer syntax, the stub fails the build of what uses the type.
#[test]
fn an_item_with_a_syntax_error_gets_a_stub_and_no_second_error() {
    let item = quote!(pub struct Player<T> where T: Clone { hp: T name: String });
    let stub = expand(&variant::GODOT_VAR, item).to_string();
    assert!(
        stub.contains("EncodeVariant < AnyDialect > for Player < T > where T : Clone"),
        "{stub}"
    );
    assert!(stub.contains("cannot read `Player`: expected `,`"), "{stub}");
    assert!(!stub.contains("compile_error"), "{stub}");
}

macro_rules! expansions {
    ($($name:ident => { $($item:tt)* })*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name), quote!($($item)*));
        })*
    };
}

expansions! {
    struct_of_ten_fields => {
        struct Player {
            id: u32,
            name: String,
            position: Vector3,
            velocity: Vector3,
            yaw: f32,
            health: i32,
            grounded: bool,
            inventory: Vec<Item>,
            target: Option<u32>,
            r#type: u8,
        }
    }

    tuple_struct => {
        struct Waypoint(Vector3, f32, #[godot_var(default = 5)] i32);
    }

    generic_struct => {
        struct Chat<'a, T: Clone = i32, const N: usize = 2>
        where
            T: PartialEq,
        {
            text: &'a str,
            values: [T; N],
            #[godot_var(skip)]
            cache: PhantomData<T>,
        }
    }

    enum_by_name => {
        #[godot_var(rename_all = "snake_case")]
        enum Mood {
            VeryHappy,
            #[godot_var(rename = "blue", alias = "sad")]
            Sad,
            #[godot_var(other)]
            Other(String),
        }
    }

    enum_by_number => {
        #[godot_var(repr = "int")]
        enum Team {
            Red,
            Blue = 5,
            Green,
        }
    }

    enum_with_a_tag => {
        #[godot_var(tag = "type")]
        enum Event {
            Spawned { id: u32, at: Vector3 },
            Chat(Chat),
            #[godot_var(other)]
            Unknown,
        }
    }
}

#[test]
fn flat_struct() {
    check_expansion(
        "flat_struct",
        expand(
            &flat::GODOT_FLAT,
            quote! {
                #[flat(flags, max_size = 64)]
                struct Input {
                    #[flat(varint)]
                    tick: u32,
                    #[flat(range = -1.0..=1.0, as = u8)]
                    stick: Vector2,
                    jump: bool,
                    #[flat(bits = 3)]
                    stance: Stance,
                    #[flat(angle, as = u16)]
                    aim: Option<f32>,
                }
            },
        ),
    );
}

#[test]
fn flat_enum() {
    check_expansion(
        "flat_enum",
        expand(
            &flat::GODOT_FLAT,
            quote! {
                enum ToServer<T> {
                    #[flat(id = 1)]
                    Join {
                        name: String,
                        #[flat(default = 3)]
                        lives: u8,
                    },
                    #[flat(id = 2)]
                    Input(Input),
                    #[flat(id = 3)]
                    Custom { values: Vec<T> },
                    #[flat(other)]
                    Other(u8, Vec<u8>),
                }
            },
        ),
    );
}

#[test]
fn litenet_message() {
    check_expansion(
        "litenet_message",
        expand(
            &litenet::LITENET_MESSAGE,
            quote! {
                #[litenet(msg_type = 3)]
                struct ClientCallFunction<P> {
                    receivers: FunctionReceivers,
                    #[litenet(packed, if = "receivers == Target")]
                    connect_id: Option<i64>,
                    #[litenet(len = "u16", zigzag)]
                    values: Vec<i32>,
                    parameters: P,
                }
            },
        ),
    );
}

#[test]
fn lludp_message() {
    check_expansion(
        "lludp_message",
        expand(
            &lludp::LLUDP_MESSAGE,
            quote! {
                #[lludp(frequency = "Low", number = 80, zerocoded)]
                struct Chat<'a> {
                    agent: Agent,
                    #[lludp(name = "ChatData")]
                    lines: Repeated<'a, Line<'a>>,
                }
            },
        ),
    );
}

#[test]
fn lludp_block() {
    check_expansion(
        "lludp_block",
        expand(
            &lludp::LLUDP_BLOCK,
            quote! {
                struct Line<'a> {
                    #[lludp(name = "AgentID")]
                    agent: Uuid,
                    kind: u8,
                    #[lludp(variable = 2)]
                    text: &'a [u8],
                    at: u16,
                }
            },
        ),
    );
}

#[test]
fn godot_rpc() {
    check_expansion(
        "godot_rpc",
        expand(
            &multiplayer::GODOT_RPC,
            quote! {
                enum Chat<'a> {
                    #[rpc(any_peer)]
                    Say {
                        text: &'a str,
                        #[rpc(default = 1)]
                        times: u8,
                    },
                    #[rpc(any_peer, unreliable, channel = 3, rename = "Move")]
                    Move(Vector2),
                    #[rpc(call_local)]
                    Give(Vec<Item>, #[rpc(default)] Option<Reason>),
                    Quit,
                }
            },
        ),
    );
}

#[test]
fn godot_sync() {
    check_expansion(
        "godot_sync",
        expand(
            &multiplayer::GODOT_SYNC,
            quote! {
                struct Player {
                    position: Vector2,
                    #[sync(on_change)]
                    health: i32,
                    #[sync(never)]
                    title: String,
                    #[sync(on_change, spawn = false, path = "Bag:items")]
                    items: Vec<Item>,
                }
            },
        ),
    );
}

#[test]
fn snapshot_struct() {
    check_expansion(
        "snapshot_struct",
        expand(
            &snapshot::SNAPSHOT_STATE,
            quote! {
                #[flat(delta, flags)]
                #[snapshot(extrapolate = Player::ahead)]
                struct Player {
                    #[flat(range = -64.0..=64.0, as = u16)]
                    #[snapshot(teleport = 8.0)]
                    pos: Vector3,
                    #[flat(angle, as = u16)]
                    yaw: f32,
                    #[flat(bits = 7)]
                    health: u8,
                    grounded: bool,
                }
            },
        ),
    );
}

#[test]
fn snapshot_enum() {
    check_expansion(
        "snapshot_enum",
        expand(
            &snapshot::SNAPSHOT_STATE,
            quote! {
                pub enum Thing {
                    #[flat(id = 1)]
                    Player(Player),
                    #[flat(id = 2)]
                    Marker,
                }
            },
        ),
    );
}

/// What the compiler is told about a template.
fn template_errors(arguments: TokenStream) -> Vec<String> {
    let file = syn::parse2::<syn::File>(lludp::template::expand(arguments)).expect("items");
    let macros = file.items.iter().filter_map(|item| match item {
        syn::Item::Macro(item) => item.mac.parse_body::<syn::LitStr>().ok(),
        _ => None,
    });
    macros.map(|text| text.value()).collect()
}

#[test]
fn errors_in_a_template_name_their_places() {
    assert_eq!(
        template_errors(quote!("tests/expansions/templates/broken.msg")),
        [
            "broken.msg:3:7: expected `High`, `Medium`, `Low` or `Fixed`, found `Hihg`",
            "broken.msg:8:19: expected the bytes of a length, from 1 to 2, found `3`",
        ]
    );
    assert_eq!(
        template_errors(quote!("tests/expansions/templates/names.msg")),
        ["names.msg:4:33: field `AgentId` is `agent_id` in Rust, as `AgentID` is already"]
    );
    assert_eq!(
        template_errors(quote!(
            "tests/expansions/templates/names.msg",
            only = [AgentUpdat, Old, Zzz],
            deprecated = false
        )),
        [
            "unknown message `AgentUpdat`; did you mean `AgentUpdate`?",
            "`Old` is deprecated, and `deprecated = false` leaves it out",
            "unknown message `Zzz`; the template has `AgentUpdate`, `Old`",
        ]
    );
    assert_eq!(
        template_errors(quote!("tests/expansions/templates/small.msg", name = Chat)),
        ["a message is called `Chat`; call the enum otherwise: `name = …`"]
    );
}
