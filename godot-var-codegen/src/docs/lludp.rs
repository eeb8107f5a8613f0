//! The page of an LLUDP message template: a table of bytes for each message.

use super::{Anchors, Example, Extent, Page, Role, Section, Tables, Text, usage};
use godot_var_schema::template::{
    Block, Deprecation, FieldType, Frequency, Message, Quantity, Template,
};

/// Makes the page of a template. `example` returns a packet of a message, or the reason why there is none.
///
/// Offsets in tables count from the start of the packet after zero-decoding.
pub fn lludp(
    template: &Template,
    title: &str,
    example: &mut dyn FnMut(&Message) -> Result<Example, String>,
) -> Page {
    let mut anchors = Anchors::default();
    let sections = template.messages.iter().map(|message| {
        let mut rows = Tables::default();
        header(&mut rows, message);
        for block in &message.blocks {
            self::block(&mut rows, block);
        }
        let example = example(message);
        Section {
            anchor: anchors.of(&message.name),
            title: message.name.clone(),
            summary: summary(message),
            size: Some(rows.end),
            rows: rows.rows,
            usages: usage::example(&example),
            example: Some(example),
            ..Section::default()
        }
    });
    let sections = sections.collect();
    let notes = vec![
        Text::plain(
            "Numbers are little-endian, except the sequence number, the message number and ports. \
             Offsets count bytes of a packet that has no extra header, with zero-coding undone. An offset \
             +8 counts from the end of the last row above whose length varies; a length 28+ means 28 \
             and more.",
        ),
        Text::plain(
            "A message marked Zerocoded is sent zero-coded after its header where that makes it \
             shorter: a zero byte and a count replace that number of zeros. Examples are not zero-coded. \
             Acknowledged sequence numbers may follow, if the flag ACK is set.",
        ),
        Text::plain(
            "Blocks at the end may be missing, except the first, because messages have grown over time.",
        ),
    ];
    Page {
        title: title.to_owned(),
        docs: Vec::new(),
        guide: Vec::new(),
        notes,
        sections,
        bytes_per_line: 8,
    }
}

fn summary(message: &Message) -> Text {
    let frequency = match message.frequency {
        Frequency::High => "High",
        Frequency::Medium => "Medium",
        Frequency::Low => "Low",
        Frequency::Fixed => "Fixed",
    };
    let trusted = if message.trusted { "Trusted" } else { "NotTrusted" };
    let coding = if message.zerocoded { "Zerocoded" } else { "Unencoded" };
    let number = match message.frequency {
        Frequency::Fixed => format!("{:#010X}", message.number),
        _ => message.number.to_string(),
    };
    let deprecation = match message.deprecation {
        Deprecation::NotDeprecated => "",
        Deprecation::Deprecated => ", Deprecated",
        Deprecation::UdpDeprecated => ", UDPDeprecated",
        Deprecation::UdpBlackListed => ", UDPBlackListed",
    };
    Text::plain(format!("{frequency} {number}, {trusted}, {coding}{deprecation}"))
}

fn header(rows: &mut Tables, message: &Message) {
    let frame = Role::Frame;
    let plain = |words: &str| Text::plain(words);
    let flags = "0x80 ZEROCODED, 0x40 RELIABLE, 0x20 RESENT, 0x10 ACK.";
    rows.add(Extent::exactly(1), plain("U8"), frame, "flags", plain("Flags: ").and(flags));
    let text = plain("Sequence number, big-endian.");
    rows.add(Extent::exactly(4), plain("U32"), frame, "sequence", text);
    let text = plain("Length of the extra header: 0.");
    rows.add(Extent::exactly(1), plain("U8"), frame, "extra", text);
    let id = message.id();
    let (len, bytes) = match message.frequency {
        Frequency::High => (1, format!("{id:02x}")),
        Frequency::Medium => (2, format!("{id:04x}")),
        Frequency::Low | Frequency::Fixed => (4, format!("{id:08x}")),
    };
    let text = plain("Message number: the bytes ").with(Text::code(bytes)).and(".");
    rows.add(Extent::exactly(len), plain("number"), frame, "message", text);
}

fn block(rows: &mut Tables, block: &Block) {
    let once = block.fields.iter().fold(Extent::ZERO, |sum, field| sum + size(field.field_type));
    match block.quantity {
        Quantity::Single => fields(rows, block, ""),
        Quantity::Multiple(count) if block.fields.len() * usize::from(count) <= 16 => {
            for index in 0..count {
                fields(rows, block, &format!("[{index}]"));
            }
        }
        Quantity::Multiple(count) => {
            fields(rows, block, "[0]");
            let more = Extent::exactly(u64::from(count.saturating_sub(1)));
            let text = Text::code(&block.name).and(format!(": {more} more times the same."));
            rows.add(once.times(more), Text::plain("block"), Role::Value, &block.name, text);
        }
        Quantity::Variable => {
            let text =
                Text::plain("How many times ").with(Text::code(&block.name)).and(" follows.");
            let label = format!("{}: count", block.name);
            rows.add(Extent::exactly(1), Text::plain("U8"), Role::Frame, &label, text);
            let start = rows.end;
            fields(rows, block, "[0]");
            let text = Text::code(&block.name).and(
                ": the same again until the count is reached. With a count of 0, there are none.",
            );
            let more = once.times(Extent::between(0, 254));
            rows.add(more, Text::plain("block"), Role::Value, &block.name, text);
            let whole = once.times(Extent::between(0, 255));
            rows.end = start + whole;
        }
    }
}

fn fields(rows: &mut Tables, block: &Block, index: &str) {
    for field in &block.fields {
        let path = format!("{}{index}.{}", block.name, field.name);
        let text = Text::code(path).and(match field.field_type {
            FieldType::Variable(1) => ": a length in one byte, then that many bytes.",
            FieldType::Variable(_) => ": a length in two bytes, then that many bytes.",
            FieldType::Quaternion => ": x, y and z; w = √(1 − x² − y² − z²).",
            FieldType::IpPort => ": big-endian.",
            _ => ".",
        });
        let kind = Text::plain(field.field_type.to_string());
        rows.add(size(field.field_type), kind, Role::Value, &field.name, text);
    }
}

fn size(field_type: FieldType) -> Extent {
    match field_type {
        FieldType::Variable(1) => Extent::between(1, 256),
        FieldType::Variable(_) => Extent::between(2, 65_537),
        other => Extent::exactly(other.least_len() as u64),
    }
}
