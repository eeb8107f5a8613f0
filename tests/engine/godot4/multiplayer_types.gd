extends SceneTree
# A client whose RPCs and synchronized properties have types.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_types.gd -- PORT

const Types := preload("res://multiplayer_types_node.gd")
const TIMEOUT := 20.0


func _initialize() -> void:
	start.call_deferred()


func start() -> void:
	var types: Node = Types.new()
	types.name = "Types"
	var config := SceneReplicationConfig.new()
	for property: String in ["numbers", "scores", "untyped"]:
		config.add_property(NodePath(".:" + property))
		config.property_set_replication_mode(NodePath(".:" + property), SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE)
	var sync := MultiplayerSynchronizer.new()
	sync.name = "Sync"
	sync.replication_config = config
	sync.delta_synchronized.connect(types.synchronized)
	types.add_child(sync)
	root.add_child(types)
	var api := get_multiplayer()
	api.connected_to_server.connect(types.begin)
	api.server_disconnected.connect(quit)
	var peer := WebSocketMultiplayerPeer.new()
	if peer.create_client("ws://127.0.0.1:" + OS.get_cmdline_user_args()[0]) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	create_timer(TIMEOUT).timeout.connect(late)


func late() -> void:
	print("no end in time")
	quit(1)
