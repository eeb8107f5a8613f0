
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

-- What is wrong with a value without parts.
local function wrong_value(node, ty)
	local expected = ty.strict and ty.strict[node.generation] or ty.name or ty.written or CONTAINERS[ty.kind] or "another type"
	local takes_type = not ty.strict and ty.name and READ_FROM[ty.name][node.name] and node.class ~= "object"
	local found = node.name
	if takes_type or ty.packed and ty.packed[node.name] then
		local size = node.class == "array" and #node.kids or node.size
		if ty.char then
			expected = "one character"
		elseif ty.len then
			expected, found = elements(ty.len), size
		elseif ty.max and size and size > ty.max then
			local unit = takes_type and " bytes of UTF-8" or " elements"
			expected, found = "at most " .. ty.max .. unit, size
		elseif node.name == "int" or node.name == "float" then
			found = node.name .. " " .. tostring(node.value)
			if ty.least or ty.most then
				expected = "int from " .. (ty.least or "-9223372036854775808") .. " to " .. (ty.most or "9223372036854775807")
			elseif ty.single then
				expected = "a float of 32 bits"
			end
			if ty.non_zero then
				expected = expected .. " other than 0"
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
		return "", "expected " .. TAGGED[def.form] .. ", found " .. node.name
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

-- The path from a node to the first value that its type does not take, and what is wrong with that. Notes the nodes on the way,
-- which are shown with the names of their types.
misfit = function(node, ty)
	local kind, def = ty.kind, SCHEMA.types[ty.index or 0]
	node.asked = node.asked or {}
	if node.asked[def or ty] then
		return "", "expected a type that ends"
	end
	node.asked[def or ty] = true
	if kind == "option" then
		return misfit(node, ty.of)
	elseif def and def.kind == "transparent" then
		return misfit(node, def.type)
	elseif def and def.kind == "record" then
		return wrong_record(node, def, 0)
	elseif def and def.kind == "enumeration" then
		return wrong_enum(node, def)
	elseif (kind == "list" or kind == "tuple") and node.name == "Array" then
		local count = ty.elements and #ty.elements or ty.len
		if count and #node.kids ~= count then
			return "", "expected " .. elements(count) .. ", found " .. #node.kids
		end
		node.is_near = true
		for i, kid in ipairs(node.kids) do
			local inner = ty.elements and ty.elements[i] or ty.of
			if not fits(kid, inner) then
				local path, message = misfit(kid, inner)
				return "[" .. (i - 1) .. "]" .. path, message
			end
		end
		return "", "expected at most " .. (ty.max or 0) .. " elements, found " .. #node.kids
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

-- The type that a node is most like, and what is wrong with the node; nothing if it is like none. With a third result, the name of
-- the message, something of the node is like the type.
local function explain(node, preferred)
	local best, most = nil, #SCHEMA.roots == 1 and -1 or 0
	for _, index in ipairs(SCHEMA.roots) do
		local ty = { kind = "message", index = index }
		local score = likeness(node, ty, nil) + (SCHEMA.types[index].name == preferred and 0.5 or 0)
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
	return best, name .. path .. ": " .. message, most >= 1 and name or nil
end
