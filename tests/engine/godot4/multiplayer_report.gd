extends Node
# What one side of the world says to the other.

signal told(peer: int, text: String)


func say(text: String) -> void:
	print(text)
	if not multiplayer.is_server():
		said.rpc_id(1, text)


@rpc("any_peer") func said(text: String) -> void:
	told.emit(multiplayer.get_remote_sender_id(), text)


@rpc("any_peer") func leave() -> void:
	get_tree().quit()
