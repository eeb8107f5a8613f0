extends Node2D
## Draws a player or a coin.

const Protocol = preload("res://net/protocol.gd")

const GOLD: Color = Color({% if godot3 %}1.0, 0.85, 0.3{% else %}"ffd94d"{% endif %})

## The name of a player; empty for a coin.
var called: String = ""
var color: Color = GOLD
var radius: float = 8.0
{%- if godot3 %}
var _font: Font = null


func _ready() -> void:
	# The font of every label.
	var label: Label = Label.new()
	_font = label.get_font("font")
	label.free()
{%- endif %}


## Takes what stays the same.
func begin(state: Protocol.Message) -> void:
	if state is Protocol.Player:
		var player: Protocol.Player = state
		called = player.name
		color = player.color
		radius = 18.0


## Takes what changes, in each frame.
func show_state(state: Protocol.Message) -> void:
	if state is Protocol.Player:
		var player: Protocol.Player = state
		position = player.place
	elif state is Protocol.Coin:
		var coin: Protocol.Coin = state
		position = coin.place


func _draw() -> void:
	draw_circle(Vector2.ZERO, radius, color.darkened(0.4){% if !godot3 %}, true, -1.0, true{% endif %})
	draw_circle(Vector2.ZERO, radius - 3.0, color{% if !godot3 %}, true, -1.0, true{% endif %})
{%- if godot3 %}
	var width: float = _font.get_string_size(called).x
	draw_string(_font, Vector2(-width / 2.0, -radius - 8.0).floor(), called)
{%- else %}
	draw_string(
		ThemeDB.fallback_font,
		Vector2(-100, -radius - 8),
		called,
		HORIZONTAL_ALIGNMENT_CENTER,
		200,
	)
{%- endif %}
