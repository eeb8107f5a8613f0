// part: SnapshotEvent
/** What a packet of a server has changed. After `anew` there are no entities. */
export type SnapshotEvent = { kind: 'spawned' | 'removed'; key: number } | { kind: 'anew' };

// part: SnapshotError
/** Why a packet is refused, although it can be decoded. It has changed nothing. */
export class SnapshotError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SnapshotError';
  }
}

// part: Snapshots needs: SnapshotError SnapshotEvent
/** A packet of the server. */
interface SnapshotPacket<State, Delta> {
  epoch: number;
  sequence: number;
  tick: number;
  input: number;
  lead: number;
  records: {
    near: number;
    key: number;
    far: number | null;
    whole: { life: number; state: State } | null;
    delta: Delta | null;
  }[];
}

/** A message of the client. */
interface SnapshotMessage<Input, InputDelta> {
  received: { epoch: number; latest: number; before: number } | null;
  beginAnew: boolean;
  input: number;
  newest: Input;
  older: InputDelta[];
}

/** What a world has of its own. `apply` returns null for a delta of another variant. */
interface SnapshotFunctions<State, Delta, Input, InputDelta> {
  decode(bytes: Uint8Array): SnapshotPacket<State, Delta>;
  encode(message: SnapshotMessage<Input, InputDelta>): Bytes;
  apply(state: State, delta: Delta): State | null;
  changes(newer: Input, older: Input): InputDelta;
}

/** An entity: its states by the numbers of their packets, and the tick of the newest. */
interface SnapshotEntity<State> { life: number; versions: { sequence: number; state: State }[]; tick: number }

/** A change of an entity: no state if it is gone. A delta has a baseline, a whole state a life. */
interface SnapshotChange<State> { key: number; life: number | null; base: number | null; state: State | null }

/** Packets before the newest one that a message confirms, and that a client still takes. */
const SNAPSHOT_WINDOW = 32;
/** How many states of an entity are kept. */
const SNAPSHOT_VERSIONS = 32;
/** The most inputs of a message. */
const SNAPSHOT_INPUTS = 12;

/**
 * The entities of a server that sends snapshots: `receive` each packet, and in each tick of the client `send` what it makes. It shows the
 * newest states, without playback between them.
 */
export class Snapshots<State, Delta, Input, InputDelta> {
  readonly #functions: SnapshotFunctions<State, Delta, Input, InputDelta>;
  readonly #maxEntities: number;
  #epoch: number | null = null;
  #asks = false;
  #newest: { sequence: number; tick: number } | null = null;
  readonly #received: Set<number> = new Set();
  readonly #entities: Map<number, SnapshotEntity<State>> = new Map();
  readonly #tombstones: Map<number, number> = new Map();
  #takenAt: number | null = null;
  #inputs: { number: number; input: Input }[] = [];
  #input = 0;
  #confirmedInput = 0;
  #lead = 0;

  protected constructor(functions: SnapshotFunctions<State, Delta, Input, InputDelta>, maxEntities: number) {
    this.#functions = functions;
    this.#maxEntities = maxEntities;
  }

  /**
   * Takes a packet that arrived, and returns what has changed. Packets that are late or repeated have no effect. `now` is in milliseconds.
   *
   * It throws a `WireError` or a `SnapshotError` if it refuses the packet, which then has no effect. If the packet shows that both sides
   * differ, the client asks the server to send everything again.
   */
  receive(bytes: Uint8Array, now: number = Date.now()): SnapshotEvent[] {
    const packet = this.#functions.decode(bytes);
    const ahead = this.#epoch === null ? null : (packet.epoch - this.#epoch) & 0xff;
    const isOldEpoch = ahead !== null && ahead >= 128;
    const isNewEpoch = ahead === null || (ahead > 0 && !isOldEpoch);
    if (isOldEpoch || (this.#asks && !isNewEpoch)) {
      if (isOldEpoch) this.#seemsOld(packet.epoch, now);
      return [];
    }
    const newest = isNewEpoch ? null : this.#newest;
    // So that every number is above 0.
    let sequence = 0x10000 + packet.sequence;
    if (newest !== null) {
      const step = (packet.sequence - newest.sequence) & 0xffff;
      sequence = newest.sequence + (step < 0x8000 ? step : step - 0x10000);
      if (sequence + SNAPSHOT_WINDOW < newest.sequence) {
        this.#seemsOld(packet.epoch, now);
        return [];
      }
      if (this.#received.has(sequence)) return [];
      if (sequence > newest.sequence ? packet.tick < newest.tick : packet.tick > newest.tick) {
        throw new SnapshotError(`the packet of tick ${packet.tick} is out of order: the newest is of tick ${newest.tick}`);
      }
    }
    const isNewest = newest === null || sequence > newest.sequence;
    const changes = this.#check(packet, sequence, isNewEpoch, isNewest);
    // Nothing is refused from here on: a packet counts whole or not at all.
    const events: SnapshotEvent[] = [];
    if (isNewEpoch) {
      if (this.#epoch !== null) events.push({ kind: 'anew' });
      this.#epoch = packet.epoch;
      this.#forget();
      this.#asks = false;
    }
    for (const change of changes) this.#apply(change, sequence, packet.tick, events);
    const latest = isNewest ? sequence : newest.sequence;
    this.#newest = { sequence: latest, tick: Math.max(packet.tick, newest?.tick ?? 0) };
    this.#received.add(sequence);
    for (const old of this.#received) if (old + SNAPSHOT_WINDOW < latest) this.#received.delete(old);
    for (const [key, removed] of this.#tombstones) if (removed + SNAPSHOT_WINDOW < latest) this.#tombstones.delete(key);
    this.#takenAt = now;
    if (isNewest) this.#lead = packet.lead;
    const confirmed = Math.max(0, this.#input - ((this.#input - packet.input) & 0xffff));
    if (confirmed > this.#confirmedInput) {
      this.#confirmedInput = confirmed;
      this.#inputs = this.#inputs.filter(({ number }) => number > confirmed);
    }
    return events;
  }

  /** Returns the newest state of an entity, and the tick that it belongs to. Do not change it. */
  latest(key: number): { tick: number; state: State } | undefined {
    const entity = this.#entities.get(key);
    const version = entity?.versions[entity.versions.length - 1];
    return entity && version && { tick: entity.tick, state: version.state };
  }

  /** The keys of all entities. */
  keys(): number[] {
    return [...this.#entities.keys()];
  }

  /**
   * Makes the message of a tick: which packets arrived, and the newest input with those that the server has not taken yet. Send it in the
   * transport's unreliable mode. Pass a new object each time: the client keeps it.
   */
  send(input: Input): Bytes {
    const number = Math.min(this.#input + 1, 0xffffffff);
    const inputs = [...this.#inputs.slice(1 - SNAPSHOT_INPUTS), { number, input }];
    const older: InputDelta[] = [];
    let newer = input;
    for (const { input } of inputs.slice(0, -1).reverse()) {
      older.push(this.#functions.changes(input, newer));
      newer = input;
    }
    const received = this.#confirmations();
    const bytes = this.#functions.encode({ received, beginAnew: this.#asks, input: number, newest: input, older });
    this.#input = number;
    this.#inputs = inputs;
    return bytes;
  }

  /** Forgets all states and asks the server to send everything again. */
  reset(): void {
    this.#forget();
    // Without a packet there is nothing to repeat.
    this.#asks = this.#epoch !== null;
  }

  /** The number of the newest input that is part of what the server sent. */
  get confirmedInput(): number {
    return this.#confirmedInput;
  }

  /** The inputs after the confirmed one, at most 12, with their numbers: replay them on the newest state to show what the player does at once. */
  get unconfirmedInputs(): readonly { number: number; input: Input }[] {
    return this.#inputs;
  }

  /** How fast the client's ticks should be, from 0.95 to 1.05 of the usual rate: multiply the rate with it. */
  get pace(): number {
    const missing = this.#lead < 1 ? 1 - this.#lead : Math.min(2, this.#lead) - this.#lead;
    return 1 + Math.min(0.05, Math.max(-0.05, missing * 0.01));
  }

  #confirmations(): { epoch: number; latest: number; before: number } | null {
    if (this.#epoch === null || this.#newest === null) return null;
    const { sequence } = this.#newest;
    let before = 0;
    for (let bit = 0; bit < SNAPSHOT_WINDOW; bit += 1) {
      if (this.#received.has(sequence - 1 - bit)) before |= 1 << bit;
    }
    return { epoch: this.#epoch, latest: sequence & 0xffff, before: before >>> 0 };
  }

  /** Checks all records and makes the new states. */
  #check(packet: SnapshotPacket<State, Delta>, sequence: number, isNewEpoch: boolean, isNewest: boolean): SnapshotChange<State>[] {
    const changes: SnapshotChange<State>[] = [];
    const keys = new Set<number>();
    let count = isNewEpoch ? 0 : this.#entities.size;
    for (const { near, key, far, whole, delta } of packet.records) {
      if (keys.has(key)) throw new SnapshotError(`entity ${key} is in the packet twice`);
      keys.add(key);
      const entity = isNewEpoch ? undefined : this.#entities.get(key);
      if (!entity && whole) count += 1;
      if (count > this.#maxEntities) throw new SnapshotError(`there are more than ${this.#maxEntities} entities; raise \`maxEntities\``);
      const tombstone = isNewEpoch ? undefined : this.#tombstones.get(key);
      const isStale = sequence <= (entity?.versions[entity.versions.length - 1]?.sequence ?? tombstone ?? -1);
      const back = far ?? near;
      const isDelta = delta !== null && !whole && (far === null ? near > 0 : near === 0 && far >= 32 && far <= 16_383);
      if (!isDelta && (back !== 0 || far !== null || delta !== null)) {
        throw new SnapshotError(`entity ${key}: a record has a whole state, a delta on one packet, or neither`);
      }
      if (isStale) continue;
      if (!isDelta) {
        changes.push({ key, life: whole?.life ?? null, base: null, state: whole?.state ?? null });
        continue;
      }
      const base = sequence - back;
      const version = entity?.versions.find((version) => version.sequence === base);
      const state = version ? this.#functions.apply(version.state, delta) : null;
      if (state === null) {
        if (isNewest) {
          this.#epoch = packet.epoch;
          this.reset();
        }
        const reason = version ? 'the delta is of another variant' : 'the state that the delta changes is missing';
        throw new SnapshotError(`entity ${key}: ${reason}; the client starts again`);
      }
      changes.push({ key, life: null, base, state });
    }
    return changes;
  }

  /** Takes a change over that is newer than all before it of its entity. */
  #apply({ key, life, base, state }: SnapshotChange<State>, sequence: number, tick: number, events: SnapshotEvent[]): void {
    const entity = this.#entities.get(key);
    if (entity && state !== null && (life === null || life === entity.life)) {
      entity.versions = entity.versions.filter((version) => base === null || version.sequence >= base).slice(1 - SNAPSHOT_VERSIONS);
      entity.versions.push({ sequence, state });
      entity.tick = tick;
      return;
    }
    if (this.#entities.delete(key)) events.push({ kind: 'removed', key });
    if (state === null) {
      this.#tombstones.set(key, sequence);
      return;
    }
    this.#tombstones.delete(key);
    this.#entities.set(key, { life: life ?? 0, versions: [{ sequence, state }], tick });
    events.push({ kind: 'spawned', key });
  }

  /** A packet seems to be an old one. If nothing else comes for 10 seconds, its server is another one, or has lost this client. */
  #seemsOld(epoch: number, now: number): void {
    if (this.#takenAt === null || now - this.#takenAt <= 10_000) return;
    this.#epoch = epoch;
    this.#takenAt = now;
    this.reset();
  }

  #forget(): void {
    this.#newest = null;
    this.#received.clear();
    this.#entities.clear();
    this.#tombstones.clear();
  }
}
