extends ColorRect
# A door in the level. The server sends whether it is open, also to players who join later.

var open := false:
	set(value):
		open = value
		color = Color.GREEN if open else Color.BROWN


@rpc("any_peer", "call_remote", "reliable")
func push() -> void:
	pass # The server opens it.
