// part: decoder
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
// part: Reader needs: WireError
class Reader {
  at = 0;
  stop: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  // part: Reader.enter
  depth = 0;
  // part: Reader.little
  little = true;
  // part: Reader.head
  wide = false;
  flags = 0;
  // part: Reader.tag
  #tagAt = 0;
  #fields = 0;
  // part: Reader.walked
  /** How many bytes were only stepped over, to find what is in them, apart from those of attempts that failed. */
  walked = 0;
  // part: Reader.attempt
  #work = 0;
  #tried = -1;
  #tries = 0;
  // part: Reader

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.stop = bytes.length;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  fail(at: number, reason: string, name: PathStep = null): never { throw new WireError(at, reason).in(name); }
  need(count: number, name: PathStep): number {
    const at = this.at;
    const next = at + count;
    if (next > this.stop) this.fail(this.stop, 'the message ends here', name);
    this.at = next;
    return at;
  }
  // part: Reader.end
  end<T>(message: T): T {
    const left = this.stop - this.at;
    if (left > 0) this.fail(this.at, `expected the end of the message, found ${left} more bytes`);
    return message;
  }
  // part: Reader.remaining
  remaining(): Uint8Array { const at = this.at; this.at = this.stop; return this.bytes.slice(at, this.stop); }
  // part: Reader.enter needs: LimitError
  /** Goes one container deeper. */
  enter(): void {
    if (this.depth === 128) throw new LimitError(this.at, 'expected at most 128 levels of containers, found more');
    this.depth++;
  }
  // part: Reader.within
  within<T>(name: PathStep, take: () => T): T {
    try {
      return take();
    } catch (e) {
      throw e instanceof WireError ? e.in(name) : e;
    }
  }
  // part: Reader.deeper needs: Reader.enter
  /** Takes what a pointer points to, which counts as a level. */
  deeper<T>(take: () => T): T {
    this.enter();
    const value = take();
    this.depth--;
    return value;
  }
  // part: Reader.big needs: Reader.ordered
  big<T>(take: () => T): T { return this.ordered(false, take); }
  // part: Reader.ordered needs: Reader.little
  ordered<T>(little: boolean, take: () => T): T {
    const outer = this.little;
    this.little = little;
    const value = take();
    this.little = outer;
    return value;
  }
  // part: Reader.embedded needs: Reader.within Reader.u32
  /** Reads a Variant after its length. */
  embedded<T>(name: PathStep, read: () => T): T {
    const stop = this.stop;
    const count = this.u32(name);
    this.need(count, name);
    this.at -= count;
    this.stop = this.at + count;
    // part: Reader.embedded.plain
    const value = this.within(name, read);
    // part: Reader.embedded.ordered needs: Reader.ordered
    const value = this.within(name, () => this.ordered(true, read));
    // part: Reader.embedded
    if (this.at < this.stop) this.fail(this.at, `expected the end of a Variant, found ${this.stop - this.at} more bytes`, name);
    this.stop = stop;
    return value;
  }

  // part: Reader.u8
  u8(name: PathStep): number { return this.view.getUint8(this.need(1, name)); }
  // part: Reader.i8
  i8(name: PathStep): number { return this.view.getInt8(this.need(1, name)); }
  // part: Reader.u16
  u16(name: PathStep): number { return this.view.getUint16(this.need(2, name), @LE@); }
  // part: Reader.i16
  i16(name: PathStep): number { return this.view.getInt16(this.need(2, name), @LE@); }
  // part: Reader.u32
  u32(name: PathStep): number { return this.view.getUint32(this.need(4, name), @LE@); }
  // part: Reader.i32
  i32(name: PathStep): number { return this.view.getInt32(this.need(4, name), @LE@); }
  // part: Reader.u64 needs: Reader.any64
  u64(name: PathStep): bigint {
    const value = this.any64(name);
    return value <= 0x7fffffffffffffffn ? value : this.fail(this.at - 8, `expected a u64 up to 9223372036854775807, found ${value}`, name);
  }
  // part: Reader.any64
  any64(name: PathStep): bigint { return this.view.getBigUint64(this.need(8, name), @LE@); }
  // part: Reader.i64
  i64(name: PathStep): bigint { return this.view.getBigInt64(this.need(8, name), @LE@); }
  // part: Reader.f16 needs: ofHalf Reader.u16
  f16(name: PathStep): number { return ofHalf(this.u16(name)); }
  // part: Reader.f32
  f32(name: PathStep): number { return this.view.getFloat32(this.need(4, name), @LE@); }
  // part: Reader.f32x3
  /** Reads the components of a Vector3. */
  f32x3(name: PathStep): { x: number; y: number; z: number } {
    const at = this.need(12, name);
    return { x: this.view.getFloat32(at, @LE@), y: this.view.getFloat32(at + 4, @LE@), z: this.view.getFloat32(at + 8, @LE@) };
  }
  // part: Reader.f64
  f64(name: PathStep): number { return this.view.getFloat64(this.need(8, name), @LE@); }
  // part: Reader.varint needs: Reader.u8
  varint(name: PathStep, most = 4294967295): number {
    const at = this.at;
    for (let value = 0, factor = 1; value <= most && factor < 34359738368; factor *= 128) {
      const byte = this.u8(name);
      value += (byte & 127) * factor;
      if (byte > 127) continue;
      if (byte === 0 && factor > 1) this.fail(at, 'expected a number in as few bytes as it needs', name);
      if (value <= most) return value;
    }
    return this.fail(at, `expected a number up to ${most}, found a larger one`, name);
  }
  // part: Reader.varint64 needs: Reader.u8
  varint64(name: PathStep, most: bigint): bigint {
    const at = this.at;
    for (let value = 0n, shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.u8(name);
      value |= BigInt(byte & 127) << shift;
      if (byte > 127) continue;
      if (byte === 0 && shift > 0n) this.fail(at, 'expected a number in as few bytes as it needs', name);
      if (value <= most) return value;
      break;
    }
    return this.fail(at, `expected a number up to ${most}, found a larger one`, name);
  }
  // part: Reader.nonZero
  nonZero<T extends number | bigint>(name: PathStep, take: () => T): T {
    const at = this.at;
    const value = take();
    return Number(value) === 0 ? this.fail(at, 'expected a number other than 0, found 0', name) : value;
  }
  // part: Reader.inRange
  inRange<T extends number | bigint>(name: PathStep, low: T, high: T, take: () => T): T {
    const at = this.at;
    const value = take();
    return value < low || value > high ? this.fail(at, `expected a number from ${low} to ${high}, found ${value}`, name) : value;
  }
  // part: Reader.utf8 needs: decoder
  #utf8(at: number, count: number): string {
    try {
      return decoder.decode(this.bytes.subarray(at, at + count));
    } catch {
      return this.fail(at, 'expected UTF-8, found other bytes');
    }
  }
  // part: Reader.most
  most<T extends { readonly length: number } | ReadonlyMap<unknown, unknown>>(most: number, take: () => T): T {
    const at = this.at;
    const items = take();
    const count = 'size' in items ? items.size : items.length;
    return count > most ? this.fail(at, `longer than ${most} elements`) : items;
  }
  // part: Reader.exactly
  exactly<T extends { readonly length: number }>(count: number, take: () => T): T {
    const at = this.at;
    const items = take();
    return items.length === count ? items : this.fail(at, `expected ${count} elements, found ${items.length}`);
  }
  // part: Reader.parsed
  parsed(name: PathStep, type: string, of: (text: string) => string | null, take: () => string): string {
    const at = this.at;
    const text = take();
    return of(text) ?? this.fail(at, `expected ${type} in a String, found ${JSON.stringify(text)}`, name);
  }
  // part: Reader.char needs: Reader.text
  char(): string {
    const at = this.at;
    const text = this.text();
    return [...text].length === 1 ? text : this.fail(at, `expected String of one character, found ${[...text].length}`);
  }
  // part: Reader.time
  /** Checks seconds, those of a Duration or since 1970, and rounds them to nanoseconds. */
  time(name: PathStep, since1970: boolean, take: () => number): number {
    const at = this.at;
    const value = take();
    const size = Math.abs(value);
    if (!(since1970 ? size < 9223372036854775808 : value >= 0 && value < 18446744073709551616)) this.fail(at, `expected a time in seconds, found ${value}`, name);
    const whole = Math.floor(size);
    const part = (size - whole) * 1e9;
    const rounded = part % 1 === 0.5 ? 2 * Math.round(part / 2) : Math.round(part);
    const seconds = whole + rounded / 1e9;
    return value < 0 && seconds > 0 ? -seconds : seconds;
  }

  // part: Reader.head needs: Reader.u32 TYPES
  #head(): number {
    const head = this.u32(null);
    this.flags = (head >>> 16) & 15;
    this.wide = (head & 65536) !== 0;
    return head & 255;
  }
  found(at: number, type: number, expected: string): never {
    const found = TYPES[type];
    return this.fail(at, found === undefined ? `no type has the number ${type}` : `expected ${expected}, found ${found}`);
  }
  // part: Reader.typed needs: Reader.head
  #typed(type: number): void {
    const at = this.at;
    const found = this.#head();
    if (found !== type) this.found(at, found, TYPES[type] ?? '');
  }
  // part: Reader.strict needs: Reader.head
  /** Lets through only a value of this type. */
  strict(type: number): this {
    const at = this.at;
    const found = this.#head();
    if (found !== type) this.found(at, found, TYPES[type] ?? '');
    this.at = at;
    return this;
  }
  // part: Reader.width needs: Reader.head
  /** Lets through only components of this width. */
  width(wide: boolean): this {
    const at = this.at;
    this.#head();
    if (this.wide !== wide) this.fail(at, `expected components of ${wide ? 64 : 32} bits`);
    this.at = at;
    return this;
  }
  // part: Reader.nil
  nil(): boolean {
    if (this.stop - this.at < 4 || this.bytes[this.at] !== 0) return false;
    this.at += 4;
    return true;
  }
  // part: Reader.unit needs: Reader.typed NIL
  unit(): null { this.#typed(NIL); return null; }
  // part: Reader.bool needs: Reader.typed Reader.u32 BOOL
  bool(): boolean { this.#typed(BOOL); return this.u32(null) !== 0; }
  // part: Reader.integer needs: Reader.head Reader.real Reader.i32 Reader.i64 INT FLOAT
  #integer(): number | bigint {
    const at = this.at;
    const type = this.#head();
    if (type === INT) return this.wide ? this.i64(null) : this.i32(null);
    if (type !== FLOAT) return this.found(at, type, 'int');
    const number = this.#real();
    return Number.isInteger(number) && Math.abs(number) <= 9007199254740992 ? number : this.fail(at, `expected int, found float ${number}`);
  }
  // part: Reader.int needs: Reader.integer
  int(low: number, high: number): number {
    const at = this.at;
    if (this.stop - at >= 8 && this.view.getInt32(at, true) === INT) {
      const number = this.view.getInt32(at + 4, true);
      if (number >= low && number <= high) {
        this.at = at + 8;
        return number;
      }
    }
    return this.#anyInt(low, high);
  }
  #anyInt(low: number, high: number): number {
    const at = this.at;
    const number = this.#integer();
    if (number < low || number > high) this.fail(at, `expected int from ${low} to ${high}, found ${number}`);
    return Number(number) + 0;
  }
  // part: Reader.int64 needs: Reader.integer
  int64(low = -0x8000000000000000n): bigint {
    const at = this.at;
    const number = BigInt(this.#integer());
    return number < low ? this.fail(at, `expected int from ${low}, found ${number}`) : number;
  }
  // part: Reader.real needs: Reader.f32
  #real(): number { return this.wide ? this.view.getFloat64(this.need(8, null), true) : this.f32(null); }
  // part: Reader.single needs: Reader.real
  single(): number { return this.wide ? this.#rounded() : this.f32(null); }
  #rounded(): number {
    const at = this.at;
    const number = this.#real();
    const rounded = Math.fround(number);
    if (Number.isFinite(number) && !Number.isFinite(rounded)) this.fail(at, `expected a float of 32 bits, found ${number}`);
    return rounded;
  }
  // part: Reader.double needs: Reader.real
  double(): number { return this.#real(); }
  // part: Reader.float32 needs: Reader.head Reader.single Reader.int INT FLOAT
  float32(): number {
    const at = this.at;
    const type = this.#head();
    if (type === FLOAT) return this.single();
    if (type !== INT) return this.found(at, type, 'float');
    this.at = at;
    return Math.fround(this.int(-9007199254740992, 9007199254740992));
  }
  // part: Reader.float64 needs: Reader.head Reader.real Reader.int INT FLOAT
  float64(): number {
    const at = this.at;
    const type = this.#head();
    if (type === FLOAT) return this.#real();
    if (type !== INT) return this.found(at, type, 'float');
    this.at = at;
    return this.int(-9007199254740992, 9007199254740992);
  }
  // part: Reader.whole needs: Reader.float64
  /** Reads a float without a fraction. */
  whole(low: number, high: number): number {
    const at = this.at;
    const number = this.float64();
    if (!Number.isInteger(number) || number < low || number > high) this.fail(at, `expected a float from ${low} to ${high} without a fraction, found ${number}`);
    return number + 0;
  }
  // part: Reader.text needs: Reader.chars Reader.utf8 Reader.head Reader.u32 STRING STRING_NAME
  text(max = Infinity): string {
    const head = this.at;
    const type = this.#head();
    if (type !== STRING && type !== STRING_NAME) return this.found(head, type, 'String');
    const text = this.#payload();
    const count = this.#last;
    if (count > max) this.fail(head, `longer than ${max} bytes`);
    return text;
  }
  #last = 0;
  #payload(): string {
    const count = this.length();
    const at = this.#chars(count);
    this.#last = count;
    return this.#utf8(at, count);
  }
  // part: Reader.chars needs: Reader.length
  #chars(count: number): number {
    const at = this.need(count, null);
    this.need(-count & 3, null);
    return at;
  }
  // part: Reader.skipText needs: Reader.chars
  #skipText(): void { this.#chars(this.length()); }
  // part: Reader.length needs: Reader.u32
  /** Reads a length, which the engine takes as an i32. */
  length(): number {
    const count = this.u32(null);
    return count > 0x7fffffff ? this.fail(this.at - 4, `expected a length, found ${count | 0}`) : count;
  }
  // part: Reader.nodePath needs: plainPath Reader.text Reader.pathCounts NODE_PATH
  /** Reads the text of a NodePath. */
  nodePath(max = Infinity): string {
    const at = this.at;
    let text: string;
    if (this.#head() === NODE_PATH) {
      const [names, subnames, absolute] = this.#pathCounts();
      text = absolute ? '/' : '';
      for (let i = 0; i < names; i++) text += (i > 0 ? '/' : '') + this.#payload();
      for (let i = 0; i < subnames; i++) text += `:${this.#payload()}`;
    } else {
      this.at = at;
      text = plainPath(this.text());
    }
    if (max < Infinity && new TextEncoder().encode(text).length > max) this.fail(at, `longer than ${max} bytes`);
    return text;
  }
  // part: Reader.pathText needs: Reader.nodePath
  /** The same, if it is the text of this NodePath alone. */
  pathText(max?: number): string {
    const at = this.at;
    const text = this.nodePath(max);
    return /\/\/|::|.\/(:|$)|:$/u.test(text) ? this.fail(at, `expected a NodePath that is a text, found ${JSON.stringify(text)}, which means another path`) : text;
  }
  // part: Reader.pathCounts needs: Reader.length Reader.fits
  #pathCounts(): [number, number, boolean] {
    const at = this.at;
    const head = this.u32(null);
    if (head < 0x80000000) this.fail(at, 'expected a NodePath, found its obsolete form');
    const names = head - 0x80000000;
    const subnames = this.length();
    const flags = this.u32(null);
    const all = subnames + ((flags & 2) !== 0 ? 1 : 0);
    this.#fits(names + all, 4, at);
    return [names, all, (flags & 1) !== 0];
  }
  // part: Reader.rid needs: Reader.typed RID
  rid(): bigint {
    this.#typed(RID);
    // part: Reader.rid.number
    return this.view.getBigUint64(this.need(8, null), true);
    // part: Reader.rid.none
    return 0n;
    // part: Reader.rid
  }
  // part: Reader.object needs: LimitError Reader.head OBJECT NIL
  /** Reads the id of an object. */
  object(): bigint {
    const at = this.at;
    const type = this.#head();
    if (type === NIL) return 0n;
    if (type !== OBJECT) return this.found(at, type, 'an object id');
    if (!this.wide) throw new LimitError(at, 'expected an object id, found an encoded object');
    return this.view.getBigUint64(this.need(8, null), true);
  }

  // part: Reader.count needs: TYPED_CONTAINERS Reader.skipText Reader.fits TYPES
  #count(types: number, size: number): number {
    if (TYPED_CONTAINERS && this.flags !== 0) this.#skipTypes(types);
    return this.#fits(this.u32(null) & 0x7fffffff, size, this.at - 4);
  }
  #skipTypes(types: number): void {
    for (let kinds = this.flags; types > 0; types--, kinds >>>= 2) {
      if ((kinds & 3) === 1) {
        const type = this.u32(null);
        if (TYPES[type] === undefined) this.fail(this.at - 4, `no type has the number ${type}`);
      } else if ((kinds & 3) !== 0) {
        this.#skipText();
      }
    }
  }
  // part: Reader.fits needs: LimitError
  #fits(count: number, size: number, at: number): number {
    if (count > 1048576 || count * size > this.stop - this.at) this.#tooMany(count, at);
    return count;
  }
  #tooMany(count: number, at: number): never {
    if (count > 1048576) throw new LimitError(at, `expected at most 1048576 elements, found ${count}`);
    return this.fail(at, `expected a count that the message can hold, found ${count}`);
  }
  // part: Reader.each
  #each<T>(count: number, take: () => T): T[] {
    const list: T[] = [];
    try {
      while (list.length < count) list.push(take());
    } catch (e) {
      throw e instanceof WireError ? e.in(list.length) : e;
    }
    return list;
  }
  // part: Reader.eachPair
  #eachPair<K, V>(count: number, take: () => K, value: () => V, add: (key: K, value: V) => void): void {
    for (let i = 0; i < count; i++) {
      let key: K | undefined;
      try {
        key = take();
        add(key, value());
      } catch (e) {
        if (!(e instanceof WireError)) throw e;
        throw e.in(typeof key === 'string' ? key : i);
      }
    }
  }
  // part: Reader.addPair needs: sameKey
  /** Adds a pair to a list: of a repeated key the last value counts. */
  adding<K, V>(list: [K, V][], same = sameKey): (key: K, value: V) => void {
    const known = new Map<string, [K, V]>();
    return (key, value) => {
      const name = JSON.stringify(key, same);
      const found = known.get(name);
      if (found !== undefined) {
        found[1] = value;
        return;
      }
      const pair: [K, V] = [key, value];
      known.set(name, pair);
      list.push(pair);
    };
  }
  // part: Reader.array needs: Reader.typed Reader.count Reader.enter ARRAY
  #array(): number {
    this.#typed(ARRAY);
    return this.#count(1, 4);
  }
  // part: Reader.list needs: Reader.array Reader.each
  list<T>(take: () => T): T[] {
    const count = this.#array();
    this.enter();
    const list = this.#each(count, take);
    this.depth--;
    return list;
  }
  // part: Reader.packed needs: Reader.list Reader.fits
  /** Reads a packed array of this type, or an Array. */
  packed<T>(type: number, size: number, element: () => T, item: () => T): T[] {
    const at = this.at;
    if (this.#head() === type) return this.#each(this.#fits(this.length(), size, at + 4), element);
    this.at = at;
    return this.list(item);
  }
  // part: Reader.texts needs: Reader.packed Reader.element PACKED_STRING_ARRAY
  texts<T>(element: (text: () => string) => T, item: () => T): T[] {
    return this.packed(PACKED_STRING_ARRAY, 4, () => element(() => this.#element()), item);
  }
  // part: Reader.element needs: Reader.chars Reader.utf8
  #element(): string {
    const count = this.length();
    const at = this.#chars(count);
    return this.#utf8(at, count > 0 && this.bytes[at + count - 1] === 0 ? count - 1 : count);
  }
  // part: Reader.numbers needs: Reader.list Reader.fits Reader.i32 Reader.i64 Reader.u8 PACKED_BYTE_ARRAY PACKED_INT32_ARRAY PACKED_INT64_ARRAY
  /** Reads a packed array of bytes or ints, or an Array of ints. */
  numbers<T>(of: (number: number | bigint) => T, item: () => T): T[] {
    const at = this.at;
    const type = this.#head();
    if (type !== PACKED_BYTE_ARRAY && type !== PACKED_INT32_ARRAY && type !== PACKED_INT64_ARRAY) {
      this.at = at;
      return this.list(item);
    }
    const size = type === PACKED_BYTE_ARRAY ? 1 : type === PACKED_INT32_ARRAY ? 4 : 8;
    const list = this.#each(this.#fits(this.length(), size, at + 4), () => of(size === 1 ? this.u8(null) : size === 4 ? this.i32(null) : this.i64(null)));
    if (size === 1) this.at = Math.min(this.stop, this.at + (-list.length & 3));
    return list;
  }
  // part: Reader.ints needs: Reader.numbers Reader.int
  ints(low: number, high: number): number[] {
    return this.numbers((number) => number < low || number > high ? this.fail(this.at, `expected int from ${low} to ${high}, found ${number}`) : Number(number), () => this.int(low, high));
  }
  // part: Reader.int64s needs: Reader.numbers Reader.int64
  int64s(low = -0x8000000000000000n): bigint[] {
    return this.numbers((number) => number < low ? this.fail(this.at, `expected int from ${low}, found ${number}`) : BigInt(number), () => this.int64(low));
  }
  // part: Reader.nonZeros
  nonZeros<T extends number | bigint>(take: () => T[]): T[] {
    const at = this.at;
    const list = take();
    return list.some((number) => Number(number) === 0) ? this.fail(at, 'expected ints other than 0, found 0') : list;
  }
  // part: Reader.packedBytes needs: Reader.numbers Reader.int
  packedBytes(): Uint8Array {
    const at = this.at;
    if (this.#head() === PACKED_BYTE_ARRAY) {
      const count = this.length();
      const start = this.need(count, null);
      this.at = Math.min(this.stop, this.at + (-count & 3));
      return this.bytes.slice(start, start + count);
    }
    this.at = at;
    return Uint8Array.from(this.numbers((number) => number < 0 || number > 255 ? this.fail(this.at, `expected int from 0 to 255, found ${number}`) : Number(number), () => this.int(0, 255)));
  }
  // part: Reader.floats needs: Reader.list Reader.fits Reader.f64 Reader.f32 PACKED_FLOAT32_ARRAY PACKED_FLOAT64_ARRAY
  /** Reads a packed array of floats, or an Array of floats and ints. */
  floats(item: () => number, single: boolean): number[] {
    const at = this.at;
    const type = this.#head();
    if (type === PACKED_FLOAT32_ARRAY) return this.#each(this.#fits(this.length(), 4, at + 4), () => this.f32(null));
    if (type !== PACKED_FLOAT64_ARRAY) {
      this.at = at;
      return this.list(item);
    }
    return this.#each(this.#fits(this.length(), 8, at + 4), () => {
      const number = this.f64(null);
      if (!single) return number;
      const rounded = Math.fround(number);
      return Number.isFinite(number) && !Number.isFinite(rounded) ? this.fail(this.at - 8, `expected a float of 32 bits, found ${number}`) : rounded;
    });
  }
  // part: Reader.structure needs: Reader.typed WIDE_REALS
  structure(type: number): void {
    this.#typed(type);
    this.wide &&= WIDE_REALS;
  }
  // part: Reader.structures needs: Reader.list Reader.fits WIDE_REALS
  /** Reads a packed array of structures of so many reals, or an Array of them. */
  structures<T>(type: number, reals: number, element: () => T, item: () => T): T[] {
    const at = this.at;
    if (this.#head() !== type) {
      this.at = at;
      return this.list(item);
    }
    this.wide &&= WIDE_REALS;
    return this.#each(this.#fits(this.length(), reals * (this.wide ? 8 : 4), at + 4), element);
  }
  // part: Reader.map needs: Reader.pairCount Reader.eachPair
  map<K, V>(key: () => K, value: () => V): Map<K, V> {
    const map = new Map<K, V>();
    this.#eachPair(this.#pairCount(), key, value, (of, item) => map.set(of, item));
    this.depth--;
    return map;
  }
  // part: Reader.pairList needs: Reader.pairCount Reader.eachPair Reader.addPair
  pairList<K, V>(key: () => K, value: () => V): [K, V][] {
    const list: [K, V][] = [];
    this.#eachPair(this.#pairCount(), key, value, this.adding(list));
    this.depth--;
    return list;
  }
  // part: Reader.pairCount needs: Reader.typed Reader.count Reader.enter DICTIONARY
  #pairCount(): number {
    this.#typed(DICTIONARY);
    const count = this.#count(2, 8);
    this.enter();
    return count;
  }
  // part: Reader.tuple needs: Reader.array Reader.within
  tuple<T extends readonly unknown[]>(...takes: { [I in keyof T]: () => T[I] }): T {
    const at = this.at;
    const count = this.#array();
    if (count !== takes.length) this.fail(at, `expected an Array of ${takes.length} elements, found ${count}`);
    this.enter();
    const all = takes.map((take, i) => this.within(i, take));
    this.depth--;
    return all as unknown as T;
  }

  // part: Reader.record needs: Reader.pairCount Reader.key decoder
  /** Reads the entries of a Dictionary in any order. `aliases` are the fields of the last names. */
  record(names: readonly Uint8Array[], needed: number, read: (field: number) => void, aliases: readonly number[] = [], deny = false): void {
    const start = this.at;
    const fields = names.length - aliases.length;
    let seen = 0;
    for (let left = this.#pairCount(), next = 0; left > 0; left--) {
      const key = this.#key(names, next, deny);
      if (key < 0) {
        this.skip();
        continue;
      }
      const field = key < fields ? key : aliases[key - fields] ?? 0;
      // Not in a function: a call for each field takes a fifth of the time.
      const at = this.at;
      const depth = this.depth;
      try {
        read(field);
      } catch (e) {
        this.#afterError(e, names, field, at, depth, left, aliases, deny);
      }
      seen |= 1 << field;
      next = key + 1;
    }
    if ((needed & ~seen) !== 0) this.#missing(start, names, needed & ~seen);
    this.depth--;
  }
  #missing(at: number, names: readonly Uint8Array[], fields: number): never {
    return this.fail(at, 'the field is missing', decoder.decode(names[31 - Math.clz32(fields & -fields)]));
  }
  // part: Reader.longRecord needs: Reader.pairCount Reader.key decoder
  /** The same for more than 31 fields: `needed` has a 1 for each that may not be missing. */
  longRecord(names: readonly Uint8Array[], needed: string, read: (field: number) => void, aliases: readonly number[] = [], deny = false): void {
    const start = this.at;
    const fields = names.length - aliases.length;
    const seen = new Set<number>();
    for (let left = this.#pairCount(), next = 0; left > 0; left--) {
      const key = this.#key(names, next, deny);
      if (key < 0) {
        this.skip();
        continue;
      }
      const field = key < fields ? key : aliases[key - fields] ?? 0;
      const at = this.at;
      const depth = this.depth;
      try {
        read(field);
      } catch (e) {
        this.#afterError(e, names, field, at, depth, left, aliases, deny);
      }
      seen.add(field);
      next = key + 1;
    }
    for (let field = 0; field < fields; field++) if (needed[field] === '1' && !seen.has(field)) this.fail(start, 'the field is missing', decoder.decode(names[field]));
    this.depth--;
  }
  // part: Reader.key needs: Reader.head Reader.chars Reader.skip STRING STRING_NAME decoder
  /** Skips a value that is an error, if its key repeats: the last value counts. */
  #afterError(e: unknown, names: readonly Uint8Array[], field: number, at: number, depth: number, left: number, aliases: readonly number[], deny: boolean): void {
    if (!(e instanceof WireError)) throw e;
    this.depth = depth;
    if (left === 1 || !this.#repeats(names, field, at, left, aliases, deny)) throw e.in(decoder.decode(names[field]));
  }
  #repeats(names: readonly Uint8Array[], field: number, at: number, left: number, aliases: readonly number[], deny: boolean): boolean {
    this.at = at;
    this.skip();
    const next = this.at;
    for (let others = left; others > 1; others--) {
      const key = this.#key(names, 0, deny);
      const fields = names.length - aliases.length;
      if (key >= 0 && (key < fields ? key : aliases[key - fields]) === field) {
        this.at = next;
        return true;
      }
      this.skip();
    }
    return false;
  }
  /** Returns which key this is, or -1. */
  #key(names: readonly Uint8Array[], next: number, deny: boolean): number {
    const { at, bytes } = this;
    const name = names[next];
    if (name === undefined) return this.#anyKey(names, 0, deny);
    const count = name.length;
    const end = at + 8 + count + (-count & 3);
    const type = bytes[at];
    if (end > this.stop || (type !== STRING && type !== STRING_NAME) || this.view.getUint32(at + 4, true) !== count) return this.#anyKey(names, next, deny);
    for (let i = 0; i < count; i++) if (name[i] !== bytes[at + 8 + i]) return this.#anyKey(names, next, deny);
    this.at = end;
    return next;
  }
  #anyKey(names: readonly Uint8Array[], next: number, deny: boolean): number {
    const start = this.at;
    const type = this.#head();
    if (type === STRING || type === STRING_NAME) {
      const count = this.length();
      const at = this.#chars(count);
      for (let tries = 0; tries < names.length; tries++, next++) {
        if (next >= names.length) next = 0;
        const name = names[next];
        if (name?.length !== count) continue;
        let i = 0;
        while (i < count && name[i] === this.bytes[at + i]) i++;
        if (i === count) return next;
      }
    } else {
      this.at = start;
      this.skip();
    }
    return deny ? this.fail(start, 'expected known keys only, found another one') : -1;
  }
  // part: Reader.fields needs: Reader.array Reader.elements
  /** Reads the elements of an Array that is a record. */
  fields(least: number, names: readonly (string | number)[], read: (field: number) => void): void {
    const at = this.at;
    this.#elements(at, this.#array(), least, names, read);
  }
  // part: Reader.elements needs: Reader.enter
  #elements(at: number, count: number, least: number, names: readonly (string | number)[], read: (field: number) => void): void {
    if (count > names.length) this.fail(at, `expected an Array of ${names.length} elements, found ${count}`);
    this.enter();
    let i = 0;
    try {
      for (; i < count; i++) read(i);
      if (i < least) this.fail(at, 'the element is missing');
    } catch (e) {
      throw e instanceof WireError ? e.in(names[i] ?? null) : e;
    }
    this.depth--;
  }

  // part: Reader.anyTag needs: Reader.text Reader.integer
  /** Reads a name or a number; a number that a `number` does not hold matches none. */
  #anyTag(): string | number {
    const at = this.at;
    const type = this.#head();
    this.at = at;
    if (type === STRING || type === STRING_NAME) return this.text();
    const number = this.#integer();
    return typeof number === 'bigint' && BigInt(Number(number)) !== number ? NaN : Number(number);
  }
  // part: Reader.tag needs: Reader.array Reader.anyTag Reader.within Reader.enter
  /** Reads the number or name of a variant that is an Array. */
  tag(): string | number {
    this.#tagAt = this.at;
    this.#fields = this.#array() - 1;
    // A variant without fields is a container, too.
    if (this.depth === 128) this.enter();
    if (this.#fields < 0) this.fail(this.#tagAt, 'expected an Array that begins with a message id, found an empty one');
    this.#tagAt = this.at;
    return this.within(0, () => this.#anyTag());
  }
  // part: Reader.one needs: Reader.variant Reader.enter
  /** Reads the only field of a variant that is an Array. */
  one<T>(name: string, take: () => T): T {
    return this.variant(name, () => {
      if (this.#fields !== 1) this.fail(this.at, `expected an Array of 2 elements, found ${this.#fields + 1}`);
      this.enter();
      const value = take();
      this.depth--;
      return value;
    });
  }
  // part: Reader.elementsOf needs: Reader.elements
  /** Reads the fields of a variant that is an Array. */
  elementsOf(least: number, names: readonly (string | number)[], read: (field: number) => void): void {
    this.#elements(this.at, this.#fields, least, names, read);
  }
  // part: Reader.noFields needs: Reader.variant
  noFields<T>(name: string, value: T): T {
    return this.variant(name, () => this.#fields > 0 ? this.fail(this.at, `expected an Array of one element, found ${this.#fields + 1}`) : value);
  }
  // part: Reader.variant
  variant<T>(name: string, take: () => T): T {
    try {
      return take();
    } catch (e) {
      throw e instanceof WireError ? e.root(name) : e;
    }
  }
  // part: Reader.noVariant
  noVariant(at: number, name: string, tag: string | number, all: string): never {
    throw new WireError(at, `no ${name} has the ${typeof tag === 'string' ? `name ${JSON.stringify(tag)}` : `number ${tag}`}; it has ${all}`).root(name);
  }
  // part: Reader.external needs: Reader.text Reader.pairCount
  /** Reads the name of a variant, alone or before its content. */
  external(): [name: string, hasContent: boolean] {
    const at = this.at;
    const type = this.#head();
    this.at = at;
    if (type !== DICTIONARY) return [this.text(), false];
    const count = this.#pairCount();
    if (count !== 1) this.fail(at, `expected a Dictionary of one pair, the variant's name and its content, found ${count}`);
    return [this.text(), true];
  }
  // part: Reader.content needs: Reader.variant Reader.within
  /** Reads the content of a variant after its name. */
  content<T>(name: string, key: string, hasContent: boolean, take: () => T): T {
    return this.variant(name, () => {
      if (!hasContent) this.fail(this.at, `expected a Dictionary of ${JSON.stringify(key)} and a content, found ${JSON.stringify(key)} alone`);
      const value = this.within(key, take);
      this.depth--;
      return value;
    });
  }
  // part: Reader.noContent needs: Reader.variant
  noContent<T>(name: string, key: string, hasContent: boolean, value: T): T {
    return this.variant(name, () => hasContent ? this.fail(this.at, `expected ${JSON.stringify(key)} alone, found a Dictionary of it and a content`) : value);
  }
  // part: Reader.adjacent needs: Reader.walked Reader.pairCount Reader.entryKey Reader.anyTag Reader.within Reader.skip
  /** Finds the tag and the content of a variant: the tag, where the content begins or -1, and where all of it ends. */
  adjacent(tag: string, content: string): [tag: string | number, content: number, end: number] {
    const start = this.at;
    let tagAt = -1;
    let contentAt = -1;
    for (let left = this.#pairCount(); left > 0; left--) {
      const key = this.#entryKey();
      if (key === tag) tagAt = this.at;
      else if (key === content) contentAt = this.at;
      this.skip();
    }
    this.depth--;
    const end = this.at;
    this.walked += end - start;
    if (tagAt < 0) this.fail(start, 'the tag is missing', tag);
    this.at = tagAt;
    return [this.within(tag, () => this.#anyTag()), contentAt, end];
  }
  // part: Reader.contentAt needs: Reader.enter Reader.variant Reader.within
  /** Reads the content of a variant at this place, and goes on after all of it. */
  contentAt<T>(name: string, key: string, at: number, end: number, take: () => T): T {
    return this.variant(name, () => {
      if (at < 0) this.fail(end, 'the content is missing', key);
      this.at = at;
      this.depth++;
      const value = this.within(key, take);
      this.depth--;
      this.at = end;
      return value;
    });
  }
  // part: Reader.entryKey needs: Reader.head Reader.chars Reader.skip decoder STRING STRING_NAME
  #entryKey(): string | null {
    const start = this.at;
    const type = this.#head();
    if (type !== STRING && type !== STRING_NAME) {
      this.at = start;
      this.skip();
      return null;
    }
    const count = this.length();
    const at = this.#chars(count);
    try {
      return decoder.decode(this.bytes.subarray(at, at + count));
    } catch {
      return null;
    }
  }
  // part: Reader.entries needs: Reader.walked Entries Reader.pairCount Reader.entryKey Reader.skip
  /** Finds the entries of a Dictionary. No map takes those with `reserved` keys. */
  entries<T>(reserved: readonly string[] | null, deny: boolean, take: (entries: Entries) => T): T {
    const start = this.at;
    const list: Entry[] = [];
    for (let left = this.#pairCount(); left > 0; left--) {
      const keyAt = this.at;
      const key = this.#entryKey();
      list.push({ keyAt, key, valueAt: this.at, taken: false });
      this.skip();
    }
    const end = this.at;
    this.walked += end - start;
    const value = take(new Entries(this, start, list, reserved));
    const unknown = list.find((entry) => !entry.taken);
    if (deny && unknown !== undefined) this.fail(unknown.keyAt, 'expected known keys only, found another one');
    this.at = end;
    this.depth--;
    return value;
  }
  // part: Reader.tagAt needs: Reader.anyTag
  tagAt(at: number): string | number { this.at = at; return this.#anyTag(); }
  // part: Reader.attempt needs: Reader.walked LimitError Reader.enter
  /** Reads a value, or goes back if another variant may fit. */
  attempt<T>(take: () => T): T | undefined {
    const at = this.at;
      const depth = this.depth;
    const walked = this.walked;
    // A type that contains itself by pointers alone has to end.
    this.#tries = at === this.#tried ? this.#tries + 1 : 0;
    this.#tried = at;
    if (this.#tries > 512) throw new LimitError(at, 'expected a type that ends');
    try {
      return take();
    } catch (e) {
      if (!(e instanceof WireError) || e instanceof LimitError) throw e;
      this.#work += Math.max(0, this.at - at) + (this.walked - walked) + 16;
      this.walked = walked;
      if (this.#work > this.bytes.length * 288 + 16384) throw new LimitError(at, 'too many variants that do not fit');
      this.at = at;
      this.depth = depth;
      return undefined;
    }
  }
  // part: Reader.noFit needs: Reader.head
  noFit(name: string): never {
    const at = this.at;
    const type = this.#head();
    throw new WireError(at, `expected a variant of ${name}, found ${TYPES[type] ?? `type ${type}`}, which fits none`).root(name);
  }
  // part: Reader.isOf needs: Reader.head
  /** Whether the value is of one of these types. */
  isOf(...types: number[]): boolean {
    const at = this.at;
    const type = this.#head();
    this.at = at;
    return types.includes(type);
  }

  // part: Reader.any needs: Variant sameVariant IDS LimitError WIDE_REALS TYPED_CONTAINERS Reader.u8 Reader.head Reader.real Reader.f32 Reader.f64 Reader.i32 Reader.i64 Reader.text Reader.pathCounts Reader.fits Reader.enter Reader.each Reader.eachPair Reader.addPair Reader.element NIL BOOL INT FLOAT STRING STRING_NAME NODE_PATH OBJECT RID SIGNAL CALLABLE DICTIONARY ARRAY PACKED_BYTE_ARRAY PACKED_STRING_ARRAY PACKED_INT32_ARRAY PACKED_INT64_ARRAY PACKED_FLOAT32_ARRAY PACKED_FLOAT64_ARRAY
  any(): Variant {
    const at = this.at;
    const type = this.#head();
    const wide = this.wide;
    switch (type) {
      case NIL: return { type: 'Nil' };
      case BOOL: return { type: 'bool', value: this.u32(null) !== 0 };
      case INT: return { type: 'int', value: BigInt(wide ? this.i64(null) : this.i32(null)) };
      case FLOAT: return { type: 'float', value: this.#real() };
      case STRING: return { type: 'String', value: this.#payload() };
      case STRING_NAME: return { type: 'StringName', value: this.#payload() };
      case NODE_PATH: {
        const [names, subnames, absolute] = this.#pathCounts();
        return { type: 'NodePath', names: this.#each(names, () => this.#payload()), subnames: this.#each(subnames, () => this.#payload()), absolute };
      }
      case CALLABLE: return { type: 'Callable' };
      case SIGNAL: return { type: 'Signal', value: this.#payload(), object: this.view.getBigUint64(this.need(8, null), true) };
      case RID: this.at = at; return { type: 'RID', value: this.rid() };
      case OBJECT:
        if (!wide) throw new LimitError(at, 'expected an object id, found an encoded object');
        return { type: 'Object', value: this.view.getBigUint64(this.need(8, null), true) };
      case DICTIONARY: {
        const flags = TYPED_CONTAINERS ? this.flags : 0;
        const keys = this.#elementType(flags & 3);
        const values = this.#elementType(flags >>> 2);
        const count = this.#fits(this.u32(null) & 0x7fffffff, 8, this.at - 4);
        const list: [Variant, Variant][] = [];
        this.enter();
        this.#eachPair(count, () => this.any(), () => this.any(), this.adding(list, sameVariant));
        this.depth--;
        return { type: 'Dictionary', value: list, ...(keys === undefined ? {} : { keys }), ...(values === undefined ? {} : { values }) };
      }
      case ARRAY: {
        const elements = this.#elementType(TYPED_CONTAINERS ? this.flags & 3 : 0);
        const count = this.#fits(this.u32(null) & 0x7fffffff, 4, this.at - 4);
        this.enter();
        const list = this.#each(count, () => this.any());
        this.depth--;
        return { type: 'Array', value: list, ...(elements === undefined ? {} : { elements }) };
      }
      case PACKED_BYTE_ARRAY: {
        const count = this.length();
        const start = this.need(count, null);
        this.at = Math.min(this.stop, this.at + (-count & 3));
        return { type: 'PackedByteArray', value: this.bytes.slice(start, start + count) };
      }
      case PACKED_STRING_ARRAY: return { type: 'PackedStringArray', value: this.#each(this.#fits(this.length(), 4, at + 4), () => this.#element()) };
      case PACKED_INT32_ARRAY: return { type: 'PackedInt32Array', value: this.#each(this.#fits(this.length(), 4, at + 4), () => this.i32(null)) };
      case PACKED_INT64_ARRAY: return { type: 'PackedInt64Array', value: this.#each(this.#fits(this.length(), 8, at + 4), () => this.i64(null)) };
      case PACKED_FLOAT32_ARRAY: return { type: 'PackedFloat32Array', value: this.#each(this.#fits(this.length(), 4, at + 4), () => this.f32(null)) };
      case PACKED_FLOAT64_ARRAY: return { type: 'PackedFloat64Array', value: this.#each(this.#fits(this.length(), 8, at + 4), () => this.f64(null)) };
    }
    const name = Object.keys(IDS).find((name) => IDS[name] === type) as Structure | undefined;
    if (name === undefined) return this.found(at, type, '');
    const [count, isInt, isPacked] = FORMS[name];
    const double = wide && WIDE_REALS && !isInt && name !== 'Color' && name !== 'PackedColorArray';
    const parts = count * (isPacked ? this.#fits(this.length(), count * (double ? 8 : 4), at + 4) : 1);
    const value: number[] = [];
    while (value.length < parts) value.push(double ? this.f64(null) : isInt ? this.i32(null) : this.f32(null));
    return { type: name, value, ...(double ? { double } : {}) };
  }
  #elementType(kind: number): ElementType | undefined {
    if (kind === 0) return undefined;
    if (kind !== 1) return kind === 2 ? { class: this.#payload() } : { script: this.#payload() };
    const id = this.u32(null);
    return Object.keys(IDS).find((name) => IDS[name] === id) ?? this.fail(this.at - 4, `no type has the number ${id}`);
  }
  // part: Reader.skip needs: LimitError WORDS Reader.head Reader.chars Reader.skipText Reader.pathCounts Reader.count Reader.enter STRING STRING_NAME NODE_PATH OBJECT SIGNAL DICTIONARY ARRAY PACKED_BYTE_ARRAY PACKED_STRING_ARRAY
  skip(): void {
    const at = this.at;
    const type = this.#head();
    let words = WORDS[type] ?? this.found(at, type, '');
    words = words < 0 && this.wide && (WIDE_REALS || type < STRING) ? -2 * words : Math.abs(words);
    if (type === STRING || type === STRING_NAME) this.#skipText();
    else if (type === NODE_PATH) {
      const [names, subnames] = this.#pathCounts();
      for (let left = names + subnames; left > 0; left--) this.#skipText();
    } else if (type === OBJECT) {
      if (!this.wide) throw new LimitError(at, 'expected an object id, found an encoded object');
      this.need(8, null);
    } else if (type === SIGNAL) { this.#skipText(); this.need(8, null); }
    else if (type === DICTIONARY) this.#skipAll(2 * this.#count(2, 8));
    else if (type === ARRAY) this.#skipAll(this.#count(1, 4));
    else if (type === PACKED_BYTE_ARRAY) { const count = this.length(); this.need(count, null); this.at = Math.min(this.stop, this.at + (-count & 3)); }
    else if (type === PACKED_STRING_ARRAY) for (let left = this.#fits(this.length(), 4, at + 4); left > 0; left--) this.#skipText();
    else if (type < PACKED_BYTE_ARRAY) this.need(words * 4, null);
    else this.need(this.#fits(this.length(), words * 4, at + 4) * words * 4, null);
  }
  #skipAll(count: number): void {
    this.enter();
    for (; count > 0; count--) this.skip();
    this.depth--;
  }

  // part: Reader.flatBool needs: Reader.u8
  flatBool(name: PathStep): boolean {
    const value = this.u8(name);
    if (value > 1) this.fail(this.at - 1, `expected a bool, 0 or 1, found ${value}`, name);
    return value === 1;
  }
  // part: Reader.flatText needs: Reader.varint Reader.sizedText
  flatText(name: PathStep, max?: number): string { return this.sizedText(name, () => this.varint(name), max); }
  // part: Reader.sizedText needs: Reader.utf8
  sizedText(name: PathStep, size: () => number, max = Infinity): string {
    const head = this.at;
    const count = size();
    if (count > max) this.fail(head, `longer than ${max} bytes`, name);
    const at = this.need(count, name);
    try {
      return this.#utf8(at, count);
    } catch (e) {
      throw e instanceof WireError ? e.in(name) : e;
    }
  }
  // part: Reader.cString needs: Reader.sizedText
  cString(name: PathStep, max?: number): string {
    const end = this.bytes.subarray(0, this.stop).indexOf(0, this.at);
    if (end < 0) this.fail(this.stop, 'the message ends here', name);
    const text = this.sizedText(name, () => end - this.at, max);
    this.at++;
    return text;
  }
  // part: Reader.flatChar needs: Reader.varint
  flatChar(name: PathStep): string {
    const at = this.at;
    const code = this.varint(name, 0x10ffff);
    return code >= 0xd800 && code < 0xe000 ? this.fail(at, 'expected a character', name) : String.fromCodePoint(code);
  }
  // part: Reader.flatBytes needs: Reader.flatCount Reader.enter
  flatBytes(name: PathStep, size: () => number, max?: number): Uint8Array {
    const count = this.#flatCount(size, 1, max);
    if (this.depth === 128) this.enter();
    const at = this.need(count, name);
    return this.bytes.slice(at, at + count);
  }
  // part: Reader.flatList needs: Reader.varint Reader.sizedList
  flatList<T>(name: PathStep, size: number, take: () => T, max?: number): T[] { return this.sizedList(name, () => this.varint(null), size, take, max); }
  // part: Reader.sizedList needs: Reader.flatCount Reader.each Reader.within Reader.enter
  sizedList<T>(name: PathStep, head: () => number, size: number, take: () => T, max?: number): T[] {
    return this.within(name, () => {
      const count = this.#flatCount(head, size, max);
      this.enter();
      const list = this.#each(count, take);
      this.depth--;
      return list;
    });
  }
  // part: Reader.packedBits needs: Reader.each Reader.within Reader.enter
  /** Numbers of a few bits each, low first. */
  packedBits<T>(name: PathStep, bits: number, head: () => number, of: (number: number) => T, max = 1048576): T[] {
    return this.within(name, () => {
      const start = this.at;
      const count = head();
      if (count > max) this.fail(start, `longer than ${max} elements`);
      let at = this.need(Math.ceil(count * bits / 8), null);
      this.enter();
      let waiting = 0;
      let have = 0;
      const list = this.#each(count, () => {
        for (; have < bits; have += 8) waiting += (this.bytes[at++] ?? 0) * 2 ** have;
        const number = waiting % 2 ** bits;
        waiting = Math.floor(waiting / 2 ** bits);
        have -= bits;
        return of(number);
      });
      this.depth--;
      return waiting === 0 ? list : this.fail(this.at - 1, `expected 0 in the bits after the last element, found ${waiting}`);
    });
  }
  // part: Reader.sizedMap needs: Reader.flatCount Reader.eachPair Reader.within Reader.enter
  sizedMap<K, V>(name: PathStep, head: () => number, size: number, key: () => K, value: () => V, max?: number): Map<K, V> {
    return this.within(name, () => {
      const map = new Map<K, V>();
      const count = this.#flatCount(head, size, max);
      this.enter();
      this.#eachPair(count, key, value, (of, item) => map.set(of, item));
      this.depth--;
      return map;
    });
  }
  // part: Reader.flatMap needs: Reader.varint Reader.sizedMap
  flatMap<K, V>(name: PathStep, size: number, key: () => K, value: () => V, max?: number): Map<K, V> {
    return this.sizedMap(name, () => this.varint(null), size, key, value, max);
  }
  // part: Reader.sizedPairs needs: Reader.flatCount Reader.eachPair Reader.addPair Reader.within Reader.enter
  sizedPairs<K, V>(name: PathStep, head: () => number, size: number, key: () => K, value: () => V, max?: number): [K, V][] {
    return this.within(name, () => {
      const list: [K, V][] = [];
      const count = this.#flatCount(head, size, max);
      this.enter();
      this.#eachPair(count, key, value, this.adding(list));
      this.depth--;
      return list;
    });
  }
  // part: Reader.charge
  #empty = 0;
  /** Counts elements without bytes, of which a few bytes would make many. */
  #charge(count: number, at: number): void {
    this.#empty += count;
    if (this.#empty > this.bytes.length * 32 + 65536) this.fail(at, 'too many elements without bytes');
  }
  // part: Reader.flatCount needs: Reader.fits Reader.charge
  #flatCount(head: () => number, size: number, max = 1048576): number {
    const at = this.at;
    const count = head();
    if (count > max) this.fail(at, `longer than ${max} elements`);
    if (size === 0) this.#charge(count, at);
    return this.#fits(count, size, at);
  }
  // part: Reader.flatArray needs: Reader.each Reader.within Reader.charge
  flatArray<T>(name: PathStep, count: number, take: () => T): T[] {
    return this.within(name, () => {
      const at = this.at;
      const list = this.#each(count, take);
      if (this.at === at) this.#charge(count, at);
      return list;
    });
  }
  // part: Reader.flatTuple needs: Reader.within
  flatTuple<T extends readonly unknown[]>(name: PathStep, ...takes: { [I in keyof T]: () => T[I] }): T {
    return this.within(name, () => takes.map((take, i) => this.within(i, take))) as unknown as T;
  }
  // part: Reader.header
  /** Reads a header of at most 31 bits. */
  header(bytes: number, bits: number): number {
    const at = this.need(bytes, null);
    let flags = 0;
    for (let i = 0; i < bytes; i++) flags += this.bytes[at + i]! * 2 ** (8 * i);
    return flags >= 2 ** bits ? this.fail(at, `expected flags in ${bits} bits, found more`) : flags;
  }
  // part: Reader.longHeader
  /** The same for a header of more bits. */
  longHeader(bytes: number, bits: number): bigint {
    const at = this.need(bytes, null);
    let flags = 0n;
    for (let i = 0; i < bytes; i++) flags |= BigInt(this.bytes[at + i]!) << BigInt(8 * i);
    return flags >> BigInt(bits) !== 0n ? this.fail(at, `expected flags in ${bits} bits, found more`) : flags;
  }
  // part: Reader
}
// part: sameKey
/** Of a part of a key what JSON has no form for, or what is equal in another form. */
function sameKey(_: string, part: unknown): unknown {
  if (typeof part === 'bigint') return `${part}n`;
  if (typeof part === 'number' && !Number.isFinite(part)) return `${part}`;
  return part instanceof Set || part instanceof Map ? [...part].map((it) => JSON.stringify(it, sameKey)).sort() : part;
}
// part: sameVariant needs: sameKey
/** The same of a part of a Variant, in which a StringName equals a String. */
function sameVariant(name: string, part: unknown): unknown {
  const isName = typeof part === 'object' && part !== null && 'type' in part && part.type === 'StringName';
  return isName ? { ...part, type: 'String' } : sameKey(name, part);
}
// part: distinct needs: sameKey
/** The elements of a set, each once. */
function distinct<T>(list: T[]): T[] {
  const known = new Set<string>();
  return list.filter((item) => known.size < known.add(JSON.stringify(item, sameKey)).size);
}
// part: Entries needs: WireError Reader Reader.within

interface Entry { readonly keyAt: number; readonly key: string | null; readonly valueAt: number; taken: boolean }

/** The entries of a Dictionary: a field takes those with its keys, a map the rest. */
class Entries {
  readonly r: Reader;
  readonly start: number;
  readonly list: Entry[];
  reserved: readonly string[] | null;

  constructor(r: Reader, start: number, list: Entry[], reserved: readonly string[] | null) {
    this.r = r;
    this.start = start;
    this.list = list;
    this.reserved = reserved;
  }

  reserve(keys: readonly string[]): void { this.reserved ??= keys; }
  // part: Entries.last
  #last(keys: readonly string[]): number {
    let at = -1;
    for (const entry of this.list) {
      if (entry.key === null || !keys.includes(entry.key)) continue;
      entry.taken = true;
      at = entry.valueAt;
    }
    return at;
  }
  // part: Entries.field needs: Entries.last
  /** Reads the last value with one of these keys. */
  field(keys: readonly string[], isNeeded: boolean, read: () => void): void {
    const at = this.#last(keys);
    const name = keys[0] ?? null;
    if (at >= 0) {
      this.r.at = at;
      this.r.within(name, read);
    } else if (isNeeded) {
      this.r.fail(this.start, 'the field is missing', name);
    }
  }
  // part: Entries.ignore needs: Entries.last
  ignore(keys: readonly string[]): void { this.#last(keys); }
  // part: Entries.tag needs: Entries.last Reader.tagAt
  tag(key: string): string | number {
    const at = this.#last([key]);
    return at < 0 ? this.r.fail(this.start, 'the tag is missing', key) : this.r.within(key, () => this.r.tagAt(at));
  }
  // part: Entries.others
  /** Reads all entries that are not those of fields. */
  #others<K, V>(key: () => K, value: () => V, add: (key: K, value: V) => void): void {
    for (const entry of this.list) {
      if (entry.taken || (entry.key !== null && this.reserved?.includes(entry.key) === true)) continue;
      entry.taken = true;
      this.r.within(entry.key, () => {
        this.r.at = entry.keyAt;
        const of = key();
        this.r.at = entry.valueAt;
        add(of, value());
      });
    }
  }
  // part: Entries.rest needs: Entries.others
  rest<K, V>(key: () => K, value: () => V): Map<K, V> {
    const map = new Map<K, V>();
    this.#others(key, value, (of, item) => map.set(of, item));
    return map;
  }
  // part: Entries.restPairs needs: Entries.others Reader.addPair
  restPairs<K, V>(key: () => K, value: () => V): [K, V][] {
    const list: [K, V][] = [];
    this.#others(key, value, this.r.adding(list));
    return list;
  }
  // part: Entries.whole
  /** Reads the Dictionary as a whole. */
  whole<T>(read: () => T): T { this.r.at = this.start; this.r.depth--; const value = read(); this.r.depth++; return value; }
  // part: Entries.option needs: Reader.attempt
  /** Reads fields if those that are needed are there and fit. */
  option<T>(needed: readonly (readonly string[])[], read: () => T): T | null {
    if (!needed.every((keys) => this.list.some((entry) => entry.key !== null && keys.includes(entry.key)))) return null;
    const taken = this.list.map((entry) => entry.taken);
    const value = this.r.attempt(read);
    if (value !== undefined) return value;
    this.list.forEach((entry, i) => { entry.taken = taken[i] ?? false; });
    return null;
  }
  // part: Entries
}
