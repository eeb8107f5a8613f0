extends SceneTree
# Makes a project in which every warning of this engine is an error, and a script that loads all other scripts.
#
#   godot3-server --path tests/engine/godot3 -s warnings.gd -- FOLDER

const LOADER: String = """extends SceneTree
func _initialize():
	var folder = Directory.new()
	if folder.open("res://") != OK or folder.list_dir_begin(true) != OK:
		print("no folder")
	var file = folder.get_next()
	while file != "":
		if file.ends_with(".gd") and file != "load.gd":
			var script = load("res://" + file)
			var good = script != null and script.can_instance()
			print("LOADED " if good else "FAILED ", file.get_basename())
		file = folder.get_next()
	quit(0)
"""


func _initialize() -> void:
	var settings: String = "config_version=4\n[application]\nconfig/name=\"strict\"\n[debug]\n"
	settings += "gdscript/warnings/enable=true\ngdscript/warnings/treat_warnings_as_errors=true\n"
	settings += "gdscript/warnings/exclude_addons=false\n"
	var count: int = 0
	for property in ProjectSettings.get_property_list():
		var name: String = property["name"]
		var own: String = name.trim_prefix("debug/gdscript/warnings/")
		if own != name and not own in ["enable", "treat_warnings_as_errors", "exclude_addons"]:
			settings += "gdscript/warnings/" + own + "=true\n"
			count += 1
	var arguments: Array = OS.get_cmdline_args()
	var folder: String = arguments[arguments.size() - 1]
	var file: File = File.new()
	if file.open(folder + "/project.godot", File.WRITE) == OK:
		file.store_string(settings)
	file.close()
	# The loader itself has no types.
	if file.open(folder + "/load.gd", File.WRITE) == OK:
		file.store_string(LOADER)
	file.close()
	print(count, " warnings")
	quit(0)
