extends Node2D
{%- if multiplayer %}
## Draws the field.
{%- else %}
## Draws the field and the players.

const Protocol = preload("res://net/protocol.gd")
{%- endif %}

const AREA: Rect2 = Rect2(0, 0, 960, 540)
const CELL: float = 60.0
{%- if !multiplayer %}
const RADIUS: float = 18.0

var players: Array[Protocol.Player] = []
# Where each player is drawn: the server sends 20 positions a second, and the screen shows more.
var _shown: Dictionary[int, Vector2] = {}


func _process(delta: float) -> void:
	var shown: Dictionary[int, Vector2] = {}
	for player: Protocol.Player in players:
		var from: Vector2 = _shown.get(player.id, player.position)
		shown[player.id] = from.lerp(player.position, 1.0 - exp(-15.0 * delta))
	_shown = shown
	queue_redraw()
{%- endif %}


func _draw() -> void:
	draw_rect(AREA, Color("1d2330"))
	for x: int in range(1, roundi(AREA.size.x / CELL)):
		draw_line(Vector2(x * CELL, 0), Vector2(x * CELL, AREA.end.y), Color("2a3242"))
	for y: int in range(1, roundi(AREA.size.y / CELL)):
		draw_line(Vector2(0, y * CELL), Vector2(AREA.end.x, y * CELL), Color("2a3242"))
{%- if !multiplayer %}
	for player: Protocol.Player in players:
		var at: Vector2 = _shown.get(player.id, player.position)
		draw_circle(at, RADIUS, player.color.darkened(0.4), true, -1.0, true)
		draw_circle(at, RADIUS - 3.0, player.color, true, -1.0, true)
		draw_string(
			ThemeDB.fallback_font,
			at + Vector2(-100, -RADIUS - 8),
			player.name,
			HORIZONTAL_ALIGNMENT_CENTER,
			200,
		)
{%- endif %}
