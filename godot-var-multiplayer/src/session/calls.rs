//! Calls of methods and raw bytes, in both directions.

use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use godot_var_runtime::VecOutput;

use super::{Call, CallError, NodeId, Refusal, Session, Target};
use crate::{Arguments, Caller, MethodSet, NodeRef, Packet, Rpc, TransferMode};

impl Session {
    /// Calls a method of a node at one or more peers, in the method's mode and on its channel. If the target is several peers, those that do
    /// not have a spawned node are skipped.
    ///
    /// # Errors
    /// [`CallError`]; then no peer is called.
    pub fn call<C: MethodSet>(
        &mut self,
        target: Target,
        node: NodeId,
        call: &C,
        now: Duration,
    ) -> Result<(), CallError> {
        self.now = now;
        let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
        let (id, method) = entry.node.method_of(call).ok_or(CallError::OtherMethods)?;
        if method.caller == Caller::Authority && entry.node.authority != self.id {
            return Err(CallError::NotAuthority);
        }
        let mut targets = self.resolve_target(target)?;
        targets.retain(|id| self.is_reachable(*id, node) && self.has_spawned(*id, node));
        if let (Target::Peer(id), []) = (target, &targets[..]) {
            self.targets = targets;
            return Err(CallError::NotSpawned(id));
        }
        let mut values = mem::take(&mut self.scratch);
        values.clear();
        let sent = match call.encode_arguments(&mut VecOutput::new(&mut values)) {
            Ok(count) => {
                let arguments = Arguments::of(count, &values);
                let rpc = Rpc::new(NodeRef::Id(node.0), id, arguments);
                self.send_call(&targets, node, rpc, (method.mode, method.channel))
            }
            Err(error) => Err(error.into()),
        };
        self.scratch = values;
        self.targets = targets;
        sent
    }

    fn send_call(
        &mut self,
        targets: &[i32],
        node: NodeId,
        by_id: Rpc<'_>,
        (mode, channel): (TransferMode, u8),
    ) -> Result<(), CallError> {
        // At most two forms are written, for any number of peers.
        let (mut with_id, mut with_path) = (None, None);
        for &id in targets {
            let is_confirmed = self.has_confirmed(id, node);
            if !is_confirmed {
                self.announce(id, node);
            }
            let written = if is_confirmed { &mut with_id } else { &mut with_path };
            let bytes = match written {
                Some(bytes) => bytes,
                None => {
                    let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
                    let by_path =
                        Rpc::new(NodeRef::Path(&entry.path), by_id.method, by_id.arguments);
                    let rpc = if is_confirmed { by_id } else { by_path };
                    written.insert(self.queue.write(&Packet::Rpc(rpc))?)
                }
            };
            self.queue.send(id, bytes.clone(), mode, channel);
        }
        Ok(())
    }

    /// Sends raw bytes of the game. Godot emits `peer_packet` at the peer.
    ///
    /// # Errors
    /// [`CallError::UnknownPeer`]; [`CallError::Packet`] if the bytes are empty.
    pub fn send_bytes(
        &mut self,
        target: Target,
        bytes: &[u8],
        mode: TransferMode,
        channel: u8,
    ) -> Result<(), CallError> {
        let targets = self.resolve_target(target)?;
        let written = self.queue.write(&Packet::Raw(bytes));
        if let Ok(packet) = &written {
            for peer in &targets {
                self.queue.send(*peer, packet.clone(), mode, channel);
            }
        }
        self.targets = targets;
        Ok(written.map(drop)?)
    }

    /// Returns the peers of the target, in the buffer of [`targets`](Self::targets). The caller must put the buffer back.
    fn resolve_target(&mut self, target: Target) -> Result<Vec<i32>, CallError> {
        let left_out = match target {
            Target::Peer(id) if !self.is_admitted(id) => return Err(CallError::UnknownPeer(id)),
            Target::AllBut(id) => Some(id),
            _ => None,
        };
        let mut targets = mem::take(&mut self.targets);
        targets.clear();
        match target {
            Target::Peer(id) => targets.push(id),
            _ => targets.extend(self.peers().filter(|id| Some(*id) != left_out)),
        }
        Ok(targets)
    }

    pub(super) fn take_call<'p>(&mut self, id: i32, call: &Rpc<'p>) -> Result<Call<'p>, Refusal> {
        let (node, announced) = match call.node {
            NodeRef::Path(path) => {
                let node = self.node(path).ok_or(Refusal::UnknownPath)?;
                let peer = self.peers.get(&id).ok_or(Refusal::NotAdmitted)?;
                (node, peer.announced(node).map(|known| known.checksum))
            }
            NodeRef::Id(number) => {
                let (node, checksum) = self.resolve(id, number)?;
                (node, Some(checksum))
            }
        };
        let entry = self.nodes.get(node).ok_or(Refusal::UnknownPath)?;
        let sent = self.peers.get(&id).and_then(|peer| peer.sent.get(&node));
        let differs = sent.is_some_and(|announcement| announcement.differs);
        if differs || announced.is_some_and(|checksum| checksum != entry.node.checksum) {
            return Err(Refusal::ChecksumDiffers(node));
        }
        let method = entry.node.method(call.method);
        let method = method.ok_or(Refusal::UnknownMethod(call.method))?;
        if method.caller == Caller::Authority && entry.node.authority != id {
            return Err(Refusal::NotAllowed(method));
        }
        let (arguments, options) = (call.arguments, self.config.options);
        Ok(Call { peer: id, node, method, id: call.method, arguments, options })
    }
}
