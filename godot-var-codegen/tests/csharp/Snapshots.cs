// Plays the transcript of a client in Rust with the generated class.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using WorldProtocol;

static class Snapshots
{
    static int mistakes;

    static void Same(int line, string what, string found, string wanted)
    {
        if (found == wanted) return;
        mistakes++;
        if (mistakes < 10) Console.WriteLine("line " + line + ": " + what + " is " + found + ", and not " + wanted);
    }

    static string Hex(byte[] bytes) { return string.Concat(bytes.Select(one => one.ToString("x2"))); }

    static byte[] Bytes(string hex)
    {
        return Enumerable.Range(0, hex.Length / 2).Select(at => Convert.ToByte(hex.Substring(2 * at, 2), 16)).ToArray();
    }

    static int Main(string[] arguments)
    {
        var errors = new SortedSet<string>();
        int anew = 0, removed = 0;
        foreach (var session in File.ReadAllText(arguments[0]).Split(new[] { "\n\n" }, StringSplitOptions.None))
        {
            var client = new ThingSnapshots();
            var shown = new SortedSet<uint>();
            int line = 0;
            foreach (var text in session.Split('\n'))
            {
                line++;
                var parts = text.Split('\t');
                if (parts[0] == "reset")
                {
                    client.Reset();
                    shown.Clear();
                    continue;
                }
                if (parts[0] == "send")
                {
                    Same(line, "the message", Hex(client.Send(Steer.FromBytes(Bytes(parts[1])))), parts[2]);
                    continue;
                }
                string error = "-";
                try
                {
                    foreach (var change in client.Receive(Bytes(parts[2]), long.Parse(parts[1])))
                    {
                        if (change.IsAnew) { shown.Clear(); anew++; continue; }
                        bool isPossible = change.IsSpawned ? shown.Add(change.Key) : shown.Remove(change.Key);
                        if (!change.IsSpawned) removed++;
                        Same(line, "an event of " + change.Key, isPossible.ToString(), "True");
                    }
                }
                catch (WireException) { error = "wire"; }
                catch (SnapshotException caught) { error = caught.Message; }
                errors.Add(Regex.Replace(error, "[0-9]+", "N"));
                Same(line, "the error", error, parts[3]);
                var keys = client.Keys();
                Array.Sort(keys);
                if (keys.Length == 0) shown.Clear();
                uint tick;
                var all = keys.Select(key => { var state = client.Latest(key, out tick); return key + ":" + tick + ":" + Hex(state.ToBytes()); });
                Same(line, "the world", string.Join(",", all), parts[4]);
                Same(line, "the keys of the events", string.Join(",", shown), string.Join(",", keys));
                Same(line, "the confirmed input", client.ConfirmedInput.ToString(), parts[5]);
            }
        }
        Console.WriteLine(string.Join("; ", errors) + "; anew " + anew + ", removed " + removed);
        return mistakes == 0 && errors.Count >= 6 && anew > 100 && removed > 100 ? 0 : 1;
    }
}
