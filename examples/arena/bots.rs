//! Bots: they use the server as a game does, and check its messages.

use std::collections::BTreeSet;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use godot_var::{Color, Vector3};

use crate::arena::{Chat, ClientMessage, Hello, Join, PlayerState, ServerMessage, Team};
use crate::form::Form;
use crate::link::{Connection, Link};
use crate::{Failure, TICK, newborn, update_the_game};

/// Their names and teams.
const BOTS: [(&str, Option<Team>); 3] =
    [("Ann", Some(Team::Red)), ("Bob", None), ("Cleo", Some(Team::Spectator))];
/// A bot walks for this number of ticks and then stands still.
const STEPS: u32 = 10;
/// A message without an answer after this number of ticks is sent again.
const RESEND: u32 = 10;
const PATIENCE: Duration = Duration::from_secs(10);

/// Bots that play, each in a thread.
pub(crate) struct Bots(Vec<(&'static str, JoinHandle<Result<(), Failure>>)>);

impl Bots {
    /// Starts a bot for each connection.
    pub(crate) fn start<F: Form>(links: [Link; BOTS.len()]) -> Self {
        let mut pause = Duration::ZERO;
        let start = |(bot, link): ((&'static str, _), _)| {
            // One after another, so that a snapshot shows who has which number.
            pause += 2 * TICK;
            let wait = pause;
            let play = move || {
                thread::sleep(wait);
                play::<F>(bot, link)
            };
            (bot.0, thread::spawn(play))
        };
        Self(BOTS.into_iter().zip(links).map(start).collect())
    }

    pub(crate) fn are_finished(&self) -> bool {
        self.0.iter().all(|(_, bot)| bot.is_finished())
    }

    /// Waits for all of them. Returns the first failure.
    pub(crate) fn join(self) -> Result<(), Failure> {
        for (name, bot) in self.0 {
            let outcome = bot.join().unwrap_or_else(|_| Err("panicked".into()));
            outcome.map_err(|failure| format!("{name}: {failure}"))?;
        }
        Ok(())
    }
}

/// Greets, joins, walks, waits for the others, and says hello. Leaves after it has seen itself at its position and has heard everybody.
fn play<F: Form>((name, team): (&str, Option<Team>), server: Link) -> Result<(), Failure> {
    let mut connection = Connection::open(server)?;
    let color = Color { r: 1.0, g: 0.5, b: 0.0, a: 1.0 };
    let greeting = ClientMessage::Hello(Hello { layout: F::LAYOUT.to_owned() });
    let join = ClientMessage::Join(Join { name: name.into(), color, team });
    let mut greeted = false;
    let hello = Chat {
        channel: "all".into(),
        text: greeting_of(name),
        at: i64::try_from(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs())?,
        tags: vec!["greeting".into(), "bot".into()],
    };
    let mut state = None;
    let (mut steps, mut seen, mut heard) = (0, false, BTreeSet::new());
    let started = Instant::now();
    let mut next_tick = started;
    let mut tick = 0;
    loop {
        if started.elapsed() > PATIENCE {
            return Err(format!("no more than this: {state:?}, seen {seen}, {heard:?}").into());
        }
        match &mut state {
            None if tick % RESEND == 0 => {
                connection.send::<F>(if greeted { &join } else { &greeting })?;
            }
            None => {}
            Some(state) => {
                steps += 1;
                walk(state, steps);
                connection.send::<F>(&ClientMessage::Move(state.clone()))?;
                if seen && !heard.contains(&hello.text) && steps % RESEND == 0 {
                    connection.send::<F>(&ClientMessage::Chat(hello.clone()))?;
                }
                if heard.len() == BOTS.len() {
                    return connection.send::<F>(&ClientMessage::Leave);
                }
            }
        }
        tick += 1;
        next_tick += TICK;
        while Instant::now() < next_tick {
            match connection.receive::<F>()? {
                Some(ServerMessage::Greeting(server)) if server.layout != F::LAYOUT => {
                    return Err(update_the_game(&server.layout, F::LAYOUT).into());
                }
                Some(ServerMessage::Greeting(_)) if greeted => {}
                Some(ServerMessage::Greeting(_)) => {
                    greeted = true;
                    connection.send::<F>(&join)?;
                }
                Some(ServerMessage::Welcome(welcome)) => {
                    state.get_or_insert_with(|| newborn(welcome.you));
                }
                Some(ServerMessage::Snapshot(snapshot)) => {
                    let complete = BOTS.iter().all(|(bot, _)| snapshot.scores.contains_key(*bot));
                    let in_place = snapshot.players.iter().any(|p| Some(p) == state.as_ref());
                    seen |= complete && in_place && steps > STEPS;
                }
                Some(ServerMessage::Chat(chat)) => {
                    if chat.text == hello.text && chat != hello {
                        return Err(format!("{hello:?} came back as {chat:?}").into());
                    }
                    let others = BOTS.iter().map(|(bot, _)| greeting_of(bot));
                    heard.extend(others.filter(|text| *text == chat.text));
                }
                Some(ServerMessage::Bye(bye)) => return Err(bye.reason.into()),
                None => {}
            }
        }
    }
}

/// What a bot says.
fn greeting_of(name: &str) -> String {
    format!("Hello from {name}!")
}

/// Walks one tick along a circle. Each bot begins in another direction.
fn walk(state: &mut PlayerState, step: u32) {
    if step > STEPS {
        state.vel = Vector3::ZERO;
        return;
    }
    state.yaw = (state.id % 628) as f32 * 0.01 + step as f32 * 0.3;
    state.vel = Vector3::new(state.yaw.cos(), 0.0, state.yaw.sin());
    let Vector3 { x, y, z } = state.pos;
    state.pos = Vector3::new(x + state.vel.x * 0.5, y, z + state.vel.z * 0.5);
}
