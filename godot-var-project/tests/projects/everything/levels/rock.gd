extends StaticBody2D

@rpc("call_local")
func exploded(_by: int) -> void:
	pass
