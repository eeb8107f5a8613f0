extends Node2D

const SCORE_TO_WIN = 10

@rpc("any_peer", "call_local")
func update_score(_add_to_left: int) -> void:
	pass
