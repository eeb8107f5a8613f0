extends MultiplayerSpawner

func _init() -> void:
	spawn_function = _spawn_bomb


func _spawn_bomb(data: Array) -> Area2D:
	var bomb: Area2D = preload("res://bomb.tscn").instantiate()
	bomb.position = data[0]
	bomb.from_player = data[1]
	return bomb
