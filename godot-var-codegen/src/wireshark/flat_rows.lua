
-- Flat messages as a tree and as a line, and which type a packet has.

declare("type", "string", "Type")
declare("value", "none", "Value")
declare("flags", "bytes", "Flags")
declare("unknown", "bytes", "Bytes of an unknown variant")
declare("trailing", "bytes", "Ignored bytes")

local function is_float(ty)
	return ty.kind == "range" or ty.kind == "number" and ty.number:sub(1, 1) == "f"
end

-- What a field with a name holds.
local function field_kind(ty)
	if ty.kind == "bool" then
		return "bool"
	elseif is_float(ty) then
		return "double"
	elseif ty.kind == "number" or ty.kind == "varint" then
		return "int64"
	elseif ty.kind == "list" or ty.kind == "array" then
		return "bytes"
	end
	return ty.names and "none" or "string"
end

-- Declares the fields of a type.
local function declare_type(ty, name)
	if ty.at and not F[ty.at] then
		declare(ty.at, field_kind(ty), name)
		for _, part in ipairs(ty.names or {}) do
			declare(ty.at .. "." .. part, ty.kind == "structure" and field_kind(ty.of) or "double", part)
		end
	end
	for _, key in ipairs({ "of", "key", "value" }) do
		if ty[key] then
			declare_type(ty[key], name)
		end
	end
	for i, element in ipairs(ty.elements or {}) do
		declare_type(element, name .. "." .. (i - 1))
	end
end

local function declare_fields(record)
	for _, field in ipairs(record.fields) do
		declare_type(field.type, field.name)
	end
end

for _, def in ipairs(SCHEMA.types) do
	if def.kind == "record" then
		declare_fields(def)
	else
		declare(def.at, "string", def.name)
		declare(def.at .. ".id", "int64", def.name .. " number")
		def.by_id = {}
		for _, member in ipairs(def.members) do
			declare_fields(member)
			def.by_id[member.id] = member
		end
	end
end

local malformed = ProtoExpert.new(SCHEMA.name .. ".malformed", "Malformed message", expert.group.MALFORMED, expert.severity.ERROR)
proto.experts = { malformed, unread, other_version, no_type }

register_fields(proto, F)

local put_node

-- The fields of a node, without its flags, or the only one that has no name.
local function put_kids(out, node, open, separator, close)
	local is_only = node.is_newtype
	put(out, is_only and open ~= "" and "(" or open)
	local between = ""
	for _, kid in ipairs(node.kids) do
		if kid.class ~= "flags" and out.size <= MOST_SHOWN then
			put(out, between .. (is_only and "" or kid.label .. "="))
			put_node(out, kid)
			between = separator
		end
	end
	put(out, is_only and open ~= "" and ")" or close)
end

put_node = function(out, node)
	local class = node.class
	if class == "any" then
		put_any(out, node.variant, 1)
	elseif class == "structure" then
		put_list(out, node.name .. "(", ")", node.parts, function(part)
			put(out, node.is_int and tostring(part) or shortest(part, node.width))
		end)
	elseif class == "bytes" then
		put(out, "<" .. node.size .. " bytes>")
	elseif class == "list" or class == "tuple" then
		put_list(out, "[", "]", node.kids, function(kid) put_node(out, kid) end)
	elseif class == "map" then
		local keys = {}
		for i = 1, #node.kids, 2 do
			keys[#keys + 1] = node.kids[i]
		end
		put_list(out, "{", "}", keys, function(key, i)
			put_node(out, key)
			put(out, "=")
			put_node(out, node.kids[2 * i] or { class = "nil" })
		end)
	elseif class == "record" then
		put_kids(out, node, "{", ", ", "}")
	elseif class == "variant" then
		put(out, node.value)
		if #node.kids > 0 then
			put_kids(out, node, "{", ", ", "}")
		end
	elseif class == "float" then
		put(out, shortest(node.value, node.width))
	else
		put(out, class == "string" and quoted(node.value) or class == "nil" and "null" or tostring(node.value))
	end
end

local SUMMARIES = { bytes = " bytes", list = " elements", tuple = " elements" }

-- What a record of a packet of snapshots says of an entity.
local function entity_of(node)
	local found = {}
	for _, kid in ipairs(node.kids) do
		found[kid.label] = kid.class ~= "nil" and kid or nil
	end
	local key, near = found.key, tonumber(tostring(found.near and found.near.value or 0))
	if not key then
		return node.def.name
	end
	local back = found.far and found.far.value or near ~= 0 and near or nil
	local what, state = "neither a whole state, nor a delta on one packet, nor gone", nil
	if not back and not found.whole and not found.delta then
		what = "gone, or out of sight"
	elseif not back and found.whole and not found.delta then
		what, state = "whole", found.whole.kids[2]
	elseif back and found.delta and not found.whole then
		what, state = "changed since the packet " .. tostring(back) .. " before", found.delta
	end
	local kind = node.def.entity == "enum" and state and state.value and state.value .. ", " or ""
	return "entity " .. tostring(key.value) .. ": " .. kind .. what
end

-- What stands behind the name of a node in the tree.
local function summary_of(node)
	if node.class == "record" and node.def.entity then
		return entity_of(node)
	elseif node.class == "record" then
		return node.def.name
	elseif node.class == "map" then
		return math.floor(#node.kids / 2) .. " pairs"
	elseif node.class == "variant" or node.class == "flags" then
		return node.value
	end
	local unit = SUMMARIES[node.class]
	return unit and (node.size or #node.kids) .. unit or short(put_node, node)
end

local function show_node(c, tree, node, depth)
	local class, at = node.class, node.at or node.type and node.type.at
	if class == "any" then
		return node.variant and node.variant.len > 0 and show_any(node.context, tree, node.variant, node.label, depth)
	end
	local stop = math.min(node.off + node.len, c.stop)
	local range = c.tvb(node.off, stop - node.off)
	local item
	if class == "bytes" and at then
		item = tree:add(F[at], c.tvb(node.body, math.min(node.size, c.stop - node.body)))
	elseif class == "variant" then
		item = tree:add(F[at or node.def.at], range, node.value)
	elseif class == "structure" then
		item = tree:add(F[at], range)
	elseif class == "bool" or class == "int" or class == "float" or class == "string" then
		item = tree:add(F[at], range, class == "float" and rounded(node.value, node.width) or node.value)
	else
		item = tree:add(class == "flags" and F.flags or class == "nil" and F["variant.nil"] or F.value, range)
	end
	item:set_text(node.label .. ": " .. summary_of(node))
	c.is_other_version = class == "string" and note_version(item, node.label, node.value) or c.is_other_version
	if class == "variant" then
		local number = item:add(F[node.def.at .. ".id"], c.tvb(node.off, node.id_len or node.len), Int64.new(node.id))
		number:set_text("number: " .. string.format("%.0f", node.id))
	end
	local size = class == "structure" and node.type.kind == "structure" and node.len / #node.parts
	for i, part in ipairs(node.parts or {}) do
		-- What is packed has no bytes for each part.
		local bytes = size and c.tvb(node.off + (i - 1) * size, size) or range
		item:add(F[at .. "." .. node.type.names[i]], bytes, node.is_int and part or rounded(part, node.width))
			:set_text(node.type.names[i] .. ": " .. (node.is_int and tostring(part) or shortest(part, node.width)))
	end
	for _, kid in ipairs(depth < MAX_SHOWN_DEPTH and node.kids or {}) do
		show_node(c, item, kid, depth + 1)
	end
	return item
end

proto.prefs.to_server = Pref.string("Messages to the ports", SCHEMA.to_server, "Their type, or nothing for the first that fits")
proto.prefs.to_client = Pref.string("Messages from the ports", SCHEMA.to_client, "Their type, or nothing for the first that fits")

-- The positions of the types that a packet may have.
local function candidates(pinfo, tree)
	local direction, found = direction_of(pinfo, on_ports), {}
	for _, way in ipairs(direction and { direction } or { "to server", "to client" }) do
		found[#found + 1] = type_of_direction(tree, way)
	end
	return #found > 0 and found or SCHEMA.outer
end

-- One message in [off, stop): of the first type that fits, or of the one that is read furthest.
dissect_value = function(tvb, pinfo, tree, off, stop, is_enet)
	if is_full(pinfo) then
		return show_unshown(tree, tvb(off, stop - off))
	end
	local found
	for _, index in ipairs(candidates(pinfo, tree)) do
		for _, start in ipairs({ off, is_enet and stop - off > HEADER and off + HEADER or nil }) do
			local node, c = read_flat(tvb, start, stop, index)
			-- A variant for all other numbers fits too often.
			local score = c.fault and c.fault.off or node.is_other and 2 ^ 53 or math.huge
			if not found or score > found.score then
				found = { node = node, c = c, index = index, start = start, score = score }
			end
		end
	end
	if not has_room(pinfo, found.c.values) then
		return show_unshown(tree, tvb(off, stop - off))
	end
	if found.start > off then
		off = show_header(tvb, tree, off)
	end
	local node, c, def = found.node, found.c, SCHEMA.types[found.index]
	local name = node.class == "variant" and node.value or def.name
	local range = tvb(off, stop - off)
	tree:append_text(", " .. name)
	show_message(tree, range, pinfo, on_ports)
	tree:add(F.type, range, def.path):set_generated()
	tree:add(F.message, range, name):set_generated()
	if node.class then
		node.label = def.name
		show_node(c, tree, node, 1)
	end
	local line, values = name, node.class and short(put_kids, node, "", " ", "") or ""
	if c.fault then
		local path = c.fault.path ~= "" and cut_path(c.fault.path) .. ": " or ""
		local fault = path .. c.fault.message .. " at byte " .. c.fault.off
		mark_broken(tree, range, malformed, fault)
		line = line .. " [malformed: " .. fault .. "]"
	end
	line = line .. (c.is_other_version and " [other version]" or "")
	return show_line(tree, range, line .. (values ~= "" and " " or "") .. values)
end
