//! The game of `godot-var new --snapshots` on a bad network: two clients play it through a proxy, and no player that they show jumps.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use godot_var::dialect::Generation;

use crate::lossy::{Lossy, Network};
use crate::needs::{self, GODOT4, GODOT36, Godot};
use crate::new::{Project, Running, serve};

/// In each direction.
const NETWORK: Network = Network {
    delay: Duration::from_millis(100),
    jitter: Duration::from_millis(30),
    loss: 5,
    seed: 7,
};

/// Pixels in a second: 11 in each of 20 ticks.
const SPEED: f64 = 220.0;
/// How much faster the playback may be than the world.
const PACE: f64 = 1.05;
/// How far a player may be from where its speed allows, in pixels. The page `docs/guide/snapshots_network.md` has the number.
const MOST: f64 = 44.0;
/// For how many milliseconds a client plays, from the first frame that shows its player. Bob stays longer, and sees Ann leave.
const PLAYERS: [(&str, u32); 2] = [("Ann", 6_500), ("Bob", 8_000)];

/// Prints what the client shows in each frame: the time in microseconds, then the key, name and place of each entity. Ends after the time of the
/// option `--for`, and prints `soon` a second before.
const TRACE: &str = r#"extends Node

var begun: int = 0
var is_soon: bool = false

func _ready() -> void:
	process_priority = 1

func _process(_delta: float) -> void:
	var line: String = "frame %d" % Time.get_ticks_usec()
	for key in $"/root/Main"._views:
		var view: Node2D = $"/root/Main"._views[key]
		line += " %d:%s:%f:%f" % [key, view.called, view.position.x, view.position.y]
	print(line)
	if $"/root/Main"._own < 0:
		return
	if begun == 0:
		begun = Time.get_ticks_msec()
	var left: int = begun + int($"/root/Main".option("--for", "0")) - Time.get_ticks_msec()
	if left < 1000 and not is_soon:
		is_soon = true
		print("soon")
	if left < 0:
		get_tree().quit()
"#;

/// Makes clients of a game print what they show.
pub(crate) fn trace(project: &Project) {
    let script = match project.godot.generation {
        Generation::Godot3 => TRACE.replace("Time.", "OS."),
        Generation::Godot4 => TRACE.to_owned(),
    };
    fs::write(project.folder.path.join("arena/client/trace.gd"), script).expect("written");
    let autoload = "\n[autoload]\n\nTrace=\"*res://trace.gd\"\n\n[display]";
    project.edit("client/project.godot", "\n[display]", autoload);
}

/// Checks that a client reports no error and refuses no packet.
pub(crate) fn is_quiet(told: &str) {
    let line = told.lines().find(|line| line.contains("ERROR") || line.contains("WARNING"));
    assert!(line.is_none(), "{told}");
}

/// An entity in a frame.
pub(crate) struct Seen {
    pub(crate) name: String,
    pub(crate) at: [f64; 2],
}

pub(crate) struct Frame {
    /// In seconds.
    time: f64,
    pub(crate) things: BTreeMap<u32, Seen>,
}

pub(crate) fn frames(told: &str) -> Vec<Frame> {
    let thing = |word: &str| {
        let mut parts = word.split(':');
        let mut next = || parts.next().expect("a part");
        let (key, name) = (next().parse().expect("a key"), next().to_owned());
        let at = [next(), next()].map(|number| number.parse().expect("a number"));
        (key, Seen { name, at })
    };
    // The last line may not be whole.
    let whole = told.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let lines = whole.lines().filter_map(|line| line.strip_prefix("frame "));
    let frame = |line: &str| {
        let mut words = line.split(' ');
        let time: f64 = words.next().and_then(|word| word.parse().ok()).expect("a time");
        Frame { time: time / 1e6, things: words.map(thing).collect() }
    };
    lines.map(frame).collect()
}

/// How a player moved on a screen.
#[derive(Debug, Default)]
struct Walk {
    frames: usize,
    /// Frames in which it did not move.
    still: usize,
    way: f64,
    /// The most that a frame exceeds the way that the speed allows.
    jump: f64,
    /// Frames that exceed it by more than a quarter of a tick's way.
    rough: usize,
}

fn walk(frames: &[Frame], name: &str) -> Walk {
    let place = |frame: &Frame| {
        frame.things.values().find(|thing| thing.name == name).map(|thing| thing.at)
    };
    let mut walk = Walk::default();
    for pair in frames.windows(2) {
        let (Some(from), Some(to)) = (place(&pair[0]), place(&pair[1])) else { continue };
        let way = (to[0] - from[0]).hypot(to[1] - from[1]);
        let allowed = SPEED * PACE * (pair[1].time - pair[0].time);
        walk.frames += 1;
        walk.still += usize::from(way < 1e-3);
        walk.way += way;
        walk.jump = walk.jump.max(way - allowed);
        walk.rough += usize::from(way - allowed > 2.75);
    }
    walk
}

/// The places of the coins that a frame shows.
fn coins(frame: &Frame) -> BTreeSet<[u64; 2]> {
    let coins = frame.things.values().filter(|thing| thing.name.is_empty());
    coins.map(|coin| coin.at.map(f64::to_bits)).collect()
}

fn nobody_jumps_on_a_bad_network(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    trace(&project);
    let (server, address) = serve(&project);
    let proxy = Lossy::before(address.parse().expect("an address"), NETWORK);
    let clients = PLAYERS.map(|(name, time)| {
        let options = format!("--server {} --name {name} --for {time} --bot", proxy.address);
        project.start_client(name, &options)
    });
    // The server shall learn of clients that leave.
    clients[0].wait_for("soon\n");
    proxy.heal();
    let told = clients.map(Running::end);
    let both = told.each_ref().map(|told| frames(told));
    for ((frames, told), (own, _)) in both.iter().zip(&told).zip(PLAYERS) {
        is_quiet(told);
        for (name, _) in PLAYERS {
            let walk = walk(frames, name);
            println!("{own} sees {name}: {walk:?}");
            assert!(walk.way > 500.0, "{own} sees {name}: {walk:?}");
            assert!(walk.jump < MOST, "{own} sees {name}: {walk:?}");
            assert!(walk.rough * 20 < walk.frames, "{own} sees {name}: {walk:?}");
            assert!(walk.still * 5 < walk.frames, "{own} sees {name}: {walk:?}");
        }
        let full = |frame: &&Frame| coins(frame).len() == 8;
        let (first, last) = (frames.iter().find(full), frames.iter().rfind(full));
        let [first, last] = [first, last].map(|frame| coins(frame.expect("all coins")));
        assert!(last.difference(&first).count() > 0, "{own} sees no coin come");
        assert!(first.difference(&last).count() > 0, "{own} sees no coin go");
    }
    let last = both[1].last().expect("a frame");
    assert!(last.things.values().all(|thing| thing.name != "Ann"), "Bob sees Ann leave");
    let told = server.told();
    assert!(told.contains("\"Ann\" left\n") && !told.contains("client "), "{told}");
}

needs::tests! {
    in GODOT36 GODOT4: nobody_jumps_on_a_bad_network;
}
