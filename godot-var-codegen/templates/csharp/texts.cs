    // part: Texts
    /// <summary>Addresses and numbers that travel as texts, in the forms that Rust reads and writes.</summary>
    internal static class @Texts
    {
        static bool Digit(string v, ref int at, int radix, ref int number)
        {
            if (at >= v.Length) return false;
            int c = v[at], digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
            if (digit >= radix || number > 0xffff) return false;
            number = number * radix + digit;
            at++;
            return true;
        }
        static bool Four(string v, ref int at, byte[] all, int to)
        {
            int start = at;
            for (int i = 0; i < 4; i++)
            {
                int number = 0, digits = 0, begin = i == 0 ? at : at + 1;
                if (i > 0 && (at >= v.Length || v[at] != '.')) { at = start; return false; }
                at = begin;
                while (digits < 3 && Digit(v, ref at, 10, ref number)) digits++;
                if (digits == 0 || number > 255 || digits > 1 && v[begin] == '0') { at = start; return false; }
                all[to + i] = (byte)number;
            }
            return true;
        }
        static int Groups(string v, ref int at, int limit, byte[] all, out bool four)
        {
            four = false;
            for (int i = 0; i < limit; i++)
            {
                int start = at, number = 0, digits = 0;
                if (i > 0) { if (at >= v.Length || v[at] != ':') return i; at++; }
                if (i < limit - 1 && Four(v, ref at, all, 2 * i)) { four = true; return i + 2; }
                while (digits < 4 && Digit(v, ref at, 16, ref number)) digits++;
                if (digits == 0) { at = start; return i; }
                all[2 * i] = (byte)(number >> 8);
                all[2 * i + 1] = (byte)number;
            }
            return limit;
        }
        static byte[] Six(string v, ref int at)
        {
            var all = new byte[16];
            var tail = new byte[16];
            int count = Groups(v, ref at, 8, all, out bool four);
            if (count == 8) return all;
            if (four || at + 1 >= v.Length || v[at] != ':' || v[at + 1] != ':') return null;
            at += 2;
            int more = Groups(v, ref at, 7 - count, tail, out four);
            for (int i = 2 * count; i < 16; i++) all[i] = 0;
            for (int i = 0; i < 2 * more; i++) all[16 - 2 * more + i] = tail[i];
            return all;
        }
        /// <summary>The bytes of an IPv4 address, or null.</summary>
        internal static byte[] BytesIpv4(string v) { var all = new byte[4]; int at = 0; return v != null && Four(v, ref at, all, 0) && at == v.Length ? all : null; }
        internal static byte[] BytesIpv6(string v) { int at = 0; byte[] all = v == null ? null : Six(v, ref at); return at == (v ?? "").Length ? all : null; }
        internal static bool Ipv4(string v) { return BytesIpv4(v) != null; }
        internal static bool Ipv6(string v) { return BytesIpv6(v) != null; }
        internal static bool Ip(string v) { return Ipv4(v) || Ipv6(v); }
        internal static bool Socket(string v) { return BytesSocket(v, out _) != null; }
        /// <summary>The address and the port, or null.</summary>
        internal static byte[] BytesSocket(string v, out int port)
        {
            port = 0;
            if (v == null) return null;
            var all = new byte[4];
            int at = 0;
            if (!Four(v, ref at, all, 0))
            {
                if (v.Length == 0 || v[0] != '[') return null;
                at = 1;
                all = Six(v, ref at);
                if (all == null) return null;
                if (at < v.Length && v[at] == '%')
                {
                    ulong scope = 0;
                    int start = ++at;
                    for (; at < v.Length && v[at] >= '0' && v[at] <= '9' && scope <= uint.MaxValue; at++) scope = scope * 10 + v[at] - '0';
                    if (at == start || scope > uint.MaxValue) return null;
                }
                if (at >= v.Length || v[at++] != ']') return null;
            }
            if (at >= v.Length || v[at++] != ':' || at == v.Length) return null;
            while (Digit(v, ref at, 10, ref port)) { }
            return at == v.Length && port <= 0xffff ? all : null;
        }
        /// <summary>The text of an address of 4 or 16 bytes.</summary>
        internal static string OfAddress(byte[] all, int at, int count)
        {
            var text = new @StringBuilder();
            if (count == 4) return text.Append(all[at]).Append('.').Append(all[at + 1]).Append('.').Append(all[at + 2]).Append('.').Append(all[at + 3]).ToString();
            int from = -1, most = 1;
            bool mapped = all[at + 10] == 255 && all[at + 11] == 255;
            for (int i = 0; i < 10; i++) mapped &= all[at + i] == 0;
            if (mapped) return "::ffff:" + OfAddress(all, at + 12, 4);
            for (int i = 0; i < 8; i++)
            {
                int zeros = 0;
                while (i + zeros < 8 && all[at + 2 * (i + zeros)] == 0 && all[at + 2 * (i + zeros) + 1] == 0) zeros++;
                if (zeros > most) { from = i; most = zeros; }
                i += zeros;
            }
            for (int i = 0; i < 8; i++)
            {
                if (i == from) { text.Append("::"); i += most - 1; continue; }
                if (i > 0 && (from < 0 || i != from + most)) text.Append(':');
                text.Append((all[at + 2 * i] << 8 | all[at + 2 * i + 1]).ToString("x", @CultureInfo.InvariantCulture));
            }
            return text.ToString();
        }
        internal static bool Uuid(string v) { return BytesUuid(v) != null; }
        /// <summary>The bytes of a UUID in one of its forms, or null.</summary>
        internal static byte[] BytesUuid(string v)
        {
            if (v == null) return null;
            if (v.StartsWith("urn:uuid:", @StringComparison.Ordinal)) v = v.Substring(9);
            else if (v.Length == 38 && v[0] == '{' && v[37] == '}') v = v.Substring(1, 36);
            bool hyphens = v.Length == 36;
            if (!hyphens && v.Length != 32) return null;
            var all = new byte[16];
            for (int i = 0, at = 0; i < 16; i++)
            {
                if (hyphens && (i == 4 || i == 6 || i == 8 || i == 10) && v[at++] != '-') return null;
                int number = 0;
                if (!Digit(v, ref at, 16, ref number) || !Digit(v, ref at, 16, ref number)) return null;
                all[i] = (byte)number;
            }
            return all;
        }
        internal static string OfUuid(byte[] all, int at)
        {
            var text = new @StringBuilder();
            for (int i = 0; i < 16; i++) text.Append(i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "").Append(all[at + i].ToString("x2", @CultureInfo.InvariantCulture));
            return text.ToString();
        }
        // part: Texts.flat needs: Writer.Put Reader.U8 Reader.Take
        static @WireException Odd(string v, string name) { return @Writer.Fail(name, "expected an address or a UUID, found " + (v == null ? "null" : "\"" + v + "\"")); }
        internal static void Write(@Writer w, byte[] bytes, string v, string name) { if (bytes == null) throw Odd(v, name); w.Put(bytes); }
        internal static void WriteIp(@Writer w, string v, string name)
        {
            byte[] all = BytesIpv4(v) ?? BytesIpv6(v);
            if (all == null) throw Odd(v, name);
            w.U8(all.Length == 4 ? 4 : 6);
            w.Put(all);
        }
        internal static int WriteSocket(@Writer w, string v, string name)
        {
            byte[] all = BytesSocket(v, out int port);
            if (all == null) throw Odd(v, name);
            w.U8(all.Length == 4 ? 4 : 6);
            w.Put(all);
            return port;
        }
        internal static string ReadIp(ref @Reader r, string name)
        {
            byte kind = r.U8(name);
            if (kind != 4 && kind != 6) throw r.Fail(r.At - 1, "expected 4 or 6 before an address, found " + @Reader.Show(kind)).In(name);
            return OfAddress(r.Bytes, r.Take(kind == 4 ? 4 : 16, name), kind == 4 ? 4 : 16);
        }
        internal static string Socket(string address, int port) { return (address.IndexOf(':') < 0 ? address : "[" + address + "]") + ":" + @Reader.Show(port); }
        // part: Texts
    }
