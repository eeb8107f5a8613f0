//! `encode` sorts the keys of flat maps as the derive does, whatever their order in JSON.

use std::collections::BTreeMap;
use std::net::IpAddr;

use godot_var::GodotFlat;
use godot_var::flat::ToFlatBytes;
use godot_var_cli::{Wire as _, flat::Interpreter};
use godot_var_codegen::flat::parse_text;
use serde_json::json;

#[derive(GodotFlat, PartialEq, Eq, PartialOrd, Ord)]
enum Team {
    #[flat(id = 9)]
    Red,
    #[flat(id = 2)]
    Blue { number: i8, name: String },
}

#[derive(GodotFlat, PartialEq, Eq, PartialOrd, Ord)]
struct Cell(i16);

#[derive(GodotFlat)]
struct Maps {
    numbers: BTreeMap<i16, u8>,
    texts: BTreeMap<String, u8>,
    letters: BTreeMap<char, u8>,
    bools: BTreeMap<bool, u8>,
    addresses: BTreeMap<IpAddr, u8>,
    tuples: BTreeMap<(Option<u8>, bool), u8>,
    lists: BTreeMap<Vec<u8>, u8>,
    teams: BTreeMap<Team, u8>,
    cells: BTreeMap<Cell, u8>,
}

#[test]
fn keys_are_in_the_order_of_their_type() {
    let blue = |number, name: &str| Team::Blue { number, name: name.into() };
    let address = |text: &str| text.parse::<IpAddr>().expect("an address");
    let maps = Maps {
        numbers: [(-2, 1), (9, 2), (10, 3)].into(),
        texts: [("Z".into(), 1), ("a".into(), 2), ("ab".into(), 3)].into(),
        letters: [('a', 1), ('é', 2)].into(),
        bools: [(false, 1), (true, 2)].into(),
        addresses: [(address("9.0.0.1"), 1), (address("10.0.0.1"), 2), (address("::1"), 3)].into(),
        tuples: [((None, true), 1), ((Some(9), false), 2), ((Some(10), false), 3)].into(),
        lists: [(vec![], 1), (vec![2], 2), (vec![2, 0], 3), (vec![10], 4)].into(),
        teams: [(Team::Red, 1), (blue(-1, "b"), 2), (blue(3, "a"), 3), (blue(3, "b"), 4)].into(),
        cells: [(Cell(-1), 1), (Cell(2), 2)].into(),
    };
    let json = json!({
        "message": "Maps",
        "fields": {
            "numbers": { "10": 3, "9": 2, "-2": 1 },
            "texts": { "ab": 3, "Z": 1, "a": 2 },
            "letters": { "é": 2, "a": 1 },
            "bools": { "true": 2, "false": 1 },
            "addresses": { "::1": 3, "10.0.0.1": 2, "9.0.0.1": 1 },
            "tuples": [[[10, false], 3], [[9, false], 2], [[null, true], 1]],
            "lists": [[[10], 4], [[2, 0], 3], [[2], 2], [[], 1]],
            "teams": [
                [{ "Blue": { "number": 3, "name": "b" } }, 4],
                [{ "Blue": { "number": 3, "name": "a" } }, 3],
                ["Red", 1],
                [{ "Blue": { "number": -1, "name": "b" } }, 2],
            ],
            "cells": [[2, 2], [-1, 1]],
        },
    });
    let schema = parse_text("a.rs", include_str!("flat_maps.rs")).expect("a schema");
    let interpreter = Interpreter::new(schema, Some("Maps")).expect("a type");
    let bytes = interpreter.encode(&json).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(bytes, maps.to_flat_bytes().expect("bytes"));
}
