extends Reference
# The connection to the server over WebSocket: each message is a binary message.

var _socket: WebSocketClient = WebSocketClient.new()
var _reason: String = ""


func open(host: String, port: int) -> int:
	var error: int = _socket.connect("server_close_request", self, "_on_close_request")
	if error != OK:
		return error
	return _socket.connect_to_url("ws://%s:%d" % [host, port])


# Call this in every frame.
func poll() -> void:
	if not is_closed():
		_socket.poll()


func is_open() -> bool:
	return _socket.get_connection_status() == WebSocketClient.CONNECTION_CONNECTED


func is_closed() -> bool:
	return _socket.get_connection_status() == WebSocketClient.CONNECTION_DISCONNECTED


# Why the server closed the connection, if it told.
func close_reason() -> String:
	return _reason


func has_message() -> bool:
	return is_open() and _socket.get_peer(1).get_available_packet_count() > 0


func receive() -> PoolByteArray:
	return _socket.get_peer(1).get_packet()


func send(message: PoolByteArray) -> int:
	return _socket.get_peer(1).put_packet(message)


func close() -> void:
	_socket.disconnect_from_host()


func _on_close_request(_code: int, reason: String) -> void:
	_reason = reason
