import type { IncomingMessage } from 'node:http';
import { brokenBody, tooLarge } from './body-errors.ts';

/** Who reads a body piece by piece. After `end` or `fail` nothing more comes. */
export interface BodyListener {
  piece(bytes: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** Reads the body of a message, and stops at the limit. */
export class MessageReader {
  readonly #message: Read;
  readonly #limit: number;
  readonly #listener: BodyListener;
  #size = 0;
  #over = false;

  /** @param limit bytes */
  constructor(message: IncomingMessage, limit: number, listener: BodyListener) {
    this.#message = message;
    this.#limit = limit;
    this.#listener = listener;
    this.#message[READER] = this;
    message.on('error', onError).on('end', onEnd).on('close', onClose).on('data', onData);
  }

  /** Stops reading and leaves the rest where it is. */
  stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#message.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    this.#message.pause();
  }

  data(bytes: Uint8Array): void {
    this.#size += bytes.byteLength;
    if (this.#size > this.#limit) this.fail(tooLarge(this.#limit));
    else this.#listener.piece(bytes);
  }

  // Nothing is taken off a message that has ended: it costs more than not to listen any more.
  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.end();
  }

  fail(error: unknown): void {
    if (this.#over) return;
    this.stop();
    this.#listener.fail(error);
  }

  broken(cause: unknown): void {
    if (!this.#over) this.fail(brokenBody(cause));
  }
}

const READER = Symbol('who reads this message');

interface Read extends IncomingMessage {
  [READER]?: MessageReader;
}

// The same four functions for every message: four of its own would cost more than all they do.
function onData(this: Read, bytes: Uint8Array): void {
  this[READER]!.data(bytes);
}

function onEnd(this: Read): void {
  this[READER]!.end();
}

function onError(this: Read, cause: unknown): void {
  this[READER]!.broken(cause);
}

function onClose(this: Read): void {
  this[READER]!.broken(undefined);
}
