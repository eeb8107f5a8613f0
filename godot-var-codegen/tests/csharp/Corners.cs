// What generated classes do that bytes alone do not show. Ends with the number of the checks that failed.
using System;
using System.Collections.Generic;
using CornersProtocol;

static class Corners
{
    static int failed;
    static void Check(bool holds, string what) { if (!holds) { failed++; Console.WriteLine("wrong: " + what); } }
    static void Refused(Func<byte[]> write, string expected)
    {
        try { write(); Check(false, "written, not refused: " + expected); }
        catch (WireException e) { Check(e.Message.EndsWith(expected), e.Message + "\n  expected: " + expected); }
    }

    static void Deltas()
    {
        var now = new State();
        var sent = new State();
        now.V.Add(1);
        sent.Apply(now.ChangesSince(sent));
        Check(!now.ChangesSince(sent).HasV, "what was sent is sent again");
        now.V.Add(2);
        Check(now.ChangesSince(sent).HasV, "a change of a list is lost");

        now = new State { Lists = { new List<int> { 1 } }, Map = { { 1, new List<int> { 1 } } }, Bytes = new byte[] { 1 }, Pair = (1, new List<int> { 1 }), Maybe = (1, new List<int> { 1 }), Part = { List = { 1 } }, Kind = new Kind.Some(new Part { List = { 1 } }) };
        now.Array[1].List.Add(1);
        now.HasX = true;
        StateDelta delta = now.ChangesSince(sent);
        Check(delta.HasHasX && delta.HasX && !delta.HasX_, "names of a delta");
        byte[] bytes = delta.ToBytes();
        State one = new State(), two = new State();
        one.Apply(delta);
        two.Apply(delta);
        byte[] whole = two.ToFlat();
        foreach (State changed in new[] { now, one })
        {
            changed.V.Add(9);
            changed.Lists[0].Add(9);
            changed.Map[1].Add(9);
            changed.Bytes[0] = 9;
            changed.Pair.Item2.Add(9);
            changed.Maybe.Value.Item2.Add(9);
            changed.Part.List.Add(9);
            changed.Array[1].List.Add(9);
            ((Kind.Some)changed.Kind).Value.List.Add(9);
            Check(BitConverter.ToString(delta.ToBytes()) == BitConverter.ToString(bytes), "a delta changes with an object");
        }
        Check(BitConverter.ToString(two.ToFlat()) == BitConverter.ToString(whole), "objects share a list");

        var kept = new Unknown.O(new byte[] { 27, 0, 0, 0, 0, 0, 0, 0 });
        KeepingDelta change = new Keeping { All = { kept } }.ChangesSince(new Keeping());
        kept.Value[0] = 9;
        Check(((Unknown.O)change.All[0]).Value[0] == 27, "a delta shares the bytes of another variant");

        var first = new StateDelta { HasV = true, V = new List<int> { 1, 1, 1 } };
        var second = new StateDelta { HasV = true, V = new List<int> { 2 } };
        StateDelta read = StateDelta.FromFlat(first.ToFlat());
        one.Apply(read);
        read = StateDelta.FromFlat(second.ToFlat(), 0, -1, read);
        two.Apply(read);
        Check(one.V.Count == 3 && two.V.Count == 1, "a delta that is read again changes what has it");
    }

    static void Names()
    {
        Check(default(Kept).Equals(Kept.Usual) && default(Kept) == new Defaults().Kept && Kept.Name_.Name == "Name", "the default of names");
        Check(new Defaults().Two[1] == Kept.Usual && new Defaults().Pair.Item1 == Kept.Usual && new Kept("x") != Kept.Usual, "defaults in others");
        Check(default(Kept).GetHashCode() == Kept.Usual.GetHashCode(), "the hash of a name");
        Check(typeof(Instances).GetField("D").FieldType == typeof(GI32_) || typeof(Instances).GetField("D").FieldType == typeof(GI32__), "the type of an instance");
    }

    static Node Nodes(int levels) { var v = new Node(); for (; levels > 1; levels--) v = new Node { Next = v }; return v; }
    static Listed Lists(int levels) { var v = new Listed(); for (; levels > 1; levels--) v = new Listed { V = { v } }; return v; }

    static void Levels()
    {
        Node.FromBytes(Nodes(128).ToBytes());
        Node.FromFlat(Nodes(129).ToFlat());
        string most = "expected at most 128 levels of containers, found more";
        Refused(Nodes(129).ToBytes, ".next: " + most);
        Refused(Nodes(130).ToFlat, ".next: " + most);
        Listed.FromBytes(Lists(64).ToBytes());
        Listed.FromFlat(Lists(128).ToFlat());
        Refused(Lists(65).ToBytes, ".v[0]: " + most);
        Refused(Lists(129).ToFlat, ".v: " + most);
        var cycle = new Node();
        cycle.Next = cycle;
        Refused(cycle.ToBytes, most);
        Refused(cycle.ToFlat, most);
        var w = new Writer();
        try { cycle.WriteTo(w); } catch (WireException) { }
        try { cycle.WriteFlatTo(w); } catch (WireException) { }
        for (int i = 0; i < 3; i++) Nodes(100).WriteTo(w);
        for (int i = 0; i < 3; i++) Nodes(100).WriteFlatTo(w);
        Tree tree = new Tree.Leaf();
        for (int i = 0; i < 42; i++) tree = new Tree.Pair((new Tree.Struct { Map = { { 1, tree } } }, i));
        Refused(tree.ToBytes, most);
        var again = new Bare.Again();
        again.Value = again;
        Refused(again.ToBytes, most);
    }

    static void Raws()
    {
        Refused(new Raw { Value = new byte[8] }.ToBytes, "Raw.value: expected the bytes of one value");
        Refused(new Raw { Value = new byte[8] }.ToFlat, "Raw.value: expected the bytes of one value");
        Refused(new Raw { Value = new byte[3] }.ToBytes, "Raw.value: expected the bytes of one value: the message ends here at byte 3");
        Check(Raw.FromBytes(new Raw { Value = new byte[] { 2, 0, 0, 0, 7, 0, 0, 0 }, X = 5 }.ToBytes()).X == 5, "a value");
        Check(Raw.FromFlat(new Raw { X = 5 }.ToFlat()).X == 5, "no value");
    }

    static void Attempts()
    {
        var w = new List<byte>();
        Action<int> word = number => w.AddRange(BitConverter.GetBytes(number));
        Action<char> text = letter => { word(4); word(1); word(letter); };
        // 40 pairs in each other, and a Dictionary of 16 kB without a variant.
        for (int i = 0; i < 40; i++) { word(28); word(2); }
        text('x');
        word(27);
        word(2);
        text('t');
        text('?');
        text('p');
        word(28);
        word(4000);
        w.AddRange(new byte[4 * 4000]);
        for (int i = 1; i < 40; i++) word(0);
        try { Pairs.FromBytes(w.ToArray()); Check(false, "read, not refused"); }
        catch (WireException e) { Check(e.Message.Contains("too many variants were tried"), e.Message); }
        Check(Pairs.Made > 100 && Pairs.Made < 10000, "attempts: " + Pairs.Made);
    }

    static int Main()
    {
        Attempts();
        Deltas();
        Names();
        Levels();
        Raws();
        return failed;
    }
}

namespace CornersProtocol
{
    // Counts the attempts.
    partial class Pairs { internal static int Made; internal int made = ++Made; }
}
