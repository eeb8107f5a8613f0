// A bot for the arena, in plain C#: greets, joins, walks, chats, checks what comes back, and leaves.
//
//   mcs Bot.cs ArenaProtocol.cs && mono Bot.exe HOST PORT NAME [OTHERS…]
//
// It stays until it has heard each of the others. Prints a line for each event, and at the end OK
// (exit status 0), or FAILED and the reason (exit status 1).
//
// The messages are in ArenaProtocol.cs, which is generated from schemas/arena.rs.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Threading;
using ArenaProtocol;

sealed class Bot
{
    // In milliseconds.
    const int Tick = 50;
    const int Patience = 30000;
    // The bot walks for this number of ticks and then stands still.
    const int Steps = 10;
    // It says hello each time after this number of ticks.
    const int Pause = 10;
    // More than any message of the server.
    const int MaxLength = 1 << 20;

    readonly NetworkStream stream;
    readonly HashSet<string> unheard;
    readonly Join join;
    readonly Chat hello;
    // Where the bot is. Null until the server has let it in.
    PlayerState state;
    int steps;
    bool seen;

    Bot(NetworkStream stream, string name, IEnumerable<string> others)
    {
        this.stream = stream;
        join = new Join { Name = name, Color = new Color(0.4f, 0.2f, 0.8f, 1), Team = Team.Blue };
        hello = new Chat
        {
            Channel = "all",
            Text = HelloFrom(name),
            At = DateTimeOffset.UtcNow.ToUnixTimeSeconds(),
            Tags = { "greeting", "csharp" },
        };
        unheard = new HashSet<string>(others.Select(HelloFrom)) { hello.Text };
    }

    static string HelloFrom(string name) => "Hello from " + name + "!";

    static int Main(string[] arguments)
    {
        if (arguments.Length < 3 || !ushort.TryParse(arguments[1], out ushort port))
        {
            Console.WriteLine("usage: Bot HOST PORT NAME [OTHERS…]");
            return 2;
        }
        try
        {
            using (var client = new TcpClient(arguments[0], port))
            {
                client.NoDelay = true;
                client.ReceiveTimeout = Patience;
                new Bot(client.GetStream(), arguments[2], arguments.Skip(3)).Play();
            }
            Console.WriteLine("OK");
            return 0;
        }
        catch (Exception error) when (error is WireException || error is IOException || error is SocketException)
        {
            Console.WriteLine("FAILED: " + error.Message);
            return 1;
        }
    }

    void Play()
    {
        var end = DateTime.UtcNow.AddMilliseconds(Patience);
        Console.WriteLine("hello");
        Send(new ClientMessage.Hello(new Hello { Layout = Protocol.Layout }));
        while (unheard.Count > 0 || !seen)
        {
            if (DateTime.UtcNow > end)
                throw new IOException("own position seen: " + seen + ", not heard: " + string.Join(", ", unheard));
            while (stream.DataAvailable)
                Read(ServerMessage.FromBytes(ReceiveFrame()));
            if (state != null)
                Step();
            Thread.Sleep(Tick);
        }
        Console.WriteLine("leave");
        Send(new ClientMessage.Leave());
    }

    void Step()
    {
        steps++;
        if (steps <= Steps)
        {
            state.Yaw = state.Id % 628 * 0.01f + steps * 0.3f;
            state.Vel = new Vector3((float)Math.Cos(state.Yaw), 0, (float)Math.Sin(state.Yaw));
            state.Pos = new Vector3(state.Pos.X + state.Vel.X * 0.5f, 0, state.Pos.Z + state.Vel.Z * 0.5f);
        }
        else
        {
            state.Vel = new Vector3(0, 0, 0);
        }
        Send(new ClientMessage.Move(state));
        if (steps % Pause == 0)
            Send(new ClientMessage.Chat(hello));
    }

    void Read(ServerMessage message)
    {
        // From C# 8 on, `switch (message)` with `case ServerMessage.Welcome welcome:` does the same. mcs has no such patterns.
        if (message is ServerMessage.Greeting greeting)
        {
            if (greeting.Value.Layout != Protocol.Layout)
                throw new IOException("the server has another protocol: update the game");
            Console.WriteLine("join");
            Send(new ClientMessage.Join(join));
        }
        else if (message is ServerMessage.Welcome welcome)
        {
            state = new PlayerState { Id = welcome.Value.You, Health = 100, Grounded = true };
            Console.WriteLine("welcome: player " + state.Id + ", tick " + welcome.Value.Tick);
        }
        else if (message is ServerMessage.Snapshot snapshot)
        {
            Look(snapshot.Value);
        }
        else if (message is ServerMessage.Chat chat)
        {
            Console.WriteLine("chat: [" + chat.Value.Channel + "] " + chat.Value.Text);
            if (chat.Value.Text == hello.Text && !(chat.Value.At == hello.At && chat.Value.Tags.SequenceEqual(hello.Tags)))
                throw new IOException("the own words came back changed");
            unheard.Remove(chat.Value.Text);
        }
        else if (message is ServerMessage.Bye bye)
        {
            throw new IOException("bye: " + bye.Value.Reason);
        }
    }

    void Look(Snapshot snapshot)
    {
        PlayerState own = snapshot.Players.Find(player => player.Id == state?.Id);
        if (seen || own == null || steps <= Steps)
            return;
        // Every component has come back unchanged, bit for bit.
        seen = own.Pos.Equals(state.Pos) && own.Vel.Equals(state.Vel) && own.Yaw == state.Yaw;
        if (seen)
            Console.WriteLine("snapshot: tick " + snapshot.Tick + ", " + snapshot.Players.Count + " players, scores of "
                + string.Join(", ", snapshot.Scores.Keys));
    }

    // Over TCP the length of a message comes first, in 4 bytes, the lowest first.
    void Send(ClientMessage message)
    {
        byte[] bytes = message.ToBytes();
        byte[] frame = new byte[4 + bytes.Length];
        for (int i = 0; i < 4; i++)
            frame[i] = (byte)(bytes.Length >> 8 * i);
        bytes.CopyTo(frame, 4);
        stream.Write(frame, 0, frame.Length);
    }

    byte[] ReceiveFrame()
    {
        byte[] length = Receive(4);
        uint count = (uint)(length[0] | length[1] << 8 | length[2] << 16 | length[3] << 24);
        if (count > MaxLength)
            throw new IOException("a message of " + count + " bytes");
        return Receive((int)count);
    }

    byte[] Receive(int count)
    {
        byte[] bytes = new byte[count];
        for (int at = 0; at < count;)
        {
            int read = stream.Read(bytes, at, count - at);
            if (read == 0)
                throw new EndOfStreamException("the server has closed the connection");
            at += read;
        }
        return bytes;
    }
}
