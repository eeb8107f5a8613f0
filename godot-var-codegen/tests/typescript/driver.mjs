// Reads and writes with a generated module what Rust has read and written.
// usage: node driver.mjs MODULE ROWS
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , path, rows] = process.argv;
const module = await import(pathToFileURL(path));
let checks = 0;
let failures = 0;
const failed = new Map();

// Shows the first failures of each type.
function check(isRight, what) {
  checks++;
  if (isRight) return;
  failures++;
  const type = what.split(' ')[0];
  failed.set(type, (failed.get(type) ?? 0) + 1);
  if (failed.get(type) <= 3) console.log('FAILED:', what.slice(0, 600));
}
const hex = (bytes) => Buffer.from(bytes).toString('hex');
// Inside a larger buffer, as Node's Buffers are.
function bytesOf(text) {
  const all = new Uint8Array(text.length / 2 + 7);
  all.set(Buffer.from(text, 'hex'), 5);
  return all.subarray(5, all.length - 2);
}
// JavaScript does not keep the bits of a NaN.
function hasNaN(value) {
  if (typeof value === 'number') return Number.isNaN(value);
  if (value instanceof Map) return hasNaN([...value]);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNaN);
}
// The same pairs of maps and elements of sets in another order.
const words = (text) => text.match(/.{1,2}/g)?.sort().join('') ?? '';

for (const line of readFileSync(rows, 'utf8').split('\n')) {
  if (line === '') continue;
  const [type, code, again] = line.split('\t');
  const decode = module[`decode${type}`];
  const encode = module[`encode${type}`];
  if (decode === undefined) {
    check(false, `no decode${type}`);
    continue;
  }
  let message;
  try {
    message = decode(bytesOf(code));
  } catch (e) {
    check(e instanceof module.WireError && e.message.startsWith(`${e.path}: `), `${type} ${code}: ${e.stack}`);
    check(again === 'refused', `${type} ${code}: ${e.message}, but Rust reads it`);
    continue;
  }
  check(again !== 'refused', `${type} ${code}: read, but Rust refuses it`);
  if (again === 'refused' || again === '?' || again === '-' || hasNaN(message)) continue;
  try {
    const bytes = hex(encode(message));
    check(bytes === again || words(bytes) === words(again), `${type} ${code}: wrote ${bytes} instead of ${again}`);
  } catch (e) {
    check(false, `${type} ${code}: ${e.stack}`);
  }
}
console.log(`${checks} checks, ${failures} failures`);
process.exitCode = failures === 0 && checks > 0 ? 0 : 1;
