// part: TYPES

// The types of @GODOT@.
// part: NIL needs: TYPES
const NIL = @NIL@;
// part: BOOL needs: TYPES
const BOOL = @BOOL@;
// part: INT needs: TYPES
const INT = @INT@;
// part: FLOAT needs: TYPES
const FLOAT = @FLOAT@;
// part: STRING needs: TYPES
const STRING = @STRING@;
// part: VECTOR2 needs: TYPES
const VECTOR2 = @VECTOR2@;
// part: VECTOR2I needs: TYPES
const VECTOR2I = @VECTOR2I@;
// part: RECT2 needs: TYPES
const RECT2 = @RECT2@;
// part: RECT2I needs: TYPES
const RECT2I = @RECT2I@;
// part: VECTOR3 needs: TYPES
const VECTOR3 = @VECTOR3@;
// part: VECTOR3I needs: TYPES
const VECTOR3I = @VECTOR3I@;
// part: TRANSFORM2D needs: TYPES
const TRANSFORM2D = @TRANSFORM2D@;
// part: VECTOR4 needs: TYPES
const VECTOR4 = @VECTOR4@;
// part: VECTOR4I needs: TYPES
const VECTOR4I = @VECTOR4I@;
// part: PLANE needs: TYPES
const PLANE = @PLANE@;
// part: QUATERNION needs: TYPES
const QUATERNION = @QUATERNION@;
// part: AABB needs: TYPES
const AABB = @AABB@;
// part: BASIS needs: TYPES
const BASIS = @BASIS@;
// part: TRANSFORM3D needs: TYPES
const TRANSFORM3D = @TRANSFORM3D@;
// part: PROJECTION needs: TYPES
const PROJECTION = @PROJECTION@;
// part: COLOR needs: TYPES
const COLOR = @COLOR@;
// part: STRING_NAME needs: TYPES
const STRING_NAME = @STRING_NAME@;
// part: NODE_PATH needs: TYPES
const NODE_PATH = @NODE_PATH@;
// part: RID needs: TYPES
const RID = @RID@;
// part: OBJECT needs: TYPES
const OBJECT = @OBJECT@;
// part: CALLABLE needs: TYPES
const CALLABLE = @CALLABLE@;
// part: SIGNAL needs: TYPES
const SIGNAL = @SIGNAL@;
// part: DICTIONARY needs: TYPES
const DICTIONARY = @DICTIONARY@;
// part: ARRAY needs: TYPES
const ARRAY = @ARRAY@;
// part: PACKED_BYTE_ARRAY needs: TYPES
const PACKED_BYTE_ARRAY = @PACKED_BYTE_ARRAY@;
// part: PACKED_INT32_ARRAY needs: TYPES
const PACKED_INT32_ARRAY = @PACKED_INT32_ARRAY@;
// part: PACKED_INT64_ARRAY needs: TYPES
const PACKED_INT64_ARRAY = @PACKED_INT64_ARRAY@;
// part: PACKED_FLOAT32_ARRAY needs: TYPES
const PACKED_FLOAT32_ARRAY = @PACKED_FLOAT32_ARRAY@;
// part: PACKED_FLOAT64_ARRAY needs: TYPES
const PACKED_FLOAT64_ARRAY = @PACKED_FLOAT64_ARRAY@;
// part: PACKED_STRING_ARRAY needs: TYPES
const PACKED_STRING_ARRAY = @PACKED_STRING_ARRAY@;
// part: PACKED_VECTOR2_ARRAY needs: TYPES
const PACKED_VECTOR2_ARRAY = @PACKED_VECTOR2_ARRAY@;
// part: PACKED_VECTOR3_ARRAY needs: TYPES
const PACKED_VECTOR3_ARRAY = @PACKED_VECTOR3_ARRAY@;
// part: PACKED_COLOR_ARRAY needs: TYPES
const PACKED_COLOR_ARRAY = @PACKED_COLOR_ARRAY@;
// part: PACKED_VECTOR4_ARRAY needs: TYPES
const PACKED_VECTOR4_ARRAY = @PACKED_VECTOR4_ARRAY@;
// part: WIDE
const WIDE = 1 << 16;
// part: WIDE_REALS
const WIDE_REALS: boolean = @WIDE_REALS@;
// part: TYPED_CONTAINERS
const TYPED_CONTAINERS: boolean = @TYPED_CONTAINERS@;
// part: TYPES
const TYPES = /* @__PURE__ */ (
@TYPES@
).split(' ');
// part: WORDS needs: WIDE_REALS
/** Words of a value, or of an element of a packed array; negative: twice as many in a wide value. */
const WORDS = [@WORDS@];
// part: IDS needs: FORMS WIDE
const IDS = { __proto__: null, @IDS@ } as unknown as Partial<Record<string, number>>;
// part: FORMS
/** How many components, whether they are ints, and whether there is a count before them. */
const FORMS: Record<Structure, [count: number, isInt: boolean, isPacked: boolean]> = {
  Vector2: [2, false, false], Vector2i: [2, true, false], Rect2: [4, false, false], Rect2i: [4, true, false], Vector3: [3, false, false], Vector3i: [3, true, false],
  Transform2D: [6, false, false], Vector4: [4, false, false], Vector4i: [4, true, false], Plane: [4, false, false], Quaternion: [4, false, false],
  AABB: [6, false, false], Basis: [9, false, false], Transform3D: [12, false, false], Projection: [16, false, false], Color: [4, false, false],
  PackedVector2Array: [2, false, true], PackedVector3Array: [3, false, true], PackedColorArray: [4, false, true], PackedVector4Array: [4, false, true],
};
