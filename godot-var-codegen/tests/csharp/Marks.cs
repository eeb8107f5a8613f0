// Gives packets to the generated classes of worlds without fields, and prints what they say of each.
using System;
using System.Collections.Generic;
using System.Linq;
using MarksProtocol;

static class Marks
{
    static byte[] Bytes(string hex)
    {
        return Enumerable.Range(0, hex.Length / 2).Select(at => Convert.ToByte(hex.Substring(2 * at, 2), 16)).ToArray();
    }

    static void Play(string packets, Func<byte[], int> receive, Func<uint[]> keys, Func<uint, string> shown)
    {
        foreach (var packet in packets.Split(','))
        {
            string told;
            try { told = receive(Bytes(packet)) + " events"; }
            catch (SnapshotException caught) { told = caught.Message; }
            Console.WriteLine(told + "; " + string.Join(" ", keys().Select(key => key + "=" + shown(key))));
        }
    }

    static void Main(string[] arguments)
    {
        uint tick;
        var marks = new MarkSnapshots();
        Play(arguments[0], bytes => marks.Receive(bytes, 0).Count, marks.Keys, key => marks.Latest(key, out tick) + " at " + tick);
        Console.WriteLine(marks.Latest(77, out tick) == null);
        var signs = new SignSnapshots();
        Play(arguments[1], bytes => signs.Receive(bytes, 0).Count, signs.Keys,
            key => BitConverter.ToString(signs.Latest(key, out tick).ToBytes()) + " at " + tick);
        Console.WriteLine(BitConverter.ToString(marks.Send()));
    }
}
