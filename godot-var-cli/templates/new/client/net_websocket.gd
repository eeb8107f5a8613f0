extends {% if godot3 %}Reference{% else %}RefCounted{% endif %}
## The connection to the server over WebSocket: each message is a binary message.

{% if godot3 %}var _socket: WebSocketClient = WebSocketClient.new()
var _reason: String = ""{% else %}## In bytes.
const BUFFER: int = 1 << 20

var _socket: WebSocketPeer = WebSocketPeer.new(){% endif %}


func open(url: String) -> {{ error }}:
{%- if godot3 %}
	var error: int = _socket.connect("server_close_request", self, "_on_close_request")
	if error != OK:
		return error
{%- else %}
	# A browser keeps the messages for a game in a tab that is not shown.
	_socket.inbound_buffer_size = BUFFER
{%- endif %}
	return _socket.connect_to_url(url)


## Call this in every frame.
func poll() -> void:
{%- if godot3 %}
	if not is_closed():
		_socket.poll()
{%- else %}
	_socket.poll()
{%- endif %}


func is_open() -> bool:
	return {% if godot3 %}_socket.get_connection_status() == WebSocketClient.CONNECTION_CONNECTED{% else %}_socket.get_ready_state() == WebSocketPeer.STATE_OPEN{% endif %}


func is_closed() -> bool:
	return {% if godot3 %}_socket.get_connection_status() == WebSocketClient.CONNECTION_DISCONNECTED{% else %}_socket.get_ready_state() == WebSocketPeer.STATE_CLOSED{% endif %}


## Why the server closed the connection, if it told.
func close_reason() -> String:
	return {% if godot3 %}_reason{% else %}_socket.get_close_reason(){% endif %}


func has_message() -> bool:
	return {% if godot3 %}is_open() and _socket.get_peer(1){% else %}_socket{% endif %}.get_available_packet_count() > 0


func receive() -> {{ pool }}ByteArray:
	return _socket.{% if godot3 %}get_peer(1).{% endif %}get_packet()


func send(message: {{ pool }}ByteArray) -> {{ error }}:
	return _socket.{% if godot3 %}get_peer(1).put_packet{% else %}send{% endif %}(message)


func close() -> void:
	_socket.{% if godot3 %}disconnect_from_host{% else %}close{% endif %}()
{%- if godot3 %}


func _on_close_request(_code: int, reason: String) -> void:
	_reason = reason
{%- endif %}
