// part: half

/** The half that is nearest to a float, the even one of two; -1 if it would become infinite. */
function half(value: number): number {
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (Number.isNaN(value)) return 0x7e00;
  if (size === Infinity) return sign | 0x7c00;
  // A power of 2 scales without rounding: first to whole numbers, of which the even one wins a tie.
  let exponent = -14;
  while (exponent < 16 && size >= 2 ** (exponent + 1)) exponent++;
  const scaled = size / 2 ** (exponent - 10);
  let bits = Math.floor(scaled);
  const lost = scaled - bits;
  if (lost > 0.5 || (lost === 0.5 && bits % 2 === 1)) bits++;
  bits += (exponent + 14) * 0x400;
  return bits >= 0x7c00 ? -1 : sign | bits;
}
// part: ofHalf

function ofHalf(half: number): number {
  const exponent = half >>> 10 & 31;
  const mantissa = half & 1023;
  const size = exponent === 0 ? mantissa / 16777216 : exponent === 31 ? (mantissa === 0 ? Infinity : NaN) : (1024 + mantissa) * 2 ** (exponent - 25);
  return half > 0x7fff ? -size : size;
}
// part: zigzag

function zigzag(value: number): number { return ((value << 1) ^ (value >> 31)) >>> 0; }
// part: unzigzag
function unzigzag(value: number): number { return (value >>> 1) ^ -(value & 1); }
// part: zigzag64
function zigzag64(value: bigint): bigint { return BigInt.asUintN(64, value << 1n ^ value >> 63n); }
// part: unzigzag64
function unzigzag64(value: bigint): bigint { return BigInt.asIntN(64, value >> 1n ^ -(value & 1n)); }
// part: nearest

// Not Math.round, nor Math.floor(v + 0.5): both make 1 of the float before 0.5.
function nearest(value: number): number {
  const whole = Math.floor(value);
  return value - whole >= 0.5 ? Math.min(whole + 1, 4294967295) : whole;
}
// part: range needs: nearest WireError

/** The step of a range that is nearest to a value. */
function range(value: number, name: PathStep, low: number, high: number, max: number, clamp: boolean): number {
  const inside = clamp ? Math.min(high, Math.max(low, value)) : value;
  if (low <= inside && inside <= high) return nearest((inside - low) / (high - low) * max);
  if (value === Math.fround(low)) return 0;
  if (value === Math.fround(high)) return max;
  throw new WireError(-1, `${String(value)} is outside of ${low} to ${high}`).in(name);
}
// part: ofRange
function ofRange(step: number, low: number, high: number, max: number): number { return step === max ? high : low + step / max * (high - low); }
// part: angle needs: nearest WireError

/** The step of a turn that is nearest to an angle. */
function angle(value: number, name: PathStep, turn: number, max: number): number {
  if (!Number.isFinite(value)) throw new WireError(-1, `${String(value)} is not an angle`).in(name);
  const part = value % turn;
  return nearest((part < 0 ? part + turn : part) / turn * max);
}
// part: atan2f

const float = /* @__PURE__ */ new Float32Array(1);
const floatBits = /* @__PURE__ */ new Uint32Array(float.buffer);
/** The bits of a float without its sign. */
function bitsOf(value: number): number {
  float[0] = Math.abs(value);
  return floatBits[0]!;
}
/** The arctangent in the arithmetic of 32 bits of Rust's `libm`: `Math.atan2` has another last bit. */
function atan2f(y: number, x: number): number {
  const f = Math.fround;
  const low = f(-8.7422776573e-08);
  if (x === 1) return atanf(y);
  const isLeft = x < 0 || Object.is(x, -0);
  const isBelow = y < 0 || Object.is(y, -0);
  if (y === 0) return isLeft ? (isBelow ? -f(Math.PI) : f(Math.PI)) : y;
  if (x === 0 || bitsOf(x) + (26 << 23) < bitsOf(y)) return isBelow ? -f(Math.PI / 2) : f(Math.PI / 2);
  const z = isLeft && bitsOf(y) + (26 << 23) < bitsOf(x) ? 0 : atanf(Math.abs(f(y / x)));
  if (!isLeft) return isBelow ? -z : z;
  return isBelow ? f(f(z - low) - f(Math.PI)) : f(f(Math.PI) - f(z - low));
}
function atanf(x: number): number {
  const f = Math.fround;
  const bits = bitsOf(x);
  const sign = x < 0 ? -1 : 1;
  if (bits >= 0x4c800000) return sign * f(1.5707962513);
  if (bits < 0x39800000) return x;
  let [v, high, low] = [x, 0, 0];
  if (bits >= 0x3ee00000) {
    v = Math.abs(x);
    if (bits < 0x3f300000) [v, high, low] = [f(f(f(2 * v) - 1) / f(2 + v)), 4.6364760399e-01, 5.0121582440e-09];
    else if (bits < 0x3f980000) [v, high, low] = [f(f(v - 1) / f(v + 1)), 7.8539812565e-01, 3.7748947079e-08];
    else if (bits < 0x401c0000) [v, high, low] = [f(f(v - 1.5) / f(1 + f(1.5 * v))), 9.8279368877e-01, 3.4473217170e-08];
    else [v, high, low] = [f(-1 / v), 1.5707962513, 7.5497894159e-08];
  }
  const z = f(v * v);
  const w = f(z * z);
  const even = f(z * f(f(3.3333328366e-01) + f(w * f(f(1.4253635705e-01) + f(w * f(6.1687607318e-02))))));
  const odd = f(w * f(f(-1.9999158382e-01) + f(w * f(-1.0648017377e-01))));
  const part = f(v * f(even + odd));
  return high === 0 ? f(v - part) : sign * f(f(high) - f(f(part - f(low)) - v));
}
// part: direction needs: WireError atan2f

/** The angle of a vector. */
function direction(v: Vector2, name: PathStep): number {
  const [x, y] = [Math.fround(v.x), Math.fround(v.y)];
  if (!Number.isFinite(x) || !Number.isFinite(y) || (x === 0 && y === 0)) throw new WireError(-1, 'a vector that is zero or not finite has no direction').in(name);
  return atan2f(y, x);
}
// part: ofDirection needs: WireError
function ofDirection(name: PathStep, at: number, angle: number): Vector2 {
  if (!Number.isFinite(angle)) throw new WireError(at, 'expected a direction, found an invalid one').in(name);
  return { x: Math.fround(Math.cos(angle)), y: Math.fround(Math.sin(angle)) };
}
// part: octahedron needs: WireError

/** Two numbers from 0 to 1 for a direction, in the arithmetic of 32 bits. */
function octahedron(d: Vector3, name: PathStep): [number, number] {
  const f = Math.fround;
  const sum = f(f(Math.abs(f(d.x)) + Math.abs(f(d.y))) + Math.abs(f(d.z)));
  if (!(sum > 0 && sum < Infinity)) throw new WireError(-1, 'a vector that is zero or not finite has no direction').in(name);
  const x = f(f(d.x) / sum);
  const y = f(f(d.y) / sum);
  const u = d.z >= 0 ? x : f(1 - Math.abs(y)) * (x >= 0 ? 1 : -1);
  const v = d.z >= 0 ? y : f(1 - Math.abs(x)) * (y >= 0 ? 1 : -1);
  return [f(f(u * 0.5) + 0.5), f(f(v * 0.5) + 0.5)];
}
// part: ofOctahedron needs: WireError
function ofOctahedron(name: PathStep, at: number, u: number, v: number): Vector3 {
  const f = Math.fround;
  const p = f(f(f(u) * 2) - 1);
  const q = f(f(f(v) * 2) - 1);
  const z = f(f(1 - Math.abs(p)) - Math.abs(q));
  const t = Math.max(0, Math.min(1, -z));
  const x = f(p + (p >= 0 ? -t : t));
  const y = f(q + (q >= 0 ? -t : t));
  const length = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))));
  if (!(length > 0 && length < Infinity)) throw new WireError(at, 'expected a direction, found an invalid one').in(name);
  return { x: f(x / length), y: f(y / length), z: f(z / length) };
}
// part: smallestThree needs: nearest WireError

/** A rotation as one integer: the position of the largest component in the two highest bits, then the other three. */
function smallestThree(q: Quaternion, name: PathStep, bits: number, bytes: number): bigint {
  const parts = [q.x, q.y, q.z, q.w].map(Math.fround);
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  if (!(length > 0 && length < Infinity)) throw new WireError(-1, 'a quaternion that is zero or not finite has no direction').in(name);
  let largest = 0;
  parts.forEach((part, i) => { if (Math.abs(part) > Math.abs(parts[largest] ?? 0)) largest = i; });
  const sign = (parts[largest] ?? 0) < 0 ? -1 : 1;
  let number = BigInt(largest) << BigInt(8 * bytes - 2 - 3 * bits);
  parts.forEach((part, i) => {
    const scaled = Math.max(-1, Math.min(1, sign * part / length * Math.SQRT2));
    if (i !== largest) number = number << BigInt(bits) | BigInt(nearest((scaled + 1) / 2 * (2 ** bits - 1)));
  });
  return number;
}
// part: ofSmallestThree needs: WireError
function ofSmallestThree(name: PathStep, at: number, number: bigint, bits: number, bytes: number): Quaternion {
  const largest = Number(number >> BigInt(8 * bytes - 2));
  if (BigInt.asUintN(8 * bytes - 2, number) >> BigInt(3 * bits) !== 0n) throw new WireError(at, 'expected a rotation, whose spare bits are 0').in(name);
  const part = (place: number): number => (Number(BigInt.asUintN(bits, number >> BigInt(place * bits))) / (2 ** bits - 1) * 2 - 1) / Math.SQRT2;
  const three = [part(2), part(1), part(0)];
  const rest = Math.sqrt(Math.max(0, three.reduce((left, value) => left - value * value, 1)));
  three.splice(largest, 0, rest);
  const [x = 0, y = 0, z = 0, w = 0] = three.map(Math.fround);
  return { x, y, z, w };
}
// part: putRotation needs: Writer smallestThree
function putRotation(w: Writer, q: Quaternion, name: PathStep, bits: number, bytes: number): void {
  const number = smallestThree(q, name, bits, bytes);
  const at = w.room(bytes);
  for (let i = 0; i < bytes; i++) w.bytes[at + (@LE_W@ ? i : bytes - 1 - i)] = Number(number >> BigInt(8 * i) & 255n);
}
// part: takeRotation needs: Reader ofSmallestThree
function takeRotation(r: Reader, name: PathStep, bits: number, bytes: number): Quaternion {
  const at = r.need(bytes, name);
  let number = 0n;
  for (let i = 0; i < bytes; i++) number |= BigInt(r.bytes[at + (@LE_R@ ? i : bytes - 1 - i)] ?? 0) << BigInt(8 * i);
  return ofSmallestThree(name, at, number, bits, bytes);
}
