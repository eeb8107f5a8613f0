//! LLUDP datagrams as trees for conditions.

use godot_var::lludp::{MessageNumber, Packet};
use godot_var_codegen::names::{Path, Step, nearest};
use godot_var_schema::template::Quantity;

use super::Interpreter;
use super::read::{Event, Value, walk};
use crate::stream::Tree;

/// Fields beside the blocks.
const HEADER: [&str; 2] = ["flags", "sequence"];

impl Interpreter {
    /// Returns the names of all messages of the template.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.template.messages.iter().map(|message| message.name.as_str())
    }

    /// Whether a message can have this path: `flags`, `sequence`, a block, or a field of a block.
    pub(crate) fn check_path(&self, path: &[Step]) -> Result<(), String> {
        let wrong = |place: usize, name: &str, known: Vec<&str>| {
            let hint = nearest(name, known).map_or_else(String::new, |name| {
                let mut meant = path.to_vec();
                meant[place] = Step::Name(name.to_owned());
                format!("; did you mean {:?}?", Path(&meant).to_string())
            });
            Err(format!("no message has a field {:?}{hint}", Path(path).to_string()))
        };
        let Some(Step::Name(first)) = path.first() else { return Ok(()) };
        let blocks = || self.template.messages.iter().flat_map(|message| &message.blocks);
        if HEADER.contains(&&**first) {
            return Ok(());
        }
        if !blocks().any(|block| block.name == *first) {
            return wrong(
                0,
                first,
                blocks().map(|block| block.name.as_str()).chain(HEADER).collect(),
            );
        }
        let mut inner = path.iter().enumerate().skip(1);
        let Some((place, Step::Name(field))) =
            inner.find(|(_, step)| matches!(step, Step::Name(_)))
        else {
            return Ok(());
        };
        let fields = blocks().filter(|block| block.name == *first).flat_map(|block| &block.fields);
        let known: Vec<&str> = fields.map(|field| field.name.as_str()).collect();
        if known.contains(&&**field) { Ok(()) } else { wrong(place, field, known) }
    }

    /// Returns the message number of a datagram.
    pub(crate) fn number(&self, datagram: &[u8]) -> Option<MessageNumber> {
        let mut scratch = vec![0; self.scratch_len(datagram)];
        let (packet, _) = Packet::read(datagram, &self.options, &mut scratch).ok()?;
        Some(packet.number)
    }

    /// Returns the blocks of a datagram by name, as far as they can be read. A single block is a record, repeated blocks are a list of
    /// records.
    pub(crate) fn tree(&self, datagram: &[u8]) -> Option<Tree> {
        let mut scratch = vec![0; self.scratch_len(datagram)];
        let (packet, _) = Packet::read(datagram, &self.options, &mut scratch).ok()?;
        let message = &self.template.messages[*self.by_id.get(&packet.number.id())?];
        let header = [packet.flags.bits().into(), packet.sequence.into()].map(Tree::Int);
        let mut fields: Vec<(String, Tree)> =
            HEADER.map(str::to_owned).into_iter().zip(header).collect();
        walk(message, packet.blocks, |event| match event {
            Event::Block { block, .. } => {
                let rows = match block.quantity {
                    Quantity::Single => Tree::Record(Vec::new()),
                    Quantity::Multiple(_) | Quantity::Variable => Tree::List(Vec::new()),
                };
                fields.push((block.name.clone(), rows));
            }
            Event::Row => {
                if let Some((_, Tree::List(rows))) = fields.last_mut() {
                    rows.push(Tree::Record(Vec::new()));
                }
            }
            Event::Field { field, value, .. } => {
                let row = match fields.last_mut() {
                    Some((_, Tree::List(rows))) => rows.last_mut(),
                    block => block.map(|(_, row)| row),
                };
                if let Some(Tree::Record(row)) = row {
                    row.push((field.name.clone(), value.to_tree()));
                }
            }
            Event::Missing(_) => {}
        })
        .ok()?;
        Some(Tree::Record(fields))
    }
}

impl Value<'_> {
    fn to_tree(self) -> Tree {
        let list = |parts: &[f32]| {
            Tree::List(parts.iter().map(|part| Tree::Float((*part).into())).collect())
        };
        match self {
            Self::Unsigned(number) => Tree::Int(number.into()),
            Self::Signed(number) => Tree::Int(number.into()),
            Self::U64(number) => Tree::Int(number.into()),
            Self::S64(number) => Tree::Int(number.into()),
            Self::F32(number) => Tree::Float(number.into()),
            Self::F64(number) => Tree::Float(number),
            Self::Vector3(parts) => list(&parts),
            Self::Vector4(parts) => list(&parts),
            Self::Vector3d(parts) => Tree::List(parts.iter().copied().map(Tree::Float).collect()),
            Self::Quaternion(rotation) => list(&[rotation.x, rotation.y, rotation.z]),
            Self::Uuid(id) => Tree::Text(id.to_string()),
            Self::Bool(truth) => Tree::Bool(truth),
            Self::Address(address) => Tree::Text(address.to_string()),
            Self::Bytes(bytes) => Tree::Bytes(bytes.to_vec()),
        }
    }
}
