//! `proxy` between the game and the server of a world.

use std::net::UdpSocket;
use std::time::Duration;

use crate::network::Running;

/// A proxy names the entities of a packet that it relays, and each direction has its type.
#[test]
fn packets_of_a_world_are_shown_with_their_entities() {
    let schema = ["--wire=flat", "--schema=schemas/world.rs", "--time=20"];
    let types = ["--to-server=FromClient", "--to-client=FromServer"];
    let server = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let to = format!("udp://{}", server.local_addr().expect("its address"));
    let at = ["proxy", "udp://127.0.0.1:0", &to, "-v", "--count=2"];
    let proxy = Running::start(&[&at[..], &schema, &types].concat());
    let client = UdpSocket::bind("127.0.0.1:0").expect("a port");
    for socket in [&server, &client] {
        socket.set_read_timeout(Some(Duration::from_secs(20))).expect("it can");
    }
    // Packet 1000 of epoch 7 has arrived, and the input 9 is the newest one.
    let message = hex::decode("01 01 07e80300000000 09 ff00 01 00".replace(' ', "")).expect("hex");
    client.send_to(&message, ("127.0.0.1", proxy.port)).expect("it is sent");
    let mut bytes = [0; 100];
    let (len, from) = server.recv_from(&mut bytes).expect("the message");
    assert_eq!(bytes[..len], message);
    // Entity 5 has moved since the packet 4 before, and entity 3 is gone.
    let packet = hex::decode("01 07 ec03 14 0500 01 02 84 05 02 04 40 00 03".replace(' ', ""));
    let packet = packet.expect("hex");
    server.send_to(&packet, from).expect("it is sent");
    assert_eq!(client.recv(&mut bytes).expect("the packet"), packet.len());
    assert_eq!(bytes[..packet.len()], packet);
    let mut shown = String::new();
    while !shown.contains("gone, or out of sight") {
        shown.push_str(&proxy.line());
        shown.push('\n');
    }
    for part in [
        "FromClient::Steer",
        "received: Received",
        "FromServer::World",
        "[0]: Record, entity 5: Rocket, changed since the packet 4 before\n",
        "[1]: Record, entity 3: gone, or out of sight\n",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(proxy.end(), 0);
}
