extends {% if godot3 %}Reference{% else %}RefCounted{% endif %}
## The connection to the server over UDP: each message is a datagram, which may be lost.

## After this many milliseconds without a message the server counts as gone.
const SILENCE: int = 3000

var _udp: PacketPeerUDP = PacketPeerUDP.new()
var _heard: int = 0


func open(host: String, port: int) -> {{ error }}:
	_heard = {% if godot3 %}OS{% else %}Time{% endif %}.get_ticks_msec()
	return _udp.{% if godot3 %}set_dest_address{% else %}connect_to_host{% endif %}(host, port)


## Call this in every frame.
func poll() -> void:
	if _udp.get_available_packet_count() > 0:
		_heard = {% if godot3 %}OS{% else %}Time{% endif %}.get_ticks_msec()


func is_open() -> bool:
	return{% if !godot3 %} _udp.is_bound() and{% endif %} not is_closed()


func is_closed() -> bool:
	return {% if godot3 %}OS{% else %}Time{% endif %}.get_ticks_msec() - _heard > SILENCE


func has_message() -> bool:
	return _udp.get_available_packet_count() > 0


func receive() -> {{ pool }}ByteArray:
	return _udp.get_packet()


func send(message: {{ pool }}ByteArray) -> {{ error }}:
	return _udp.put_packet(message)


func close() -> void:
	_udp.close()
