//! A whole server of Godot's `@rpc`, over `ENet` and WebSocket: what one client says, all hear.

use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::{Config, Event, GodotRpc, Node, Session, Target};
use std::time::{Duration, Instant};

#[derive(GodotRpc)]
enum Chat {
    #[rpc(any_peer)]
    Say(String),
    Heard(i32, String),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::new(Config::default());
    let chat = session.add_node("Main/Chat", Node::of::<Chat>())?;
    let mut server = Server::new(NetConfig::default())?;
    let address = server.listen_enet("127.0.0.1:7777")?; // UDP
    server.listen_websocket(address)?; // TCP
    println!("listening on {address}");
    let started = Instant::now();
    loop {
        let now = started.elapsed();
        while let Some(message) = server.receive()? {
            match message.event(&mut session, now) {
                Some(Event::Call(call)) => match call.decode() {
                    Ok(Chat::Say(text)) => {
                        println!("{}: {text:?}", call.peer);
                        session.call(Target::All, chat, &Chat::Heard(call.peer, text))?;
                    }
                    Ok(Chat::Heard(..)) => {} // the session lets no peer call it
                    Err(reason) => println!("{}: {reason}", call.peer),
                },
                Some(Event::Refused { peer, reason }) => println!("{peer}: {reason}"),
                _ => {}
            }
        }
        while session.poll(now).is_some() {} // what is due, such as properties
        session.drain(|packet| server.send(packet));
        server.wait(Duration::from_millis(50))?;
    }
}
