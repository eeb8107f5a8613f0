extends Node2D
## The client: connects to the server, greets it, and lets the player walk and talk.
##
##   godot --path client
##   godot --path client -- --server 127.0.0.1:7777 --name Ann
##
## bot.gd plays by itself.

const Chat = preload("res://chat.gd")
const Player = preload("res://player.gd")
const Protocol = preload("res://net/protocol.gd")

const SERVER: int = MultiplayerPeer.TARGET_PEER_SERVER
## How many lines of chat are shown.
const LINES: int = 5
## In seconds. A server that has not answered by then is reported.
const PATIENCE: float = 3.0
## How many bytes a name may have: see src/protocol.rs.
const MAX_NAME: int = 24

var player_name: String = option("--name", "Player %d" % randi_range(1, 999))
## Where the player walks; the length is at most 1.
var direction: Vector2 = Vector2.ZERO
## Whether bot.gd sets the direction.
var has_bot: bool = false
## What was said, and who joined and left.
var lines: PackedStringArray = []
## Whether the server has refused this client.
var is_refused: bool = false

var _address: String = ""
# For how many seconds nobody has answered.
var _unanswered: float = 0.0

@onready var _players: Node2D = $Players
@onready var _chat: Chat = $Chat
@onready var _lines: Label = $Lines
@onready var _status: Label = $Status
@onready var _input: LineEdit = $Input


## Returns the value after an option on the command line.
static func option(called: String, otherwise: String) -> String:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	var at: int = arguments.find(called)
	return arguments[at + 1] if at >= 0 and at + 1 < arguments.size() else otherwise


func _ready() -> void:
	while player_name.to_utf8_buffer().size() > MAX_NAME:
		player_name = player_name.left(-1)
	var api: SceneMultiplayer = multiplayer
	api.auth_callback = _on_welcome
	_listen(api.peer_authenticating, _greet)
	_listen(api.peer_authentication_failed, func(_id: int) -> void: _reconnect())
	_listen(api.connection_failed, _reconnect)
	_listen(api.server_disconnected, _reconnect)
	_listen(_chat.heard, _add_line)
	_listen(_input.text_submitted, _on_submitted)
	_connect()


func _process(delta: float) -> void:
	if not has_bot:
		direction = _pressed()
	var own: Player = null
	if multiplayer.has_multiplayer_peer():
		own = _players.get_node_or_null(str(multiplayer.get_unique_id())) as Player
	if own != null:
		own.direction = direction
	_report_silence(own != null or is_refused, delta)


func _unhandled_key_input(event: InputEvent) -> void:
	if event.is_action_pressed("ui_accept"):
		_input.grab_focus()


## Says a line of chat.
func say(text: String) -> void:
	_check(_chat.rpc_id(SERVER, &"say", text))


## Returns where a player is, or Vector2.INF if there is no such player.
func position_of(called: String) -> Vector2:
	for player: Player in _players.get_children():
		if player.called == called:
			return player.place
	return Vector2.INF


func _connect() -> void:
	# An address without a port gets the usual one.
	var server: PackedStringArray = (option("--server", "127.0.0.1") + ":7777").split(":")
	_address = "%s:%s" % [server[0], server[1]]
{%- if enet %}
	var peer: ENetMultiplayerPeer = ENetMultiplayerPeer.new()
	_check(peer.create_client(server[0], server[1].to_int()))
{%- else %}
	var peer: WebSocketMultiplayerPeer = WebSocketMultiplayerPeer.new()
	_check(peer.create_client("ws://%s:%s" % [server[0], server[1]]))
{%- endif %}
	multiplayer.multiplayer_peer = peer


func _reconnect() -> void:
	multiplayer.multiplayer_peer = null
	if not is_refused:
		_status.text = "no connection to %s" % _address
		_listen(get_tree().create_timer(1.0).timeout, _connect)


## Both sides compare their fingerprints before the server admits the client.
func _greet(_server: int) -> void:
	var api: SceneMultiplayer = multiplayer
	var hello: Protocol.Hello = Protocol.Hello.create(Protocol.LAYOUT, player_name)
	var data: Variant = hello.to_variant()
	var error: String = Protocol.Hello.check(data)
	if error.is_empty():
		_check(api.send_auth(SERVER, var_to_bytes(data)))
		return
	# The server would refuse it, each time.
	is_refused = true
	_status.text = "not sent: %s" % error
	print(_status.text)
	api.disconnect_peer(SERVER)


func _on_welcome(_server: int, bytes: PackedByteArray) -> void:
	var welcome: Protocol.Welcome = Protocol.Welcome.from_bytes(bytes)
	if welcome == null:
		return  # An error said why.
	var refused: String = welcome.refused
	if refused.is_empty() and welcome.layout != Protocol.LAYOUT:
		refused = (
			"server %s…, client %s…: update the game"
			% [welcome.layout.left(4), Protocol.LAYOUT.left(4)]
		)
	_status.text = refused
	is_refused = not refused.is_empty()
	var api: SceneMultiplayer = multiplayer
	if is_refused:
		print(refused)
		api.disconnect_peer(SERVER)
	else:
		_check(api.complete_auth(SERVER))


## Names the server's address, once, if nobody answers there.
func _report_silence(is_playing: bool, delta: float) -> void:
	var before: float = _unanswered
	_unanswered = 0.0 if is_playing else before + delta
	if before < PATIENCE and _unanswered >= PATIENCE:
		_status.text = "no server answers at %s" % _address
		print(_status.text)


func _pressed() -> Vector2:
	if _input.has_focus():
		return Vector2.ZERO
	var arrows: Vector2 = Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
	var letters: Vector2 = Vector2(
		_axis(KEY_A, KEY_D),
		_axis(KEY_W, KEY_S),
	)
	return (arrows + letters).limit_length()


func _axis(negative: Key, positive: Key) -> float:
	var left: float = 1.0 if Input.is_physical_key_pressed(negative) else 0.0
	var right: float = 1.0 if Input.is_physical_key_pressed(positive) else 0.0
	return right - left


func _on_submitted(text: String) -> void:
	if not text.strip_edges().is_empty():
		say(text)
	_input.clear()
	_input.release_focus()


func _add_line(line: String) -> void:
	if lines.append(line):
		push_error("no memory")
	_lines.text = "\n".join(lines.slice(-LINES))


func _listen(to: Signal, callback: Callable) -> void:
	_check(to.connect(callback) as Error)


func _check(error: Error) -> void:
	if error != OK:
		_status.text = error_string(error)
