//! What the processes keep in NATS: two logs and three buckets, with three replicas each.

use std::time::Duration;

use async_nats::jetstream::{self, Context, kv, stream};
use async_nats::{Client, ConnectOptions};

use crate::Failure;

/// Two streams with the same purpose. NATS elects a new leader 4 to 9 seconds after the old one was killed, and no setting changes that.
/// With leaders on different nodes a room goes on in the other log at once.
pub(crate) const LOGS: [&str; 2] = ["LOG_A", "LOG_B"];
/// The places of rooms, the seats of players, the snapshots of rooms.
const BUCKETS: [&str; 3] = ["ROOMS", "SEATS", "STATES"];
/// Attempts of [`retry`] for what a new cluster needs half a minute for.
pub(crate) const TRIES: u32 = 300;
/// Attempts to open what exists: a node may not know it yet.
const OPEN_TRIES: u32 = 50;
/// How long a process waits for NATS: half a second is long for a write on three nodes.
pub(crate) const ACK: Duration = Duration::from_millis(500);
/// How long a client library waits before it tries the next node.
const RECONNECT: Duration = Duration::from_millis(50);
/// Notices a node that is silent. One that is killed ends the connection itself.
const PING: Duration = Duration::from_secs(1);

/// Connects to any node of the cluster, and to the next one if that dies.
pub(crate) async fn connect(nats: &str) -> Result<(Client, Context), Failure> {
    let nodes: Vec<&str> = nats.split(',').collect();
    let client = ConnectOptions::new()
        .reconnect_delay_callback(|_| RECONNECT)
        .connection_timeout(Duration::from_secs(1))
        .ping_interval(PING)
        .retry_on_initial_connect()
        .connect(nodes)
        .await?;
    let context =
        jetstream::ContextBuilder::new().timeout(ACK).ack_timeout(ACK).build(client.clone());
    Ok((client, context))
}

/// The subject of a room in a log. A room's key is `<version>.<name>`.
pub(crate) fn subject(log: usize, room: &str) -> String {
    format!("{}.{room}", LOGS[log])
}

/// Makes the logs and buckets, with so many replicas. A new cluster needs some seconds before it accepts that.
pub(crate) async fn create(jetstream: &Context, replicas: usize) -> Result<(), Failure> {
    for log in LOGS {
        let config = stream::Config {
            name: log.into(),
            subjects: vec![format!("{log}.>")],
            num_replicas: replicas,
            ..stream::Config::default()
        };
        create_stream(jetstream, config).await?;
    }
    for bucket in BUCKETS {
        // As `create_key_value` does, which cannot read the answers of servers before 2.10.
        let config = stream::Config {
            name: format!("KV_{bucket}"),
            subjects: vec![format!("$KV.{bucket}.>")],
            max_messages_per_subject: 1,
            discard: stream::DiscardPolicy::New,
            deny_delete: true,
            allow_rollup: true,
            allow_direct: true,
            num_replicas: replicas,
            ..stream::Config::default()
        };
        create_stream(jetstream, config).await?;
    }
    Ok(())
}

async fn create_stream(jetstream: &Context, config: stream::Config) -> Result<(), Failure> {
    let created =
        retry(TRIES, async || Ok(jetstream.create_stream(config.clone()).await.map(|_| ())?));
    created.await.map_err(|error| format!("stream {}: {error}", config.name).into())
}

/// The logs and buckets, as a process uses them.
#[derive(Clone)]
pub(crate) struct Store {
    pub(crate) jetstream: Context,
    pub(crate) logs: Vec<stream::Stream>,
    pub(crate) rooms: kv::Store,
    pub(crate) seats: kv::Store,
    pub(crate) states: kv::Store,
}

impl Store {
    pub(crate) async fn open(jetstream: Context) -> Result<Self, Failure> {
        let mut logs = Vec::new();
        for log in LOGS {
            let found = retry(OPEN_TRIES, async || Ok(jetstream.get_stream(log).await?));
            logs.push(found.await.map_err(|error| missing("stream", log, &error))?);
        }
        let bucket = async |name: &str| {
            let found = retry(OPEN_TRIES, async || Ok(jetstream.get_key_value(name).await?));
            found.await.map_err(|error| missing("bucket", name, &error))
        };
        let (rooms, seats) = (bucket(BUCKETS[0]).await?, bucket(BUCKETS[1]).await?);
        let states = bucket(BUCKETS[2]).await?;
        Ok(Self { jetstream, logs, rooms, seats, states })
    }
}

/// Returns the names of all streams. A bucket is a stream, too.
pub(crate) fn streams() -> impl Iterator<Item = String> {
    LOGS.map(str::to_owned).into_iter().chain(BUCKETS.map(|bucket| format!("KV_{bucket}")))
}

fn missing(what: &str, name: &str, error: &Failure) -> Failure {
    let advice = "`rooms create NATS REPLICAS` makes the streams and buckets";
    format!("no {what} {name} in NATS ({error}): {advice}").into()
}

/// Tries until it succeeds, with a tenth of a second between two attempts.
pub(crate) async fn retry<T>(
    most: u32,
    mut action: impl AsyncFnMut() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut tries = 0;
    loop {
        match action().await {
            Err(error) if tries >= most => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            success => return success,
        }
        tries += 1;
    }
}
