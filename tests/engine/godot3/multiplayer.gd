extends SceneTree
# One side of Godot's high-level multiplayer. The other side is this library.
#
#   godot3-server --path tests/engine/godot3 -s multiplayer.gd -- MODE TRANSPORT PORT
#
# MODE is client; pair, a client that plays with another one; or server. TRANSPORT is enet, enet_compressed or websocket.

const Chat = preload("res://multiplayer_chat.gd")
const TIMEOUT = 15000

var mode: String
var transport: String
var peer: NetworkedMultiplayerPeer
var main := Node.new()
var chat: Node = Chat.new()


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	arguments = arguments.slice(arguments.find("--") + 1, arguments.size() - 1)
	mode = arguments[0]
	transport = arguments[1]
	main.name = "Main"
	chat.name = "Chät"
	chat.mode = mode
	root.add_child(main)
	main.add_child(chat)
	# warning-ignore-all:return_value_discarded
	connect("connected_to_server", self, "connected")
	connect("network_peer_connected", chat, "met")
	connect("network_peer_disconnected", chat, "left")
	multiplayer.connect("network_peer_packet", chat, "got_bytes")
	if open(int(arguments[2])) != OK:
		quit(2)
		return
	set_network_peer(peer)


func open(port: int) -> int:
	if transport == "websocket":
		if mode == "server":
			peer = WebSocketServer.new()
			return peer.listen(port, PoolStringArray(), true)
		peer = WebSocketClient.new()
		return peer.connect_to_url("ws://127.0.0.1:%d/" % port, PoolStringArray(), true)
	var enet := NetworkedMultiplayerENet.new()
	peer = enet
	# No compression before 3.4, the range coder since then.
	enet.compression_mode = NetworkedMultiplayerENet.COMPRESS_NONE
	if transport == "enet_compressed":
		enet.compression_mode = NetworkedMultiplayerENet.COMPRESS_RANGE_CODER
	return enet.create_server(port) if mode == "server" else enet.create_client("127.0.0.1", port)


func connected() -> void:
	print("connected as ", "itself" if get_network_unique_id() > 1 else "nobody")
	if mode == "client":
		chat.begin()


func _idle(_delta: float) -> bool:
	if OS.get_ticks_msec() > TIMEOUT:
		print("no end in time")
		quit(1)
	OS.delay_msec(1)
	return false
