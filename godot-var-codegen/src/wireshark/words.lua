
-- Values in a few words, for the list of packets: texts in quotes, the fewest digits.

-- The bytes of the values of a message; what follows is cut.
local MOST_SHOWN = 200

local short, put, put_list, put_any, quoted, shortest, rounded, cut_path, key_words
do
	put = function(out, text)
		out.size = out.size + #text
		out[#out + 1] = text
	end

	-- What a function puts out, cut between two characters.
	short = function(write, ...)
		local out = { size = 0 }
		write(out, ...)
		local text = table.concat(out)
		return #text > MOST_SHOWN and text:sub(1, MOST_SHOWN):gsub("[\192-\255][\128-\191]*$", "") .. "…" or text
	end

	local ESCAPES = { ["\0"] = "\\0", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ['"'] = '\\"', ["\\"] = "\\\\" }

	quoted = function(text)
		return '"' .. visible((text:sub(1, MOST_SHOWN + 1):gsub('[%c"\\]', ESCAPES))) .. '"'
	end

	-- The fewest digits that are this float and no other one of its width.
	shortest = function(value, width)
		local form = width == 4 and "<f" or "<d"
		if value ~= value then
			return "nan"
		elseif math.abs(value) == math.huge then
			return value > 0 and "inf" or "-inf"
		end
		local text
		for digits = width == 4 and 6 or 15, 17 do
			text = string.format("%." .. digits .. "g", value)
			if Struct.unpack(form, Struct.pack(form, tonumber(text))) == value then
				break
			end
		end
		return text:find("[.e]") and text or text .. ".0"
	end

	-- The float that these digits are, so that a filter finds what is shown.
	rounded = function(value, width)
		return width == 4 and tonumber(shortest(value, width)) or value
	end

	-- Wireshark cuts a text after 240 bytes.
	local MOST_PATH = 120

	cut_path = function(path)
		return #path > MOST_PATH and path:sub(1, MOST_PATH / 2) .. "…" .. path:sub(-MOST_PATH / 2) or path
	end

	-- A list between brackets: each puts out one element.
	put_list = function(out, open, close, list, each)
		put(out, open)
		for i, element in ipairs(list) do
			if out.size > MOST_SHOWN then
				break
			end
			put(out, i > 1 and ", " or "")
			each(element, i)
		end
		put(out, close)
	end

	key_words = function(node)
		local text = text_of(node)
		if text then
			return text:find("^[%a_][%w_]*$") and text or quoted(text)
		end
		return node.kids and "<" .. node.name .. ">" or tostring(node.value)
	end

	put_any = function(out, node, depth)
		local class, value = node.class, node.value
		if depth > MAX_SHOWN_DEPTH then
			put(out, "…")
		elseif class == "bytes" then
			put(out, "<" .. (node.size or 0) .. " bytes>")
		elseif class == "structure" then
			put_list(out, node.name .. "(", ")", value, function(part)
				put(out, STRUCTURES[node.name].int and tostring(part) or shortest(part, node.width))
			end)
		elseif class == "dictionary" then
			put_list(out, "{", "}", pairs_of(node), function(pair)
				put(out, key_words(pair.key) .. "=")
				put_any(out, pair.value, depth + 1)
			end)
		elseif class == "array" then
			put_list(out, "[", "]", node.kids or {}, function(kid) put_any(out, kid, depth + 1) end)
		elseif value == nil then
			put(out, "null")
		elseif class == "string" then
			put(out, quoted(value))
		elseif class == "float" then
			put(out, shortest(value, node.size or node.len))
		else
			put(out, class == "object" and "<" .. value .. ">" or tostring(value))
		end
	end
end
