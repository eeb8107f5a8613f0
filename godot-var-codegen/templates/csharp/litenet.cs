    // part: WireException
    /// <summary>Bytes that are not such a message, or a value that has no place in one.</summary>
    public sealed class WireException : Exception
    {
        /// <summary>The field, by the names of the schema.</summary>
        public readonly string Path;
        /// <summary>The byte, as the reader counts, or -1 while writing.</summary>
        public readonly int Offset;
        internal WireException(int offset, string path, string reason)
            : base(path + ": " + reason + (offset < 0 ? "" : " at byte " + offset.ToString(CultureInfo.InvariantCulture))) { Path = path; Offset = offset; }
    }

    // part: DirectionVector2
    /// <summary>A direction in hundredths.</summary>
    public struct DirectionVector2
    {
        public sbyte X, Y;
        public DirectionVector2(sbyte x, sbyte y) { X = x; Y = y; }
    }

    // part: DirectionVector3
    /// <summary>A direction in hundredths.</summary>
    public struct DirectionVector3
    {
        public sbyte X, Y, Z;
        public DirectionVector3(sbyte x, sbyte y, sbyte z) { X = x; Y = y; Z = z; }
    }

    // part: Net needs: WireException
    /// <summary>The encodings of LiteNetLibManager. They do not use those of <see cref="NetDataWriter"/> that have changed over the years.</summary>
    internal static class Net
    {
        // part: Net.Utf8
        static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        // part: Net.Need
        static void Need(NetDataReader reader, int count, string path)
        {
            // Some readers of LiteNetLib do not look where the message ends.
            if (count > reader.AvailableBytes) throw new WireException(reader.Position, path, "the message ends here");
        }

        // part: Net.Levels
        [ThreadStatic] static int levels;

        /// <summary>Counts the levels of messages that contain each other.</summary>
        internal static void Enter(int at, string path)
        {
            if (levels >= 128) throw new WireException(at, path, "expected at most 128 levels, found more");
            levels++;
        }
        internal static void Leave() { levels--; }

        // part: Net.Null
        internal static WireException Null(string path) { return new WireException(-1, path, "expected a value, found null"); }
        // part: Net.Bool2018 needs: Net.Need
        internal static bool GetBool2018(NetDataReader reader, string path) { Need(reader, 1, path); return reader.GetByte() != 0; }
        // part: Net.Bool needs: Net.Need
        internal static bool GetBool(NetDataReader reader, string path) { Need(reader, 1, path); return reader.GetByte() == 1; }
        // part: Net.Byte needs: Net.Need
        internal static byte GetByte(NetDataReader reader, string path) { Need(reader, 1, path); return reader.GetByte(); }
        // part: Net.SByte needs: Net.Need
        internal static sbyte GetSByte(NetDataReader reader, string path) { Need(reader, 1, path); return (sbyte)reader.GetByte(); }
        // part: Net.Short needs: Net.Need
        internal static short GetShort(NetDataReader reader, string path) { Need(reader, 2, path); return reader.GetShort(); }
        // part: Net.UShort needs: Net.Need
        internal static ushort GetUShort(NetDataReader reader, string path) { Need(reader, 2, path); return reader.GetUShort(); }
        // part: Net.Int needs: Net.Need
        internal static int GetInt(NetDataReader reader, string path) { Need(reader, 4, path); return reader.GetInt(); }
        // part: Net.UInt needs: Net.Need
        internal static uint GetUInt(NetDataReader reader, string path) { Need(reader, 4, path); return reader.GetUInt(); }
        // part: Net.Long needs: Net.Need
        internal static long GetLong(NetDataReader reader, string path) { Need(reader, 8, path); return reader.GetLong(); }
        // part: Net.ULong needs: Net.Need
        internal static ulong GetULong(NetDataReader reader, string path) { Need(reader, 8, path); return reader.GetULong(); }
        // part: Net.Float needs: Net.Need
        internal static float GetFloat(NetDataReader reader, string path) { Need(reader, 4, path); return reader.GetFloat(); }
        // part: Net.Double needs: Net.Need
        internal static double GetDouble(NetDataReader reader, string path) { Need(reader, 8, path); return reader.GetDouble(); }

        // part: Net.OneOf needs: Net.Byte
        /// <summary>A byte that is one of the characters.</summary>
        internal static byte GetOneOf(NetDataReader reader, string known, string type, string path)
        {
            int at = reader.Position;
            byte number = GetByte(reader, path);
            if (known.IndexOf((char)number) < 0) throw Unknown(at, number, type, path);
            return number;
        }

        internal static void PutOneOf(NetDataWriter writer, byte number, string known, string type, string path)
        {
            if (known.IndexOf((char)number) < 0) throw Unknown(-1, number, type, path);
            writer.Put(number);
        }

        // part: Net.OneOf needs: Net.Unknown
        // part: Net.Unknown
        internal static WireException Unknown(int at, int number, string type, string path)
        {
            return new WireException(at, path, "expected a number of " + type + ", found " + number.ToString(CultureInfo.InvariantCulture));
        }

        // part: Net.Number2018 needs: Net.UShort Net.Unknown
        /// <summary>The number of a message inside another one.</summary>
        internal static void CheckNumber2018(NetDataReader reader, ushort expected, string type, string path)
        {
            int at = reader.Position, number = GetUShort(reader, path);
            if (number != expected) throw Unknown(at, number, type, path);
        }

        // part: Net.Number needs: Net.Packed Net.Unknown
        /// <summary>The number of a message inside another one.</summary>
        internal static void CheckNumber(NetDataReader reader, ushort expected, string type, string path)
        {
            int at = reader.Position, number = (ushort)GetPacked(reader, path);
            if (number != expected) throw Unknown(at, number, type, path);
        }

        // part: Net.Vector2
        internal static void PutVector2(NetDataWriter writer, $Vector2 value) { writer.Put(value.x); writer.Put(value.y); }
        // part: Net.Vector2 needs: Net.Need
        internal static $Vector2 GetVector2(NetDataReader reader, string path) { Need(reader, 8, path); return new $Vector2(reader.GetFloat(), reader.GetFloat()); }
        // part: Net.Vector3
        internal static void PutVector3(NetDataWriter writer, $Vector3 value) { writer.Put(value.x); writer.Put(value.y); writer.Put(value.z); }
        // part: Net.Vector3 needs: Net.Need
        internal static $Vector3 GetVector3(NetDataReader reader, string path) { Need(reader, 12, path); return new $Vector3(reader.GetFloat(), reader.GetFloat(), reader.GetFloat()); }
        // part: Net.Vector4
        internal static void PutVector4(NetDataWriter writer, $Vector4 value) { writer.Put(value.x); writer.Put(value.y); writer.Put(value.z); writer.Put(value.w); }
        // part: Net.Vector4 needs: Net.Need
        internal static $Vector4 GetVector4(NetDataReader reader, string path) { Need(reader, 16, path); return new $Vector4(reader.GetFloat(), reader.GetFloat(), reader.GetFloat(), reader.GetFloat()); }
        // part: Net.Quaternion
        internal static void PutQuaternion(NetDataWriter writer, $Quaternion value) { writer.Put(value.x); writer.Put(value.y); writer.Put(value.z); writer.Put(value.w); }
        // part: Net.Quaternion needs: Net.Need
        internal static $Quaternion GetQuaternion(NetDataReader reader, string path) { Need(reader, 16, path); return new $Quaternion(reader.GetFloat(), reader.GetFloat(), reader.GetFloat(), reader.GetFloat()); }
        // part: Net.Vector2Int
        internal static void PutVector2Int(NetDataWriter writer, $Vector2Int value) { writer.Put(value.x); writer.Put(value.y); }
        // part: Net.Vector2Int needs: Net.Need
        internal static $Vector2Int GetVector2Int(NetDataReader reader, string path) { Need(reader, 8, path); return new $Vector2Int(reader.GetInt(), reader.GetInt()); }
        // part: Net.Vector3Int
        internal static void PutVector3Int(NetDataWriter writer, $Vector3Int value) { writer.Put(value.x); writer.Put(value.y); writer.Put(value.z); }
        // part: Net.Vector3Int needs: Net.Need
        internal static $Vector3Int GetVector3Int(NetDataReader reader, string path) { Need(reader, 12, path); return new $Vector3Int(reader.GetInt(), reader.GetInt(), reader.GetInt()); }
        // part: Net.DirectionVector2 needs: Net.Need DirectionVector2
        internal static void PutDirectionVector2(NetDataWriter writer, DirectionVector2 value) { writer.Put((byte)value.X); writer.Put((byte)value.Y); }
        internal static DirectionVector2 GetDirectionVector2(NetDataReader reader, string path) { Need(reader, 2, path); return new DirectionVector2((sbyte)reader.GetByte(), (sbyte)reader.GetByte()); }
        // part: Net.DirectionVector3 needs: Net.Need DirectionVector3
        internal static void PutDirectionVector3(NetDataWriter writer, DirectionVector3 value) { writer.Put((byte)value.X); writer.Put((byte)value.Y); writer.Put((byte)value.Z); }
        internal static DirectionVector3 GetDirectionVector3(NetDataReader reader, string path) { Need(reader, 3, path); return new DirectionVector3((sbyte)reader.GetByte(), (sbyte)reader.GetByte(), (sbyte)reader.GetByte()); }

        // part: Net.Hundredths
        /// <summary>The nearest number of hundredths. LiteNetLibManager cuts, so that a color would change on each way.</summary>
        static int Hundredths(float value, int least, int most, string path)
        {
            double all = Math.Round(value * 100.0);
            if (!(all >= least && all <= most)) throw new WireException(-1, path, "expected a color, found a component of " + value.ToString(CultureInfo.InvariantCulture));
            return (int)all;
        }

        // part: Net.Color2018 needs: Net.Need Net.Hundredths
        internal static void PutColor2018(NetDataWriter writer, $Color value, string path)
        {
            foreach (float part in new[] { value.r, value.g, value.b, value.a }) writer.Put((short)Hundredths(part, short.MinValue, short.MaxValue, path));
        }

        internal static $Color GetColor2018(NetDataReader reader, string path)
        {
            Need(reader, 8, path);
            return new $Color(reader.GetShort() * 0.01f, reader.GetShort() * 0.01f, reader.GetShort() * 0.01f, reader.GetShort() * 0.01f);
        }

        // part: Net.Color needs: Net.Need Net.Hundredths
        internal static void PutColor(NetDataWriter writer, $Color value, string path)
        {
            foreach (float part in new[] { value.r, value.g, value.b, value.a }) writer.Put((byte)Hundredths(part, 0, 255, path));
        }

        internal static $Color GetColor(NetDataReader reader, string path)
        {
            Need(reader, 4, path);
            return new $Color(reader.GetByte() * 0.01f, reader.GetByte() * 0.01f, reader.GetByte() * 0.01f, reader.GetByte() * 0.01f);
        }

        // part: Net.Guid needs: Net.Take
        internal static void PutGuid(NetDataWriter writer, Guid value) { writer.Put(value.ToByteArray()); }
        internal static Guid GetGuid(NetDataReader reader, string path) { return new Guid(Take(reader, 16, path)); }

        // part: Net.Address2018 needs: Net.Text2018 Net.Null Net.Int
        internal static void PutAddress2018(NetDataWriter writer, IPEndPoint value, string path)
        {
            if (value == null) throw Null(path);
            PutText2018(writer, value.Address.ToString(), path);
            writer.Put(value.Port);
        }

        internal static IPEndPoint GetAddress2018(NetDataReader reader, string path)
        {
            int at = reader.Position;
            string text = GetText2018(reader, path);
            int port = GetInt(reader, path);
            IPAddress address;
            if (!IPAddress.TryParse(text, out address)) throw new WireException(at, path, "expected an IP address, found other text");
            if (port < 0 || port > ushort.MaxValue) throw new WireException(at, path, "expected a port, found " + port.ToString(CultureInfo.InvariantCulture));
            return new IPEndPoint(address, port);
        }

        // part: Net.Address needs: Net.Take Net.Null Net.Byte Net.UShort
        internal static void PutAddress(NetDataWriter writer, IPEndPoint value, string path)
        {
            if (value == null) throw Null(path);
            byte[] address = value.Address.GetAddressBytes();
            writer.Put((byte)(address.Length == 4 ? 0 : 1));
            writer.Put(address);
            writer.Put((ushort)value.Port);
        }

        internal static IPEndPoint GetAddress(NetDataReader reader, string path)
        {
            var address = new IPAddress(Take(reader, GetByte(reader, path) == 0 ? 4 : 16, path));
            return new IPEndPoint(address, GetUShort(reader, path));
        }

        // part: Net.Take needs: Net.Need
        static byte[] Take(NetDataReader reader, int count, string path)
        {
            Need(reader, count, path);
            var bytes = new byte[count];
            // Some readers refuse to read nothing at the end.
            if (count > 0) reader.GetBytes(bytes, count);
            return bytes;
        }

        // part: Net.Rest needs: Net.Take
        internal static byte[] GetRest(NetDataReader reader) { return Take(reader, reader.AvailableBytes, ""); }
        internal static void PutRest(NetDataWriter writer, byte[] value) { if (value != null && value.Length > 0) writer.Put(value); }

        // part: Net.Part needs: Net.Take Net.UShort
        /// <summary>What follows after its length.</summary>
        internal static NetDataReader GetPart(NetDataReader reader, string path) { return new NetDataReader(Take(reader, GetUShort(reader, path), path)); }
        internal static void PutPart(NetDataWriter writer, NetDataWriter part, string path)
        {
            if (part.Length > ushort.MaxValue) throw new WireException(-1, path, "expected at most 65535 bytes, found " + part.Length.ToString(CultureInfo.InvariantCulture));
            writer.Put((ushort)part.Length);
            if (part.Length > 0) writer.Put(part.CopyData());
        }

        // part: Net.Raw
        /// <summary>The bytes of an array with this length, or of a list after its count.</summary>
        internal static void PutRaw(NetDataWriter writer, byte[] value) { if (value.Length > 0) writer.Put(value); }
        // part: Net.Raw needs: Net.Take
        internal static byte[] GetRaw(NetDataReader reader, int count, string path) { return Take(reader, count, path); }

        // part: Net.Length
        internal static void CheckLength(int found, int expected, string path)
        {
            if (found != expected) throw new WireException(-1, path, "expected " + expected.ToString(CultureInfo.InvariantCulture) + " elements, found " + found.ToString(CultureInfo.InvariantCulture));
        }

        // part: Net.Count
        /// <summary>A count of elements, each of which takes a byte or more.</summary>
        static int Count(NetDataReader reader, int at, long count, string path)
        {
            if (count > reader.AvailableBytes) throw new WireException(at, path, "expected " + count.ToString(CultureInfo.InvariantCulture) + " elements, but the message ends before");
            return count < 0 ? 0 : (int)count;
        }

        // part: Net.CountU16 needs: Net.Count Net.UShort
        internal static int GetCountU16(NetDataReader reader, string path) { int at = reader.Position; return Count(reader, at, GetUShort(reader, path), path); }
        internal static void PutCountU16(NetDataWriter writer, int count, string path)
        {
            if (count > ushort.MaxValue) throw new WireException(-1, path, "expected at most 65535 elements, found " + count.ToString(CultureInfo.InvariantCulture));
            writer.Put((ushort)count);
        }

        // part: Net.CountI32 needs: Net.Count Net.Int
        internal static int GetCountI32(NetDataReader reader, string path) { int at = reader.Position; return Count(reader, at, GetInt(reader, path), path); }
        internal static void PutCountI32(NetDataWriter writer, int count, string path) { writer.Put(count); }
        // part: Net.CountBytes2018 needs: Net.Count Net.Int
        internal static int GetCountBytes2018(NetDataReader reader, string path)
        {
            int at = reader.Position, count = GetInt(reader, path);
            if (count < 0) throw new WireException(at, path, "expected a length from 0 on, found " + count.ToString(CultureInfo.InvariantCulture));
            return Count(reader, at, count, path);
        }
        internal static void PutCountBytes2018(NetDataWriter writer, int count, string path) { writer.Put(count); }
        // part: Net.CountPacked needs: Net.Count Net.Packed
        internal static int GetCountPacked(NetDataReader reader, string path) { int at = reader.Position; return Count(reader, at, (uint)GetPacked(reader, path), path); }
        internal static void PutCountPacked(NetDataWriter writer, int count, string path) { PutPacked(writer, (ulong)count); }
        // part: Net.CountPacked2018 needs: Net.Count Net.Packed Net.Packed2018
        internal static int GetCountPacked2018(NetDataReader reader, string path) { int at = reader.Position; return Count(reader, at, (uint)GetPacked2018(reader, path), path); }
        internal static void PutCountPacked2018(NetDataWriter writer, int count, string path) { PutPacked(writer, (ulong)count); }
        // part: Net.CountZigzag needs: Net.Count Net.Zigzag
        internal static int GetCountZigzag(NetDataReader reader, string path) { int at = reader.Position; return Count(reader, at, GetZigzag(reader, path), path); }
        internal static void PutCountZigzag(NetDataWriter writer, int count, string path) { PutZigzag(writer, count); }
        // part: Net.CountZigzag2018 needs: Net.Count Net.Zigzag2018
        internal static int GetCountZigzag2018(NetDataReader reader, string path) { int at = reader.Position; return Count(reader, at, GetZigzag2018(reader, path), path); }
        internal static void PutCountZigzag2018(NetDataWriter writer, int count, string path) { PutZigzag(writer, count); }

        // part: Net.Encoded needs: Net.Utf8
        static byte[] Encoded(string value, string path)
        {
            try { return Utf8.GetBytes(value ?? ""); } catch (EncoderFallbackException) { throw new WireException(-1, path, "expected UTF-16, found half of a surrogate pair"); }
        }

        // part: Net.Text2018 needs: Net.Encoded Net.Take Net.Int
        internal static void PutText2018(NetDataWriter writer, string value, string path)
        {
            byte[] bytes = Encoded(value, path);
            writer.Put(bytes.Length);
            if (bytes.Length > 0) writer.Put(bytes);
        }

        /// <summary>As in July 2018, other bytes than UTF-8 are replaced.</summary>
        internal static string GetText2018(NetDataReader reader, string path)
        {
            int count = GetInt(reader, path);
            return count <= 0 ? "" : Encoding.UTF8.GetString(Take(reader, count, path));
        }

        // part: Net.TextI32 needs: Net.Encoded Net.Take Net.Int
        internal static void PutTextI32(NetDataWriter writer, string value, string path)
        {
            byte[] bytes = Encoded(value, path);
            writer.Put(bytes.Length);
            if (bytes.Length > 0) writer.Put(bytes);
        }

        internal static string GetTextI32(NetDataReader reader, string path)
        {
            int at = reader.Position, count = GetInt(reader, path);
            return count <= 0 ? "" : Decoded(Take(reader, count, path), at + 4, path);
        }

        // part: Net.TextI32 needs: Net.Decoded
        // part: Net.Text needs: Net.Encoded Net.Decoded Net.Take Net.UShort
        internal static void PutText(NetDataWriter writer, string value, string path)
        {
            byte[] bytes = Encoded(value, path);
            if (bytes.Length >= ushort.MaxValue) throw new WireException(-1, path, "expected at most 65534 bytes of UTF-8, found " + bytes.Length.ToString(CultureInfo.InvariantCulture));
            writer.Put((ushort)(bytes.Length == 0 ? 0 : bytes.Length + 1));
            if (bytes.Length > 0) writer.Put(bytes);
        }

        internal static string GetText(NetDataReader reader, string path)
        {
            int at = reader.Position, count = GetUShort(reader, path) - 1;
            return count <= 0 ? "" : Decoded(Take(reader, count, path), at + 2, path);
        }

        // part: Net.Decoded needs: Net.Utf8
        static string Decoded(byte[] bytes, int at, string path)
        {
            try { return Utf8.GetString(bytes); } catch (DecoderFallbackException) { throw new WireException(at, path, "expected UTF-8, found other bytes"); }
        }

        // part: Net.Packed needs: Net.Byte
        internal static void PutPacked(NetDataWriter writer, ulong value)
        {
            if (value <= 240) { writer.Put((byte)value); return; }
            if (value <= 2287) { writer.Put((byte)((value - 240) / 256 + 241)); writer.Put((byte)(value - 240)); return; }
            if (value <= 67823) { writer.Put((byte)249); writer.Put((byte)((value - 2288) / 256)); writer.Put((byte)(value - 2288)); return; }
            int count = 3;
            while (count < 8 && value >> (8 * count) != 0) count++;
            writer.Put((byte)(247 + count));
            for (int i = 0; i < count; i++) writer.Put((byte)(value >> (8 * i)));
        }

        // part: Net.Packed
        internal static ulong GetPacked(NetDataReader reader, string path) { return GetPacked(reader, 8, path); }
        // part: Net.Packed needs: Net.Need
        // part: Net.Packed2018 needs: Net.Packed
        /// <summary>In July 2018 a reader of at most 32 bits takes 4 bytes at most.</summary>
        internal static ulong GetPacked2018(NetDataReader reader, string path) { return GetPacked(reader, 4, path); }
        // part: Net.Packed
        static ulong GetPacked(NetDataReader reader, int most, string path)
        {
            byte first = GetByte(reader, path);
            if (first <= 240) return first;
            if (first <= 248) return 240 + 256ul * (first - 241u) + GetByte(reader, path);
            if (first == 249) { ulong high = GetByte(reader, path); return 2288 + 256 * high + GetByte(reader, path); }
            int count = Math.Min(first - 247, most);
            Need(reader, count, path);
            ulong value = 0;
            for (int i = 0; i < count; i++) value |= (ulong)reader.GetByte() << (8 * i);
            return value;
        }

        // part: Net.Zigzag needs: Net.Packed
        internal static void PutZigzag(NetDataWriter writer, int value) { PutPacked(writer, (uint)((value << 1) ^ (value >> 31))); }
        internal static int GetZigzag(NetDataReader reader, string path) { uint value = (uint)GetPacked(reader, path); return (int)(value >> 1) ^ -(int)(value & 1); }
        // part: Net.ZigzagLong needs: Net.Zigzag
        /// <summary>The upper half, then the lower half.</summary>
        internal static void PutZigzagLong(NetDataWriter writer, long value) { PutZigzag(writer, (int)(value >> 32)); PutZigzag(writer, (int)value); }
        internal static long GetZigzagLong(NetDataReader reader, string path) { long high = GetZigzag(reader, path); return (high << 32) | (uint)GetZigzag(reader, path); }
        // part: Net.Zigzag2018 needs: Net.Zigzag Net.Packed2018
        internal static void PutZigzag2018(NetDataWriter writer, int value) { PutZigzag(writer, value); }
        internal static int GetZigzag2018(NetDataReader reader, string path) { uint value = (uint)GetPacked2018(reader, path); return (int)(value >> 1) ^ -(int)(value & 1); }
        // part: Net.ZigzagLong2018 needs: Net.ZigzagLong Net.Zigzag2018
        internal static void PutZigzagLong2018(NetDataWriter writer, long value) { PutZigzagLong(writer, value); }
        internal static long GetZigzagLong2018(NetDataReader reader, string path) { long high = GetZigzag2018(reader, path); return (high << 32) | (uint)GetZigzag2018(reader, path); }
    // part: Net
    }
