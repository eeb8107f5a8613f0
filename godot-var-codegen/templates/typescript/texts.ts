// part: Uuid

/** The usual form of a UUID, or null. */
function Uuid(text: string): string | null {
  const inner = /^(?:urn:uuid:(.*)|\{(.*)\})$/iu.exec(text);
  const body = inner === null ? text : inner[1] ?? inner[2] ?? '';
  const digits = body.replace(/-/gu, '');
  const isPlain = body.length === 32 && inner === null;
  if (!/^[0-9a-f]{32}$/iu.test(digits) || !(isPlain || /^.{8}-.{4}-.{4}-.{4}-.{12}$/u.test(body))) return null;
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}
// part: Ipv4Addr

/** The usual form of an address, or null. */
function Ipv4Addr(text: string): string | null {
  return /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/u.test(text) ? text : null;
}
// part: Ipv6Addr needs: ofIpv6 toIpv6
function Ipv6Addr(text: string): string | null { const words = ofIpv6(text); return words && toIpv6(words); }
// part: ofIpv6 needs: Ipv4Addr
function ofIpv6(text: string): number[] | null {
  const groups = (part: string): number[] | null => {
    if (part === '') return [];
    const all: number[] = [];
    const list = part.split(':');
    for (const [i, group] of list.entries()) {
      if (/^[0-9a-f]{1,4}$/iu.test(group)) all.push(parseInt(group, 16));
      else if (i === list.length - 1 && Ipv4Addr(group) !== null) {
        const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
        all.push(a * 256 + b, c * 256 + d);
      } else return null;
    }
    return all;
  };
  const halves = text.split('::');
  const head = groups(halves[0] ?? '');
  if (head === null || halves.length > 2) return null;
  if (halves.length === 1) return head.length === 8 ? head : null;
  const tail = groups(halves[1] ?? '');
  if (tail === null || head.length + tail.length > 7 || (halves[0] ?? '').includes('.')) return null;
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
// part: toIpv6
function toIpv6(words: number[]): string {
  const all = words.map((word) => word.toString(16));
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff) {
    return `::ffff:${[6, 7].map((i) => `${(words[i] ?? 0) >> 8}.${(words[i] ?? 0) & 255}`).join('.')}`;
  }
  let best = 0;
  let start = 0;
  for (let i = 0; i < 8; i++) {
    let count = 0;
    while (i + count < 8 && words[i + count] === 0) count++;
    if (count > best) { best = count; start = i; }
  }
  return best < 2 ? all.join(':') : `${all.slice(0, start).join(':')}::${all.slice(start + best).join(':')}`;
}
// part: IpAddr needs: Ipv4Addr Ipv6Addr
function IpAddr(text: string): string | null { return Ipv4Addr(text) ?? Ipv6Addr(text); }
// part: SocketAddr needs: Ipv4Addr Ipv6Addr
function SocketAddr(text: string): string | null {
  const parts = /^(?:\[([^\]%]*)(?:%([0-9]{1,10}))?\]|([^:]*)):([0-9]{1,})$/u.exec(text);
  if (parts === null || Number(parts[4]) > 65535 || Number(parts[2] ?? 0) > 4294967295) return null;
  const ip = parts[1] === undefined ? Ipv4Addr(parts[3] ?? '') : Ipv6Addr(parts[1]);
  if (ip === null) return null;
  const scope = Number(parts[2] ?? 0) === 0 ? '' : `%${Number(parts[2])}`;
  return parts[1] === undefined ? `${ip}:${Number(parts[4])}` : `[${ip}${scope}]:${Number(parts[4])}`;
}
// part: putUuid needs: Writer.parsed Writer.raw Uuid
function putUuid(w: Writer, text: string, name: PathStep): void {
  w.parsed(text, name, 'Uuid', (it) => Uuid(it) !== null);
  w.raw(Uint8Array.from((Uuid(text) ?? '').replace(/-/gu, '').match(/../gu) ?? [], (digits) => parseInt(digits, 16)));
}
// part: takeUuid
function takeUuid(r: Reader, name: PathStep): string {
  const at = r.need(16, name);
  const digits = Array.from(r.bytes.subarray(at, at + 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}
// part: putIpv4 needs: Writer.parsed Writer.byte Ipv4Addr
function putIpv4(w: Writer, text: string, name: PathStep): void {
  w.parsed(text, name, 'Ipv4Addr', (it) => Ipv4Addr(it) !== null);
  for (const part of text.split('.')) w.byte(Number(part));
}
// part: takeIpv4
function takeIpv4(r: Reader, name: PathStep): string { const at = r.need(4, name); return r.bytes.subarray(at, at + 4).join('.'); }
// part: putIpv6 needs: Writer.parsed Writer.byte ofIpv6
function putIpv6(w: Writer, text: string, name: PathStep): void {
  w.parsed(text, name, 'Ipv6Addr', (it) => ofIpv6(it) !== null);
  for (const word of ofIpv6(text) ?? []) w.byte(word >> 8).byte(word & 255);
}
// part: takeIpv6 needs: toIpv6
function takeIpv6(r: Reader, name: PathStep): string {
  const at = r.need(16, name);
  return toIpv6([0, 2, 4, 6, 8, 10, 12, 14].map((i) => r.view.getUint16(at + i)));
}
// part: putIp needs: Writer.byte putIpv4 putIpv6
function putIp(w: Writer, text: string, name: PathStep): void {
  if (String(text).includes(':')) putIpv6(w.byte(6), text, name);
  else putIpv4(w.byte(4), text, name);
}
// part: takeIp needs: Reader.u8 takeIpv4 takeIpv6
function takeIp(r: Reader, name: PathStep): string {
  const family = r.u8(name);
  if (family === 4) return takeIpv4(r, name);
  return family === 6 ? takeIpv6(r, name) : r.fail(r.at - 1, `expected 4 or 6 before an address, found ${family}`, name);
}
// part: putSocket needs: Writer.parsed Writer.u16 putIp SocketAddr
function putSocket(w: Writer, text: string, name: PathStep): void {
  w.parsed(text, name, 'SocketAddr', (it) => SocketAddr(it) !== null);
  const colon = text.lastIndexOf(':');
  putIp(w, text.slice(0, colon).replace(/^\[|%.*|\]$/gu, ''), name);
  w.u16(Number(text.slice(colon + 1)), name);
}
// part: takeSocket needs: Reader.u16 takeIp
function takeSocket(r: Reader, name: PathStep): string {
  const ip = takeIp(r, name);
  return `${ip.includes(':') ? `[${ip}]` : ip}:${r.u16(name)}`;
}
