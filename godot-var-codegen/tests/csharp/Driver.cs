// Reads each message of a file with generated classes, and writes it again: the first time into a new message, then into the same one.
//
// Arguments: the namespace, a file with lines of wire, type and bytes in hexadecimal digits, and the file for the answers.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Text;
using System.Threading;

static class Driver
{
    static byte[] Bytes(string hex)
    {
        var all = new byte[hex.Length / 2];
        for (int i = 0; i < all.Length; i++) all[i] = Convert.ToByte(hex.Substring(2 * i, 2), 16);
        return all;
    }
    static string Hex(byte[] bytes) { return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant(); }

    static string Again(Type type, bool flat, byte[] bytes)
    {
        MethodInfo read = (flat ? type.GetMethod("FromFlat") : null) ?? type.GetMethod("FromBytes");
        MethodInfo write = read.Name == "FromFlat" ? type.GetMethod("ToFlat") : type.GetMethod("ToBytes");
        object message;
        try
        {
            message = read.Invoke(null, new object[] { bytes, 0, -1, null });
        }
        catch (TargetInvocationException e)
        {
            return (e.InnerException.GetType().Name == "WireException" ? "refused: " : "crash: ") + e.InnerException.Message;
        }
        try
        {
            string first = Hex((byte[])write.Invoke(message, null));
            message = read.Invoke(null, new object[] { bytes, 0, -1, message });
            string second = Hex((byte[])write.Invoke(message, null));
            return first == second ? first : "crash: other bytes of a message that is used again: " + second;
        }
        catch (TargetInvocationException e)
        {
            return (e.InnerException.GetType().Name == "WireException" ? "unwritable: " : "crash: ") + e.InnerException;
        }
    }

    static void Main(string[] arguments)
    {
        // Numbers in texts would have a comma.
        Thread.CurrentThread.CurrentCulture = new CultureInfo("de-DE");
        var answers = new StringBuilder();
        foreach (string line in File.ReadAllLines(arguments[1]))
        {
            string[] row = line.Split('\t');
            Type type = Assembly.GetExecutingAssembly().GetType(arguments[0] + "." + row[1], true);
            answers.Append(Again(type, row[0] == "flat", Bytes(row[2])).Replace("\n", " ")).Append('\n');
        }
        File.WriteAllText(arguments[2], answers.ToString());
    }
}
