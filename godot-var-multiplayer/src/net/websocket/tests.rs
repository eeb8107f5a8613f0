//! The places of connections, of more addresses than a machine has.

use std::net;

use mio::Poll;

use super::*;

/// A server with connections from this many addresses.
fn server(addresses: u8, max_peers: usize) -> (Web, Vec<net::TcpStream>) {
    let mut web = Web::new(&NetConfig::default().with_max_peers(max_peers));
    let listener = net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let poll = Poll::new().expect("a selector");
    let mut clients = Vec::new();
    for host in 0..addresses {
        for _ in 0..MAX_HANDSHAKES {
            if web.has_no_place(stranger(host)).is_some() {
                continue;
            }
            clients.push(net::TcpStream::connect(address).expect("connected"));
            let (stream, _) = listener.accept().expect("a client");
            stream.set_nonblocking(true).expect("a socket");
            let stream = TcpStream::from_std(stream);
            web.add(stream, stranger(host), poll.registry()).expect("a place");
        }
    }
    (web, clients)
}

fn stranger(host: u8) -> SocketAddr {
    ([10, 0, 0, host], 7777).into()
}

/// Those of peers, and 256 others.
#[test]
fn connections_have_a_limit() {
    let (mut web, clients) = server(5, 2);
    assert_eq!((web.links.len(), clients.len()), (258, 258));
    assert_eq!(web.has_no_place(stranger(200)), Some(Misfit::Full));
    // One that closes leaves its place to the next one.
    let token = *web.links.keys().nth(100).expect("a connection");
    let link = web.links.get_mut(&token).expect("a connection");
    let socket =
        WebSocket::from_raw_socket(link.stream.clone(), tungstenite::protocol::Role::Server, None);
    link.state = State::Closing(socket);
    assert_eq!(web.has_no_place(stranger(200)), None);
    assert!(!web.links.contains_key(&token));
    assert_eq!(web.links.len(), 257);
}
