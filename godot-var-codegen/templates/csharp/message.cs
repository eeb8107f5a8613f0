    // part: WireException
    /// <summary>Bytes that are not such a message, or a value that has no place in one. <c>Snapshot.players[3].pos: expected Vector3, found String at byte 40</c></summary>
    public sealed class @WireException : @Exception
    {
        readonly string reason;
        string steps = "", root;
        internal @WireException(int offset, string reason) { Offset = offset; this.reason = reason; }
        /// <summary>The field, by the names of the schema.</summary>
        public string Path => root + steps;
        /// <summary>The byte, or -1 while writing.</summary>
        public int Offset { get; }
        public override string Message => Path + ": " + reason + (Offset < 0 ? "" : " at byte " + Offset.ToString(@CultureInfo.InvariantCulture));
        // part: WireException.Final
        /// <summary>Whether no other variant is tried.</summary>
        internal bool Final;
        // part: WireException
        internal @WireException At(int index) { return Step("[" + index.ToString(@CultureInfo.InvariantCulture) + "]"); }
        @WireException Step(string step) { steps = step + steps; root = null; return this; }
        internal @WireException Root(string name) { root = root ?? name; return this; }
        internal @WireException In(string name)
        {
            if (name == null) return this;
            bool plain = name.Length > 0 && !char.IsDigit(name[0]);
            foreach (char c in name) plain &= char.IsLetterOrDigit(c) || c == '_';
            return Step(plain ? "." + name : "[\"" + name.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"]");
        }
    }

    // part: Message
    /// <summary>The base class of all messages.</summary>
    public abstract class @Message
    {
        public byte[] ToBytes() { var w = new @Writer(); WriteTo(w); return w.ToArray(); }
        /// <summary>Appends the bytes, to reuse one buffer for many messages.</summary>
        public void WriteTo(@Writer w) { int end = w.Length; try { _write(w); end = w.Length; } catch (@WireException e) { throw e.Root(_name); } finally { w.Back(end); } }
        // part: Message.both
        public byte[] ToFlat() { var w = new @Writer(); WriteFlatTo(w); return w.ToArray(); }
        /// <summary>The same for the flat form.</summary>
        public void WriteFlatTo(@Writer w) { int end = w.Length; try { _writeFlat(w); end = w.Length; } catch (@WireException e) { throw e.Root(_name); } finally { w.Back(end); } }
        // part: Message.some
        internal byte[] _toFlat() { var w = new @Writer(); _writeFlatTo(w); return w.ToArray(); }
        internal void _writeFlatTo(@Writer w) { int end = w.Length; try { _writeFlat(w); end = w.Length; } catch (@WireException e) { throw e.Root(_name); } finally { w.Back(end); } }
        // part: Message

        // Names with an underscore, which no field has.
        // part: Message.named needs: Message.shape
        internal virtual string _name => _form.Name;
        // part: Message.unnamed
        internal abstract string _name { get; }
        // part: Message
        // part: Message.variant
        internal abstract void _write(@Writer w);
        internal virtual void _field(int index, ref @Reader r) { }
        // part: Message.flatOnly
        /// <summary>The bytes of a type that has one form.</summary>
        internal virtual void _write(@Writer w) { _writeFlat(w); }
        // part: Message.variantToo
        internal virtual void _field(int index, ref @Reader r) { }
        // part: Message.shape needs: Shape
        internal virtual @Shape _form => null;
        // part: Message.record needs: Reader.Record Message.shape
        internal virtual void _read(ref @Reader r) { r.Record(this); }
        // part: Message.missing
        /// <summary>Sets a field that is missing; false if it may not be.</summary>
        internal virtual bool _missing(int index) { return false; }
        // part: Message.content
        /// <summary>Writes what follows the tag.</summary>
        internal virtual void _content(@Writer w) { }
        // part: Message.entries
        /// <summary>Writes the entries of a Dictionary, and returns how many.</summary>
        internal virtual int _entries(@Writer w) { return 0; }
        // part: Message.knows needs: Message.shape Reader.Among
        /// <summary>Whether a key is one of those of the value.</summary>
        internal virtual bool _knows(ref @Reader r, int at, int count) { return _form != null && r.Among(_form.Keys, at, count); }
        // part: Message.copy
        /// <summary>A copy that shares no list and no message with this one.</summary>
        internal virtual @Message _copy() { return (@Message)MemberwiseClone(); }
        // part: Message.flat
        internal abstract void _writeFlat(@Writer w);
        internal abstract void _readFlat(ref @Reader r);
        // part: Message.flatToo
        internal virtual void _writeFlat(@Writer w) { }
        internal virtual void _readFlat(ref @Reader r) { }
        // part: Message
    }

    // part: FloatBits
    [@StructLayout(@LayoutKind.Explicit)]
    internal struct @FloatBits
    {
        [@FieldOffset(0)] public float Float;
        [@FieldOffset(0)] public uint Bits;
    }

    // part: Shape
    /// <summary>The fields of a type, by their keys in the schema.</summary>
    internal sealed class @Shape
    {
        internal readonly string Name;
        internal byte[][] Keys;
        // part: Shape.Closed
        /// <summary>Whether other keys are an error, save for these.</summary>
        internal byte[][] Besides;
        internal @Shape Closed(params string[] besides) { Besides = Bytes(besides); return this; }
        // part: Shape.Alias
        /// <summary>The field of each key after those of the fields.</summary>
        internal int[] Fields = new int[0];
        internal @Shape Alias(int field, params string[] keys)
        {
            int fields = Fields.Length, all = Keys.Length;
            @Array.Resize(ref Fields, fields + keys.Length);
            @Array.Resize(ref Keys, all + keys.Length);
            for (int i = 0; i < keys.Length; i++) { Fields[fields + i] = field; Keys[all + i] = @Writer.Utf8.GetBytes(keys[i]); }
            return this;
        }
        // part: Shape
        internal @Shape(string name, params string[] keys) { Name = name; Keys = Bytes(keys); }
        static byte[][] Bytes(string[] keys)
        {
            var all = new byte[keys.Length][];
            for (int i = 0; i < keys.Length; i++) all[i] = @Writer.Utf8.GetBytes(keys[i]);
            return all;
        }
    }

    // part: Claims
    /// <summary>Keys that the map in a flattened value does not take, with those further out.</summary>
    internal sealed class @Claims
    {
        internal readonly @Shape Shape;
        internal readonly @Claims Outer;
        internal @Claims(@Shape shape, @Claims outer) { Shape = shape; Outer = outer; }
    }

    // part: Copies
    /// <summary>Copies of arrays, lists, maps and messages. `copy` copies what is in them, if that can change, too.</summary>
    internal static class @Copies
    {
        // part: Copies.Array
        internal static T[] Array<T>(T[] v, @Func<T, T> copy = null)
        {
            if (v == null) return null;
            var all = (T[])v.Clone();
            if (copy != null) for (int i = 0; i < all.Length; i++) all[i] = copy(all[i]);
            return all;
        }
        // part: Copies.List
        internal static @List<T> List<T>(@List<T> v, @Func<T, T> copy = null)
        {
            if (v == null) return null;
            var all = new @List<T>(v);
            if (copy != null) for (int i = 0; i < all.Count; i++) all[i] = copy(all[i]);
            return all;
        }
        // part: Copies.Map
        internal static @Dictionary<K, V> Map<K, V>(@Dictionary<K, V> v, @Func<V, V> copy = null)
        {
            if (v == null) return null;
            var all = new @Dictionary<K, V>(v.Count);
            foreach (var pair in v) all.Add(pair.Key, copy == null ? pair.Value : copy(pair.Value));
            return all;
        }
        // part: Copies.Message needs: Message.copy
        internal static T Message<T>(T v) where T : @Message { return v == null ? null : (T)v._copy(); }
        // part: Copies
    }
