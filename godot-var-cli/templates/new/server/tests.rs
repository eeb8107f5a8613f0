//! Tests of the messages and of the rules. `tests/play.rs` plays with real clients.

use godot_var::{% if udp %}{Color, FromVariantBytes{% else %}{FromVariantBytes{% endif %}, {{ dialect }}, ToVariantBytes, Vector2};

{% if udp -%}
use crate::game::{Game, MAX_PLAYERS, To};
use crate::protocol::{LAYOUT, Player, ToClient, ToServer};
{%- else -%}
use crate::game::{Game, To};
use crate::protocol::{LAYOUT, ToClient, ToServer};
{%- endif %}

/// The bytes of `var_to_bytes([3, "hi"])` in Godot{% if godot3 %} 3: `var2bytes`{% endif %}. Clients of older versions send them, too.
#[test]
fn say_has_these_bytes() {
{%- if godot3 %}
    let golden = b"\x13\0\0\0\x02\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x02\0\0\0hi\0\0";
{%- else %}
    let golden = b"\x1c\0\0\0\x02\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x02\0\0\0hi\0\0";
{%- endif %}
    let say = ToServer::Say {
        text: "hi".to_owned(),
    };
    assert_eq!(say.to_variant_bytes::<{{ dialect }}>().unwrap(), golden);
    assert_eq!(ToServer::from_variant_bytes::<{{ dialect }}>(golden).unwrap(), say);
}
{%- if udp %}

/// A longer datagram is cut into several, and is lost with any of them.
#[test]
fn a_full_world_fits_into_a_datagram() {
    let (color, position) = (Color::new(1.0, 1.0, 1.0, 1.0), Vector2::ZERO);
    let player = Player {
        id: 0,
        name: "n".repeat(24),
        color,
        position,
    };
    let world = ToClient::World {
        players: vec![player; MAX_PLAYERS],
    };
    let size = world.to_variant_bytes::<{{ dialect }}>().unwrap().len();
    assert!(
        size <= 1400,
        "a full world has {size} bytes, a datagram at most 1400: lower MAX_PLAYERS, or send \
         the players in two messages"
    );
}

/// Or strangers could let the server send more than they do, to forged addresses.
#[test]
fn a_challenge_is_no_longer_than_a_hello() {
    let (layout, name) = (String::new(), String::new());
    let hello = ToServer::Hello {
        layout,
        name,
        token: 0,
    };
    let challenge = ToClient::Challenge { token: i64::MIN };
    let hello = hello.to_variant_bytes::<{{ dialect }}>().unwrap();
    let challenge = challenge.to_variant_bytes::<{{ dialect }}>().unwrap();
    assert!(challenge.len() <= hello.len());
}
{%- endif %}

fn hello(layout: &str) -> ToServer {
    ToServer::Hello {
        layout: layout.to_owned(),
        name: "Ann".to_owned(),
{%- if udp %}
        token: 0,
{%- endif %}
    }
}

#[test]
fn players_walk_inside_the_field() {
    let mut game = Game::default();
    let [
        (To::Client(2), ToClient::Welcome { refused, .. }),
        (To::Players, ToClient::Joined { .. }),
    ] = &game.receive(2, hello(LAYOUT))[..]
    else {
        panic!("a welcome")
    };
    assert_eq!(refused, "");
    // As far as a client may want it, and further.
    game.receive(
        2,
        ToServer::Walk {
            direction: Vector2::new(1e9, 0.0),
        },
    );
    let mut at = 0.0;
    for _ in 0..100 {
        let [(To::Players, ToClient::World { players })] = &game.tick()[..] else {
            panic!("a world")
        };
        assert!(players[0].position.x - at < 500.0);
        at = players[0].position.x;
    }
    assert!((at - 942.0).abs() < 0.01, "{at}");
    assert_eq!(
        game.leave(2),
        [(
            To::Players,
            ToClient::Left {
                name: "Ann".to_owned()
            }
        )]
    );
}

#[test]
fn another_protocol_is_refused() {
    let mut game = Game::default();
    let [(To::Client(2), ToClient::Welcome { layout, refused })] =
        &game.receive(2, hello("0123456789abcdef"))[..]
    else {
        panic!("a welcome")
    };
    assert_eq!(layout, LAYOUT);
    assert!(
        refused.ends_with("…, client 0123…: update the game"),
        "{refused}"
    );
    assert_eq!(game.clients().count(), 0);
}
