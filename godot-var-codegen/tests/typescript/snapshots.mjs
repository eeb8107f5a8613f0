// Plays the transcript of a client in Rust with the generated class: `node snapshots.mjs world.js transcript.tsv`.
import { readFileSync } from 'node:fs';

const [path, transcript] = process.argv.slice(2);
const world = await import(path);
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

let mistakes = 0;
function same(line, what, found, wanted) {
  if (found === wanted) return;
  mistakes += 1;
  if (mistakes < 10) console.log(`line ${line}: ${what} is ${found}, and not ${wanted}`);
}

const seen = { errors: new Set(), anew: 0, removed: 0, respawned: 0 };
for (const session of readFileSync(transcript, 'utf8').split('\n\n')) {
  const client = new world.ThingSnapshots();
  const shown = new Set();
  session.split('\n').forEach((line, at) => {
    const [step, ...rest] = line.split('\t');
    if (step === 'reset') {
      client.reset();
      shown.clear();
    } else if (step === 'send') {
      const [input, message] = rest;
      same(at, 'the message', hexOf(client.send(world.decodeSteer(bytesOf(input)))), message);
    } else {
      const [now, packet, error, entities, confirmed] = rest;
      let found = '-';
      try {
        for (const event of client.receive(bytesOf(packet), Number(now))) {
          const { kind, key } = event;
          if (kind === 'anew') shown.clear();
          else same(at, `${kind} of ${key} is possible`, kind === 'removed' ? shown.delete(key) : !shown.has(key) && !!shown.add(key), true);
          seen.anew += Number(kind === 'anew');
          seen.removed += Number(kind === 'removed');
        }
      } catch (caught) {
        if (!(caught instanceof world.WireError || caught instanceof world.SnapshotError)) throw caught;
        found = caught instanceof world.WireError ? 'wire' : caught.message;
        if (client.keys().length === 0) shown.clear();
      }
      seen.errors.add(found.replace(/\d+/g, 'N'));
      same(at, 'the error', found, error);
      const keys = client.keys().sort((a, b) => a - b);
      const all = keys.map((key) => {
        const { tick, state } = client.latest(key);
        return `${key}:${tick}:${hexOf(world.encodeThing(state))}`;
      });
      if (keys.length === 0) shown.clear();
      same(at, 'the world', all.join(','), entities);
      same(at, 'the keys of the events', [...shown].sort((a, b) => a - b).join(), keys.join());
      same(at, 'the confirmed input', String(client.confirmedInput), confirmed);
    }
  });
}
console.log(`${[...seen.errors].join('; ')}; anew ${seen.anew}, removed ${seen.removed}`);
if (seen.errors.size < 6 || seen.anew < 100 || seen.removed < 100) mistakes += 1;
process.exit(mistakes === 0 ? 0 : 1);
