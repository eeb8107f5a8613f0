extends Node
# Calls between clients: a greeting, an unreliable answer, thanks; then a call of the server.

var heard: PackedStringArray = []


@rpc("any_peer") func hail(text: String, number: int) -> void:
	hear("hail %s %d" % [text, number])
	move.rpc_id(multiplayer.get_remote_sender_id(), Vector2(1, 2))


@rpc("any_peer", "unreliable") func move(to: Vector2) -> void:
	hear("move %s" % [to])
	thank.rpc_id(multiplayer.get_remote_sender_id())


@rpc("any_peer", "reliable", "call_remote", 3) func thank() -> void:
	hear("thank")


# To the server.
@rpc("any_peer") func done(_heard: PackedStringArray) -> void: pass


func hear(what: String) -> void:
	heard.append("%d: %s" % [multiplayer.get_remote_sender_id(), what])
	if heard.size() == 3:
		heard.sort()
		done.rpc_id(1, heard)
