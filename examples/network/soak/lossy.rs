//! A relay for datagrams that loses some of them.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::timeout;

use crate::Failure;

/// One in so many datagrams is lost, in each direction.
const LOST: u64 = 20;
/// An address that is silent for longer is forgotten.
const SILENCE: Duration = Duration::from_secs(60);

/// Starts a relay to a server, and returns its address.
pub(crate) fn relay(server: SocketAddr) -> Result<SocketAddr, Failure> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let front = Arc::new(UdpSocket::bind("127.0.0.1:0").await?);
            sender.send(front.local_addr()?)?;
            run(front, server).await
        })
    });
    Ok(receiver.recv()?)
}

async fn run(front: Arc<UdpSocket>, server: SocketAddr) -> Result<(), Failure> {
    let mut bytes = vec![0; 65_536];
    let mut sockets = HashMap::<SocketAddr, Arc<UdpSocket>>::new();
    for count in 1_u64.. {
        let (len, client) = front.recv_from(&mut bytes).await?;
        if count.is_multiple_of(LOST) {
            continue;
        }
        // The task of a client has the other half.
        if sockets.get(&client).is_none_or(|socket| Arc::strong_count(socket) == 1) {
            sockets.retain(|_, socket| Arc::strong_count(socket) > 1);
            let socket = Arc::new(UdpSocket::bind("127.0.0.1:0").await?);
            socket.connect(server).await?;
            tokio::spawn(back(Arc::clone(&socket), Arc::clone(&front), client));
            sockets.insert(client, socket);
        }
        // What cannot be sent is lost.
        let _ = sockets[&client].send(&bytes[..len]).await;
    }
    Ok(())
}

/// Passes on what the server sends to a client.
async fn back(socket: Arc<UdpSocket>, front: Arc<UdpSocket>, client: SocketAddr) {
    let mut bytes = vec![0; 65_536];
    let mut count = 0_u64;
    while let Ok(Ok(len)) = timeout(SILENCE, socket.recv(&mut bytes)).await {
        count += 1;
        if !count.is_multiple_of(LOST) {
            let _ = front.send_to(&bytes[..len], client).await;
        }
    }
}
