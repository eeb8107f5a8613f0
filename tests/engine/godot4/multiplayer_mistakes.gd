extends SceneTree
# What projects do wrong, or what surprises them. The other side is this library.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_mistakes.gd -- URL MODE
#
# MODE is calls, a client that calls what the server refuses; secret, a client of a spawned node with a synchronizer that is not visible to it;
# or serve, the server of such a node.

const TIMEOUT := 15.0


class Lobby:
	extends Node
	var steps := 0

	@rpc("any_peer") func say(_number: Variant) -> void: pass
	@rpc func only_server() -> void: pass


class Ghost:
	extends Node

	@rpc("any_peer") func haunt() -> void: pass


class Newer:
	extends Node

	@rpc("any_peer") func added() -> void: pass
	@rpc("any_peer") func known() -> void: pass


class Player:
	extends Node
	var health := 0
	var secret := ""

	func _ready() -> void:
		await get_tree().process_frame
		print("health %d, secret %s" % [health, secret])


var url: String
var mode: String
var lobby := Lobby.new()
var rules := Lobby.new()
var ghost := Ghost.new()
var newer := Newer.new()
var spawner := MultiplayerSpawner.new()


func _initialize() -> void:
	url = OS.get_cmdline_user_args()[0]
	mode = OS.get_cmdline_user_args()[1]
	start.call_deferred()


func start() -> void:
	var nodes: Dictionary[String, Node] = {"Lobby": lobby, "Rules": rules, "Ghost": ghost, "Newer": newer, "Players": Node.new()}
	for called: String in nodes:
		nodes[called].name = called
		root.add_child(nodes[called])
	lobby.add_child(sync("Sync", ^".:steps", true))
	spawner.name = "Spawner"
	spawner.spawn_path = ^"../Players"
	spawner.spawn_function = player
	root.add_child(spawner)
	var api := get_multiplayer()
	api.connected_to_server.connect(connected)
	api.server_disconnected.connect(quit)
	api.peer_disconnected.connect(func(_peer: int) -> void: if mode == "serve": quit())
	var peer := WebSocketMultiplayerPeer.new()
	var port := url.get_slice(":", 2).to_int()
	if (peer.create_server(port, "127.0.0.1") if mode == "serve" else peer.create_client(url)) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	if mode == "serve":
		spawner.spawn(1)
	create_timer(TIMEOUT).timeout.connect(late)


func sync(called: String, property: NodePath, visible: bool) -> MultiplayerSynchronizer:
	var config := SceneReplicationConfig.new()
	config.add_property(property)
	var made := MultiplayerSynchronizer.new()
	made.name = called
	made.replication_config = config
	made.public_visibility = visible
	return made


func player(_data: Variant) -> Node:
	var made := Player.new()
	made.name = "Player"
	if mode == "serve":
		made.health = 90
		made.secret = "the treasure"
	made.add_child(sync("Shown", ^".:health", true))
	made.add_child(sync("Hidden", ^".:secret", false))
	return made


func connected() -> void:
	if mode != "calls":
		return
	# For the node and those below it.
	lobby.set_multiplayer_authority(get_multiplayer().get_unique_id())
	lobby.steps = 7
	lobby.say.rpc_id(1, "a text")
	rules.only_server.rpc_id(1)
	ghost.haunt.rpc_id(1)
	newer.known.rpc_id(1)


func late() -> void:
	print("no end in time")
	quit(1)
