extends SceneTree
# A client of Godot's high-level multiplayer over one of its transports, set up as projects set it up. Its server is this library. With a third
# argument this is the server, on the port of URL, until its first client has gone.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_net.gd -- URL SETTING [serve]
#
# SETTING is plain; for ENet range_coder, fastlz, zlib, zstd or dtls; for WebSocket text, or protocols:NAME,NAME. The client says a short and a
# long text, prints what it hears, and ends when the server calls `heard` a third time, or closes the connection.

const Lobby := preload("res://multiplayer_net_lobby.gd")
const TIMEOUT := 8.0
const COMPRESSIONS: Dictionary[String, ENetConnection.CompressionMode] = {
	"range_coder": ENetConnection.COMPRESS_RANGE_CODER,
	"fastlz": ENetConnection.COMPRESS_FASTLZ,
	"zlib": ENetConnection.COMPRESS_ZLIB,
	"zstd": ENetConnection.COMPRESS_ZSTD,
}

var is_server: bool
var url: String
var setting: String
var lobby: Node = Lobby.new()
var web: WebSocketMultiplayerPeer


func _initialize() -> void:
	url = OS.get_cmdline_user_args()[0]
	setting = OS.get_cmdline_user_args()[1]
	is_server = OS.get_cmdline_user_args().size() > 2
	start.call_deferred()


func start() -> void:
	lobby.name = "Lobby"
	root.add_child(lobby)
	var api := get_multiplayer() as SceneMultiplayer
	api.connected_to_server.connect(connected)
	api.connection_failed.connect(end.bind("failed"))
	api.server_disconnected.connect(end.bind("gone"))
	api.peer_disconnected.connect(func(_peer: int) -> void: if is_server: quit())
	api.multiplayer_peer = enet() if url.begins_with("enet://") else websocket()
	create_timer(TIMEOUT).timeout.connect(end.bind("late"))


func enet() -> MultiplayerPeer:
	var peer := ENetMultiplayerPeer.new()
	var server := url.trim_prefix("enet://").split(":")
	var port := server[1].to_int()
	if (peer.create_server(port) if is_server else peer.create_client(server[0], port)) != OK:
		quit(2)
	if setting in COMPRESSIONS:
		peer.host.compress(COMPRESSIONS[setting])
	elif setting == "dtls":
		peer.host.dtls_client_setup(server[0], TLSOptions.client_unsafe())
	return peer


func websocket() -> MultiplayerPeer:
	web = WebSocketMultiplayerPeer.new()
	if setting.begins_with("protocols:"):
		web.supported_protocols = setting.trim_prefix("protocols:").split(",")
	web.handshake_timeout = TIMEOUT / 2
	var port := url.get_slice(":", 2).to_int()
	if (web.create_server(port, "127.0.0.1") if is_server else web.create_client(url)) != OK:
		quit(2)
	return web


func connected() -> void:
	print("connected")
	if setting == "text":
		web.get_peer(1).send_text("hello")
		return
	lobby.say.rpc_id(1, "hello")
	lobby.say.rpc_id(1, "long ".repeat(2000))


func end(why: String) -> void:
	print(why)
	quit()
