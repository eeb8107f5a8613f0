// Reads messages with generated structs, and writes them again: a line for each line of the input, which has a type and bytes.
//
// `Types.Read` reads a type by its name, and returns what writes the message again.
using System;
using System.Globalization;
using System.IO;
using System.Threading;
using Generated;
using LiteNetLib.Utils;

/// Bytes to the end of the message.
struct Rest : INetSerializable
{
    byte[] all;
    public void Serialize(NetDataWriter writer) { writer.Put(all); }
    public void Deserialize(NetDataReader reader) { all = new byte[reader.AvailableBytes]; reader.GetBytes(all, all.Length); }
}

static class Driver
{
    static byte[] Bytes(string hex)
    {
        var bytes = new byte[hex.Length / 2];
        for (int i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(hex.Substring(i * 2, 2), 16);
        return bytes;
    }

    static string Hex(byte[] bytes) { return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant(); }

    sealed class OtherMessage : Exception { }

    /// Reads the number of a message, as LiteNetLibManager does.
    internal static void Number(NetDataReader reader, int? expected)
    {
        if (expected == null) return;
        if (!Types.IsHead && reader.AvailableBytes < 2) throw new OtherMessage();
        ushort number = Types.IsHead ? (ushort)Net.GetPacked(reader, "") : reader.GetUShort();
        if (number != (ushort)expected) throw new OtherMessage();
    }

    internal static void Put(NetDataWriter writer, int? number)
    {
        if (number == null) return;
        if (Types.IsHead) Net.PutPacked(writer, (ushort)number); else writer.Put((ushort)number);
    }

    static string Answer(string type, byte[] bytes)
    {
        var reader = new NetDataReader(bytes);
        Action<NetDataWriter> write;
        try { write = Types.Read(type, reader); } catch (WireException e) { return "error " + e.Message.Replace("\n", " "); } catch (OtherMessage) { return "error another message"; }
        if (reader.AvailableBytes > 0) return "error more bytes";
        var writer = new NetDataWriter();
        try { write(writer); } catch (WireException) { return "error unwritable"; }
        return "ok " + Hex(writer.CopyData());
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
