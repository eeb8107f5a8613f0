/**
 * A connection over WebSocket. If it is lost, it is made again.
 *
 * @module
 */

import { type ClientMessage, type ServerMessage, WireError, decodeServerMessage, encodeClientMessage } from './arena.js';

/** In milliseconds. The time before the next try doubles each time. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

export interface Listener {
  opened(): void;
  received(message: ServerMessage): void;
  /** The next try is in this number of milliseconds. */
  lost(wait: number): void;
  /** What arrived is not a message of the arena, or a message cannot be sent, such as a name that is too long. */
  refused(error: WireError): void;
}

export class Connection {
  readonly #url: string;
  readonly #listener: Listener;
  #socket: WebSocket;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** Throws a `SyntaxError` if the URL is not one of WebSocket. */
  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
    this.#socket = this.#open();
  }

  send(message: ClientMessage): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const bytes = this.#tried(() => encodeClientMessage(message));
    if (bytes !== null) this.#socket.send(bytes);
  }

  /** Ends it for good. */
  close(): void {
    clearTimeout(this.#retry);
    this.#socket.onclose = null;
    this.#socket.onmessage = null;
    this.#socket.close();
  }

  #open(): WebSocket {
    const socket = new WebSocket(this.#url);
    // Else each message is a Blob.
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.#listener.opened();
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => this.#receive(new Uint8Array(event.data));
    socket.onclose = () => {
      this.#listener.lost(this.#wait);
      this.#retry = setTimeout(() => { this.#socket = this.#open(); }, this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    };
    return socket;
  }

  #receive(bytes: Uint8Array): void {
    const message = this.#tried(() => decodeServerMessage(bytes));
    if (message === null) return;
    this.#wait = FIRST_WAIT;
    this.#listener.received(message);
  }

  #tried<T>(convert: () => T): T | null {
    try {
      return convert();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.#listener.refused(error);
      return null;
    }
  }
}
