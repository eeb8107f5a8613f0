
-- Showing nodes: any Variant, with the schema's names where it fits.

local is_free, proto = pcall(Proto, SCHEMA.name, SCHEMA.description)
if not is_free then
	error("Wireshark has a protocol `" .. SCHEMA.name .. "` already: generate this dissector with another --name", 0)
end
local F = {}

local function declare(at, make, name, ...)
	F[at] = ProtoField[make](SCHEMA.name .. "." .. at, name, ...)
end

declare("message", "string", "Message")
declare("likely", "string", "Most similar message")
declare("length", "uint32", "Length")
declare("trailing", "bytes", "Bytes after the value")
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

local KINDS = {
	bool = "bool", int = "int64", float = "double", string = "string", bytes = "bytes", id = "uint64", structure = "none",
	message = "string",
}

-- Declares the fields of a type, and finds what a name stands for.
local function declare_type(ty, name)
	if ty.at and not F[ty.at] then
		declare(ty.at, KINDS[ty.kind], name)
		local parts = ty.kind == "structure" and STRUCTURES[ty.name]
		for i = 1, parts and #parts or 0 do
			declare(ty.at .. "." .. parts[i], parts.int and "int64" or "double", parts[i])
		end
	end
	for _, inner in ipairs({ ty.of or false, ty.key or false, ty.value or false }) do
		if inner then
			declare_type(inner, name)
		end
	end
	for i, element in ipairs(ty.elements or {}) do
		declare_type(element, name .. "." .. (i - 1))
	end
end

local function declare_record(record)
	for _, field in ipairs(record.fields) do
		declare_type(field.type, field.name)
	end
end

for _, def in ipairs(SCHEMA.types) do
	if def.kind == "record" then
		declare_record(def)
	elseif def.kind == "transparent" then
		declare_type(def.type, def.name)
	elseif def.kind == "enumeration" then
		declare(def.at, "string", def.name)
		if def.form == "numbers" or def.form == "ids" then
			declare(def.at .. ".id", "int64", def.name .. " number")
		end
		def.by_id = {}
		for _, member in ipairs(def.members) do
			declare_record(member)
			for _, id in ipairs(member.ids) do
				def.by_id[id] = member
			end
		end
	end
end

for _, set in ipairs(SCHEMA.rpc_sets or {}) do
	for _, method in ipairs(set.methods) do
		declare_record(method)
	end
end
for _, set in ipairs(SCHEMA.sync_sets or {}) do
	declare_record(set)
end

local malformed = ProtoExpert.new(SCHEMA.name .. ".malformed", "Malformed Variant", expert.group.MALFORMED, expert.severity.ERROR)
local trailing = ProtoExpert.new(
	SCHEMA.name .. ".trailing.expert", "Bytes after the value", expert.group.PROTOCOL, expert.severity.NOTE)
local broken = ProtoExpert.new(SCHEMA.name .. ".misfit", "No message of the schema", expert.group.PROTOCOL, expert.severity.WARN)
proto.experts = { malformed, trailing, broken }

register_fields(proto, F)

local function summary(node)
	if node.class == "structure" then
		local parts = {}
		for i, value in ipairs(node.value) do
			parts[i] = tostring(value)
		end
		return node.name .. "(" .. table.concat(parts, ", ") .. ")"
	elseif node.class == "dictionary" then
		return node.name .. ", " .. math.floor(#(node.kids or {}) / 2) .. " pairs"
	elseif node.class == "array" then
		return node.name .. ", " .. #(node.kids or {}) .. " elements"
	elseif node.class == "bytes" then
		return node.name .. ", " .. (node.size or 0) .. " bytes"
	elseif node.value == nil then
		return node.name
	end
	return tostring(node.value)
end

local function range_of(c, node)
	return c.tvb(node.off, math.min(node.len, c.stop - node.off))
end

local show

-- One row for a node, in a field when the node is what the field takes.
local function row(c, tree, node, label, at, kind)
	local field, class = at and kind == node.class and F[at] or nil, node.class
	local range = range_of(c, node)
	if not field then
		field = F["variant." .. class]
	end
	local item
	if class == "bytes" then
		item = tree:add(field, node.size and node.size > 0 and c.tvb(node.body, node.size) or c.tvb(node.off, 0))
	elseif class == "bool" or class == "int" or class == "float" or class == "string" or class == "id" then
		if node.value == nil then
			item = tree:add(F["variant.nil"], range)
		else
			item = tree:add(field, range, node.value)
		end
	else
		item = tree:add(field, range)
	end
	item:set_text(label .. ": " .. summary(node))
	if class == "structure" and #node.value > 0 and node.width then
		local parts, known = STRUCTURES[node.name], at and kind == "structure"
		for i, value in ipairs(node.value) do
			local part = known and F[at .. "." .. parts[i]] or F[parts.int and "variant.int" or "variant.float"]
			item:add(part, c.tvb(node.body + (i - 1) * node.width, node.width), value)
				:set_text(parts[i] .. ": " .. tostring(value))
		end
	end
	return item
end

local function show_any(c, tree, node, label, depth)
	local item = row(c, tree, node, label)
	if depth >= MAX_SHOWN_DEPTH then
		return item
	end
	if node.class == "dictionary" then
		for _, pair in ipairs(pairs_of(node)) do
			if pair.key.kids then
				show_any(c, item, pair.key, "key", depth + 1)
			end
			show_any(c, item, pair.value, summary(pair.key), depth + 1)
		end
	elseif node.kids then
		for i, kid in ipairs(node.kids) do
			show_any(c, item, kid, kid.label or "[" .. (i - 1) .. "]", depth + 1)
		end
	end
	return item
end

-- Which variants of flattened enums a node is, by their tags.
local function show_variants(c, item, node, ty, depth)
	local inner = ty.kind == "option" and ty.of or ty
	local def = inner.kind == "message" and SCHEMA.types[inner.index]
	if not def or depth >= 16 or not flattened_fits(node, inner, {}) then
		return
	elseif def.kind == "transparent" then
		return show_variants(c, item, node, def.type, depth + 1)
	elseif def.kind == "record" then
		for _, field in ipairs(def.fields) do
			if field.flatten then
				show_variants(c, item, node, field.type, depth + 1)
			end
		end
		return
	end
	local tag = value_of(node, { def.tag })
	local member = def.by_id[id_of(tag)]
	if member then
		item:add(F[def.at], range_of(c, tag), member.name):set_text(def.name .. ": " .. member.name)
		if member.style == "newtype" then
			show_variants(c, item, node, member.fields[1].type, depth + 1)
		end
	end
end

local function show_record(c, item, node, record, first, depth, tag)
	if record.form == "array" then
		for i = first + 1, #(node.kids or {}) do
			local field, kid = record.fields[i - first], node.kids[i]
			if field then
				show(c, item, kid, field.name, field.type, depth + 1)
			else
				show_any(c, item, kid, "[" .. (i - 1) .. "]", depth + 1)
			end
		end
		return
	end
	local index, rest = index_of(record, 0)
	for _, field in ipairs(record.fields) do
		if field.flatten then
			show_variants(c, item, node, field.type, 0)
		end
	end
	for _, pair in ipairs(pairs_of(node)) do
		local field = index[text_of(pair.key) or {}]
		if field then
			show(c, item, pair.value, field.name, field.type, depth + 1)
		elseif rest then
			show(c, item, pair.value, summary(pair.key), rest, depth + 1)
		elseif pair.value ~= tag then
			show_any(c, item, pair.value, summary(pair.key), depth + 1)
		end
	end
end

local function show_content(c, item, node, member, depth, tag)
	if member.style == "newtype" then
		show(c, item, node, member.name, member.fields[1].type, depth + 1)
	elseif member.style ~= "unit" then
		show_record(c, item, node, member, 0, depth, tag)
	end
end

local function show_enum(c, tree, node, label, ty, depth)
	local def = SCHEMA.types[ty.index]
	local member, tag, content = member_of(node, def)
	if not member and node.is_near then
		member, tag, content = named_member(node, def)
	end
	if not member then
		return show_any(c, tree, node, label, depth)
	end
	local item = tree:add(F[ty.at or def.at], range_of(c, node), member.name)
	item:set_text(label .. ": " .. member.name)
	if tag and F[def.at .. ".id"] and tag.class == "int" then
		item:add(F[def.at .. ".id"], range_of(c, tag), tag.value)
	end
	if def.form == "ids" then
		show_record(c, item, node, member, 1, depth)
	elseif content then
		show_content(c, item, content, member, depth, def.form == "internal" and tag)
	end
	return item
end

show = function(c, tree, node, label, ty, depth)
	local kind = ty.kind
	if depth >= MAX_SHOWN_DEPTH or not fits(node, ty) and not node.is_near then
		return show_any(c, tree, node, label, depth)
	elseif kind == "option" then
		return show(c, tree, node, label, ty.of, depth)
	elseif kind == "message" then
		local def = SCHEMA.types[ty.index]
		if def.kind == "transparent" then
			return show(c, tree, node, label, def.type, depth + 1)
		elseif def.kind == "enumeration" then
			return show_enum(c, tree, node, label, ty, depth)
		elseif def.kind == "record" and node.class ~= "nil" then
			local item = row(c, tree, node, label)
			item:append_text(" (" .. def.name .. ")")
			show_record(c, item, node, def, 0, depth)
			return item
		end
	elseif (kind == "list" or kind == "tuple") and node.kids then
		local item = row(c, tree, node, label)
		for i, kid in ipairs(node.kids) do
			show(c, item, kid, "[" .. (i - 1) .. "]", kind == "list" and ty.of or ty.elements[i], depth + 1)
		end
		return item
	elseif kind == "map" and node.kids then
		local item = row(c, tree, node, label)
		for _, pair in ipairs(pairs_of(node)) do
			show(c, item, pair.key, "key", ty.key, depth + 1)
			show(c, item, pair.value, summary(pair.key), ty.value, depth + 1)
		end
		return item
	elseif kind == node.class then
		return row(c, tree, node, label, ty.at, kind)
	end
	return show_any(c, tree, node, label, depth)
end

-- Preferences and registration.

local AUTOMATIC, ONLY4, ONLY3 = 0, 4, 3
local BARE, OVER_ENET = 1, 2
proto.prefs.ports = Pref.range("Ports", SCHEMA.ports, "Ports of UDP, TCP, WebSocket and ENet, such as 7777-7780", 65535)
proto.prefs.dialect = Pref.enum("Type numbers", SCHEMA.dialect, "Those of Godot 4 or of Godot 3", {
	{ 1, "Whichever fits", AUTOMATIC }, { 2, "Godot 4", ONLY4 }, { 3, "Godot 3", ONLY3 },
}, false)
proto.prefs.udp = Pref.enum("UDP carries", AUTOMATIC, "Messages, or packets of ENet with messages", {
	{ 1, "Whichever fits", AUTOMATIC }, { 2, "Messages", BARE }, { 3, "ENet", OVER_ENET },
}, false)
proto.prefs.objects = Pref.bool("Full objects", false, "Read objects without an id as class name and properties")
proto.prefs.max_length = Pref.uint("Longest TCP message", 16777216, "In bytes; a greater length is malformed")
proto.prefs.to_server = Pref.string("Messages to the ports", SCHEMA.to_server, "The type that is tried first")
proto.prefs.to_client = Pref.string("Messages from the ports", SCHEMA.to_client, "The type that is tried first")

-- Which type of the schema a node is.
local function message_of(node, preferred)
	for index, def in ipairs(SCHEMA.types) do
		local ty = { kind = "message", index = index }
		if def.name == preferred and fits(node, ty) then
			return ty
		end
	end
	for _, index in ipairs(SCHEMA.roots) do
		local ty = { kind = "message", index = index }
		if fits(node, ty) then
			return ty
		end
	end
	return nil
end

-- Godot 3 has two numbers before each packet of ENet: who sends it, and to whom.
local HEADER = 8

-- The better reading of a value: without a fault, as a message of the schema, to the end.
local function best(tvb, off, stop, preferred, is_enet)
	local found
	for _, way in ipairs({ { ONLY4, GODOT4, 0 }, { ONLY3, GODOT3, 0 }, { ONLY3, GODOT3, HEADER } }) do
		local is_asked = proto.prefs.dialect == AUTOMATIC or proto.prefs.dialect == way[1]
		local start = off + way[3]
		if is_asked and (start == off or is_enet and start < stop) then
			local node, c = read(tvb, start, stop, way[2], proto.prefs.objects)
			local ty = not c.fault and message_of(node, preferred) or nil
			local score = (c.fault and 0 or 4) + (ty and 2 or 0) + (start + node.len == stop and 1 or 0)
			if not found or score > found.score then
				found = { node = node, c = c, type = ty, score = score, off = start }
			end
		end
	end
	return found
end

local function name_of(found)
	if found.c.fault then
		return "Malformed Variant"
	elseif not found.type then
		return "Variant " .. found.node.name
	end
	local def = SCHEMA.types[found.type.index]
	local member = def.kind == "enumeration" and member_of(found.node, def)
	return member and member.name or def.name
end

local on_ports

-- One value in [off, stop).
local function dissect_value(tvb, pinfo, tree, off, stop, is_enet)
	local preferred = on_ports[pinfo.dst_port] and proto.prefs.to_server
		or on_ports[pinfo.src_port] and proto.prefs.to_client or ""
	local found = best(tvb, off, stop, preferred, is_enet)
	if found.off > off then
		tree:add(F["enet.bytes"], tvb(off, HEADER)):set_text("Header of Godot 3: from "
			.. tvb(off, 4):le_int() .. " to " .. tvb(off + 4, 4):le_int())
		off = found.off
	end
	local name, node, c = name_of(found), found.node, found.c
	local likely, message, like
	if not c.fault and not found.type then
		likely, message, like = explain(node, preferred)
		name = like and like .. " (broken)" or name
	end
	tree:append_text(", " .. name)
	if likely then
		if like then
			tree:add(F.likely, range_of(c, node), like):set_generated()
		end
		tree:add_proto_expert_info(broken, message)
		show(c, tree, node, SCHEMA.types[likely.index].name, likely, 1)
	elseif found.type then
		tree:add(F.message, range_of(c, node), name):set_generated()
		show(c, tree, node, SCHEMA.types[found.type.index].name, found.type, 1)
	elseif node.len > 0 then
		show_any(c, tree, node, "Value", 1)
	end
	if c.fault then
		tree:add_proto_expert_info(malformed, "At byte " .. (c.fault.off - off) .. ": " .. c.fault.message)
	elseif off + node.len < stop then
		tree:add(F.trailing, tvb(off + node.len, stop - off - node.len)):add_proto_expert_info(trailing)
	end
	return name
end

local function dissect_tcp(tvb, pinfo, root)
	local names = {}
	local function length(part, _, off)
		local promised = part(off, 4):le_uint()
		-- Whatever follows is one malformed message.
		return promised > math.min(proto.prefs.max_length, 2 ^ 30) and part:len() - off or promised + 4
	end
	local function message(part, _, _)
		local tree = root:add(proto, part())
		local promised = part(0, 4):le_uint()
		tree:add_le(F.length, part(0, 4))
		if promised ~= part:len() - 4 then
			tree:add_proto_expert_info(malformed, "No message is " .. promised .. " bytes long")
			names[#names + 1] = "Malformed length"
		else
			names[#names + 1] = dissect_value(part, pinfo, tree, 4, part:len())
		end
		return part:len()
	end
	dissect_tcp_pdus(tvb, root, 4, length, message, true)
	if #names > 0 then
		pinfo.cols.info:set(table.concat(names, ", "))
	end
	return tvb:len()
end

-- Streams of TCP that began with HTTP; the packet that Wireshark's own dissector has just now. It may end that by an exception.
local http_streams, handed_over = {}, nil
local tcp_stream, websocket_opcode = Field.new("tcp.stream"), Field.new("websocket.opcode")

-- Whether a stream is a WebSocket: Wireshark reads it, and comes back with each message.
local function is_http(tvb)
	local stream = tcp_stream()
	local key = stream and stream.value
	if key and tvb:len() >= 5 then
		local start = tvb(0, 5):string()
		if start:sub(1, 4) == "GET " or start == "HTTP/" then
			http_streams[key] = true
		end
	end
	return key and http_streams[key]
end

-- A datagram: a message, or packets of ENet.
local function dissect_udp(tvb, pinfo, tree)
	local way = proto.prefs.udp
	local found = way ~= BARE and commands_of(tvb)
	-- No Variant begins with the mark of what is compressed.
	if way == OVER_ENET or found and (found.is_usual or found.is_compressed) then
		local shown = {
			command = F["enet.command"], channel = F["enet.channel"], bytes = F["enet.bytes"], wrong = malformed,
		}
		return dissect_enet(found, pinfo, tree, shown, function(inner, off, len, item)
			return dissect_value(inner, pinfo, item, off, off + len, true)
		end)
	end
	return dissect_value(tvb, pinfo, tree, 0, tvb:len())
end

function proto.dissector(tvb, pinfo, root)
	-- 2 is PT_TCP in every version.
	local is_tcp = pinfo.port_type == 2
	local is_websocket = is_tcp and websocket_opcode() ~= nil
	if is_tcp and is_http(tvb) and not (is_websocket and handed_over == pinfo.number) then
		handed_over = pinfo.number
		-- It may put segments together, as if it was called by TCP itself.
		pinfo.can_desegment = 2
		local taken = Dissector.get("http"):call(tvb, pinfo, root)
		handed_over = nil
		return taken
	end
	pinfo.cols.protocol:set(SCHEMA.name)
	if tvb:len() == 0 then
		return 0
	end
	if is_tcp and not is_websocket then
		return dissect_tcp(tvb, pinfo, root)
	end
	local tree = root:add(proto, tvb())
	local name = is_tcp and dissect_value(tvb, pinfo, tree, 0, tvb:len()) or dissect_udp(tvb, pinfo, tree)
	pinfo.cols.info:set(name)
	return tvb:len()
end

function proto.init()
	http_streams = {}
	forget_enet()
end

local function ports_of(range)
	local ports = {}
	for first, last in range:gmatch("(%d+)%-?(%d*)") do
		for port = tonumber(first), tonumber(last) or tonumber(first) do
			ports[port] = true
		end
	end
	return ports
end

on_ports = {}
register_ports(proto, { "udp.port", "tcp.port", "ws.port" }, function(ports) on_ports = ports_of(ports) end)
for _, name in ipairs({ "udp.port", "tcp.port" }) do
	DissectorTable.get(name):add_for_decode_as(proto)
end
