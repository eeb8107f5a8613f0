//! Tests that start programs: real engines, a broker, and the examples as a user runs them.
#![allow(
    clippy::wildcard_imports,
    reason = "schemas name the types around them, and samples those of a schema"
)]

use std::process::ExitCode;

mod arena;
mod arena_clients;
mod arena_page;
mod arena_websocket;
#[path = "../common/boundaries.rs"]
pub mod boundaries;
#[path = "../common/boundaries_flat.rs"]
mod boundaries_flat;
#[path = "../common/mod.rs"]
mod common;
mod debugger_listener;
#[path = "../common/devtools.rs"]
mod devtools;
mod enet;
mod engine;
mod engine_malformed;
mod examples;
mod figures;
mod gdscript;
#[path = "../common/pages.rs"]
mod markdown;
mod multiplayer;
mod multiplayer_game;
mod multiplayer_godot3;
mod multiplayer_matches;
mod multiplayer_mistakes;
mod multiplayer_net;
mod multiplayer_types;
mod multiplayer_versions;
#[path = "../common/needs.rs"]
mod needs;
mod one_client;
mod page_code;
mod pages;
mod pictures;
#[path = "../common/programs/mod.rs"]
mod programs;
mod project;
mod project_chat;
mod project_pong;
#[path = "../common/project_shapes.rs"]
mod project_shapes;
mod project_trees;
mod proxy;
#[path = "../common/registered.rs"]
mod registered;
mod relay;
mod replication;
mod rooms;
#[path = "../common/schemas.rs"]
pub mod schemas;
mod seats;
mod tools;
mod transports;

fn main() -> ExitCode {
    needs::run([
        arena::tests(),
        arena_clients::tests(),
        arena_page::tests(),
        arena_websocket::tests(),
        debugger_listener::tests(),
        enet::tests(),
        engine::tests(),
        engine::typed::tests(),
        engine_malformed::tests(),
        examples::tests(),
        figures::tests(),
        gdscript::tests(),
        gdscript::answers::tests(),
        gdscript::flat::tests(),
        gdscript::rpcs::tests(),
        gdscript::snapshots::tests(),
        gdscript::strict::tests(),
        multiplayer::tests(),
        multiplayer_game::tests(),
        multiplayer_godot3::tests(),
        multiplayer_matches::tests(),
        multiplayer_mistakes::tests(),
        multiplayer_net::tests(),
        multiplayer_types::tests(),
        multiplayer_versions::tests(),
        page_code::tests(),
        pages::tests(),
        pages::links::tests(),
        pictures::tests(),
        project::tests(),
        project_chat::tests(),
        project_pong::tests(),
        project_trees::tests(),
        proxy::tests(),
        relay::tests(),
        replication::tests(),
        rooms::tests(),
        seats::tests(),
        tools::tests(),
        transports::tests(),
    ])
}
