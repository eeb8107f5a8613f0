extends Node
# A door that is part of the scene.

var open := false:
	set(value):
		open = value
		get_node(^"/root/Report").say("open %s" % open)
