//! Writes the `main.rs` that a server begins with.

use std::fmt::Write as _;

use syn::Ident;

use super::Module;
use super::text::prose;
use crate::model::{ItemKind, Model, Scene};
use crate::names::{Scope, ident, pascal, snake};
use godot_var_codegen::protocol::Caller;

/// Writes a program that serves a project, with an arm for each RPC that any peer may call. `module` is the file of the module without `.rs`.
pub(crate) fn write(model: &Model, module: &str) -> String {
    let own = Module::new(model);
    let (declaration, module) = match syn::parse_str::<Ident>(module) {
        Ok(name) => (format!("mod {name};"), module),
        Err(_) => (format!("#[path = {:?}]\nmod project;", format!("{module}.rs")), "project"),
    };
    let Nodes { mut types, added } = own.nodes_at_start();
    let mut arms = String::new();
    for (script, name) in model.scripts.iter().zip(&own.scripts) {
        let mut variants = Scope::default();
        let mut calls = String::new();
        for method in &script.methods {
            let variant = variants.take(&[pascal(&method.name)]);
            if method.caller != Caller::AnyPeer {
                continue;
            }
            let mut fields = Scope::default();
            let fields = method.parameters.iter().map(|parameter| {
                let field = ident(&fields.take(&[snake(&parameter.name)])).to_string();
                // The event itself has this name.
                let variable = if field == "call" { "call_".to_owned() } else { field.clone() };
                (field, variable)
            });
            let (mut bound, mut arguments) = (Vec::new(), String::new());
            for (field, variable) in fields {
                let _ = write!(arguments, ", {variable}");
                bound.push(if field == variable { field } else { format!("{field}: {variable}") });
            }
            let pattern = match &bound[..] {
                [] => format!("{name}::{variant}"),
                _ => format!("{name}::{variant} {{ {} }}", bound.join(", ")),
            };
            let values = " {:?}".repeat(bound.len());
            let title = &method.name;
            let _ = write!(
                calls,
                "
                    Ok({pattern}) => {{
                        println!(\"{{}}: {title}{values}\", call.peer{arguments});
                    }}"
            );
        }
        if calls.is_empty() {
            continue;
        }
        types.push(name.to_string());
        let is_whole = script.methods.iter().all(|method| method.caller == Caller::AnyPeer);
        let rest = if is_whole { "" } else { "\n                    Ok(_) => {}" };
        let _ = write!(
            arms,
            "
                Some(Event::Call(call)) if call.is_of::<{name}>() => match call.decode() {{{calls}{rest}
                    Err(reason) => println!(\"{{}}: {{reason}}\", call.peer),
                }},"
        );
    }
    let title = if model.title.is_empty() { "a Godot project" } else { &model.title };
    let title = prose(title);
    types.sort_unstable();
    types.dedup();
    let names = match &types[..] {
        [] => String::new(),
        [one] => format!("use {module}::{one};\n"),
        _ => format!("use {module}::{{{}}};\n", types.join(", ")),
    };
    format!(
        "//! The server of {title}. `godot-var generate rust --server` has made this file, and does not write over it.

{declaration}

use std::time::{{Duration, Instant}};

use godot_var::multiplayer::net::{{NetConfig, Server}};
use godot_var::multiplayer::{{Config, Event, Relay, Session}};
{names}
const TICK: Duration = Duration::from_millis(50);

fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let address = std::env::args().nth(1);
    let address = address.as_deref().unwrap_or(\"127.0.0.1:7777\");
    let mut server = Server::new(NetConfig::default())?;
    let address = server.listen_enet(address)?; // UDP
    server.listen_websocket(address)?; // TCP
    println!(\"listening on {{address}}\");
    // As with a server in Godot, clients know of each other.
    let mut session = Session::new(Config::default().with_relay(Relay::On));
{added}    let (start, mut next_tick) = (Instant::now(), Duration::ZERO);
    loop {{
        let now = start.elapsed();
        while let Some(message) = server.receive()? {{
            match message.event(&mut session, now) {{
                Some(Event::Connected(peer)) => println!(\"{{peer}} has joined\"),
                Some(Event::Disconnected(peer)) => println!(\"{{peer}} has left\"),{arms}
                Some(Event::Refused {{ peer, reason }}) => println!(\"{{peer}}: {{reason}}\"),
                Some(other) => println!(\"not handled: {{other:?}}\"),
                None => {{}}
            }}
        }}
        if now >= next_tick {{
            next_tick = now + TICK;
            // Writes the properties that are due: in Godot once a frame, so here once a tick.
            while session.poll(now).is_some() {{}}
        }}
        session.drain(|packet| server.send(packet));
        server.wait(next_tick.saturating_sub(start.elapsed()))?;
    }}
}}
"
    )
}

/// The nodes that a server adds when it starts.
struct Nodes {
    /// The types of the module.
    types: Vec<String>,
    /// The statements that add them.
    added: String,
}

impl Module<'_> {
    /// Those of the tree; in a project without any, the scenes that a script adds.
    fn nodes_at_start(&self) -> Nodes {
        let model = self.model;
        let comment =
            "    // The nodes: compare `call.node` with them, and give them to `session.call`.\n";
        if !self.register().is_empty() {
            let added = format!("{comment}    let _tree = Tree::add_to(&mut session)?;\n");
            return Nodes { types: vec!["Tree".to_owned()], added };
        }
        let is_part = |scene: usize| {
            let mut items = model.scenes.iter().flat_map(|scene| &scene.items);
            items.any(|item| {
                matches!(&item.kind, ItemKind::Scene(own) | ItemKind::Scenes(own, _) if *own == scene)
            })
        };
        let is_added = |scene: &Scene| scene.is_added && scene.is_written();
        let mut nodes = Nodes { types: Vec::new(), added: String::new() };
        let mut fields = Scope::default();
        for (index, scene) in model.scenes.iter().enumerate() {
            if is_added(scene) && !is_part(index) {
                let ty = &self.scenes[index];
                let field = fields.take(&[format!("_{}", snake(&ty.to_string()))]);
                let start = if nodes.added.is_empty() { comment } else { "" };
                let _ = writeln!(
                    nodes.added,
                    "{start}    let {field} = {ty}::add_to(&mut session, {ty}::NAME)?;"
                );
                nodes.types.push(ty.to_string());
            }
        }
        nodes
    }
}
