extends MultiplayerSpawner

func _ready() -> void:
	set_spawn_function(spawn_player)


func spawn_player(data: Array) -> CharacterBody2D:
	var player: CharacterBody2D = preload("res://player.tscn").instantiate()
	player.synced_position = data[0]
	player.name = str(data[1])
	return player
