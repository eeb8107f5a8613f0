//! Two clients of the project `pong` over `ENet` with the range coder, each in a match of its own against a server that
//! `godot-var generate rust` began.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{self, NetConfig};
use godot_var::multiplayer::{Call, Config, Event, Session, Target};

use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};

#[path = "../../godot-var-project/tests/projects/pong.rs"]
mod pong;

use pong::{BallCall, PaddleCall, Pong, PongCall};

const PROJECT: &str = "godot-var-project/tests/projects/pong";
/// How long a ball is on the server's side.
const FLIGHT: Duration = Duration::from_millis(200);

/// A match, in which the server has the left paddle.
struct Match {
    session: Session,
    pong: Pong,
    /// When the ball is at the left paddle.
    arrives: Option<Duration>,
    /// What the client called, and how often.
    calls: BTreeMap<&'static str, u32>,
    /// Whether the server has missed a ball.
    has_missed: bool,
}

impl Match {
    fn new(peer: i32, now: Duration) -> Self {
        let mut session = Session::new(Config::default());
        let pong = Pong::add_to(&mut session, Pong::NAME).expect("registered");
        session.set_authority(pong.player2.node, peer);
        Self {
            session,
            pong,
            arrives: Some(now + FLIGHT),
            calls: BTreeMap::new(),
            has_missed: false,
        }
    }

    fn take(&mut self, call: &Call<'_>, now: Duration) {
        *self.calls.entry(call.method.name).or_default() += 1;
        if call.node == self.pong.node {
            // The script passes a bool for an int.
            assert_eq!(call.decode(), Ok(PongCall::UpdateScore { add_to_left: 1 }));
        } else if call.node == self.pong.player2.node {
            let PaddleCall::SetPosAndMotion { motion, .. } = call.decode().expect("a call");
            assert!((motion - 150.0).abs() < 0.1, "{motion}");
        } else {
            match call.decode().expect("a call of the ball") {
                BallCall::Bounce { left: false, .. } => self.arrives = Some(now + FLIGHT),
                BallCall::Bounce { .. } => panic!("the client has the right paddle"),
                BallCall::ResetBall { for_left } => {
                    assert!((for_left - 1.0).abs() < 0.1, "{for_left}");
                    self.arrives = Some(now + FLIGHT);
                }
                BallCall::Stop => self.arrives = None,
            }
        }
    }

    /// Hits the ball, except for the one after the client's first point.
    fn hit(&mut self) {
        let ball = self.pong.ball.node;
        let is_second = self.calls.get("_reset_ball") == Some(&1);
        let call = if is_second && !std::mem::replace(&mut self.has_missed, true) {
            let score = PongCall::UpdateScore { add_to_left: 0 };
            self.session.call(Target::All, self.pong.node, &score).expect("called");
            BallCall::ResetBall { for_left: 0.0 }
        } else {
            BallCall::Bounce { left: true, random: 0.5 }
        };
        self.session.call(Target::All, ball, &call).expect("called");
    }
}

fn two_matches_are_played(godot: &Godot) {
    let mut enet = net::Server::new(NetConfig::default()).expect("a server");
    let port = enet.listen_enet("127.0.0.1:0").expect("a port").port().to_string();
    let mut engines = ["first", "second"].map(|client| {
        let scratch = Scratch::in_engine(godot, &format!("project-pong-{client}"));
        Engine::start_game(godot, scratch, PROJECT, &[&port])
    });
    let started = Instant::now();
    let mut matches: BTreeMap<i32, Match> = BTreeMap::new();
    while engines.iter_mut().any(Engine::is_running) {
        assert!(started.elapsed() < TIMEOUT, "the matches do not end");
        let now = started.elapsed();
        while let Some(message) = enet.receive().expect("received") {
            let peer = message.peer();
            let game = matches.entry(peer).or_insert_with(|| Match::new(peer, now));
            match message.event(&mut game.session, now) {
                Some(Event::Call(call)) => game.take(&call, now),
                None | Some(Event::Connected(_) | Event::Disconnected(_)) => {}
                Some(other) => panic!("{other:?}"),
            }
        }
        for game in matches.values_mut() {
            if game.arrives.take_if(|at| *at <= now).is_some() {
                game.hit();
            }
            assert_eq!(game.session.poll(now), None);
            game.session.drain(|packet| enet.send(packet));
        }
        enet.wait(Duration::from_millis(1)).expect("waited");
    }
    for engine in &mut engines {
        let printed = engine.finish_in_place();
        assert!(printed.ends_with("\nmatch 3:1\n"), "{printed}");
    }
    assert_eq!(matches.len(), 2);
    for Match { calls, .. } in matches.values_mut() {
        let motions = calls.remove("set_pos_and_motion").unwrap_or_default();
        assert!(motions > 10, "{motions}");
        let expected = [("_reset_ball", 3), ("bounce", 1), ("stop", 1), ("update_score", 3)];
        assert_eq!(*calls, BTreeMap::from(expected));
    }
}

needs::tests! {
    in GODOT4: two_matches_are_played;
}
