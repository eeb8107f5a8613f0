extends Node2D
{%- if multiplayer %}
# Draws the field.
{%- else %}
# Draws the field and the players.
{%- endif %}

const AREA: Rect2 = Rect2(0, 0, 960, 540)
const CELL: float = 60.0
const BACKGROUND: Color = Color("1d2330")
const LINE: Color = Color("2a3242")
{%- if !multiplayer %}
const RADIUS: float = 18.0

# Instances of Protocol.Player.
var players: Array = []
# Where each player is drawn, by id: the server sends 20 positions a second, and the screen shows more.
var _shown: Dictionary = {}
var _font: Font = null


func _ready() -> void:
	# The font of every label.
	var label: Label = Label.new()
	_font = label.get_font("font")
	label.free()


func _process(delta: float) -> void:
	var shown: Dictionary = {}
	for player in players:
		var from: Vector2 = _shown.get(player.id, player.position)
		shown[player.id] = from.linear_interpolate(player.position, 1.0 - exp(-15.0 * delta))
	_shown = shown
	update()
{%- endif %}


func _draw() -> void:
	draw_rect(AREA, BACKGROUND)
	for x in range(1, int(AREA.size.x / CELL)):
		draw_line(Vector2(x * CELL, 0), Vector2(x * CELL, AREA.end.y), LINE)
	for y in range(1, int(AREA.size.y / CELL)):
		draw_line(Vector2(0, y * CELL), Vector2(AREA.end.x, y * CELL), LINE)
{%- if !multiplayer %}
	for player in players:
		var at: Vector2 = _shown.get(player.id, player.position)
		var width: float = _font.get_string_size(player.name).x
		draw_circle(at, RADIUS, player.color.darkened(0.4))
		draw_circle(at, RADIUS - 3.0, player.color)
		draw_string(_font, (at - Vector2(width / 2.0, RADIUS + 8.0)).floor(), player.name)
{%- endif %}
