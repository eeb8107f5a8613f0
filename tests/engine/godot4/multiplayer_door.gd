extends Node
# A door that is in the scene from the start.

var open := false:
	set(value):
		open = value
		get_node(^"/root/Report").say("open %s" % open)
