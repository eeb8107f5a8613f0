/**
 * A bot for the arena: greets, joins, walks, chats, checks what comes back, and leaves.
 *
 *     npm run build && node build/bot.js HOST PORT NAME [OTHERS…]
 *
 * It stays until it has heard each of the others. Prints a line for each event, and at the end OK (exit status 0),
 * or FAILED and the reason (exit status 1).
 *
 * The messages are in arena.ts, which is generated from schemas/arena.rs.
 *
 * @module
 */

import { connect } from 'node:net';
import { argv, exit } from 'node:process';

import {
  type Chat, type ClientMessage, type Join, type PlayerState, type ServerMessage, type Snapshot,
  LAYOUT, Team, WireError, decodeServerMessage, encodeClientMessage,
} from './arena.js';
import { Frames, frame } from './frames.js';

/** In milliseconds. */
const TICK = 50;
const PATIENCE = 30_000;
/** The bot walks for this number of ticks and then stands still. */
const STEPS = 10;
/** It says hello each time after this number of ticks. */
const PAUSE = 10;

const [host, port, name, ...others] = argv.slice(2);
if (host === undefined || !(Number(port) < 65_536) || name === undefined) {
  console.log('usage: bot.js HOST PORT NAME [OTHERS…]');
  exit(2);
}

const helloFrom = (bot: string): string => `Hello from ${bot}!`;
const join: Join = { name, color: { r: 0.2, g: 0.7, b: 0.3, a: 1 }, team: Team.Red };
const hello: Chat = {
  channel: 'all',
  text: helloFrom(name),
  at: BigInt(Math.floor(Date.now() / 1000)),
  tags: ['greeting', 'typescript'],
};
const unheard = new Set([name, ...others].map(helloFrom));
/** Where the bot is; null until the server has let it in. */
let state: PlayerState | null = null;
let steps = 0;
let seen = false;

const socket = connect({ host, port: Number(port), noDelay: true });
const frames = new Frames();
socket.on('connect', () => {
  console.log('hello');
  send({ kind: 'Hello', value: { layout: LAYOUT } });
});
socket.on('data', (piece) => {
  // A string comes only from a socket with an encoding.
  if (typeof piece === 'string') return;
  try {
    for (const bytes of frames.push(piece)) read(decodeServerMessage(bytes));
  } catch (error) {
    if (error instanceof WireError || error instanceof RangeError) fail(error.message);
    throw error;
  }
});
socket.on('error', (error) => fail(error.message));
socket.on('close', () => fail('the server has closed the connection'));
setTimeout(() => fail(`own position seen: ${seen}, not heard: ${[...unheard].join(', ')}`), PATIENCE);
setInterval(tick, TICK);

function send(message: ClientMessage): void {
  socket.write(frame(encodeClientMessage(message)));
}

function read(message: ServerMessage): void {
  switch (message.kind) {
    case 'Greeting':
      if (message.value.layout !== LAYOUT) fail('the server has another protocol: update the game');
      console.log('join');
      send({ kind: 'Join', value: join });
      break;
    case 'Welcome': {
      const still = { x: 0, y: 0, z: 0 };
      state = { id: message.value.you, pos: still, vel: still, yaw: 0, health: 100, grounded: true };
      console.log(`welcome: player ${state.id}, tick ${message.value.tick}`);
      break;
    }
    case 'Snapshot':
      look(message.value);
      break;
    case 'Chat': {
      const chat = message.value;
      console.log(`chat: [${chat.channel}] ${chat.text}`);
      if (chat.text === hello.text && (chat.at !== hello.at || chat.tags.join() !== hello.tags.join())) {
        fail('the own words came back changed');
      }
      unheard.delete(chat.text);
      break;
    }
    case 'Bye':
      fail(`bye: ${message.value.reason}`);
  }
}

function tick(): void {
  if (state === null) return;
  steps += 1;
  if (steps <= STEPS) {
    // As 32 bits hold it, because it is compared with what comes back.
    const yaw = Math.fround((state.id % 628) * 0.01 + 0.3 * steps);
    const vel = { x: Math.fround(Math.cos(yaw)), y: 0, z: Math.fround(Math.sin(yaw)) };
    const { x, y, z } = state.pos;
    state = { ...state, yaw, vel, pos: { x: Math.fround(x + vel.x / 2), y, z: Math.fround(z + vel.z / 2) } };
  } else {
    state = { ...state, vel: { x: 0, y: 0, z: 0 } };
  }
  send({ kind: 'Move', value: state });
  if (steps % PAUSE === 0) send({ kind: 'Chat', value: hello });
  if (seen && unheard.size === 0) leave();
}

function look(snapshot: Snapshot): void {
  const own = snapshot.players.find((player) => player.id === state?.id);
  if (seen || own === undefined || steps <= STEPS) return;
  seen = JSON.stringify(own) === JSON.stringify(state);
  if (seen) {
    const names = [...snapshot.scores.keys()].join(', ');
    console.log(`snapshot: tick ${snapshot.tick}, ${snapshot.players.length} players, scores of ${names}`);
  }
}

function leave(): void {
  console.log('leave');
  send({ kind: 'Leave' });
  socket.end(() => {
    console.log('OK');
    exit(0);
  });
}

function fail(reason: string): never {
  console.log(`FAILED: ${reason}`);
  exit(1);
}
