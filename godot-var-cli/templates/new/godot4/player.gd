extends Node2D
## A player: the server sends where it is, and its own client where it walks.

const RADIUS: float = 18.0

## From the server, by StateSync: 20 times a second.
var place: Vector2 = Vector2.ZERO
## From the server, when the player is spawned.
var called: String = ""
var color: Color = Color.WHITE
## To the server, by InputSync. The length is at most 1.
var direction: Vector2 = Vector2.ZERO


func _enter_tree() -> void:
	# The name of the node is the id of its client.
	get_node(^"InputSync").set_multiplayer_authority(str(name).to_int())


func _ready() -> void:
	position = place


func _process(delta: float) -> void:
	position = position.lerp(place, 1.0 - exp(-15.0 * delta))


func _draw() -> void:
	draw_circle(Vector2.ZERO, RADIUS, color.darkened(0.4), true, -1.0, true)
	draw_circle(Vector2.ZERO, RADIUS - 3.0, color, true, -1.0, true)
	draw_string(
		ThemeDB.fallback_font,
		Vector2(-100, -RADIUS - 8),
		called,
		HORIZONTAL_ALIGNMENT_CENTER,
		200,
	)
