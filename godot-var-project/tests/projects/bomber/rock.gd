extends CharacterBody2D

@rpc("call_local")
func exploded(by_who: int) -> void:
	get_node(^"/root/game").scored(by_who, name)
	queue_free()
