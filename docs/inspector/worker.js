// Runs the program in a worker: implements the functions of WASI with the page's files, and splits the output into lines.
"use strict";

const ERRNO = { badf: 8, inval: 28, noent: 44, nosys: 52 };
const FILE = { directory: 3, regular: 4 };
// The page shows at most this many lines, because more lines make it slow. The others are counted.
const MOST_LINES = 5000;
const LONGEST_LINE = 1 << 14;
// How many bytes of one message, and of all messages, the page gets.
const LONGEST_MESSAGE = 1 << 20;
const MOST_BYTES = 1 << 25;
// How many bytes of a file are read at once.
const CHUNK = 1 << 22;

class Exit {
	constructor(status) {
		this.status = status;
	}
}

/** A file of the page. Reads only the requested parts. */
class Input {
	constructor(blob) {
		this.blob = blob;
		this.size = blob.size;
		this.start = 0;
		this.chunk = new Uint8Array(0);
	}

	read(at, count) {
		if (at < this.start || at >= this.start + this.chunk.length) {
			const slice = this.blob.slice(at, at + CHUNK);
			this.chunk = new Uint8Array(new FileReaderSync().readAsArrayBuffer(slice));
			this.start = at;
		}
		return this.chunk.subarray(at - this.start, at - this.start + count);
	}
}

/** Collects the program's output as lines, each a list of `[style, text]`. */
class Lines {
	constructor(tell) {
		this.tell = tell;
		this.lines = [];
		this.messages = 0;
		this.rest = 0;
		this.kept = 0;
		this.shown = 0;
		this.line = [];
		this.length = 0;
		this.head = [];
		this.decoder = new TextDecoder();
	}

	write(bytes) {
		if (this.lines === null) return this.count(bytes);
		let start = 0;
		while (start < bytes.length) {
			const end = bytes.indexOf(10, start);
			const part = bytes.subarray(start, end < 0 ? bytes.length : end);
			this.length += part.length;
			// The longest useful line has the bytes of the longest message.
			const most = 2 * LONGEST_MESSAGE + 100;
			if (this.length - part.length < most) this.line.push(part.slice(0, most));
			if (end < 0) return;
			this.end();
			start = end + 1;
			if (this.lines === null) return this.count(bytes.subarray(start));
		}
	}

	/** Counts lines without keeping them. */
	count(bytes) {
		let start = 0;
		while (start < bytes.length) {
			const found = bytes.indexOf(10, start);
			const end = found < 0 ? bytes.length : found;
			for (let at = start; at < end && this.head.length < 7; at += 1) this.head.push(bytes[at]);
			if (found < 0) return;
			const isBytes = isHex(this.head);
			this.messages += isBytes;
			this.rest += !isBytes;
			this.head.length = 0;
			start = found + 1;
		}
	}

	end() {
		const bytes = new Uint8Array(this.line.reduce((sum, part) => sum + part.length, 0));
		let at = 0;
		for (const part of this.line) {
			bytes.set(part, at);
			at += part.length;
		}
		const length = this.length;
		this.line = [];
		this.length = 0;
		if (isHex(bytes)) {
			this.messages += 1;
			const count = Math.min((bytes.length - 18) >> 1, LONGEST_MESSAGE, MOST_BYTES - this.kept);
			const digits = (byte) => (byte < 58 ? byte - 48 : byte - 87);
			const message = new Uint8Array(count);
			for (let at = 0; at < count; at += 1) {
				message[at] = (digits(bytes[18 + 2 * at]) << 4) | digits(bytes[19 + 2 * at]);
			}
			this.kept += count;
			this.lines.push({ message, isCut: length > 18 + 2 * count });
			return;
		}
		const text = this.decoder.decode(bytes.subarray(0, LONGEST_LINE)) + (bytes.length > LONGEST_LINE ? "…" : "");
		this.shown += 1;
		this.lines.push(parts(text));
		if (this.shown === MOST_LINES) this.flush();
	}

	flush() {
		if (this.lines) this.tell({ lines: this.lines });
		this.lines = null;
	}
}

/** Whether a line begins with "\x1b[2mhex\x1b[0m       ". The bytes of the next message follow as digits. */
function isHex(line) {
	return line[0] === 27 && line[4] === 104 && line[5] === 101 && line[6] === 120;
}

/** Splits a line at its color codes. */
function parts(text) {
	const styles = { 2: "dim", 31: "error", 32: "value", 33: "place", 36: "type" };
	const found = [];
	let style = "";
	for (const [index, part] of text.split(/\x1b\[([0-9;]*)m/).entries()) {
		if (index % 2 === 0) {
			if (part) found.push([style, part]);
		} else {
			style = part === "0" || part === "" ? "" : styles[part] ?? style;
		}
	}
	return found;
}

/** Returns the functions of WASI that the program calls. */
function system({ args, env, stdin, files }, output, memory) {
	const encode = (text) => new TextEncoder().encode(text);
	const view = () => new DataView(memory().buffer);
	const bytes = (at, count) => new Uint8Array(memory().buffer, at, count);
	const name = (at, count) => new TextDecoder().decode(bytes(at, count)).replace(/^(\.?\/)+/, "");
	const open = new Map([[0, { input: new Input(stdin), at: 0 }]]);
	const list = (texts) => {
		const each = texts.map((text) => encode(`${text}\0`));
		return {
			sizes(count, size) {
				view().setUint32(count, each.length, true);
				view().setUint32(size, each.reduce((sum, text) => sum + text.length, 0), true);
				return 0;
			},
			get(pointers, at) {
				each.forEach((text, index) => {
					view().setUint32(pointers + 4 * index, at, true);
					bytes(at, text.length).set(text);
					at += text.length;
				});
				return 0;
			},
		};
	};
	const told = (at, kind, size) => {
		bytes(at, 64).fill(0);
		view().setUint8(at + 16, kind);
		view().setBigUint64(at + 32, BigInt(size), true);
		return 0;
	};
	const vectors = (at, count) => Array.from({ length: count }, (_, index) => {
		const memory = view();
		return bytes(memory.getUint32(at + 8 * index, true), memory.getUint32(at + 8 * index + 4, true));
	});
	const [words, variables] = [list(args), list(env)];
	const functions = {
		args_sizes_get: words.sizes,
		args_get: words.get,
		environ_sizes_get: variables.sizes,
		environ_get: variables.get,
		proc_exit(status) {
			throw new Exit(status);
		},
		random_get(at, count) {
			crypto.getRandomValues(bytes(at, count));
			return 0;
		},
		clock_time_get(_clock, _precision, at) {
			view().setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
			return 0;
		},
		// There is only the current folder.
		fd_prestat_get(fd, at) {
			if (fd !== 3) return ERRNO.badf;
			view().setUint32(at, 0, true);
			view().setUint32(at + 4, 1, true);
			return 0;
		},
		fd_prestat_dir_name(_fd, at) {
			bytes(at, 1)[0] = ".".charCodeAt(0);
			return 0;
		},
		fd_fdstat_get(fd, at) {
			bytes(at, 24).fill(0);
			view().setUint8(at, fd === 3 ? FILE.directory : open.has(fd) && fd > 3 ? FILE.regular : 0);
			bytes(at + 8, 16).fill(255);
			return 0;
		},
		fd_filestat_get(fd, at) {
			const file = open.get(fd);
			return file ? told(at, fd > 3 ? FILE.regular : 0, file.input.size) : told(at, 0, 0);
		},
		path_filestat_get(_fd, _flags, path, length, at) {
			const file = files.get(name(path, length));
			return file ? told(at, FILE.regular, file.size) : ERRNO.noent;
		},
		path_open(_fd, _dirflags, path, length, _oflags, _rights, _inheriting, _flags, at) {
			const file = files.get(name(path, length));
			if (!file) return ERRNO.noent;
			const fd = 4 + open.size;
			open.set(fd, { input: new Input(file), at: 0 });
			view().setUint32(at, fd, true);
			return 0;
		},
		fd_read(fd, at, count, read) {
			const file = open.get(fd);
			if (!file) return ERRNO.badf;
			let sum = 0;
			for (const vector of vectors(at, count)) {
				const part = file.input.read(file.at, vector.length);
				vector.set(part);
				file.at += part.length;
				sum += part.length;
				if (part.length < vector.length) break;
			}
			view().setUint32(read, sum, true);
			return 0;
		},
		fd_seek(fd, offset, whence, at) {
			const file = open.get(fd);
			if (!file || whence > 2) return ERRNO.inval;
			file.at = Number(offset) + [0, file.at, file.input.size][whence];
			view().setBigUint64(at, BigInt(file.at), true);
			return 0;
		},
		fd_write(fd, at, count, written) {
			let sum = 0;
			for (const vector of vectors(at, count)) {
				output.write(vector);
				sum += vector.length;
			}
			view().setUint32(written, sum, true);
			return 0;
		},
		fd_close: () => 0,
		sched_yield: () => 0,
	};
	return new Proxy(functions, { get: (known, name) => known[name] ?? (() => ERRNO.nosys) });
}

async function run({ module, ...request }) {
	const began = performance.now();
	const output = new Lines((told) => postMessage(told));
	let instance;
	const wasi = system(request, output, () => instance.exports.memory);
	const needed = WebAssembly.Module.imports(module).map(({ name }) => [name, wasi[name]]);
	instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: Object.fromEntries(needed) });
	let [status, problem] = [0, null];
	try {
		instance.exports._start();
	} catch (error) {
		if (error instanceof Exit) {
			status = error.status;
		} else {
			const deep = error instanceof RangeError;
			problem = deep ? "this needs more stack than the browser has; the program itself has it" : String(error);
		}
	}
	if (output.length > 0) output.end();
	output.flush();
	const { messages, rest } = output;
	postMessage({ done: { status, problem, messages, rest, seconds: (performance.now() - began) / 1000 } });
}

onmessage = ({ data }) => {
	run(data).catch((error) => postMessage({ done: { status: 1, problem: String(error), messages: 0, rest: 0, seconds: 0 } }));
};
