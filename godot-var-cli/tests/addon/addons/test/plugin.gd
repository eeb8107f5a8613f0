@tool
extends EditorPlugin
## Plays the game in the editor, and prints what the add-on shows: a line of JSON for each look at it.

const Messages = preload("res://addons/godot_var/messages.gd")
const MessageLog = preload("res://addons/godot_var/message_log.gd")
const Generate = preload("res://addons/godot_var/generate.gd")
## Longer than a busy machine needs for anything here, in seconds.
const PATIENCE: float = 120.0

var _tab: Messages = null
var _debugger: EditorDebuggerPlugin = EditorDebuggerPlugin.new()


func _enter_tree() -> void:
	add_debugger_plugin(_debugger)
	# Without a screen, the editor only imports the project.
	if DisplayServer.get_name() != "headless":
		_run.call_deferred()


func _exit_tree() -> void:
	remove_debugger_plugin(_debugger)


func _run() -> void:
	# A world is slow to draw without a graphics card.
	EditorInterface.set_main_screen_editor("Script")
	await _until(func() -> bool: return not EditorInterface.get_resource_filesystem().is_scanning())
	_tab = _find(EditorInterface.get_base_control(), Messages) as Messages
	_bring_up(_tab)
	await _frames(10)
	_look("empty")
	EditorInterface.play_main_scene()
	await _until(func() -> bool: return _type("→ClientMessage.MOVE").rate > 0.0)
	# The editor brings up the output.
	_bring_up(_tab)
	# The numbers follow each second.
	await _until(func() -> bool: return _shown_count("→ ClientMessage.MOVE") > 30)
	await _frames(20)
	_look("playing")
	await _select("ClientMessage.CHAT")
	await _filter("chat -hello")
	await _filter("-clientmessage.move")
	_tab._sides.current_tab = 0
	await _screenshot("messages.png")
	await _choose()
	await _filter("")
	await _pause()
	await _send_hostile()
	_tab.clear()
	await _frames(10)
	_look("cleared")
	EditorInterface.stop_playing_scene()
	await _generate()
	get_tree().quit()


## Selects the first message of a type.
func _select(called: String) -> void:
	for row: TreeItem in _tab._list.get_root().get_children():
		if row.get_text(Messages.Column.NAME) == called:
			row.select(0)
			break
	await _frames(10)
	_print("selected", {"text": _tab._details.get_parsed_text(), "tab": _tab._sides.current_tab})


func _filter(text: String) -> void:
	_tab._filter.text = text
	_tab._filter.text_changed.emit(text)
	await _frames(10)
	_look("filter " + text)


## One of two words, and words that no message has.
func _choose() -> void:
	var names: Array[Array] = []
	for text: String in ["snapshot|hello", "-move|chat|playerstate|snapshot", "no|where"]:
		_tab._filter.text = text
		_tab._filter.text_changed.emit(text)
		await _frames(5)
		var found: Array[String] = []
		for row: TreeItem in _tab._list.get_root().get_children():
			found.append(row.get_text(Messages.Column.NAME))
		names.append([_tab._no_match.visible, ",".join(PackedStringArray(found))])
	var tabs: TabContainer = _tab.get_parent() as TabContainer
	_print("choices", {"names": names, "tab": tabs.get_tab_idx_from_control(_tab)})


## The list stands still, but what has come meanwhile is there afterwards.
func _pause() -> void:
	_tab._pause.button_pressed = true
	await _frames(10)
	var rows: int = _tab._list.get_root().get_child_count()
	var count: int = _tab.message_log.total.count
	await _until(func() -> bool: return _tab.message_log.total.count > count + 10)
	var still: int = _tab._list.get_root().get_child_count()
	_tab._pause.button_pressed = false
	await _until(func() -> bool: return _tab._list.get_root().get_child_count() > rows + 10)
	_print("paused", {"before": rows, "still": still})


func _send_hostile() -> void:
	_tell("hostile")
	await _until(func() -> bool: return _tab.message_log.types.has("→[b]N[/b]   "))
	await _filter("b]n")
	await _select("[b]N[/b]   ")
	var longest: int = 0
	for entry: MessageLog.Entry in _tab.message_log.entries:
		longest = maxi(longest, entry.text.length() + entry.bytes.size())
	_tell("flood")
	await _until(func() -> bool: return _type("others").count > 50)
	# More than are kept.
	for i: int in 8:
		var count: int = _tab.message_log.total.count
		_tell("flood")
		await _until(func() -> bool: return _tab.message_log.total.count >= count + 500)
	_tab._filter.text = ""
	_tab._list_again()
	var sizes: Dictionary[String, int] = {
		"types": _tab.message_log.types.size(),
		"entries": _tab.message_log.entries.size(),
		"rows": _tab._list.get_root().get_child_count(),
		"longest": longest,
		"odd": _tab.message_log.odd,
	}
	_print("hostile", sizes)


func _tell(what: String) -> void:
	var session: EditorDebuggerSession = _debugger.get_session(0)
	session.send_message("test:" + what)


## Runs the program: with a mistake in the schema, without, and where there is none.
func _generate() -> void:
	var panel: Generate = _find(EditorInterface.get_base_control(), Generate) as Generate
	_bring_up(panel)
	var settings: EditorSettings = EditorInterface.get_editor_settings()
	_print("default", {"program": settings.get_setting(Generate.SETTING)})
	settings.set_setting(Generate.SETTING, OS.get_environment("GODOT_VAR"))
	await _press(panel, "generated")
	panel._open([ProjectSettings.globalize_path("res://net/arena.gd"), 30, 1])
	await _frames(10)
	var shown: Script = EditorInterface.get_script_editor().get_current_script()
	_print("opened", {"path": shown.resource_path})
	var schema: String = ProjectSettings.globalize_path("res://").path_join("../arena.rs")
	var text: String = FileAccess.get_file_as_string(schema)
	var file: FileAccess = FileAccess.open(schema, FileAccess.WRITE)
	_check(file.store_string(text.replace("pub id: u32", "pub id: Nothing")))
	file.close()
	await _press(panel, "mistaken")
	settings.set_setting(Generate.SETTING, "/nowhere/godot-var")
	await _press(panel, "missing")


func _press(panel: Generate, what: String) -> void:
	panel._button.pressed.emit()
	var is_running: bool = panel._thread != null and panel._button.disabled
	await _until(func() -> bool: return panel._thread == null)
	await _frames(5)
	var links: Array[String] = []
	for link: RegExMatch in panel._links(panel._output.get_parsed_text()):
		links.append(link.get_string())
	var texts: Dictionary[String, Variant] = {
		"running": is_running,
		"status": panel._status.text,
		"output": panel._output.get_parsed_text(),
		"links": links,
	}
	_print(what, texts)


func _type(key: String) -> MessageLog.Type:
	return _tab.message_log.types.get(key, MessageLog.Type.new("", false))


func _shown_count(called: String) -> int:
	if _tab._types.get_root() != null:
		for row: TreeItem in _tab._types.get_root().get_children():
			if row.get_text(Messages.Number.NAME) == called:
				return row.get_text(Messages.Number.COUNT).to_int()
	return 0


## Prints what the tab shows.
func _look(what: String) -> void:
	var rows: Array[Dictionary] = []
	for row: TreeItem in _tab._list.get_root().get_children():
		var texts: Array[String] = []
		for column: int in Messages.Column.size():
			texts.append(row.get_text(column))
		var red: Color = _tab.get_theme_color(&"error_color", &"Editor")
		rows.append({"texts": texts, "red": row.get_custom_color(Messages.Column.FIELDS) == red})
	var types: Array[Array] = []
	if _tab._types.get_root() != null:
		for row: TreeItem in _tab._types.get_root().get_children():
			var texts: Array[String] = []
			for column: int in Messages.Number.size():
				texts.append(row.get_text(column))
			types.append(texts)
	var shown: Dictionary[String, Variant] = {
		"rows": rows,
		"types": types,
		"status": _tab._status.text,
		"hint": _tab._nothing.text if _tab._nothing.visible else "",
		"follows": _tab._bar.value + _tab._bar.page >= _tab._bar.max_value,
	}
	_print(what, shown)


func _print(what: String, shown: Dictionary) -> void:
	print("SHOWN " + JSON.stringify([what, shown]))


func _find(node: Node, script: Script) -> Node:
	if node.get_script() == script:
		return node
	for child: Node in node.get_children(true):
		var found: Node = _find(child, script)
		if found != null:
			return found
	return null


## Makes a part of the editor visible, and the tabs around it.
func _bring_up(control: Control) -> void:
	var inner: Node = control
	while inner.get_parent() != null:
		var tabs: TabContainer = inner.get_parent() as TabContainer
		if tabs != null:
			tabs.current_tab = tabs.get_tab_idx_from_control(inner as Control)
		inner = inner.get_parent()


func _until(is_so: Callable) -> void:
	var begun: int = Time.get_ticks_msec()
	while not is_so.call():
		if Time.get_ticks_msec() - begun > PATIENCE * 1000.0:
			printerr("waited too long: ", get_stack())
			get_tree().quit(1)
			return
		await get_tree().process_frame


func _frames(count: int) -> void:
	# Rows come every tenth of a second.
	await get_tree().create_timer(0.25).timeout
	for i: int in count:
		await get_tree().process_frame


func _screenshot(called: String) -> void:
	var folder: String = OS.get_environment("SCREENSHOTS")
	if folder.is_empty():
		return
	_tab.custom_minimum_size.y = 340.0
	await _frames(10)
	# Otherwise the editor only draws what has changed.
	OS.low_processor_usage_mode = false
	await RenderingServer.frame_post_draw
	OS.low_processor_usage_mode = true
	var picture: Image = get_viewport().get_texture().get_image()
	var part: Rect2i = Rect2i(_tab.get_global_rect()).grow(2)
	_check(picture.get_region(part).save_png(folder.path_join(called)) == OK)


func _check(is_done: bool) -> void:
	if not is_done:
		printerr("not done")
