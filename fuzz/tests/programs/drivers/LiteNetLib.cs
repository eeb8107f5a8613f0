// The parts of LiteNetLib that generated code uses. As there, a reader does not look where its bytes end.
using System;

namespace LiteNetLib.Utils
{
    public interface INetSerializable
    {
        void Serialize(NetDataWriter writer);
        void Deserialize(NetDataReader reader);
    }

    public class NetDataWriter
    {
        byte[] data = new byte[64];
        public int Length { get; private set; }
        public byte[] CopyData() { var all = new byte[Length]; Array.Copy(data, all, Length); return all; }
        public void Put(byte value) { if (Length == data.Length) Array.Resize(ref data, Length * 2); data[Length++] = value; }
        public void Put(byte[] value) { foreach (byte b in value) Put(b); }
        public void Put(short value) { Put((byte)value); Put((byte)(value >> 8)); }
        public void Put(ushort value) { Put((short)value); }
        public void Put(int value) { Put((short)value); Put((short)(value >> 16)); }
        public void Put(uint value) { Put((int)value); }
        public void Put(long value) { Put((int)value); Put((int)(value >> 32)); }
        public void Put(ulong value) { Put((long)value); }
        public void Put(float value) { Put(BitConverter.GetBytes(value)); }
        public void Put(double value) { Put(BitConverter.GetBytes(value)); }
    }

    public class NetDataReader
    {
        readonly byte[] data;
        public NetDataReader(byte[] source) { data = source; }
        public int Position { get; private set; }
        public int AvailableBytes { get { return data.Length - Position; } }
        public byte GetByte() { return data[Position++]; }
        public short GetShort() { return (short)(GetByte() | GetByte() << 8); }
        public ushort GetUShort() { return (ushort)GetShort(); }
        public int GetInt() { return GetUShort() | GetShort() << 16; }
        public uint GetUInt() { return (uint)GetInt(); }
        public long GetLong() { return GetUInt() | (long)GetInt() << 32; }
        public ulong GetULong() { return (ulong)GetLong(); }
        public float GetFloat() { Position += 4; return BitConverter.ToSingle(data, Position - 4); }
        public double GetDouble() { Position += 8; return BitConverter.ToDouble(data, Position - 8); }
        public void GetBytes(byte[] destination, int count) { Array.Copy(data, Position, destination, 0, count); Position += count; }
    }
}

// The parts of Unity that generated code uses.
namespace UnityEngine
{
    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
    }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }
    public struct Vector4
    {
        public float x, y, z, w;
        public Vector4(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
    }
    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
    }
    public struct Vector2Int
    {
        public int x { get; set; }
        public int y { get; set; }
        public Vector2Int(int x, int y) : this() { this.x = x; this.y = y; }
    }
    public struct Vector3Int
    {
        public int x { get; set; }
        public int y { get; set; }
        public int z { get; set; }
        public Vector3Int(int x, int y, int z) : this() { this.x = x; this.y = y; this.z = z; }
    }
    public struct Color
    {
        public float r, g, b, a;
        public Color(float r, float g, float b, float a) { this.r = r; this.g = g; this.b = b; this.a = a; }
    }
}
