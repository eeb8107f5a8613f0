// Reads messages with generated classes, and writes them again: a line for each line of the input, which has a type and bytes.
//
// `Types.Read` calls `FromBytes` of the class with this name.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Threading;
using Generated;

static class Driver
{
    static byte[] Bytes(string hex)
    {
        var bytes = new byte[hex.Length / 2];
        for (int i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(hex.Substring(i * 2, 2), 16);
        return bytes;
    }

    static string Hex(byte[] bytes) { return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant(); }

    /// Other bytes are around the message.
    static byte[] Surrounded(byte[] bytes)
    {
        var all = new byte[bytes.Length + 5];
        for (int i = 0; i < all.Length; i++) all[i] = 1;
        bytes.CopyTo(all, 3);
        return all;
    }

    static string Write(Message message)
    {
        try { return "ok " + Hex(message.ToBytes()); } catch (WireException) { return "error unwritable"; }
    }

    /// The last message of each type that was read.
    static readonly Dictionary<string, Message> last = new Dictionary<string, Message>();

    static string Answer(string type, byte[] bytes)
    {
        Message message;
        try { message = Types.Read(type, bytes, 0, -1, null); } catch (WireException e) { return "error " + e.Message.Replace("\n", " "); }
        string written = Write(message);
        Message kept;
        last.TryGetValue(type, out kept);
        Message reused = Types.Read(type, Surrounded(bytes), 3, bytes.Length, kept);
        if (Write(reused) != written) return "broken a message that was used again gives " + Write(reused) + ", not " + written;
        last[type] = reused;
        return written;
    }

    static void Main(string[] arguments)
    {
        // It writes numbers with a comma.
        Thread.CurrentThread.CurrentCulture = new CultureInfo("de-DE");
        using (var output = new StreamWriter(arguments[1]))
        {
            output.AutoFlush = true;
            foreach (string line in File.ReadAllLines(arguments[0]))
            {
                string[] row = line.Split('\t');
                string answer;
                try { answer = Answer(row[0], Bytes(row[1])); } catch (Exception e) { answer = "broken " + e.ToString().Replace("\n", " "); }
                output.WriteLine(answer);
            }
        }
    }
}
