extends SceneTree
# The usual game over ENet: the server spawns a player for each peer, and each client moves its own player.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_walkers.gd -- MODE PORT
#
# MODE is client; late, in which the level is loaded two seconds after the connection; or server.

const TIMEOUT := 60.0

var mode: String
var players := Node.new()


func _initialize() -> void:
	mode = OS.get_cmdline_user_args()[0]
	Engine.max_fps = 60
	start.call_deferred()


func start() -> void:
	var api := get_multiplayer()
	var port := OS.get_cmdline_user_args()[1].to_int()
	var peer := ENetMultiplayerPeer.new()
	if (peer.create_server(port) if mode == "server" else peer.create_client("127.0.0.1", port)) != OK:
		quit(2)
		return
	api.connected_to_server.connect(connected)
	if mode == "server":
		api.peer_connected.connect(join)
	api.multiplayer_peer = peer
	if mode != "late":
		root.add_child(level())
	create_timer(TIMEOUT).timeout.connect(quit.bind(1))


func level() -> Node:
	var world := Node.new()
	world.name = "World"
	players.name = "Players"
	world.add_child(players)
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	spawner.spawn_path = ^"../Players"
	spawner.add_spawnable_scene("res://multiplayer_walker.tscn")
	world.add_child(spawner)
	if mode == "server":
		print("listening")
	return world


func connected() -> void:
	print("connected as ", get_multiplayer().get_unique_id())
	if mode == "late":
		await create_timer(2.0).timeout
		root.add_child(level())


func join(peer: int) -> void:
	var player: Node = load("res://multiplayer_walker.tscn").instantiate()
	player.name = str(peer)
	players.add_child(player)
