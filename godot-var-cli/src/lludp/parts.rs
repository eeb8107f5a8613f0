//! Describes the parts of a datagram without zero-coding and extra header.

use godot_var::DecodeError;
use godot_var::lludp::{HEADER_LEN, Packet};
use godot_var_codegen::docs::Run;
use godot_var_schema::template::Quantity;

use super::Interpreter;
use super::inspect::title;
use super::read::{Event, shown, walk};

impl Interpreter {
    /// Returns the meaning of each byte of a datagram that this program made.
    ///
    /// # Errors
    /// The errors of [`read`](crate::Wire::read).
    pub(crate) fn parts(&self, datagram: &[u8]) -> Result<Vec<Run>, DecodeError> {
        let mut scratch = vec![0; self.scratch_len(datagram)];
        let (packet, _) = Packet::read(datagram, &self.options, &mut scratch)?;
        let number = packet.number;
        let run =
            |offset, len, depth, path: String, text: String| Run { offset, len, depth, path, text };
        let named =
            |offset, len, path: &str, text: String| run(offset, len, 0, path.to_owned(), text);
        let mut runs = vec![
            named(0, 1, "flags", "none".to_owned()),
            named(1, 4, "sequence number", packet.sequence.to_string()),
            named(5, 1, "extra header", "0 bytes".to_owned()),
        ];
        let Some(message) = self.by_id.get(&number.id()).map(|at| &self.template.messages[*at])
        else {
            return Err(number.unknown(HEADER_LEN));
        };
        let words = anstream::adapter::strip_str(&title(Some(message), number)).to_string();
        runs.push(named(HEADER_LEN, number.encoded_len(), "", words));
        let start = packet.blocks_offset();
        walk(message, packet.blocks, |event| match event {
            Event::Block { block, count, start: at } if block.quantity == Quantity::Variable => {
                let text = format!("{count} of them");
                runs.push(run(start + at, 1, 0, block.name.clone(), text));
            }
            Event::Field { block, field, row, start: at, end, value } => {
                let index = match block.quantity {
                    Quantity::Single => String::new(),
                    Quantity::Multiple(_) | Quantity::Variable => format!("[{row}]"),
                };
                let path = format!("{}{index}.{}", block.name, field.name);
                let text = format!("{}, {}", field.field_type, shown(field.field_type, &value));
                runs.push(run(start + at, end - at, 1, path, text));
            }
            Event::Block { .. } | Event::Row | Event::Missing(_) => {}
        })?;
        Ok(runs)
    }
}
