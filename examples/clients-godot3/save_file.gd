extends SceneTree
# Loads a save of examples/save_file.rs, plays a little, and saves again.
#
#   godot3-server --path examples/clients-godot3 -s save_file.gd -- FILE


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var path: String = arguments[arguments.find("--") + 1]
	var file: File = File.new()
	if file.open(path, File.READ) != OK:
		print("FAILED: no such file")
		quit(1)
		return
	var header: Dictionary = file.get_var()
	var hero: Dictionary = file.get_var()
	var placed: Array = []
	while file.get_position() < file.get_len():
		placed.append(file.get_var())
	file.close()
	print("version %d: %s at %s, %d placed" % [
		header["version"], hero["name"], hero["pos"], placed.size()])

	hero["health"] -= 10
	hero["played_seconds"] += 0.1
	# Reading a PoolStringArray from a Dictionary makes a copy.
	var inventory: PoolStringArray = hero["inventory"]
	inventory.append("sword")
	hero["inventory"] = inventory
	placed.append({"scene": "chest", "pos": Vector3(1, 2, 3), "color": Color(0, 0, 1)})

	# The new file replaces the old one after it is complete.
	if file.open(path + ".new", File.WRITE) != OK:
		print("FAILED: cannot write")
		quit(1)
		return
	file.store_var(header)
	file.store_var(hero)
	for thing in placed:
		file.store_var(thing)
	file.close()
	if Directory.new().rename(path + ".new", path) != OK:
		print("FAILED: cannot rename")
		quit(1)
		return
	print("OK")
	quit(0)
