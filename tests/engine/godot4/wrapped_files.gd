extends SceneTree
# Writes a value to three files: plain, compressed, and encrypted.
#
#   godot --headless --path tests/engine/godot4 -s wrapped_files.gd -- PLAIN COMPRESSED ENCRYPTED


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	var files: Array[FileAccess] = [
		FileAccess.open(arguments[0], FileAccess.WRITE),
		FileAccess.open_compressed(arguments[1], FileAccess.WRITE),
		FileAccess.open_encrypted_with_pass(arguments[2], FileAccess.WRITE, "password"),
	]
	for file in files:
		file.store_var({"hero": "Ann"})
		file.close()
	quit(0)
