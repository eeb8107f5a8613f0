extends "res://rpcs.gd".Chat
# The methods of the generated RPCs that the game implements, without an annotation.


func begin() -> void:
	say.rpc_id(1, "twice", 2)
	say.rpc_id(1, "once")
	Move.rpc_id(1, Vector2(1, 2))
	look.rpc_id(1, Vector3(1, 2, 3))


func heard(from: int, text: String) -> void:
	print("heard ", from, " ", text)


func finish() -> void:
	print("finish")
	get_tree().quit()
