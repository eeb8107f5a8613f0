// part: encoder
const encoder = /* @__PURE__ */ new TextEncoder();
// part: Writer needs: WireError Bytes

/** A buffer that grows. */
class Writer {
  // room() may replace both arrays: never call it in an expression that begins with one of them.
  bytes: Bytes = new Uint8Array(256);
  view: DataView = new DataView(this.bytes.buffer);
  length = 0;
  #capacity = 256;
  // part: Writer.depth needs: encoded.deep
  depth = 0;
  // part: Writer.pairs needs: Writer.word Writer.key DICTIONARY
  count = 0;
  // part: Writer.little needs: encoded.order
  little = true;
  // part: Writer

  room(count: number): number {
    const at = this.length;
    this.length = at + count;
    if (this.length > this.#capacity) this.#grow();
    return at;
  }
  // Errors and what is rare have functions of their own: engines inline short ones only.
  #grow(): void {
    const old = this.bytes;
    this.#capacity = Math.max(this.length, old.length * 2);
    this.bytes = new Uint8Array(this.#capacity);
    this.bytes.set(old);
    this.view = new DataView(this.bytes.buffer);
  }
  fail(name: PathStep, reason: string): never { throw new WireError(-1, reason).in(name); }
  // part: Writer.within
  within(name: PathStep, put: () => void): void {
    try {
      put();
    } catch (e) {
      throw e instanceof WireError ? e.in(name) : e;
    }
  }
  // part: Writer.variant
  variant(name: string, put: () => void): void {
    try {
      put();
    } catch (e) {
      throw e instanceof WireError ? e.root(name) : e;
    }
  }
  // part: Writer.enter needs: Writer.depth
  /** Goes one level deeper into a value that contains others of its type. */
  enter(): void { if (++this.depth > 512) this.fail(null, 'expected at most 512 levels, found more'); }
  // part: Writer.big needs: Writer.ordered
  big(put: () => void): void { this.ordered(false, put); }
  // part: Writer.ordered needs: Writer.little
  ordered(little: boolean, put: () => void): void {
    const outer = this.little;
    this.little = little;
    put();
    this.little = outer;
  }
  // part: Writer.embedded needs: Writer.within
  /** Writes a Variant after its length. */
  embedded(name: PathStep, put: () => void): void {
    const at = this.room(4);
    // part: Writer.embedded.plain
    this.within(name, put);
    // part: Writer.embedded.ordered needs: Writer.ordered
    this.within(name, () => { this.ordered(true, put); });
    // part: Writer.embedded
    this.view.setUint32(at, this.length - at - 4, @LE@);
  }
  // part: Writer.check
  check(value: number, name: PathStep, low: number, high: number): number {
    if (!Number.isInteger(value) || value < low || value > high) this.noInt(value, name, low, high);
    return value + 0;
  }
  noInt(value: number, name: PathStep, low: number, high: number): never {
    return this.fail(name, `expected int from ${low} to ${high}, found ${String(value)}`);
  }
  // part: Writer.check64
  check64(value: bigint, name: PathStep, low = -0x8000000000000000n, high = 0x7fffffffffffffffn): bigint {
    if (typeof value !== 'bigint' || value < low || value > high) this.fail(name, `expected a bigint from ${low} to ${high}, found ${String(value)}`);
    return value;
  }
  // part: Writer.nonZero
  nonZero<T extends number | bigint>(value: T, name: PathStep): T {
    if (Number(value) === 0) this.fail(name, 'expected int other than 0, found 0');
    return value;
  }
  // part: Writer.whole
  /** The int that a float is. */
  whole(value: number, name: PathStep): number {
    if (!Number.isInteger(value) || Math.abs(value) > 9007199254740992) this.fail(name, `expected a float without a fraction, found ${String(value)}`);
    return value + 0;
  }
  // part: Writer.exact
  /** The float that an int is. */
  exact(value: bigint, name: PathStep): number {
    if (typeof value !== 'bigint' || value < -9007199254740992n || value > 9007199254740992n) this.fail(name, `expected an int that a float holds, found ${String(value)}`);
    return Number(value);
  }
  // part: Writer.time
  /** Checks seconds: those of a Duration, or since 1970. */
  time(value: number, name: PathStep, since1970: boolean): number {
    if (!(since1970 ? Math.abs(value) < 9223372036854775808 : value >= 0 && value < 18446744073709551616)) this.fail(name, `expected a time in seconds, found ${String(value)}`);
    return value;
  }
  // part: Writer.most
  most<T extends { readonly length: number } | ReadonlyMap<unknown, unknown>>(items: T, name: PathStep, most: number): T {
    const count = 'size' in items ? items.size : items.length;
    if (count > most) this.fail(name, `longer than ${most} elements`);
    return items;
  }
  // part: Writer.exactly
  exactly<T extends { readonly length: number }>(items: T, name: PathStep, count: number): T {
    if (items.length !== count) this.fail(name, `expected ${count} elements, found ${items.length}`);
    return items;
  }
  // part: Writer.parsed
  parsed(text: string, name: PathStep, type: string, fits: (text: string) => boolean): string {
    if (typeof text !== 'string' || !fits(text)) this.fail(name, `expected ${type} in a String, found ${JSON.stringify(text)}`);
    return text;
  }
  // part: Writer.char
  char(text: string, name: PathStep): string {
    const code = typeof text === 'string' && [...text].length === 1 ? text.codePointAt(0)! : 0xd800;
    if (code >= 0xd800 && code < 0xe000) this.fail(name, 'expected String of one character');
    return text;
  }
  // part: Writer.byte
  byte(value: number): this { const at = this.room(1); this.bytes[at] = value; return this; }
  // part: Writer.word
  word(value: number): void { const at = this.room(4); this.view.setInt32(at, value, true); }
  // part: Writer.pad needs: Writer.byte
  pad(count: number): void { for (; count % 4 !== 0; count++) this.byte(0); }

  // part: Writer.u8 needs: Writer.check Writer.byte
  u8(value: number, name: PathStep): void { this.byte(this.check(value, name, 0, 255)); }
  // part: Writer.i8 needs: Writer.check Writer.byte
  i8(value: number, name: PathStep): void { this.byte(this.check(value, name, -128, 127)); }
  // part: Writer.u16 needs: Writer.check
  u16(value: number, name: PathStep): void { this.check(value, name, 0, 65535); const at = this.room(2); this.view.setUint16(at, value, @LE@); }
  // part: Writer.i16 needs: Writer.check
  i16(value: number, name: PathStep): void { this.check(value, name, -32768, 32767); const at = this.room(2); this.view.setInt16(at, value, @LE@); }
  // part: Writer.u32 needs: Writer.check
  u32(value: number, name: PathStep): void { if (value >>> 0 !== value) this.noInt(value, name, 0, 4294967295); const at = this.room(4); this.view.setUint32(at, value, @LE@); }
  // part: Writer.i32 needs: Writer.check
  i32(value: number, name: PathStep): void { if ((value | 0) !== value) this.noInt(value, name, -2147483648, 2147483647); const at = this.room(4); this.view.setInt32(at, value, @LE@); }
  // part: Writer.u64 needs: Writer.check64
  u64(value: bigint, name: PathStep): void { this.check64(value, name, 0n); const at = this.room(8); this.view.setBigInt64(at, value, @LE@); }
  // part: Writer.i64 needs: Writer.check64
  i64(value: bigint, name: PathStep): void { this.check64(value, name); const at = this.room(8); this.view.setBigInt64(at, value, @LE@); }
  // part: Writer.f16 needs: half Writer.real
  f16(value: number, name: PathStep): void {
    const bits = half(this.real(value, name));
    if (bits < 0) this.fail(name, `expected a float of 16 bits, found ${value}`);
    const at = this.room(2);
    this.view.setUint16(at, bits, @LE@);
  }
  // part: Writer.single needs: Writer.real
  /** Whether the bits of a float of 32 bits keep this one finite: the first that becomes infinite lies between the largest and 2^128. */
  single(value: number): boolean { return typeof value === 'number' && Math.abs(value) < 3.4028235677973366e38; }
  notSingle(value: number, name: PathStep): void {
    this.real(value, name);
    if (Number.isFinite(value)) this.fail(name, `expected a float of 32 bits, found ${value}`);
  }
  // part: Writer.f32 needs: Writer.single
  f32(value: number, name: PathStep): void {
    if (!this.single(value)) this.notSingle(value, name);
    const at = this.room(4);
    this.view.setFloat32(at, value, @LE@);
  }
  // part: Writer.f32x3 needs: Writer.single
  f32x3(x: number, y: number, z: number, name: PathStep): void {
    if (!this.single(x)) this.notSingle(x, name);
    if (!this.single(y)) this.notSingle(y, name);
    if (!this.single(z)) this.notSingle(z, name);
    const at = this.room(12);
    this.view.setFloat32(at, x, @LE@);
    this.view.setFloat32(at + 4, y, @LE@);
    this.view.setFloat32(at + 8, z, @LE@);
  }
  // part: Writer.f64 needs: Writer.real
  f64(value: number, name: PathStep): void { this.real(value, name); const at = this.room(8); this.view.setFloat64(at, value, @LE@); }
  // part: Writer.real
  real(value: number, name: PathStep): number {
    if (typeof value !== 'number') this.fail(name, `expected float, found ${typeof value}`);
    return value;
  }
  // part: Writer.varint needs: Writer.byte
  varint(value: number): this {
    for (; value > 127; value = Math.floor(value / 128)) this.byte((value & 127) | 128);
    return this.byte(value);
  }
  // part: Writer.varint64 needs: Writer.byte
  varint64(value: bigint): void {
    for (; value > 127n; value >>= 7n) this.byte(Number(value & 127n) | 128);
    this.byte(Number(value));
  }
  // part: Writer.size
  /** Returns how many bytes a text has in UTF-8. */
  size(text: string, name: PathStep, max = Infinity): number {
    if (typeof text !== 'string') this.fail(name, `expected String, found ${typeof text}`);
    let count = text.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x80) continue;
      if (code < 0x800) count += 1;
      else count += 2;
      if (code < 0xd800 || code > 0xdfff) continue;
      const next = text.charCodeAt(++i);
      if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) this.fail(name, 'expected UTF-16, found half of a surrogate pair');
    }
    if (count > max) this.fail(name, `longer than ${max} bytes`);
    return count;
  }
  // part: Writer.put needs: encoder
  put(text: string, count: number): void {
    const at = this.room(count);
    if (count > text.length) encoder.encodeInto(text, this.bytes.subarray(at));
    else for (let i = 0; i < count; i++) this.bytes[at + i] = text.charCodeAt(i);
  }
  // part: Writer.raw
  raw(bytes: Uint8Array): void { const at = this.room(bytes.length); this.bytes.set(bytes, at); }
  // part: Writer.each
  each<T>(items: Iterable<T>, name: PathStep, put: (item: T) => void): void {
    let i = 0;
    try {
      for (const item of items) {
        put(item);
        i++;
      }
    } catch (e) {
      throw e instanceof WireError ? e.in(i).in(name) : e;
    }
  }
  // part: Writer.eachPair
  eachPair<K, V>(pairs: Iterable<readonly [K, V]>, name: PathStep, key: (key: K) => void, put: (value: V) => void): void {
    let i = 0;
    let step: K | undefined;
    try {
      for (const [of, value] of pairs) {
        step = undefined;
        key(of);
        step = of;
        put(value);
        i++;
      }
    } catch (e) {
      throw e instanceof WireError ? e.in(typeof step === 'string' ? step : i).in(name) : e;
    }
  }

  // part: Writer.nil needs: Writer.word NIL
  nil(): void { this.word(NIL); }
  // part: Writer.option needs: Writer.nil
  option<T>(value: T | null, put: (value: T) => void): void { if (value === null) this.nil(); else put(value); }
  // part: Writer.bool needs: Writer.word BOOL
  bool(value: boolean): void { this.word(BOOL); this.word(value ? 1 : 0); }
  // part: Writer.int needs: Writer.check Writer.word INT WIDE
  int(value: number, name: PathStep, low: number, high: number): void {
    this.check(value, name, low, high);
    const short = value === (value | 0);
    this.word(short ? INT : INT | WIDE);
    this.word(value);
    if (!short) this.word(Math.floor(value / 4294967296));
  }
  // part: Writer.int64 needs: Writer.check64 Writer.word INT WIDE
  int64(value: bigint, name: PathStep, low?: bigint, high?: bigint): void {
    this.check64(value, name, low, high);
    if (BigInt.asIntN(32, value) !== value) {
      this.word(INT | WIDE);
      const at = this.room(8);
      this.view.setBigInt64(at, value, true);
    } else {
      this.word(INT);
      this.word(Number(value));
    }
  }
  // part: Writer.float32 needs: Writer.single Writer.float64
  float32(value: number, name: PathStep): void {
    if (!this.single(value)) this.notSingle(value, name);
    this.float64(Math.fround(value), name);
  }
  // part: Writer.float64 needs: Writer.real Writer.wide Writer.word FLOAT
  /** Writes a float in 32 bits, if they keep it. */
  float64(value: number, name: PathStep): void {
    if (Math.fround(this.real(value, name)) !== value) return this.wide(value, name);
    this.word(FLOAT);
    const at = this.room(4);
    this.view.setFloat32(at, value, true);
  }
  // part: Writer.wide needs: Writer.real Writer.word FLOAT WIDE
  wide(value: number, name: PathStep): void {
    this.real(value, name);
    this.word(FLOAT | WIDE);
    const at = this.room(8);
    this.view.setFloat64(at, value, true);
  }
  // part: Writer.text needs: Writer.size Writer.word Writer.put Writer.pad STRING
  text(value: string, name: PathStep, max?: number, type = STRING): void {
    const count = this.size(value, name, max);
    this.word(type);
    this.payload(value, count);
  }
  payload(value: string, count: number): void {
    this.word(count);
    this.put(value, count);
    this.pad(count);
  }
  // part: Writer.nodePath needs: Writer.text NODE_PATH
  nodePath(value: string, name: PathStep, max?: number): void {
    this.size(value, name, max);
    const colon = value.indexOf(':');
    const nodes = colon < 0 ? value : value.slice(0, colon);
    const names = nodes.split('/').filter((part) => part !== '');
    const subnames = colon < 0 ? [] : value.slice(colon).split(':').filter((part) => part !== '');
    this.path(names, subnames, value.startsWith('/'), name);
  }
  path(names: readonly string[], subnames: readonly string[], absolute: boolean, name: PathStep): void {
    this.word(NODE_PATH);
    this.word(names.length | 0x80000000);
    this.word(subnames.length);
    this.word(absolute ? 1 : 0);
    for (const part of [...names, ...subnames]) this.payload(part, this.size(part, name));
  }
  // part: Writer.pathText needs: Writer.nodePath
  /** A NodePath whose text stays the same. */
  pathText(value: string, name: PathStep, max?: number): void {
    const plain = typeof value !== 'string' || !/\/\/|::|.\/(:|$)|:$/u.test(value);
    this.nodePath(plain ? value : this.fail(name, `${JSON.stringify(value)} comes back from a NodePath as another text`), name, max);
  }
  // part: Writer.dictionary needs: Writer.word DICTIONARY
  dictionary(count: number): void { this.word(DICTIONARY); this.word(count); }
  // part: Writer.key needs: Writer.word STRING
  key(name: Uint8Array, type = STRING): this {
    const count = name.length;
    this.word(type);
    this.word(count);
    const at = this.room(count + (-count & 3));
    for (let i = 0; i < count; i++) this.bytes[at + i] = name[i]!;
    for (let i = count; i % 4 !== 0; i++) this.bytes[at + i] = 0;
    return this;
  }
  // part: Writer.pairs
  /** Writes a Dictionary of as many pairs as there will be. */
  pairs(put: () => void): void {
    const outer = this.count;
    this.count = 0;
    this.word(DICTIONARY);
    const at = this.room(4);
    put();
    this.view.setUint32(at, this.count, true);
    this.count = outer;
  }
  pair(name: Uint8Array, type?: number): this { this.count++; return this.key(name, type); }
  // part: Writer.rest needs: Writer.pairs Writer.eachPair
  /** Writes the pairs of a map among those of a record, whose keys it may not have. */
  rest<K extends string | number | bigint | boolean, V>(map: ReadonlyMap<K, V>, name: PathStep, reserved: readonly string[], key: (key: K) => void, put: (value: V) => void): void {
    this.eachPair(map, name, (of) => {
      if (typeof of === 'string' && reserved.includes(of)) this.fail(null, `the key ${JSON.stringify(of)} is that of a field`);
      this.count++;
      key(of);
    }, put);
  }
  // part: Writer.array needs: Writer.word ARRAY
  array(count: number): this { this.word(ARRAY); this.word(count); return this; }
  // part: Writer.tag needs: Writer.array Writer.int
  tag(id: number, fields: number): this {
    this.array(fields + 1).int(id, null, id, id);
    return this;
  }
  // part: Writer.packedBytes needs: Writer.word Writer.raw Writer.pad PACKED_BYTE_ARRAY
  packedBytes(bytes: Uint8Array, name: PathStep): void {
    if (!(bytes instanceof Uint8Array)) this.fail(name, `expected Uint8Array, found ${typeof bytes}`);
    this.word(PACKED_BYTE_ARRAY);
    this.word(bytes.length);
    this.raw(bytes);
    this.pad(bytes.length);
  }
  // part: Writer.packed needs: Writer.word Writer.each
  packed<T>(type: number, items: readonly T[], name: PathStep, put: (item: T) => void): void {
    this.word(type);
    this.word(items.length);
    this.each(items, name, put);
  }
  // part: Writer.texts needs: Writer.packed Writer.size Writer.put Writer.pad PACKED_STRING_ARRAY
  texts(items: readonly string[], name: PathStep): void {
    this.packed(PACKED_STRING_ARRAY, items, name, (item) => {
      const count = this.size(item, null);
      this.word(count + 1);
      this.put(item, count);
      this.byte(0);
      this.pad(count + 1);
    });
  }
  // part: Writer.list needs: Writer.array Writer.each
  list<T>(items: readonly T[], name: PathStep, put: (item: T) => void): void {
    this.array(items.length);
    this.each(items, name, put);
  }
  // part: Writer.typedList needs: Writer.packed ARRAY
  typedList<T>(type: number, items: readonly T[], name: PathStep, put: (item: T) => void): void {
    this.word(ARRAY | 1 << 16);
    this.packed(type, items, name, put);
  }
  // part: Writer.map needs: Writer.dictionary Writer.eachPair
  map<K, V>(map: ReadonlyMap<K, V>, name: PathStep, key: (key: K) => void, put: (value: V) => void): void {
    this.dictionary(map.size);
    this.eachPair(map, name, key, put);
  }
  // part: Writer.typedMap needs: Writer.dictionary Writer.eachPair
  typedMap<K, V>(keys: number, values: number, map: Iterable<readonly [K, V]>, name: PathStep, key: (key: K) => void, put: (value: V) => void): void {
    const pairs = [...map];
    this.word(DICTIONARY | 5 << 16);
    this.word(keys);
    this.word(values);
    this.word(pairs.length);
    this.eachPair(pairs, name, key, put);
  }
  // part: Writer.pairList needs: Writer.dictionary Writer.eachPair
  pairList<K, V>(pairs: readonly (readonly [K, V])[], name: PathStep, key: (key: K) => void, put: (value: V) => void): void {
    this.dictionary(pairs.length);
    this.eachPair(pairs, name, key, put);
  }
  // part: Writer.tuple needs: Writer.array Writer.within
  tuple(name: PathStep, ...elements: (() => void)[]): void {
    this.array(elements.length);
    elements.forEach((put, i) => { this.within(name, () => { this.within(i, put); }); });
  }
  // part: Writer.rid needs: Writer.word RID
  rid(value: bigint, name: PathStep): void {
    this.word(RID);
    // part: Writer.rid.number needs: Writer.check64
    this.check64(value, name, 0n, 0xffffffffffffffffn);
    const at = this.room(8);
    this.view.setBigUint64(at, value, true);
    // part: Writer.rid.none
    if (typeof value !== 'bigint') this.fail(name, `expected a bigint, found ${typeof value}`);
    // part: Writer.rid
  }
  // part: Writer.object needs: Writer.check64 Writer.word OBJECT WIDE
  object(value: bigint, name: PathStep): void {
    this.check64(value, name, 0n, 0xffffffffffffffffn);
    this.word(OBJECT | WIDE);
    const at = this.room(8);
    this.view.setBigUint64(at, value, true);
  }

  // part: Writer.flatBool needs: Writer.byte
  flatBool(value: boolean): this { return this.byte(value ? 1 : 0); }
  // part: Writer.flatOption needs: Writer.flatBool
  flatOption<T>(value: T | null, put: (value: T) => void): void {
    this.flatBool(value !== null);
    if (value !== null) put(value);
  }
  // part: Writer.flatText needs: Writer.size Writer.put Writer.varint
  flatText(value: string, name: PathStep, max?: number): void {
    const count = this.size(value, name, max);
    this.varint(count);
    this.put(value, count);
  }
  // part: Writer.sizedText needs: Writer.size Writer.put
  sizedText(value: string, name: PathStep, max: number, head: (count: number) => void): void {
    const count = this.size(value, name, max);
    head(count);
    this.put(value, count);
  }
  // part: Writer.cString needs: Writer.size Writer.put Writer.byte
  cString(value: string, name: PathStep, max?: number): void {
    const count = this.size(value, name, max);
    if (value.includes('\0')) this.fail(name, 'expected a text without a byte 0');
    this.put(value, count);
    this.byte(0);
  }
  // part: Writer.flatBytes needs: Writer.raw
  flatBytes(bytes: Uint8Array, name: PathStep, head: (count: number) => void): void {
    if (!(bytes instanceof Uint8Array)) this.fail(name, `expected Uint8Array, found ${typeof bytes}`);
    head(bytes.length);
    this.raw(bytes);
  }
  // part: Writer.flatList needs: Writer.each Writer.varint
  flatList<T>(items: readonly T[], name: PathStep, put: (item: T) => void): void {
    this.varint(items.length);
    this.each(items, name, put);
  }
  // part: Writer.packedBits needs: Writer.each Writer.byte
  /** Numbers of a few bits each, low first. */
  packedBits<T>(items: Iterable<T> & { readonly length: number }, name: PathStep, bits: number, head: (count: number) => void, number: (item: T) => number): void {
    head(items.length);
    let waiting = 0;
    let have = 0;
    this.each(items, name, (item) => {
      waiting += number(item) * 2 ** have;
      for (have += bits; have >= 8; have -= 8) {
        this.byte(waiting % 256);
        waiting = Math.floor(waiting / 256);
      }
    });
    if (have > 0) this.byte(waiting);
  }
  // part: Writer.flatMap needs: Writer.eachPair Writer.varint
  flatMap<K, V>(map: ReadonlyMap<K, V> | readonly (readonly [K, V])[], name: PathStep, key: (key: K) => void, put: (value: V) => void): void {
    this.varint('size' in map ? map.size : map.length);
    this.eachPair(map, name, key, put);
  }
  // part: Writer.sizedMap needs: Writer.eachPair
  sizedMap<K, V>(map: ReadonlyMap<K, V> | readonly (readonly [K, V])[], name: PathStep, head: (count: number) => void, key: (key: K) => void, put: (value: V) => void): void {
    head('size' in map ? map.size : map.length);
    this.eachPair(map, name, key, put);
  }
  // part: Writer.sizedList needs: Writer.each
  sizedList<T>(items: readonly T[], name: PathStep, head: (count: number) => void, put: (item: T) => void): void {
    head(items.length);
    this.each(items, name, put);
  }
  // part: Writer.flatTuple needs: Writer.within
  flatTuple(name: PathStep, ...elements: (() => void)[]): void {
    elements.forEach((put, i) => { this.within(name, () => { this.within(i, put); }); });
  }
  // part: Writer
}
