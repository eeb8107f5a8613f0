extends ColorRect
# A door in the level. The server says whether it is open, to those who come later, too.

var open := false:
	set(value):
		open = value
		color = Color.GREEN if open else Color.BROWN


@rpc("any_peer", "call_remote", "reliable")
func push() -> void:
	pass # The server opens it.
