// What generated messages of LiteNetLibManager do that bytes alone do not show. Ends with the number of the checks that failed.
using System;
using LiteNetLib.Utils;
using LiteNetProtocol;

static class LiteNetCorners
{
    static int failed;
    static void Check(bool holds, string what) { if (!holds) { failed++; Console.WriteLine("wrong: " + what); } }

    static void Refused(INetSerializable message)
    {
        try { message.Serialize(new NetDataWriter()); Check(false, "levels without end are written"); }
        catch (WireException e) { Check(e.Message.Contains("expected at most 128 levels, found more"), e.Message); }
    }

    static Node Nodes(int levels) { var v = new Node { Field1 = 1 }; for (; levels > 1; levels--) v = new Node { Next = v }; return v; }

    static int Main()
    {
        var cycle = new Node();
        cycle.Next = cycle;
        Refused(cycle);
        Refused(new Holder { Tree = new Tree.Of { Inner = Trees(200) } });
        Refused(Nodes(129));
        var writer = new NetDataWriter();
        Nodes(128).Serialize(writer);
        var read = new Node();
        read.Deserialize(new NetDataReader(writer.CopyData()));
        int levels = 1;
        for (; read.Next != null; read = read.Next) levels++;
        Check(levels == 128 && read.Field1 == 1, "levels: " + levels);
        return failed;
    }

    static Tree Trees(int levels) { Tree v = new Tree.Leaf(); for (; levels > 1; levels--) v = new Tree.Of { Inner = v }; return v; }
}
