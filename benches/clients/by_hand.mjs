// The arena's player, chat and snapshot with a DataView, as a careful author writes them: what times.mjs compares the generated functions with.
//
// Keys are prepared as bytes and tried in their usual order first. All that is written or read is checked: types, ranges of numbers, counts, missing fields, UTF-8.

const BOOL = 1, INT = 2, FLOAT = 3, STRING = 4, VECTOR3 = 9, DICTIONARY = 27, ARRAY = 28, PACKED_STRING_ARRAY = 34, WIDE = 1 << 16;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function keys(...names) {
  return names.map((name) => {
    const text = encoder.encode(name);
    const bytes = new Uint8Array(8 + text.length + (-text.length & 3));
    const view = new DataView(bytes.buffer);
    view.setInt32(0, STRING, true);
    view.setInt32(4, text.length, true);
    bytes.set(text, 8);
    return bytes;
  });
}
const playerKeys = keys('id', 'pos', 'vel', 'yaw', 'health', 'grounded');
const chatKeys = keys('channel', 'text', 'at', 'tags');
const snapshotKeys = keys('tick', 'players', 'scores');

// One buffer for all messages.
let bytes = new Uint8Array(256);
let view = new DataView(bytes.buffer);
let at = 0;

function room(count) {
  const start = at;
  at += count;
  if (at > bytes.length) {
    const old = bytes;
    bytes = new Uint8Array(Math.max(at, old.length * 2));
    bytes.set(old);
    view = new DataView(bytes.buffer);
  }
  return start;
}
function bad(reason) { throw new Error(reason); }

function written(write, message) {
  at = 0;
  write(message);
  return bytes.slice(0, at);
}
function whole(value, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) bad(`expected an int from ${low} to ${high}, found ${value}`);
}
function real(value) {
  if (typeof value !== 'number') bad(`expected a number, found ${typeof value}`);
  if (!Number.isFinite(Math.fround(value)) && Number.isFinite(value)) bad(`expected a float of 32 bits, found ${value}`);
}
function words(first, second) {
  const start = room(8);
  view.setInt32(start, first, true);
  view.setInt32(start + 4, second, true);
}
function putBytes(part) {
  const start = room(part.length);
  // Faster than set() for so few.
  for (let i = 0; i < part.length; i++) bytes[start + i] = part[i];
}
function putInt(value, low, high) {
  whole(value, low, high);
  if (value === (value | 0)) return words(INT, value);
  words(INT | WIDE, value);
  view.setInt32(room(4), Math.floor(value / 4294967296), true);
}
function putBigint(value) {
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) bad(`expected a bigint of 64 bits, found ${value}`);
  if (BigInt.asIntN(32, value) === value) return words(INT, Number(value));
  const start = room(12);
  view.setInt32(start, INT | WIDE, true);
  view.setBigInt64(start + 4, value, true);
}
function putFloat(value) {
  real(value);
  const start = room(8);
  view.setInt32(start, FLOAT, true);
  view.setFloat32(start + 4, value, true);
}
function putVector3(value) {
  real(value.x);
  real(value.y);
  real(value.z);
  const start = room(16);
  view.setInt32(start, VECTOR3, true);
  view.setFloat32(start + 4, value.x, true);
  view.setFloat32(start + 8, value.y, true);
  view.setFloat32(start + 12, value.z, true);
}
/** Appends UTF-8 and returns its length. */
function putUtf8(text) {
  if (typeof text !== 'string' || !text.isWellFormed()) bad('expected a text');
  const start = room(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) { bytes[start + i] = code; continue; }
    room(2 * text.length);
    at = start + encoder.encodeInto(text, bytes.subarray(start)).written;
    break;
  }
  return at - start;
}
function putText(text) {
  words(STRING, 0);
  const head = at - 4;
  const count = putUtf8(text);
  view.setInt32(head, count, true);
  for (let i = count; i % 4 !== 0; i++) bytes[room(1)] = 0;
}

export function writePlayer(m) {
  words(DICTIONARY, 6);
  putBytes(playerKeys[0]); putInt(m.id, 0, 4294967295);
  putBytes(playerKeys[1]); putVector3(m.pos);
  putBytes(playerKeys[2]); putVector3(m.vel);
  putBytes(playerKeys[3]); putFloat(m.yaw);
  putBytes(playerKeys[4]); putInt(m.health, -2147483648, 2147483647);
  putBytes(playerKeys[5]); words(BOOL, m.grounded ? 1 : 0);
}
export function writeChat(m) {
  words(DICTIONARY, 4);
  putBytes(chatKeys[0]); putText(m.channel);
  putBytes(chatKeys[1]); putText(m.text);
  putBytes(chatKeys[2]); putBigint(m.at);
  putBytes(chatKeys[3]); words(PACKED_STRING_ARRAY, m.tags.length);
  for (const tag of m.tags) {
    const head = room(4);
    const count = putUtf8(tag) + 1;
    view.setInt32(head, count, true);
    for (let i = count - 1; i < count || i % 4 !== 0; i++) bytes[room(1)] = 0;
  }
}
export function writeSnapshot(m) {
  words(DICTIONARY, 3);
  putBytes(snapshotKeys[0]); putBigint(m.tick);
  putBytes(snapshotKeys[1]); words(ARRAY, m.players.length);
  for (const player of m.players) writePlayer(player);
  putBytes(snapshotKeys[2]); words(DICTIONARY, m.scores.size);
  for (const [name, score] of m.scores) { putText(name); putInt(score, -2147483648, 2147483647); }
}
export const encodePlayer = (m) => written(writePlayer, m);
export const encodeChat = (m) => written(writeChat, m);
export const encodeSnapshot = (m) => written(writeSnapshot, m);

class Reader {
  at = 0;
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  need(count) {
    const at = this.at;
    if (count > this.bytes.length - at) bad(`the message ends before byte ${at + count}`);
    this.at += count;
    return at;
  }
  bad(expected) { bad(`expected ${expected} before byte ${this.at}`); }
  word() { return this.view.getInt32(this.need(4), true); }
  f32() { return this.view.getFloat32(this.need(4), true); }
  expect(header, expected) { if (this.word() !== header) this.bad(expected); }
  int(low, high) {
    const header = this.word();
    let value;
    if (header === INT) value = this.word();
    else if (header === (INT | WIDE)) value = Number(this.view.getBigInt64(this.need(8), true));
    else this.bad('an int');
    if (value < low || value > high) this.bad(`an int from ${low} to ${high}`);
    return value;
  }
  bigint() {
    const header = this.word();
    if (header === INT) return BigInt(this.word());
    if (header === (INT | WIDE)) return this.view.getBigInt64(this.need(8), true);
    this.bad('an int');
  }
  float() {
    const header = this.word();
    if (header === FLOAT) return this.f32();
    if (header === (FLOAT | WIDE)) return Math.fround(this.view.getFloat64(this.need(8), true));
    this.bad('a float');
  }
  bool() { this.expect(BOOL, 'a bool'); return this.word() !== 0; }
  vector3() {
    this.expect(VECTOR3, 'a Vector3');
    const at = this.need(12);
    return { x: this.view.getFloat32(at, true), y: this.view.getFloat32(at + 4, true), z: this.view.getFloat32(at + 8, true) };
  }
  count(size) {
    const count = this.word();
    if (count < 0 || count * size > this.bytes.length - this.at) this.bad('a count that fits');
    return count;
  }
  text() { this.expect(STRING, 'a text'); return this.tail(0); }
  tail(end) {
    const count = this.count(1);
    const at = this.need(count + (-count & 3));
    return decoder.decode(this.bytes.subarray(at, at + count - end));
  }
  key(keys, next) {
    this.expect(STRING, 'a key');
    const count = this.count(1);
    const at = this.need(count + (-count & 3));
    for (let tries = 0; tries < keys.length; tries++, next++) {
      if (next >= keys.length) next = 0;
      const key = keys[next];
      if (key[4] !== count) continue;
      let i = 0;
      while (i < count && key[8 + i] === this.bytes[at + i]) i++;
      if (i === count) return next;
    }
    this.bad('a known key');
  }
  end(message) {
    if (this.at !== this.bytes.length) this.bad('the end of the message');
    return message;
  }
}

function readPlayer(r) {
  const m = { id: 0, pos: undefined, vel: undefined, yaw: 0, health: 0, grounded: false };
  r.expect(DICTIONARY, 'a Dictionary');
  let seen = 0;
  for (let left = r.count(8), next = 0; left > 0; left--) {
    const key = r.key(playerKeys, next);
    switch (key) {
      case 0: m.id = r.int(0, 4294967295); break;
      case 1: m.pos = r.vector3(); break;
      case 2: m.vel = r.vector3(); break;
      case 3: m.yaw = r.float(); break;
      case 4: m.health = r.int(-2147483648, 2147483647); break;
      case 5: m.grounded = r.bool(); break;
    }
    seen |= 1 << key;
    next = key + 1;
  }
  if (seen !== 0x3f) r.bad('six fields');
  return m;
}
function readChat(r) {
  const m = { channel: '', text: '', at: 0n, tags: undefined };
  r.expect(DICTIONARY, 'a Dictionary');
  let seen = 0;
  for (let left = r.count(8), next = 0; left > 0; left--) {
    const key = r.key(chatKeys, next);
    switch (key) {
      case 0: m.channel = r.text(); break;
      case 1: m.text = r.text(); break;
      case 2: m.at = r.bigint(); break;
      case 3:
        m.tags = [];
        r.expect(PACKED_STRING_ARRAY, 'a packed array of texts');
        for (let count = r.count(4); count > 0; count--) m.tags.push(r.tail(1));
        break;
    }
    seen |= 1 << key;
    next = key + 1;
  }
  if (seen !== 0xf) r.bad('four fields');
  return m;
}
function readSnapshot(r) {
  const m = { tick: 0n, players: undefined, scores: undefined };
  r.expect(DICTIONARY, 'a Dictionary');
  let seen = 0;
  for (let left = r.count(8), next = 0; left > 0; left--) {
    const key = r.key(snapshotKeys, next);
    switch (key) {
      case 0: m.tick = r.bigint(); break;
      case 1:
        m.players = [];
        r.expect(ARRAY, 'an Array');
        for (let count = r.count(4); count > 0; count--) m.players.push(readPlayer(r));
        break;
      case 2:
        m.scores = new Map();
        r.expect(DICTIONARY, 'a Dictionary');
        for (let count = r.count(8); count > 0; count--) m.scores.set(r.text(), r.int(-2147483648, 2147483647));
        break;
    }
    seen |= 1 << key;
    next = key + 1;
  }
  if (seen !== 7) r.bad('three fields');
  return m;
}
export const decodePlayer = (bytes) => readPlayer(new Reader(bytes));
export const decodeChat = (bytes) => readChat(new Reader(bytes));
export const decodeSnapshot = (bytes) => readSnapshot(new Reader(bytes));

function putVarint(value) {
  for (; value > 127; value >>= 7) bytes[room(1)] = value | 128;
  bytes[room(1)] = value;
}
function putFlatText(text) {
  // The length is one byte for almost all texts.
  const head = room(1);
  const count = putUtf8(text);
  if (count < 128) { bytes[head] = count; return; }
  at = head;
  putVarint(count);
  putUtf8(text);
}
function writeFlatPlayer(m) {
  whole(m.id, 0, 4294967295);
  real(m.pos.x);
  real(m.pos.y);
  real(m.pos.z);
  real(m.vel.x);
  real(m.vel.y);
  real(m.vel.z);
  real(m.yaw);
  whole(m.health, -2147483648, 2147483647);
  const start = room(37);
  view.setUint32(start, m.id, true);
  view.setFloat32(start + 4, m.pos.x, true);
  view.setFloat32(start + 8, m.pos.y, true);
  view.setFloat32(start + 12, m.pos.z, true);
  view.setFloat32(start + 16, m.vel.x, true);
  view.setFloat32(start + 20, m.vel.y, true);
  view.setFloat32(start + 24, m.vel.z, true);
  view.setFloat32(start + 28, m.yaw, true);
  view.setInt32(start + 32, m.health, true);
  bytes[start + 36] = m.grounded ? 1 : 0;
}
function putI64(value) {
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) bad(`expected a bigint of 64 bits, found ${value}`);
  const start = room(8);
  view.setBigInt64(start, value, true);
}
function writeFlatChat(m) {
  putFlatText(m.channel);
  putFlatText(m.text);
  putI64(m.at);
  putVarint(m.tags.length);
  for (const tag of m.tags) putFlatText(tag);
}
function writeFlatSnapshot(m) {
  putI64(m.tick);
  putVarint(m.players.length);
  for (const player of m.players) writeFlatPlayer(player);
  putVarint(m.scores.size);
  for (const [name, score] of m.scores) {
    putFlatText(name);
    whole(score, -2147483648, 2147483647);
    const start = room(4);
    view.setInt32(start, score, true);
  }
}
export const encodePlayerFlat = (m) => written(writeFlatPlayer, m);
export const encodeChatFlat = (m) => written(writeFlatChat, m);
export const encodeSnapshotFlat = (m) => written(writeFlatSnapshot, m);

function varint(r) {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = r.bytes[r.need(1)];
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
  r.bad('a count');
}
function flatCount(r, size) {
  const count = varint(r);
  if (count * size > r.bytes.length - r.at) r.bad('a count that fits');
  return count;
}
function flatText(r) {
  const count = flatCount(r, 1);
  const at = r.need(count);
  return decoder.decode(r.bytes.subarray(at, at + count));
}
function flatPlayer(r) {
  const at = r.need(37), view = r.view;
  const grounded = r.bytes[at + 36];
  if (grounded > 1) r.bad('a bool');
  return {
    id: view.getUint32(at, true),
    pos: { x: view.getFloat32(at + 4, true), y: view.getFloat32(at + 8, true), z: view.getFloat32(at + 12, true) },
    vel: { x: view.getFloat32(at + 16, true), y: view.getFloat32(at + 20, true), z: view.getFloat32(at + 24, true) },
    yaw: view.getFloat32(at + 28, true),
    health: view.getInt32(at + 32, true),
    grounded: grounded === 1,
  };
}
function flatChat(r) {
  const m = { channel: flatText(r), text: flatText(r), at: r.view.getBigInt64(r.need(8), true), tags: [] };
  for (let count = flatCount(r, 1); count > 0; count--) m.tags.push(flatText(r));
  return m;
}
function flatSnapshot(r) {
  const m = { tick: r.view.getBigInt64(r.need(8), true), players: [], scores: new Map() };
  for (let count = flatCount(r, 37); count > 0; count--) m.players.push(flatPlayer(r));
  for (let count = flatCount(r, 5); count > 0; count--) m.scores.set(flatText(r), r.view.getInt32(r.need(4), true));
  return m;
}
function readAll(read, bytes) {
  const r = new Reader(bytes);
  return r.end(read(r));
}
export const decodePlayerFlat = (bytes) => readAll(flatPlayer, bytes);
export const decodeChatFlat = (bytes) => readAll(flatChat, bytes);
export const decodeSnapshotFlat = (bytes) => readAll(flatSnapshot, bytes);
