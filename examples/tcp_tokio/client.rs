//! Clients: what `clients-godot3/tcp.gd` does, in Rust.

use std::net::SocketAddr;

use godot_var::Dialect;
use tokio::net::TcpStream;

use crate::connection::Connection;
use crate::{Failure, ToClient, ToServer};

/// Ann and Bob meet, Ann says hello, Bob leaves.
pub(crate) async fn chat<D: Dialect>(server: SocketAddr) -> Result<(), Failure> {
    let mut ann = join::<D>(server, "Ann").await?;
    let mut bob = join::<D>(server, "Bob").await?;
    expect::<D>(&mut ann, ToClient::Joined("Bob".into())).await?;
    ann.send::<D, _>(&ToServer::Say("hello".into())).await?;
    for client in [&mut ann, &mut bob] {
        expect::<D>(client, ToClient::Said { name: "Ann".into(), text: "hello".into() }).await?;
    }
    drop(bob);
    expect::<D>(&mut ann, ToClient::Left("Bob".into())).await?;
    println!("OK");
    Ok(())
}

async fn join<D: Dialect>(server: SocketAddr, name: &str) -> Result<Connection, Failure> {
    let mut client = Connection::new(TcpStream::connect(server).await?);
    client.send::<D, _>(&ToServer::Join(name.into())).await?;
    expect::<D>(&mut client, ToClient::Joined(name.into())).await?;
    Ok(client)
}

async fn expect<D: Dialect>(client: &mut Connection, expected: ToClient) -> Result<(), Failure> {
    match client.receive::<D, ToClient>().await? {
        Some(message) if message == expected => Ok(()),
        message => Err(format!("{message:?} instead of {expected:?}").into()),
    }
}
