// part: WireError needs: PathStep
/** Bytes that are not such a message, or a value that has no place in one: `Snapshot.players[3].pos: expected Vector3, found String at byte 40`. */
export class WireError extends Error {
  /** The field, by the names of the schema. */
  get path(): string { return (this.#root ?? '') + this.#steps; }
  /** The byte, or -1 while writing. */
  readonly offset: number;
  readonly #reason: string;
  #steps = '';
  #root: string | undefined;

  constructor(offset: number, reason: string) {
    super(reason);
    this.name = 'WireError';
    this.offset = offset;
    this.#reason = reason;
  }

  /** @internal */
  in(step: PathStep): this {
    if (step === null) return this;
    const isName = typeof step === 'string' && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(step);
    this.#steps = (isName ? `.${step}` : `[${JSON.stringify(step)}]`) + this.#steps;
    this.#root = undefined;
    return this;
  }

  /** @internal */
  root(name: string): this {
    this.#root ??= name;
    this.message = `${this.path}: ${this.#reason}${this.offset < 0 ? '' : ` at byte ${this.offset}`}`;
    return this;
  }
}

// part: LimitError needs: WireError
/** An error that no other variant of an enum can avoid. */
class LimitError extends WireError {}

// part: Variant
/** Any value of the engine, as it is in a message. */
export type Variant =
  | { type: 'Nil' | 'Callable' }
  | { type: 'bool'; value: boolean }
  | { type: 'int' | 'RID' | 'Object'; value: bigint }
  | { type: 'float'; value: number }
  | { type: 'String' | 'StringName'; value: string }
  | { type: 'NodePath'; names: string[]; subnames: string[]; absolute: boolean }
  | { type: 'Signal'; value: string; object: bigint }
  | { type: 'Dictionary'; value: [Variant, Variant][]; keys?: ElementType; values?: ElementType }
  | { type: 'Array'; value: Variant[]; elements?: ElementType }
  | { type: 'PackedByteArray'; value: Uint8Array }
  | { type: 'PackedInt32Array' | 'PackedFloat32Array' | 'PackedFloat64Array'; value: number[] }
  | { type: 'PackedInt64Array'; value: bigint[] }
  | { type: 'PackedStringArray'; value: string[] }
  | { type: Structure; value: number[]; double?: boolean };
/** Values that are components, in the order of a message. */
export type Structure =
  | 'Vector2' | 'Vector2i' | 'Rect2' | 'Rect2i' | 'Vector3' | 'Vector3i' | 'Transform2D' | 'Vector4' | 'Vector4i' | 'Plane' | 'Quaternion'
  | 'AABB' | 'Basis' | 'Transform3D' | 'Projection' | 'Color' | 'PackedVector2Array' | 'PackedVector3Array' | 'PackedColorArray' | 'PackedVector4Array';
/** The type that a container declares. */
export type ElementType = string | { class: string } | { script: string };
// part: separator
// --
// part: PathStep

/** A field, or the index of an element; null if what is around adds it. */
type PathStep = string | number | null;
// part: noKind needs: WireError
function noKind(name: string, message: never): never {
  throw new WireError(-1, `no ${name} has the kind ${String((message as { kind: unknown } | null)?.kind)}`);
}

// part: noValue needs: WireError
function noValue(type: string, value: unknown, name: PathStep): never {
  throw new WireError(-1, `no ${type} has the value ${String(value)}`).in(name);
}

// part: unsent needs: WireError
function unsent(variant: string): never {
  throw new WireError(-1, `the variant ${variant} is only read`);
}

// part: Bytes
/** Since TypeScript 5.7 a `Uint8Array<ArrayBuffer>`, which `WebSocket.send()` takes. */
type Bytes = ReturnType<Uint8Array['slice']>;

// part: encoded needs: WireError Bytes Writer
let spare: Writer | undefined;

function encoded<T>(name: string, write: (w: Writer, message: T) => void, message: T): Bytes {
  const w = spare ?? new Writer();
  spare = undefined;
  w.length = 0;
  // part: encoded.deep
  w.depth = 0;
  // part: encoded.order
  w.little = true;
  // part: encoded
  try {
    write(w, message);
    return w.bytes.slice(0, w.length);
  } catch (e) {
    throw e instanceof WireError ? e.root(name) : e;
  } finally {
    spare = w;
  }
}

// part: decoded needs: WireError Reader
function decoded<T>(name: string, read: (r: Reader) => T, bytes: Uint8Array): T {
  try {
    return read(new Reader(bytes));
  } catch (e) {
    throw e instanceof WireError ? e.root(name) : e;
  }
}

// part: decodedFlat needs: decoded Reader.end
function decodedFlat<T>(name: string, take: (r: Reader) => T, bytes: Uint8Array): T {
  return decoded(name, (r) => r.end(take(r)), bytes);
}

// part: sameFloat
/** Whether a float has not changed: as in Rust, a NaN is equal to itself, but not inside of another value. */
function sameFloat(a: number, b: number): boolean { return a === b || (Number.isNaN(a) && Number.isNaN(b)); }
// part: same
function same(a: unknown, b: unknown): boolean {
  if (a === b || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (a instanceof Map && b instanceof Map) return a.size === b.size && [...a].every(([key, value]) => b.has(key) && same(value, b.get(key)));
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((item) => b.has(item));
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => same(a[key as never], b[key as never]));
}

// part: keys
function keys(...names: string[]): Uint8Array[] { return names.map((name) => new TextEncoder().encode(name)); }
