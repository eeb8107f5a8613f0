extends Reference
# The connection to the server over ENet: each message is a packet.

var _enet: NetworkedMultiplayerENet = NetworkedMultiplayerENet.new()


func open(host: String, port: int) -> int:
	var error: int = _enet.create_client(host, port)
	_enet.set_target_peer(NetworkedMultiplayerPeer.TARGET_PEER_SERVER)
	return error


# Call this in every frame.
func poll() -> void:
	if not is_closed():
		_enet.poll()


func is_open() -> bool:
	return _enet.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED


func is_closed() -> bool:
	return _enet.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_DISCONNECTED


func has_message() -> bool:
	return is_open() and _enet.get_available_packet_count() > 0


func receive() -> PoolByteArray:
	return _enet.get_packet()


# Sends a message that arrives.
func send(message: PoolByteArray) -> int:
	_enet.transfer_mode = NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE
	return _enet.put_packet(message)


# Sends a message that may be lost, because a newer one takes its place.
func send_latest(message: PoolByteArray) -> int:
	_enet.transfer_mode = NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED
	return _enet.put_packet(message)


func close() -> void:
	_enet.close_connection()
