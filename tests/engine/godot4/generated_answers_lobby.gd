extends "res://answers.gd".Lobby
# Its own side of the questions.


func whoami(request: int) -> void:
	var peer := multiplayer.get_remote_sender_id()
	await get_tree().create_timer(0.1).timeout
	answer(peer, request, "engine")
	get_tree().create_timer(0.5).timeout.connect(get_tree().quit)
