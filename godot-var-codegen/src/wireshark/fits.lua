
-- Whether a node is what a type of the schema takes, and which variant of an enum it is.

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

-- The variant that the tag of a node names, whatever its content is; the nodes of its tag and of its content.
local function named_member(node, def)
	local form = def.form
	local tag = form ~= "untagged" and tag_of(node, def)
	local member = tag and def.by_id[id_of(tag)]
	local content = node
	if form == "names" or form == "numbers" then
		content = nil
	elseif form == "external" and tag then
		content = tag ~= node and pairs_of(node)[1].value or nil
	elseif form == "adjacent" and tag then
		content = value_of(node, { def.content })
	end
	return member, tag, content
end

-- The variant of an enum that a node is, with the nodes of its tag and of its content.
local function member_of(node, def)
	if def.form == "untagged" then
		for _, member in ipairs(def.members) do
			if content_fits(node, member) then
				return member, nil, node
			end
		end
		return nil
	end
	local member, tag, content = named_member(node, def)
	if not member then
		return nil
	end
	local is_unit, held = member.style == "unit", true
	if def.form == "ids" then
		held = record_fits(node, member, 1)
	elseif def.form == "external" then
		held = is_unit == not content and (is_unit or content_fits(content, member))
	elseif def.form == "internal" then
		local taken = { [def.tag] = true }
		if member.style == "newtype" then
			held = flattened_fits(node, member.fields[1].type, taken)
		else
			held = is_unit or fields_fit(node, member, taken)
		end
		held = held and unknown_fit(node, member, taken)
	elseif def.form == "adjacent" then
		held = is_unit or content and content_fits(content, member)
	end
	if held then
		return member, tag, content
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

-- The position of the first byte that an element may not be; nothing if all fit.
local function wrong_byte(node, ty)
	local least, most = ty.least or 0, ty.most or 255
	local is_narrow = most < 255 or least > 0 or ty.non_zero
	local bytes = is_narrow and node.range and node.range:bytes()
	for at = 0, bytes and bytes:len() - 1 or -1 do
		local byte = bytes:get_index(at)
		if byte < least or byte > most or ty.non_zero and byte == 0 then
			return at
		end
	end
	return nil
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
		return not wrong_byte(node, ty.of)
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
