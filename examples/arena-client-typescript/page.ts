/**
 * The arena in a browser: shows the players, and is one itself.
 *
 * @module
 */

import { type Chat, type Join, type PlayerState, type ServerMessage, type Snapshot, LAYOUT, Team } from './arena.js';
import { Connection } from './connection.js';
import { Roster } from './roster.js';
import { type Figure, View } from './view.js';

/** In metres per second. */
const SPEED = 4;
/** The time between two snapshots, in seconds. */
const TICK = 0.05;
const MAX_LINES = 100;
const DIRECTIONS = new Map([
  ['ArrowLeft', [-1, 0]], ['ArrowRight', [1, 0]], ['ArrowUp', [0, -1]], ['ArrowDown', [0, 1]],
  ['KeyA', [-1, 0]], ['KeyD', [1, 0]], ['KeyW', [0, -1]], ['KeyS', [0, 1]],
] as const);
const TEAM_COLORS: Record<Team, string> = { [Team.Red]: '#d33c3c', [Team.Blue]: '#3c78d8', [Team.Spectator]: '#888888' };

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

const joinForm = element('join', HTMLFormElement);
const url = element('url', HTMLInputElement);
const nameField = element('name', HTMLInputElement);
const teamField = element('team', HTMLSelectElement);
const leaveButton = element('leave', HTMLButtonElement);
const status = element('status', HTMLElement);
const tick = element('tick', HTMLElement);
const canvas = element('arena', HTMLCanvasElement);
const players = element('players', HTMLUListElement);
const log = element('log', HTMLElement);
const chatForm = element('chat', HTMLFormElement);
const text = element('text', HTMLInputElement);

const view = new View(canvas);
const pressed = new Set<string>();
let connection: Connection | null = null;
/** What this page asks for. */
let wish: Join = { name: '', color: { r: 1, g: 0.5, b: 0, a: 1 }, team: null };
/** Where this page is in the arena, and who else is there; null until the server has let it in. */
let own: { state: PlayerState; roster: Roster } | null = null;

joinForm.addEventListener('submit', (event) => {
  event.preventDefault();
  leave();
  wish = { ...wish, name: nameField.value, team: teamField.value === '' ? null : Number(teamField.value) as Team };
  try {
    connection = new Connection(url.value, { opened, received, lost, refused: (error) => end(error.message) });
  } catch (error) {
    say(`not an address: ${String(error)}`);
    return;
  }
  say('connecting…');
  leaveButton.disabled = false;
  canvas.focus();
});
leaveButton.addEventListener('click', () => end('not connected'));
chatForm.addEventListener('submit', (event) => {
  event.preventDefault();
  if (own === null || text.value === '') return;
  const at = BigInt(Math.floor(Date.now() / 1000));
  connection?.send({ kind: 'Chat', value: { channel: 'all', text: `${wish.name}: ${text.value}`, at, tags: [] } });
  text.value = '';
});
canvas.addEventListener('keydown', (event) => {
  if (!isDirection(event.code) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  pressed.add(event.code);
});
canvas.addEventListener('keyup', (event) => pressed.delete(event.code));
canvas.addEventListener('blur', () => pressed.clear());

function isDirection(code: string): code is Parameters<typeof DIRECTIONS.get>[0] {
  return (DIRECTIONS as ReadonlyMap<string, unknown>).has(code);
}

function say(words: string): void {
  status.textContent = words;
}

function opened(): void {
  connection?.send({ kind: 'Hello', value: { layout: LAYOUT } });
}

function lost(wait: number): void {
  forget();
  say(`connection lost, again in ${wait / 1000} s`);
}

function leave(): void {
  connection?.send({ kind: 'Leave' });
  connection?.close();
  connection = null;
  leaveButton.disabled = true;
  forget();
}

/** Leaves, and says why. */
function end(reason: string): void {
  leave();
  say(reason);
}

function forget(): void {
  own = null;
  tick.textContent = '–';
  players.replaceChildren();
  canvas.ariaLabel = 'The arena is empty';
  view.draw([]);
}

function received(message: ServerMessage): void {
  switch (message.kind) {
    case 'Greeting':
      connection?.send({ kind: 'Join', value: wish });
      break;
    case 'Welcome': {
      const { you: id } = message.value;
      const still = { x: 0, y: 0, z: 0 };
      const state = { id, pos: still, vel: still, yaw: 0, health: 100, grounded: true };
      own = { state, roster: new Roster(id, wish.name) };
      say('connected');
      break;
    }
    case 'Snapshot':
      if (own !== null) show(message.value, own);
      break;
    case 'Chat':
      write(message.value);
      break;
    case 'Bye':
      end(message.value.reason);
      break;
    default:
      message satisfies never;
  }
}

/** Shows a snapshot, and answers with the own move: a timer would slow down in a tab that nobody sees. */
function show(snapshot: Snapshot, { state, roster }: NonNullable<typeof own>): void {
  roster.update(snapshot);
  const figures = snapshot.players.map((player): Figure => {
    const name = roster.name(player.id) ?? '';
    return { state: player, name, color: color(name) };
  });
  view.draw(figures);
  const places = figures.map(({ name, state: { pos } }) => `${name || 'somebody'} at ${pos.x.toFixed(1)}, ${pos.z.toFixed(1)}`);
  canvas.ariaLabel = `The arena from above: ${places.join('; ')}`;
  tick.textContent = String(snapshot.tick);
  players.replaceChildren(...[...snapshot.scores].map(([name, moves]) => {
    const item = document.createElement('li');
    const swatch = document.createElement('i');
    swatch.style.background = color(name);
    const points = document.createElement('span');
    points.textContent = String(moves);
    item.append(swatch, name, points);
    return item;
  }));
  walk(state);
  connection?.send({ kind: 'Move', value: state });
}

function walk(state: PlayerState): void {
  let [x, z] = [0, 0];
  for (const code of pressed) {
    const [dx, dz] = isDirection(code) ? DIRECTIONS.get(code) ?? [0, 0] : [0, 0];
    x += dx;
    z += dz;
  }
  const length = Math.hypot(x, z) || 1;
  state.vel = { x: SPEED * x / length, y: 0, z: SPEED * z / length };
  state.pos = { x: state.pos.x + state.vel.x * TICK, y: 0, z: state.pos.z + state.vel.z * TICK };
  if (x !== 0 || z !== 0) state.yaw = Math.atan2(z, x);
}

/** The own color is that of the team. The messages do not say the teams of others: each name has a color. */
function color(name: string): string {
  if (name === wish.name && wish.team !== null) return TEAM_COLORS[wish.team];
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return name === '' ? '#888888' : `hsl(${hash} 65% 50%)`;
}

function write(chat: Chat): void {
  const line = document.createElement('li');
  const time = document.createElement('time');
  time.textContent = new Date(Number(chat.at) * 1000).toLocaleTimeString();
  line.append(time, ' ', chat.text);
  const lines = log.firstElementChild;
  lines?.append(line);
  while (lines !== null && lines.children.length > MAX_LINES) lines.firstElementChild?.remove();
  log.scrollTop = log.scrollHeight;
}

forget();
