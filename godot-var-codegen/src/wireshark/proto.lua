
-- The protocol with the fields of any Variant.

local is_free, proto = pcall(Proto, SCHEMA.name, SCHEMA.description)
if not is_free then
	error("Wireshark has a protocol `" .. SCHEMA.name .. "` already: generate this dissector with another --name", 0)
end
local F = {}

local function declare(at, make, name, ...)
	F[at] = ProtoField[make](SCHEMA.name .. "." .. at, name, ...)
end

declare("message", "string", "Message")
declare("line", "string", "Line")
declare("broken", "string", "Mistake")
declare("size", "uint32", "Size in bytes")
declare("direction", "string", "Direction")
declare("length", "uint32", "Length")
declare("enet.command", "string", "ENet command")
declare("enet.channel", "uint8", "ENet channel")
declare("enet.bytes", "bytes", "Bytes")
declare("variant.nil", "none", "Nil")
declare("variant.bool", "bool", "bool")
declare("variant.int", "int64", "int")
declare("variant.float", "double", "float")
declare("variant.string", "string", "String")
declare("variant.bytes", "bytes", "PackedByteArray")
declare("variant.id", "uint64", "ID")
declare("variant.structure", "none", "Structure")
declare("variant.array", "none", "Array")
declare("variant.dictionary", "none", "Dictionary")
declare("variant.object", "none", "Object")

-- What every message has besides its values.
local function show_message(tree, range, pinfo, ports)
	tree:add(F.size, range, range:len()):set_generated()
	local direction = direction_of(pinfo, ports)
	if direction then
		tree:add(F.direction, range, direction):set_generated()
	end
end

-- What the list of packets shows of a message: a filter finds it, also among others in one packet.
local function show_line(tree, range, line)
	tree:add(F.line, range, visible(line)):set_generated()
	return line
end

-- A frame shows as many values as one message may have, or its first message: Wireshark ends with a tree of a million items.
-- `private` is of one dissection of one frame, whatever calls the dissector.
local VALUES = SCHEMA.name .. ".values"

local function is_full(pinfo)
	return (tonumber(pinfo.private[VALUES]) or 0) > MAX_VALUES
end

-- Counts the values of a message. Whether its frame has room for them.
local function has_room(pinfo, values)
	local before = tonumber(pinfo.private[VALUES]) or 0
	pinfo.private[VALUES] = tostring(before + values)
	return before == 0 or not is_full(pinfo)
end

-- A message for which its frame has no room.
local function show_unshown(tree, range)
	tree:append_text(", not shown")
	return show_line(tree, range, "[not shown: at most " .. MAX_VALUES .. " values in a frame]")
end

-- Says what is wrong with some bytes, in an expert note and in the field of all that is broken.
local function mark_broken(tree, range, note, mistake)
	mistake = visible(mistake)
	tree:add_proto_expert_info(note, mistake)
	tree:add(F.broken, range, mistake):set_generated()
end

local other_version = ProtoExpert.new(
	SCHEMA.name .. ".other_version", "Another version of the schema", expert.group.PROTOCOL, expert.severity.NOTE)
local no_type = ProtoExpert.new(
	SCHEMA.name .. ".preference", "A preference names no type", expert.group.UNDECODED, expert.severity.WARN)

-- Notes the fingerprint of another version in a field that has one by its name. Whether it is there.
local function note_version(item, name, value)
	local is_fingerprint = (name == "layout" or name == "fingerprint") and #value == 16 and not value:find("%X")
	if is_fingerprint and not SCHEMA.layouts[value] then
		item:add_proto_expert_info(other_version, "Another version of the schema: this dissector is of " .. SCHEMA.layouts[1])
		return true
	end
	return false
end

-- The position of the type that a preference names, for a packet that goes to the ports or comes from them.
local function type_asked(tree, name)
	if name == "" then
		return nil
	end
	local found, count
	for index, def in ipairs(SCHEMA.types) do
		if (def.path or def.name) == name then
			return index
		elseif def.name == name then
			found, count = index, (count or 0) + 1
		end
	end
	if count ~= 1 then
		tree:add_proto_expert_info(no_type, "The preference names " .. name .. ", "
			.. (count and "which several types of the schema are called" or "which is not a type of the schema"))
		return nil
	end
	return found
end

-- The position of the type of a direction.
local function type_of_direction(tree, direction)
	local prefs = proto.prefs
	return type_asked(tree, direction == "to server" and prefs.to_server or direction == "to client" and prefs.to_client or "")
end

local unread = ProtoExpert.new(
	SCHEMA.name .. ".enet.unread", "Compressed in an unknown way", expert.group.UNDECODED, expert.severity.NOTE)

-- Whom a packet of ENet is from and to: two numbers that Godot 3 writes before it.
local HEADER = 8

local function show_header(tvb, tree, off)
	tree:add(F["enet.bytes"], tvb(off, HEADER)):set_text("Header of Godot 3: from "
		.. tvb(off, 4):le_int() .. " to " .. tvb(off + 4, 4):le_int())
	return off + HEADER
end

-- The server's ports. Shows one value of a packet in [off, stop), and gives its line for the list of packets.
local on_ports, dissect_value
