// Times generated TypeScript next to the same by hand: see clients.sh.
//
// Argument: the module that tsc made of the arena's TypeScript.
import assert from 'node:assert';
import { pathToFileURL } from 'node:url';
import * as byHand from './by_hand.mjs';

const ROUNDS = 400;
const SLICE = 0.5; // milliseconds

const arena = await import(pathToFileURL(process.argv[2]));

function player(id) {
  return { id, pos: { x: 12.5, y: 0.25, z: -7.75 }, vel: { x: 0.5, y: Math.fround(-9.8), z: 3.125 }, yaw: Math.fround(1.57), health: 87, grounded: true };
}
const messages = {
  PlayerState: ['player', player(7)],
  Chat: ['chat', { channel: 'all', text: 'Meet me behind the old mill at dawn, and bring the lantern!!', at: 1754000000123n, tags: ['trade', 'night'] }],
  Snapshot: ['snapshot', {
    tick: 123456n,
    players: Array.from({ length: 64 }, (_, i) => player(1000 + i)),
    scores: new Map(Array.from({ length: 8 }, (_, i) => [`player ${i}`, 100 + i])),
  }],
};

const rows = [];
for (const [type, [name, message]] of Object.entries(messages)) {
  for (const [form, title] of [['', ''], ['Flat', ' flat']]) {
    const own = type === 'PlayerState' ? 'Player' : type;
    const [encode, decode] = [arena[`encode${type}${form}`], arena[`decode${type}${form}`]];
    const [write, read] = [byHand[`encode${own}${form}`], byHand[`decode${own}${form}`]];
    const bytes = encode(message);
    assert.deepEqual(write(message), bytes);
    assert.deepEqual(read(bytes), message);
    assert.deepEqual(decode(bytes), message);
    rows.push({ name: `${name} write${title}`, bytes: bytes.length, generated: () => encode(message), byHand: () => write(message) });
    rows.push({ name: `${name} read${title}`, bytes: bytes.length, generated: () => decode(bytes), byHand: () => read(bytes) });
  }
}

let kept;
function time(run, times) {
  const start = performance.now();
  for (let i = 0; i < times; i++) kept = run();
  return performance.now() - start;
}

// Each operation until the compiler has optimised it.
for (let i = 0; i < 20; i++) for (const row of rows) { time(row.generated, 300); time(row.byHand, 300); }
for (const row of rows) {
  row.times = 1;
  while (time(row.generated, row.times) < SLICE) row.times *= 2;
  row.shortest = [Infinity, Infinity];
}
for (let round = 0; round < ROUNDS; round++) {
  for (const row of rows) {
    row.shortest[0] = Math.min(row.shortest[0], time(row.generated, row.times));
    row.shortest[1] = Math.min(row.shortest[1], time(row.byHand, row.times));
  }
}
assert(kept !== undefined);
for (const { name, bytes, times, shortest: [generated, hand] } of rows) {
  const micros = (ms) => `${(ms * 1000 / times).toFixed(2)} µs`;
  console.log(`| TypeScript ${name} | ${bytes} | ${micros(generated)} | ${micros(hand)} | ${(generated / hand).toFixed(2)}x |`);
}
