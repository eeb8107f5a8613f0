
/// <summary>What a packet of a server has changed.</summary>
public struct $EVENT$
{
    /// <summary>Whether the entity is new. If it is not, it is gone.</summary>
    public readonly bool IsSpawned;
    /// <summary>Whether all entities are gone, because the server sends everything again.</summary>
    public readonly bool IsAnew;
    /// <summary>The entity.</summary>
    public readonly uint Key;
    internal $EVENT$(bool isSpawned, bool isAnew, uint key) { IsSpawned = isSpawned; IsAnew = isAnew; Key = key; }
}

/// <summary>Why a packet is refused, although it can be read. It has changed nothing.</summary>
public sealed class $EXCEPTION$ : @Exception
{
    internal $EXCEPTION$(string reason) : base(reason) { }
}

/// <summary>The entities of a world as its server sends them: <c>Receive</c> each packet, and in each tick of the client <c>Send</c> what
/// it makes. It shows the newest states, without playback between them.</summary>
public sealed class $CLASS$
{
    sealed class Entity
    {
        internal byte Life;
        internal uint Tick;
        internal readonly @List<long> Packets = new @List<long>();
        internal readonly @List<$STATE$> States = new @List<$STATE$>();
        internal long Newest { get { return Packets[Packets.Count - 1]; } }
    }

    struct Change
    {
        internal uint Key;
        // Those of a delta and of a whole state; no state if the entity is gone.
        internal long Base;
        internal int Life;
        internal $STATE$ State;
    }

    // Packets before the newest one that a message confirms, states of an entity, inputs of a message.
    const int Window = 32, Versions = 32, MostInputs = 12;

    readonly int _maxEntities;
    readonly @Dictionary<uint, Entity> _entities = new @Dictionary<uint, Entity>();
    readonly @Dictionary<uint, long> _tombstones = new @Dictionary<uint, long>();
    readonly @List<uint> _numbers = new @List<uint>();
    readonly @List<$INPUT$> _inputs = new @List<$INPUT$>();
    int _epoch = -1;
    bool _asks;
    // No packet: -1. Bit j of the others is the packet of this number less j.
    long _newest = -1;
    ulong _received;
    uint _newestTick, _input, _confirmed;
    long _takenAt = -1;
    int _lead;

    /// <summary>A client that has seen nothing. It refuses packets with more entities.</summary>
    public $CLASS$(int maxEntities = 65536) { _maxEntities = maxEntities; }

    /// <summary>Takes a packet that arrived, and returns what has changed. Packets that are late or repeated have no effect. The time is in
    /// milliseconds. For a packet that it refuses it throws a <see cref="@WireException"/> or a <see cref="$EXCEPTION$"/>, and the packet has no
    /// effect. If it shows that both sides differ, the client asks the server to send everything again.</summary>
    public @List<$EVENT$> Receive(byte[] bytes, long now)
    {
        var events = new @List<$EVENT$>();
        var packet = $PACKET$.FromBytes(bytes);
        int ahead = _epoch < 0 ? 1 : packet.Epoch - _epoch & 0xff;
        bool isOldEpoch = ahead >= 128, isNewEpoch = ahead > 0 && !isOldEpoch;
        if (isOldEpoch || _asks && !isNewEpoch)
        {
            if (isOldEpoch) SeemsOld(packet.Epoch, now);
            return events;
        }
        long newest = isNewEpoch ? -1 : _newest;
        // So that every number is above 0.
        long number = 0x10000 + packet.Sequence;
        if (newest >= 0)
        {
            number = newest + unchecked((short)(packet.Sequence - newest));
            if (number + Window < newest)
            {
                SeemsOld(packet.Epoch, now);
                return events;
            }
            if (number <= newest && (_received >> (int)(newest - number) & 1) == 1) return events;
            if (number > newest ? packet.Tick < _newestTick : packet.Tick > _newestTick)
                throw new $EXCEPTION$("the packet of tick " + packet.Tick + " is out of order: the newest is of tick " + _newestTick);
        }
        var changes = Check(packet, number, isNewEpoch, number > newest);
        // Nothing is refused from here on: a packet counts whole or not at all.
        if (isNewEpoch)
        {
            if (_epoch >= 0) events.Add(new $EVENT$(false, true, 0));
            _epoch = packet.Epoch;
            Forget();
            _asks = false;
        }
        foreach (var change in changes) Take(change, number, packet.Tick, events);
        if (number > newest)
        {
            long step = newest < 0 ? 64 : number - newest;
            _received = (step < 64 ? _received << (int)step : 0) | 1;
            _newest = number;
            _newestTick = newest < 0 ? packet.Tick : @Math.Max(packet.Tick, _newestTick);
            _lead = packet.Lead;
        }
        else _received |= 1UL << (int)(newest - number);
        _received &= (1UL << Window + 1) - 1;
        foreach (var key in new @List<uint>(_tombstones.Keys))
            if (_tombstones[key] + Window < _newest) _tombstones.Remove(key);
        _takenAt = now;
        uint back = unchecked(_input - packet.Input) & 0xffff, confirmed = back > _input ? 0 : _input - back;
        if (confirmed > _confirmed)
        {
            _confirmed = confirmed;
            while (_numbers.Count > 0 && _numbers[0] <= confirmed) Drop();
        }
        return events;
    }

    /// <summary>Returns the newest state of an entity and the tick that it belongs to, or null. Do not change it.</summary>
    public $STATE$ Latest(uint key, out uint tick)
    {
        Entity entity;
        bool isKnown = _entities.TryGetValue(key, out entity);
        tick = isKnown ? entity.Tick : 0;
        return isKnown ? entity.States[entity.States.Count - 1] : null;
    }

    /// <summary>The keys of all entities.</summary>
    public uint[] Keys()
    {
        var keys = new uint[_entities.Count];
        _entities.Keys.CopyTo(keys, 0);
        return keys;
    }

    /// <summary>Makes the message of a tick: which packets arrived, and the newest input with those that the server has not taken yet. Send
    /// it in the transport's unreliable mode.</summary>
    public byte[] Send($PARAMETER$)
    {
        var message = new $MESSAGE$();
        message.Input = _input == uint.MaxValue ? _input : _input + 1;
        message.BeginAnew = _asks;
        if (_epoch >= 0 && _newest >= 0)
            message.Received = new $RECEIVED$ { Epoch = (byte)_epoch, Latest = unchecked((ushort)_newest), Before = unchecked((uint)(_received >> 1)) };
        $NEWEST$
        for (int at = _inputs.Count - 1; at >= 0 && at > _inputs.Count - MostInputs; at--)
        {
            $OLDER$
        }
        var bytes = message.ToBytes();
        _input = message.Input;
        if (_numbers.Count == MostInputs) Drop();
        _numbers.Add(_input);
        _inputs.Add(newest);
        return bytes;
    }

    /// <summary>Forgets all states and asks the server to send everything again.</summary>
    public void Reset()
    {
        Forget();
        // Without a packet there is nothing to repeat.
        _asks = _epoch >= 0;
    }

    /// <summary>The number of the newest input that is part of what the server sent.</summary>
    public uint ConfirmedInput { get { return _confirmed; } }

    /// <summary>The inputs after the confirmed one, at most 12: replay them on the newest state to show what the player does at once.</summary>
    public $INPUT$[] UnconfirmedInputs() { return _inputs.ToArray(); }

    /// <summary>How fast the client's ticks should be, from 0.95 to 1.05 of the usual rate: multiply the rate with it.</summary>
    public double Pace
    {
        get
        {
            int missing = _lead < 1 ? 1 - _lead : @Math.Min(2, _lead) - _lead;
            return 1 + @Math.Max(-0.05, @Math.Min(0.05, missing * 0.01));
        }
    }

    @List<Change> Check($PACKET$ packet, long number, bool isNewEpoch, bool isNewest)
    {
        var changes = new @List<Change>();
        var keys = new @Dictionary<uint, bool>();
        int count = isNewEpoch ? 0 : _entities.Count;
        foreach (var record in packet.Records)
        {
            uint key = record.Key;
            if (keys.ContainsKey(key)) throw new $EXCEPTION$("entity " + key + " is in the packet twice");
            keys.Add(key, true);
            Entity entity = null;
            if (!isNewEpoch) _entities.TryGetValue(key, out entity);
            if (entity == null && record.Whole != null) count++;
            if (count > _maxEntities) throw new $EXCEPTION$("there are more than " + _maxEntities + " entities; raise `maxEntities`");
            long latest = -1;
            if (entity != null) latest = entity.Newest;
            else if (!isNewEpoch && _tombstones.ContainsKey(key)) latest = _tombstones[key];
            bool isFar = record.Far != null, isNear = record.Near > 0;
            bool isDelta = record.Delta != null && record.Whole == null && isFar != isNear;
            int back = isFar ? (int)record.Far : record.Near;
            if (isDelta ? isFar && (back < 32 || back > 16383) : isFar || isNear || record.Delta != null)
                throw new $EXCEPTION$("entity " + key + ": a record has a whole state, a delta on one packet, or neither");
            if (number <= latest) continue;
            if (!isDelta)
            {
                var whole = record.Whole;
                changes.Add(new Change { Key = key, Base = -1, Life = whole == null ? -1 : whole.Life, State = whole == null ? ($STATE$)null : whole.State });
                continue;
            }
            int at = entity == null ? -1 : entity.Packets.IndexOf(number - back);
            // A copy: the delta changes it in place.
            var state = at < 0 ? null : $COPY$;
            if (at < 0 || !Apply(state$VALUE$, record.Delta$VALUE$))
            {
                if (isNewest)
                {
                    _epoch = packet.Epoch;
                    Reset();
                }
                string reason = at < 0 ? "the state that the delta changes is missing" : "the delta is of another variant";
                throw new $EXCEPTION$("entity " + key + ": " + reason + "; the client starts again");
            }
            changes.Add(new Change { Key = key, Base = number - back, Life = -1, State = state });
        }
        return changes;
    }

    void Take(Change change, long number, uint tick, @List<$EVENT$> events)
    {
        Entity entity;
        bool isKnown = _entities.TryGetValue(change.Key, out entity);
        if (!isKnown || change.State == null || change.Life >= 0 && change.Life != entity.Life)
        {
            if (isKnown) events.Add(new $EVENT$(false, false, change.Key));
            _entities.Remove(change.Key);
            _tombstones.Remove(change.Key);
            if (change.State == null)
            {
                _tombstones.Add(change.Key, number);
                return;
            }
            entity = new Entity { Life = (byte)@Math.Max(0, change.Life) };
            _entities.Add(change.Key, entity);
            events.Add(new $EVENT$(true, false, change.Key));
        }
        while (entity.Packets.Count > 0 && (entity.Packets[0] < change.Base || entity.Packets.Count >= Versions))
        {
            entity.Packets.RemoveAt(0);
            entity.States.RemoveAt(0);
        }
        entity.Packets.Add(number);
        entity.States.Add(change.State);
        entity.Tick = tick;
    }

    // A packet seems to be an old one. If nothing else comes for 10 seconds, its server is another one, or has lost this client.
    void SeemsOld(byte epoch, long now)
    {
        if (_takenAt < 0 || now - _takenAt <= 10000) return;
        _epoch = epoch;
        _takenAt = now;
        Reset();
    }

    void Forget()
    {
        _newest = -1;
        _received = 0;
        _entities.Clear();
        _tombstones.Clear();
    }

    void Drop()
    {
        _numbers.RemoveAt(0);
        _inputs.RemoveAt(0);
    }

$APPLY$}
