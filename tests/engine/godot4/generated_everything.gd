extends "res://rpcs.gd".Everything
# Calls each method, and checks that the server sends back the same call.

const Net := preload("res://rpcs.gd")

var sent: Dictionary = {}


func begin() -> void:
	var item := Net.Item.create("sword", 3)
	var hand := Net.Hand.create_full(item)
	send(&"plain", [true, -5, 200, 0.1, 0.5, "Grüße", "ß", &"name", ^"A/B"])
	send(&"structures", [Vector3(1, 2, 3), Color.RED, [7, "seven"], null])
	send(&"lists", [
		PackedByteArray([1, 2]), PackedFloat32Array([0.5]), PackedStringArray(["a"]), [true, false], {"a": 1}, [1, "x"], {1: 2},
	])
	send(&"messages", [Net.Team.BLUE, item.to_variant(), [item.to_variant()], hand.to_variant(), "Done"])
	send(&"optional", [null, 7, Net.Team.RED, PackedFloat64Array([2.5]), Vector2(3, 4)])
	send(&"names", [1, 2, 3, "n", 4, ^"."])


func send(method: StringName, values: Array) -> void:
	sent[method] = values
	rpc_id.callv([1, method] + values)


func back(method: StringName, values: Array) -> void:
	print(method, " ", var_to_bytes(values) == var_to_bytes(sent[method]))


func plain(a: bool, b: int, c: int, d: float, e: float, f: String, g: String, h: StringName, i: NodePath) -> void:
	back(&"plain", [a, b, c, d, e, f, g, h, i])


func structures(a: Vector3, b: Color, c: Array, d: Variant) -> void:
	back(&"structures", [a, b, c, d])


func lists(a: PackedByteArray, b: PackedFloat32Array, c: PackedStringArray, d: Array, e: Dictionary, f: Array, g: Dictionary) -> void:
	back(&"lists", [a, b, c, d, e, f, g])


func messages(team: Net.Team, item: Dictionary, items: Array, hand: Dictionary, outcome: Variant) -> void:
	back(&"messages", [team, item, items, hand, outcome])


func optional(item: Variant, number: Variant = null, team: Net.Team = Net.Team.BLUE, floats := PackedFloat64Array(), at := Vector2.ZERO) -> void:
	back(&"optional", [item, number, team, floats, at])


func names(a: int, b: int, c: int, d: String, e: int, f: NodePath) -> void:
	back(&"names", [a, b, c, d, e, f])
