/**
 * Messages in a stream over TCP: the length of a message comes first, in 4 bytes, the lowest first.
 *
 * @module
 */

/** More than any message of the server. */
const MAX_LENGTH = 1 << 20;

/** Puts the length of a message before it. */
export function frame(message: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + message.length);
  new DataView(bytes.buffer).setUint32(0, message.length, true);
  bytes.set(message, 4);
  return bytes;
}

/** Finds the messages in the pieces of a stream. */
export class Frames {
  #bytes = new Uint8Array(0);

  /** Returns the messages that end in this piece. */
  push(piece: Uint8Array): Uint8Array[] {
    const bytes = new Uint8Array(this.#bytes.length + piece.length);
    bytes.set(this.#bytes);
    bytes.set(piece, this.#bytes.length);
    const view = new DataView(bytes.buffer);
    const messages = [];
    let at = 0;
    while (at + 4 <= bytes.length) {
      const length = view.getUint32(at, true);
      if (length > MAX_LENGTH) throw new RangeError(`a message of ${length} bytes`);
      if (at + 4 + length > bytes.length) break;
      messages.push(bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    this.#bytes = bytes.slice(at);
    return messages;
  }
}
