//! Calls of methods and raw bytes, in both directions.

use alloc::vec::Vec;
use core::any::type_name;
use core::mem;

use godot_var_runtime::{EncodeError, VecOutput};

use super::nodes::Entry;
use super::paths::Resolved;
use super::{Call, CallError, Event, LeftOut, NodeId, Refusal, Session, Target};
use crate::methods::Role;
use crate::{Arguments, Caller, Checksum, Method, MethodSet, NodeRef, Packet, Rpc, TransferMode};

impl Session {
    /// Calls a method of a node at one or more peers, in the method's mode and on its channel. Returns which of several peers were left out,
    /// and why.
    ///
    /// A reliable call of a spawned node, or of one inside, waits until the peer has the spawned node. It is dropped if the node is removed
    /// before.
    ///
    /// # Errors
    /// [`CallError`]; then no peer is called.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use godot_var_multiplayer::{CallError, Caller, Config, Method, MethodSet, MultiplayerSpawner, NewNode, Node, Session, Target, TransferMode, sorted};
    /// # use godot_var_runtime::{EncodeError, Output};
    /// # struct Wave;
    /// # impl MethodSet for Wave {
    /// #     const METHODS: &'static [Method] = &sorted([Method::new("wave", Caller::Authority).with_mode(TransferMode::Unreliable)]);
    /// #     fn id(&self) -> u16 { 0 }
    /// #     fn encode_arguments<O: Output>(&self, _: &mut O) -> Result<u8, EncodeError> { Ok(0) }
    /// # }
    /// # let now = Duration::ZERO;
    /// # let mut session = Session::new(Config::default());
    /// # session.connect(7, now);
    /// # let spawner = MultiplayerSpawner::new("Main/Players").with_scenes(&["res://player.tscn"]);
    /// # let spawner = session.add_spawner("Main/Spawner", spawner)?;
    /// let ann = session.spawn(spawner, NewNode::scene(0, "Ann").with_node(Node::of::<Wave>()))?;
    /// // Peer 7 has not loaded the level yet, and `wave` is unreliable.
    /// for left_out in session.call(Target::All, ann, &Wave)? {
    ///     assert_eq!(
    ///         left_out.to_string(),
    ///         "wave of Main/Players/Ann for the peer 7: the peer does not have the node yet, and an unreliable call does not wait"
    ///     );
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn call<C: MethodSet>(
        &mut self,
        target: Target,
        node: NodeId,
        call: &C,
    ) -> Result<&[CallError], CallError> {
        let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
        let (id, method) = self.method_of(entry, call)?;
        if method.role != Role::Call {
            return Err(CallError::Role { node: entry.path.clone(), method: method.name });
        }
        if method.caller == Caller::Authority && entry.node.authority != self.id {
            let (node, authority) = (entry.path.clone(), entry.node.authority);
            return Err(CallError::NotAuthority { node, method: method.name, authority });
        }
        let targets = self.resolve_target(target)?;
        let mut values = mem::take(&mut self.scratch);
        values.clear();
        let sent = match call.encode_arguments(&mut VecOutput::new(&mut values)) {
            Ok(count) => {
                let arguments = Arguments::of(count, &values);
                let rpc = Rpc::new(NodeRef::Id(node.number()), id, arguments);
                self.send_call(&targets, node, rpc, method)
            }
            Err(error) => Err(self.unwritten(node, method, error)),
        };
        self.scratch = values;
        self.targets = targets;
        sent?;
        match (target, self.left_out.pop()) {
            (Target::Peer(_), Some(reason)) => return Err(reason),
            (_, reason) => self.left_out.extend(reason),
        }
        Ok(&self.left_out)
    }

    /// Returns the method of a call, and its id on the wire.
    #[expect(clippy::unused_self, reason = "a function of the session, next to its callers")]
    pub(super) fn method_of<C: MethodSet>(
        &self,
        entry: &Entry,
        call: &C,
    ) -> Result<(u16, &'static Method), CallError> {
        entry.node.method_of(call).ok_or_else(|| CallError::OtherMethods {
            node: entry.path.clone(),
            expected: entry.node.set_name(0)(),
            found: type_name::<C>(),
        })
    }

    /// The error for a call that cannot be encoded.
    #[cold]
    pub(super) fn unwritten(&self, node: NodeId, method: &Method, error: EncodeError) -> CallError {
        CallError::Arguments { node: self.shared_path(node), method: method.name, error }
    }

    pub(super) fn send_call(
        &mut self,
        targets: &[i32],
        node: NodeId,
        by_id: Rpc<'_>,
        method: &'static Method,
    ) -> Result<(), CallError> {
        let Method { mode, channel, name, .. } = *method;
        self.left_out.clear();
        // At most two forms are written for any number of peers, and one for each that has an older version.
        let (mut with_id, mut with_path) = (None, None);
        for &id in targets {
            let peer = self.peers.get(&id);
            if peer.is_some_and(|peer| self.is_loading(peer, node)) {
                self.leave_out(CallError::Loading, id, node, name);
                continue;
            }
            let older = peer.and_then(|peer| self.older(peer, node));
            let id_there = older.map_or(Some(by_id.method), |set| set.older(name));
            let Some(id_there) = id_there else {
                self.leave_out(CallError::Older, id, node, name);
                continue;
            };
            let waits_for = self.waits_for(id, node, mode, channel);
            if waits_for.is_some() {
                if !self.will_have(id, node) {
                    self.leave_out(CallError::NotVisible, id, node, name);
                    continue;
                }
                if mode != TransferMode::Reliable {
                    self.leave_out(CallError::NotSpawned, id, node, name);
                    continue;
                }
            }
            let is_confirmed =
                waits_for.is_none() && peer.is_some_and(|peer| peer.has_confirmed(node));
            if waits_for.is_none() && !is_confirmed {
                self.announce(id, node);
            }
            let mut with_older = None;
            let written = match (older, is_confirmed) {
                (Some(_), _) => &mut with_older,
                (None, true) => &mut with_id,
                (None, false) => &mut with_path,
            };
            let bytes = match written {
                Some(bytes) => bytes,
                None => {
                    let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
                    let at = if is_confirmed { by_id.node } else { NodeRef::Path(&entry.path) };
                    let rpc = Rpc::new(at, id_there, by_id.arguments);
                    let packet = self.queue.write(&Packet::Rpc(rpc));
                    let packet = packet.map_err(|error| self.unwritten(node, method, error))?;
                    written.insert(packet)
                }
            };
            match waits_for {
                None => {
                    let bytes = bytes.clone();
                    let channel = self.channel_of(id, Some(node), mode, channel);
                    self.queue.send(id, bytes, mode, channel);
                }
                Some(spawned) => {
                    let bytes = self.queue.get(bytes.clone()).to_vec();
                    if !self.wait(id, spawned, &bytes, channel) {
                        self.leave_out(CallError::Limit, id, node, name);
                    }
                }
            }
        }
        Ok(())
    }

    fn leave_out(
        &mut self,
        reason: fn(LeftOut) -> CallError,
        peer: i32,
        node: NodeId,
        method: &'static str,
    ) {
        self.left_out.push(reason(LeftOut { peer, node: self.shared_path(node), method }));
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

    #[expect(
        clippy::unnecessary_lazy_evaluations,
        reason = "a refusal that is built at once is dropped by a call"
    )]
    pub(super) fn take_call<'p>(
        &mut self,
        id: i32,
        call: &Rpc<'p>,
    ) -> Result<Option<Event<'p>>, Refusal> {
        let peer = self.peers.get(&id).ok_or_else(|| Refusal::NotAdmitted(id))?;
        let (node, announced, unsettled) = match call.node {
            NodeRef::Path(path) => {
                let node = self.node(path).ok_or_else(|| self.unknown_path(path))?;
                (node, peer.announced(node).map(|known| known.checksum), None)
            }
            NodeRef::Id(number) => {
                let Resolved { node, checksum, unsettled } = self.resolve(peer, number)?;
                (node, Some(checksum), unsettled)
            }
        };
        let entry = self.nodes.get(node).ok_or_else(|| Refusal::unknown_id(node.number()))?;
        let is_other = |checksum: &Checksum| *checksum != entry.node.checksum;
        let older = match announced {
            Some(checksum) if is_other(&checksum) => self.older_with(peer, entry, checksum),
            Some(_) => None,
            None => self.older(peer, node),
        };
        let differs = peer.sent.get(&node).is_some_and(|announcement| announcement.differs);
        let differs = differs || announced.is_some_and(|checksum| is_other(&checksum));
        if differs && older.is_none() {
            return Err(Refusal::ChecksumDiffers(entry.path.clone()));
        }
        let number = older.map_or(Some(call.method), |set| entry.node.id_then(&set, call.method));
        let method = number.and_then(|id| Some((id, entry.node.method(id)?)));
        let (number, method) = method.ok_or_else(|| Refusal::UnknownMethod {
            node: entry.path.clone(),
            method: call.method,
        })?;
        if method.caller == Caller::Authority && entry.node.authority != id {
            let (node, name) = (entry.path.clone(), method.name);
            return Err(Refusal::NotAllowed { node, name, mode: "authority" });
        }
        let (path, set) = (entry.path.clone(), entry.node.set_name(number));
        if let Some(unsettled) = unsettled {
            self.settle(id, unsettled, node);
        }
        let (mut arguments, options) = (call.arguments, self.config.options);
        let mut request = None;
        match method.role {
            Role::Call => {}
            Role::Question => {
                let (asked, rest) = self.take_request(id, node, method, arguments)?;
                request = Some(asked);
                arguments = rest;
            }
            Role::Answer => {
                return self.take_answer(id, node, method, arguments, &options).map(Some);
            }
        }
        let (peer, id) = (id, number);
        let call = Call { peer, node, path, method, id, arguments, request, options, set };
        Ok(Some(Event::Call(call)))
    }
}
