extends RefCounted
## The connection to the server over WebSocket: each message is a binary message.

var _socket: WebSocketPeer = WebSocketPeer.new()


func open(host: String, port: int) -> Error:
	return _socket.connect_to_url("ws://%s:%d" % [host, port])


## Call this in every frame.
func poll() -> void:
	_socket.poll()


func is_open() -> bool:
	return _socket.get_ready_state() == WebSocketPeer.STATE_OPEN


func is_closed() -> bool:
	return _socket.get_ready_state() == WebSocketPeer.STATE_CLOSED


## Why the server closed the connection, if it told.
func close_reason() -> String:
	return _socket.get_close_reason()


func has_message() -> bool:
	return _socket.get_available_packet_count() > 0


func receive() -> PackedByteArray:
	return _socket.get_packet()


func send(message: PackedByteArray) -> Error:
	return _socket.send(message)


func close() -> void:
	_socket.close()
