extends Node
# A player: the server sends its state, its own client its input.

var pos := Vector2.ZERO
var hp := 0
var title := ""
var steps := 0
var fire := false

var _state := ""
var _input := ""


func _enter_tree() -> void:
	$Input.set_multiplayer_authority(str(name).to_int())


func _ready() -> void:
	_say_state("ready")
	$Sync.synchronized.connect(_say_state.bind("sync"))
	$Sync.delta_synchronized.connect(_say_state.bind("delta"))
	$Input.synchronized.connect(_say_input)
	$Input.delta_synchronized.connect(_say_input)
	if $Input.is_multiplayer_authority():
		steps = 3
		fire = true


func _say_state(what: String) -> void:
	var state := "%s %s %d %s" % [name, pos, hp, title]
	if state != _state:
		_state = state
		get_node(^"/root/Report").say(what + " " + state)


func _say_input() -> void:
	var input := "input %s %d %s" % [name, steps, fire]
	if input != _input:
		_input = input
		get_node(^"/root/Report").say(input)


@rpc("any_peer") func hello(number: int) -> void:
	get_node(^"/root/Report").say("hello %d on %s from %d" % [number, name, multiplayer.get_remote_sender_id()])
