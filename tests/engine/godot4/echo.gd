extends SceneTree
# Connects to a test, and answers every value with two: [typeof, str] and the value again.
#
#   godot --headless --path tests/engine/godot4 -s echo.gd -- TRANSPORT PORT
#
# TRANSPORT is udp, tcp, tcp_big_endian, packets, packets_big_endian (PacketPeerStream), websocket or enet.
# It sends "hello" first, so that a UDP server knows its address, and ends when it receives "quit".

const TIMEOUT := 20000

var transport: String
var stream: StreamPeerTCP
var websocket: WebSocketPeer
var enet: ENetMultiplayerPeer
var peer: PacketPeer


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	transport = arguments[0]
	if not open(arguments[1].to_int()):
		quit(2)
		return
	send("hello")
	var deadline := Time.get_ticks_msec() + TIMEOUT
	while Time.get_ticks_msec() < deadline:
		poll()
		if not has_value():
			OS.delay_msec(1)
			continue
		var value: Variant = peer.get_var() if peer != null else stream.get_var()
		if value is String and value == "quit":
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
			var udp := PacketPeerUDP.new()
			peer = udp
			return udp.set_dest_address("127.0.0.1", port) == OK
		"websocket":
			websocket = WebSocketPeer.new()
			# Room for the longest value, and for its answers.
			websocket.inbound_buffer_size = 1 << 20
			websocket.outbound_buffer_size = 1 << 20
			peer = websocket
			return websocket.connect_to_url("ws://127.0.0.1:%d/" % port) == OK and wait_for_client()
		"enet":
			enet = ENetMultiplayerPeer.new()
			peer = enet
			if enet.create_client("127.0.0.1", port) != OK or not wait_for_client():
				return false
			# A packet of Godot 3 has its sender and its target before the value. Here it has only the value.
			print("peer ", enet.get_unique_id())
			enet.set_target_peer(MultiplayerPeer.TARGET_PEER_SERVER)
			return true
	stream = StreamPeerTCP.new()
	if stream.connect_to_host("127.0.0.1", port) != OK or not wait_for_client():
		return false
	# Otherwise the second answer to a value waits until the test acknowledges the first.
	stream.set_no_delay(true)
	stream.big_endian = transport.ends_with("big_endian")
	if transport.begins_with("packets"):
		var packets := PacketPeerStream.new()
		packets.stream_peer = stream
		peer = packets
	return true


func wait_for_client() -> bool:
	var deadline := Time.get_ticks_msec() + TIMEOUT
	while Time.get_ticks_msec() < deadline and not is_open():
		poll()
		OS.delay_msec(1)
	return is_open()


func is_open() -> bool:
	if websocket != null:
		return websocket.get_ready_state() == WebSocketPeer.STATE_OPEN
	if enet != null:
		return enet.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED
	return stream.get_status() == StreamPeerTCP.STATUS_CONNECTED


func poll() -> void:
	if websocket != null:
		websocket.poll()
	if enet != null:
		enet.poll()
	if stream != null:
		stream.poll()


func has_value() -> bool:
	if peer != null:
		return peer.get_available_packet_count() > 0
	return stream.get_available_bytes() > 0


func send(value: Variant) -> void:
	if peer == null:
		stream.put_var(value)
		return
	var error := peer.put_var(value)
	if error != OK:
		print("put_var: ", error)


func close() -> void:
	if websocket != null:
		websocket.close()
		var deadline := Time.get_ticks_msec() + 200
		while websocket.get_ready_state() != WebSocketPeer.STATE_CLOSED and Time.get_ticks_msec() < deadline:
			websocket.poll()
			OS.delay_msec(1)
	if enet != null:
		enet.close()
	if stream != null:
		stream.disconnect_from_host()
