## Shows the packets of worlds in the editor: see [code]godot-var generate addon[/code].
class _Watched:
	extends RefCounted

	## How many entities of a packet are shown.
	const MOST: int = 40

	## Shows a packet that arrived, each entity as a field. [param message] is null for bytes that are
	## no packet.
	static func packet(
		message: Message, called: String, bytes: PackedByteArray, error: String
	) -> void:
		var fields: Array = []
		if message != null:
			# The last member has the records.
			fields = Array(_Wire.fields_of(message, 0).slice(0, -1))
			var records: Array = message.get("records")
			for record: Message in records.slice(0, MOST):
				fields.append(_entity(record))
			if records.size() > MOST:
				fields.append("more=%d entities" % (records.size() - MOST))
		_Wire.show(false, called, PackedStringArray(fields), bytes, error)

	static func _entity(record: Message) -> String:
		var far: Variant = record.get("far")
		var back: int = record.get("near") if far == null else far
		var whole: Message = record.get("whole")
		var delta: Message = record.get("delta")
		var text: String = "entity %d=" % record.get("key")
		if back == 0 and whole == null and delta == null:
			return text + "gone, or out of sight"
		if back == 0 and whole != null and delta == null:
			var state: Message = whole.get("state")
			var content: Message = _content(state)
			var values: Array = [] if content == null else Array(_Wire.fields_of(content, 5))
			return text + _described(state, "whole", values)
		if back > 0 and whole == null and delta != null:
			var content: Message = _content(delta)
			var changes: Dictionary = {} if content == null else content.get("changes")
			var values: Array = []
			for name: String in changes:
				values.append(name + "=" + _Wire.text_of(changes[name], 5))
			return text + _described(delta, "changed since the packet %d before" % back, values)
		return text + "neither a whole state, nor a delta on one packet, nor gone"

	## Returns the variant of an enum, or an empty text for a struct.
	static func _variant(state: Message) -> String:
		return _Wire.name_of(state).get_extension()

	## Returns what the variant of an enum holds, or a struct itself.
	static func _content(state: Message) -> Message:
		return state if _variant(state).is_empty() else state.get("value")

	static func _described(state: Message, what: String, values: Array) -> String:
		var variant: String = _variant(state)
		var text: String = what if variant.is_empty() else variant + ", " + what
		return text if values.is_empty() else text + ": " + ", ".join(PackedStringArray(values))
