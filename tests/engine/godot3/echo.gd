extends SceneTree
# Connects to a test, and answers every value that it gets with two: [typeof, str] and the value again.
#
#   godot3-server --path tests/engine/godot3 -s echo.gd -- TRANSPORT PORT
#
# TRANSPORT is udp, tcp, tcp_big_endian, packets, packets_big_endian (PacketPeerStream), websocket or enet.
# It says "hello" first, which shows a UDP server where it is, and ends when it gets "quit".

const TIMEOUT = 20000

var transport: String
var stream: StreamPeerTCP
var client: NetworkedMultiplayerPeer
var peer: PacketPeer


func _init() -> void:
	var arguments: Array = OS.get_cmdline_args()
	arguments = arguments.slice(arguments.find("--") + 1, arguments.size() - 1)
	transport = arguments[0]
	if not open(int(arguments[1])):
		quit(2)
		return
	send("hello")
	var deadline: int = OS.get_ticks_msec() + TIMEOUT
	while OS.get_ticks_msec() < deadline:
		poll()
		if not has_value():
			OS.delay_msec(1)
			continue
		var value = receive()
		if typeof(value) == TYPE_STRING and value == "quit":
			print("quit")
			close()
			quit(0)
			return
		print(typeof(value), " ", value)
		send([typeof(value), str(value)])
		send(value)
	print("no quit in time")
	quit(1)


func open(port: int) -> bool:
	match transport:
		"udp":
			peer = PacketPeerUDP.new()
			return peer.set_dest_address("127.0.0.1", port) == OK
		"websocket":
			var websocket := WebSocketClient.new()
			client = websocket
			if websocket.connect_to_url("ws://127.0.0.1:%d/" % port) != OK or not wait_for_client():
				return false
			peer = websocket.get_peer(1)
			return true
		"enet":
			var enet := NetworkedMultiplayerENet.new()
			client = enet
			# Godot 3.4 and later would compress.
			enet.compression_mode = NetworkedMultiplayerENet.COMPRESS_NONE
			if enet.create_client("127.0.0.1", port) != OK or not wait_for_client():
				return false
			# A packet has its sender and its target before the value: print ours, for the test to see.
			print("peer ", enet.get_unique_id())
			enet.set_target_peer(NetworkedMultiplayerPeer.TARGET_PEER_SERVER)
			peer = enet
			return true
	stream = StreamPeerTCP.new()
	if stream.connect_to_host("127.0.0.1", port) != OK:
		return false
	var deadline: int = OS.get_ticks_msec() + TIMEOUT
	while stream.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		if OS.get_ticks_msec() > deadline:
			return false
		OS.delay_msec(1)
	# Otherwise the second answer to a value waits until the test acknowledges the first.
	stream.set_no_delay(true)
	stream.big_endian = transport.ends_with("big_endian")
	if transport.begins_with("packets"):
		peer = PacketPeerStream.new()
		peer.stream_peer = stream
	return stream.get_status() == StreamPeerTCP.STATUS_CONNECTED


func wait_for_client() -> bool:
	var deadline: int = OS.get_ticks_msec() + TIMEOUT
	while client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTING:
		if OS.get_ticks_msec() > deadline:
			return false
		client.poll()
		OS.delay_msec(1)
	return client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED


func poll() -> void:
	if client != null:
		client.poll()


func has_value() -> bool:
	if peer != null:
		return peer.get_available_packet_count() > 0
	return stream.get_available_bytes() > 0


func receive():
	return peer.get_var() if peer != null else stream.get_var()


func send(value) -> void:
	if peer != null:
		var error: int = peer.put_var(value)
		if error != OK:
			print("put_var: ", error)
	else:
		stream.put_var(value)


func close() -> void:
	if client is WebSocketClient:
		client.disconnect_from_host()
	elif client is NetworkedMultiplayerENet:
		client.close_connection()
	elif stream != null:
		stream.disconnect_from_host()
