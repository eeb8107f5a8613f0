extends Node2D
# A player: the server moves it as its own client says.

var health: int = 0
var direction: Vector2 = Vector2.ZERO

@onready var state_sync: MultiplayerSynchronizer = $StateSync


func _enter_tree() -> void:
	$InputSync.set_multiplayer_authority(str(name).to_int())
