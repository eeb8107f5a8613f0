extends Area2D

@rpc("unreliable")
func set_pos_and_motion(_pos: Vector2, _motion: float) -> void:
	pass
