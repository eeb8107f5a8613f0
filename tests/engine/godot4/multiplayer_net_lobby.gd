extends Node
# Texts to the server, and its answers. The server may be an engine, too.

var count := 0


@rpc("any_peer") func say(text: String) -> void:
	if multiplayer.is_server():
		heard.rpc_id(multiplayer.get_remote_sender_id(), text)


@rpc func heard(text: String) -> void:
	print("heard %s%s" % [text.left(5), "" if text.length() < 10 else " and %d more" % (text.length() - 5)])
	count += 1
	if count == 3:
		get_tree().quit()
