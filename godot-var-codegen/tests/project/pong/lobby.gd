extends Control

func start() -> void:
	var pong: Node2D = load("res://pong.tscn").instantiate()
	get_tree().get_root().add_child(pong)
