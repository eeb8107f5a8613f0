//! Stores which player each name belongs to, for all servers of the fleet.

use std::time::Duration;

use async_nats::jetstream::{Context, kv, stream};

use crate::Failure;
use crate::messages::Join;

const BUCKET: &str = "NAMES";
/// How long a name stays reserved after its server has stopped.
const KEPT: Duration = Duration::from_secs(10);
/// How often a server renews the names of its players.
pub(crate) const RENEWAL: Duration = Duration::from_secs(3);

/// A reserved name. It must be renewed.
pub(crate) struct Claim {
    names: kv::Store,
    name: String,
    owner: String,
    revision: u64,
}

/// Creates the table of names like `create_key_value`, which cannot read the answers of servers before 2.10.
pub(crate) async fn create(jetstream: &Context) -> Result<(), Failure> {
    let config = stream::Config {
        name: format!("KV_{BUCKET}"),
        subjects: vec![format!("$KV.{BUCKET}.>")],
        max_messages_per_subject: 1,
        max_age: KEPT,
        discard: stream::DiscardPolicy::New,
        deny_delete: true,
        allow_rollup: true,
        allow_direct: true,
        ..stream::Config::default()
    };
    jetstream.create_stream(config).await?;
    Ok(())
}

impl Claim {
    /// Reserves a player's name. Returns `None` if it belongs to another player.
    pub(crate) async fn take(jetstream: &Context, join: &Join) -> Result<Option<Self>, Failure> {
        let names = jetstream.get_key_value(BUCKET).await?;
        let name = format!("{}.{}", join.room, join.name);
        let owner = format!("{}.{}", join.life, join.key);
        let entry = names.entry(&name).await?;
        let revision = match entry.filter(|entry| entry.operation == kv::Operation::Put) {
            Some(entry) if entry.value != owner.as_bytes() => return Ok(None),
            Some(entry) => names.update(&name, owner.clone().into(), entry.revision).await?,
            None => names.create(&name, owner.clone().into()).await?,
        };
        Ok(Some(Self { names, name, owner, revision }))
    }

    /// Renews the name. Fails if another connection of the player has taken it.
    pub(crate) async fn renew(&mut self) -> Result<(), Failure> {
        let owner = self.owner.clone().into();
        self.revision = self.names.update(&self.name, owner, self.revision).await?;
        Ok(())
    }

    /// Releases the name, unless another connection of the player has taken it.
    pub(crate) async fn give_back(self) {
        let _ = self.names.delete_expect_revision(&self.name, Some(self.revision)).await;
    }
}
