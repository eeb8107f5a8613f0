//! Three nodes of `nats-server` that keep everything three times.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::Stdio;
use std::{env, fs, io};

use async_nats::jetstream::Context;
use async_nats::jetstream::stream::ClusterInfo;
use serde_json::Value;
use tokio::process::{Child, Command};

use crate::Failure;
use crate::log::last;
use crate::messages::Record;
use crate::store::{LOGS, Store, TRIES, retry, streams, subject};

pub(crate) const NODES: usize = 3;

pub(crate) struct Cluster {
    nodes: Vec<Node>,
    /// Removed at the end.
    folder: PathBuf,
}

struct Node {
    port: u16,
    /// For the other nodes.
    route: u16,
    process: Option<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Dropping a child kills it.
        self.nodes.clear();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Cluster {
    /// Starts all nodes.
    pub(crate) fn start() -> Result<Self, Failure> {
        let folder = env::temp_dir().join(format!("godot-var-rooms-{}", std::process::id()));
        // Ports that are free now. They are bound at once, so that they differ.
        let listeners: Result<Vec<_>, _> =
            (0..2 * NODES).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).collect();
        let ports: Result<Vec<u16>, _> = listeners?
            .iter()
            .map(|listener| listener.local_addr().map(|address| address.port()))
            .collect();
        let nodes = ports?
            .as_chunks()
            .0
            .iter()
            .map(|&[port, route]| Node { port, route, process: None })
            .collect();
        let mut cluster = Self { nodes, folder };
        for node in 0..NODES {
            cluster.start_node(node)?;
        }
        Ok(cluster)
    }

    /// Returns the addresses for clients.
    pub(crate) fn addresses(&self) -> String {
        let addresses = self.nodes.iter().map(|node| format!("nats://127.0.0.1:{}", node.port));
        addresses.collect::<Vec<_>>().join(",")
    }

    fn start_node(&mut self, node: usize) -> Result<(), Failure> {
        let routes: Vec<String> =
            self.nodes.iter().map(|node| format!("nats://127.0.0.1:{}", node.route)).collect();
        let started = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &self.nodes[node].port.to_string()])
            .args(["-n", &format!("node{node}"), "-js", "-sd"])
            .arg(self.folder.join(node.to_string()))
            .args(["--cluster_name", "rooms", "--cluster", &routes[node]])
            .args(["--routes", &routes.join(",")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        match started {
            Ok(process) => self.nodes[node].process = Some(process),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(
                    "nats-server is not in the path: apt-get install nats-server (to /usr/sbin)"
                        .into(),
                );
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Kills the node that leads the log in which a room writes. Returns its number.
    pub(crate) async fn kill_leader_of(
        &mut self,
        store: &Store,
        room: &str,
    ) -> Result<usize, Failure> {
        let mut newest = (0, 0);
        for log in 0..LOGS.len() {
            if let (_, Some(Record::Said { entry, .. })) =
                last(&store.logs[log], &subject(log, room)).await?
            {
                newest = newest.max((entry, log));
            }
        }
        let (leader, _) = cluster_of(&store.jetstream, LOGS[newest.1]).await?;
        let number = (0..NODES).find(|node| leader == format!("node{node}"));
        let number = number.ok_or("an unknown leader")?;
        if let Some(mut process) = self.nodes[number].process.take() {
            process.kill().await?;
        }
        Ok(number)
    }

    /// Starts a killed node again. Returns after it has caught up with the others.
    pub(crate) async fn revive(&mut self, node: usize, store: &Store) -> Result<(), Failure> {
        self.start_node(node)?;
        settle(store).await
    }
}

/// Waits until all nodes have everything, and the logs, which are the first streams, have different leaders.
pub(crate) async fn settle(store: &Store) -> Result<(), Failure> {
    retry(TRIES, async || {
        let mut leaders = Vec::new();
        for stream in streams() {
            let (leader, current) = cluster_of(&store.jetstream, &stream).await?;
            if current + 1 < NODES {
                return Err(format!("{stream} has {current} followers").into());
            }
            leaders.push(leader);
        }
        if leaders[0] == leaders[1] {
            let subject = format!("STREAM.LEADER.STEPDOWN.{}", LOGS[1]);
            let _: Value = store.jetstream.request(subject, &serde_json::json!({})).await?;
            return Err("both logs have one leader".into());
        }
        Ok(())
    })
    .await
}

/// Returns the leader of a stream, and how many followers have all that it has.
async fn cluster_of(jetstream: &Context, stream: &str) -> Result<(String, usize), Failure> {
    let info = jetstream.get_stream(stream).await?.cached_info().cluster.clone();
    let ClusterInfo { leader, replicas, .. } = info.ok_or("no cluster")?;
    let current = replicas.iter().filter(|peer| peer.current && !peer.offline).count();
    Ok((leader.ok_or("no leader")?, current))
}
