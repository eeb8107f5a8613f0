extends CharacterBody2D

enum State { IDLE, RUN }

@export var hp: int = 100
@export_range(0, 10) var power := 1.0
@export var state := State.IDLE
@export var title := ""
@export var items: Array[int] = []
@export var scores: Dictionary[String, int] = {}
@export var anything = 5
