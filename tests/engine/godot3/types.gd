extends SceneTree
# Builds a value of each of Godot 3's 27 types and writes them with store_var.
#
#   godot3-server --path tests/engine/godot3 -s types.gd -- OUT

func _init() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var file := File.new()
	if file.open(arguments[arguments.size() - 1], File.WRITE) != OK:
		quit(2)
		return
	var values: Array = [
		null,
		true,
		-5000000000,
		0.1,
		"Grüße, 世界",
		Vector2(1.5, -2),
		Rect2(1, 2, 3, 4),
		Vector3(1, 2.5, -3),
		Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)),
		Plane(Vector3(0, 1, 0), 7),
		Quat(0, 0, 0.5, 1),
		AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
		Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)),
		Transform(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12)),
		Color(0.25, 0.5, 1, 0.75),
		NodePath("/root/Main:position:x"),
		RID(),
		Reference.new(),
		{"id": 7, 2: [null], Vector2(0, 1): "key"},
		[1, "Ann", Color(1, 0, 0, 1), {}],
		PoolByteArray([1, 2, 255]),
		PoolIntArray([1, -2, 2147483647]),
		PoolRealArray([0.5, -1.25]),
		PoolStringArray(["a", "", "déjà"]),
		PoolVector2Array([Vector2(1, 2), Vector2(3, 4)]),
		PoolVector3Array([Vector3(1, 2, 3)]),
		PoolColorArray([Color(1, 0.5, 0.25, 1), Color(0, 0, 0, 0)]),
	]
	for value in values:
		print(typeof(value), " ", value)
		file.store_var(value)
	file.close()
	quit(0)
