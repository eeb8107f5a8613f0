//! Sets of RPCs and of properties.

use godot_var::multiplayer::{
    Arguments, Caller, DecodeCall, GodotRpc, GodotSync, MethodSet, Options, PropertySet, Row,
};
use godot_var::output::VecOutput;

use super::Case;

/// A call as a session receives it.
struct Sent {
    id: u16,
    count: u8,
    values: Vec<u8>,
    checksum: godot_var::multiplayer::Checksum,
    /// Whether it comes from the server, the only peer that may call methods for the authority.
    of_the_authority: bool,
}

fn call<M: MethodSet>(call: &M) -> Sent {
    let mut values = Vec::new();
    let count = call.encode_arguments(&mut VecOutput::new(&mut values)).expect("arguments");
    let caller = M::METHODS[usize::from(call.id())].caller;
    let of_the_authority = caller == Caller::Authority;
    Sent { id: call.id(), count, values, checksum: M::CHECKSUM, of_the_authority }
}

/// Adds these calls without their arguments.
fn left_out(mut sends: Vec<Sent>, calls: &[Sent]) -> Vec<Sent> {
    let without = |sent: &Sent| Sent { count: 0, values: Vec::new(), ..*sent };
    sends.extend(calls.iter().map(without));
    sends
}

/// Checks a call like a session.
fn takes<M: for<'a> DecodeCall<'a>>(sent: &Sent) -> bool {
    let may_call =
        |id: u16| sent.of_the_authority || M::METHODS[usize::from(id)].caller == Caller::AnyPeer;
    let arguments = Arguments::of(sent.count, &sent.values);
    M::CHECKSUM == sent.checksum
        && may_call(sent.id)
        && M::decode_call(sent.id, arguments, &Options::DEFAULT).is_ok_and(|call| call.is_some())
}

/// Rows of *Always* properties.
fn takes_row<P: PropertySet + Clone>(mut state: P, row: &[u8]) -> bool {
    state.apply_always(Row::new(row), &Options::DEFAULT).is_ok()
}

fn row<P: PropertySet>(state: &P) -> Vec<u8> {
    let mut row = Vec::new();
    state.encode_always(&mut VecOutput::new(&mut row)).expect("a row");
    row
}

/// Compiles both sides and exchanges calls, optionally also calls without any arguments.
macro_rules! calls {
    ($name:literal; old { $($old:tt)* } calls [$($from_old:expr),* $(,)?];
        new { $($new:tt)* } calls [$($from_new:expr),* $(,)?]
        $(; old scripts call [$($call:expr),*] without arguments)?) => {{
        mod old {
            use super::*;
            $($old)*
        }
        mod new {
            use super::*;
            $($new)*
        }
        let old_sends = {
            use old::*;
            let sends = vec![$(call::<M>(&$from_old)),*];
            $(let sends = left_out(sends, &[$(call::<M>(&$call)),*]);)?
            sends
        };
        let new_sends = { use new::*; vec![$(call::<M>(&$from_new)),*] };
        Case {
            name: $name,
            old: stringify!($($old)*),
            new: stringify!($($new)*),
            old_reads: new_sends.iter().map(takes::<old::M>).collect(),
            new_reads: old_sends.iter().map(takes::<new::M>).collect(),
        }
    }};
}

/// Does the same with rows of properties.
macro_rules! rows {
    ($name:literal; old { $($old:tt)* } sends [$($from_old:expr),* $(,)?];
        new { $($new:tt)* } sends [$($from_new:expr),* $(,)?]) => {{
        mod old {
            use super::*;
            $($old)*
        }
        mod new {
            use super::*;
            $($new)*
        }
        let old_sends = { use old::*; vec![$($from_old),*] };
        let new_sends = { use new::*; vec![$($from_new),*] };
        Case {
            name: $name,
            old: stringify!($($old)*),
            new: stringify!($($new)*),
            old_reads: new_sends.iter().map(|sent| takes_row(old_sends[0].clone(), &row(sent))).collect(),
            new_reads: old_sends.iter().map(|sent| takes_row(new_sends[0].clone(), &row(sent))).collect(),
        }
    }};
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        calls!("an RPC that moves the ids after it";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Say { text: String }, #[rpc(any_peer)] Wave } }
            calls [M::Say { text: "hi".to_owned() }, M::Wave];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Say { text: String }, #[rpc(any_peer)] Wave, #[rpc(any_peer)] Shout(String) } }
            calls [M::Say { text: "hi".to_owned() }, M::Wave, M::Shout("hi".to_owned())]),
        calls!("an RPC of another name";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Say { text: String } } }
            calls [M::Say { text: "hi".to_owned() }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Tell { text: String } } }
            calls [M::Tell { text: "hi".to_owned() }]),
        calls!("an RPC of another Rust name";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Say(i32) } }
            calls [M::Say(1)];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer, rename = "say")] Tell(i32) } }
            calls [M::Tell(1)]),
        calls!("an RPC that fewer may call";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Stop, #[rpc(any_peer)] Go } }
            calls [M::Stop, M::Go];
            new { #[derive(GodotRpc)] pub enum M { Stop, #[rpc(any_peer)] Go } }
            calls [M::Stop, M::Go]),
        calls!("how calls travel";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move(i32) } }
            calls [M::Move(1)];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer, unreliable, call_local, channel = 2)] Move(i32) } }
            calls [M::Move(1)]),
        calls!("an argument of another type";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: i32 } } }
            calls [M::Move { to: 1 }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: String } } }
            calls [M::Move { to: "x".to_owned() }]),
        calls!("an argument of a wider type";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: u8 } } }
            calls [M::Move { to: 1 }, M::Move { to: 255 }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: u32 } } }
            calls [M::Move { to: 1 }, M::Move { to: 1000 }]),
        calls!("an argument more";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: i32 } } }
            calls [M::Move { to: 1 }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: i32, speed: i32 } } }
            calls [M::Move { to: 1, speed: 2 }]),
        calls!("an argument more, with a default";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: i32 } } }
            calls [M::Move { to: 1 }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: i32, #[rpc(default = 3)] speed: i32 } } }
            calls [M::Move { to: 1, speed: 2 }]),
        calls!("an argument without its default";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { #[rpc(default)] to: i32 } } }
            calls [M::Move { to: 1 }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { to: i32 } } }
            calls [M::Move { to: 1 }];
            old scripts call [M::Move { to: 1 }] without arguments),
        calls!("an argument with another default";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { #[rpc(default = 1)] to: i32 } } }
            calls [M::Move { to: 1 }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { #[rpc(default = 2)] to: i32 } } }
            calls [M::Move { to: 1 }]),
        calls!("arguments that change places";
            old { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { x: i32, y: i32 } } }
            calls [M::Move { x: 1, y: 2 }];
            new { #[derive(GodotRpc)] pub enum M { #[rpc(any_peer)] Move { y: i32, x: i32 } } }
            calls [M::Move { x: 1, y: 2 }]),
        rows!("a property more";
            old { #[derive(Clone, GodotSync)] pub struct M { pub health: i32 } }
            sends [M { health: 1 }];
            new { #[derive(Clone, GodotSync)] pub struct M { pub health: i32, pub mana: i32 } }
            sends [M { health: 1, mana: 2 }]),
        rows!("properties in another order";
            old { #[derive(Clone, GodotSync)] pub struct M { pub health: i32, pub mana: i32 } }
            sends [M { health: 1, mana: 2 }];
            new { #[derive(Clone, GodotSync)] pub struct M { pub mana: i32, pub health: i32 } }
            sends [M { health: 1, mana: 2 }]),
        rows!("a property of another type";
            old { #[derive(Clone, GodotSync)] pub struct M { pub health: i32 } }
            sends [M { health: 1 }];
            new { #[derive(Clone, GodotSync)] pub struct M { pub health: String } }
            sends [M { health: "x".to_owned() }]),
        rows!("a property that is sent on change";
            old { #[derive(Clone, GodotSync)] pub struct M { pub health: i32 } }
            sends [M { health: 1 }];
            new { #[derive(Clone, GodotSync)] pub struct M { #[sync(on_change)] pub health: i32 } }
            sends [M { health: 1 }]),
    ]
}
