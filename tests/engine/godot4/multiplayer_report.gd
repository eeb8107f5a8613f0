extends Node
# Reports from one side of the world to the other.

signal told(peer: int, text: String)


# An RPC that is configured on the node, not by an annotation.
func _init() -> void:
	rpc_config(&"shout", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


func shout(text: String) -> void:
	say("shouted " + text)


func say(text: String) -> void:
	print(text)
	if not multiplayer.is_server():
		said.rpc_id(1, text)


@rpc("any_peer") func said(text: String) -> void:
	told.emit(multiplayer.get_remote_sender_id(), text)


@rpc("any_peer") func leave() -> void:
	get_tree().quit()
