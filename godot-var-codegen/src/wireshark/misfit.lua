
-- Why a node is no message of the schema: the type that it is most like, and the path to the first wrong value.

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

-- What is wrong with a value without parts.
local function wrong_value(node, ty)
	local expected = ty.strict and ty.strict[node.generation] or ty.name or ty.written or CONTAINERS[ty.kind] or "another type"
	local takes_type = not ty.strict and ty.name and READ_FROM[ty.name][node.name] and node.class ~= "object"
	local found = node.name
	if takes_type or ty.packed and ty.packed[node.name] then
		local size = node.class == "array" and #node.kids or node.size
		if ty.char then
			expected = "String of one character"
			found = select(2, node.value:gsub("[^\128-\191]", "")) .. " characters"
		elseif ty.max and size and size > ty.max then
			expected, found = "at most " .. ty.max .. " bytes of UTF-8", size
		elseif node.name == "int" or node.name == "float" then
			expected, found = wrong_number(node, ty)
		elseif node.class == "structure" then
			expected = "a component of 32 bits"
			for i = #node.value, 1, -1 do
				found = fits_single(node.value[i]) and found or shortest(node.value[i], 8)
			end
		end
	end
	return "", "expected " .. expected .. ", found " .. found
end

local misfit

-- The first wrong field of a record among the pairs of a Dictionary; nothing if there is none.
local function wrong_field(node, record)
	for _, field in ipairs(record.fields) do
		if field.flatten then
			if not flattened_fits(node, field.type, {}) then
				return misfit(node, field.type)
			end
		else
			local value = value_of(node, field.keys)
			if value and not fits(value, field.type) then
				local path, message = misfit(value, field.type)
				return step(field.keys[1]) .. path, message
			elseif not value and field.required then
				return step(field.keys[1]), "the field is missing"
			end
		end
	end
	return nil
end

local function wrong_record(node, record, first, tag)
	if record.form == "array" then
		local count = #(node.kids or {}) - first
		if node.name ~= "Array" then
			return "", "expected Array, found " .. node.name
		end
		node.is_near = true
		if count > #record.fields then
			return "", "expected " .. elements(#record.fields + first) .. ", found " .. count + first
		end
		for i, field in ipairs(record.fields) do
			local kid = node.kids[first + i]
			-- The only field of a variant has no step of its own.
			local own = first == 1 and #record.fields == 1 and field.name == "0" and "" or step(field.name)
			if kid and not fits(kid, field.type) then
				local path, message = misfit(kid, field.type)
				return own .. path, message
			elseif not kid and field.required then
				return own, "the field is missing"
			end
		end
		return "", "expected another Array"
	elseif node.name ~= "Dictionary" then
		return "", "expected Dictionary, found " .. node.name
	end
	node.is_near = true
	local path, message = wrong_field(node, record)
	if path then
		return path, message
	end
	local known, unknown = index_of(record, 0), "a key that is not a text"
	for _, pair in ipairs(pairs_of(node)) do
		local key = text_of(pair.key)
		if key and key ~= tag and not known[key] then
			unknown = string.format("the unknown key %q", key)
			break
		end
	end
	return "", "expected known keys only, found " .. unknown
end

-- What the value of an enum must be, if it has no tag.
local TAGGED = {
	names = "the name of a variant", numbers = "int", ids = "an Array that begins with a message id",
	external = "String or Dictionary", internal = "Dictionary", adjacent = "Dictionary",
}

local function wrong_enum(node, def)
	if def.form == "untagged" then
		return "", "expected a variant of " .. def.name .. ", found " .. node.name .. ", which fits none"
	end
	local member, tag, content = named_member(node, def)
	if not tag then
		if def.tag and node.name == "Dictionary" then
			local found = value_of(node, { def.tag })
			return step(def.tag), found and "expected a tag, found " .. found.name or "the field is missing"
		end
		local found = node.name == "float" and def.form == "numbers" and " " .. shortest(node.value, 8) or ""
		return "", "expected " .. TAGGED[def.form] .. ", found " .. node.name .. found
	elseif not member then
		if type(def.other) == "table" then
			return misfit(node, def.other)
		end
		return "", no_variant(def, tag)
	end
	node.is_near = true
	if def.form == "ids" then
		return wrong_record(node, member, 1)
	elseif def.form == "internal" then
		if member.style == "newtype" then
			return misfit(node, member.fields[1].type)
		end
		return wrong_record(node, member, 0, def.tag)
	elseif not content and def.form == "adjacent" then
		return step(def.content), "the field is missing"
	elseif not content or member.style == "unit" then
		return "", "expected " .. (content and "a name alone" or "a Dictionary of a name and a content")
	elseif member.style == "newtype" then
		return misfit(content, member.fields[1].type)
	end
	return wrong_record(content, member, 0)
end

-- The first wrong element of a list, or its length.
local function wrong_list(node, ty)
	local size = node.class == "bytes" and node.size or #node.kids
	local len = ty.elements and #ty.elements or ty.len
	if len and size ~= len then
		return "", "expected " .. elements(len) .. ", found " .. size
	end
	node.is_near = true
	local at = node.class == "bytes" and wrong_byte(node, ty.of)
	if at then
		return "[" .. at .. "]", "expected " .. ints(ty.of) .. ", found " .. node.range(at, 1):uint()
	end
	for i, kid in ipairs(node.kids or {}) do
		local inner = ty.elements and ty.elements[i] or ty.of
		if not fits(kid, inner) then
			local path, message = misfit(kid, inner)
			return "[" .. (i - 1) .. "]" .. path, message
		end
	end
	return "", "expected at most " .. (ty.max or 0) .. " elements, found " .. size
end

-- The path from a node to the first value that its type does not take, and what is wrong with that. Notes the nodes on the way,
-- which are shown with the names of their types.
misfit = function(node, ty)
	local kind, def = ty.kind, SCHEMA.types[ty.index or 0]
	node.asked = node.asked or {}
	if node.asked[def or ty] then
		return "", "expected a type that ends"
	end
	node.asked[def or ty] = true
	if ty.strict and node.name ~= ty.strict[node.generation] then
		return wrong_value(node, ty)
	elseif kind == "option" then
		return misfit(node, ty.of)
	elseif def and def.kind == "transparent" then
		return misfit(node, def.type)
	elseif def and def.kind == "record" then
		return wrong_record(node, def, 0)
	elseif def and def.kind == "enumeration" then
		return wrong_enum(node, def)
	elseif kind ~= "map" and (ty.of or ty.elements) and (node.name == "Array" or ty.packed and ty.packed[node.name]) then
		return wrong_list(node, ty)
	elseif kind == "map" and node.name == "Dictionary" then
		node.is_near = true
		for i, pair in ipairs(pairs_of(node)) do
			local wrong = not fits(pair.key, ty.key) and "key" or not fits(pair.value, ty.value) and "value"
			if wrong then
				local path, message = misfit(pair[wrong], ty[wrong])
				local key = text_of(pair.key)
				return (key and step(key) or "[" .. (i - 1) .. "]") .. path, message
			end
		end
		return "", "expected at most " .. (ty.max or 0) .. " pairs, found " .. #pairs_of(node)
	end
	return wrong_value(node, ty)
end

-- The weight of a tag that an enum knows; a value has the weight 1.
local TAG = 1000

local likeness

-- How well the fields of a record match a node.
local function likeness_of_record(node, record, first, outer)
	local score = 0
	for i, field in ipairs(record.fields) do
		local value
		if record.form == "array" then
			value = node.name == "Array" and node.kids[first + i]
		elseif field.flatten then
			value = node.name == "Dictionary" and node
		else
			value = node.name == "Dictionary" and value_of(node, field.keys)
			score = score + (value and 1 or 0)
		end
		score = score + (value and likeness(value, field.type, outer) or 0)
	end
	return score
end

local function likeness_of_content(node, member, first, outer)
	if member.style == "newtype" and first == 0 then
		return likeness(node, member.fields[1].type, outer)
	end
	return likeness_of_record(node, member, first, outer)
end

local function likeness_of_enum(node, def, outer)
	local most = 0
	for _, member in ipairs(def.form == "untagged" and def.members or {}) do
		if member.style ~= "unit" then
			most = math.max(most, likeness_of_content(node, member, 0, outer))
		end
	end
	local member, _, content = named_member(node, def)
	if member then
		local is_empty = not content or member.style == "unit"
		return TAG + (is_empty and 0 or likeness_of_content(content, member, def.form == "ids" and 1 or 0, outer))
	end
	return most
end

-- How well a node matches a type: by values of the right type, and by tags. `outer` has the types around it.
likeness = function(node, ty, outer)
	local kind, def = ty.kind, SCHEMA.types[ty.index or 0]
	local around = outer
	while around and around.def ~= def do
		around = around.outer
	end
	if kind == "any" or def and around then
		-- Any value would match, so it does not count; nor does a type that contains itself, which would take long.
		return 0
	end
	outer = def and { def = def, outer = outer } or outer
	if kind == "option" then
		return node.name == "Nil" and 1 or likeness(node, ty.of, outer)
	elseif def and def.kind == "record" then
		return likeness_of_record(node, def, 0, outer)
	elseif def and def.kind == "transparent" then
		return likeness(node, def.type, outer)
	elseif def and def.kind == "enumeration" then
		return likeness_of_enum(node, def, outer)
	elseif node.name == "Array" and kind ~= "map" and (ty.of or ty.elements) then
		local score = ty.elements and 0 or 1
		for i, kid in ipairs(node.kids) do
			local inner = ty.of or ty.elements[i]
			score = score + (inner and likeness(kid, inner, outer) or 0)
		end
		return score
	elseif kind == "map" then
		local score = node.name == "Dictionary" and 1 or 0
		for _, pair in ipairs(score > 0 and pairs_of(node) or {}) do
			score = score + likeness(pair.value, ty.value, outer)
		end
		return score
	end
	return fits(node, ty) and 1 or 0
end

-- What to do about a value, after what is wrong with it.
local function hint_for(node)
	return node.name == "Object" and "; " .. HINTS.object or ""
end

-- The candidate that a node is most like, and what is wrong with the node; nothing if it is like none. With a third result, the name of
-- the message, something of the node is like the type.
local function explain(node, candidates)
	local best, most = nil, #candidates == 1 and -1 or 0
	for _, index in ipairs(candidates) do
		local ty = { kind = "message", index = index }
		local score = likeness(node, ty, nil)
		if score > most then
			best, most = ty, score
		end
	end
	if not best then
		return nil
	end
	local def = SCHEMA.types[best.index]
	local member = def.kind == "enumeration" and named_member(node, def)
	local name = member and member.name or def.name
	local path, message = misfit(node, best)
	local hint = message:find("found Object$") and "; " .. HINTS.object or ""
	return best, name .. path .. ": " .. message .. hint, most >= 1 and name or nil
end

-- The path to the value in which a fault is.
local function path_to_cut(node)
	local kids = node.kids or {}
	local last, at = kids[#kids], #kids - 1
	if not last or not last.is_cut then
		return ""
	elseif node.name == "Dictionary" then
		-- A key has no step.
		local key = at % 2 == 1 and text_of(kids[at])
		at = at % 2 == 1 and (key and step(key) or "[" .. math.floor(at / 2) .. "]") or ""
	else
		at = "[" .. at .. "]"
	end
	return at .. path_to_cut(last)
end

-- The start of a message that is a text; nothing for other bytes.
local function start_of_text(range)
	if range:len() == 0 then
		return nil
	end
	local start = range(0, math.min(range:len(), 64))
	local invalid = invalid_utf8(start)
	local text = start:bytes():raw():sub(1, invalid or -1)
	-- The last character may be cut.
	local is_whole = not invalid or range:len() > 64 and invalid > 60
	return is_whole and text ~= "" and not text:find("[^%C\t\n\r]") and text or nil
end

-- What is wrong with a message that begins as no value does, and what to do about it.
local function advised(c, off, stop)
	local range = c.tvb(off, stop - off)
	local text = start_of_text(range)
	if text then
		local shown = text:match("^" .. ("[^\128-\191]?[\128-\191]*"):rep(20))
		return "expected a value, found the text " .. quoted(shown) .. (#shown < range:len() and " …; " or "; ") .. HINTS.text
	elseif range:len() < 4 or c.types[range(0, 1):uint()] then
		return c.fault.message
	elseif range(0, 4):le_uint() == range:len() - 4 then
		return c.fault.message .. "; " .. HINTS.framed
	end
	return c.fault.message .. "; " .. (GODOT4[range(0, 1):uint()] and HINTS.of_godot4 or HINTS.no_value)
end

-- Keeps the values before a fault, in the containers around them. Whether there is a container.
local function keep_whole(node)
	if node.name ~= "Array" and node.name ~= "Dictionary" then
		return false
	end
	node.kids = node.kids or {}
	local last = node.kids[#node.kids]
	if last and last.is_cut and not keep_whole(last) then
		node.kids[#node.kids] = nil
	end
	return true
end
