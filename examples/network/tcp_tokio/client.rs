//! Clients: what `clients-godot3/tcp.gd` does, in Rust.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use godot_var::Dialect;
use godot_var::bridges::codec::VariantCodec;
use tokio::net::TcpStream;
use tokio_util::codec::Framed;

use crate::{Failure, LIMITS, ORDER, ToClient, ToServer};

/// The other end of a connection.
type Server<D> = Framed<TcpStream, VariantCodec<ToClient, ToServer, D>>;

/// Ann and Bob meet, Ann says hello, Bob leaves.
pub(crate) async fn chat<D: Dialect>(address: SocketAddr) -> Result<(), Failure> {
    let mut ann = join::<D>(address, "Ann").await?;
    let mut bob = join::<D>(address, "Bob").await?;
    expect(&mut ann, ToClient::Joined("Bob".into())).await?;
    ann.send(ToServer::Say("hello".into())).await?;
    for server in [&mut ann, &mut bob] {
        expect(server, ToClient::Said { name: "Ann".into(), text: "hello".into() }).await?;
    }
    drop(bob);
    expect(&mut ann, ToClient::Left("Bob".into())).await?;
    println!("OK");
    Ok(())
}

async fn join<D: Dialect>(address: SocketAddr, name: &str) -> Result<Server<D>, Failure> {
    let stream = TcpStream::connect(address).await?;
    let mut server = Framed::new(stream, VariantCodec::with_limits(ORDER, LIMITS));
    server.send(ToServer::Join(name.into())).await?;
    expect(&mut server, ToClient::Joined(name.into())).await?;
    Ok(server)
}

async fn expect<D: Dialect>(server: &mut Server<D>, expected: ToClient) -> Result<(), Failure> {
    match server.next().await.transpose()? {
        Some(message) if message == expected => Ok(()),
        message => Err(format!("{message:?} instead of {expected:?}").into()),
    }
}
