extends "res://net/protocol.gd".Chat
## The chat: its base class has the calls of src/protocol.rs.

signal heard(line: String)


func joined(p_called: String) -> void:
	heard.emit("%s joined" % p_called)


func left(p_called: String) -> void:
	heard.emit("%s left" % p_called)


func said(p_called: String, p_text: String) -> void:
	heard.emit("%s: %s" % [p_called, p_text])
