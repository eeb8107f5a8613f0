extends {% if godot3 %}Reference{% else %}RefCounted{% endif %}
## The connection to the server over TCP: PacketPeerStream writes the length of a message before it.

var _tcp: StreamPeerTCP = StreamPeerTCP.new()
var _packets: PacketPeerStream = PacketPeerStream.new()


func open(host: String, port: int) -> {{ error }}:
	_packets.stream_peer = _tcp
	return _tcp.connect_to_host(host, port)


## Call this in every frame.
func poll() -> void:
	if{% if !godot3 %} _tcp.poll() == OK and{% endif %} is_open():
		_tcp.set_no_delay(true)


func is_open() -> bool:
	return _tcp.get_status() == StreamPeerTCP.STATUS_CONNECTED


func is_closed() -> bool:
	return _tcp.get_status() in [StreamPeerTCP.STATUS_NONE, StreamPeerTCP.STATUS_ERROR]


func has_message() -> bool:
	return is_open() and _packets.get_available_packet_count() > 0


func receive() -> {{ pool }}ByteArray:
	return _packets.get_packet()


func send(message: {{ pool }}ByteArray) -> {{ error }}:
	return _packets.put_packet(message)


func close() -> void:
	_tcp.disconnect_from_host()
