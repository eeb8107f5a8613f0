// The structures of Unity as generated code uses them, to compile it without the engine.
namespace UnityEngine
{
    public struct Vector2 { public float x, y; public Vector2(float x, float y) { this.x = x; this.y = y; } }
    public struct Vector2Int { public int x { get; set; } public int y { get; set; } public Vector2Int(int x, int y) { this.x = x; this.y = y; } }
    public struct Vector3 { public float x, y, z; public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; } }
    public struct Vector3Int { public int x { get; set; } public int y { get; set; } public int z { get; set; } public Vector3Int(int x, int y, int z) { this.x = x; this.y = y; this.z = z; } }
    public struct Vector4 { public float x, y, z, w; public Vector4(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; } }
    public struct Quaternion { public float x, y, z, w; public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; } }
    public struct Color { public float r, g, b, a; public Color(float r, float g, float b, float a) { this.r = r; this.g = g; this.b = b; this.a = a; } public Color(float r, float g, float b) : this(r, g, b, 1) { } }
    public struct Rect { public float x { get; set; } public float y { get; set; } public float width { get; set; } public float height { get; set; } public Rect(float x, float y, float width, float height) { this.x = x; this.y = y; this.width = width; this.height = height; } }
    public struct Matrix4x4
    {
        public float m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23, m30, m31, m32, m33;
        public Matrix4x4(Vector4 a, Vector4 b, Vector4 c, Vector4 d)
        {
            m00 = a.x; m10 = a.y; m20 = a.z; m30 = a.w; m01 = b.x; m11 = b.y; m21 = b.z; m31 = b.w;
            m02 = c.x; m12 = c.y; m22 = c.z; m32 = c.w; m03 = d.x; m13 = d.y; m23 = d.z; m33 = d.w;
        }
    }
}
