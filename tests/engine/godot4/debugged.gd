extends SceneTree
# Prints, reports an error, fails, and continues when its debugger says so.
#
#   godot --headless --path tests/engine/godot4 -s debugged.gd --remote-debug tcp://ADDRESS

var frames := 0


func _initialize() -> void:
	print("hello from the game")
	push_error("low on lives")


func _process(_delta: float) -> bool:
	frames += 1
	if frames == 3:
		var nothing = null
		nothing.jump()
	if frames == 5:
		print("and on it goes")
	if frames == 8:
		quit()
	return false
