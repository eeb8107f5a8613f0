extends "rock.gd"

@rpc("any_peer", "unreliable")
func pushed(_by: float) -> void:
	pass
