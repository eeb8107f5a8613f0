extends Node

const PATH := "user://seat"

func _ready() -> void:
	var api: SceneMultiplayer = multiplayer
	api.peer_authenticating.connect(func(server: int) -> void:
		var token: PackedByteArray = FileAccess.get_file_as_bytes(PATH)
		api.send_auth(server, var_to_bytes({"password": "open sesame", "token": token})))
	api.auth_callback = func(server: int, token: PackedByteArray) -> void:
		var file: FileAccess = FileAccess.open(PATH, FileAccess.WRITE)
		file.store_buffer(token)
		file.close()
		api.complete_auth(server)
