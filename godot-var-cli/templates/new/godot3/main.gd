extends Node2D
# The client: sends where the player walks and what the player says, and shows what the server
# answers.
#
#   godot3 --path client
#   godot3 --path client -- --server 127.0.0.1:7777 --name Ann
#
# bot.gd plays by itself.

const Net = preload("res://net/net.gd")
const Protocol = preload("res://net/protocol.gd")
const Field = preload("res://field.gd")

# How many lines of chat are shown.
const LINES: int = 5
# In seconds. A server that has not answered by then is reported.
const PATIENCE: float = 3.0
# How many bytes a name may have: see src/protocol.rs.
const MAX_NAME: int = 24

var player_name: String = ""
# Where the player walks; the length is at most 1.
var direction: Vector2 = Vector2.ZERO
# Whether bot.gd sets the direction.
var has_bot: bool = false
# What was said, and who joined and left.
var lines: Array = []
# Whether the server has refused this client.
var is_refused: bool = false

var _net: Net = null
var _address: String = ""
# For how many seconds nobody has answered.
var _unanswered: float = 0.0
# For how many seconds there has been no connection.
var _closed_for: float = 0.0
{% if !udp %}var _has_greeted: bool = false
{% endif %}var _is_playing: bool = false

onready var _field: Field = $Field
onready var _lines: Label = $Lines
onready var _status: Label = $Status
onready var _input: LineEdit = $Input


# Returns the value after an option on the command line.
static func option(called: String, otherwise: String) -> String:
	var arguments: Array = OS.get_cmdline_args()
	var at: int = arguments.find(called)
	return arguments[at + 1] if at >= 0 and at + 1 < arguments.size() else otherwise


func _ready() -> void:
	randomize()
	player_name = option("--name", "Player %d" % (randi() % 999 + 1))
	while player_name.to_utf8().size() > MAX_NAME:
		player_name = player_name.left(player_name.length() - 1)
	if _input.connect("text_entered", self, "_on_submitted") != OK:
		push_error("no input")
	_connect()


func _process(delta: float) -> void:
	_net.poll()
	while _net.has_message():
		_receive(Protocol.ToClient.from_bytes(_net.receive()))
	_report_silence(_is_playing, delta)
	if not _net.is_closed():
		return
{%- if websocket %}
	var reason: String = _net.close_reason()
	if _closed_for == 0.0 and not reason.empty():
		print(reason)
		_add_line(reason)
{%- endif %}
	_status.text = "no connection to %s" % _address
	_closed_for += delta
	if _closed_for > 1.0:
		_connect()


# 20 times a second: see project.godot.
func _physics_process(_delta: float) -> void:
	if not _net.is_open():
		return
	if not _is_playing:
{%- if udp %}
		# UDP may lose it, so it is sent until the server answers.
{%- else %}
		if _has_greeted:
			return
		_has_greeted = true
{%- endif %}
		if not _send(Protocol.ToServerHello.create(Protocol.LAYOUT, player_name)):
			set_physics_process(false)
		return
	if not has_bot:
		direction = _pressed()
	var walk: Protocol.ToServerWalk = Protocol.ToServerWalk.create(direction)
	if not _send(walk{% if enet %}, true{% endif %}):
		set_physics_process(false)


func _unhandled_key_input(event: InputEventKey) -> void:
	if event.is_action_pressed("ui_accept"):
		_input.grab_focus()


# Says a line of chat.
func say(text: String) -> void:
	if not _send(Protocol.ToServerSay.create(text)):
		_add_line("not sent: the line is too long")


# Returns where a player is, or Vector2.INF if there is no such player.
func position_of(called: String) -> Vector2:
	for player in _field.players:
		if player.name == called:
			return player.position
	return Vector2.INF


func _connect() -> void:
	_is_playing = false
	_closed_for = 0.0
	_field.players = []
{%- if !udp %}
	_has_greeted = false
{%- endif %}
	_net = Net.new()
	# An address without a port gets the usual one.
	var server: PoolStringArray = (option("--server", "127.0.0.1") + ":7777").split(":")
	_address = "%s:%s" % [server[0], server[1]]
	_check(_net.open(server[0], int(server[1])))


# The message is an instance of Protocol.ToClient, or null after an error.
func _receive(message: Protocol.Message) -> void:
	if message is Protocol.ToClientWelcome:
		_on_welcome(message)
	elif message is Protocol.ToClientWorld:
		_field.players = (message as Protocol.ToClientWorld).players
	elif message is Protocol.ToClientJoined:
		_add_line("%s joined" % (message as Protocol.ToClientJoined).name)
	elif message is Protocol.ToClientLeft:
		_add_line("%s left" % (message as Protocol.ToClientLeft).name)
	elif message is Protocol.ToClientSaid:
		var said: Protocol.ToClientSaid = message
		_add_line("%s: %s" % [said.name, said.text])


func _on_welcome(welcome: Protocol.ToClientWelcome) -> void:
	var refused: String = welcome.refused
	if refused.empty() and welcome.layout != Protocol.LAYOUT:
		refused = "server %s…, client %s…: update the game" % [
			welcome.layout.left(4), Protocol.LAYOUT.left(4)]
	_is_playing = refused.empty()
	is_refused = not _is_playing
	_status.text = refused
	if not _is_playing:
		print(refused)
		_net.close()
		set_process(false)
		set_physics_process(false)


# Names the server's address, once, if nobody answers there.
func _report_silence(is_playing: bool, delta: float) -> void:
	var before: float = _unanswered
	_unanswered = 0.0 if is_playing else before + delta
	if before < PATIENCE and _unanswered >= PATIENCE:
		_status.text = "no server answers at %s" % _address
		print(_status.text)


func _pressed() -> Vector2:
	if _input.has_focus():
		return Vector2.ZERO
	var x: float = _axis("ui_left", "ui_right", KEY_A, KEY_D)
	var y: float = _axis("ui_up", "ui_down", KEY_W, KEY_S)
	return Vector2(x, y).clamped(1.0)


func _axis(back: String, forth: String, back_key: int, forth_key: int) -> float:
	var value: float = Input.get_action_strength(forth) - Input.get_action_strength(back)
	if Input.is_key_pressed(back_key):
		value -= 1.0
	if Input.is_key_pressed(forth_key):
		value += 1.0
	return value


func _on_submitted(text: String) -> void:
	if not text.strip_edges().empty():
		say(text)
	_input.clear()
	_input.release_focus()


func _add_line(line: String) -> void:
	lines.append(line)
	var first: int = int(max(0, lines.size() - LINES))
	_lines.text = PoolStringArray(lines.slice(first, lines.size())).join("\n")


# Sends a message. Returns false for one that the server would refuse: it is not sent, and the
# status says why.
func _send(message: Protocol.Message{% if enet %}, is_latest: bool = false{% endif %}) -> bool:
	var data = message.to_variant()
	var error: String = Protocol.ToServer.check(data)
	if not error.empty():
		_status.text = "not sent: %s" % error
		print(_status.text)
		return false
{%- if enet %}
	if is_latest:
		_check(_net.send_latest(var2bytes(data)))
	else:
		_check(_net.send(var2bytes(data)))
{%- else %}
	_check(_net.send(var2bytes(data)))
{%- endif %}
	return true


func _check(error: int) -> void:
	if error != OK:
		_status.text = "error %d: see the global scope's constants" % error
