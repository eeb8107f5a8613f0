// Times generated C# next to BinaryWriter and BinaryReader, and counts what both allocate: see clients.sh.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Runtime.CompilerServices;
using ArenaProtocol;

static class Times
{
    const int Rounds = 400;
    const double Slice = 0.0005;

    sealed class Row
    {
        public string Name;
        public int Bytes;
        public Action Generated, ByHand;
    }

    static readonly byte[] scratch = new byte[4096];
    static readonly Writer writer = new Writer();
    static readonly BinaryWriter binary = new BinaryWriter(new MemoryStream());

    static Action Writes(Action<Writer> write) { return () => { writer.Length = 0; write(writer); }; }
    static Action ByHandWrites(Action<BinaryWriter> write) { return () => { binary.BaseStream.Position = 0; write(binary); }; }
    static Action Reads(byte[] bytes, Action<BinaryReader> read)
    {
        var r = new BinaryReader(new MemoryStream(bytes));
        return () => { r.BaseStream.Position = 0; read(r); if (r.BaseStream.Position != r.BaseStream.Length) throw new InvalidDataException("more bytes"); };
    }

    static byte[] ByHandBytes(Action<BinaryWriter> write)
    {
        var stream = new MemoryStream();
        write(new BinaryWriter(stream));
        return stream.ToArray();
    }
    static void Same(byte[] a, byte[] b)
    {
        if (BitConverter.ToString(a) != BitConverter.ToString(b)) throw new Exception("other bytes by hand");
    }

    static PlayerState Player(uint id)
    {
        return new PlayerState { Id = id, Pos = new Vector3(12.5f, 0.25f, -7.75f), Vel = new Vector3(0.5f, -9.8f, 3.125f), Yaw = 1.57f, Health = 87, Grounded = true };
    }

    static IEnumerable<Row> Rows()
    {
        PlayerState player = Player(7);
        var chat = new Chat { Channel = "all", Text = "Meet me behind the old mill at dawn, and bring the lantern!!", At = 1754000000123, Tags = { "trade", "night" } };
        var snapshot = new Snapshot { Tick = 123456 };
        for (uint i = 0; i < 64; i++) snapshot.Players.Add(Player(1000 + i));
        for (int i = 0; i < 8; i++) snapshot.Scores["player " + i] = 100 + i;

        byte[] bytes = player.ToBytes(), flat = player.ToFlat();
        Same(bytes, ByHandBytes(w => ByHand.Write(w, player)));
        Same(flat, ByHandBytes(w => ByHand.WriteFlat(w, player)));
        yield return new Row { Name = "player write", Bytes = bytes.Length, Generated = Writes(player.WriteTo), ByHand = ByHandWrites(w => ByHand.Write(w, player)) };
        PlayerState oldPlayer = new PlayerState(), otherPlayer = new PlayerState();
        yield return new Row { Name = "player read", Bytes = bytes.Length, Generated = () => PlayerState.FromBytes(bytes, 0, -1, oldPlayer), ByHand = Reads(bytes, r => ByHand.ReadPlayer(r, otherPlayer, scratch)) };
        yield return new Row { Name = "player write flat", Bytes = flat.Length, Generated = Writes(player.WriteFlatTo), ByHand = ByHandWrites(w => ByHand.WriteFlat(w, player)) };
        yield return new Row { Name = "player read flat", Bytes = flat.Length, Generated = () => PlayerState.FromFlat(flat, 0, -1, oldPlayer), ByHand = Reads(flat, r => ByHand.ReadFlatPlayer(r, otherPlayer)) };
        Same(bytes, otherPlayer.ToBytes());

        byte[] chatBytes = chat.ToBytes(), chatFlat = chat.ToFlat();
        Same(chatBytes, ByHandBytes(w => ByHand.Write(w, chat, scratch)));
        Same(chatFlat, ByHandBytes(w => ByHand.WriteFlat(w, chat, scratch)));
        yield return new Row { Name = "chat write", Bytes = chatBytes.Length, Generated = Writes(chat.WriteTo), ByHand = ByHandWrites(w => ByHand.Write(w, chat, scratch)) };
        Chat oldChat = new Chat(), otherChat = new Chat();
        yield return new Row { Name = "chat read", Bytes = chatBytes.Length, Generated = () => Chat.FromBytes(chatBytes, 0, -1, oldChat), ByHand = Reads(chatBytes, r => ByHand.ReadChat(r, otherChat, scratch)) };
        yield return new Row { Name = "chat write flat", Bytes = chatFlat.Length, Generated = Writes(chat.WriteFlatTo), ByHand = ByHandWrites(w => ByHand.WriteFlat(w, chat, scratch)) };
        yield return new Row { Name = "chat read flat", Bytes = chatFlat.Length, Generated = () => Chat.FromFlat(chatFlat, 0, -1, oldChat), ByHand = Reads(chatFlat, r => ByHand.ReadFlatChat(r, otherChat, scratch)) };
        Same(chatBytes, otherChat.ToBytes());

        byte[] all = snapshot.ToBytes(), allFlat = snapshot.ToFlat();
        Same(all, ByHandBytes(w => ByHand.Write(w, snapshot, scratch)));
        Same(allFlat, ByHandBytes(w => ByHand.WriteFlat(w, snapshot, scratch)));
        yield return new Row { Name = "snapshot write", Bytes = all.Length, Generated = Writes(snapshot.WriteTo), ByHand = ByHandWrites(w => ByHand.Write(w, snapshot, scratch)) };
        Snapshot oldSnapshot = new Snapshot(), otherSnapshot = new Snapshot();
        yield return new Row { Name = "snapshot read", Bytes = all.Length, Generated = () => Snapshot.FromBytes(all, 0, -1, oldSnapshot), ByHand = Reads(all, r => ByHand.ReadSnapshot(r, otherSnapshot, scratch)) };
        yield return new Row { Name = "snapshot write flat", Bytes = allFlat.Length, Generated = Writes(snapshot.WriteFlatTo), ByHand = ByHandWrites(w => ByHand.WriteFlat(w, snapshot, scratch)) };
        yield return new Row { Name = "snapshot read flat", Bytes = allFlat.Length, Generated = () => Snapshot.FromFlat(allFlat, 0, -1, oldSnapshot), ByHand = Reads(allFlat, r => ByHand.ReadFlatSnapshot(r, otherSnapshot, scratch)) };
        Same(all, otherSnapshot.ToBytes());
    }

    static double Seconds(Action action, int times)
    {
        var watch = Stopwatch.StartNew();
        for (int i = 0; i < times; i++) action();
        return watch.Elapsed.TotalSeconds;
    }

    static long Allocated(Action action)
    {
        const int times = 1000;
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < times; i++) action();
        return (GC.GetAllocatedBytesForCurrentThread() - before) / times;
    }

    static void Main()
    {
        foreach (Row row in Rows())
        {
            // The compiler, and the first growth of buffers.
            Seconds(row.Generated, 200);
            Seconds(row.ByHand, 200);
            int times = 1;
            while (Seconds(row.Generated, times) < Slice) times *= 2;
            double generated = double.MaxValue, byHand = double.MaxValue;
            for (int round = 0; round < Rounds; round++)
            {
                generated = Math.Min(generated, Seconds(row.Generated, times) / times);
                byHand = Math.Min(byHand, Seconds(row.ByHand, times) / times);
            }
            Console.WriteLine("| C# {0} | {1} | {2:F2} µs | {3:F2} µs | {4:F2}x | {5} B | {6} B |",
                row.Name, row.Bytes, generated * 1e6, byHand * 1e6, generated / byHand, Allocated(row.Generated), Allocated(row.ByHand));
        }
    }
}
