// Counts the bytes that generated classes allocate for the messages of a file, when their buffers and objects are used again.
//
// Arguments: the namespace, a file with lines of wire, type and bytes in hexadecimal digits, and the file for the answers: allocated by
// a write into a kept Writer, and by a read with `reuse`.
using System;
using System.IO;
using System.Reflection;
using System.Text;

static class Allocations
{
    delegate T Read<T>(byte[] bytes, int start, int count, T reuse);

    const int Times = 100;

    static byte[] Bytes(string hex)
    {
        var all = new byte[hex.Length / 2];
        for (int i = 0; i < all.Length; i++) all[i] = Convert.ToByte(hex.Substring(2 * i, 2), 16);
        return all;
    }

    static long Allocated(Action action)
    {
        // The compiler, and the first growth of buffers.
        for (int i = 0; i < 3; i++) action();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Times; i++) action();
        return (GC.GetAllocatedBytesForCurrentThread() - before) / Times;
    }

    // Called by reflection.
    static string Of<T, W>(bool flat, byte[] bytes) where T : class where W : class, new()
    {
        var read = (Read<T>)Delegate.CreateDelegate(typeof(Read<T>), typeof(T).GetMethod(flat ? "FromFlat" : "FromBytes"));
        T message = read(bytes, 0, -1, null);
        var w = new W();
        FieldInfo length = typeof(W).GetField("Length");
        var write = (Action<W>)Delegate.CreateDelegate(typeof(Action<W>), message, typeof(T).GetMethod(flat ? "WriteFlatTo" : "WriteTo"));
        // Appends, so the buffer is large enough for all before it is counted.
        for (int i = 0; i < 2 * Times; i++) write(w);
        length.SetValue(w, 0);
        long written = Allocated(() => write(w));
        long taken = Allocated(() => read(bytes, 0, -1, message));
        return written + "\t" + taken;
    }

    static void Main(string[] arguments)
    {
        var answers = new StringBuilder();
        Assembly assembly = Assembly.GetExecutingAssembly();
        Type writer = assembly.GetType(arguments[0] + ".Writer", true);
        foreach (string line in File.ReadAllLines(arguments[1]))
        {
            string[] row = line.Split('\t');
            MethodInfo of = typeof(Allocations).GetMethod("Of", BindingFlags.NonPublic | BindingFlags.Static);
            of = of.MakeGenericMethod(assembly.GetType(arguments[0] + "." + row[1], true), writer);
            answers.Append(of.Invoke(null, new object[] { row[0] == "flat", Bytes(row[2]) })).Append('\n');
        }
        File.WriteAllText(arguments[2], answers.ToString());
    }
}
