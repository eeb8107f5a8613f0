extends Node2D
# The client: connects to the server, sends what the player does, and shows the world.
#
#   godot3 --path client
#   godot3 --path client -- --server 127.0.0.1:7777 --name Ann
#
# bot.gd plays by itself.

const Prediction = preload("res://prediction.gd")
const Protocol = preload("res://net/protocol.gd")
const View = preload("res://view.gd")

const SERVER: int = 1
## Ticks a second: see src/game.rs.
const TICKS: int = 20
{% include "new/client/state.gd" %}
## The world, as soon as the server has admitted this client.
var _world: Protocol.ThingSnapshots = null
var _prediction: Prediction = null
## What is shown, by the keys of the entities.
var _views: Dictionary = {}
## The key of the own player; -1 if there is none.
var _own: int = -1
## The share of the tick that is over.
var _share: float = 0.0

onready var _things: Node2D = $Things
onready var _status: Label = $Status


func _ready() -> void:
	_set_name()
	_check(get_tree().connect("connected_to_server", self, "_greet"))
	# Deferred: the peer that emits them is freed.
	_check(get_tree().connect("connection_failed", self, "_reconnect", [], CONNECT_DEFERRED))
	_check(get_tree().connect("server_disconnected", self, "_reconnect", [], CONNECT_DEFERRED))
	_check(multiplayer.connect("network_peer_packet", self, "_on_packet"))
	_connect()


func _process(delta: float) -> void:
	_report_silence(_own >= 0 or is_refused, delta)
	if _world == null:
		return
	_world.advance(OS.get_ticks_usec())
	_share += delta * TICKS
	while _share >= 1.0:
		_share -= 1.0
		_tick()
	for key in _views:
		var view: View = _views[key]
		view.show_state(_world.sample(key))
		if key == _own:
			view.position = _prediction.place(_share)


## Returns where a player is shown, or Vector2.INF if there is no such player.
func position_of(called: String) -> Vector2:
	for view in _views.values():
		if view.called == called:
			return view.position
	return Vector2.INF


## Sends what the player does.
func _tick() -> void:
	if not has_bot:
		direction = _pressed()
	var message: PoolByteArray = _world.send(Protocol.Steer.create(direction))
	_prediction.step(direction)
	var mode: int = NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE
	_check(multiplayer.send_bytes(message, SERVER, mode))


func _on_packet(_server: int, bytes: PoolByteArray) -> void:
	if _world == null:
		return  # It came before the welcome.
	var error: String = _world.receive(bytes, OS.get_ticks_usec())
	if not error.empty():
		push_warning(error)
	elif _own >= 0:
		_prediction.confirm(_world, _own)


func _on_spawned(key: int, _thing: Protocol.Thing) -> void:
	var state: Protocol.Message = _world.sample(key)
	var view: View = View.new()
	view.begin(state)
	_views[key] = view
	_things.add_child(view)
	var player: Protocol.Player = state as Protocol.Player
	if player != null and player.peer == get_tree().get_network_unique_id():
		_own = key
		_prediction.confirm(_world, key)


func _on_removed(key: int) -> void:
	var view: View = _views[key]
	view.queue_free()
	if _views.erase(key) and key == _own:
		_own = -1


# To the server: the first call. The server compares the fingerprints.
master func hello(_hello: PoolByteArray) -> void:
	pass


# From the server: the answer.
puppet func welcome(bytes: PoolByteArray) -> void:
	var welcome: Protocol.Welcome = Protocol.Welcome.from_bytes(bytes)
	if welcome == null:
		return  # An error said why.
	var refused: String = welcome.refused
	_status.text = refused
	is_refused = not refused.empty()
	if is_refused:
		print(refused)
		_reconnect()
	else:
		_begin()


# The server has admitted this client. Each connection has a world of its own.
func _begin() -> void:
	print("connected to %s" % _address)
	_world = Protocol.ThingSnapshots.new(TICKS)
	_prediction = Prediction.new()
	_check(_world.connect("spawned", self, "_on_spawned"))
	_check(_world.connect("removed", self, "_on_removed"))


func _connect() -> void:
	# An address without a port gets the usual one.
	var server: PoolStringArray = (option("--server", ADDRESS) + ":7777").split(":")
	_address = "%s:%s" % [server[0], server[1]]
	var peer: NetworkedMultiplayerENet = NetworkedMultiplayerENet.new()
	_check(peer.create_client(server[0], int(server[1])))
	get_tree().network_peer = peer


func _reconnect() -> void:
	get_tree().network_peer = null
	_world = null
	for key in _views.keys():
		_on_removed(key)
	if not is_refused:
		_status.text = "no connection to %s" % _address
		yield(get_tree().create_timer(1.0), "timeout")
		_connect()


func _greet() -> void:
	_status.text = ""
	rpc_id(SERVER, "hello", Protocol.Hello.create(Protocol.LAYOUT, player_name).to_bytes())


{% include "new/client/shared.gd" %}
