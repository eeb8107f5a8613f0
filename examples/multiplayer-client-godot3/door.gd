extends ColorRect
# A door in the level. The server says whether it is open, to those who come later, too.

puppet var open: bool = false setget set_open


func set_open(to: bool) -> void:
	open = to
	color = Color.green if open else Color.brown


# To the server, which opens it.
master func push() -> void:
	pass
