extends Control
# Several clients in one engine: each branch has a multiplayer of its own.

var _paths: Array[NodePath] = []


func _enter_tree() -> void:
	for main in $Grid.get_children():
		_paths.append(NodePath("%s/Grid/%s" % [get_path(), main.name]))
	for path in _paths:
		get_tree().set_multiplayer(MultiplayerAPI.create_default_interface(), path)


func _exit_tree() -> void:
	for path in _paths:
		get_tree().set_multiplayer(null, path)
