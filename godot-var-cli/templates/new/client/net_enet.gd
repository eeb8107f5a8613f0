extends {% if godot3 %}Reference{% else %}RefCounted{% endif %}
## The connection to the server over ENet: each message is a packet.

var _enet: {% if godot3 %}NetworkedMultiplayerENet = NetworkedMultiplayerENet{% else %}ENetMultiplayerPeer = ENetMultiplayerPeer{% endif %}.new()


func open(host: String, port: int) -> {{ error }}:
	var error: {{ error }} = _enet.create_client(host, port)
	_enet.set_target_peer({% if godot3 %}Networked{% endif %}MultiplayerPeer.TARGET_PEER_SERVER)
	return error


## Call this in every frame.
func poll() -> void:
	if not is_closed():
		_enet.poll()


func is_open() -> bool:
	return _enet.get_connection_status() == {% if godot3 %}Networked{% endif %}MultiplayerPeer.CONNECTION_CONNECTED


func is_closed() -> bool:
	return _enet.get_connection_status() == {% if godot3 %}Networked{% endif %}MultiplayerPeer.CONNECTION_DISCONNECTED


func has_message() -> bool:
	return is_open() and _enet.get_available_packet_count() > 0


func receive() -> {{ pool }}ByteArray:
	return _enet.get_packet()


## Sends a message that arrives.
func send(message: {{ pool }}ByteArray) -> {{ error }}:
	_enet.transfer_mode = {% if godot3 %}Networked{% endif %}MultiplayerPeer.TRANSFER_MODE_RELIABLE
	return _enet.put_packet(message)


## Sends a message that may be lost, because a newer one takes its place.
func send_latest(message: {{ pool }}ByteArray) -> {{ error }}:
	_enet.transfer_mode = {% if godot3 %}Networked{% endif %}MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED
	return _enet.put_packet(message)


func close() -> void:
	_enet.{% if godot3 %}close_connection{% else %}close{% endif %}()
