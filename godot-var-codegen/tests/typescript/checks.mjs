// Writes and reads values for which the bytes of Rust are no samples.
// usage: node checks.mjs MODULE WAYS
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , path, ways] = process.argv;
const m = await import(pathToFileURL(path));
const refused = (run, message) => assert.throws(run, (e) => {
  assert(e instanceof m.WireError, `${e}`);
  assert(e.message.includes(message), e.message);
  return true;
});

// The same last bit of an angle as in Rust.
for (const row of readFileSync(ways, 'utf8').split('\n')) {
  const [x, y, expected] = row.split('\t');
  const bytes = m.encodeWay({ to: { x: Number(x), y: Number(y) } });
  assert.equal(Buffer.from(bytes).toString('hex'), expected, row);
}
refused(() => m.encodeWay({ to: { x: 1e-60, y: 1e-60 } }), 'no direction');

// A value that contains others is refused before the stack ends.
const deep = (count, end, more) => {
  let value = end;
  for (let i = 0; i < count; i++) value = more(value);
  return value;
};
const named = (next) => ({ kind: 'More', next });
const held = (value) => ({ kind: 'More', value });
const end = { kind: 'End' };
for (const [encode, end_, more] of [
  [m.encodeById, end, held],
  [m.encodeByIdFlat, end, held],
  [m.encodeByName, end, held],
  [m.encodeBeside, end, held],
  [m.encodeAmong, end, named],
  [m.encodeFits, end, named],
  [m.encodeChain, { next: null }, (next) => ({ next })],
]) {
  assert(encode(deep(500, end_, more)).length > 500, encode.name);
  refused(() => encode(deep(5000, end_, more)), 'expected at most 512 levels');
  assert(encode(deep(500, end_, more)).length > 500, `${encode.name} after an error`);
}
const any = (count) => ({ value: deep(count, { type: 'Nil' }, (value) => ({ type: 'Array', value: [value] })) });
assert(m.encodeAny(any(500)).length > 500);
refused(() => m.encodeAny(any(5000)), 'Any.value[0][0]');

// What objects have of themselves is no type of the engine.
for (const elements of ['toString', 'constructor', '__proto__', 'nope']) {
  refused(() => m.encodeAny({ value: { type: 'Array', value: [], elements } }), `no type has the name ${elements}`);
  refused(() => m.encodeAny({ value: { type: elements } }), 'expected a Variant');
}
assert.deepEqual(Object.values(m.Odd), ['A', '__proto__']);
const properties = m.decodeProperties(m.encodeProperties({ __proto___: 5, odd: m.Odd.__proto___ }));
assert.deepEqual({ ...properties }, { __proto___: 5, odd: '__proto__' });

// A field that only flat messages have gets its default from a Variant.
const absent = Uint8Array.of(27, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 120, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0);
assert.deepEqual({ ...m.decodeSkips(absent) }, { x: 1, a: 7, rest: 'Right' });

// A NaN is no change as a float alone.
const moves = (a, b, x) => ({ a, b, c: { x, y: 0 } });
assert.deepEqual(m.movesChanges(moves(NaN, 1, 0), moves(NaN, 1, 0)), {});
assert.deepEqual(Object.keys(m.movesChanges(moves(0, NaN, NaN), moves(-0, NaN, NaN))), ['b', 'c']);

// An f32 is rounded before it is an int.
assert.equal(m.decodeRounded(m.encodeRounded({ x: 16777217 })).x, 16777216);

// Keys with sets in them are compared by their elements.
const set = { map: [[{ all: new Set([1]) }, 7], [{ all: new Set([2]) }, 8]], more: new Set() };
assert.deepEqual(m.decodeKeyed(m.encodeKeyed(set)), set);
assert.deepEqual(m.decodeKeyedFlat(m.encodeKeyedFlat(set)), set);

// A component of a color is rounded to 32 bits before it is compared with its range.
assert.equal(Buffer.from(m.encodeTinted({ color: { r: 1.00000001, g: 0, b: 0, a: 1 } })).toString('hex'), 'ff0000ff');

// A variant that Variants lack is sent in flat messages alone.
assert.notEqual(m.Rank.A, m.Rank.B);
assert.deepEqual([...m.encodeRanksFlat({ rank: m.Rank.A })], [0]);
assert.deepEqual([...m.encodeRanksFlat({ rank: m.Rank.B })], [1]);
refused(() => m.encodeRanks({ rank: m.Rank.B }), 'Rank');

// The number of an unknown variant is one that its reader takes.
assert.deepEqual([...m.encodeMany({ kind: 'Other', number: 4294967295 })], [255, 255, 255, 255, 15]);
for (const number of [-1, 0.5, 4294967296, NaN, Infinity]) {
  refused(() => m.encodeMany({ kind: 'Other', number }), 'Other.number: expected int from 0 to 4294967295');
}

// Seconds that no time has are not written in flat messages, either.
const waits = { lasts: 1.5, maybe: 2, since: -3, other: -4 };
assert.deepEqual(m.decodeWaits(m.encodeWaits(waits)), waits);
for (const [field, seconds] of [['lasts', -1], ['lasts', 1e300], ['maybe', NaN], ['since', -Infinity]]) {
  refused(() => m.encodeWaits({ ...waits, [field]: seconds }), `Waits.${field}: expected a time in seconds`);
  refused(() => m.encodeWaitsDelta({ [field]: seconds }), `WaitsDelta.${field}: expected a time in seconds`);
}

// What is stepped over for variants that do not fit is counted: few keys are looked at, not 57,000.
{
  const word = (number) => { const bytes = Buffer.alloc(4); bytes.writeUInt32LE(number); return bytes; };
  const key = (name) => Buffer.concat([word(4), word(1), Buffer.from(name), Buffer.alloc(3)]);
  const nested = (count, end) => deep(count, end, (inner) => Buffer.concat([word(27), word(1), key('n'), inner]));
  const list = Buffer.concat([word(28), word(1000), Buffer.alloc(4000)]);
  const misfit = Buffer.concat([word(27), word(2), key('n'), word(2), word(5), key('p'), list]);
  const decode = TextDecoder.prototype.decode;
  let looks = 0;
  TextDecoder.prototype.decode = function (...all) { looks++; return decode.apply(this, all); };
  refused(() => m.decodeNest(new Uint8Array(nested(60, misfit))), 'too many variants that do not fit');
  assert(looks > 0 && looks < 2_000, `${looks} keys`);
  TextDecoder.prototype.decode = decode;
  // Levels that fit cost nothing.
  assert.equal(m.decodeNest(new Uint8Array(nested(100, Buffer.concat([word(4), word(0)])))).n.n.kind, 'A');
}
