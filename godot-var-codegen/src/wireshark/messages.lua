
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
proto.experts = { malformed, trailing }

register_fields(proto, F)

-- What a text holds; nothing for any other value.
local function text_of(node)
	return (node.name == "String" or node.name == "StringName") and node.value or nil
end

-- The int of 64 bits as a float; nothing for one that a float may not hold exactly.
local function float_of(int)
	if int >= Int64.new(-LARGEST_WHOLE_FLOAT) and int <= Int64.new(LARGEST_WHOLE_FLOAT) then
		return int:tonumber()
	end
	return nil
end

-- Whether a float stands for an int.
local function whole(value)
	return value == math.floor(value) and math.abs(value) <= LARGEST_WHOLE_FLOAT
end

-- What a node is as the id of a member: i3, sMove.
local function id_of(node)
	if READ_FROM.String[node.name] then
		return "s" .. node.value
	elseif node.name == "int" then
		return "i" .. tostring(node.value)
	elseif READ_FROM.int[node.name] and whole(node.value) then
		-- Zero has no sign here.
		return string.format("i%.0f", node.value + 0)
	end
	return nil
end

local function pairs_of(node)
	if not node.pairs then
		node.pairs = {}
		for i = 1, #(node.kids or {}) - 1, 2 do
			node.pairs[#node.pairs + 1] = { key = node.kids[i], value = node.kids[i + 1] }
		end
	end
	return node.pairs
end

-- The value of the last pair that has one of these keys.
local function value_of(node, keys)
	if not node.texts then
		node.texts = {}
		for i, pair in ipairs(pairs_of(node)) do
			local text = text_of(pair.key)
			if text then
				node.texts[text] = { at = i, value = pair.value }
			end
		end
	end
	local last
	for _, key in ipairs(keys) do
		local found = node.texts[key]
		if found and (not last or found.at > last.at) then
			last = found
		end
	end
	return last and last.value
end

local index_of

-- Adds the fields of what is flattened, by key; gives the type of all other values.
local function add_flattened(index, ty, depth)
	ty = ty.kind == "option" and ty.of or ty
	local inner = ty.kind == "message" and SCHEMA.types[ty.index]
	if ty.kind == "map" then
		return ty.value
	elseif not inner or depth >= 16 then
		return nil
	elseif inner.kind == "transparent" then
		return add_flattened(index, inner.type, depth + 1)
	end
	local rest
	for _, record in ipairs(inner.kind == "record" and { inner } or inner.form == "internal" and inner.members or {}) do
		if record.style == "newtype" then
			rest = add_flattened(index, record.fields[1].type, depth + 1) or rest
		else
			local below, below_rest = index_of(record, depth + 1)
			for key, found in pairs(below) do
				index[key] = index[key] or found
			end
			rest = rest or below_rest
		end
	end
	return rest
end

-- The fields of a record by key, with those of flattened ones; and the type of all other values.
index_of = function(record, depth)
	if record.index then
		return record.index, record.rest
	end
	local index, rest = {}, nil
	for _, field in ipairs(record.fields) do
		if field.flatten then
			rest = add_flattened(index, field.type, depth) or rest
		else
			for _, key in ipairs(field.keys) do
				index[key] = field
			end
		end
	end
	if depth == 0 then
		record.index, record.rest = index, rest
	end
	return index, rest
end

-- Whether a reader takes a value: `fits` in the runtime of godot-var says the same of layouts.
local fits

local flattened_fits

-- Beside keys among those that are taken: whether all are, and which a map does not take.
local ALL, CLAIMED = {}, {}

-- The fields of a record among the pairs of a Dictionary, which are noted as taken.
local function fields_fit(node, record, taken)
	for _, field in ipairs(record.fields) do
		if field.flatten then
			if not flattened_fits(node, field.type, taken) then
				return false
			end
		else
			for _, key in ipairs(field.keys) do
				taken[key] = true
			end
			local value = value_of(node, field.keys)
			if value and not fits(value, field.type) or not value and field.required then
				return false
			end
		end
	end
	return true
end

local function unknown_fit(node, record, taken)
	for _, pair in ipairs(record.deny_unknown and not taken[ALL] and pairs_of(node) or {}) do
		if not taken[text_of(pair.key) or {}] then
			return false
		end
	end
	return true
end

-- Keeps keys from maps.
local function claim(keys, taken)
	local claimed = setmetatable({}, { __index = taken[CLAIMED] })
	for key in pairs(keys) do
		claimed[key] = true
	end
	taken[CLAIMED] = claimed
end

-- The tag and one variant among other pairs.
local function flattened_enum_fits(node, def, taken)
	local tag = def.form == "internal" and value_of(node, { def.tag })
	local id = tag and id_of(tag)
	local member = id and def.by_id[id]
	taken[def.tag or CLAIMED] = true
	if not id or not member and not def.other then
		return false
	end
	if not def.claimed then
		def.claimed = {}
		for _, other in ipairs(def.members) do
			if other.style == "newtype" then
				add_flattened(def.claimed, other.fields[1].type, 0)
			else
				for key in pairs(index_of(other, 0)) do
					def.claimed[key] = true
				end
			end
		end
	end
	local held = not member or member.style == "unit"
	if member and member.style == "newtype" then
		held = flattened_fits(node, member.fields[1].type, taken)
	elseif not held then
		held = fields_fit(node, member, taken)
	end
	claim(def.claimed, taken)
	return held
end

-- Pairs that stand among others.
flattened_fits = function(node, ty, taken)
	local def = ty.kind == "message" and SCHEMA.types[ty.index]
	if ty.kind == "option" then
		local inner = setmetatable({}, { __index = taken })
		if flattened_fits(node, ty.of, inner) then
			for key, value in pairs(inner) do
				taken[key] = value
			end
		else
			local keys = {}
			add_flattened(keys, ty.of, 0)
			claim(keys, taken)
		end
		return true
	elseif def and def.kind == "record" then
		return fields_fit(node, def, taken)
	elseif def and def.kind == "transparent" then
		return flattened_fits(node, def.type, taken)
	elseif def and def.kind == "enumeration" then
		return flattened_enum_fits(node, def, taken)
	elseif ty.kind == "map" and not taken[ALL] then
		local claimed = taken[CLAIMED] or {}
		for _, pair in ipairs(pairs_of(node)) do
			local key = text_of(pair.key) or {}
			local rest = not taken[key] and not claimed[key]
			if rest and not (fits(pair.key, ty.key) and fits(pair.value, ty.value)) then
				return false
			end
		end
	end
	taken[ALL] = true
	return true
end

local function record_fits(node, record, first)
	if record.form == "array" then
		local count = #(node.kids or {}) - first
		if node.name ~= "Array" or count > #record.fields then
			return false
		end
		for i, field in ipairs(record.fields) do
			local kid = node.kids[first + i]
			if kid and not fits(kid, field.type) or not kid and field.required then
				return false
			end
		end
		return true
	end
	local taken = {}
	return node.name == "Dictionary" and fields_fit(node, record, taken) and unknown_fit(node, record, taken)
end

local function content_fits(node, member)
	if member.style == "unit" then
		return node.name == "Nil"
	elseif member.style == "newtype" then
		return fits(node, member.fields[1].type)
	end
	return record_fits(node, member, 0)
end

-- The node that tells which member of an enum a node is.
local function tag_of(node, def)
	local form, tag = def.form, node
	if form == "ids" then
		tag = node.name == "Array" and node.kids[1]
	elseif form == "internal" or form == "adjacent" then
		tag = node.name == "Dictionary" and value_of(node, { def.tag })
	elseif form == "external" and node.name == "Dictionary" then
		tag = #pairs_of(node) == 1 and pairs_of(node)[1].key
	end
	if not tag or not id_of(tag) then
		return nil
	end
	local is_text = text_of(tag) ~= nil
	if (form == "names" or form == "external") and not is_text or form == "numbers" and is_text then
		return nil
	end
	return tag
end

-- The member of an enum that a node is, with the node of its tag and that of its content.
local function member_of(node, def)
	if def.form == "untagged" then
		for _, member in ipairs(def.members) do
			if content_fits(node, member) then
				return member, nil, node
			end
		end
		return nil
	end
	local tag = tag_of(node, def)
	local member = tag and def.by_id[id_of(tag)]
	if not member then
		return nil
	elseif def.form == "names" or def.form == "numbers" then
		return member, tag, nil
	elseif def.form == "ids" then
		if record_fits(node, member, 1) then
			return member, tag, node
		end
	elseif def.form == "external" then
		local content = tag ~= node and pairs_of(node)[1].value or nil
		if content and member.style ~= "unit" and content_fits(content, member) or not content and member.style == "unit" then
			return member, tag, content
		end
	elseif def.form == "internal" then
		local taken = { [def.tag] = true }
		local held
		if member.style == "newtype" then
			held = flattened_fits(node, member.fields[1].type, taken)
		else
			held = member.style == "unit" or fields_fit(node, member, taken)
		end
		if held and unknown_fit(node, member, taken) then
			return member, tag, node
		end
	elseif def.form == "adjacent" then
		local content = value_of(node, { def.content })
		if member.style == "unit" or content and content_fits(content, member) then
			return member, tag, content
		end
	end
	return nil
end

local function enum_fits(node, def)
	if member_of(node, def) then
		return true
	end
	local tag = def.other and def.form ~= "untagged" and tag_of(node, def)
	return tag and not def.by_id[id_of(tag)] and (def.other == true or fits(node, def.other)) or false
end

local function fits_single(value)
	local size = math.abs(value)
	return value ~= value or size == math.huge or size < TOO_LARGE_FOR_SINGLE
end

local function number_fits(node, ty)
	local value = node.value
	if ty.non_zero and value == (node.name == "int" and Int64.new(0) or 0) then
		return false
	elseif ty.name == "int" and node.name == "int" then
		return (not ty.least or value >= Int64.new(ty.least)) and (not ty.most or value <= Int64.new(ty.most))
	elseif node.name == "int" then
		value = float_of(value)
		if not value then
			return false
		end
	end
	if ty.name == "int" or ty.whole then
		return whole(value) and (not ty.least or value >= ty.least) and (not ty.most or value <= ty.most)
	end
	return not ty.single or fits_single(value)
end

-- A value of one type, as it came or as another one.
local function value_fits(node, ty)
	if not READ_FROM[ty.name][node.name] or node.class == "object" then
		return false
	elseif node.name == "int" or node.name == "float" then
		return number_fits(node, ty)
	elseif node.class == "structure" and ty.single and node.width == 8 then
		for _, part in ipairs(node.value) do
			if not fits_single(part) then
				return false
			end
		end
	elseif ty.char then
		-- Bytes that begin a character.
		return select(2, node.value:gsub("[^\128-\191]", "")) == 1
	end
	return not ty.max or (node.size or 0) <= ty.max
end

local function list_fits(node, ty)
	if not (ty.packed and ty.packed[node.name]) and (ty.borrowed or node.name ~= "Array") then
		return false
	end
	local count = node.class == "bytes" and (node.size or 0) or #(node.kids or {})
	if ty.len and count ~= ty.len or ty.max and count > ty.max then
		return false
	end
	if node.class == "bytes" then
		local least, most = ty.of.least or 0, ty.of.most or 255
		local is_narrow = most < 255 or least > 0 or ty.of.non_zero
		local bytes = is_narrow and node.range and node.range:bytes()
		for i = 0, bytes and bytes:len() - 1 or -1 do
			local byte = bytes:get_index(i)
			if byte < least or byte > most or ty.of.non_zero and byte == 0 then
				return false
			end
		end
		return true
	end
	for _, kid in ipairs(node.kids or {}) do
		if not fits(kid, ty.of) then
			return false
		end
	end
	return true
end

local function takes(node, ty)
	local kind = ty.kind
	if ty.strict and node.name ~= ty.strict[node.generation] then
		return false
	elseif ty.packed or kind == "list" then
		return list_fits(node, ty)
	elseif ty.name then
		return value_fits(node, ty)
	elseif kind == "any" then
		return true
	elseif kind == "option" then
		return node.name == "Nil" or fits(node, ty.of)
	elseif kind == "tuple" then
		if node.name ~= "Array" or #node.kids ~= #ty.elements then
			return false
		end
		for i, element in ipairs(ty.elements) do
			if not fits(node.kids[i], element) then
				return false
			end
		end
		return true
	elseif kind == "map" then
		if node.name ~= "Dictionary" or ty.max and #pairs_of(node) > ty.max then
			return false
		end
		for _, pair in ipairs(pairs_of(node)) do
			if not fits(pair.key, ty.key) or not fits(pair.value, ty.value) then
				return false
			end
		end
		return true
	end
	local def = SCHEMA.types[ty.index]
	if def.kind == "record" then
		return record_fits(node, def, 0)
	elseif def.kind == "transparent" then
		return fits(node, def.type)
	elseif def.kind == "unit" then
		return node.name == "Nil"
	end
	return enum_fits(node, def)
end

-- Each node is asked once for each type.
fits = function(node, ty)
	node.fits = node.fits or {}
	local key = ty.index and SCHEMA.types[ty.index] or ty
	if node.fits[key] == nil then
		-- A type that holds nothing but itself.
		node.fits[key] = false
		node.fits[key] = takes(node, ty)
	end
	return node.fits[key]
end

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
	if depth >= MAX_SHOWN_DEPTH or not fits(node, ty) then
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
	tree:append_text(", " .. name)
	if found.type then
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
