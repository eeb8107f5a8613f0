extends Node
# The RPCs of a base script are part of the set.


@rpc("any_peer") func zeta() -> void: pass
