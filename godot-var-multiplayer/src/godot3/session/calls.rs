//! Calls, properties and raw bytes, in both directions.

use alloc::vec::Vec;
use core::mem;

use godot_var_runtime::VecOutput;
use godot_var_runtime::variant::{EncodeVariant, Godot3};

use super::node::find;
use super::{Call, CallError, Node, Refusal, Session, Set};
use crate::godot3::{Arguments, EncodeArguments, Member, Packet, Rpc, RpcMode, Rset, Value};
use crate::{NodeId, NodeRef, Target, TransferMode};

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
        let facts = self.nodes.get(node).ok_or(CallError::UnknownNode)?.node;
        let method = find(facts.methods, method).ok_or(CallError::UnknownMethod)?;
        let targets = self.targets(target, &facts, method)?;
        let mut values = mem::take(&mut self.scratch);
        let encoded = Arguments::encode(arguments, &mut values);
        let sent = encoded.map_err(CallError::Packet).and_then(|arguments| {
            let by_id = NodeRef::Id(node.0);
            let call = Packet::Rpc(Rpc { node: by_id, method: method.name, arguments });
            self.send(targets, node, call, method.transfer)
        });
        self.scratch = values;
        sent
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
        let facts = self.nodes.get(node).ok_or(CallError::UnknownNode)?.node;
        let property = find(facts.properties, property).ok_or(CallError::UnknownProperty)?;
        let targets = self.targets(target, &facts, property)?;
        let mut bytes = mem::take(&mut self.scratch);
        bytes.clear();
        let encoded = value.encode(&mut VecOutput::new(&mut bytes));
        let sent = encoded.map_err(CallError::Packet).and_then(|()| {
            let value = Value::of(&bytes);
            let by_id = NodeRef::Id(node.0);
            let set = Packet::Rset(Rset { node: by_id, property: property.name, value });
            self.send(targets, node, set, property.transfer)
        });
        self.scratch = bytes;
        sent
    }

    /// Returns the peers of the target that accept the call.
    fn targets(
        &self,
        target: Target,
        node: &Node,
        member: &'static Member,
    ) -> Result<Vec<i32>, CallError> {
        let is_master = node.master == self.id;
        let mut targets = self.resolve_target(target)?;
        match member.mode {
            RpcMode::Remote | RpcMode::RemoteSync => {}
            RpcMode::Puppet | RpcMode::PuppetSync if is_master => {}
            RpcMode::Master | RpcMode::MasterSync if !is_master => {
                targets.retain(|peer| *peer == node.master);
                if let (Target::Peer(_), []) = (target, &targets[..]) {
                    return Err(CallError::NotAllowed(member));
                }
            }
            _ => return Err(CallError::NotAllowed(member)),
        }
        Ok(targets)
    }

    fn send(
        &mut self,
        targets: Vec<i32>,
        node: NodeId,
        by_id: Packet<'_>,
        mode: TransferMode,
    ) -> Result<(), CallError> {
        // At most two forms are written, for any number of peers.
        let (mut with_id, mut with_path) = (None, None);
        for id in targets {
            let is_confirmed = self.has_confirmed(id, node);
            if !is_confirmed {
                self.announce(id, node);
            }
            let written = if is_confirmed { &mut with_id } else { &mut with_path };
            let bytes = match written {
                Some(bytes) => bytes,
                None => {
                    let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
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
        let node = self.resolve(peer, call.node)?;
        let facts = self.nodes.get(node).ok_or(Refusal::UnknownPath)?.node;
        let method = find(facts.methods, call.method);
        let method = method.ok_or_else(|| Refusal::unknown_method(call.method))?;
        self.check(peer, &facts, method)?;
        let (arguments, options) = (call.arguments, self.config.options);
        Ok(Call { peer, node, method, arguments, options })
    }

    pub(super) fn take_set<'p>(&self, peer: i32, set: &Rset<'p>) -> Result<Set<'p>, Refusal> {
        let node = self.resolve(peer, set.node)?;
        let facts = self.nodes.get(node).ok_or(Refusal::UnknownPath)?.node;
        let property = find(facts.properties, set.property);
        let property = property.ok_or_else(|| Refusal::unknown_property(set.property))?;
        self.check(peer, &facts, property)?;
        let (value, options) = (set.value, self.config.options);
        Ok(Set { peer, node, property, value, options })
    }

    fn check(&self, peer: i32, node: &Node, member: &'static Member) -> Result<(), Refusal> {
        let is_allowed = member.mode.allows(self.id, peer, node.master);
        if is_allowed { Ok(()) } else { Err(Refusal::NotAllowed(member)) }
    }
}
