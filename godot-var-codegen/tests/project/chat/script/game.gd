extends Control

const ACTIONS = ["roll", "pass"]

@rpc
func _log(_message: String) -> void:
	pass


@rpc("any_peer")
func request_action(_action: String) -> void:
	pass


@rpc("call_local")
func add_player(_id: int, _p_name: String = "") -> void:
	pass
