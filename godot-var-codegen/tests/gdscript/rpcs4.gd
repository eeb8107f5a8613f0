 Let the script of the node extend this class: [code]extends
## "res://multiplayer.gd".Chat[/code]. A method that it overrides stays an RPC without another
## annotation. Checksum [code]0196f537bca16be7657f83af6ee05929[/code].
class Chat:
	extends Node

	## Where a player wants to go.
	@rpc("any_peer", "call_remote", "unreliable", 3)
	func Move(_arg0: Vector2) -> void:
		pass

	@rpc("authority", "call_remote", "reliable")
	func finish() -> void:
		pass

	## Somebody said something. [param _from]: From -2147483648 to 2147483647.
	@rpc("authority", "call_remote", "reliable")
	func heard(_from: int, _text: String) -> void:
		pass

	@rpc("any_peer", "call_local", "unreliable_ordered")
	func look(_at: Vector3) -> void:
		pass

	## Says something to all. [param _text]: The text. [param _times]: From 0 to 255.
	@rpc("any_peer", "call_remote", "reliable")
	func say(_text: String, _times: int = 1) -> void:
		pass


## An argument of every kind. Let the script of the node extend this class: [code]extends
## "res://multiplayer.gd".Everything[/code]. A method that it overrides stays an RPC without
## another annotation. Checksum [code]2cb960d4869112357128797c7ace235c[/code].
class Everything:
	extends Node

	## Lists and maps.
	@rpc("any_peer", "call_remote", "reliable")
	func lists(
		_bytes: PackedByteArray,
		_floats: PackedFloat32Array,
		_texts: PackedStringArray,
		_flags: Array,
		_counts: Dictionary,
		_array: Array,
		_dictionary: Dictionary,
	) -> void:
		pass

	## [param _item]: [code]Item.to_variant()[/code] makes it, [code]Item.from_variant()[/code]
	## reads it. [param _items]: [code]Item.to_variant()[/code] makes it,
	## [code]Item.from_variant()[/code] reads it. [param _hand]: [code]Hand.to_variant()[/code]
	## makes it, [code]Hand.from_variant()[/code] reads it. [param _outcome]:
	## [code]Outcome.to_variant()[/code] makes it, [code]Outcome.from_variant()[/code] reads it.
	@rpc("any_peer", "call_remote", "reliable")
	func messages(
		_team: Team, _item: Dictionary, _items: Array, _hand: Dictionary, _outcome: Variant
	) -> void:
		pass

	## Names that mean something in GDScript: [code]func[/code], [code]Item[/code].
	@rpc("any_peer", "call_remote", "reliable")
	func names(
		_process: int, _process_2: int, _match: int, _name: String, _print: int, _node: NodePath
	) -> void:
		pass

	## [param _item]: An Item, or null. [code]Item.to_variant()[/code] makes it,
	## [code]Item.from_variant()[/code] reads it. [param _number]: An int, or null.
	@rpc("any_peer", "call_remote", "reliable")
	func optional(
		_item: Variant,
		_number: Variant = null,
		_team: Team = Team.BLUE,
		_floats: PackedFloat64Array = PackedFloat64Array([1.5]),
		_at: Vector2 = Vector2.ZERO,
	) -> void:
		pass

	## [param _byte]: From 0 to 255. [param _single]: Single precision. [param _letter]: One
	## character.
	@rpc("any_peer", "call_remote", "reliable")
	func plain(
		_truth: bool,
		_number: int,
		_byte: int,
		_real: float,
		_single: float,
		_text: String,
		_letter: String,
		_name: StringName,
		_path: NodePath,
	) -> void:
		pass

	@rpc("any_peer", "call_remote", "reliable")
	func structures(_arg0: Vector3, _arg1: Color, _arg2: Array, _arg3: Variant) -> void:
		pass


## Helpers of all messages. A fault is an empty Array, or a reason, the byte or null, and steps from
## the inside out.
