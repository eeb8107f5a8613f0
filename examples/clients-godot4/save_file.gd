extends SceneTree
# Loads a save of examples/save_file.rs, plays a little, and saves again.
#
#   godot --headless --path examples/clients-godot4 -s save_file.gd -- FILE


func _initialize() -> void:
	var path: String = OS.get_cmdline_user_args()[0]
	var file: FileAccess = FileAccess.open(path, FileAccess.READ)
	if file == null:
		print("FAILED: no such file")
		quit(1)
		return
	var header: Dictionary = file.get_var()
	var hero: Dictionary = file.get_var()
	var placed: Array[Dictionary] = []
	while file.get_position() < file.get_length():
		placed.append(file.get_var())
	file.close()
	print("version %d: %s at %s, %d placed" % [header.version, hero.name, hero.pos, placed.size()])

	hero.health -= 10
	hero.played_seconds += 0.1
	var inventory: PackedStringArray = hero.inventory
	inventory.append("sword")
	hero.inventory = inventory
	placed.append({"scene": "chest", "pos": Vector3(1, 2, 3), "color": Color(0, 0, 1)})

	# The new file replaces the old one after it is complete.
	file = FileAccess.open(path + ".new", FileAccess.WRITE)
	if file == null:
		print("FAILED: cannot write")
		quit(1)
		return
	file.store_var(header)
	file.store_var(hero)
	for thing in placed:
		file.store_var(thing)
	file.close()
	if DirAccess.rename_absolute(path + ".new", path) != OK:
		print("FAILED: cannot rename")
		quit(1)
		return
	print("OK")
	quit(0)
