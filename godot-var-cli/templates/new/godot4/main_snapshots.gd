extends Node2D
## The client: connects to the server, sends what the player does, and shows the world.
##
##   godot --path client
##   godot --path client -- --server 127.0.0.1:7777 --name Ann
##
## bot.gd plays by itself.

const Prediction = preload("res://prediction.gd")
const Protocol = preload("res://net/protocol.gd")
const View = preload("res://view.gd")

const SERVER: int = MultiplayerPeer.TARGET_PEER_SERVER
## Ticks a second: see src/game.rs.
const TICKS: int = 20
{% include "new/client/state.gd" %}
## The world, as soon as the server has admitted this client.
var _world: Protocol.ThingSnapshots = null
var _prediction: Prediction = null
## What is shown, by the keys of the entities.
var _views: Dictionary[int, View] = {}
## The key of the own player; -1 if there is none.
var _own: int = -1
## The share of the tick that is over.
var _share: float = 0.0

@onready var _things: Node2D = $Things
@onready var _status: Label = $Status


func _ready() -> void:
	_set_name()
	var api: SceneMultiplayer = multiplayer
	api.auth_callback = _on_welcome
	_listen(api.peer_authenticating, _greet)
	_listen(api.peer_authentication_failed, func(_id: int) -> void: _reconnect())
	_listen(api.connection_failed, _reconnect)
	_listen(api.connected_to_server, _begin)
	_listen(api.server_disconnected, _reconnect)
	_listen(api.peer_packet, _on_packet)
	_connect()


func _process(delta: float) -> void:
	_report_silence(_own >= 0 or is_refused, delta)
	if _world == null:
		return
	_world.advance(Time.get_ticks_usec())
	_share += delta * TICKS
	while _share >= 1.0:
		_share -= 1.0
		_tick()
	for key: int in _views:
		_views[key].show_state(_world.sample(key))
	if _own >= 0:
		_views[_own].position = _prediction.place(_share)


## Returns where a player is shown, or Vector2.INF if there is no such player.
func position_of(called: String) -> Vector2:
	for view: View in _views.values():
		if view.called == called:
			return view.position
	return Vector2.INF


## Sends what the player does.
func _tick() -> void:
	if not has_bot:
		direction = _pressed()
	var message: PackedByteArray = _world.send(Protocol.Steer.create(direction))
	_prediction.step(direction)
	var api: SceneMultiplayer = multiplayer
	_check(api.send_bytes(message, SERVER, MultiplayerPeer.TRANSFER_MODE_UNRELIABLE))


func _on_packet(_server: int, bytes: PackedByteArray) -> void:
	var error: String = _world.receive(bytes, Time.get_ticks_usec())
	if not error.is_empty():
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
	if player != null and player.peer == multiplayer.get_unique_id():
		_own = key
		_prediction.confirm(_world, key)


func _on_removed(key: int) -> void:
	_views[key].queue_free()
	if _views.erase(key) and key == _own:
		_own = -1


## The server has admitted this client. Each connection has a world of its own.
func _begin() -> void:
	print("connected to %s" % _address)
	_world = Protocol.ThingSnapshots.new(TICKS)
	_prediction = Prediction.new()
	_listen(_world.spawned, _on_spawned)
	_listen(_world.removed, _on_removed)


func _connect() -> void:
	# An address without a port gets the usual one.
	var server: PackedStringArray = (option("--server", ADDRESS) + ":7777").split(":")
	_address = "%s:%s" % [server[0], server[1]]
	var peer: ENetMultiplayerPeer = ENetMultiplayerPeer.new()
	_check(peer.create_client(server[0], server[1].to_int()))
	multiplayer.multiplayer_peer = peer


func _reconnect() -> void:
	multiplayer.multiplayer_peer = null
	_world = null
	for key: int in _views.keys():
		_on_removed(key)
	if not is_refused:
		_status.text = "no connection to %s" % _address
		_listen(get_tree().create_timer(1.0).timeout, _connect)


## The server compares the fingerprints before it admits the client.
func _greet(_server: int) -> void:
	var api: SceneMultiplayer = multiplayer
	var hello: Protocol.Hello = Protocol.Hello.create(Protocol.LAYOUT, player_name)
	_check(api.send_auth(SERVER, hello.to_bytes()))


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


func _listen(to: Signal, callback: Callable) -> void:
	_check(to.connect(callback) as Error)


{% include "new/client/shared.gd" %}
