extends SceneTree
# Builds a value of each of Godot 4's 39 types and writes them with store_var.
#
#   godot --headless --path tests/engine/godot4 -s types.gd -- OUT

signal happened


func _initialize() -> void:
	var file := FileAccess.open(OS.get_cmdline_user_args()[0], FileAccess.WRITE)
	if file == null:
		quit(2)
		return
	var values: Array = [
		null,
		true,
		-5000000000,
		0.1,
		"Grüße, 世界",
		Vector2(1.5, -2),
		Vector2i(1, -2),
		Rect2(1, 2, 3, 4),
		Rect2i(1, -2, 3, 4),
		Vector3(1, 2.5, -3),
		Vector3i(1, 2, -3),
		Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)),
		Vector4(1, 2, 3, 4.5),
		Vector4i(1, 2, 3, -4),
		Plane(Vector3(0, 1, 0), 7),
		Quaternion(0, 0, 0.5, 1),
		AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
		Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)),
		Transform3D(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12)),
		Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16)),
		Color(0.25, 0.5, 1, 0.75),
		&"StringName",
		NodePath("/root/Main:position:x"),
		RID(),
		RefCounted.new(),
		_initialize,
		happened,
		{"id": 7, 2: [null], Vector2(0, 1): "key"},
		[1, "Ann", Color(1, 0, 0, 1), {}],
		PackedByteArray([1, 2, 255]),
		PackedInt32Array([1, -2, 2147483647]),
		PackedInt64Array([1, -2, 1 << 40]),
		PackedFloat32Array([0.5, -1.25]),
		PackedFloat64Array([0.1, -1.25]),
		PackedStringArray(["a", "", "déjà"]),
		PackedVector2Array([Vector2(1, 2), Vector2(3, 4)]),
		PackedVector3Array([Vector3(1, 2, 3)]),
		PackedColorArray([Color(1, 0.5, 0.25, 1), Color(0, 0, 0, 0)]),
		PackedVector4Array([Vector4(1, 2, 3, 4)]),
	]
	var ints: Array[int] = [1, -2]
	var scores: Dictionary[String, float] = {"Ann": 0.5}
	values.append_array([ints, scores])
	for value: Variant in values:
		print(typeof(value), " ", value)
		file.store_var(value)
	file.close()
	quit(0)
