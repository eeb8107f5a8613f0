extends Area2D

@rpc("any_peer", "call_local")
func bounce(_left: bool, _random: float) -> void:
	pass


@rpc("any_peer", "call_local")
func stop() -> void:
	pass


@rpc("any_peer", "call_local")
func _reset_ball(_for_left: float) -> void:
	pass
