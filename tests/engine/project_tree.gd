extends Node
## Writes what a project has for multiplayer into `res://shown.txt`: a line for each node with RPCs, spawner and synchronizer.
##
## `res://scenes.txt` names scenes, each with the path of the nodes above it. Without that file these are the nodes of the running game.

var output := FileAccess.open("res://shown.txt", FileAccess.WRITE)


func _ready() -> void:
	if FileAccess.file_exists("res://scenes.txt"):
		var list := FileAccess.get_file_as_string("res://scenes.txt").strip_edges()
		for line: String in list.split("\n"):
			var parts := line.split(" ")
			await show_scene(parts[0], parts[1] if parts.size() > 1 else "")
	else:
		await get_tree().process_frame
		for child in get_tree().root.get_children():
			if child != self:
				show_node(child, child, "tree", [])
	output.store_line("OK")
	output.close()
	get_tree().quit()


## Adds a scene below the nodes of a path, prints it, and removes it.
func show_scene(file: String, above: String) -> void:
	var parent: Node = get_tree().root
	var first: Node = null
	for step in above.split("/", false):
		var node := Node.new()
		node.name = step
		if first:
			parent.add_child(node)
		else:
			first = node
		parent = node
	var scene: Node = load("res://" + file).instantiate()
	if first:
		scene.name = "Scene"
		parent.add_child(scene)
	else:
		first = scene
	get_tree().root.add_child.call_deferred(first)
	await get_tree().process_frame
	var order: Array[String] = []
	show_node(scene, scene, file, order)
	output.store_line("%s order %s" % [file, ",".join(order)])
	first.free()


func path_of(node: Node) -> String:
	return str(node.get_path()).trim_prefix("/root").trim_prefix("/") if node else "?"


func show_node(node: Node, root: Node, file: String, order: Array[String]) -> void:
	var path := path_of(node)
	var script: Script = node.get_script()
	var config: Dictionary = {}
	if script and script.get_rpc_config():
		config = script.get_rpc_config()
	var calls: Array[String] = []
	for method: StringName in config:
		var rpc: Dictionary = config[method]
		calls.append("%s(%d):%d:%d:%d:%s" % [
			method, count(script, method), 1 if rpc.get("rpc_mode", 2) == 1 else 0,
			rpc.get("transfer_mode", 2), rpc.get("channel", 0), rpc.get("call_local", false)])
	calls.sort()
	if calls:
		output.store_line("%s %s rpc %s" % [file, path, " ".join(calls)])
	if node is MultiplayerSpawner and not node.spawn_path.is_empty():
		var scenes: Array[String] = []
		for index: int in node.get_spawnable_scene_count():
			scenes.append(ResourceUID.ensure_path(node.get_spawnable_scene(index)))
		var place := path_of(node.get_node_or_null(node.spawn_path))
		output.store_line("%s %s spawner %s [%s] %d" % [
			file, path, place if place else ".", ",".join(scenes), node.spawn_limit])
	if node is MultiplayerSynchronizer:
		var target := node.get_node_or_null(node.root_path)
		output.store_line("%s %s synchronizer [%s] %s %s %s" % [
			file, path, " ".join(properties(node, target, root)), node.replication_interval,
			node.delta_interval, node.public_visibility])
		if target == root:
			order.append(str(root.get_path_to(node)))
	for child in node.get_children():
		show_node(child, root, file, order)


func properties(node: MultiplayerSynchronizer, target: Node, root: Node) -> Array[String]:
	var all: Array[String] = []
	var replication := node.replication_config
	if not replication:
		return all
	# What a property of a node outside of the scene is depends on where the scene is.
	var is_inside := target and (target == root or root.is_ancestor_of(target))
	for property in replication.get_properties():
		var shown := str(property)
		all.append("%s=%d,%s,%s" % [
			"." + shown if shown.begins_with(":") else shown,
			replication.property_get_replication_mode(property),
			replication.property_get_spawn(property),
			type_of(target if is_inside else null, property)])
	return all


func count(script: Script, method: StringName) -> int:
	while script:
		for own in script.get_script_method_list():
			if own.name == method:
				return own.args.size()
		script = script.get_base_script()
	return -1


func type_of(root: Node, property: NodePath) -> String:
	var node := root
	if root and property.get_name_count() > 0:
		node = root.get_node_or_null(NodePath(property.get_concatenated_names()))
	if node and property.get_subname_count() > 1:
		var path := NodePath(":" + property.get_concatenated_subnames())
		return type_string(typeof(node.get_indexed(path)))
	if node:
		for own in node.get_property_list():
			if own.name == property.get_subname(0) and own.type != TYPE_NIL:
				return type_string(own.type)
	return "Variant"
