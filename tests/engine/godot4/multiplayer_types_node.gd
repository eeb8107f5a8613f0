extends Node
# RPCs whose arguments have other types than their parameters, and properties with declared types.

var numbers: Array[int] = [1]
var scores: Dictionary[String, int] = {}
var untyped: Array[int] = [1]


func begin() -> void:
	# The type of the value travels, not that of the parameter.
	take.rpc_id(1, true, 5.0, 1.0, ^"../Main:x", Vector2i(3, 4), PackedInt32Array([1, 2]))
	take.rpc_id(1, 7, true, 1, &"name", Vector2(3, 4), [0.5, 2])
	var typed: Array[float] = [1.5]
	take.rpc_id(1, 2.5, 1, true, "text", Vector2(3, 4), typed)


@rpc("any_peer") func take(_int: int, _float: float, _bool: bool, _text: String, _place: Vector2, _floats: Array[float]) -> void: pass


@rpc func give(list: Array[int], table: Dictionary[String, int], packed: PackedInt64Array) -> void:
	print("give ", list, " ", table, " ", packed)


@rpc func loose(list: Array[int]) -> void:
	print("loose ", list)


func synchronized() -> void:
	print("numbers ", numbers, " scores ", scores, " untyped ", untyped)
	get_tree().quit()
