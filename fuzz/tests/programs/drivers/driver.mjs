// Reads messages with generated functions, and writes them again: a line for each line of the input, which has a type and bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import * as types from './types.js';

// Other bytes are around the message.
function surrounded(bytes) {
  const all = new Uint8Array(bytes.length + 5).fill(1);
  all.set(bytes, 3);
  return all.subarray(3, 3 + bytes.length);
}

function answer(name, bytes) {
  let message;
  try {
    message = types[`decode${name}`](surrounded(bytes));
  } catch (error) {
    if (error instanceof types.WireError) return `error ${error.message.replaceAll('\n', ' ')}`;
    throw error;
  }
  try {
    return `ok ${Buffer.from(types[`encode${name}`](message)).toString('hex')}`;
  } catch (error) {
    if (error instanceof types.WireError) return 'error unwritable';
    throw error;
  }
}

const [input, output] = process.argv.slice(2);
const answers = readFileSync(input, 'utf8').trimEnd().split('\n').map((line) => {
  const [name, hex] = line.split('\t');
  try {
    return answer(name, Buffer.from(hex, 'hex'));
  } catch (error) {
    return `broken ${String(error.stack).replaceAll('\n', ' ')}`;
  }
});
writeFileSync(output, answers.join('\n') + '\n');
