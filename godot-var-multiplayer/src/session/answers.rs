//! Calls with an answer: requests of this session, and answers to those of peers.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt::{self, Write as _};
use core::mem;
use core::time::Duration;

use godot_var_runtime::variant::{DecodeVariant, EncodeVariant, Godot4, compressed};
use godot_var_runtime::{DecodeError, VecOutput};

use super::one_line::OneLine;
use super::{CallError, Event, NodeId, Refusal, Session};
use crate::methods::{Question, Role};
use crate::{
    ArgumentReader, Arguments, Caller, Method, MethodSet, NodeRef, Options, Row, Rpc, watch,
};

/// The requests that wait for an answer.
#[derive(Debug)]
pub(super) struct Requests {
    /// The number of the last one.
    last: u32,
    open: BTreeMap<u32, Open>,
    due: BTreeSet<(Duration, u32)>,
    /// The open requests, sorted by connection.
    by_connection: BTreeSet<(u64, u32)>,
}

#[derive(Debug)]
struct Open {
    peer: i32,
    /// The number of its connection: another one can have the same id later.
    connection: u64,
    node: NodeId,
    due: Duration,
    method: &'static str,
}

impl Requests {
    pub(super) const fn new() -> Self {
        Self {
            last: 0,
            open: BTreeMap::new(),
            due: BTreeSet::new(),
            by_connection: BTreeSet::new(),
        }
    }

    /// Returns a number that no open request has. After the last `u32` the numbers begin again.
    fn next(&self) -> u32 {
        let mut number = self.last.wrapping_add(1);
        while self.open.contains_key(&number) {
            number = number.wrapping_add(1);
        }
        number
    }

    fn add(&mut self, number: u32, open: Open) {
        self.last = number;
        self.due.insert((open.due, number));
        self.by_connection.insert((open.connection, number));
        self.open.insert(number, open);
    }

    fn close(&mut self, number: u32) -> Option<Open> {
        let open = self.open.remove(&number)?;
        self.due.remove(&(open.due, number));
        self.by_connection.remove(&(open.connection, number));
        Some(open)
    }

    /// A connection has ended: its requests are due now.
    pub(super) fn give_up(&mut self, connection: u64) {
        for (_, number) in self.by_connection.range((connection, 0)..=(connection, u32::MAX)) {
            let Some(open) = self.open.get_mut(number) else { continue };
            self.due.remove(&(open.due, *number));
            open.due = Duration::ZERO;
            self.due.insert((open.due, *number));
        }
    }

    /// Returns a request that is due.
    pub(super) fn late(&mut self, now: Duration) -> Option<Event<'static>> {
        let (_, request) = *self.due.first().filter(|(due, _)| *due <= now)?;
        let Open { peer, .. } = self.close(request)?;
        Some(Event::Unanswered { peer, request })
    }
}

/// The question of a peer, to [answer](Session::answer). It belongs to the connection that asked: another connection with the same peer id
/// does not get the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The peer that asks.
    pub peer: i32,
    /// The node.
    pub node: NodeId,
    /// The called method.
    pub method: &'static str,
    number: u32,
    /// The number of the connection that asks.
    connection: u64,
}

/// The answer of a peer, not decoded yet.
#[derive(Clone, Debug)]
pub struct Answer<'p> {
    error: &'p str,
    value: ArgumentReader<'p>,
    asked: &'static str,
    path: Arc<str>,
}

/// Answers are equal if their errors and the places of their values are.
impl PartialEq for Answer<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.error, self.asked, self.value.position())
            == (other.error, other.asked, other.value.position())
    }
}

impl<'p> Answer<'p> {
    /// Decodes the answer to a question.
    ///
    /// # Errors
    /// [`AnswerError::Peer`] with the text of a peer that could not answer; [`AnswerError::Refused`] for a value of another type, and for
    /// another question than the one that was asked.
    pub fn decode<T: DecodeVariant<'p, Godot4>>(
        &self,
        question: Question<T>,
    ) -> Result<T, AnswerError> {
        let node = self.path.clone();
        if question.method != self.asked {
            let (expected, found) = (self.asked, question.method);
            let method = Method::ANSWERED.name;
            return Err(AnswerError::Refused(Refusal::OtherMethods {
                node,
                method,
                expected,
                found,
            }));
        }
        if !self.error.is_empty() {
            return Err(AnswerError::Peer(self.error.into()));
        }
        let mut value = self.value.clone();
        let decoded = value.next("value").and_then(|decoded| value.finish().map(|()| decoded));
        let method = self.asked;
        decoded
            .map_err(|error| Refusal::Arguments { node, method, error })
            .map_err(|refusal| AnswerError::Refused(watch::undecoded(refusal)))
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerError {
    /// The peer answered with an error.
    Peer(String),
    /// The answer cannot be decoded.
    Refused(Refusal),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Peer(error) => OneLine(f).write_str(error),
            Self::Refused(reason) => write!(f, "{reason}"),
        }
    }
}

impl core::error::Error for AnswerError {}

impl Session {
    /// Calls a method with an answer at a peer. Returns the number of the request: [`Event::Answered`] has the same, or
    /// [`Event::Unanswered`], if the peer leaves or the time is over.
    ///
    /// On the wire a question is an RPC whose first argument is the number of the request, and its answer the RPC `answered` of the same
    /// node. `#[rpc(answer = T)]` declares both.
    ///
    /// # Errors
    /// As [`call`](Self::call); [`CallError::Role`] if the method has no answer.
    pub fn ask<C: MethodSet>(
        &mut self,
        peer: i32,
        node: NodeId,
        question: &C,
        timeout: Duration,
    ) -> Result<u32, CallError> {
        let number = self.requests.next();
        let method = self.send_to(peer, node, question, Some(number))?;
        let connection = self.connection(peer).ok_or(CallError::UnknownPeer(peer))?;
        let due = self.now.saturating_add(timeout);
        self.requests.add(number, Open { peer, connection, node, due, method });
        Ok(number)
    }

    /// Answers the question of a peer, with a value or with an error text. An empty error text becomes `error`.
    ///
    /// # Errors
    /// [`CallError`]: the peer has left, or the node was removed; [`CallError::OtherConnection`] if a new connection has the id of the peer
    /// that asked; [`CallError::Role`] if the request is of another question.
    pub fn answer<T: EncodeVariant<Godot4>>(
        &mut self,
        request: &Request,
        question: Question<T>,
        answer: Result<&T, &str>,
    ) -> Result<(), CallError> {
        let Request { peer, node, method, number, connection } = *request;
        let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
        let answered = entry.node.id_of_answers().filter(|_| method == question.method);
        let id = answered
            .ok_or_else(|| CallError::Role { node: entry.path.clone(), method: question.method })?;
        if !self.is_admitted(peer) {
            return Err(CallError::UnknownPeer(peer));
        }
        if self.connection(peer) != Some(connection) {
            return Err(CallError::OtherConnection(peer));
        }
        let mut values = mem::take(&mut self.scratch);
        values.clear();
        let mut out = VecOutput::new(&mut values);
        let error = match answer {
            Ok(_) => "",
            Err("") => "error",
            Err(error) => error,
        };
        let written = compressed::encode::<Godot4, _, _>(&number, &mut out)
            .and_then(|()| compressed::encode::<Godot4, _, _>(error, &mut out))
            .and_then(|()| match answer {
                Ok(value) => compressed::encode::<Godot4, _, _>(value, &mut out),
                Err(_) => compressed::encode::<Godot4, _, _>(&(), &mut out),
            });
        let rpc = Rpc::new(NodeRef::Id(node.number()), id, Arguments::of(3, &values));
        let sent = match written {
            Ok(()) => self.send_call(&[peer], node, rpc, &Method::ANSWERED),
            Err(error) => Err(self.unwritten(node, &Method::ANSWERED, error)),
        };
        self.scratch = values;
        sent?;
        self.left_out.pop().map_or(Ok(()), Err)
    }

    /// Sends one call to a peer, with the number of a request before its arguments if it is a question.
    fn send_to<C: MethodSet>(
        &mut self,
        peer: i32,
        node: NodeId,
        call: &C,
        request: Option<u32>,
    ) -> Result<&'static str, CallError> {
        let entry = self.nodes.get(node).ok_or(CallError::UnknownNode)?;
        let (id, method) = self.method_of(entry, call)?;
        let name = method.name;
        if request.is_some() != (method.role == Role::Question) {
            return Err(CallError::Role { node: entry.path.clone(), method: name });
        }
        if method.caller == Caller::Authority && entry.node.authority != self.id {
            let (node, authority) = (entry.path.clone(), entry.node.authority);
            return Err(CallError::NotAuthority { node, method: name, authority });
        }
        if !self.is_admitted(peer) {
            return Err(CallError::UnknownPeer(peer));
        }
        let mut values = mem::take(&mut self.scratch);
        values.clear();
        let mut out = VecOutput::new(&mut values);
        let count = request
            .map_or(Ok(()), |number| compressed::encode::<Godot4, _, _>(&number, &mut out))
            .and_then(|()| call.encode_arguments(&mut out));
        let sent = match count {
            Ok(count) => {
                let count = count.saturating_add(u8::from(request.is_some()));
                let rpc = Rpc::new(NodeRef::Id(node.number()), id, Arguments::of(count, &values));
                self.send_call(&[peer], node, rpc, method)
            }
            Err(error) => Err(self.unwritten(node, method, error)),
        };
        self.scratch = values;
        sent?;
        self.left_out.pop().map_or(Ok(name), Err)
    }

    /// Takes the number of the request from the arguments of a question.
    pub(super) fn take_request<'p>(
        &self,
        peer: i32,
        node: NodeId,
        method: &'static Method,
        arguments: Arguments<'p>,
    ) -> Result<(Request, Arguments<'p>), Refusal> {
        let mut reader = arguments.reader(&self.config.options);
        let start = reader.position();
        let number = reader.next("request").map_err(|error| self.wrong(node, method, error))?;
        let rest = match arguments {
            Arguments::Values { count, values } => {
                let read = reader.position() - start;
                let bytes = values.bytes().get(read..).unwrap_or_default();
                let values = Row::at(bytes, values.offset() + read);
                Arguments::Values { count: count.saturating_sub(1), values }
            }
            Arguments::Bytes(_) => Arguments::NONE,
        };
        let connection = self.connection(peer).ok_or(Refusal::NotAdmitted(peer))?;
        Ok((Request { peer, node, method: method.name, number, connection }, rest))
    }

    /// Takes an answer to a request of this session.
    pub(super) fn take_answer<'p>(
        &mut self,
        peer: i32,
        node: NodeId,
        method: &'static Method,
        arguments: Arguments<'p>,
        options: &Options,
    ) -> Result<Event<'p>, Refusal> {
        let mut value = arguments.reader(options);
        let request: u32 =
            value.next("request").map_err(|error| self.wrong(node, method, error))?;
        let error = value.next("error").map_err(|error| self.wrong(node, method, error))?;
        let connection = self.connection(peer);
        let is_asked = |open: &Open| Some(open.connection) == connection && open.node == node;
        if !self.requests.open.get(&request).is_some_and(is_asked) {
            return Err(Refusal::UnknownRequest { node: self.shared_path(node), request });
        }
        let open = self
            .requests
            .close(request)
            .ok_or_else(|| Refusal::UnknownRequest { node: self.shared_path(node), request })?;
        let answer = Answer { error, value, asked: open.method, path: self.shared_path(node) };
        Ok(Event::Answered { peer, request, answer })
    }

    fn wrong(&self, node: NodeId, method: &'static Method, error: DecodeError) -> Refusal {
        Refusal::Arguments { node: self.shared_path(node), method: method.name, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_again_after_the_last_one() {
        let mut requests = Requests::new();
        let open = |connection| {
            let (node, due) = (NodeId::MIN, Duration::from_secs(connection));
            Open { peer: 7, connection, node, due, method: "ping" }
        };
        requests.add(1, open(1));
        requests.last = u32::MAX - 1;
        let numbers = [2, 3, 4].map(|connection| {
            let number = requests.next();
            requests.add(number, open(connection));
            number
        });
        // The request 1 still waits for its answer.
        assert_eq!(numbers, [u32::MAX, 0, 2]);
        assert_eq!(requests.open.len(), 4);
        requests.give_up(2);
        let late = |request| Some(Event::Unanswered { peer: 7, request });
        assert_eq!(requests.late(Duration::ZERO), late(u32::MAX));
        assert_eq!(requests.late(Duration::ZERO), None);
        assert_eq!(requests.late(Duration::from_secs(1)), late(1));
    }
}
