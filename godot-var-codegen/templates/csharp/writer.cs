    // part: Writer needs: WireException
    /// <summary>A buffer that grows.</summary>
    public sealed class @Writer
    {
        internal static readonly @UTF8Encoding Utf8 = new @UTF8Encoding(false, true);
        public byte[] Bytes = new byte[256];
        public int Length;
        // part: Writer.Big
        /// <summary>Whether numbers of flat messages have the highest byte first.</summary>
        internal bool Big;
        // part: Writer.Around needs: Claims
        internal @Claims Around;
        // part: Writer
        // part: Writer.Deep
        int depth;
        /// <summary>Enters a container.</summary>
        internal void Enter(string name = null) { if (++depth > 128) throw Fail(name, "expected at most 128 levels of containers, found more"); }
        internal void Leave() { depth--; }
        // part: Writer
        public byte[] ToArray() { var all = new byte[Length]; @Buffer.BlockCopy(Bytes, 0, all, 0, Length); return all; }
        /// <summary>Goes to the end of the last message.</summary>
        // part: Writer.BackPlain
        internal void Back(int length) { Length = length; }
        // part: Writer.BackState
        internal void Back(int length)
        {
            Length = length;
            // part: Writer.Big
            Big = false;
            // part: Writer.Around
            Around = null;
            // part: Writer.Deep
            depth = 0;
            // part: Writer.BackState
        }
        // part: Writer
        internal static @WireException Fail(string name, string reason) { return new @WireException(-1, reason).In(name); }
        // part: Writer.Show
        static string Show(long v) { return v.ToString(@CultureInfo.InvariantCulture); }
        // part: Writer.Real
        static string Real(double v) { return v.ToString("R", @CultureInfo.InvariantCulture); }
        // part: Writer
        int Room(int count) { if (Bytes.Length - Length < count) global::System.Array.Resize(ref Bytes, @Math.Max(Bytes.Length * 2, Length + count)); int at = Length; Length += count; return at; }

        internal @Writer U8(int v) { int at = Room(1); Bytes[at] = (byte)v; return this; }
        // part: Writer.U16
        internal @Writer U16(int v) { int at = Room(2); Bytes[at] = (byte)v; Bytes[at + 1] = (byte)(v >> 8); return this; }
        // part: Writer.U32
        internal @Writer U32(uint v) { int at = Room(4); Bytes[at] = (byte)v; Bytes[at + 1] = (byte)(v >> 8); Bytes[at + 2] = (byte)(v >> 16); Bytes[at + 3] = (byte)(v >> 24); return this; }
        // part: Writer.U64 needs: Writer.U32
        internal @Writer U64(ulong v) { U32((uint)v); return U32((uint)(v >> 32)); }
        // part: Writer.F32 needs: Writer.U32 FloatBits
        internal void F32(float v) { U32(new @FloatBits { Float = v }.Bits); }
        // part: Writer.F64 needs: Writer.U64
        internal void F64(double v) { U64((ulong)@BitConverter.DoubleToInt64Bits(v)); }
        // part: Writer.N16 needs: Writer.Big Writer.U16
        internal @Writer N16(int v) { return U16(Big ? v << 8 | v >> 8 & 255 : v); }
        // part: Writer.N32 needs: Writer.Big Writer.U32
        internal @Writer N32(uint v) { return U32(Big ? v << 24 | (v & 0xff00) << 8 | v >> 8 & 0xff00 | v >> 24 : v); }
        // part: Writer.N64 needs: Writer.N32
        internal @Writer N64(ulong v) { N32((uint)(Big ? v >> 32 : v)); return N32((uint)(Big ? v : v >> 32)); }
        // part: Writer.NF32 needs: Writer.N32 FloatBits
        internal void NF32(float v) { N32(new @FloatBits { Float = v }.Bits); }
        // part: Writer.NF64 needs: Writer.N64
        internal void NF64(double v) { N64((ulong)@BitConverter.DoubleToInt64Bits(v)); }
        // part: Writer.Varint
        internal @Writer Varint(ulong v) { for (; v > 127; v >>= 7) U8((int)(v & 127 | 128)); return U8((int)v); }
        // part: Writer.Zigzag needs: Writer.Varint
        internal void Zigzag(long v) { Varint((ulong)(v << 1 ^ v >> 63)); }
        // part: Writer.Put
        internal void Put(byte[] bytes) { int at = Room(bytes.Length); @Buffer.BlockCopy(bytes, 0, Bytes, at, bytes.Length); }
        // part: Writer.Pad
        void Pad(int count) { for (; count % 4 != 0; count++) U8(0); }
        // part: Writer.Utf8Length
        int Utf8Length(string v, string name, int max)
        {
            if (v == null) throw Fail(name, "expected a text, found null");
            int count;
            try { count = Utf8.GetByteCount(v); } catch (@EncoderFallbackException) { throw Fail(name, "expected UTF-16, found half of a surrogate pair"); }
            if (count > max) throw Fail(name, "longer than " + max.ToString(@CultureInfo.InvariantCulture) + " bytes");
            return count;
        }
        void PutText(string v, int count) { int at = Room(count); Utf8.GetBytes(v, 0, v.Length, Bytes, at); }
        // part: Writer.NotZero
        internal static T NotZero<T>(T v, string name) where T : struct { if (v.Equals(default(T))) throw Fail(name, "expected a number other than 0, found 0"); return v; }
        // part: Writer.Signed needs: Writer.Show
        internal static ulong Signed(ulong v, string name) { if (v > long.MaxValue) throw Fail(name, "expected int from 0 to 9223372036854775807, found " + v.ToString(@CultureInfo.InvariantCulture)); return v; }
        // part: Writer.Seconds needs: Writer.Real
        internal static double Seconds(double v, bool since1970, string name)
        {
            if (since1970 ? !(@Math.Abs(v) < 9223372036854775808.0) : !(v >= 0 && v < 18446744073709551616.0)) throw Fail(name, "expected a time in seconds, found " + Real(v));
            return v;
        }
        // part: Writer.Letter
        internal static string Letter(string v, string name)
        {
            if (v == null || v.Length != (v.Length > 0 && char.IsHighSurrogate(v[0]) ? 2 : 1)) throw Fail(name, "expected a text of one character");
            return v;
        }
        // part: Writer.Parsed needs: Texts
        internal static string Parsed(string v, bool fits, string name, string expected) { if (!fits) throw Fail(name, "expected " + expected + ", found " + (v == null ? "null" : "\"" + v + "\"")); return v; }
        // part: Writer.AtMost needs: Writer.Show
        internal static T AtMost<T>(T v, int most, string name) where T : class, @ICollection
        {
            if (v != null && v.Count > most) throw Fail(name, "expected at most " + Show(most) + " elements, found " + Show(v.Count));
            return v;
        }
        // part: Writer.Exactly needs: Writer.Show
        internal static T[] Exactly<T>(T[] v, int count, string name)
        {
            if (v != null && v.Length != count) throw Fail(name, "expected " + Show(count) + " elements, found " + Show(v.Length));
            return v;
        }
        // part: Writer.InBig needs: Writer.Big
        internal void InBig<T>(T v, @Action<@Writer, T> put) { bool big = Big; Big = true; put(this, v); Big = big; }

        // part: Writer.Nil needs: Writer.U32
        internal void Nil() { U32(@Id.Nil); }
        // part: Writer.Bool needs: Writer.U32
        internal void Bool(bool v) { U32(@Id.Bool); U32(v ? 1u : 0); }
        // part: Writer.Int needs: Writer.U64
        internal void Int(long v) { if (v == (int)v) { U32(@Id.Int); U32((uint)v); } else { U32(@Id.Int | @Id.Wide); U64((ulong)v); } }
        // part: Writer.Float32 needs: Writer.F32 Writer.U64
        internal void Float32(float v) { if (!float.IsNaN(v)) { U32(@Id.Float); F32(v); } else { U32(@Id.Float | @Id.Wide); U64((ulong)@BitConverter.DoubleToInt64Bits(v)); } }
        // part: Writer.Float64 needs: Writer.F32 Writer.Wide64
        internal void Float64(double v) { if ((double)(float)v == v) { U32(@Id.Float); F32((float)v); } else Wide64(v); }
        // part: Writer.Wide64 needs: Writer.U64
        internal void Wide64(double v) { U32(@Id.Float | @Id.Wide); U64((ulong)@BitConverter.DoubleToInt64Bits(v)); }
        // part: Writer.Whole needs: Writer.Real
        /// <summary>A whole number that a float holds.</summary>
        internal static long Whole(double v, string name) { if (!(v == @Math.Floor(v) && @Math.Abs(v) <= 9007199254740992)) throw Fail(name, "expected a whole number up to 2^53, found " + Real(v)); return (long)v; }
        // part: Writer.WholeInt needs: Writer.Show
        internal static double Whole(long v, string name) { if (v < -9007199254740992 || v > 9007199254740992) throw Fail(name, "expected an int up to 2^53, found " + Show(v)); return v; }
        // part: Writer.Text needs: Writer.Utf8Length Writer.U32 Writer.Pad
        internal void Text(string v, string name, int max = int.MaxValue) { int count = Utf8Length(v, name, max); U32(@Id.String); U32((uint)count); PutText(v, count); Pad(count); }
        // part: Writer.StringName needs: Writer.Text
        internal void StringName(string v, string name, int max = int.MaxValue) { int at = Length; Text(v, name, max); Bytes[at] = (byte)@Id.StringName; }
        // part: Writer.NodePath needs: Writer.Utf8Length Writer.U32 Writer.Pad
        internal void NodePath(string v, string name, int max = int.MaxValue, bool asText = false)
        {
            Utf8Length(v, name, max);
            string[] names, more;
            if (PathOf(v, out names, out more) != v && asText) throw Fail(name, "expected a path that the engine has the same text for, found \"" + v + "\"");
            U32((uint)@Id.NodePath);
            U32((uint)names.Length | 0x80000000);
            U32((uint)more.Length);
            U32(v.Length > 0 && v[0] == '/' ? 1u : 0);
            foreach (string part in names) PathPart(part, name);
            foreach (string part in more) PathPart(part, name);
        }
        /// <summary>The text of the path that the engine makes of a text.</summary>
        internal static string Normal(string v) { string[] names, more; return PathOf(v, out names, out more); }
        static string PathOf(string v, out string[] names, out string[] more)
        {
            int colon = v.IndexOf(':');
            names = (colon < 0 ? v : v.Substring(0, colon)).Split(new[] { '/' }, @StringSplitOptions.RemoveEmptyEntries);
            more = (colon < 0 ? "" : v.Substring(colon + 1)).Split(new[] { ':' }, @StringSplitOptions.RemoveEmptyEntries);
            return (v.Length > 0 && v[0] == '/' ? "/" : "") + string.Join("/", names) + (more.Length > 0 ? ":" : "") + string.Join(":", more);
        }
        void PathPart(string v, string name) { int count = Utf8Length(v, name, int.MaxValue); U32((uint)count); PutText(v, count); Pad(count); }
        // part: Writer.Rid needs: Writer.U64
        internal void Rid(ulong v) { U32(@Id.Rid); if (@Id.TypedContainers) U64(v); }
        // part: Writer.ObjectId needs: Writer.U64
        internal void ObjectId(ulong v) { U32(@Id.Object | @Id.Wide); U64(v); }
        // part: Writer.Raw needs: Writer.Put Writer.U32 Reader.Skip
        /// <summary>The bytes of a value, which is of this type unless that is negative.</summary>
        internal void Raw(byte[] v, int type, string name)
        {
            if (v == null || v.Length == 0) { U32((uint)@Math.Max(type, 0)); if (type == @Id.Dictionary || type == @Id.Array) U32(0); return; }
            var r = new @Reader(v, 0, v.Length);
            // part: Writer.RawDeep needs: Reader.Depth Writer.Deep
            r.depth = depth;
            // part: Writer.Raw
            try { r.Skip(true); } catch (@WireException e) { throw Fail(name, "expected the bytes of one value" + e.Message); }
            if (r.At != v.Length || v.Length % 4 != 0 || type >= 0 && v[0] != type) throw Fail(name, "expected the bytes of one value" + (type < 0 ? "" : " of the type " + @Id.Names[type]));
            Put(v);
        }
        // part: Writer.Dictionary needs: Writer.U32
        // part: Writer.DictionaryPlain
        internal @Writer Dictionary(int count) { U32(@Id.Dictionary); return U32((uint)count); }
        // part: Writer.DictionaryDeep
        internal @Writer Dictionary(int count) { Enter(); U32(@Id.Dictionary); return U32((uint)count); }
        // part: Writer.Array needs: Writer.U32
        // part: Writer.ArrayPlain
        internal @Writer Array(int count) { U32(@Id.Array); return U32((uint)count); }
        // part: Writer.ArrayDeep
        internal @Writer Array(int count) { Enter(); U32(@Id.Array); return U32((uint)count); }
        // part: Writer.Entries needs: Writer.Dictionary Message.entries
        /// <summary>A Dictionary of what the message has.</summary>
        internal void Entries(@Message v)
        {
            Dictionary(0);
            int at = Length - 4, count = v._entries(this);
            for (int i = 0; i < 4; i++) Bytes[at + i] = (byte)(count >> 8 * i);
        }
        // part: Writer.Tag needs: Writer.Array Writer.Int
        internal @Writer Tag(long id, int fields) { Array(fields + 1); Int(id); return this; }
        // part: Writer.Key needs: Writer.U32 Writer.Put Writer.Pad
        internal @Writer Key(byte[] name) { U32(@Id.String); U32((uint)name.Length); Put(name); Pad(name.Length); return this; }
        // part: Writer.NameKey needs: Writer.Key
        internal @Writer NameKey(byte[] name) { int at = Length; Key(name); Bytes[at] = (byte)@Id.StringName; return this; }
        // part: Writer.Message needs: Message
        internal void Message(@Message v, string name = null)
        {
            if (v == null) throw Fail(name, "expected a message, found null");
            // part: Writer.MessageDeep needs: Writer.Deep
            int level = depth;
            // part: Writer.Message
            try { v._write(this); } catch (@WireException e) { throw e.In(name); }
            // part: Writer.MessageDeep
            depth = level;
            // part: Writer.Message
        }
        // part: Writer.Beside needs: Message.entries
        internal int Beside(@Message v, string name)
        {
            if (v == null) throw Fail(name, "expected a message, found null");
            return v._entries(this);
        }
        // part: Writer.Within needs: Writer.Around Writer.Beside
        internal int Within(@Message v, @Shape claims, string name)
        {
            Around = new @Claims(claims, Around);
            int count = Beside(v, name);
            Around = Around.Outer;
            return count;
        }
        // part: Writer.Rest needs: Writer.Around Writer.Text Shape
        /// <summary>The entries of a map, none of which may have one of these keys.</summary>
        internal int Rest<V>(@Dictionary<string, V> v, @Shape claims, string name, @Action<@Writer, V> put)
        {
            if (v == null) throw Fail(name, "expected a map, found null");
            foreach (var pair in v)
            {
                for (var outer = new @Claims(claims, Around); outer != null; outer = outer.Outer)
                    foreach (byte[] key in outer.Shape.Keys)
                        if (Utf8.GetString(key) == pair.Key) throw Fail(name, "expected other keys than those of fields, found \"" + pair.Key + "\"");
                try { Text(pair.Key, null); put(this, pair.Value); } catch (@WireException e) { throw e.In(pair.Key).In(name); }
            }
            return v.Count;
        }
        // part: Writer.Packed needs: Writer.Each Writer.U32 Writer.Pad
        internal void Packed<T>(int type, @IList<T> v, string name, @Action<@Writer, T> put) { U32((uint)type); int start = Length; Each(v, name, 4, put); Pad(Length - start); }
        // part: Writer.Element needs: Writer.Utf8Length Writer.U32 Writer.Pad
        /// <summary>An element of a packed array of texts.</summary>
        internal void Element(string v) { int count = Utf8Length(v, null, int.MaxValue); U32((uint)count + 1); PutText(v, count); U8(0); Pad(count + 1); }
        // part: Writer.List needs: Writer.Each Writer.U32
        internal void List<T>(@IList<T> v, string name, @Action<@Writer, T> put) { U32(@Id.Array); Each(v, name, 4, put); }
        // part: Writer.TypedList needs: Writer.Each Writer.U32
        internal void TypedList<T>(int type, @IList<T> v, string name, @Action<@Writer, T> put) { U32(@Id.Array | 1 << 16); U32((uint)type); Each(v, name, 4, put); }
        // part: Writer.Map needs: Writer.Pairs Writer.U32
        internal void Map<K, V>(@Dictionary<K, V> v, string name, @Action<@Writer, K> key, @Action<@Writer, V> put) { U32(@Id.Dictionary); Pairs(v, name, 4, key, put); }
        // part: Writer.TypedMap needs: Writer.Pairs Writer.U32
        internal void TypedMap<K, V>(int keys, int values, @Dictionary<K, V> v, string name, @Action<@Writer, K> key, @Action<@Writer, V> put)
        {
            U32(@Id.Dictionary | 5 << 16);
            U32((uint)keys);
            U32((uint)values);
            Pairs(v, name, 4, key, put);
        }
        // part: Writer.Count needs: Writer.Varint
        void Count(int count, int size) { if (size == 0) Varint((uint)count); else for (int i = 0; i < size; i++) U8(count >> 8 * i); }
        // part: Writer.CountBig needs: Writer.Varint Writer.Big
        void Count(int count, int size) { if (size == 0) Varint((uint)count); else for (int i = 0; i < size; i++) U8(count >> 8 * (Big ? size - 1 - i : i)); }
        // part: Writer.Counted needs: Writer.Show
        int Counted(int count, int size, string name)
        {
            if (size == 1 && count > 255 || size == 2 && count > 65535) throw Fail(name, "longer than its length in " + Show(size) + " bytes can say");
            Count(count, size);
            return count;
        }
        // part: Writer.Each needs: Writer.Counted
        void Each<T>(@IList<T> v, string name, int size, @Action<@Writer, T> put)
        {
            if (v == null) throw Fail(name, "expected a list, found null");
            Counted(v.Count, size, name);
            // part: Writer.EachDeep needs: Writer.Deep
            Enter(name);
            // part: Writer.Each
            All(v, name, put);
            // part: Writer.EachDeep
            Leave();
            // part: Writer.Each
        }
        // part: Writer.Each
        internal void All<T>(@IList<T> v, string name, @Action<@Writer, T> put)
        {
            if (v == null) throw Fail(name, "expected a list, found null");
            int i = 0;
            try { for (; i < v.Count; i++) put(this, v[i]); } catch (@WireException e) { throw e.At(i).In(name); }
        }
        // part: Writer.Pairs needs: Writer.Counted
        void Pairs<K, V>(@Dictionary<K, V> v, string name, int size, @Action<@Writer, K> key, @Action<@Writer, V> put)
        {
            if (v == null) throw Fail(name, "expected a map, found null");
            Counted(v.Count, size, name);
            // part: Writer.PairsDeep needs: Writer.Deep
            Enter(name);
            // part: Writer.Pairs
            int i = 0;
            try { foreach (var pair in v) { key(this, pair.Key); put(this, pair.Value); i++; } } catch (@WireException e) { throw e.At(i).In(name); }
            // part: Writer.PairsDeep
            Leave();
            // part: Writer.Pairs
        }
        // part: Writer.Same
        /// <summary>Whether both have the same bytes.</summary>
        internal static bool Same<T>(T a, T b, string name, @Action<@Writer, T> put)
        {
            if (a == null || b == null) return a == null && b == null;
            @Writer one = new @Writer(), two = new @Writer();
            try { put(one, a); put(two, b); } catch (@WireException e) { throw e.In(name); }
            if (one.Length != two.Length) return false;
            for (int i = 0; i < one.Length; i++) if (one.Bytes[i] != two.Bytes[i]) return false;
            return true;
        }

        // part: Writer.FlatText needs: Writer.Utf8Length Writer.Counted
        internal void FlatText(string v, string name, int max = int.MaxValue, int size = 0) { int count = Utf8Length(v, name, max); Counted(count, size, name); PutText(v, count); }
        // part: Writer.CText needs: Writer.Utf8Length
        internal void CText(string v, string name, int max = int.MaxValue)
        {
            int count = Utf8Length(v, name, max);
            if (v.IndexOf('\0') >= 0) throw Fail(name, "expected a text without a character 0");
            PutText(v, count);
            U8(0);
        }
        // part: Writer.FlatLetter needs: Writer.Letter Writer.Varint Writer.Utf8Length
        internal void FlatLetter(string v, string name) { Utf8Length(Letter(v, name), name, 4); Varint((uint)char.ConvertToUtf32(v, 0)); }
        // part: Writer.FlatMessage needs: Message
        internal void FlatMessage(@Message v, string name = null)
        {
            if (v == null) throw Fail(name, "expected a message, found null");
            try { v._writeFlat(this); } catch (@WireException e) { throw e.In(name); }
        }
        // part: Writer.FlatDeeper needs: Writer.FlatMessage Writer.Deep
        /// <summary>The same for a type around itself without a list: a pointer is between them, which is a level, too.</summary>
        internal void FlatDeeper(@Message v, string name = null) { Enter(name); FlatMessage(v, name); Leave(); }
        // part: Writer.FlatList needs: Writer.Each
        internal void FlatList<T>(@IList<T> v, string name, @Action<@Writer, T> put, int size = 0) { Each(v, name, size, put); }
        // part: Writer.FlatPacked needs: Writer.Each
        /// <summary>Numbers of a few bits each, low first.</summary>
        internal void FlatPacked<T>(@IList<T> v, string name, int bits, @Func<T, ulong> number, int size = 0)
        {
            ulong waiting = 0;
            int have = 0;
            Each(v, name, size, (w, item) =>
            {
                waiting |= number(item) << have;
                for (have += bits; have >= 8; have -= 8, waiting >>= 8) w.U8((int)(waiting & 255));
            });
            if (have > 0) U8((int)waiting);
        }
        // part: Writer.FlatMap needs: Writer.Pairs
        internal void FlatMap<K, V>(@Dictionary<K, V> v, string name, @Action<@Writer, K> key, @Action<@Writer, V> put, int size = 0) { Pairs(v, name, size, key, put); }
        // part: Writer.FlatVariant needs: Writer.U32
        /// <summary>A Variant after the number of its bytes.</summary>
        internal void FlatVariant<T>(T v, string name, @Action<@Writer, T> put)
        {
            U32(0);
            int at = Length;
            try { put(this, v); } catch (@WireException e) { throw e.In(name); }
            for (int i = 0, count = Length - at; i < 4; i++) Bytes[at - 4 + i] = (byte)(count >> 8 * i);
        }
        // part: Writer.FlatVariantBig needs: Writer.U32 Writer.Big
        /// <summary>A Variant after the number of its bytes.</summary>
        internal void FlatVariant<T>(T v, string name, @Action<@Writer, T> put)
        {
            bool big = Big;
            Big = false;
            U32(0);
            int at = Length;
            try { put(this, v); } catch (@WireException e) { throw e.In(name); }
            Big = big;
            for (int i = 0, count = Length - at; i < 4; i++) Bytes[at - 4 + i] = (byte)(count >> 8 * (big ? 3 - i : i));
        }
        // part: Writer.Header
        internal void Header(int bytes, ulong bits) { for (; bytes > 0; bytes--, bits >>= 8) U8((int)(bits & 255)); }
        // part: Writer.Bits needs: Writer.Show
        internal static ulong Bits(long v, int bits, bool signed, string name)
        {
            long low = signed ? -1L << bits - 1 : 0, high = signed ? ~low : bits == 64 ? long.MaxValue : (1L << bits) - 1;
            if (v < low || v > high) throw Fail(name, "expected int from " + Show(low) + " to " + Show(high) + ", found " + Show(v));
            return (ulong)v & ulong.MaxValue >> 64 - bits;
        }
        // part: Writer.Nearest
        // Not Math.Round, which rounds ties to even, nor Floor(v + 0.5), which makes 1 of the float before 0.5.
        static uint Nearest(double v) { double whole = @Math.Floor(v); return v - whole >= 0.5 && whole < uint.MaxValue ? (uint)whole + 1 : (uint)whole; }
        // part: Writer.Range needs: Writer.Nearest Writer.Real
        internal static uint Range(double v, double low, double high, uint max, bool clamp, string name)
        {
            if (clamp && !double.IsNaN(v)) v = @Math.Max(low, @Math.Min(high, v));
            if (!(low <= v && v <= high))
            {
                if (v == (float)low) return 0;
                if (v == (float)high) return max;
                throw Fail(name, Real(v) + " is outside of " + Real(low) + " to " + Real(high));
            }
            return Nearest((v - low) / (high - low) * max);
        }
        // part: Writer.Angle needs: Writer.Nearest Writer.Real
        internal static uint Angle(double v, double turn, uint max, string name)
        {
            if (double.IsNaN(v) || double.IsInfinity(v)) throw Fail(name, Real(v) + " is not an angle");
            v %= turn;
            return Nearest((v < 0 ? v + turn : v) / turn * max);
        }
        // part: Writer.Half needs: Writer.Real
        internal static int Half(double v, string name)
        {
            long bits = @BitConverter.DoubleToInt64Bits(v), size = bits & long.MaxValue;
            uint sign = (uint)(bits >> 48) & 0x8000;
            int exponent = (int)(size >> 52) - 1023;
            if (exponent == 1024) return (int)(sign | 0x7c00 | ((size & 0xfffffffffffff) == 0 ? 0 : 0x200 | (uint)(size >> 42) & 0x3ff));
            if (exponent < -25) return (int)sign;
            int cut = exponent < -14 ? 28 - exponent : 42;
            long whole = size & 0xfffffffffffff | 1L << 52, kept = whole >> cut, lost = whole & (1L << cut) - 1, tie = 1L << cut - 1;
            if (lost > tie || lost == tie && (kept & 1) == 1) kept++;
            if (exponent >= -14) kept += (exponent + 14) * 0x400;
            if (kept >= 0x7c00) throw Fail(name, Real(v) + " is infinite in 16 bits");
            return (int)(sign | (uint)kept);
        }
        // part: Writer.Direction
        internal static float Direction(double x, double y, string name)
        {
            if (!(@Math.Abs(x) <= float.MaxValue && @Math.Abs(y) <= float.MaxValue) || x == 0 && y == 0) throw Fail(name, "expected a direction");
            return (float)@Math.Atan2(y, x);
        }
        // part: Writer.Octahedron
        internal static void Octahedron(float x, float y, float z, string name, out float u, out float v)
        {
            float sum = (float)((float)(@Math.Abs(x) + @Math.Abs(y)) + @Math.Abs(z));
            if (!(sum > 0 && sum <= float.MaxValue)) throw Fail(name, "expected a direction");
            x = (float)(x / sum);
            y = (float)(y / sum);
            u = z >= 0 ? x : (float)(1 - @Math.Abs(y)) * (x >= 0 ? 1 : -1);
            v = z >= 0 ? y : (float)(1 - @Math.Abs(x)) * (y >= 0 ? 1 : -1);
            u = (float)((float)(u * 0.5f) + 0.5f);
            v = (float)((float)(v * 0.5f) + 0.5f);
        }
        // part: Writer.SmallestThree needs: Writer.Nearest
        internal static ulong SmallestThree(double x, double y, double z, double w, int bits, int bytes, string name)
        {
            double length = @Math.Sqrt(x * x + y * y + z * z + w * w), size = 0, sign = 1;
            if (!(length > 0 && length <= double.MaxValue)) throw Fail(name, "expected a rotation");
            int largest = 0;
            for (int i = 0; i < 4; i++)
            {
                double part = i == 0 ? x : i == 1 ? y : i == 2 ? z : w;
                if (@Math.Abs(part) > size) { largest = i; size = @Math.Abs(part); sign = part < 0 ? -1 : 1; }
            }
            ulong number = (ulong)largest << 8 * bytes - 2 >> 3 * bits;
            for (int i = 0; i < 4; i++)
            {
                double part = i == 0 ? x : i == 1 ? y : i == 2 ? z : w;
                if (i != largest) number = number << bits | Nearest((@Math.Max(-1, @Math.Min(1, sign * part / length * @Math.Sqrt(2))) + 1) / 2 * ((1 << bits) - 1));
            }
            return number;
        }
        // part: Writer.Structures
        //{writer structures}
        // part: Writer
    }

