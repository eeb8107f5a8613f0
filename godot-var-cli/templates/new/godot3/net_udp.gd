extends Reference
# The connection to the server over UDP: each message is a datagram, which may be lost.

# After so many milliseconds without a message the server counts as gone.
const SILENCE: int = 3000

var _udp: PacketPeerUDP = PacketPeerUDP.new()
var _heard: int = 0


func open(host: String, port: int) -> int:
	_heard = OS.get_ticks_msec()
	return _udp.set_dest_address(host, port)


# Call this in every frame.
func poll() -> void:
	if _udp.get_available_packet_count() > 0:
		_heard = OS.get_ticks_msec()


func is_open() -> bool:
	return not is_closed()


func is_closed() -> bool:
	return OS.get_ticks_msec() - _heard > SILENCE


func has_message() -> bool:
	return _udp.get_available_packet_count() > 0


func receive() -> PoolByteArray:
	return _udp.get_packet()


func send(message: PoolByteArray) -> int:
	return _udp.put_packet(message)


func close() -> void:
	_udp.close()
