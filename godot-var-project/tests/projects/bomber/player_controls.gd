extends Node

@export var motion := Vector2():
	set(value):
		motion = clamp(value, Vector2(-1, -1), Vector2(1, 1))

@export var bombing: bool = false
