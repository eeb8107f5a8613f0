extends Node
# The RPCs that a script extends are part of its set.


@rpc("any_peer") func zeta() -> void: pass
