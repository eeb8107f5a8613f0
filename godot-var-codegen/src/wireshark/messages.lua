
-- Messages as a tree, with the schema's names where a value fits.

declare("godot", "uint8", "Type numbers of Godot")
declare("likely", "string", "Most similar message")
declare("trailing", "bytes", "Bytes after the value")

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
proto.experts = { malformed, trailing, broken, unread, other_version, no_type }

register_fields(proto, F)

local show

-- Which variants of flattened enums a node is, by their tags.
local function show_variants(c, item, node, ty, depth)
	local inner = ty.kind == "option" and ty.of or ty
	local def = inner.kind == "message" and SCHEMA.types[inner.index]
	if not def or depth >= 16 or flattened_misfit(node, inner, {}) then
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
	local member, tag, content = variant_of(node, def)
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
		local item = row(c, tree, node, label, ty.at, kind)
		c.is_other_version = kind == "string" and note_version(item, label, node.value) or c.is_other_version
		return item
	end
	return show_any(c, tree, node, label, depth)
end

-- Preferences.

local AUTOMATIC, ONLY4, ONLY3 = 0, 4, 3
proto.prefs.dialect = Pref.enum("Type numbers", SCHEMA.dialect, "Those of Godot 4 or of Godot 3", {
	{ 1, "Whichever fits", AUTOMATIC }, { 2, "Godot 4", ONLY4 }, { 3, "Godot 3", ONLY3 },
}, false)
proto.prefs.objects = Pref.bool("Full objects", false, "Read objects without an id as class name and properties")
proto.prefs.to_server = Pref.string("Messages to the ports", SCHEMA.to_server, "Their type, or nothing for the first that fits")
proto.prefs.to_client = Pref.string("Messages from the ports", SCHEMA.to_client, "Their type, or nothing for the first that fits")

-- Which type of the schema a node is: that of its direction, that of the other one, or the first that fits.
local function message_of(node, asked, other)
	local function fitting(index)
		local ty = { kind = "message", index = index }
		return index and fits(node, ty) and ty or nil
	end
	local found = fitting(asked) or fitting(asked and other)
	for _, index in ipairs(SCHEMA.roots) do
		found = found or fitting(index)
	end
	return found
end

-- The name of a message: its variant, or its type.
local function type_name(node, ty)
	local def = SCHEMA.types[ty.index]
	local member = def.kind == "enumeration" and variant_of(node, def)
	return member and member.name or def.name
end

-- What a reading is as a message: its type, or the likely one and what is wrong.
local function judge(one, asked, other)
	local node, is_cut = one.node, one.c.fault ~= nil
	if is_cut then
		one.path = path_to_cut(node):gsub("^%.", "")
		if not keep_whole(node) then
			return
		end
	end
	local ty = message_of(node, asked, other)
	if ty and (not asked or ty.index == asked) then
		one.type = ty
		if is_cut then
			one.likely, one.like = ty, type_name(node, ty)
		end
		return
	end
	one.likely, one.reason, one.like = explain(node, asked and { asked } or SCHEMA.roots)
	if ty and (ty.index == other or not one.like) then
		one.likely, one.like = ty, type_name(node, ty)
		local wanted, found = SCHEMA.types[asked], SCHEMA.types[ty.index]
		one.reason = "expected " .. (wanted.path or wanted.name) .. ", found " .. (found.path or found.name)
	end
end

-- The better reading of a value: without a fault, as a message of the schema, to the end.
local function best(tvb, off, stop, asked, other, is_enet)
	local found, foreign
	for _, way in ipairs({ { ONLY4, GODOT4, 0 }, { ONLY3, GODOT3, 0 }, { ONLY3, GODOT3, HEADER } }) do
		local start = off + way[3]
		if start == off or is_enet and start < stop then
			local node, c = read(tvb, start, stop, way[2], proto.prefs.objects)
			local one = { node = node, c = c, off = start, godot = way[1] }
			judge(one, asked, other)
			local is_whole = start + node.len == stop
			one.score = (c.fault and 0 or 8) + (one.type and 4 or 0) + (is_whole and 2 or 0) + (one.like and 1 or 0)
			if proto.prefs.dialect == AUTOMATIC or proto.prefs.dialect == way[1] then
				found = (not found or one.score > found.score) and one or found
			elseif one.type and is_whole and not c.fault then
				foreign = one
			end
		end
	end
	if foreign and not found.type then
		foreign.likely, foreign.like, foreign.type = foreign.type, type_name(foreign.node, foreign.type), nil
		foreign.reason = "expected the types of Godot " .. 7 - foreign.godot .. ", found those of Godot " .. foreign.godot
		return foreign
	end
	return found
end

-- What is wrong with bytes in [off, stop), where it is, and what to do about it.
local function fault_of(found, off, stop)
	local c, path = found.c, found.path or ""
	local fault = c.fault.message
	if c.fault.off == off then
		fault = advised(c, off, stop)
	end
	return "At byte " .. (c.fault.off - off) .. (path ~= "" and ", in " .. cut_path(path) or "") .. ": " .. fault
end

-- What a value is, in the tree.
local function name_of(found)
	if found.like then
		return found.like .. " (broken)"
	elseif found.c.fault then
		return "Malformed Variant"
	end
	return found.type and type_name(found.node, found.type) or "Variant " .. found.node.name
end

local OTHER_WAY = { ["to server"] = "to client", ["to client"] = "to server" }

-- One value in [off, stop); what it is, for the list of packets.
dissect_value = function(tvb, pinfo, tree, off, stop, is_enet)
	if is_full(pinfo) then
		return show_unshown(tree, tvb(off, stop - off))
	end
	local direction = direction_of(pinfo, on_ports)
	local asked, other = type_of_direction(tree, direction), type_of_direction(tree, OTHER_WAY[direction])
	local found = best(tvb, off, stop, asked, other, is_enet)
	if not has_room(pinfo, found.c.values) then
		return show_unshown(tree, tvb(off, stop - off))
	end
	if found.off > off then
		off = show_header(tvb, tree, off)
	end
	local range = tvb(off, stop - off)
	show_message(tree, range, pinfo, on_ports)
	local name, node, c, ty = name_of(found), found.node, found.c, found.likely or found.type
	tree:append_text(", " .. name)
	tree:add(F.godot, range, found.godot):set_generated()
	local message = found.like or found.type and name
	if message then
		tree:add(F.message, range_of(c, node), message):set_generated()
	end
	if found.like then
		tree:add(F.likely, range_of(c, node), found.like):set_generated()
	end
	if ty then
		show(c, tree, node, SCHEMA.types[ty.index].name, ty, 1)
	elseif node.len > 0 then
		show_any(c, tree, node, "Value", 1)
	end
	local line, values = message or name, ""
	if ty then
		values = short(put_message, node, ty)
	elseif node.len > 0 and not c.fault then
		values = short(put_any, node, 1)
	end
	if c.fault then
		local fault = fault_of(found, off, stop)
		mark_broken(tree, range, malformed, fault)
		line = line .. " [malformed: " .. fault .. "]"
	elseif found.reason then
		mark_broken(tree, range, broken, found.reason)
		line = line .. " [broken: " .. found.reason .. "]"
	elseif not ty and #SCHEMA.roots > 0 then
		tree:add(F.broken, range, "no type of the schema fits" .. hint_for(node)):set_generated()
	end
	line = line .. (c.is_other_version and " [other version]" or "") .. (values ~= "" and " " or "") .. values
	if not c.fault and off + node.len < stop then
		local left = stop - off - node.len
		local unused = tvb(off + node.len, left)
		mark_broken(tree:add(F.trailing, unused), unused, trailing, left .. " bytes after the value")
		line = line .. " [and " .. left .. " bytes after it]"
	end
	return show_line(tree, range, line)
end
