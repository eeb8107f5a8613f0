// The arena's player, chat and snapshot with BinaryWriter and BinaryReader, as a careful author writes them: what Times.cs compares the generated classes with.
//
// Keys are prepared as bytes and tried in their usual order first. All that is read is checked: types, ranges of numbers, counts, missing fields, UTF-8.
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using ArenaProtocol;

static class ByHand
{
    static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);
    const int Bool = 1, Int = 2, Float = 3, String = 4, Vector3 = 9, Dictionary = 27, Array = 28, PackedStringArray = 34, Wide = 1 << 16;

    static byte[] Key(string name)
    {
        var w = new BinaryWriter(new MemoryStream());
        w.Write(String);
        w.Write(name.Length);
        w.Write(Utf8.GetBytes(name));
        while (w.BaseStream.Length % 4 != 0) w.Write((byte)0);
        return ((MemoryStream)w.BaseStream).ToArray();
    }
    static byte[][] Keys(params string[] names) { return System.Array.ConvertAll(names, Key); }

    static readonly byte[][] PlayerKeys = Keys("id", "pos", "vel", "yaw", "health", "grounded");
    static readonly byte[][] ChatKeys = Keys("channel", "text", "at", "tags");
    static readonly byte[][] SnapshotKeys = Keys("tick", "players", "scores");

    static void Write(BinaryWriter w, long v)
    {
        if (v == (int)v) { w.Write(Int); w.Write((int)v); } else { w.Write(Int | Wide); w.Write(v); }
    }
    static void Write(BinaryWriter w, Vector3 v) { w.Write(Vector3); w.Write(v.X); w.Write(v.Y); w.Write(v.Z); }
    static void Write(BinaryWriter w, string v, byte[] scratch)
    {
        w.Write(String);
        w.Write(Utf8.GetByteCount(v));
        Tail(w, v, scratch);
    }
    static void Tail(BinaryWriter w, string v, byte[] scratch)
    {
        if (scratch.Length < 3 * v.Length + 4) throw new InvalidDataException("a text is too long");
        int count = Utf8.GetBytes(v, 0, v.Length, scratch, 0);
        while (count % 4 != 0) scratch[count++] = 0;
        w.Write(scratch, 0, count);
    }

    public static void Write(BinaryWriter w, PlayerState v)
    {
        if (v == null) throw new InvalidDataException("a player is null");
        w.Write(Dictionary);
        w.Write(6);
        w.Write(PlayerKeys[0]); Write(w, v.Id);
        w.Write(PlayerKeys[1]); Write(w, v.Pos);
        w.Write(PlayerKeys[2]); Write(w, v.Vel);
        w.Write(PlayerKeys[3]); w.Write(Float); w.Write(v.Yaw);
        w.Write(PlayerKeys[4]); Write(w, v.Health);
        w.Write(PlayerKeys[5]); w.Write(Bool); w.Write(v.Grounded ? 1 : 0);
    }
    public static void Write(BinaryWriter w, Chat v, byte[] scratch)
    {
        w.Write(Dictionary);
        w.Write(4);
        w.Write(ChatKeys[0]); Write(w, v.Channel, scratch);
        w.Write(ChatKeys[1]); Write(w, v.Text, scratch);
        w.Write(ChatKeys[2]); Write(w, v.At);
        w.Write(ChatKeys[3]);
        w.Write(PackedStringArray);
        w.Write(v.Tags.Count);
        foreach (string tag in v.Tags)
        {
            int count = Utf8.GetByteCount(tag) + 1;
            w.Write(count);
            // A text of a packed array ends with a zero, which counts.
            if (count % 4 == 1) { Tail(w, tag, scratch); w.Write(0); } else Tail(w, tag, scratch);
        }
    }
    public static void Write(BinaryWriter w, Snapshot v, byte[] scratch)
    {
        w.Write(Dictionary);
        w.Write(3);
        w.Write(SnapshotKeys[0]); Write(w, v.Tick);
        w.Write(SnapshotKeys[1]);
        w.Write(Array);
        w.Write(v.Players.Count);
        foreach (PlayerState player in v.Players) Write(w, player);
        w.Write(SnapshotKeys[2]);
        w.Write(Dictionary);
        w.Write(v.Scores.Count);
        foreach (var score in v.Scores) { Write(w, score.Key, scratch); Write(w, score.Value); }
    }

    static Exception Bad(BinaryReader r, string expected) { return new InvalidDataException("expected " + expected + " before byte " + r.BaseStream.Position); }
    static void Expect(BinaryReader r, int header, string expected) { if (r.ReadInt32() != header) throw Bad(r, expected); }
    static long ReadInt(BinaryReader r, long low, long high)
    {
        int header = r.ReadInt32();
        long v;
        if (header == Int) v = r.ReadInt32();
        else if (header == (Int | Wide)) v = r.ReadInt64();
        else throw Bad(r, "an int");
        if (v < low || v > high) throw Bad(r, "an int from " + low + " to " + high);
        return v;
    }
    static float ReadFloat(BinaryReader r)
    {
        int header = r.ReadInt32();
        if (header == Float) return r.ReadSingle();
        if (header == (Float | Wide)) return (float)r.ReadDouble();
        throw Bad(r, "a float");
    }
    static bool ReadBool(BinaryReader r) { Expect(r, Bool, "a bool"); return r.ReadInt32() != 0; }
    static Vector3 ReadVector3(BinaryReader r) { Expect(r, Vector3, "a Vector3"); return new Vector3(r.ReadSingle(), r.ReadSingle(), r.ReadSingle()); }
    static int Count(BinaryReader r, int size)
    {
        int count = r.ReadInt32();
        if (count < 0 || count > (r.BaseStream.Length - r.BaseStream.Position) / size) throw Bad(r, "a count that fits");
        return count;
    }
    static string ReadText(BinaryReader r, byte[] scratch) { Expect(r, String, "a text"); return Tail(r, scratch, 0); }
    static string Tail(BinaryReader r, byte[] scratch, int end)
    {
        int count = Count(r, 1), all = count + 3 & ~3;
        if (all > scratch.Length || r.Read(scratch, 0, all) != all) throw Bad(r, "a text that fits");
        return Utf8.GetString(scratch, 0, count - end);
    }
    static int ReadKey(BinaryReader r, byte[][] keys, int next, byte[] scratch)
    {
        Expect(r, String, "a key");
        int count = Count(r, 1), all = count + 3 & ~3;
        if (all > scratch.Length || r.Read(scratch, 0, all) != all) throw Bad(r, "a key that fits");
        for (int tries = 0; tries < keys.Length; tries++, next++)
        {
            if (next >= keys.Length) next = 0;
            byte[] key = keys[next];
            if (key.Length - 8 != all || key[4] != count) continue;
            int i = 0;
            while (i < count && key[8 + i] == scratch[i]) i++;
            if (i == count) return next;
        }
        throw Bad(r, "a known key");
    }

    public static PlayerState ReadPlayer(BinaryReader r, PlayerState v, byte[] scratch)
    {
        Expect(r, Dictionary, "a Dictionary");
        int seen = 0;
        for (int left = Count(r, 8), next = 0; left > 0; left--)
        {
            int key = ReadKey(r, PlayerKeys, next, scratch);
            switch (key)
            {
                case 0: v.Id = (uint)ReadInt(r, 0, uint.MaxValue); break;
                case 1: v.Pos = ReadVector3(r); break;
                case 2: v.Vel = ReadVector3(r); break;
                case 3: v.Yaw = ReadFloat(r); break;
                case 4: v.Health = (int)ReadInt(r, int.MinValue, int.MaxValue); break;
                case 5: v.Grounded = ReadBool(r); break;
            }
            seen |= 1 << key;
            next = key + 1;
        }
        if (seen != 0x3f) throw Bad(r, "six fields");
        return v;
    }
    public static Chat ReadChat(BinaryReader r, Chat v, byte[] scratch)
    {
        Expect(r, Dictionary, "a Dictionary");
        int seen = 0;
        for (int left = Count(r, 8), next = 0; left > 0; left--)
        {
            int key = ReadKey(r, ChatKeys, next, scratch);
            switch (key)
            {
                case 0: v.Channel = ReadText(r, scratch); break;
                case 1: v.Text = ReadText(r, scratch); break;
                case 2: v.At = ReadInt(r, long.MinValue, long.MaxValue); break;
                case 3:
                    v.Tags.Clear();
                    Expect(r, PackedStringArray, "a packed array of texts");
                    for (int count = Count(r, 4); count > 0; count--) v.Tags.Add(Tail(r, scratch, 1));
                    break;
            }
            seen |= 1 << key;
            next = key + 1;
        }
        if (seen != 0xf) throw Bad(r, "four fields");
        return v;
    }
    public static Snapshot ReadSnapshot(BinaryReader r, Snapshot v, byte[] scratch)
    {
        Expect(r, Dictionary, "a Dictionary");
        int seen = 0;
        for (int left = Count(r, 8), next = 0; left > 0; left--)
        {
            int key = ReadKey(r, SnapshotKeys, next, scratch), count;
            switch (key)
            {
                case 0: v.Tick = ReadInt(r, long.MinValue, long.MaxValue); break;
                case 1:
                    Expect(r, Array, "an Array");
                    count = Count(r, 4);
                    if (v.Players.Count > count) v.Players.RemoveRange(count, v.Players.Count - count);
                    for (int i = 0; i < count; i++)
                    {
                        if (i == v.Players.Count) v.Players.Add(new PlayerState());
                        ReadPlayer(r, v.Players[i], scratch);
                    }
                    break;
                case 2:
                    v.Scores.Clear();
                    Expect(r, Dictionary, "a Dictionary");
                    for (count = Count(r, 8); count > 0; count--)
                    {
                        string name = ReadText(r, scratch);
                        v.Scores[name] = (int)ReadInt(r, int.MinValue, int.MaxValue);
                    }
                    break;
            }
            seen |= 1 << key;
            next = key + 1;
        }
        if (seen != 7) throw Bad(r, "three fields");
        return v;
    }

    static void Varint(BinaryWriter w, int v) { for (; v > 127; v >>= 7) w.Write((byte)(v | 128)); w.Write((byte)v); }
    static int Varint(BinaryReader r)
    {
        int v = 0;
        for (int shift = 0; shift < 28; shift += 7)
        {
            byte b = r.ReadByte();
            v |= (b & 127) << shift;
            if (b < 128) return v;
        }
        throw Bad(r, "a count");
    }
    static void WriteFlat(BinaryWriter w, Vector3 v) { w.Write(v.X); w.Write(v.Y); w.Write(v.Z); }
    static void WriteFlat(BinaryWriter w, string v, byte[] scratch)
    {
        if (scratch.Length < 3 * v.Length) throw new InvalidDataException("a text is too long");
        int count = Utf8.GetBytes(v, 0, v.Length, scratch, 0);
        Varint(w, count);
        w.Write(scratch, 0, count);
    }
    public static void WriteFlat(BinaryWriter w, PlayerState v)
    {
        if (v == null) throw new InvalidDataException("a player is null");
        w.Write(v.Id);
        WriteFlat(w, v.Pos);
        WriteFlat(w, v.Vel);
        w.Write(v.Yaw);
        w.Write(v.Health);
        w.Write(v.Grounded);
    }
    public static void WriteFlat(BinaryWriter w, Chat v, byte[] scratch)
    {
        WriteFlat(w, v.Channel, scratch);
        WriteFlat(w, v.Text, scratch);
        w.Write(v.At);
        Varint(w, v.Tags.Count);
        foreach (string tag in v.Tags) WriteFlat(w, tag, scratch);
    }
    public static void WriteFlat(BinaryWriter w, Snapshot v, byte[] scratch)
    {
        w.Write(v.Tick);
        Varint(w, v.Players.Count);
        foreach (PlayerState player in v.Players) WriteFlat(w, player);
        Varint(w, v.Scores.Count);
        foreach (var score in v.Scores) { WriteFlat(w, score.Key, scratch); w.Write(score.Value); }
    }

    static int FlatCount(BinaryReader r, int size)
    {
        int count = Varint(r);
        if (count > (r.BaseStream.Length - r.BaseStream.Position) / size) throw Bad(r, "a count that fits");
        return count;
    }
    static Vector3 ReadFlatVector3(BinaryReader r) { return new Vector3(r.ReadSingle(), r.ReadSingle(), r.ReadSingle()); }
    static string ReadFlatText(BinaryReader r, byte[] scratch)
    {
        int count = FlatCount(r, 1);
        if (count > scratch.Length || r.Read(scratch, 0, count) != count) throw Bad(r, "a text that fits");
        return Utf8.GetString(scratch, 0, count);
    }
    public static PlayerState ReadFlatPlayer(BinaryReader r, PlayerState v)
    {
        v.Id = r.ReadUInt32();
        v.Pos = ReadFlatVector3(r);
        v.Vel = ReadFlatVector3(r);
        v.Yaw = r.ReadSingle();
        v.Health = r.ReadInt32();
        byte grounded = r.ReadByte();
        if (grounded > 1) throw Bad(r, "a bool");
        v.Grounded = grounded == 1;
        return v;
    }
    public static Chat ReadFlatChat(BinaryReader r, Chat v, byte[] scratch)
    {
        v.Channel = ReadFlatText(r, scratch);
        v.Text = ReadFlatText(r, scratch);
        v.At = r.ReadInt64();
        v.Tags.Clear();
        for (int count = FlatCount(r, 1); count > 0; count--) v.Tags.Add(ReadFlatText(r, scratch));
        return v;
    }
    public static Snapshot ReadFlatSnapshot(BinaryReader r, Snapshot v, byte[] scratch)
    {
        v.Tick = r.ReadInt64();
        int count = FlatCount(r, 37);
        if (v.Players.Count > count) v.Players.RemoveRange(count, v.Players.Count - count);
        for (int i = 0; i < count; i++)
        {
            if (i == v.Players.Count) v.Players.Add(new PlayerState());
            ReadFlatPlayer(r, v.Players[i]);
        }
        v.Scores.Clear();
        for (count = FlatCount(r, 5); count > 0; count--)
        {
            string name = ReadFlatText(r, scratch);
            v.Scores[name] = r.ReadInt32();
        }
        return v;
    }
}
