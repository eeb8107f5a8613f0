extends MultiplayerSpawner

func _ready() -> void:
	spawn_function = func(data: Variant) -> Node:
		var rock: Node2D = preload("res://levels/special_rock.tscn").instantiate()
		rock.position = data
		return rock
