// The structures of Godot 4 as generated code uses them, to compile it without the engine.
namespace Godot
{
    public struct Vector2 { public float X, Y; public Vector2(float x, float y) { X = x; Y = y; } }
    public struct Vector2I { public int X, Y; public Vector2I(int x, int y) { X = x; Y = y; } }
    public struct Vector3 { public float X, Y, Z; public Vector3(float x, float y, float z) { X = x; Y = y; Z = z; } }
    public struct Vector3I { public int X, Y, Z; public Vector3I(int x, int y, int z) { X = x; Y = y; Z = z; } }
    public struct Vector4 { public float X, Y, Z, W; public Vector4(float x, float y, float z, float w) { X = x; Y = y; Z = z; W = w; } }
    public struct Vector4I { public int X, Y, Z, W; public Vector4I(int x, int y, int z, int w) { X = x; Y = y; Z = z; W = w; } }
    public struct Quaternion { public float X, Y, Z, W; public Quaternion(float x, float y, float z, float w) { X = x; Y = y; Z = z; W = w; } }
    public struct Color { public float R, G, B, A; public Color(float r, float g, float b, float a = 1) { R = r; G = g; B = b; A = a; } }
    public struct Rect2 { public Vector2 Position { get; set; } public Vector2 Size { get; set; } public Rect2(Vector2 position, Vector2 size) { Position = position; Size = size; } }
    public struct Rect2I { public Vector2I Position { get; set; } public Vector2I Size { get; set; } public Rect2I(Vector2I position, Vector2I size) { Position = position; Size = size; } }
    public struct Aabb { public Vector3 Position { get; set; } public Vector3 Size { get; set; } public Aabb(Vector3 position, Vector3 size) { Position = position; Size = size; } }
    public struct Plane { public Vector3 Normal { get; set; } public float D { get; set; } public Plane(Vector3 normal, float d) { Normal = normal; D = d; } }
    public struct Basis { public Vector3 Column0 { get; set; } public Vector3 Column1 { get; set; } public Vector3 Column2 { get; set; } public Basis(Vector3 column0, Vector3 column1, Vector3 column2) { Column0 = column0; Column1 = column1; Column2 = column2; } }
    public struct Transform2D { public Vector2 X, Y, Origin; public Transform2D(Vector2 x, Vector2 y, Vector2 origin) { X = x; Y = y; Origin = origin; } }
    public struct Transform3D { public Basis Basis; public Vector3 Origin; public Transform3D(Basis basis, Vector3 origin) { Basis = basis; Origin = origin; } }
    public struct Projection { public Vector4 X, Y, Z, W; public Projection(Vector4 x, Vector4 y, Vector4 z, Vector4 w) { X = x; Y = y; Z = z; W = w; } }
}
