extends ColorRect
# A door in the level. The server sends whether it is open, also to players who join later.

puppet var open: bool = false setget set_open


func set_open(to: bool) -> void:
	open = to
	color = Color.green if open else Color.brown


# To the server, which opens the door.
master func push() -> void:
	pass
