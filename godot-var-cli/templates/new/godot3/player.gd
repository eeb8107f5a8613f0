extends Node2D
# A player: the server sends where it is, and its own client where it walks.

const RADIUS: float = 18.0

# From the server, 20 times a second.
puppet var place: Vector2 = Vector2.ZERO
var called: String = ""
var color: Color = Color.white
var _font: Font = null


func _ready() -> void:
	position = place
	# The font of every label.
	var label: Label = Label.new()
	_font = label.get_font("font")
	label.free()


func _process(delta: float) -> void:
	position = position.linear_interpolate(place, 1.0 - exp(-15.0 * delta))


func _draw() -> void:
	var width: float = _font.get_string_size(called).x
	draw_circle(Vector2.ZERO, RADIUS, color.darkened(0.4))
	draw_circle(Vector2.ZERO, RADIUS - 3.0, color)
	draw_string(_font, Vector2(-width / 2.0, -RADIUS - 8.0).floor(), called)


# To the server. The length is at most 1.
master func walk(_direction: Vector2) -> void:
	pass
