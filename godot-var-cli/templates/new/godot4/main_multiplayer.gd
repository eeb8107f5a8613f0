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
{% include "new/client/state.gd" %}

@onready var _players: Node2D = $Players
@onready var _chat: Chat = $Chat
@onready var _lines: Label = $Lines
@onready var _status: Label = $Status
@onready var _input: LineEdit = $Input


func _ready() -> void:
	_set_name()
	var api: SceneMultiplayer = multiplayer
	api.auth_callback = _on_welcome
	_listen(api.peer_authenticating, _greet)
	_listen(api.peer_authentication_failed, func(_id: int) -> void: _reconnect())
	_listen(api.connected_to_server, _enter)
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
{%- if enet %}
	var server: PackedStringArray = (option("--server", ADDRESS) + ":7777").split(":")
	_address = "%s:%s" % [server[0], server[1]]
	var peer: ENetMultiplayerPeer = ENetMultiplayerPeer.new()
	_check(peer.create_client(server[0], server[1].to_int()))
{%- else %}
	_address = option("--server", ADDRESS)
	if not ":" in _address:
		_address += ":7777"
	var peer: WebSocketMultiplayerPeer = WebSocketMultiplayerPeer.new()
	# A browser keeps the messages for a game in a tab that is not shown.
	peer.inbound_buffer_size = 1 << 20
	_check(peer.create_client(_address if "://" in _address else "ws://" + _address))
{%- endif %}
	multiplayer.multiplayer_peer = peer


func _reconnect() -> void:
	multiplayer.multiplayer_peer = null
	if not is_refused:
		_status.text = "no connection to %s" % _address
		_listen(get_tree().create_timer(1.0).timeout, _connect)


## The server compares the fingerprints before it admits the client.
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
	_status.text = refused
	is_refused = not refused.is_empty()
	var api: SceneMultiplayer = multiplayer
	if is_refused:
		print(refused)
		api.disconnect_peer(SERVER)
	else:
		_check(api.complete_auth(SERVER))


func _enter() -> void:
	_check(_chat.rpc_id(SERVER, &"enter"))


func _listen(to: Signal, callback: Callable) -> void:
	_check(to.connect(callback) as Error)


{% include "new/client/shared.gd" %}
