extends Area2D

var from_player: int


func _ready() -> void:
	print("bomb of ", "me" if from_player == multiplayer.get_unique_id() else "nobody")
