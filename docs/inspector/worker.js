// Runs the program in a worker: implements the functions of WASI with the page's files, and passes on what the program prints.
"use strict";

const ERRNO = { badf: 8, inval: 28, noent: 44, nosys: 52 };
const FILE = { directory: 3, regular: 4 };
// How many bytes of a file are read at once.
const CHUNK = 1 << 22;
// How often the page gets what was printed, in milliseconds.
const PAUSE = 100;

/** Ends the program. */
class Exit {}

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

/** Splits what the program prints into lines. */
class Lines {
	constructor(tell) {
		this.tell = tell;
		this.line = "";
		this.decoder = new TextDecoder();
	}

	write(bytes) {
		const [rest, ...others] = this.decoder.decode(bytes, { stream: true }).split("\n");
		this.line += rest;
		for (const next of others) {
			this.tell(this.line);
			this.line = next;
		}
	}

	end() {
		if (this.line) this.tell(this.line);
	}
}

/** Collects records, and posts them to the page from time to time. */
class Records {
	constructor() {
		this.records = [];
		this.posted = performance.now();
	}

	add(record) {
		this.records.push(record);
		if (performance.now() > this.posted + PAUSE) this.post();
	}

	post() {
		postMessage({ records: this.records });
		this.records = [];
		this.posted = performance.now();
	}
}

/** Returns the functions of WASI that the program calls. */
function system({ args, env, stdin, files }, outputs, memory) {
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
		proc_exit() {
			throw new Exit();
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
				outputs[fd]?.write(vector);
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
	const records = new Records();
	const outputs = {
		1: new Lines((line) => records.add(JSON.parse(line))),
		2: new Lines((line) => records.add({ told: line })),
	};
	let instance;
	const wasi = system(request, outputs, () => instance.exports.memory);
	const needed = WebAssembly.Module.imports(module).map(({ name }) => [name, wasi[name]]);
	instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: Object.fromEntries(needed) });
	let problem = null;
	try {
		instance.exports._start();
	} catch (error) {
		const deep = error instanceof RangeError;
		if (deep) problem = "this needs more stack than the browser has; the program itself has it";
		else if (!(error instanceof Exit)) problem = String(error);
	}
	outputs[2].end();
	records.post();
	postMessage({ done: { problem, seconds: (performance.now() - began) / 1000 } });
}

onmessage = ({ data }) => {
	run(data).catch((error) => postMessage({ done: { problem: String(error), seconds: 0 } }));
};
