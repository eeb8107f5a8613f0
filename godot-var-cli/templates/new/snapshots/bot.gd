extends Node
## Plays by itself.
##
##   {{ engine }}{% if !godot3 %} --headless{% endif %} --path client -- --bot
##   {{ engine }}{% if !godot3 %} --headless{% endif %} --path client -- --bot --name Ann --friend Bob
##
## It walks until it is stopped. With a friend, another client, it ends after it has seen the friend
## walk; the second in the alphabet sees the first one leave, too: for tests.

const Main = preload("res://main.gd")

const MIDDLE: Vector2 = Vector2(480, 270)
## In seconds. A play with a friend that takes longer has failed.
const PATIENCE: float = 30.0
## How long the first one stays after it has seen enough, so that the other sees as much.
const FAREWELL: float = 2.0

var _time: float = 0.0
var _friend: String = Main.option("--friend", "")
## Where the friend was first, and when it had walked.
var _start: Vector2 = Vector2.INF
var _walked_at: float = INF

{{ onready }} var _main: Main = get_parent()


func _ready() -> void:
	_main.has_bot = "--bot" in {% if godot3 %}OS.get_cmdline_args(){% else %}OS.get_cmdline_user_args(){% endif %}
	if not _main.has_bot:
		queue_free()
	elif {% if godot3 %}OS.get_name() == "Server"{% else %}DisplayServer.get_name() == "headless"{% endif %}:
		# Without a screen there is no other limit.
		Engine.{% if godot3 %}target_fps{% else %}max_fps{% endif %} = 60


## Walks in curves around the middle of the field.
func _process(delta: float) -> void:
	_time += delta
	var own: Vector2 = _main.position_of(_main.player_name)
	if own != Vector2.INF:
		var turn: float = 0.8 if _main.player_name < _friend else 0.5
		var curve: Vector2 = Vector2(340.0 * sin(turn * _time), 160.0 * cos(1.6 * turn * _time))
{%- if godot3 %}
		var way: Vector2 = (MIDDLE + curve - own) / 40.0
		_main.direction = way / max(1.0, way.length())
{%- else %}
		_main.direction = ((MIDDLE + curve - own) / 40.0).limit_length()
{%- endif %}
	if _main.is_refused or (_time > PATIENCE and not _friend.{{ is_empty }}()):
		get_tree().quit(1)
	elif not _friend.{{ is_empty }}():
		_watch(_main.position_of(_friend))


func _watch(at: Vector2) -> void:
	if at != Vector2.INF and _start == Vector2.INF:
		_start = at
	if at != Vector2.INF and _walked_at == INF and _start.distance_to(at) > 20.0:
		_walked_at = _time
		print("%s walks" % _friend)
	if _walked_at == INF:
		return
	if _main.player_name < _friend:
		if _time > _walked_at + FAREWELL:
			get_tree().quit()
	elif at == Vector2.INF:
		print("%s left" % _friend)
		get_tree().quit()
