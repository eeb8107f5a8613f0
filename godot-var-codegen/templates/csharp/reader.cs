    // part: Reader needs: WireException
    internal delegate T @Take<T>(ref @Reader r, T old);

    /// <summary>Reads from a part of an array.</summary>
    internal struct @Reader
    {
        internal readonly byte[] Bytes;
        internal int At;
        readonly int begin, end;
        // part: Reader.Tags
        internal int TagAt;
        internal long Number;
        // part: Reader.FieldCount
        int fields;
        // part: Reader.Depth
        internal int depth;
        // part: Reader.Big
        /// <summary>Whether numbers of flat messages have the highest byte first.</summary>
        internal bool Big;
        // part: Reader.Whole
        /// <summary>Whether the next value is the whole message.</summary>
        bool whole;
        // part: Reader.Lost
        long lost;
        // part: Reader.Walked
        /// <summary>How many bytes were only stepped over, to find what is in them.</summary>
        internal long Walked;
        // part: Reader.Empty
        long empty;
        // part: Reader.Around needs: Claims
        internal @Claims Around;
        // part: Reader.Open
        /// <summary>Whether the next record ignores keys that it does not know.</summary>
        internal bool Open;
        // part: Reader

        internal @Reader(byte[] bytes, int start, int count) : this()
        {
            Bytes = bytes ?? throw new @ArgumentNullException(nameof(bytes));
            if (count < 0) count = bytes.Length - start;
            if (start < 0 || count < 0 || count > bytes.Length - start) throw new @ArgumentOutOfRangeException(nameof(count));
            At = begin = start;
            end = start + count;
        }

        // part: Reader.Message needs: Message
        internal static T Whole<T>(T v, byte[] bytes, int start, int count) where T : @Message { var r = new @Reader(bytes, start, count); try { v._read(ref r); return v; } catch (@WireException e) { throw e.Root(v._name); } }
        // part: Reader.WholeFlat needs: Message Reader.End
        internal static T WholeFlat<T>(T v, byte[] bytes, int start, int count) where T : @Message { var r = new @Reader(bytes, start, count); try { v._readFlat(ref r); return r.End(v); } catch (@WireException e) { throw e.Root(v._name); } }
        // part: Reader.WholeGrowing needs: Message Reader.End Reader.Whole
        internal static T WholeGrowing<T>(T v, byte[] bytes, int start, int count) where T : @Message { var r = new @Reader(bytes, start, count) { whole = true }; try { v._readFlat(ref r); return r.End(v); } catch (@WireException e) { throw e.Root(v._name); } }
        // part: Reader.Choice needs: Message
        internal static T Choice<T>(byte[] bytes, int start, int count, string name, T old, @Take<T> take) where T : @Message { var r = new @Reader(bytes, start, count); try { return take(ref r, old); } catch (@WireException e) { throw e.Root(name); } }
        // part: Reader.FlatChoice needs: Message Reader.End
        internal static T FlatChoice<T>(byte[] bytes, int start, int count, string name, T old, @Take<T> take) where T : @Message { var r = new @Reader(bytes, start, count); try { return r.End(take(ref r, old)); } catch (@WireException e) { throw e.Root(name); } }
        // part: Reader.Try
        /// <summary>Reads a message; false if the bytes are not one.</summary>
        internal static bool Try<T>(byte[] bytes, @Func<byte[], T> read, out T message, out string error) where T : class
        {
            try { message = read(bytes); error = null; return true; } catch (@WireException e) { message = null; error = e.Message; return false; }
        }
        // part: Reader.End needs: Message
        internal T End<T>(T message) where T : @Message { if (At < end) throw Fail(At, "expected the end of the message, found " + Show(end - At) + " more bytes").Root(message._name); return message; }
        // part: Reader.Whole
        internal void IsWhole() { whole = true; }
        internal bool TakeWhole() { bool was = whole; whole = false; return was; }
        // part: Reader.Ends
        /// <summary>Whether the message ends here.</summary>
        internal bool Ends => At == end;
        // part: Reader.ToEnd
        internal void ToEnd() { At = end; }
        // part: Reader.Trailing
        internal T Trailing<T>(T v, bool whole) { if (whole) At = end; return v; }
        // part: Reader.RestBytes
        internal byte[] RestBytes() { var all = new byte[end - At]; @Buffer.BlockCopy(Bytes, At, all, 0, all.Length); At = end; return all; }
        // part: Reader
        internal @WireException Fail(int at, string reason) { return new @WireException(at - begin, reason); }
        internal static string Show(long v) { return v.ToString(@CultureInfo.InvariantCulture); }
        int Need(long count, string name) { if (count > end - At) throw Fail(end, "the message ends here").In(name); int at = At; At += (int)count; return at; }
        // part: Reader.Take
        internal int Take(int count, string name) { return Need(count, name); }
        // part: Reader.Real
        static string Show(double v) { return v.ToString("R", @CultureInfo.InvariantCulture); }
        // part: Reader.Enter needs: Reader.Depth
        /// <summary>Enters a container.</summary>
        internal void Enter() { if (++depth > 128) throw Deep(At); }
        internal void Leave() { depth--; }
        // part: Reader.EnterPlain
        @WireException Deep(int at) { return Fail(at, "expected at most 128 levels of containers, found more"); }
        // part: Reader.EnterFinal needs: WireException.Final
        @WireException Deep(int at) { @WireException e = Fail(at, "expected at most 128 levels of containers, found more"); e.Final = true; return e; }

        // part: Reader.U8
        internal byte U8(string name) { return Bytes[Need(1, name)]; }
        // part: Reader.U16
        internal ushort U16(string name) { int at = Need(2, name); return (ushort)(Bytes[at] | Bytes[at + 1] << 8); }
        // part: Reader.U32
        internal uint U32(string name) { int at = Need(4, name); return Bytes[at] | (uint)Bytes[at + 1] << 8 | (uint)Bytes[at + 2] << 16 | (uint)Bytes[at + 3] << 24; }
        // part: Reader.U64 needs: Reader.U32
        internal ulong U64(string name) { Need(8, name); At -= 8; return U32(null) | (ulong)U32(null) << 32; }
        // part: Reader.F32 needs: Reader.U32 FloatBits
        internal float F32(string name) { return new @FloatBits { Bits = U32(name) }.Float; }
        // part: Reader.F64 needs: Reader.U64
        internal double F64(string name) { return @BitConverter.Int64BitsToDouble((long)U64(name)); }
        // part: Reader.N16 needs: Reader.U16 Reader.Big
        internal ushort N16(string name) { ushort v = U16(name); return Big ? (ushort)(v << 8 | v >> 8) : v; }
        // part: Reader.N32 needs: Reader.U32 Reader.Big
        internal uint N32(string name) { uint v = U32(name); return Big ? v << 24 | (v & 0xff00) << 8 | v >> 8 & 0xff00 | v >> 24 : v; }
        // part: Reader.N64 needs: Reader.N32
        internal ulong N64(string name) { Need(8, name); At -= 8; ulong a = N32(null), b = N32(null); return Big ? a << 32 | b : b << 32 | a; }
        // part: Reader.U48 needs: Reader.U16 Reader.U32
        internal ulong U48(string name) { Need(6, name); At -= 6; return U32(null) | (ulong)U16(null) << 32; }
        // part: Reader.N48 needs: Reader.U16 Reader.N32 Reader.N16
        internal ulong N48(string name) { Need(6, name); At -= 6; return Big ? (ulong)N16(null) << 32 | N32(null) : U32(null) | (ulong)U16(null) << 32; }
        // part: Reader.NF32 needs: Reader.N32 FloatBits
        internal float NF32(string name) { return new @FloatBits { Bits = N32(name) }.Float; }
        // part: Reader.NF64 needs: Reader.N64
        internal double NF64(string name) { return @BitConverter.Int64BitsToDouble((long)N64(name)); }
        // part: Reader.Utf8
        string Utf8(int at, int count) { try { return @Writer.Utf8.GetString(Bytes, at, count); } catch (@DecoderFallbackException) { throw Fail(at, "expected UTF-8, found other bytes"); } }
        // part: Reader.Varint needs: Reader.U8
        internal ulong Varint(ulong most, string name)
        {
            int at = At;
            ulong v = 0;
            for (int shift = 0; shift < 70; shift += 7)
            {
                byte b = U8(name);
                if (shift == 63 && b > 1) break;
                v |= (ulong)(b & 127) << shift;
                if (b > 127) continue;
                if (b == 0 && shift > 0) throw Fail(at, "expected a number in as few bytes as it needs").In(name);
                if (v > most) break;
                return v;
            }
            throw Fail(at, "expected a number up to " + most.ToString(@CultureInfo.InvariantCulture) + ", found a larger one").In(name);
        }
        // part: Reader.Zigzag needs: Reader.Varint
        internal long Zigzag(ulong most, string name) { ulong v = Varint(most, name); return (long)(v >> 1) ^ -(long)(v & 1); }
        // part: Reader.NotZero
        internal T NotZero<T>(T v, string name) where T : struct { if (v.Equals(default(T))) throw Fail(At, "expected a number other than 0, found 0").In(name); return v; }
        // part: Reader.Signed 
        internal ulong Signed(ulong v, string name) { if (v > long.MaxValue) throw Fail(At - 8, "expected int from 0 to 9223372036854775807, found a larger one").In(name); return v; }
        // part: Reader.AtMost
        internal T AtMost<T>(T v, int most, string name) where T : @ICollection { if (v.Count > most) throw Fail(At, "expected at most " + Show(most) + " elements, found " + Show(v.Count)).In(name); return v; }
        // part: Reader.Exactly
        internal T[] Exactly<T>(@List<T> v, int count) { if (v.Count != count) throw Fail(At, "expected " + Show(count) + " elements, found " + Show(v.Count)); return v.ToArray(); }
        // part: Reader.Parsed needs: Texts
        internal string Parsed(string v, @Func<string, bool> fits, string expected) { if (!fits(v)) throw Fail(At, "expected " + expected + ", found another text"); return v; }
        // part: Reader.InBig needs: Reader.Big Reader
        internal T InBig<T>(T old, @Take<T> take) { bool big = Big; Big = true; T v = take(ref this, old); Big = big; return v; }

        // part: Reader.Head needs: Reader.U32
        int Head(out bool wide) { uint head = U32(null); wide = (head >> 16 & 1) != 0; return (int)(head & 255); }
        bool Typed(int type) { int at = At, found = Head(out bool wide); if (found != type) throw Found(at, found, @Id.Names[type]); return wide; }
        @WireException Found(int at, int type, string expected) { return Fail(at, type >= @Id.Names.Length ? "no type has the number " + Show(type) : "expected " + expected + ", found " + @Id.Names[type]); }
        // part: Reader.Only needs: Reader.Head
        /// <summary>Refuses other types of values than this one.</summary>
        internal bool Only(int type) { int at = At; Typed(type); At = at; return true; }
        // part: Reader.OnlyWide needs: Reader.Head
        /// <summary>The same, in one width.</summary>
        internal bool Only(int type, bool wide) { int at = At; if (Typed(type) != wide) throw Fail(at, "expected components of the other width"); At = at; return true; }
        // part: Reader.Is
        /// <summary>Whether the next value has one of these types.</summary>
        internal bool Is(ulong types) { return end - At >= 4 && Bytes[At] < 64 && (types >> Bytes[At] & 1) != 0; }
        // part: Reader.Again needs: Reader.Walked WireException.Final Reader.Lost
        /// <summary>Goes back to this place after an attempt that failed.</summary>
        internal void Again(ref @Reader r, @WireException e)
        {
            if (e.Final) throw e;
            // An exception takes longer than the bytes of a small value.
            long all = r.lost + (r.At - At) + (r.Walked - Walked) + 256;
            if (all > (end - begin) * 1024L + 65536) { e = r.Fail(At, "too many variants were tried"); e.Final = true; throw e; }
            r = this;
            r.lost = all;
        }
        // part: Reader.NoFit needs: Reader.Head
        internal @WireException NoFit(string name) { int at = At, type = Head(out _); At = at; return type < @Id.Names.Length ? Fail(at, "expected a variant of " + name + ", found " + @Id.Names[type] + ", which fits none").Root(name) : Found(at, type, null); }
        // part: Reader.Nil
        internal bool Nil() { if (end - At < 4 || Bytes[At] != 0) return false; At += 4; return true; }
        // part: Reader.Unit needs: Reader.Head
        internal @ValueTuple Unit() { Typed(@Id.Nil); return default(@ValueTuple); }
        // part: Reader.Bool needs: Reader.Head
        internal bool Bool() { Typed(@Id.Bool); return U32(null) != 0; }
        // part: Reader.Int needs: Reader.Head Reader.RealOf Reader.Fit Reader.U64 Reader.Real
        internal long Int(long low = long.MinValue, long high = long.MaxValue, bool zero = true)
        {
            int at = At, type = Head(out bool wide);
            long v;
            if (type == @Id.Int) v = wide ? (long)U64(null) : (int)U32(null);
            else if (type == @Id.Float)
            {
                double d = Real(wide);
                if (!(d == @Math.Floor(d) && @Math.Abs(d) <= 9007199254740992)) throw Fail(at, "expected int, found float " + Show(d));
                v = (long)d;
            }
            else throw Found(at, type, "int");
            return Fit(at, v, low, high, zero);
        }
        // part: Reader.Fit
        long Fit(int at, long v, long low, long high, bool zero)
        {
            if (v < low || v > high || v == 0 && !zero) throw Fail(at, "expected int from " + Show(low) + " to " + Show(high) + (zero ? "" : ", not 0") + ", found " + Show(v));
            return v;
        }
        // part: Reader.RealOf needs: Reader.F32 Reader.U64
        double Real(bool wide) { return wide ? @BitConverter.Int64BitsToDouble((long)U64(null)) : F32(null); }
        // part: Reader.Single needs: Reader.RealOf Reader.Real
        float Single(bool wide)
        {
            if (!wide) return F32(null);
            int at = At;
            double d = Real(true);
            if (float.IsInfinity((float)d) && !double.IsInfinity(d)) throw Fail(at, "expected a float of 32 bits, found " + Show(d));
            return (float)d;
        }
        // part: Reader.Float32 needs: Reader.Head Reader.Single Reader.Int
        internal float Float32()
        {
            int at = At, type = Head(out bool wide);
            if (type == @Id.Float) return Single(wide);
            if (type != @Id.Int) throw Found(at, type, "float");
            At = at;
            return Int(-9007199254740992, 9007199254740992);
        }
        // part: Reader.Float64 needs: Reader.Head Reader.RealOf Reader.Int
        internal double Float64()
        {
            int at = At, type = Head(out bool wide);
            if (type == @Id.Float) return Real(wide);
            if (type != @Id.Int) throw Found(at, type, "float");
            At = at;
            return Int(-9007199254740992, 9007199254740992);
        }
        // part: Reader.Seconds needs: Reader.Real
        internal double Seconds(double v, bool since1970, string name)
        {
            if (since1970 ? !(@Math.Abs(v) < 9223372036854775808.0) : !(v >= 0 && v < 18446744073709551616.0)) throw Fail(At, "expected a time in seconds, found " + Show(v)).In(name);
            return v;
        }
        // part: Reader.Text needs: Reader.Head Reader.Chars Reader.Utf8
        internal string Text(int max = int.MaxValue)
        {
            int head = At, type = Head(out _);
            if (type != @Id.String && type != @Id.StringName) throw Found(head, type, "String");
            int at = Chars(out int count);
            if (count > max) throw Fail(head, "longer than " + Show(max) + " bytes");
            return Utf8(at, count);
        }
        // part: Reader.Letter needs: Reader.Text
        internal string Letter()
        {
            int at = At;
            string v = Text();
            if (v.Length != (v.Length > 0 && char.IsHighSurrogate(v[0]) ? 2 : 1)) throw Fail(at, "expected String of one character, found another number of them");
            return v;
        }
        // part: Reader.NodePath needs: Reader.Text Writer.NodePath
        internal string NodePath(int max = int.MaxValue, bool asText = false)
        {
            int at = At, type = Head(out _);
            string text;
            if (type == @Id.NodePath)
            {
                text = Path(at);
                if (asText && @Writer.Normal(text) != text) throw Fail(at, "expected a NodePath that is its text, found another one");
            }
            else
            {
                At = at;
                text = @Writer.Normal(Text());
            }
            if (@Writer.Utf8.GetByteCount(text) > max) throw Fail(at, "longer than " + Show(max) + " bytes");
            return text;
        }
        string Path(int at)
        {
            uint head = U32(null), names = head & 0x7fffffff, more = U32(null), flags = U32(null);
            if (head < 0x80000000) throw Fail(at, "expected a NodePath, found its obsolete form");
            long all = (long)names + more + (flags >> 1 & 1);
            if (all * 4 > end - At) throw Fail(At, "expected a count that the message can hold, found " + Show(all));
            var text = new @StringBuilder((flags & 1) != 0 ? "/" : "");
            for (long i = 0; i < all; i++)
            {
                int from = Chars(out int count);
                text.Append(i >= names ? ":" : i > 0 ? "/" : "").Append(Utf8(from, count));
            }
            return text.ToString();
        }
        // part: Reader.Chars needs: Reader.U32
        internal int Chars(out int count) { uint n = U32(null); int at = Need((n + 3L) & ~3L, null); count = (int)n; return at; }
        // part: Reader.Rid needs: Reader.Head Reader.U64
        internal ulong Rid() { Typed(@Id.Rid); return @Id.TypedContainers ? U64(null) : 0; }
        // part: Reader.ObjectId needs: Reader.Head Reader.U64 Reader.Nil
        internal ulong ObjectId()
        {
            int at = At;
            if (Nil()) return 0;
            if (!Typed(@Id.Object)) throw Fail(at, "expected an object id, found an encoded object");
            return U64(null);
        }
        // part: Reader.Raw needs: Reader.Skip
        /// <summary>The bytes of a value, which is of this type unless that is negative.</summary>
        internal byte[] Raw(int type)
        {
            int at = At;
            if (type >= 0) { Typed(type); At = at; }
            Skip(true);
            var raw = new byte[(At - at + 3) & ~3]; // bytes at the end may lack their padding
            @Buffer.BlockCopy(Bytes, at, raw, 0, At - at);
            return raw;
        }
        // part: Reader.MessageOf needs: Reader.Message
        internal T Message<T>(T v) where T : @Message { v._read(ref this); return v; }

        // part: Reader.Array needs: Reader.Head Reader.Count
        /// <summary>Reads the header of an Array, typed or not, and returns its count.</summary>
        internal int Array() { int at = At; Typed(@Id.Array); return Count(at, 1, 4); }
        // part: Reader.Dictionary needs: Reader.Head Reader.Count
        internal int Dictionary() { int at = At; Typed(@Id.Dictionary); return Count(at, 2, 8); }
        // part: Reader.Count needs: Reader.Chars Reader.Utf8
        int Count(int head, int types, int size)
        {
            for (int kinds = @Id.TypedContainers ? Bytes[head + 2] : 0; types > 0; types--, kinds >>= 2)
            {
                if ((kinds & 3) == 1) { int at = At; uint type = U32(null); if (type >= @Id.Names.Length) throw Found(at, (int)(type & int.MaxValue), null); }
                else if ((kinds & 3) != 0) { int at = Chars(out int count); Utf8(at, count); }
            }
            long n = U32(null) & 0x7fffffff;
            if (n * size > end - At) throw Fail(At - 4, "expected a count that the message can hold, found " + Show(n));
            return (int)n;
        }
        // part: Reader.PackedCount
        int PackedCount(int size)
        {
            long n = U32(null);
            if (n * size > end - At) throw Fail(At - 4, "expected a count that the message can hold, found " + Show(n));
            return (int)n;
        }
        // part: Reader.List needs: Reader.Array Reader.Each
        internal @List<T> List<T>(@List<T> list, @Take<T> take) { return Each(list, Array(), take); }
        // part: Reader.Packed needs: Reader.PackedCount Reader.List
        /// <summary>Reads a packed array of this type, or an Array.</summary>
        internal @List<T> Packed<T>(@List<T> list, int packed, int size, @Take<T> narrow, @Take<T> wide, @Take<T> take)
        {
            int at = At;
            if (Head(out bool isWide) != packed) { At = at; return List(list, take); }
            isWide &= @Id.WideReals && wide != null;
            return Each(list, PackedCount(isWide ? size * 2 : size), isWide ? wide : narrow);
        }
        // part: Reader.Texts needs: Reader.PackedCount Reader.List Reader.Element
        /// <summary>Reads a packed array of texts, or an Array.</summary>
        internal @List<string> Texts(@List<string> list, @Take<string> take)
        {
            int at = At;
            if (Head(out _) != @Id.PackedStringArray) { At = at; return List(list, take); }
            return Each(list, PackedCount(4), (ref @Reader q, string old) => q.Element());
        }
        // part: Reader.ParsedTexts needs: Reader.Texts Texts
        internal @List<string> ParsedTexts(@List<string> list, @Func<string, bool> fits, string expected)
        {
            list = Texts(list, (ref @Reader q, string old) => q.Text());
            for (int i = 0; i < list.Count; i++) if (!fits(list[i])) throw Fail(At, "expected " + expected + ", found another text").At(i);
            return list;
        }
        // part: Reader.Element needs: Reader.Chars Reader.Utf8
        string Element() { int at = Chars(out int count); if (count > 0 && Bytes[at + count - 1] == 0) count--; return Utf8(at, count); }
        // part: Reader.Ints needs: Reader.PackedCount Reader.Int Reader.Array Reader.Enter Reader.U8
        /// <summary>Reads a packed array of ints, or an Array of them, in a range.</summary>
        internal @List<T> Ints<T>(@List<T> list, long low, long high, bool zero, @Func<long, T> make)
        {
            int head = At, type = Head(out _), size = type == @Id.PackedByteArray ? 1 : type == @Id.PackedInt32Array ? 4 : type == @Id.PackedInt64Array ? 8 : 0;
            if (size == 0) At = head;
            int count = size == 0 ? Array() : PackedCount(size), i = 0;
            list = list ?? new @List<T>();
            if (size == 0) Enter();
            try
            {
                for (; i < count; i++)
                {
                    int at = At;
                    T v = make(size == 0 ? Int(low, high, zero) : Fit(at, size == 1 ? U8(null) : size == 4 ? (int)U32(null) : (long)U64(null), low, high, zero));
                    if (i < list.Count) list[i] = v; else list.Add(v);
                }
            }
            catch (@WireException e) { throw e.At(i); }
            if (size == 0) Leave();
            if (size == 1) At = @Math.Min(end, At + (-count & 3));
            if (list.Count > count) list.RemoveRange(count, list.Count - count);
            return list;
        }
        // part: Reader.ByteArray needs: Reader.Ints
        internal byte[] ByteArray()
        {
            int at = At;
            if (Head(out _) != @Id.PackedByteArray) { At = at; return Ints<byte>(null, 0, 255, true, v => (byte)v).ToArray(); }
            var all = new byte[PackedCount(1)];
            @Buffer.BlockCopy(Bytes, At, all, 0, all.Length);
            At = @Math.Min(end, At + all.Length + (-all.Length & 3));
            return all;
        }
        // part: Reader.Floats needs: Reader.PackedCount Reader.List Reader.Single
        /// <summary>Reads a packed array of floats, or an Array of numbers.</summary>
        internal @List<T> Floats<T>(@List<T> list, @Take<T> narrow, @Take<T> wide, @Take<T> take)
        {
            int at = At, type = Head(out _);
            if (type == @Id.PackedFloat32Array) return Each(list, PackedCount(4), narrow);
            if (type == @Id.PackedFloat64Array) return Each(list, PackedCount(8), wide);
            At = at;
            return List(list, take);
        }
        internal float NarrowOf() { return Single(true); }
        // part: Reader.Map needs: Reader.Dictionary Reader.Pairs
        internal @Dictionary<K, V> Map<K, V>(@Dictionary<K, V> map, @Take<K> key, @Take<V> value) { return Pairs(map, Dictionary(), key, value); }
        // part: Reader.Tuple needs: Reader.Elements Reader.Enter
        internal T Tuple<T>(T old, int count, @Take<T> take) { Elements(count, count); Enter(); T v = take(ref this, old); Leave(); return v; }
        // part: Reader.Each needs: Reader.Enter
        @List<T> Each<T>(@List<T> list, int count, @Take<T> take)
        {
            list = list ?? new @List<T>();
            Enter();
            int i = 0;
            try
            {
                for (; i < count; i++)
                    if (i < list.Count) list[i] = take(ref this, list[i]); else list.Add(take(ref this, default(T)));
            }
            catch (@WireException e) { throw e.At(i); }
            Leave();
            if (list.Count > count) list.RemoveRange(count, list.Count - count);
            return list;
        }
        // part: Reader.Pairs needs: Reader.Enter
        @Dictionary<K, V> Pairs<K, V>(@Dictionary<K, V> map, int count, @Take<K> take, @Take<V> value)
        {
            if (map == null) map = new @Dictionary<K, V>(); else map.Clear();
            Enter();
            int i = 0;
            string step = null;
            try
            {
                for (; i < count; i++)
                {
                    step = null;
                    K key = take(ref this, default(K));
                    step = key as string ?? "";
                    map[key] = value(ref this, default(V));
                }
            }
            catch (@WireException e) { throw step == null || typeof(K) != typeof(string) ? e.At(i) : e.In(step); }
            Leave();
            return map;
        }

        // part: Reader.Record needs: Reader.Walked Reader.Dictionary Reader.Key Reader.Skip Shape Reader.Enter
        /// <summary>Reads the entries of a Dictionary in any order.</summary>
        internal void Record(@Message v)
        {
            @Shape shape = v._form;
            ulong seen = 0;
            int left = Dictionary(), index = -1, level = depth + 1;
            int[] last = null;
            // part: Reader.RecordAround needs: Reader.Around
            @Claims around = Around;
            // part: Reader.Many
            ulong[] more = shape.Keys.Length > 64 ? new ulong[shape.Keys.Length / 64] : null;
            // part: Reader.Closed needs: Shape.Closed Reader.Open Reader.Among
            bool closed = shape.Besides != null && !Open;
            Open = false;
            // part: Reader.Record
            Enter();
            try
            {
                for (int next = 0; left > 0; left--)
                {
                    index = -1;
                    // part: Reader.Closed
                    int at = At;
                    // part: Reader.Record
                    index = Key(shape.Keys, next);
                    // part: Reader.Closed
                    if (index < 0 && closed) Known(at, shape);
                    // part: Reader.Record
                    if (index < 0) { Skip(); continue; }
                    next = index + 1;
                    // part: Reader.Alias needs: Shape.Alias
                    int fields = shape.Keys.Length - shape.Fields.Length;
                    if (index >= fields) index = shape.Fields[index - fields];
                    // part: Reader.Record
                    int from = At;
                    if (last != null && last[index] != from) { Skip(); continue; }
                    try { v._field(index, ref this); }
                    catch (@WireException e)
                    {
                        // Of a repeated key the last value counts.
                        depth = level;
                        At = from;
                        last = Last(shape, index, left);
                        // part: Reader.RecordFinal needs: WireException.Final
                        if (e.Final) throw e;
                        // part: Reader.RecordAround
                        Around = around;
                        // part: Reader.RecordOpen needs: Reader.Open
                        Open = false;
                        // part: Reader.Record
                        if (last[index] == from) throw e;
                        At = from;
                        Skip();
                    }
                    // part: Reader.Few
                    seen |= 1UL << index;
                    // part: Reader.Many
                    if (index < 64) seen |= 1UL << index; else more[index / 64 - 1] |= 1UL << index;
                    // part: Reader.Record
                }
                // part: Reader.NoAlias
                for (index = 0; index < shape.Keys.Length; index++)
                // part: Reader.Alias
                for (index = 0; index < shape.Keys.Length - shape.Fields.Length; index++)
                // part: Reader.Record
                {
                    // part: Reader.Few
                    if ((seen >> index & 1) == 0 && !v._missing(index)) throw Fail(At, "the field is missing");
                    // part: Reader.Many
                    if (((index < 64 ? seen : more[index / 64 - 1]) >> index & 1) == 0 && !v._missing(index)) throw Fail(At, "the field is missing");
                    // part: Reader.Record
                }
            }
            catch (@WireException e) { throw index < 0 ? e : e.In(@Writer.Utf8.GetString(shape.Keys[index])); }
            Leave();
        }
        // part: Reader.Record
        /// <summary>Where the last value of each field begins, from this one on.</summary>
        int[] Last(@Shape shape, int index, int left)
        {
            var last = new int[shape.Keys.Length];
            int start = At;
            for (; left > 0; left--)
            {
                // part: Reader.Alias
                int fields = shape.Keys.Length - shape.Fields.Length;
                if (index >= fields) index = shape.Fields[index - fields];
                // part: Reader.Record
                if (index >= 0) last[index] = At;
                try { Skip(); if (left > 1) index = Key(shape.Keys, 0); } catch (@WireException) { break; }
            }
            Walked += At - start;
            return last;
        }
        // part: Reader.Closed needs: Reader.Chars
        void Known(int at, @Shape shape)
        {
            int after = At;
            At = at;
            int type = Head(out _), count = 0, from = type == @Id.String || type == @Id.StringName ? Chars(out count) : -1;
            if (from < 0 || !Among(shape.Besides, from, count)) throw Fail(at, "expected known keys only, found " + (from < 0 ? "one that is not a text" : "\"" + Utf8(from, count) + "\""));
            At = after;
        }
        // part: Reader.Among
        internal bool Among(byte[][] keys, int at, int count)
        {
            foreach (byte[] key in keys)
            {
                int i = 0;
                if (key.Length != count) continue;
                while (i < count && key[i] == Bytes[at + i]) i++;
                if (i == count) return true;
            }
            return false;
        }
        // part: Reader.OnlyKnown needs: Reader.Walked Message.knows Reader.Dictionary Reader.Skip Reader.Chars
        /// <summary>Refuses keys of the Dictionary at a place that the value does not know.</summary>
        internal void OnlyKnown(int start, @Message v)
        {
            int after = At;
            At = start;
            for (int left = Dictionary(); left > 0; left--)
            {
                int at = At, type = Head(out _), count = 0, from = type == @Id.String || type == @Id.StringName ? Chars(out count) : -1;
                if (from < 0 || !v._knows(ref this, from, count)) throw Fail(at, "expected known keys only, found " + (from < 0 ? "one that is not a text" : "\"" + Utf8(from, count) + "\""));
                Skip();
            }
            Walked += At - start;
            At = after;
        }
        // part: Reader.Key needs: Reader.Chars Reader.Skip
        /// <summary>Returns which key this is, or -1. Tries first the one that is expected next.</summary>
        int Key(byte[][] keys, int next)
        {
            int start = At, type = Head(out _);
            if (type == @Id.String || type == @Id.StringName)
                for (int at = Chars(out int count), tries = 0; tries < keys.Length; tries++, next++)
                {
                    if (next >= keys.Length) next = 0;
                    byte[] key = keys[next];
                    int i = 0;
                    if (key.Length != count) continue;
                    while (i < count && key[i] == Bytes[at + i]) i++;
                    if (i == count) return next;
                }
            At = start;
            Skip();
            return -1;
        }
        // part: Reader.Elements needs: Reader.Array
        internal int Elements(int least, int most)
        {
            int at = At, count = Array();
            if (count < least || count > most) throw Fail(at, "expected an Array of " + Show(most) + " elements, found " + Show(count));
            return count;
        }
        // part: Reader.Fields needs: Reader.Elements Reader.Enter Message
        /// <summary>Reads the fields of an Array, of which the last may be missing.</summary>
        internal void Fields(@Message v, int least, int most)
        {
            int count = Elements(least, most), i = 0;
            Enter();
            // part: Reader.FieldsMissing needs: Message.missing
            for (i = count; i < most; i++) v._missing(i);
            i = 0;
            // part: Reader.Fields
            try { for (; i < count; i++) v._field(i, ref this); } catch (@WireException e) { throw e.At(i); }
            Leave();
        }
        // part: Reader.Rest needs: Reader.Dictionary Reader.Around Reader.Among Reader.Skip Reader.Chars
        /// <summary>Reads the entries of a Dictionary that no field has.</summary>
        internal @Dictionary<string, V> Rest<V>(@Dictionary<string, V> map, @Shape claims, @Take<V> value)
        {
            if (map == null) map = new @Dictionary<string, V>(); else map.Clear();
            int left = Dictionary();
            Enter();
            for (; left > 0; left--)
            {
                int at = At, type = Head(out _);
                if (type != @Id.String && type != @Id.StringName) throw Found(at, type, "String as key");
                int from = Chars(out int count);
                bool claimed = false;
                for (var outer = new @Claims(claims, Around); outer != null && !claimed; outer = outer.Outer) claimed = Among(outer.Shape.Keys, from, count);
                if (claimed) { Skip(); continue; }
                string key = Utf8(from, count);
                try { map[key] = value(ref this, default(V)); } catch (@WireException e) { throw e.In(key); }
            }
            Leave();
            return map;
        }
        // part: Reader.Beside needs: Reader.Open
        /// <summary>Reads a value whose fields are among those of the Dictionary at a place.</summary>
        internal T Beside<T>(int start, T old, @Take<T> take) { At = start; Open = true; T v = take(ref this, old); Open = false; return v; }
        // part: Reader.Perhaps needs: Reader.Beside Reader.Again
        /// <summary>The same for one that may not be there.</summary>
        internal T Perhaps<T>(int start, T old, @Take<T> take) where T : class
        {
            @Reader before = this;
            int after = At;
            try { return Beside(start, old, take); } catch (@WireException e) { before.Again(ref this, e); At = after; return null; }
        }
        // part: Reader.Within needs: Reader.Around Reader.Beside
        internal T Within<T>(int start, @Shape claims, T old, @Take<T> take)
        {
            Around = new @Claims(claims, Around);
            T v = Beside(start, old, take);
            Around = Around.Outer;
            return v;
        }

        // part: Reader.Tag needs: Reader.FieldCount Reader.Array Reader.Int Reader.Tags Reader.Enter
        /// <summary>Reads the number of a variant.</summary>
        internal long Tag(string name)
        {
            TagAt = At;
            try
            {
                fields = Array() - 1;
                if (fields < 0) throw Fail(TagAt, "expected an Array that begins with a message id, found an empty one");
                TagAt = At;
                Enter();
                return Number = Int();
            }
            catch (@WireException e) { throw e.Root(name); }
        }
        // part: Reader.TagOrName needs: Reader.FieldCount Reader.Array Reader.TagOf Reader.Tags Reader.Enter
        /// <summary>Reads the name of a variant; null if it has a number.</summary>
        internal string TagOrName(string name)
        {
            TagAt = At;
            try
            {
                fields = Array() - 1;
                if (fields < 0) throw Fail(TagAt, "expected an Array that begins with a message id, found an empty one");
                TagAt = At;
                Enter();
                return TagOf();
            }
            catch (@WireException e) { throw e.Root(name); }
        }
        // part: Reader.TagOf needs: Reader.Text Reader.Int Reader.Tags
        string TagOf()
        {
            int at = At, type = Head(out _);
            At = at;
            if (type == @Id.String || type == @Id.StringName) return Text();
            if (type != @Id.Int && type != @Id.Float) throw Found(at, type, "a tag: String or int");
            Number = Int();
            return null;
        }
        // part: Reader.NoVariant needs: Reader.Tags
        internal @WireException NoVariant(string name, string all) { return Fail(TagAt, "no " + name + " has the number " + Show(Number) + "; it has " + all).Root(name); }
        // part: Reader.NoName needs: Reader.Tags
        internal @WireException NoName(string name, string tag, string all) { return Fail(TagAt, "no " + name + " has the " + (tag == null ? "number " + Show(Number) : "name \"" + tag + "\"") + "; it has " + all).Root(name); }
        // part: Reader.Variant needs: Reader.Tag
        internal T Variant<T>(T v, int expected) where T : @Message
        {
            try
            {
                if (fields != expected) throw Fail(At, "expected an Array of " + Show(expected + 1) + " elements, found " + Show(fields + 1));
                for (int i = 0; i < expected; i++) v._field(i, ref this);
            }
            catch (@WireException e) { throw e.Root(v._name); }
            Leave();
            return v;
        }
        // part: Reader.VariantMissing needs: Reader.FieldCount Reader.Tags Message.missing
        internal T Variant<T>(T v, int least, int most) where T : @Message
        {
            int i = 0;
            try
            {
                int count = fields;
                if (count < least || count > most) throw Fail(At, "expected an Array of " + Show(most + 1) + " elements, found " + Show(count + 1));
                for (i = count; i < most; i++) v._missing(i);
                for (i = 0; i < count; i++) v._field(i, ref this);
            }
            catch (@WireException e) { throw e.At(i).Root(v._name); }
            Leave();
            return v;
        }
        // part: Reader.Find needs: Reader.Walked Reader.Dictionary Reader.TagOf Reader.Key Reader.Skip Reader.Tags
        /// <summary>Returns the tag of the Dictionary that begins here, or null for a number, and stays here.</summary>
        internal string Find(byte[][] keys, string name)
        {
            int start = At, found = -1;
            for (int left = Dictionary(); left > 0; left--) { if (Key(keys, 0) == 0) found = At; Skip(); }
            Walked += At - start;
            try
            {
                if (found < 0) throw Fail(start, "the field is missing");
                At = TagAt = found;
                string tag = TagOf();
                At = start;
                return tag;
            }
            catch (@WireException e) { throw e.In(@Writer.Utf8.GetString(keys[0])).Root(name); }
        }
        // part: Reader.Adjacent needs: Reader.Walked Reader.Dictionary Reader.TagOf Reader.Key Reader.Skip Reader.Tags Reader.Enter
        /// <summary>Goes to the end of a Dictionary of a tag and a content. Returns the tag, or null for a number.</summary>
        internal string Adjacent(byte[][] keys, string name, out int content)
        {
            int start = At, found = -1;
            content = -1;
            int left = Dictionary();
            Enter();
            for (; left > 0; left--)
            {
                int key = Key(keys, 0);
                if (key == 0) found = At; else if (key == 1) content = At;
                Skip();
            }
            Leave();
            int after = At;
            Walked += after - start;
            try
            {
                if (found < 0) throw Fail(start, "the field is missing");
                At = TagAt = found;
                string tag = TagOf();
                At = after;
                return tag;
            }
            catch (@WireException e) { throw e.In(@Writer.Utf8.GetString(keys[0])).Root(name); }
        }
        // part: Reader.Content needs: Message Reader.Enter
        /// <summary>Reads the content of a variant at a place; unless that is here, goes on here after it.</summary>
        internal T Content<T>(T v, int at, string key, bool here) where T : @Message
        {
            int after = At;
            At = at;
            try
            {
                if (at < 0) throw Fail(after, "the field is missing");
                if (!here) Enter();
                v._read(ref this);
            }
            catch (@WireException e) { throw e.In(key).Root(v._name); }
            if (here) return v;
            Leave();
            At = after;
            return v;
        }
        // part: Reader.SkipFields needs: Reader.FieldCount Reader.Tags Reader.Skip
        internal void SkipFields() { for (; fields > 0; fields--) Skip(); Leave(); }
        // part: Reader.External needs: Reader.Dictionary Reader.Text Reader.Tags Reader.Enter
        /// <summary>Reads the name of a variant, and whether its content follows.</summary>
        internal string External(out bool content)
        {
            int at = At, type = Head(out _);
            At = TagAt = at;
            content = type == @Id.Dictionary;
            if (content)
            {
                int count = Dictionary();
                if (count != 1) throw Fail(at, "expected a Dictionary of one pair, the variant's name and its content, found " + Show(count));
                Enter();
                TagAt = At;
            }
            else if (type != @Id.String && type != @Id.StringName) throw Found(at, type, "String or Dictionary");
            return Text();
        }
        internal T After<T>(T v, bool found, bool expected) where T : @Message
        {
            try
            {
                if (found != expected) throw Fail(TagAt, expected ? "expected a Dictionary of the name and a content, found the name alone" : "expected the name alone, found a content");
                if (!expected) return v;
                v._read(ref this);
            }
            catch (@WireException e) { throw e.Root(v._name); }
            Leave();
            return v;
        }

        // part: Reader.Skip needs: Reader.Head Reader.Count Reader.Dictionary Reader.Array Reader.Element Reader.U64 Reader.Depth Reader.Enter
        internal void Skip(bool check = false)
        {
            int at = At, type = Head(out bool wide), count;
            if (type >= @Id.Names.Length) throw Found(at, type, null);
            int words = @Id.Words[type] < 0 && wide && (@Id.WideReals || type < @Id.String) ? -2 * @Id.Words[type] : @Math.Abs((int)@Id.Words[type]);
            if (type == @Id.String || type == @Id.StringName) { at = Chars(out count); if (check) Utf8(at, count); }
            else if (type == @Id.NodePath) SkipPath(check);
            else if (type == @Id.Object) { if (!wide) throw Fail(at, "expected an object id, found an encoded object"); Need(8, null); }
            else if (type == @Id.Signal) { at = Chars(out count); if (check) Utf8(at, count); Need(8, null); }
            else if (type == @Id.Dictionary || type == @Id.Array)
            {
                At = at;
                count = type == @Id.Array ? Array() : 2 * Dictionary();
                Enter();
                for (; count > 0; count--) Skip(check);
                Leave();
            }
            else if (type == @Id.PackedByteArray) { long n = U32(null); Need(n, null); At = @Math.Min(end, At + (int)(-n & 3)); }
            else if (type == @Id.PackedStringArray) { for (uint n = U32(null); n > 0; n--) if (check) Element(); else Chars(out count); }
            else if (type > @Id.PackedByteArray) { long n = U32(null); Need(n * words * 4, null); }
            else Need(words * 4, null);
        }
        void SkipPath(bool check)
        {
            int at = At;
            uint head = U32(null), n = head & 0x7fffffff, more = U32(null);
            if (head < 0x80000000) throw Fail(at, "expected a NodePath, found its obsolete form");
            if ((U32(null) & 2) != 0) more++;
            for (long all = (long)n + more; all > 0; all--) { at = Chars(out int count); if (check) Utf8(at, count); }
        }

        // part: Reader.FlatBool needs: Reader.U8
        internal bool FlatBool(string name) { byte v = U8(name); if (v > 1) throw Fail(At - 1, "expected a bool, 0 or 1, found " + Show(v)).In(name); return v == 1; }
        // part: Reader.FlatLen needs: Reader.Varint
        long FlatLen(int size, string name)
        {
            if (size == 0) return (long)Varint(long.MaxValue, name);
            int at = Need(size, name);
            long n = 0;
            for (int i = 0; i < size; i++) n |= (long)Bytes[at + i] << 8 * i;
            return n;
        }
        // part: Reader.FlatLenBig needs: Reader.Varint Reader.Big
        long FlatLen(int size, string name)
        {
            if (size == 0) return (long)Varint(long.MaxValue, name);
            int at = Need(size, name);
            long n = 0;
            for (int i = 0; i < size; i++) n |= (long)Bytes[at + i] << 8 * (Big ? size - 1 - i : i);
            return n;
        }
        // part: Reader.FlatText needs: Reader.Utf8
        internal string FlatText(string name, int max = int.MaxValue, int size = 0)
        {
            int head = At;
            long count = FlatLen(size, name);
            if (count > max) throw Fail(head, "longer than " + Show(max) + " bytes").In(name);
            int at = Need(count, name);
            try { return Utf8(at, (int)count); } catch (@WireException e) { throw e.In(name); }
        }
        // part: Reader.CText needs: Reader.Utf8
        internal string CText(string name, int max = int.MaxValue)
        {
            int count = 0;
            while (At + count < end && Bytes[At + count] != 0) count++;
            if (count > max) throw Fail(At, "longer than " + Show(max) + " bytes").In(name);
            int at = Need(count + 1, name);
            try { return Utf8(at, count); } catch (@WireException e) { throw e.In(name); }
        }
        // part: Reader.FlatLetter needs: Reader.Varint
        internal string FlatLetter(string name)
        {
            int at = At, v = (int)Varint(0x10ffff, name);
            if (v >= 0xd800 && v < 0xe000) throw Fail(at, "expected a character, found half of a surrogate pair").In(name);
            return char.ConvertFromUtf32(v);
        }
        // part: Reader.FlatMessage needs: Message
        internal T FlatMessage<T>(T v) where T : @Message { v._readFlat(ref this); return v; }
        // part: Reader.FlatDeeper needs: Message Reader.Enter
        /// <summary>Reads a value of a type around itself without a list: a pointer is between them, which is a level, too.</summary>
        internal T FlatDeeper<T>(string name, T old, @Take<T> take)
        {
            try { Enter(); T v = take(ref this, old); Leave(); return v; } catch (@WireException e) { throw e.In(name); }
        }
        // part: Reader.FlatVariantOf needs: Message
        internal T FlatVariantOf<T>(T v) where T : @Message { try { v._readFlat(ref this); } catch (@WireException e) { throw e.Root(v._name); } return v; }
        // part: Reader.FlatField
        /// <summary>Reads a value with its name for errors.</summary>
        internal T In<T>(string name, T old, @Take<T> take) { try { return take(ref this, old); } catch (@WireException e) { throw e.In(name); } }
        // part: Reader.FlatCount
        int FlatCount(int size, int prefix)
        {
            int at = At;
            long n = FlatLen(prefix, null);
            if (n * size > end - At || n > 1048576) throw Fail(at, "expected a count that the message can hold, found " + Show(n));
            // part: Reader.EmptyCount needs: Reader.Empty
            if (size == 0) Empty(n);
            // part: Reader.FlatCount
            return (int)n;
        }
        // part: Reader.Empty
        /// <summary>Counts elements that take no bytes, of which lists in lists can have many in a few bytes.</summary>
        void Empty(long count) { if ((empty += count) > 65536 + 32L * (end - begin)) throw Fail(At, "expected fewer elements without bytes, found " + Show(empty)); }
        // part: Reader.FlatList needs: Reader.FlatCount Reader.Each
        internal @List<T> FlatList<T>(@List<T> list, string name, int size, @Take<T> take, int prefix = 0) { try { return Each(list, FlatCount(size, prefix), take); } catch (@WireException e) { throw e.In(name); } }
        // part: Reader.FlatPacked needs: Reader.Each
        /// <summary>Numbers of a few bits each, low first.</summary>
        internal @List<T> FlatPacked<T>(@List<T> list, string name, int bits, @Func<ulong, T> of, int prefix = 0)
        {
            try
            {
                int head = At, have = 0;
                long n = FlatLen(prefix, null);
                if (n > 1048576 || (n * bits + 7) / 8 > end - At) throw Fail(head, "expected a count that the message can hold, found " + Show(n));
                int at = Need((n * bits + 7) / 8, null);
                byte[] bytes = Bytes;
                ulong waiting = 0;
                list = Each(list, (int)n, (ref @Reader q, T old) =>
                {
                    for (; have < bits; have += 8) waiting |= (ulong)bytes[at++] << have;
                    T v = of(waiting & ulong.MaxValue >> 64 - bits);
                    waiting >>= bits;
                    have -= bits;
                    return v;
                });
                if (waiting != 0) throw Fail(At - 1, "expected 0 in the bits after the last element, found " + Show((long)waiting));
                return list;
            }
            catch (@WireException e) { throw e.In(name); }
        }
        // part: Reader.FlatBytes needs: Reader.FlatCount
        internal byte[] FlatBytes(string name, int prefix = 0)
        {
            try
            {
                var all = new byte[FlatCount(1, prefix)];
                // part: Reader.FlatBytesDeep needs: Reader.Enter
                Enter();
                Leave();
                // part: Reader.FlatBytes
                @Buffer.BlockCopy(Bytes, Need(all.Length, null), all, 0, all.Length);
                return all;
            }
            catch (@WireException e) { throw e.In(name); }
        }
        // part: Reader.FlatArray
        internal T[] FlatArray<T>(T[] list, string name, int count, int size, @Take<T> take)
        {
            if ((long)count * size > end - At) throw Fail(end, "the message ends here").In(name);
            // part: Reader.EmptyArray needs: Reader.Empty
            try { if (size == 0) Empty(count); } catch (@WireException e) { throw e.In(name); }
            // part: Reader.FlatArray
            if (list == null || list.Length != count) list = new T[count];
            int i = 0;
            try { for (; i < count; i++) list[i] = take(ref this, list[i]); } catch (@WireException e) { throw e.At(i).In(name); }
            return list;
        }
        // part: Reader.FlatMap needs: Reader.FlatCount Reader.Pairs
        internal @Dictionary<K, V> FlatMap<K, V>(@Dictionary<K, V> map, string name, int size, @Take<K> key, @Take<V> value, int prefix = 0) { try { return Pairs(map, FlatCount(size, prefix), key, value); } catch (@WireException e) { throw e.In(name); } }
        // part: Reader.FlatVariant
        /// <summary>A Variant after the number of its bytes.</summary>
        internal T FlatVariant<T>(T old, string name, @Take<T> take)
        {
            long count = FlatLen(4, name);
            int at = Need(count, name);
            try
            {
                var inner = new @Reader(Bytes, at, (int)count);
                // part: Reader.FlatVariantDepth needs: Reader.Depth
                inner.depth = depth;
                // part: Reader.FlatVariant
                T v = take(ref inner, old);
                if (inner.At < inner.end) throw Fail(inner.At, "expected the end of a Variant, found more bytes");
                return v;
            }
            catch (@WireException e) { throw e.In(name); }
        }
        // part: Reader.Header needs: Reader.U8
        internal ulong Header(int bytes, int count)
        {
            ulong bits = 0;
            int at = At;
            for (int i = 0; i < bytes; i++) bits |= (ulong)U8(null) << 8 * i;
            if (count < 64 && bits >> count != 0) throw Fail(at, "expected flags, whose spare bits are 0");
            return bits;
        }
        // part: Reader.Bits
        internal static ulong Bits(ulong header, int first, int count) { return header >> first & ulong.MaxValue >> 64 - count; }
        // part: Reader.SignedBits
        internal static long SignedBits(ulong header, int first, int count) { return (long)(header >> first << 64 - count) >> 64 - count; }
        // part: Reader.InBits
        internal long InBits(long v, int bits, bool signed, string name)
        {
            long low = signed ? -1L << bits - 1 : 0, high = signed ? ~low : bits >= 63 ? long.MaxValue : (1L << bits) - 1;
            if (v < low || v > high) throw Fail(At, "expected a number in " + Show(bits) + " bits, found " + Show(v)).In(name);
            return v;
        }
        // part: Reader.InBits64 needs: Reader.InBits
        internal ulong InBits64(ulong v, int bits, bool signed, string name) { return (ulong)InBits((long)v, bits, signed, name); }
        // part: Reader.Range
        internal static double Range(uint step, double low, double high, uint max) { return step == max ? high : low + step / (double)max * (high - low); }
        // part: Reader.Half needs: FloatBits
        internal static float Half(ushort half)
        {
            uint sign = (uint)(half & 0x8000) << 16, exponent = (uint)half >> 10 & 0x1f, mantissa = half & 0x3ffu;
            if (exponent == 0) return (sign == 0 ? 1 : -1) * (mantissa / 16777216f);
            return new @FloatBits { Bits = sign | (exponent == 0x1f ? 0x7f800000 : exponent + 112 << 23) | mantissa << 13 }.Float;
        }
        // part: Reader.Direction
        internal T Direction<T>(float angle, string name, @Func<float, float, T> make)
        {
            if (float.IsNaN(angle) || float.IsInfinity(angle)) throw Fail(At, "expected a direction, found an invalid one").In(name);
            return make((float)@Math.Cos(angle), (float)@Math.Sin(angle));
        }
        // part: Reader.Octahedron
        internal T Octahedron<T>(float u, float v, string name, @Func<float, float, float, T> make)
        {
            float f = (float)((float)(u * 2) - 1), g = (float)((float)(v * 2) - 1), z = (float)((float)(1 - @Math.Abs(f)) - @Math.Abs(g));
            float t = @Math.Max(0, @Math.Min(1, -z)), x = (float)(f + (f >= 0 ? -t : t)), y = (float)(g + (g >= 0 ? -t : t));
            float length = (float)@Math.Sqrt((float)((float)((float)(x * x) + (float)(y * y)) + (float)(z * z)));
            if (!(length > 0 && length <= float.MaxValue)) throw Fail(At, "expected a direction, found an invalid one").In(name);
            return make(x / length, y / length, z / length);
        }
        // part: Reader.SmallestThree
        internal T SmallestThree<T>(ulong number, int bits, int bytes, string name, @Func<double, double, double, double, T> make)
        {
            if ((number & (1ul << 8 * bytes - 2) - 1) >> 3 * bits != 0) throw Fail(At, "expected a rotation, whose spare bits are 0, found others").In(name);
            double most = (1 << bits) - 1;
            double a = ((number >> 2 * bits & (1ul << bits) - 1) / most * 2 - 1) / @Math.Sqrt(2), b = ((number >> bits & (1ul << bits) - 1) / most * 2 - 1) / @Math.Sqrt(2);
            double c = ((number & (1ul << bits) - 1) / most * 2 - 1) / @Math.Sqrt(2), rest = @Math.Sqrt(@Math.Max(0, 1 - a * a - b * b - c * c));
            switch (number >> 8 * bytes - 2)
            {
                case 0: return make(rest, a, b, c);
                case 1: return make(a, rest, b, c);
                case 2: return make(a, b, rest, c);
                default: return make(a, b, c, rest);
            }
        }
        // part: Reader.Structures
        //{reader structures}
        // part: Reader
    }
