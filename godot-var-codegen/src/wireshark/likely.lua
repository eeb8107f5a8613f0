
-- Which type of the schema a node is most like, and what is wrong with a message.

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
	local path, message = explained(misfit(node, best))
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
