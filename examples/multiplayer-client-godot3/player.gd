extends Node2D
# A player. The server sends its position and health; its own client sends its direction and its color.

var called: String = ""
# From the server, the node's master.
puppet var place: Vector2 = Vector2(0, 200) setget set_place
puppet var health: int = 100 setget set_health
# From the player's client to the server, and from the server to all.
remote var tint: Color = Color.white setget set_tint


func _ready() -> void:
	update_label()


func set_place(to: Vector2) -> void:
	place = to
	position = to


func set_health(to: int) -> void:
	health = to
	update_label()


func set_tint(to: Color) -> void:
	# Every peer may set it here, but only the server should.
	if get_tree().get_rpc_sender_id() > 1:
		return
	tint = to
	modulate = to


func update_label() -> void:
	if is_inside_tree():
		$Label.text = "%s %d" % [called, health]


# To the server: the direction of this client's player.
master func walk(_direction: Vector2) -> void:
	pass


puppet func hurt(by: int) -> void:
	print("%s is hurt by %d" % [called, by])
