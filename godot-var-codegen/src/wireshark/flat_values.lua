
-- Values of flat messages: numbers, texts, vectors. Every read stands inside the bounds. After a fault nothing more is read.

local NUMBERS = {
	u8 = { 1, "a u8" }, u16 = { 2, "a u16" }, u32 = { 4, "a u32" }, u64 = { 8, "a u64" },
	i8 = { 1, "an i8", signed = true }, i16 = { 2, "an i16", signed = true }, i32 = { 4, "an i32", signed = true },
	i64 = { 8, "an i64", signed = true }, f16 = { 2, "a u16" }, f32 = { 4, "an f32" }, f64 = { 8, "an f64" },
}

-- The first fault, with the path to it.
local function wrong(c, off, expected, found)
	if not c.fault then
		c.fault = { off = off - c.start, path = (c.root or "") .. table.concat(c.path), message = "expected " .. expected .. ", found " .. found }
	end
	return nil
end

-- Takes bytes. Nothing if the message ends before.
local function take(c, len, what)
	if c.fault then
		return nil
	elseif c.off + len > c.stop then
		wrong(c, c.stop, "", "")
		c.fault.message = "the buffer ends inside " .. what
		return nil
	end
	c.off = c.off + len
	return c.tvb(c.off - len, len)
end

local function byte(c, what)
	local range = take(c, 1, what)
	return range and range:uint()
end

-- An unsigned integer of at most 4 bytes.
local function unsigned(c, number)
	local range = take(c, NUMBERS[number][1], NUMBERS[number][2])
	return range and (c.big and range:uint() or range:le_uint())
end

-- An integer in LEB128, of at most 64 bits.
local function leb128(c, most, what)
	local start, value = c.off, UInt64.new(0)
	for shift = 0, 63, 7 do
		local one = byte(c, what)
		if not one then
			return nil
		end
		local bits = one % 128
		if shift == 63 and bits > 1 then
			break
		end
		value = value:bor(UInt64.new(bits):lshift(shift))
		if one < 128 then
			if one == 0 and shift > 0 then
				return wrong(c, start, what .. " in as few bytes as it needs", "more bytes")
			elseif value > most then
				break
			end
			return value
		end
	end
	return wrong(c, start, what .. " up to " .. tostring(most), "a larger one")
end

local LARGEST = UInt64.max()
local LARGEST_U64 = UInt64.new(0xFFFFFFFF, 0x7FFFFFFF)

-- A length or a count: as it stands there, and as a number.
local function count_at(c, prefix)
	if prefix ~= "varint" then
		local value = unsigned(c, prefix)
		return value, value
	end
	local value = leb128(c, LARGEST, "a count")
	return value, value and math.floor(value:tonumber())
end

local function half(bits)
	local sign = bits >= 0x8000 and -1 or 1
	local exponent, mantissa = math.floor(bits / 1024) % 32, bits % 1024
	if exponent == 31 then
		return mantissa == 0 and sign * math.huge or 0 / 0
	elseif exponent == 0 then
		return sign * mantissa * 2 ^ -24
	end
	return sign * (1024 + mantissa) * 2 ^ (exponent - 25)
end

-- The nearest float of 32 bits.
local function single(value)
	return (Struct.unpack("<f", Struct.pack("<f", value)))
end

-- Whether seconds are a Duration, or a SystemTime since 1970. A NaN is neither.
local function is_time(time, seconds)
	if time == "span" then
		return seconds >= 0 and seconds < 2 ^ 64
	end
	return math.abs(seconds) < 2 ^ 63
end

-- A number by its bytes: its class and value, and the bytes that a float has.
local function number_of(c, ty)
	local start, name = c.off, ty.number
	local range = take(c, NUMBERS[name][1], NUMBERS[name][2])
	if not range then
		return nil
	elseif name == "f16" then
		return "float", half(c.big and range:uint() or range:le_uint()), 4
	elseif name == "f32" or name == "f64" then
		local value = c.big and range:float() or range:le_float()
		if name == "f64" and c.time and not is_time(c.time, value) then
			return wrong(c, start, "a time in seconds", "another number")
		end
		return "float", value, NUMBERS[name][1]
	elseif name == "u64" then
		local value = c.big and range:uint64() or range:le_uint64()
		if value > LARGEST_U64 then
			return wrong(c, start, "a u64 up to " .. tostring(LARGEST_U64), tostring(value))
		end
		return "int", Int64.new(value:lower(), value:higher())
	elseif name == "i64" then
		return "int", c.big and range:int64() or range:le_int64()
	elseif NUMBERS[name].signed then
		return "int", Int64.new(c.big and range:int() or range:le_int())
	end
	return "int", Int64.new(c.big and range:uint() or range:le_uint())
end

local function varint_of(c, ty)
	local size, what = NUMBERS[ty.number][1], NUMBERS[ty.number][2]
	local most = ty.number == "u64" and LARGEST_U64 or size == 8 and LARGEST or UInt64.new(2 ^ (8 * size) - 1)
	local value = leb128(c, most, what)
	if value and NUMBERS[ty.number].signed then
		-- Zigzag.
		local is_odd = value:lower() % 2 == 1
		value = value:rshift(1)
		value = is_odd and value:bnot() or value
	end
	return value and "int", value and Int64.new(value:lower(), value:higher())
end

-- Whether an integer fits into so many bits.
local function fits_bits(value, bits, is_signed)
	if is_signed then
		return value:lshift(64 - bits):arshift(64 - bits) == value
	end
	return UInt64.new(value:lower(), value:higher()):rshift(bits) == UInt64.new(0)
end

-- One number, which a structure may have several of: its class, its value, and the bytes of a float.
local function scalar(c, ty)
	local start = c.off
	if ty.kind == "range" then
		local step = unsigned(c, ty.steps)
		local most = 2 ^ (8 * NUMBERS[ty.steps][1]) - 1
		local value = step and (step == most and ty.high or ty.low + step / most * (ty.high - ty.low))
		if not step or ty.steps == "u32" then
			return step and "float", value, 8
		end
		return "float", single(value), 4
	end
	local class, value, width
	if ty.kind == "varint" then
		class, value = varint_of(c, ty)
	else
		class, value, width = number_of(c, ty)
	end
	if class and ty.non_zero and value == Int64.new(0) then
		return wrong(c, start, "a number other than 0", "0")
	elseif class and ty.bits and not fits_bits(value, ty.bits, NUMBERS[ty.number].signed) then
		return wrong(c, start, "a number in " .. ty.bits .. " bits", tostring(value))
	end
	return class, value, width
end

local function too_many(c, start, count, most)
	return wrong(c, start, string.format("at most %.0f elements or bytes", most), tostring(count))
end

local function utf8_text(c, len)
	local range = take(c, len, "a text")
	local invalid = range and invalid_utf8(range)
	if invalid then
		return wrong(c, c.off - len + invalid, "UTF-8", "other bytes")
	end
	return range and text(c, c.off - len, len)
end

local function text_value(c, ty)
	local start, most = c.off, ty.most or math.huge
	if ty.kind == "text" then
		local count, len = count_at(c, ty.prefix)
		if count and len > most then
			return too_many(c, start, tostring(count), most)
		end
		return len and utf8_text(c, len)
	end
	local left = c.stop - c.off
	for len = 0, math.min(left - 1, most) do
		if c.tvb(c.off + len, 1):uint() == 0 then
			local value = utf8_text(c, len)
			return value and take(c, 1, "a text") and value
		end
	end
	if left > most then
		return too_many(c, start, most + 1, most)
	end
	return take(c, left + 1, "a text that ends with a 0")
end

local function ipv4(c)
	local range = take(c, 4, "an Ipv4Addr")
	return range and tostring(range:ipv4())
end

local function ipv6(c)
	local range = take(c, 16, "an Ipv6Addr")
	if not range then
		return nil
	end
	local parts, longest, length = {}, 1, 0
	for i = 1, 8 do
		parts[i] = range(2 * i - 2, 2):uint()
	end
	for i = 1, 8 do
		local zeros = 0
		while parts[i + zeros] == 0 do
			zeros = zeros + 1
		end
		if zeros > length then
			longest, length = i, zeros
		end
	end
	if longest == 1 and length == 5 and parts[6] == 0xFFFF then
		return "::ffff:" .. tostring(range(12, 4):ipv4())
	end
	local text = ""
	local i = 1
	while i <= 8 do
		if length > 1 and i == longest then
			text, i = text .. "::", i + length
		else
			text, i = text .. (text ~= "" and text:sub(-1) ~= ":" and ":" or "") .. string.format("%x", parts[i]), i + 1
		end
	end
	return text
end

local function ip(c)
	local start = c.off
	local family = byte(c, "an IpAddr")
	if family == 4 then
		return ipv4(c), 4
	elseif family == 6 then
		return ipv6(c), 6
	end
	return family and wrong(c, start, "4 or 6 before an address", tostring(family))
end

local TEXTS = {
	text = text_value, c_string = text_value, ipv4 = ipv4, ipv6 = ipv6,
	ip = function(c) return (ip(c)) end,
	socket = function(c)
		local address, family = ip(c)
		local port = address and unsigned(c, "u16")
		return port and (family == 6 and "[" .. address .. "]" or address) .. ":" .. port
	end,
	uuid = function(c)
		local range = take(c, 16, "a Uuid")
		local digits = range and tostring(range:bytes()):lower()
		return digits and digits:gsub("^(%x%x%x%x%x%x%x%x)(%x%x%x%x)(%x%x%x%x)(%x%x%x%x)", "%1-%2-%3-%4-") or nil
	end,
	char = function(c)
		local start = c.off
		local code = leb128(c, UInt64.new(0x10FFFF), "a character")
		code = code and code:tonumber()
		if code and code >= 0xD800 and code < 0xE000 then
			return wrong(c, start, "a character", string.format("U+%04X", code))
		elseif code and code < 0x80 then
			return string.char(code)
		end
		local tail = ""
		local least = 0x40
		while code and code >= least do
			tail, code = string.char(0x80 + code % 64) .. tail, math.floor(code / 64)
			least = #tail == 1 and 0x20 or #tail == 2 and 0x10 or 0x08
		end
		local mark = #tail == 1 and 0xC0 or #tail == 2 and 0xE0 or 0xF0
		return code and string.char(mark + code) .. tail
	end,
}

-- Rotations and directions, each as its parts.
local PACKED_VECTORS = {
	direction = function(c, ty)
		local start = c.off
		local _, angle = scalar(c, ty.of)
		if angle and (angle ~= angle or math.abs(angle) == math.huge) then
			return wrong(c, start, "a direction", "an invalid one")
		end
		return angle and { single(math.cos(angle)), single(math.sin(angle)) }
	end,
	octahedron = function(c, ty)
		local start = c.off
		local _, u = scalar(c, ty.of)
		local _, v = scalar(c, ty.of)
		if not u or not v then
			return nil
		end
		-- Each step has 32 bits.
		local x, y = single(single(u) * 2 - 1), single(single(v) * 2 - 1)
		local z = single(single(1 - math.abs(x)) - math.abs(y))
		local t = math.min(math.max(-z, 0), 1)
		x, y = single(x + (x >= 0 and -t or t)), single(y + (y >= 0 and -t or t))
		local length = single(math.sqrt(single(single(single(x * x) + single(y * y)) + single(z * z))))
		if length == 0 or length ~= length or length == math.huge then
			return wrong(c, start, "a direction", "an invalid one")
		end
		return { single(x / length), single(y / length), single(z / length) }
	end,
	rotation = function(c, ty)
		local start, number = c.off, UInt64.new(0)
		local range = take(c, ty.size, "a rotation")
		for i = 0, range and ty.size - 1 or -1 do
			local at = c.big and i or ty.size - 1 - i
			number = number:lshift(8):bor(UInt64.new(range(at, 1):uint()))
		end
		if not range then
			return nil
		end
		local high = 8 * ty.size - 2
		local largest = number:rshift(high):tonumber()
		local most = 2 ^ ty.bits - 1
		if number:lshift(64 - high):rshift(64 - high):rshift(3 * ty.bits) ~= UInt64.new(0) then
			return wrong(c, start, "a rotation, whose spare bits are 0", "others")
		end
		local parts, rest = {}, 1
		for i = 1, 3 do
			local step = number:rshift((3 - i) * ty.bits):band(UInt64.new(most)):tonumber()
			parts[i] = (step / most * 2 - 1) / math.sqrt(2)
			rest = rest - parts[i] * parts[i]
		end
		table.insert(parts, largest + 1, math.sqrt(math.max(rest, 0)))
		for i = 1, 4 do
			parts[i] = single(parts[i])
		end
		return parts
	end,
}
