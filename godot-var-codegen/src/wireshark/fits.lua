
-- Whether a node is what a type of the schema takes, or why not; and which variant of an enum it is.

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

-- A step into a field or a key.
local function step(key)
	if key:find("^%d") then
		return "[" .. key .. "]"
	end
	return key:find("^[%a_][%w_]*$") and "." .. key or "[" .. string.format("%q", key) .. "]"
end

local function shown_id(id)
	return id:sub(1, 1) == "i" and id:sub(2) or string.format("%q", id:sub(2))
end

-- An error lists the tags of an enum with so many variants.
local MOST_LISTED = 8

local function no_variant(def, tag)
	local id = id_of(tag)
	local what = id:sub(1, 1) == "i" and "number " or "name "
	local known = {}
	for i, member in ipairs(def.members) do
		known[i] = shown_id(member.ids[1])
	end
	local list = #known > 0 and #known <= MOST_LISTED and "; it has " .. table.concat(known, ", ") or ""
	return "no " .. def.name .. " has the " .. what .. shown_id(id) .. list
end

local function elements(count)
	return "an Array of " .. count .. (count == 1 and " element" or " elements")
end

local CONTAINERS = { list = "Array", tuple = "Array", map = "Dictionary", bytes = "PackedByteArray" }

-- The ints that a type takes.
local function ints(ty)
	if ty.least == 0 and ty.most == 1 then
		return "int 0 or 1"
	elseif not ty.least and not ty.most then
		return ty.non_zero and "int other than 0" or "int"
	end
	local least = ty.least and string.format("%.0f", ty.least) or "-9223372036854775808"
	local most = ty.most and string.format("%.0f", ty.most) or "9223372036854775807"
	return "int from " .. least .. " to " .. most .. (ty.non_zero and ", not 0" or "")
end

-- What is wrong with a number: what is expected in its place, and what it is.
local function wrong_number(node, ty)
	local is_float, value = node.name == "float", node.value
	if ty.name == "float" then
		if not is_float and not float_of(value) then
			return ints({ least = -LARGEST_WHOLE_FLOAT, most = LARGEST_WHOLE_FLOAT }), tostring(value)
		end
		return "a float that the field can hold", is_float and shortest(value, 8) or tostring(value)
	elseif is_float and not whole(value) then
		return "int", "float " .. shortest(value, 8)
	end
	return ints(ty), is_float and string.format("%.0f", value) or tostring(value)
end

-- Why a reader does not take a value; nothing if it does. `fits` in the generators of godot-var has the same rules for layouts. A reason has
-- the words, or the step to a part and the reason of the part.
local misfit

-- A reason: `expected` something, found another thing.
local function unlike(expected, found)
	return { text = "expected " .. expected .. ", found " .. found }
end

-- The reason of a part. The nodes on the way to it are shown with the names of their types.
local function inside(node, path, reason)
	return reason and { near = node, path = path, inner = reason }
end

local MISSING = { text = "the field is missing" }

local flattened_misfit

-- Beside keys among those that are taken: whether all are, and which a map does not take.
local ALL, CLAIMED = {}, {}

-- The first wrong field of a record among the pairs of a Dictionary. Notes the fields as taken.
local function wrong_field(node, record, taken)
	for _, field in ipairs(record.fields) do
		local reason
		if field.flatten then
			reason = inside(node, "", flattened_misfit(node, field.type, taken))
		else
			for _, key in ipairs(field.keys) do
				taken[key] = true
			end
			local value = value_of(node, field.keys)
			reason = value and misfit(value, field.type) or not value and field.required and MISSING
			reason = inside(node, step(field.keys[1]), reason)
		end
		if reason then
			return reason
		end
	end
	return nil
end

local function unknown_key(node, record, taken)
	local unknown
	for _, pair in ipairs(record.deny_unknown and not taken[ALL] and pairs_of(node) or {}) do
		local key = text_of(pair.key)
		if key and not taken[key] then
			unknown = string.format("the unknown key %q", key)
			break
		elseif not key then
			unknown = "a key that is not a text"
		end
	end
	return unknown and inside(node, "", unlike("known keys only", unknown))
end

-- Keeps keys from maps.
local function claim(keys, taken)
	local claimed = setmetatable({}, { __index = taken[CLAIMED] })
	for key in pairs(keys) do
		claimed[key] = true
	end
	taken[CLAIMED] = claimed
end

-- What the value of an enum must be, if it has no tag.
local TAGGED = {
	names = "the name of a variant", numbers = "int", ids = "an Array that begins with a message id",
	external = "String or Dictionary", internal = "Dictionary", adjacent = "Dictionary",
}

-- Why a node has no tag of an enum.
local function no_tag(node, def)
	if def.tag and node.name == "Dictionary" then
		local found = value_of(node, { def.tag })
		return inside(nil, step(def.tag), found and unlike("a tag", found.name) or MISSING)
	end
	local found = node.name == "float" and def.form == "numbers" and " " .. shortest(node.value, 8) or ""
	return unlike(TAGGED[def.form], node.name .. found)
end

-- The tag and one variant among other pairs.
local function wrong_flattened_enum(node, def, taken)
	local tag = def.form == "internal" and value_of(node, { def.tag })
	local id = tag and id_of(tag)
	local member = id and def.by_id[id]
	taken[def.tag or CLAIMED] = true
	if not id then
		return no_tag(node, def)
	elseif not member and not def.other then
		return { text = no_variant(def, tag) }
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
	local reason
	if member and member.style == "newtype" then
		reason = flattened_misfit(node, member.fields[1].type, taken)
	elseif member and member.style ~= "unit" then
		reason = wrong_field(node, member, taken)
	end
	claim(def.claimed, taken)
	return reason
end

-- A pair that a map does not take.
local function wrong_pair(node, ty, at, pair)
	local reason = misfit(pair.key, ty.key) or misfit(pair.value, ty.value)
	local key = text_of(pair.key)
	return inside(node, reason and (key and step(key) or "[" .. (at - 1) .. "]"), reason)
end

-- Pairs that stand among others.
flattened_misfit = function(node, ty, taken)
	local def = ty.kind == "message" and SCHEMA.types[ty.index]
	if ty.kind == "option" then
		local inner = setmetatable({}, { __index = taken })
		if not flattened_misfit(node, ty.of, inner) then
			for key, value in pairs(inner) do
				taken[key] = value
			end
		else
			local keys = {}
			add_flattened(keys, ty.of, 0)
			claim(keys, taken)
		end
		return nil
	elseif def and def.kind == "record" then
		return wrong_field(node, def, taken)
	elseif def and def.kind == "transparent" then
		return flattened_misfit(node, def.type, taken)
	elseif def and def.kind == "enumeration" then
		return wrong_flattened_enum(node, def, taken)
	elseif ty.kind == "map" and not taken[ALL] then
		local claimed = taken[CLAIMED] or {}
		for i, pair in ipairs(pairs_of(node)) do
			local key = text_of(pair.key) or {}
			local reason = not taken[key] and not claimed[key] and wrong_pair(node, ty, i, pair)
			if reason then
				return reason
			end
		end
	end
	taken[ALL] = true
	return nil
end

local function wrong_record(node, record, first)
	if node.name ~= (record.form == "array" and "Array" or "Dictionary") then
		return unlike(record.form == "array" and "Array" or "Dictionary", node.name)
	elseif record.form ~= "array" then
		local taken = {}
		return wrong_field(node, record, taken) or unknown_key(node, record, taken)
	end
	local count = #(node.kids or {}) - first
	if count > #record.fields then
		return inside(node, "", unlike(elements(#record.fields + first), count + first))
	end
	for i, field in ipairs(record.fields) do
		local kid = node.kids[first + i]
		local reason = kid and misfit(kid, field.type) or not kid and field.required and MISSING
		if reason then
			-- The only field of a variant has no step of its own.
			local is_own = first == 1 and #record.fields == 1 and field.name == "0"
			return inside(node, is_own and "" or step(field.name), reason)
		end
	end
	return nil
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

local function content_misfit(node, member)
	if member.style == "unit" then
		return node.name ~= "Nil" and unlike("Nil", node.name) or nil
	elseif member.style == "newtype" then
		return misfit(node, member.fields[1].type)
	end
	return wrong_record(node, member, 0)
end

-- Why a node is not the variant that its tag names.
local function wrong_member(node, def, member, content)
	local is_unit = member.style == "unit"
	if def.form == "ids" then
		return wrong_record(node, member, 1)
	elseif def.form == "internal" then
		local taken, reason = { [def.tag] = true }, nil
		if member.style == "newtype" then
			reason = flattened_misfit(node, member.fields[1].type, taken)
		elseif not is_unit then
			reason = wrong_field(node, member, taken)
		end
		return reason or unknown_key(node, member, taken)
	elseif def.form == "names" or def.form == "numbers" or def.form == "adjacent" and is_unit then
		return nil
	elseif not content and def.form == "adjacent" then
		return inside(nil, step(def.content), MISSING)
	elseif is_unit ~= not content then
		return { text = "expected " .. (content and "a name alone" or "a Dictionary of a name and a content") }
	elseif is_unit then
		return nil
	end
	return content_misfit(content, member)
end

-- The variant of an enum that a node is, with the nodes of its tag and of its content.
local function member_of(node, def)
	if def.form == "untagged" then
		for _, member in ipairs(def.members) do
			if not content_misfit(node, member) then
				return member, nil, node
			end
		end
		return nil
	end
	local member, tag, content = named_member(node, def)
	if member and not wrong_member(node, def, member, content) then
		return member, tag, content
	end
	return nil
end

local function wrong_enum(node, def)
	if def.form == "untagged" then
		local fits_one = member_of(node, def)
		return not fits_one and unlike("a variant of " .. def.name, node.name .. ", which fits none") or nil
	end
	local member, tag, content = named_member(node, def)
	if member then
		return inside(node, "", wrong_member(node, def, member, content))
	elseif not tag then
		return no_tag(node, def)
	elseif type(def.other) == "table" then
		return misfit(node, def.other)
	end
	return not def.other and { text = no_variant(def, tag) } or nil
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

local function other_type(node, ty)
	local own = ty.strict and ty.strict[node.generation]
	return unlike(own or ty.name or ty.written or CONTAINERS[ty.kind] or "another type", node.name)
end

-- A value of one type, as it came or as another one.
local function wrong_value(node, ty)
	if not READ_FROM[ty.name][node.name] or node.class == "object" then
		return other_type(node, ty)
	elseif node.name == "int" or node.name == "float" then
		return not number_fits(node, ty) and unlike(wrong_number(node, ty)) or nil
	elseif node.class == "structure" and ty.single and node.width == 8 then
		for _, part in ipairs(node.value) do
			if not fits_single(part) then
				return unlike("a component of 32 bits", shortest(part, 8))
			end
		end
	elseif ty.char then
		-- Bytes that begin a character.
		local count = select(2, node.value:gsub("[^\128-\191]", ""))
		return count ~= 1 and unlike("String of one character", count .. " characters") or nil
	end
	local size = node.size or 0
	return ty.max and size > ty.max and unlike("at most " .. ty.max .. " bytes of UTF-8", size) or nil
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

-- The first wrong element of a list or tuple, or its length.
local function wrong_elements(node, ty)
	if not (ty.packed and ty.packed[node.name]) and (ty.borrowed or node.name ~= "Array") then
		return other_type(node, ty)
	end
	local is_bytes, kids = node.class == "bytes", node.kids or {}
	local size = is_bytes and (node.size or 0) or #kids
	local len = ty.elements and #ty.elements or ty.len
	if len and size ~= len then
		return unlike(elements(len), size)
	end
	local at = is_bytes and wrong_byte(node, ty.of)
	if at then
		return inside(node, "[" .. at .. "]", unlike(ints(ty.of), node.range(at, 1):uint()))
	end
	for i, kid in ipairs(kids) do
		local reason = misfit(kid, ty.elements and ty.elements[i] or ty.of)
		if reason then
			return inside(node, "[" .. (i - 1) .. "]", reason)
		end
	end
	return ty.max and size > ty.max and inside(node, "", unlike("at most " .. ty.max .. " elements", size)) or nil
end

local function wrong_map(node, ty)
	if node.name ~= "Dictionary" then
		return other_type(node, ty)
	end
	local all = pairs_of(node)
	for i, pair in ipairs(all) do
		local reason = wrong_pair(node, ty, i, pair)
		if reason then
			return reason
		end
	end
	return ty.max and #all > ty.max and inside(node, "", unlike("at most " .. ty.max .. " pairs", #all)) or nil
end

local function judged(node, ty)
	local kind, def = ty.kind, SCHEMA.types[ty.index or 0]
	if ty.strict and node.name ~= ty.strict[node.generation] then
		return other_type(node, ty)
	elseif ty.packed or kind == "list" or kind == "tuple" then
		return wrong_elements(node, ty)
	elseif ty.name then
		return wrong_value(node, ty)
	elseif kind == "any" then
		return nil
	elseif kind == "option" then
		return node.name ~= "Nil" and misfit(node, ty.of) or nil
	elseif kind == "map" then
		return wrong_map(node, ty)
	elseif def.kind == "record" then
		return wrong_record(node, def, 0)
	elseif def.kind == "transparent" then
		return misfit(node, def.type)
	elseif def.kind == "unit" then
		return node.name ~= "Nil" and other_type(node, ty) or nil
	end
	return wrong_enum(node, def)
end

-- A type that holds nothing but itself.
local ENDLESS = { text = "expected a type that ends" }

-- Each node is asked once for each type.
misfit = function(node, ty)
	node.misfits = node.misfits or {}
	local key = ty.index and SCHEMA.types[ty.index] or ty
	if node.misfits[key] == nil then
		node.misfits[key] = ENDLESS
		node.misfits[key] = judged(node, ty) or false
	end
	return node.misfits[key] or nil
end

-- Whether a reader takes a value.
local function fits(node, ty)
	return not misfit(node, ty)
end

-- The path to the first wrong value, and what is wrong with it.
local function explained(reason)
	local path = ""
	while reason.inner do
		path = path .. reason.path
		if reason.near then
			reason.near.is_near = true
		end
		reason = reason.inner
	end
	return path, reason.text
end
