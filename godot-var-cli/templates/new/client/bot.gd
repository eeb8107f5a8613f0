extends Node
## Plays by itself.
##
##   {{ engine }}{% if !godot3 %} --headless{% endif %} --path client -- --bot
##   {{ engine }}{% if !godot3 %} --headless{% endif %} --path client -- --bot --name Ann --friend Bob
##
## It walks and talks until it is stopped. With a friend, another client, it ends after both have
## seen each other: for tests.

const Main = preload("res://main.gd")

const TALK: {% if godot3 %}Array{% else %}PackedStringArray{% endif %} = ["hello!", "what a nice field", "follow me", "catch me if you can"]
const MIDDLE: Vector2 = Vector2(480, 270)
## In seconds. A play with a friend that takes longer has failed.
const PATIENCE: float = 30.0

var _time: float = {% if godot3 %}0.0{% else %}randf_range(0.0, 20.0){% endif %}
var _turn: float = {% if godot3 %}0.0{% else %}randf_range(0.4, 0.7){% endif %}

{{ onready }} var _main: Main = get_parent()


func _ready() -> void:
	_main.has_bot = "--bot" in {% if godot3 %}OS.get_cmdline_args(){% else %}OS.get_cmdline_user_args(){% endif %}
	if not _main.has_bot:
		queue_free()
		return
{%- if godot3 %}
	_time = rand_range(0.0, 20.0)
	_turn = rand_range(0.4, 0.7)
	Engine.target_fps = 60
{%- endif %}
	var friend: String = Main.option("--friend", "")
	if friend.{{ is_empty }}():
		{% if !godot3 %}await {% endif %}_talk()
	else:
		{% if !godot3 %}await {% endif %}_play_with(friend)


## Walks in curves around the middle of the field.
func _process(delta: float) -> void:
	if _main.is_refused:
		_end(1)
	_time += delta
	var own: Vector2 = _main.position_of(_main.player_name)
	if own != Vector2.INF:
		var curve: Vector2 = Vector2(340.0 * sin(_turn * _time), 160.0 * cos(1.6 * _turn * _time))
{%- if godot3 %}
		var way: Vector2 = (MIDDLE + curve - own) / 40.0
		_main.direction = way / max(1.0, way.length())
{%- else %}
		_main.direction = ((MIDDLE + curve - own) / 40.0).limit_length()
{%- endif %}


func _talk() -> void:
	while true:
		{% if godot3 %}yield(get_tree().create_timer(rand_range(2.0, 5.0)), "timeout"){% else %}await get_tree().create_timer(randf_range(2.0, 5.0)).timeout{% endif %}
		if _main.position_of(_main.player_name) != Vector2.INF:
			_main.say(TALK[randi() % TALK.size()])


## Waits until the friend has walked and said hello. The first in the alphabet leaves then, and the
## other sees that.
func _play_with(friend: String) -> void:
	var start: Vector2 = Vector2.INF
	var has_walked: bool = false
	var has_seen_all: bool = false
	for _step{% if !godot3 %}: int{% endif %} in range(int(PATIENCE / 0.2)):
		{% if godot3 %}yield(get_tree().create_timer(0.2), "timeout"){% else %}await get_tree().create_timer(0.2).timeout{% endif %}
		var at: Vector2 = _main.position_of(friend)
		if at != Vector2.INF and start == Vector2.INF:
			start = at
		elif at != Vector2.INF and not has_walked and start.distance_to(at) > 20.0:
			has_walked = true
			print("%s walks" % friend)
		if has_walked and not has_seen_all:
			# Again and again, because not every transport delivers every message.
			_main.say("hello, %s" % friend)
			has_seen_all = "%s: hello, %s" % [friend, _main.player_name] in _main.lines
		if has_seen_all and (_main.player_name < friend or "%s left" % friend in _main.lines):
			_end(0)
			return
	_end(1)


func _end(status: int) -> void:
{%- if godot3 %}
	for line in _main.lines:
		print(line)
{%- else %}
	print("\n".join(_main.lines))
{%- endif %}
	get_tree().quit(status)
