extends SceneTree
## Makes a project in which every warning of this engine is an error, and a script that loads all other scripts.
##
##   godot --headless --path tests/engine/godot4 -s warnings.gd -- FOLDER

const LOADER: String = """extends SceneTree
func _initialize() -> void:
	# A script that is still loaded at the end leaks its classes.
	var scripts: Array[GDScript] = []
	for file: String in DirAccess.get_files_at("res://"):
		if file.ends_with(".gd") and file != "load.gd":
			var script: GDScript = load("res://" + file)
			scripts.append(script)
			var good: bool = script != null and script.can_instantiate()
			print("LOADED " if good else "FAILED ", file.get_basename())
	quit(0)
"""


func _initialize() -> void:
	var settings: PackedStringArray = PackedStringArray([
		"config_version=5", "[application]", "config/name=\"strict\"", "[debug]",
		"gdscript/warnings/directory_rules={}",
	])
	var count: int = 0
	for property: Dictionary in ProjectSettings.get_property_list():
		var name: String = property["name"]
		if name.begins_with("debug/gdscript/warnings/") and property["hint_string"] == "Ignore,Warn,Error":
			settings.append(name.trim_prefix("debug/") + "=2")
			count += 1
	var folder: String = OS.get_cmdline_user_args()[0]
	var file: FileAccess = FileAccess.open(folder + "/project.godot", FileAccess.WRITE)
	file.store_string("\n".join(settings) + "\n")
	file = FileAccess.open(folder + "/load.gd", FileAccess.WRITE)
	file.store_string(LOADER)
	file.close()
	print(count, " warnings")
	quit(0)
