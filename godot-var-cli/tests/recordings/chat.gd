# Writes chat.hex: godot --headless -s chat.gd
extends SceneTree

func _init() -> void:
	var say := {"text": "hi", "mentions": PackedStringArray(["Ann", "Bob"]), "w": 5, "mood": "very_sad",
			"loud": true, "reply": null, "scores": {"a b": 3}, "items": [["axe", 2], ["rope", 1]]}
	var quiet := {"text": "ho", "mentions": ["Cid"], "w": 0, "mood": "happy",
			"loud": false, "reply": 7, "scores": {}, "items": []}
	var broken := quiet.duplicate()
	broken["text"] = 5
	var place := {"pos": Vector3(1, 2, 3), "rot": Quaternion(0, 0, 0, 1), "color": Color(1, 0, 0, 1)}
	var messages := [
		[1, "Ann", place],
		[2, say],
		[2, quiet],
		[3, 4, Vector3(1, 0, 0)],
		[2, broken],
		[9, "what"],
		[3, "x", Vector3(1, 0, 0)],
	]
	var file := FileAccess.open("chat.hex", FileAccess.WRITE)
	for message in messages:
		file.store_line(var_to_bytes(message).hex_encode())
	quit()
