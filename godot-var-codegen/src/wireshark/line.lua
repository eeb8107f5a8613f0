
-- Messages in a line: their fields by name.

local put_value, put_message, put_row, variant_of
do
	-- The fields of a record, after the tag of an enum.
	local function put_fields(out, node, record, first, tag, separator, depth)
		local is_first = true
		local function field(name, value, ty)
			put(out, (is_first and "" or separator) .. name .. "=")
			is_first = false
			if ty then
				put_value(out, value, ty, depth + 1)
			else
				put_any(out, value, depth + 1)
			end
		end
		if record.form == "array" then
			for i = first + 1, #(node.kids or {}) do
				local known = record.fields[i - first]
				field(known and known.name or "[" .. (i - 1) .. "]", node.kids[i], known and known.type)
			end
			return
		end
		local index, rest = index_of(record, 0)
		for _, pair in ipairs(pairs_of(node)) do
			local known = index[text_of(pair.key) or {}]
			local is_last = not known or value_of(node, known.keys) == pair.value
			if out.size <= MOST_SHOWN and pair.value ~= tag and is_last then
				field(known and known.name or key_words(pair.key), pair.value, known and known.type or not known and rest)
			end
		end
	end

	-- The type of the schema that a type is on the wire.
	local function definition(ty)
		local def = SCHEMA.types[ty.index or 0]
		for _ = 1, 16 do
			if not def or def.kind ~= "transparent" then
				break
			end
			ty, def = def.type, SCHEMA.types[def.type.index or 0]
		end
		return def, ty
	end

	-- The variant of an enum that a node is, or is most like.
	variant_of = function(node, def)
		local member, tag, content = member_of(node, def)
		if not member and node.is_near then
			return named_member(node, def)
		end
		return member, tag, content
	end

	-- What a variant holds: a value with its type, or the fields of a record after so many elements and the tag.
	local function content_of(node, def)
		local member, tag, content = variant_of(node, def)
		if not member or member.style == "unit" then
			return member
		elseif member.style == "newtype" then
			return member, def.form == "ids" and (node.kids or {})[2] or def.form ~= "ids" and content, member.fields[1].type
		elseif def.form == "ids" then
			return member, node, nil, 1
		end
		return member, content, nil, 0, def.form == "internal" and tag or nil
	end

	-- A value inside a message.
	put_value = function(out, node, ty, depth)
		local kind = ty.kind
		if depth > MAX_SHOWN_DEPTH or not fits(node, ty) and not node.is_near then
			return put_any(out, node, depth)
		elseif kind == "option" then
			return put_value(out, node, ty.of, depth)
		elseif kind == "list" and node.kids or kind == "tuple" and node.name == "Array" then
			return put_list(out, "[", "]", node.kids, function(kid, i)
				put_value(out, kid, ty.elements and ty.elements[i] or ty.of or { kind = "any" }, depth + 1)
			end)
		elseif kind == "map" and node.name == "Dictionary" then
			return put_list(out, "{", "}", pairs_of(node), function(pair)
				put(out, key_words(pair.key) .. "=")
				put_value(out, pair.value, ty.value, depth + 1)
			end)
		end
		local def, inner = definition(ty)
		if not def and inner ~= ty then
			return put_value(out, node, inner, depth + 1)
		elseif def and def.kind == "record" and node.class ~= "nil" then
			put(out, "{")
			put_fields(out, node, def, 0, nil, ", ", depth)
			return put(out, "}")
		elseif not def or def.kind ~= "enumeration" then
			return put_any(out, node, depth)
		end
		local member, content, of, first, tag = content_of(node, def)
		if not member then
			return put_any(out, node, depth)
		end
		put(out, member.name)
		if content and of then
			put(out, "(")
			put_value(out, content, of, depth + 1)
			put(out, ")")
		elseif content then
			put(out, "{")
			put_fields(out, content, member, first, tag, ", ", depth)
			put(out, "}")
		end
	end

	-- A message without its name: its fields, or the only value in it.
	put_message = function(out, node, ty)
		local def, inner = definition(ty)
		if def and def.kind == "enumeration" then
			local member, content, of, first, tag = content_of(node, def)
			if not member then
				return put_any(out, node, 1)
			elseif content and not of then
				return put_fields(out, content, member, first, tag, " ", 1)
			elseif not content then
				return
			end
			node, def, inner = content, definition(of)
		end
		if def and def.kind == "record" and (fits(node, inner) or node.is_near) and node.class ~= "nil" then
			put_fields(out, node, def, 0, nil, " ", 1)
		elseif not def or def.kind ~= "unit" then
			put_value(out, node, inner, 1)
		end
	end

	-- Arguments or properties: by the names of fields, or a list without any.
	put_row = function(out, nodes, of)
		if #nodes > 0 and not of then
			return put_list(out, "[", "]", nodes, function(node) put_any(out, node, 1) end)
		end
		for i, node in ipairs(nodes) do
			if of[i] and out.size <= MOST_SHOWN then
				put(out, (i > 1 and " " or "") .. of[i].name .. "=")
				put_value(out, node, of[i].type, 1)
			end
		end
	end
end
