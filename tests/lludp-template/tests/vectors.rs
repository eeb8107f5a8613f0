//! The vectors of LLUDP through the types that `message_template!` makes.

/// Fails where `CI` is `true`.
#[cfg(not(lludp_template))]
#[test]
#[cfg_attr(not(all_must_run), ignore = "the template is not there: LLUDP_TEMPLATE names it")]
fn every_vector_both_ways() {
    panic!("the template is not there: LLUDP_TEMPLATE names it");
}

#[cfg(lludp_template)]
mod typed {
    use std::fmt::Debug;
    use std::path::Path;
    use std::{env, fs};

    use godot_var::DecodeError;
    use godot_var::lludp::{
        DecodeLludp, EncodeLludp, ExtraPlace, Flags, Incoming, Options, Outgoing, ZeroCoding,
    };
    use godot_var_lludp_template::{borrowed, extra, owned};
    use serde_json::Value as Json;

    fn vectors(file: &str) -> Vec<Json> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
        let text = fs::read_to_string(folder.join(file)).expect("the vectors");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    fn bytes(vector: &Json) -> Vec<u8> {
        hex::decode(vector["hex"].as_str().expect("hex")).expect("hex digits")
    }

    const ROOM: usize = 16384;

    fn options(vector: &Json) -> Options {
        let extra = match vector["extra_layout"].as_str() {
            Some("before_number") => ExtraPlace::BeforeNumber,
            _ => ExtraPlace::AfterNumber,
        };
        Options { extra, ..Options::DEFAULT }
    }

    /// Parses the `Debug` form of a message: structs as objects, with names in lower case and without `_`.
    struct Shown<'t>(&'t str);

    impl<'t> Shown<'t> {
        fn eat(&mut self, text: &str) -> bool {
            let rest = self.0.trim_start();
            let found = rest.strip_prefix(text);
            self.0 = found.unwrap_or(rest);
            found.is_some()
        }

        fn word(&mut self) -> &'t str {
            let rest = self.0.trim_start();
            let end = rest.find(|c: char| !(c.is_alphanumeric() || "_.-+#".contains(c)));
            let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
            self.0 = rest;
            word
        }

        fn value(&mut self) -> Json {
            if self.eat("[") {
                let mut elements = Vec::new();
                while !self.eat("]") {
                    elements.push(self.value());
                    self.eat(",");
                }
                return elements.into();
            }
            let word = self.word();
            if self.eat("(") {
                let inner = self.value();
                assert!(self.eat(")"), "{}", self.0);
                return inner;
            }
            if !self.eat("{") {
                return word.into();
            }
            let mut fields = serde_json::Map::new();
            while !self.eat("}") {
                let name = normal(self.word().trim_start_matches("r#"));
                assert!(self.eat(":"), "{}", self.0);
                fields.insert(name, self.value());
                self.eat(",");
            }
            fields.into()
        }
    }

    fn normal(name: &str) -> String {
        name.replace('_', "").to_lowercase()
    }

    /// Compares a message with the value in a vector.
    fn compare(stated: &Json, shown: &Json, at: &str) -> usize {
        match (stated, shown) {
            // A Single block is a list of one block in the vector.
            (Json::Array(rows), Json::Object(_)) if rows.len() == 1 => compare(&rows[0], shown, at),
            (Json::Array(parts), Json::Object(fields)) => {
                let components = ["x", "y", "z", "w"];
                assert_eq!(parts.len(), fields.len(), "{at}");
                let each = parts.iter().zip(components);
                each.map(|(part, name)| compare(part, &fields[name], at)).sum()
            }
            (Json::Array(rows), Json::Array(blocks)) => {
                assert_eq!(rows.len(), blocks.len(), "{at}");
                rows.iter().zip(blocks).map(|(row, block)| compare(row, block, at)).sum()
            }
            (Json::Object(stated), Json::Object(shown)) => {
                assert_eq!(stated.len(), shown.len(), "{at}");
                let each = stated.iter();
                each.map(|(name, value)| {
                    compare(value, &shown[&normal(name)], &format!("{at}.{name}"))
                })
                .sum()
            }
            (Json::String(text), Json::Array(bytes)) => {
                let bytes: Vec<u8> = bytes
                    .iter()
                    .map(|byte| byte.as_str().and_then(|byte| byte.parse().ok()).expect("a byte"))
                    .collect();
                assert_eq!(*text, hex::encode(bytes), "{at}");
                1
            }
            (stated, Json::String(word)) => {
                let text = match stated {
                    Json::String(text) => text.clone(),
                    other => other.to_string(),
                };
                let text = text.replace("Infinity", "inf");
                let same = text == *word
                    || matches!((text.parse::<f64>(), word.parse::<f64>()), (Ok(a), Ok(b))
                        // Floats of four bytes have fewer digits in `Debug`.
                        if a == b || (word.contains(['.', 'e']) && a as f32 == b as f32));
                assert!(same, "{at}: {text} {word}");
                1
            }
            _ => panic!("{at}: {stated} {shown}"),
        }
    }

    fn check<'a, M>(vector: &Json, datagram: &'a [u8], scratch: &'a mut [u8]) -> M
    where
        M: DecodeLludp<'a> + EncodeLludp + Debug,
    {
        let id = &vector["id"];
        let options = options(vector);
        let read = Incoming::<M>::read(datagram, &options, scratch)
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(read.message.facts().name, vector["name"], "{id}");
        assert_eq!(read.packet.number, read.message.facts().number, "{id}");
        assert_eq!(
            u64::from(read.packet.flags.bits()),
            vector["flags"].as_u64().expect("flags"),
            "{id}"
        );
        assert_eq!(
            u64::from(read.packet.sequence),
            vector["sequence"].as_u64().expect("it"),
            "{id}"
        );
        assert_eq!(hex::encode(read.packet.extra), vector["extra_hex"], "{id}");
        let acks: Vec<u32> = read.acks.iter().collect();
        assert_eq!(Json::from(acks.clone()), vector["acks"], "{id}");
        assert_eq!(
            read.packet.flags.contains(Flags::ZEROCODED),
            vector["zerocoded"] == true,
            "{id}"
        );
        let missing = &vector["missing_blocks"];
        let stated = missing.as_array().map_or(&[][..], Vec::as_slice);
        assert_eq!(read.missing, stated, "{id}");
        assert_eq!(read.unread, 0, "{id}");

        if vector["decode_only"] != true {
            let zero_coding = if read.packet.flags.contains(Flags::ZEROCODED) {
                ZeroCoding::Always
            } else {
                ZeroCoding::Never
            };
            let outgoing = Outgoing {
                flags: read.packet.flags,
                sequence: read.packet.sequence,
                extra: read.packet.extra,
                acks: &acks,
                zero_coding: Some(zero_coding),
                extra_place: options.extra,
            };
            let (mut room, mut out) = (vec![0; ROOM], vec![0; ROOM]);
            let len = outgoing.write(&read.message, &mut room, &mut out).expect("encodes");
            assert_eq!(hex::encode(&out[..len]), vector["hex"], "{id}");
        }
        read.message
    }

    #[test]
    fn every_vector_both_ways() {
        let vectors = vectors("lludp.jsonl");
        assert_eq!(vectors.len(), 810);
        let mut compared = 0;
        for vector in &vectors {
            let datagram = bytes(vector);
            let (mut one, mut two) = (vec![0; ROOM], vec![0; ROOM]);
            let debug = if vector["template"] == "extra" {
                format!("{:?}", check::<extra::AnyMessage<'_>>(vector, &datagram, &mut one))
            } else {
                let borrowed = check::<borrowed::AnyMessage<'_>>(vector, &datagram, &mut one);
                let owned = check::<owned::AnyMessage>(vector, &datagram, &mut two);
                let debug = format!("{borrowed:?}");
                assert_eq!(debug, format!("{owned:?}"), "{}", vector["id"]);
                debug
            };
            if vector["missing_blocks"].is_null() {
                let shown = Shown(&debug).value();
                let id = vector["id"].as_str().expect("an id");
                // A message without blocks has only its name.
                let shown =
                    if shown.is_string() { Json::Object([].into_iter().collect()) } else { shown };
                compared += compare(&vector["blocks"], &shown, id);
            }
        }
        assert!(compared > 13_000, "{compared}");
    }

    fn read(
        datagram: &[u8],
        options: &Options,
        [one, two]: &mut [Vec<u8>; 2],
    ) -> Result<(), DecodeError> {
        let borrowed = Incoming::<borrowed::AnyMessage<'_>>::read(datagram, options, one);
        let owned = Incoming::<owned::AnyMessage>::read(datagram, options, two);
        // A list that cannot fit is refused as a whole; `Repeated` says which block is cut.
        let judged = |error: &DecodeError| (error.kind(), error.offset());
        assert_eq!(borrowed.as_ref().err().map(judged), owned.as_ref().err().map(judged));
        borrowed.map(drop)
    }

    #[test]
    fn malformed_datagrams_are_judged_as_advised() {
        let mut judged = 0;
        let mut rooms = [vec![0; ROOM], vec![0; ROOM]];
        for vector in vectors("lludp_malformed.jsonl") {
            let result = read(&bytes(&vector), &Options::DEFAULT, &mut rooms);
            if vector["contested"] != true {
                judged += 1;
                assert_eq!(
                    result.is_ok(),
                    vector["expect"] == "ok",
                    "{}: {result:?}",
                    vector["id"]
                );
            }
        }
        assert!(judged >= 74, "{judged}");
    }

    #[test]
    fn no_damage_makes_it_panic() {
        let mut state = 1_u32;
        // Other damage on each run, unless LLUDP_SEED=… is set.
        if let Ok(seed) = env::var("LLUDP_SEED") {
            state = seed.parse().expect("a number");
        }
        let mut rooms = [vec![0; ROOM], vec![0; ROOM]];
        let mut refused = 0;
        for vector in vectors("lludp.jsonl") {
            let (datagram, options) = (bytes(&vector), options(&vector));
            for end in 0..datagram.len() {
                refused += u32::from(read(&datagram[..end], &options, &mut rooms).is_err());
                let mut damaged = datagram.clone();
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                damaged[end] = (state >> 24) as u8;
                refused += u32::from(read(&damaged, &options, &mut rooms).is_err());
            }
        }
        assert!(refused > 100_000, "{refused}");
    }
}
