extends Node2D
# A player: the server says where it is and how it is; its own client says where it wants to go, and which color it has.

var called: String = ""
# From the server, the node's master.
puppet var place: Vector2 = Vector2(0, 200) setget set_place
puppet var health: int = 100 setget set_health
# To the server from the client whose player it is, and from the server to all.
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
	# Every peer may set it here, but the server alone should.
	if get_tree().get_rpc_sender_id() > 1:
		return
	tint = to
	modulate = to


func update_label() -> void:
	if is_inside_tree():
		$Label.text = "%s %d" % [called, health]


# To the server: where this client's player goes.
master func walk(_direction: Vector2) -> void:
	pass


puppet func hurt(by: int) -> void:
	print("%s is hurt by %d" % [called, by])
