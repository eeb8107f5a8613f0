// The structures of Godot 3 as generated code uses them, to compile it without the engine.
namespace Godot
{
    public struct Vector2 { public float x, y; public Vector2(float x, float y) { this.x = x; this.y = y; } }
    public struct Vector3 { public float x, y, z; public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; } }
    public struct Quat { public float x, y, z, w; public Quat(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; } }
    public struct Color { public float r, g, b, a; public Color(float r, float g, float b, float a = 1) { this.r = r; this.g = g; this.b = b; this.a = a; } }
    public struct Rect2 { public Vector2 Position { get; set; } public Vector2 Size { get; set; } public Rect2(Vector2 position, Vector2 size) { Position = position; Size = size; } }
    public struct AABB { public Vector3 Position { get; set; } public Vector3 Size { get; set; } public AABB(Vector3 position, Vector3 size) { Position = position; Size = size; } }
    public struct Plane { public Vector3 Normal { get; set; } public float D { get; set; } public Plane(Vector3 normal, float d) { Normal = normal; D = d; } }
    public struct Basis { public Vector3 Column0 { get; set; } public Vector3 Column1 { get; set; } public Vector3 Column2 { get; set; } public Basis(Vector3 column0, Vector3 column1, Vector3 column2) { Column0 = column0; Column1 = column1; Column2 = column2; } }
    public struct Transform2D { public Vector2 x, y, origin; public Transform2D(Vector2 x, Vector2 y, Vector2 origin) { this.x = x; this.y = y; this.origin = origin; } }
    public struct Transform { public Basis basis; public Vector3 origin; public Transform(Basis basis, Vector3 origin) { this.basis = basis; this.origin = origin; } }
}
