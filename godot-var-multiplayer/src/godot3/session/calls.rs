//! Calls, properties and raw bytes, in both directions.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use godot_var_runtime::variant::{EncodeVariant, Godot3};
use godot_var_runtime::{EncodeError, VecOutput};

use super::node::find;
use super::{Call, Node, Session, Set};
use crate::godot3::{Arguments, EncodeArguments, Member, Packet, Rpc, RpcMode, Rset, Value};
use crate::session::nodes::Entry;
use crate::{CallError, NodeId, NodeRef, Refusal, Target, TransferMode};

impl Session {
    /// Calls a method of a node at one or more peers, with `rpc` or `rpc_unreliable` as [`Member::transfer`] says. The arguments are a tuple
    /// or a list of [`Variant`](godot_var_runtime::variant::Variant)s.
    ///
    /// If the target is several peers, a `master` method is called only at the network master.
    ///
    /// # Errors
    /// [`CallError`]; then no peer is called.
    pub fn call<A: EncodeArguments + ?Sized>(
        &mut self,
        target: Target,
        node: NodeId,
        method: &str,
        arguments: &A,
    ) -> Result<(), CallError> {
        let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
        let method = find(entry.node.methods, method).ok_or_else(|| unknown(entry, method))?;
        let targets = self.targets(target, entry, method)?;
        self.send(&targets, node, method, |node, values| {
            let arguments = Arguments::encode(arguments, values)?;
            Ok(Packet::Rpc(Rpc { node, method: method.name, arguments }))
        })
    }

    /// Sets a property of a node at one or more peers, with `rset` or `rset_unreliable` as [`Member::transfer`] says.
    ///
    /// If the target is several peers, a `master` property is set only at the network master.
    ///
    /// # Errors
    /// [`CallError`]; then no peer gets the value.
    pub fn set<T: EncodeVariant<Godot3> + ?Sized>(
        &mut self,
        target: Target,
        node: NodeId,
        property: &str,
        value: &T,
    ) -> Result<(), CallError> {
        let name = property;
        let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
        let property = find(entry.node.properties, property);
        let property = property.ok_or_else(|| unknown(entry, name))?;
        let targets = self.targets(target, entry, property)?;
        self.send(&targets, node, property, |node, bytes| {
            bytes.clear();
            value.encode(&mut VecOutput::new(&mut *bytes))?;
            Ok(Packet::Rset(Rset { node, property: property.name, value: Value::of(bytes) }))
        })
    }

    /// Returns the peers of the target that accept the call.
    fn targets(
        &self,
        target: Target,
        entry: &Entry<Node>,
        member: &'static Member,
    ) -> Result<Vec<i32>, CallError> {
        let master = entry.node.master;
        let is_master = master == self.id;
        let mut targets = self.resolve_target(target)?;
        let Member { name, mode, .. } = *member;
        let not_allowed =
            || CallError::NotAllowed { node: entry.path.clone(), name, mode: mode.keyword() };
        match mode {
            RpcMode::Remote | RpcMode::RemoteSync => {}
            RpcMode::Puppet | RpcMode::PuppetSync if is_master => {}
            RpcMode::Master | RpcMode::MasterSync if !is_master => {
                targets.retain(|peer| *peer == master);
                if let (Target::Peer(_), []) = (target, &targets[..]) {
                    return Err(not_allowed());
                }
            }
            _ => return Err(not_allowed()),
        }
        Ok(targets)
    }

    /// Sends a packet about a node, which `encode` makes with the values in a buffer.
    fn send(
        &mut self,
        targets: &[i32],
        node: NodeId,
        member: &'static Member,
        encode: impl for<'v> FnOnce(NodeRef<'v>, &'v mut Vec<u8>) -> Result<Packet<'v>, EncodeError>,
    ) -> Result<(), CallError> {
        let mut values = mem::take(&mut self.scratch);
        let sent = encode(NodeRef::Id(node.number()), &mut values)
            .and_then(|packet| self.send_by_id(targets, node, packet, member.transfer));
        self.scratch = values;
        sent.map_err(|error| match self.nodes.get(node) {
            Some(entry) => {
                CallError::Arguments { node: entry.path.clone(), method: member.name, error }
            }
            None => CallError::UnknownNode,
        })
    }

    fn send_by_id(
        &mut self,
        targets: &[i32],
        node: NodeId,
        by_id: Packet<'_>,
        mode: TransferMode,
    ) -> Result<(), EncodeError> {
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
                    let Some(entry) = self.nodes.get(node) else { return Ok(()) };
                    let by_path = by_id.with_node(NodeRef::Path(&entry.path));
                    let packet = if is_confirmed { by_id } else { by_path };
                    written.insert(self.queue.write(&packet)?)
                }
            };
            let bytes = bytes.clone();
            self.send_packet(id, bytes, mode);
        }
        Ok(())
    }

    /// Sends raw bytes of the game. Godot emits `network_peer_packet` at the peer.
    ///
    /// # Errors
    /// [`CallError::UnknownPeer`]; [`CallError::Packet`] if the bytes are empty.
    pub fn send_bytes(
        &mut self,
        target: Target,
        bytes: &[u8],
        mode: TransferMode,
    ) -> Result<(), CallError> {
        let targets = self.resolve_target(target)?;
        let packet = self.queue.write(&Packet::Raw(bytes))?;
        for peer in targets {
            self.send_packet(peer, packet.clone(), mode);
        }
        Ok(())
    }

    fn resolve_target(&self, target: Target) -> Result<Vec<i32>, CallError> {
        match target {
            Target::Peer(id) if self.peers.contains_key(&id) => Ok(alloc::vec![id]),
            Target::Peer(id) => Err(CallError::UnknownPeer(id)),
            Target::All => Ok(self.peers().collect()),
            Target::AllBut(id) => Ok(self.peers().filter(|peer| *peer != id).collect()),
        }
    }

    pub(super) fn take_call<'p>(&self, peer: i32, call: &Rpc<'p>) -> Result<Call<'p>, Refusal> {
        let (node, path, method) =
            self.accept(peer, call.node, |node| node.methods, call.method)?;
        let (arguments, options) = (call.arguments, self.config.options);
        Ok(Call { peer, node, path, method, arguments, options })
    }

    pub(super) fn take_set<'p>(&self, peer: i32, set: &Rset<'p>) -> Result<Set<'p>, Refusal> {
        let (node, path, property) =
            self.accept(peer, set.node, |node| node.properties, set.property)?;
        let (value, options) = (set.value, self.config.options);
        Ok(Set { peer, node, path, property, value, options })
    }

    /// Returns the node and the member that a peer calls or sets, if it may.
    fn accept(
        &self,
        peer: i32,
        node: NodeRef<'_>,
        members: fn(&Node) -> &'static [Member],
        name: &str,
    ) -> Result<(NodeId, Arc<str>, &'static Member), Refusal> {
        let node = self.resolve(peer, node)?;
        let Entry { path, node: facts, .. } =
            self.nodes.get(node).ok_or_else(|| Refusal::unknown_id(node.number()))?;
        let member = find(members(facts), name);
        let member = member.ok_or_else(|| Refusal::unknown_member(path, name))?;
        if !member.mode.allows(self.id, peer, facts.master) {
            let (name, mode) = (member.name, member.mode.keyword());
            return Err(Refusal::NotAllowed { node: path.clone(), name, mode });
        }
        Ok((node, path.clone(), member))
    }
}

fn unknown(entry: &Entry<Node>, name: &str) -> CallError {
    CallError::UnknownMember { node: entry.path.clone(), name: name.into() }
}
