extends Node2D
# The client: connects to the server, greets it, and lets the player walk and talk.
#
#   godot3 --path client
#   godot3 --path client -- --server 127.0.0.1:7777 --name Ann
#
# bot.gd plays by itself.

const Player = preload("res://player.gd")
const PlayerScene = preload("res://player.tscn")
const Protocol = preload("res://net/protocol.gd")

const SERVER: int = 1
{% include "new/client/state.gd" %}

onready var _players: Node2D = $Players
onready var _lines: Label = $Lines
onready var _status: Label = $Status
onready var _input: LineEdit = $Input


func _ready() -> void:
	_set_name()
	_check(get_tree().connect("connected_to_server", self, "_greet"))
	# Deferred: the peer that emits them is freed.
	_check(get_tree().connect("connection_failed", self, "_reconnect", [], CONNECT_DEFERRED))
	_check(get_tree().connect("server_disconnected", self, "_reconnect", [], CONNECT_DEFERRED))
	_check(_input.connect("text_entered", self, "_on_submitted"))
	_connect()


# 20 times a second: see project.godot.
func _physics_process(delta: float) -> void:
	if not has_bot:
		direction = _pressed()
	var own: Player = null
	if get_tree().network_peer != null:
		own = _players.get_node_or_null(str(get_tree().get_network_unique_id())) as Player
	if own != null:
		own.rpc_unreliable_id(SERVER, "walk", direction)
	_report_silence(own != null or is_refused, delta)


# Says a line of chat.
func say(text: String) -> void:
	rpc_id(SERVER, "say_line", text)


# Returns where a player is, or Vector2.INF if there is no such player.
func position_of(called: String) -> Vector2:
	for player in _players.get_children():
		if player.called == called:
			return player.place
	return Vector2.INF


# To the server: the first call. The server compares the fingerprints.
master func hello(_hello: Dictionary) -> void:
	pass


# From the server: the answer.
puppet func welcome(value: Dictionary) -> void:
	var welcome: Protocol.Welcome = Protocol.Welcome.from_variant(value)
	if welcome == null:
		return  # An error said why.
	var refused: String = welcome.refused
	_status.text = refused
	is_refused = not refused.empty()
	if is_refused:
		print(refused)
		_reconnect()


# From the server: a player has joined, or was there before.
puppet func joined(value: Dictionary) -> void:
	var joined: Protocol.Player = Protocol.Player.from_variant(value)
	if joined == null:
		return  # An error said why.
	var player: Player = PlayerScene.instance()
	player.name = str(joined.id)
	player.called = joined.name
	player.color = joined.color
	player.place = joined.place
	_players.add_child(player)
	_add_line("%s joined" % joined.name)


# From the server: a player has left.
puppet func left(id: int, called: String) -> void:
	_players.get_node(str(id)).queue_free()
	_add_line("%s left" % called)


# To the server: a line of chat.
master func say_line(_text: String) -> void:
	pass


# From the server: a line of somebody's chat.
puppet func said(called: String, text: String) -> void:
	_add_line("%s: %s" % [called, text])


func _connect() -> void:
	# An address without a port gets the usual one.
{%- if enet %}
	var server: PoolStringArray = (option("--server", ADDRESS) + ":7777").split(":")
	_address = "%s:%s" % [server[0], server[1]]
	var peer: NetworkedMultiplayerENet = NetworkedMultiplayerENet.new()
	_check(peer.create_client(server[0], int(server[1])))
{%- else %}
	_address = option("--server", ADDRESS)
	if not ":" in _address:
		_address += ":7777"
	var peer: WebSocketClient = WebSocketClient.new()
	var url: String = _address if "://" in _address else "ws://" + _address
	_check(peer.connect_to_url(url, PoolStringArray(), true))
{%- endif %}
	get_tree().network_peer = peer


func _reconnect() -> void:
	get_tree().network_peer = null
	for player in _players.get_children():
		player.queue_free()
	if not is_refused:
		_status.text = "no connection to %s" % _address
		yield(get_tree().create_timer(1.0), "timeout")
		_connect()


func _greet() -> void:
	_status.text = ""
	var data = Protocol.Hello.create(Protocol.LAYOUT, player_name).to_variant()
	var error: String = Protocol.Hello.check(data)
	if error.empty():
		rpc_id(SERVER, "hello", data)
		return
	# The server would refuse it, each time.
	is_refused = true
	_status.text = "not sent: %s" % error
	print(_status.text)
	_reconnect()


{% include "new/client/shared.gd" %}
